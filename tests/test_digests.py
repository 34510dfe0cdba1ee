"""The digest of component data covers what affects play, not its wording."""

import json
from pathlib import Path
from typing import Any

import pytest

from cuvee import games
from cuvee.games.box import Box
from cuvee.kernel.chance import Chance
from cuvee.kernel.components import SAID, Components
from cuvee.kernel.errors import OtherRules
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match

FIRST_JOURNALS = {
    "wine_cellar": "bb1c788bad745b79",
    "ora_et_labora": "d86bb75f130b6d90",
    "viticulture": "dc1ea6fa3ec91264",
    "vinhos": "49b3dada54d7f147",
    "age_of_champagne": "a9c4f841c7234959",
}
"""How journals named the data of each box while every word of the tables counted."""
JOURNALS = sorted((Path(__file__).parent / "journals").glob("*.json"))


def holds(value: object, field: str) -> bool:
    """Tell whether a table has a field anywhere."""
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return (isinstance(value, dict) and field in value) or any(holds(part, field) for part in inner)


def reworded(value: Any, field: str, inside: bool = False) -> Any:
    """Copy a table with a field put in other words or figures."""
    if isinstance(value, dict):
        return {name: reworded(inner, field, inside or name == field) for name, inner in value.items()}
    if isinstance(value, list):
        return [reworded(inner, field, inside) for inner in value]
    if not inside:
        return value
    return f"{value} †" if isinstance(value, str) else not value if isinstance(value, bool) else value + 1


FIELDS = [(game.name, field) for game in games.every() for field in sorted(SAID) if holds(game.components().tables, field)]


def with_tables(box: Box, tables: dict[str, Any]) -> Components:
    """Components of a box whose files hold these tables."""
    found = Components(box.files())
    found.tables.update(tables)
    found.wording = json.dumps(tables)
    return found


def play(box: Box, seats: int, tables: Components) -> str:
    """Play a game at random; return its journal, apart from what its data are called."""
    match = Match(box, seats, {}, 11, tables)
    luck = Chance.from_seed(11, ["law"])
    while not match.state.over:
        seat = match.state.waiting[0]
        numbers = match.state.options(seat)
        match.play(seat, numbers[luck.below(len(numbers))])
    return match.journal.to_json()


@pytest.mark.parametrize(("game", "field"), FIELDS)
def test_rewording_what_is_only_said_changes_no_game(game: str, field: str) -> None:
    box = games.get(game)
    other = with_tables(box, reworded(box.components().tables, field))
    assert other.tables != box.components().tables
    for seats in {box.seats[0], box.seats[-1]}:
        assert play(box, seats, other) == play(box, seats, box.components())


@pytest.mark.parametrize("game", games.NAMES)
def test_only_rewording_leaves_the_digest_alone(game: str) -> None:
    box = games.get(game)
    for name, text in box.files().items():
        prose = text.replace('source = "', 'source = "my copy, ').replace('note = "', 'note = "In other words: ')
        assert Components({**box.files(), name: prose}).digest == box.components().digest, name


def test_a_corrected_figure_is_another_game() -> None:
    box = games.get("wine_cellar")
    changed = box.components({"cards.toml": '[[card]]\nid = "spain_white_07"\nages = [1, 2, 3, 4, 6, 7, 8, 5]'})
    assert changed.digest != box.components().digest
    journal = Match(box, 2, {}, 1, changed).journal
    journal.overrides = {}
    with pytest.raises(OtherRules):
        Match.from_journal(box, journal)


def test_corrected_words_are_shown() -> None:
    """Two owners who give a card different names share the digest, but each sees their own name."""
    box = games.get("wine_cellar")
    names = ("Verdejo of mine", "Verdejo of yours")
    for name in names:
        tables = box.components({"cards.toml": f'[[card]]\nid = "spain_white_07"\nname = "{name}"'})
        assert tables.digest == box.components().digest
        assert name in {card.name for card in box.prepare(2, {}, tables).pieces.cards}


@pytest.mark.parametrize("path", JOURNALS, ids=[path.stem for path in JOURNALS])
def test_journals_that_named_every_word_still_open(path: Path) -> None:
    """Unless a card has been corrected since: then it is a different game."""
    journal = Journal.from_json(path.read_text("utf-8"))
    box = games.get(journal.game)
    journal.components = FIRST_JOURNALS[journal.game]
    if box.earlier_digests[journal.components] == box.components().digest:
        assert Match.from_journal(box, journal).state.over
    else:
        with pytest.raises(OtherRules):
            Match.from_journal(box, journal)
