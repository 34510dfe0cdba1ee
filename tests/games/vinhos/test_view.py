"""What views show, what the log says, and how the greedy bot plays."""

from cuvee import bots, build
from cuvee.bots.bot import play_out
from cuvee.games.vinhos.state.table import Table
from cuvee.games.vinhos.view.log import recount
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR
from tests.games.vinhos import table as t


def tiles(state: Table, seat: int, region: str) -> list[str]:
    """List the vineyards of a stack as a seat sees them."""
    thing = t.GAME.view(state, seat).find(f"region:{region}")
    assert thing is not None
    return [tile.id.removeprefix("vineyard:") for tile in thing.inside]


def test_a_rearranged_stack_is_known_to_its_maker_only() -> None:
    """§1.3: the others see the new top tile and which tiles lie below, but not their order."""
    state = t.blank()
    t.give_expert(state, 0, "we_taste_rearrange")
    t.turn(state)
    order = ["vy_minho_white_2", "vy_minho_white_1", "vy_minho_red_2", "vy_minho_red_1"]
    t.say(state, 0, "use we_taste_rearrange", "rearrange minho", *order[:3])
    assert tiles(state, 0, "minho") == order
    for other in (1, SPECTATOR):
        assert tiles(state, other, "minho") == [order[0], "vy_minho_red_1", "vy_minho_red_2", "vy_minho_white_1"]
    before = state.stacks[t.REGION["minho"]]
    for seed in range(5):
        guess = state.redeal(0, Chance.from_seed(seed, ["guess"]))
        assert isinstance(guess, Table)
        assert guess.stacks[t.REGION["minho"]] == before
    guesses = {str(guess_stack(state, 1, seed)) for seed in range(20)}
    assert len(guesses) == 6, "three tiles in every order"


def guess_stack(state: Table, seat: int, seed: int) -> list[int]:
    """Return the stack of Minho as a seat may imagine it."""
    guess = state.redeal(seat, Chance.from_seed(seed, ["guess"]))
    assert isinstance(guess, Table)
    return guess.stacks[t.REGION["minho"]]


def test_returned_experts_lie_at_the_bottom_for_all_to_see() -> None:
    """§1.6: their order is known, that of the tiles above is not."""
    state = t.blank()
    first = state.take_expert(0, 0)
    state.put_under(first)
    for seed in range(5):
        guess = state.redeal(1, Chance.from_seed(seed, ["guess"]))
        assert isinstance(guess, Table)
        assert guess.decks[0][-1] == first
        assert guess.decks[0][0] == state.decks[0][0]


def test_the_picture_shows_boards_and_wines() -> None:
    state = t.blank(2)
    t.estate(state, 0, "douro", "white", farmers=1, cellar=1, wines=(0, 7))
    t.turn(state)
    picture = t.GAME.picture(t.GAME.view(state, 0))
    for words in ("Year 1 of 6", "white Douro", "[· 7 · ·]", "Sales Area", "Anabela"):
        assert words in picture
    assert "Lacerda" in t.GAME.picture(t.GAME.view(t.fresh(1), 0))
    assert "fair tiles 5" in t.GAME.picture(t.GAME.view(t.fresh(2, mode="reserve"), 0))


def test_the_log_tells_a_turn() -> None:
    state = t.blank()
    t.estate(state, 0, "dao", wines=(5, 0))
    state.news = []
    t.turn(state)
    t.say(state, 0, "go export", "angola_2")
    story = [recount(state, news, 1) for news in state.news]
    assert story == ["A moves to Export for 0 Bagos", "A exports to Angola 2 for 4 VP"]


def test_greedy_beats_random_and_plays_sensibly() -> None:
    """Greedy wins against three random players; four greedy ones average between 60 and 140 VP."""
    won, duels = 0, 100 if build.compiled() else 12
    for seed in range(duels):
        state, place = t.GAME.new(4, {}, seed), seed % 4
        names = ["greedy" if seat == place else "random" for seat in range(4)]
        play_out(state, [bots.make(name, t.GAME, 4 * seed + seat) for seat, name in enumerate(names)], 10_000)
        won += t.GAME.places(state)[place] == 1
    assert won >= 0.95 * duels
    totals: list[int] = []
    for seed in range(20 if build.compiled() else 3):
        state = t.GAME.new(4, {}, seed)
        play_out(state, [bots.make("greedy", t.GAME, 4 * seed + seat) for seat in range(4)], 10_000)
        totals += t.GAME.scores(state)
    assert 60 <= sum(totals) / len(totals) <= 140
