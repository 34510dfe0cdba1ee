"""Bots that think ahead: what they may see, what they refuse, and that the same seed gives the same thoughts."""

import pytest

from cuvee import bots, games
from cuvee.bots.bot import Bot, play_out
from cuvee.bots.flat import FlatBot, Trial
from cuvee.bots.thinking import Budget, ThinkingBot
from cuvee.bots.tree import TreeBot
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.wine_cellar.decisions.trick import Bid
from cuvee.games.wine_cellar.endgame import Endgame, pack
from cuvee.games.wine_cellar.state import Cellars
from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.play import State
from tests.games.wine_cellar.table import lay

KINDS = ["tree", "flat"]
NODES = 24


def middle_of(name: str, seats: int, decisions: int, seed: int = 5) -> State:
    """Let beginners play for a while."""
    game = games.get(name)
    state = game.new(seats, seed=seed)
    players = [bots.make("greedy", game, seed + seat) for seat in range(seats)]
    while state.waiting and (decisions > 0 or len(state.options(state.waiting[0])) < 3):
        seat = state.waiting[0]
        state.apply(seat, players[seat].choose(state, seat))
        decisions -= 1
    return state


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_and_nodes_choose_the_same(kind: str, name: str) -> None:
    game, state = games.get(name), middle_of(name, 2, 12)
    seat = state.waiting[0]
    chosen = {bots.make(f"{kind}@{NODES}", game, 3).choose(state, seat) for _time in range(2)}
    assert len(chosen) == 1
    assert chosen <= set(state.options(seat))


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_thinking_changes_nothing(kind: str, name: str) -> None:
    state = middle_of(name, 2, 12)
    before = state.digest()
    bots.make(f"{kind}@{NODES}", games.get(name), 3).choose(state, state.waiting[0])
    assert state.digest() == before


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_sees_only_what_its_seat_knows(kind: str, name: str) -> None:
    """It chooses the same in every position that looks the same to it."""
    state = middle_of(name, 2, 12)
    seat = state.waiting[0]
    rng = Chance.from_seed(1, ["worlds"])
    others = [state.redeal(seat, rng) for _world in range(3)]
    assert len({world.digest() for world in others}) > 1 or name == "ora_et_labora", "something is hidden"
    chosen = [bots.make(f"{kind}@{NODES}", games.get(name), 3).choose(world, seat) for world in [state, *others]]
    assert len(set(chosen)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_finished_game_is_refused(kind: str) -> None:
    game = games.get("wine_cellar")
    state = game.new(2, seed=1)
    play_out(state, [bots.make("random", game, seat) for seat in range(2)], 100)
    with pytest.raises(CuveeError, match="The game is over"):
        bots.make(f"{kind}@{NODES}", game, 3).choose(state, 0)


def test_a_seat_that_is_not_asked_is_refused() -> None:
    state = middle_of("vinhos", 2, 12)
    with pytest.raises(CuveeError, match="nothing to decide for this seat"):
        bots.make(f"flat@{NODES}", games.get("vinhos"), 3).choose(state, 1 - state.waiting[0])


@pytest.mark.parametrize("kind", KINDS)
def test_impossible_hidden_information_is_refused(kind: str) -> None:
    """A card that lies in two places at once."""
    state = lay([[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]], [13, 14], [[15, 16], [17, 15]])
    with pytest.raises(CuveeError, match="This position is impossible"):
        bots.make(f"{kind}@{NODES}", games.get("wine_cellar"), 3).choose(state, 0)


def test_no_budget_is_an_error() -> None:
    with pytest.raises(CuveeError, match="needs a budget"):
        Budget()


@pytest.mark.parametrize("name", ["search@0", "search@", "search@many", "search@-3"])
def test_nodes_are_a_whole_number_above_0(name: str) -> None:
    with pytest.raises(CuveeError, match="a whole number above 0"):
        bots.make(name, games.get("wine_cellar"), 1)


@pytest.mark.parametrize("kind", KINDS)
def test_time_is_kept(kind: str) -> None:
    """The findings of a short time are fewer than those of a long one."""
    game, state = games.get("age_of_champagne"), middle_of("age_of_champagne", 2, 12)

    def looks(seconds: float) -> int:
        make = TreeBot if kind == "tree" else FlatBot
        bot: ThinkingBot = make(game, game.heuristics(), 1, Budget(seconds))
        return sum(bot.judge(state, state.waiting[0], state.options(state.waiting[0])).visits)

    assert looks(0.02) < looks(0.4)


def test_search_beats_greedy_at_wine_cellar() -> None:
    """Ten deals from both seats are enough to tell: strength is measured in docs/strength.md."""
    game = games.get("wine_cellar")
    won = 0.0
    for number in range(20):
        own = number % 2
        players: list[Bot] = [bots.make("search@60" if seat == own else "greedy", game, number) for seat in range(2)]
        state = game.new(2, seed=number // 2)
        play_out(state, players, 100)
        places = game.places(state)
        won += 0.5 if places == [1, 1] else float(places[own] == 1)
    assert won >= 11


def test_a_first_opinion_is_given_up_only_for_good_reasons() -> None:
    """With caution, one lucky look is not enough; without it, one is; many looks always are."""

    def better(caution: int, looks: int) -> bool:
        trial = Trial([0.0, 0.1], caution)
        for _look in range(looks):
            trial.note([0, 1], [0.5, 0.6], 1)
        return trial.mean(1) > trial.mean(0)

    assert better(0, 1)
    assert not better(4, 1)
    assert not better(4, 3)
    assert better(4, 5)


def test_who_passes_is_compared_at_the_same_time_as_who_does_not() -> None:
    """Passing in Viticulture (§5.8) leads to the next season sooner: every choice is judged when the next year begins."""
    game = games.get("viticulture")
    state = middle_of("viticulture", 3, 40)
    while state.decision().kind != "turn":
        state.apply(state.waiting[0], state.options(state.waiting[0])[0])
    assert isinstance(state, Winery)
    seat = state.waiting[0]
    bot = FlatBot(game, game.heuristics(), 1, Budget(nodes=1))
    bot.playing_on.start(state)
    for number in state.options(seat):
        after = state.redeal(seat, bot.rng)
        assert isinstance(after, Winery)
        after.apply(seat, number)
        bot.playing_on.value(after, seat, bot.rng)
        assert (after.year, after.season) == (state.year + 1, 0), number


def test_the_tree_answers_each_card_of_the_pile_in_its_own_way() -> None:
    """In solo Wine Cellar (§11) the bid it prefers is worth as much as the best one, found by exhaustive search."""
    game = games.get("wine_cellar")
    lost = 0.0
    for seed in range(8):
        state = middle_of("wine_cellar", 1, 0, seed)
        player = bots.make("greedy", game, seed)
        while not (isinstance(state.decision(), Bid) and len(state.options(0)) == 3):
            state.apply(0, player.choose(state, 0))
        assert isinstance(state, Cellars)
        tree = TreeBot(game, game.heuristics(), seed, Budget(nodes=600))
        chosen = tree.judge(state, 0, state.options(0))
        endgame = Endgame(state.pieces, swap=True)
        pile, cellar = sorted(state.unseen_by(0)), pack(state.cellars[0])
        worth = [endgame.alone_after(card, state.hands[0], pile, state.prizes, cellar) for card in chosen.numbers]
        lost += max(worth) - worth[chosen.best(tree.rng)]
    assert lost / 8 < 0.05, "points lost by the choice of a bid"
