"""Blind Tasting keeps the laws of every game, and each example of its rules."""

import pytest

from cuvee import laws
from cuvee.kernel.game import Options
from cuvee.kernel.match import Match
from cuvee_blind_tasting import GAME


@pytest.mark.parametrize(("seats", "options"), GAME.modes())
def test_random_games_keep_every_law(seats: int, options: Options) -> None:
    laws.keeps_every_law(GAME, seats, options, games=3)


def test_among_equal_offers_the_decanter_decides() -> None:
    """§4.3."""
    match = Match(GAME, 3, {}, seed=1)
    for seat in (2, 0, 1):
        match.play(seat, match.state.parse(seat, "offer 4"))
    assert match.state.waiting == [0]
    match.play(0, match.state.options(0)[0])
    assert match.state.waiting == [1]


def test_the_highest_offer_chooses_first() -> None:
    """§4.3."""
    match = Match(GAME, 2, {}, seed=1)
    match.play(0, match.state.parse(0, "offer 2"))
    match.play(1, match.state.parse(1, "offer 5"))
    assert match.state.waiting == [1]
