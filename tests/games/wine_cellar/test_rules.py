"""Rules of Wine Cellar, § by §."""

import re

import pytest

from cuvee import bots
from cuvee.bots.bot import play_out
from cuvee.games.wine_cellar.scoring import bonus_value, cellar_value, scores, total
from cuvee.games.wine_cellar.state import Cellars
from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import BadComponents, IllegalMove
from cuvee.kernel.play import SPECTATOR
from tests.games.wine_cellar.table import BY_BID, GAME, PIECES, bids, cards, lay, say

TYPES = {"●": "red", "♥": "rose", "▲": "white", "★": "sparkling"}
CARD_LINES = re.findall(
    r"^\| (\d+) \| (\w+) \| ([\w.]+) \| (.) \w+ \| ([\d ]+) \| \+(\d) per (\w+) \| \+(\d) per ([\w.]+) \|", GAME.rules(), re.M
)
"""The table of §2.8, read from the rules, independently of the component files."""
NATIONS = {"French": "France", "Spanish": "Spain", "U.S.A.": "U.S.A."}


def test_the_table_of_the_rules_has_all_18_cards() -> None:
    """§2.1, §2.2: eighteen cards, bids 1 to 18 once each."""
    assert [int(line[0]) for line in CARD_LINES] == list(range(1, 19))


@pytest.mark.parametrize("line", CARD_LINES, ids=[line[1] for line in CARD_LINES])
def test_each_card_is_what_the_rules_say(line: tuple[str, ...]) -> None:
    """§2.8: bid, country, type, ages and both clauses of every card; §2.3: its ages are an order of 1 to 8."""
    bid, name, country, glyph, ages, type_points, type_name, country_points, adjective = line
    (card,) = [card for card in PIECES.cards if card.bid == int(bid)]
    assert card.id == name
    assert PIECES.countries[card.country].name == country
    assert PIECES.types[card.type].id == TYPES[glyph]
    assert card.ages == [int(age) for age in ages.split()]
    assert sorted(card.ages) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert card.type_points == int(type_points)
    assert PIECES.types[card.clause_type].id == type_name.replace("é", "e")
    assert card.country_points == int(country_points)
    assert PIECES.countries[card.clause_country].adjective == adjective


@pytest.mark.parametrize("line", CARD_LINES, ids=[line[1] for line in CARD_LINES])
def test_each_card_as_bonus_card(line: tuple[str, ...]) -> None:
    """§8.2: counted from the table of §2.8 over all other cards: N per type, 3 per country, both if both match."""
    bid, _id, _country, _glyph, _ages, type_points, type_name, country_points, adjective = line
    others = [other for other in CARD_LINES if other is not line]
    by_type = sum(TYPES[other[3]] == type_name.replace("é", "e") for other in others)
    by_country = sum(other[2] == NATIONS[adjective] for other in others)
    bottles = cards(*(int(other[0]) for other in others))
    expected = by_type * int(type_points) + by_country * int(country_points)
    assert bonus_value(PIECES, bottles, BY_BID[int(bid)]) == expected


def test_totals_of_types_countries_and_clauses() -> None:
    """§2.5, §2.9: 6 red, 6 white, 4 rosé, 2 sparkling; six cards a country; no card names its own country (§2.6)."""
    assert sorted(TYPES[line[3]] for line in CARD_LINES) == ["red"] * 6 + ["rose"] * 4 + ["sparkling"] * 2 + ["white"] * 6
    assert [sum(card.clause_type == kind for card in PIECES.cards) for kind in range(4)] == [6, 4, 6, 2]
    assert [sum(card.country == country for card in PIECES.cards) for country in range(3)] == [6, 6, 6]
    assert all(card.country != card.clause_country for card in PIECES.cards)


def test_the_deal() -> None:
    """§3.1: eight cards each, two prizes, all different."""
    state = GAME.new(2, seed=11)
    assert isinstance(state, Cellars)
    assert [len(hand) for hand in state.hands] == [8, 8]
    assert sorted(state.hands[0] + state.hands[1] + state.prizes) == list(range(18))


def test_the_solo_deal() -> None:
    """§11.1: eight for the player, a pile of eight for the A.I., two prizes."""
    state = GAME.new(1, seed=11)
    assert isinstance(state, Cellars)
    assert (len(state.hands[0]), len(state.pile), len(state.prizes)) == (8, 8, 2)


def test_a_locked_bid_is_not_shown_and_cannot_be_taken_back() -> None:
    """§4.2, §6.2: the other side sees that a bid is locked, not which."""
    state = GAME.new(2, seed=3)
    assert isinstance(state, Cellars)
    views = []
    for number in state.options(0)[:2]:
        after = state.clone()
        after.apply(0, number)
        views.append(GAME.view(after, 1).as_dict())
        area = GAME.view(after, 1).find("player:0")
        assert area is not None
        assert area.facts["locked"] is True
        with pytest.raises(IllegalMove, match="locked"):
            after.apply(0, state.options(0)[2])
    assert views[0] == views[1]


