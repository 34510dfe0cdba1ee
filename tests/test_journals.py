"""Complete stored games, replayed on every change: a rule that changes by accident shows here."""

from pathlib import Path

import pytest

from cuvee import games
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match

JOURNALS = sorted((Path(__file__).parent / "journals").glob("*.json"))


@pytest.mark.parametrize("path", JOURNALS, ids=[path.stem for path in JOURNALS])
def test_a_stored_game_replays_to_the_same_positions_and_result(path: Path) -> None:
    journal = Journal.from_json(path.read_text("utf-8"))
    match = Match.from_journal(games.get(journal.game), journal)
    assert match.state.over
    assert match.journal.result == journal.result is not None


def test_every_game_has_stored_games() -> None:
    for name in games.NAMES:
        assert any(path.stem.startswith(name) for path in JOURNALS), f"tests/journals holds no game of {name}"