def test_spectators_see_no_hand() -> None:
    """§6.3: hands are not shown to spectators while the game runs; a player sees what can be worked out."""
    state = GAME.new(2, seed=3)
    assert isinstance(state, Cellars)
    for seat in (0, 1):
        hand = GAME.view(state, SPECTATOR).find(f"hand:{seat}")
        assert hand is not None
        assert hand.inside == []
        assert hand.facts["count"] == 8
    deduced = GAME.view(state, 0).find("hand:1")
    assert deduced is not None
    assert [thing.facts["bid"] for thing in deduced.inside] == sorted(bids(state.hands[1]))


def test_the_ai_pile_is_shown_without_its_order() -> None:
    """§11.8: the player can work out the cards of the pile, not their order."""
    state = lay([[3, 4, 6, 7, 9, 13, 16, 17]], [5, 8], pile=[14, 2, 1, 11, 18, 10, 15, 12])
    pile = GAME.view(state, 0).find("pile")
    assert pile is not None
    assert [thing.facts["bid"] for thing in pile.inside] == [1, 2, 10, 11, 12, 14, 15, 18]


def test_the_loser_gets_the_other_prize_and_places_after_the_winner() -> None:
    """§4.5: the loser never chooses the bottle."""
    state = lay([[3, 17], [1, 12]], [5, 8], [[2, 4, 6, 7, 9, 10], [11, 13, 14, 15, 16, 18]])
    say(state, 0, "bid 3")
    say(state, 1, "bid 1")
    say(state, 0, "take 8")
    assert state.waiting == [0]
    say(state, 0, "top")
    assert state.waiting == [1]
    assert [state.format(1, number) for number in state.options(1)] == ["top", "bottom"]
    say(state, 1, "bottom")
    assert bids(state.cellars[1])[-1] == 5


def test_the_last_bid_is_played_by_itself_and_becomes_the_bonus_card() -> None:
    """§4.2, §4.8: in trick 8 nobody is asked for a bid; the bids do not become prizes, whoever wins."""
    state = lay([[3], [1]], [5, 8], [[2, 4, 6, 7, 9, 10, 12], [11, 13, 14, 15, 16, 17, 18]])
    assert state.decision().kind == "pick"
    say(state, 0, "take 8", "top")
    say(state, 1, "top")
    assert state.over
    assert bids(state.bonus) == [3, 1]
    assert state.prizes == []


def test_no_swap_without_the_option() -> None:
    """§9, §14.4: the swap is only asked when the option is on; in solo always (§11.9)."""
    kinds = {}
    for name, seats, options in (("basic", 2, {}), ("swap", 2, {"advanced_swap": True}), ("solo", 1, {})):
        state = GAME.new(seats, options, seed=5)
        asked = set()
        luck = Chance.from_seed(1, ["test"])
        while not state.over:
            asked.add(state.decision().kind)
            seat = state.waiting[0]
            numbers = state.options(seat)
            state.apply(seat, numbers[luck.below(len(numbers))])
        kinds[name] = asked
    assert kinds["basic"] == {"bid", "pick", "place"}
    assert kinds["swap"] == kinds["solo"] == {"bid", "pick", "place", "swap"}


def swap_position() -> Cellars:
    state = lay([[16], [17]], [18, 1], [[2, 3, 12, 4, 5, 9, 10], [6, 7, 8, 11, 13, 14, 15]], swap=True)
    say(state, 1, "take 1", "top")
    say(state, 0, "bottom")
    return state


def test_the_swap_is_decided_in_secret_and_shows_its_totals() -> None:
    """§9.4, §9.5, §9.6: nine options, each with its total; nothing is shown until both have decided."""
    state = swap_position()
    options = GAME.view(state, 0).options
    assert [option.text for option in options] == ["keep", *(f"swap {position}" for position in range(1, 9))]
    shown = [int(re.findall(r"(\d+) points", option.label)[0]) for option in options]
    assert shown == [71, 63, 68, 72, 68, 62, 61, 73, 55]
    say(state, 0, "swap 8")
    cellar = GAME.view(state, 1).find("cellar:0")
    assert cellar is not None
    assert [thing.facts["bid"] for thing in cellar.inside if thing.kind == "card"] == [2, 3, 12, 4, 5, 9, 10, 18]
    say(state, 1, "keep")
    assert scores(state)[0] == 55, "a swap may lower the player's own total"


def test_only_the_own_bonus_card_and_the_own_cellar_count() -> None:
    """§8.3, §8.4, §8.5: clauses in the cellar do nothing, the bonus card is no bottle, the other cellar never counts."""
    state = swap_position()
    say(state, 0, "keep")
    say(state, 1, "keep")
    mine = total(PIECES, state.cellars[0], state.bonus[0])
    state.cellars[1] = state.cellars[1][::-1]
    assert scores(state)[0] == mine == 71


@pytest.mark.parametrize(("seats", "swap"), [(1, True), (2, False), (2, True)])
def test_invariants_from_move_to_move(seats: int, swap: bool) -> None:
    """§16.3 to §16.12, over complete random games."""
    luck = Chance.from_seed(8, ["invariants"])
    options = {"advanced_swap": swap} if seats == 2 else {}
    for seed in range(300):
        state = GAME.new(seats, options, seed)
        assert isinstance(state, Cellars)
        first_prizes = state.prizes[:]
        while not state.over:
            before = state.clone()
            seat = state.waiting[luck.below(len(state.waiting))]
            numbers = state.options(seat)
            state.apply(seat, numbers[luck.below(len(numbers))])
            assert state.problems() == []
            check_step(before, state)
        check_end(state, first_prizes, swap)


def check_step(before: Cellars, state: Cellars) -> None:
    if not before.solo and not before.bids and state.bids and state.trick == before.trick:
        shown = bids(state.bids)
        assert shown[0] != shown[1], "§16.4: bids of a trick differ"
        assert state.waiting == [shown.index(max(shown))], "§16.4, §16.10: the higher bid wins, 18 always and 1 never"
    if state.trick > before.trick and before.bids:
        assert set(state.prizes) <= set(before.bids), "§16.3: the prizes are the bids of the trick before"
    for old, new in zip(before.cellars, state.cellars, strict=True):
        if before.decision().kind == "swap":
            assert sum(a != b for a, b in zip(old, new, strict=True)) <= 1, "§16.5: a swap replaces one bottle in its place"
        else:
            assert old in (new, new[1:], new[:-1], new[2:], new[1:-1], new[:-2]), "§16.5: a new bottle is first or last"


def check_end(state: Cellars, first_prizes: list[int], swap: bool) -> None:
    for seat in range(state.seats):
        assert len(state.cellars[seat]) == 8
        value, bonus = cellar_value(PIECES, state.cellars[seat]), bonus_value(PIECES, state.cellars[seat], state.bonus[seat])
        assert 17 <= value <= 64, "§16.8"
        assert 0 <= bonus <= 26, "§16.8"
        assert 19 <= value + bonus <= 87, "§16.8"
        if not swap:
            assert state.bonus[seat] not in first_prizes, "§16.7: no first prize is a bonus card without a swap"


@pytest.mark.parametrize(("seats", "opponent"), [(2, "greedy"), (2, "random")])
def test_greedy_beats_random(seats: int, opponent: str) -> None:
    """Greedy wins at least 95 of 100 games against random, from either seat; against itself it does not."""
    players = [bots.make("greedy", GAME, 1), bots.make(opponent, GAME, 2)]
    wins = 0
    for seed in range(400):
        state, swapped = GAME.new(seats, seed=seed), seed % 2 == 1
        play_out(state, players[::-1] if swapped else players, 100)
        wins += GAME.places(state)[1 if swapped else 0] == 1
    assert wins >= 380 if opponent == "random" else wins < 300


def test_solo_greedy_averages_65() -> None:
    """A sensible beginner is a Wine Geek or better (§11.10)."""
    player = bots.make("greedy", GAME, 1)
    totals = []
    for seed in range(400):
        state = GAME.new(1, seed=seed)
        play_out(state, [player], 100)
        totals += GAME.scores(state)
    assert sum(totals) / len(totals) >= 65


@pytest.mark.parametrize(
    ("correction", "complaint"),
    [
        ('[[card]]\nid = "usa_red_04"\nages = [1, 2, 3]', r"card \d+ \(usa_red_04\): 'ages' needs 8 numbers"),
        ('[[card]]\nid = "usa_red_04"\nbid = 5', r"\(france_rose_05\): the bid 5 is already on usa_red_04"),
        ('[[card]]\nid = "usa_red_04"\ncountry = "italy"', r"'country' must be one of usa, france, spain"),
        ('[[card]]\nid = "usa_red_04"\nremove = true', r"two hands and the prizes are 18 cards"),
        ('[[card]]\nid = "italy_red_19"\nbid = 19', r"\(italy_red_19\): the field 'ages' is missing"),
    ],
)
def test_impossible_card_sets_are_refused(correction: str, complaint: str) -> None:
    """§2.2, §2.3, §3.1: an owner's corrections must make a deck that can be played."""
    with pytest.raises(BadComponents, match=complaint):
        GAME.prepare(2, {}, GAME.components({"cards.toml": correction}))


def test_a_corrected_card_plays_with_its_new_figures() -> None:
    """An owner corrects the ages of one card: the game scores by them, and only by them."""
    tables = GAME.components({"cards.toml": '[[card]]\nid = "usa_rose_02"\nages = [1, 2, 3, 4, 5, 6, 7, 8]'})
    pieces = GAME.prepare(2, {}, tables).pieces
    assert cellar_value(pieces, cards(2)) == 1
    assert cellar_value(PIECES, cards(2)) == 8
