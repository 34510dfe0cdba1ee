"""Everything in the box of a game, put into words: each row of its tables as a card people can read, and how we know it."""

import re
from functools import cache
from importlib.resources import files
from typing import Any, Final, final

from cuvee import games
from cuvee.games.face import Face
from cuvee.kernel.text import noted

SOURCES: Final = {
    "seed": noted("from the rulebook"),
    "public": noted("from public material"),
    "memory": noted("from general knowledge"),
    "reconstructed": noted("reconstructed"),
    "owner": noted("corrected by the owner"),
}
UNKNOWN: Final = "unknown"
_NOT_FACTS: Final = {"id", "name", "text", "source", "sources", "note", "checked", "differs"}
_LONG: Final = 36
"""Anything longer than this is a sentence rather than a figure."""
Names = dict[str, str]
"""The names of a box's rows, by id: other rows refer to them by id."""
_NAMES: Final = ("name", "title", "destination", "label")
_ICON_FIELDS: Final = (
    "id",
    "good",
    "type",
    "wine",
    "grape",
    "cuvee",
    "structure",
    "transport",
    "kind",
    "season",
    "terrain",
    "deck",
)
_ICONS: Final = {
    "order": "i-bottle",
    "market": "i-bottle",
    "worker": "p-worker",
    "event": "i-megaphone",
    "token": "u-star",
    "difficulty": "u-bot",
    "solo": "u-bot",
    "money": "i-coin",
    "coin": "i-coin",
    "rank": "u-crown",
    "mode": "u-users",
    "players": "u-users",
    "participants": "u-users",
    "option": "u-gear",
    "piece": "p-cube",
    "cellar": "i-barrel",
    "wine": "i-glass",
    "card": "u-cards",
}
"""Icons for the words that boxes have in common; a game adds its own in `table/icons.toml`."""


@final
class Fact:
    """One field of a row in words."""

    def __init__(self, label: str, words: str, faint: bool = False) -> None:
        self.label = label
        self.words = words
        self.faint = faint
        """Nothing to speak of: worth knowing, but not worth showing prominently."""


@final
class Piece:
    """One row of a table."""

    def __init__(
        self, face: Face, file: str, kind: str, number: int, fields: dict[str, Any], names: Names, prefix: str = ""
    ) -> None:
        self.file = file
        self.kind = kind
        self.fields = fields
        self.id = str(fields.get("id", ""))
        given = next((str(fields[key]) for key in _NAMES if fields.get(key)), "")
        self.name = given or _named(self.id.removeprefix(prefix), kind, number)
        self.text = str(fields.get("text", ""))
        self.note = str(fields.get("note", ""))
        source = str(fields.get("source", UNKNOWN))
        self.source = source if source in SOURCES else UNKNOWN
        self.icon = _icon(face, file, kind, fields)
        shown = {key: value for key, value in fields.items() if not _hidden(key)}
        facts = [fact for key, value in shown.items() if not _deep(value) and (fact := _fact(key, value, names)) is not None]
        self.facts = [fact for fact in facts if len(fact.words) <= _LONG]
        self.remarks = [fact for fact in facts if len(fact.words) > _LONG]
        self.details = [(spoken(key), value) for key, value in shown.items() if _deep(value)]
        self.other_sources = _other_sources(fields)


@final
class Group:
    """All rows of one kind in a file."""

    def __init__(self, file: str, kind: str, pieces: list[Piece], copies: int) -> None:
        self.file = file
        self.kind = kind
        self.title = spoken(kind)
        self.pieces = pieces
        self.copies = copies
        """How many pieces are in the box, if the file itself gives that sum; otherwise 0."""


@final
class Inventory:
    """The whole box."""

    def __init__(self, game: str, files: dict[str, list[Group]]) -> None:
        self.game = game
        self.files = files
        self.pieces = [piece for groups in files.values() for group in groups for piece in group.pieces]
        self.counts = {
            source: number for source in (*SOURCES, UNKNOWN) if (number := sum(piece.source == source for piece in self.pieces))
        }

    def example(self) -> "tuple[Piece, str, str] | None":
        """Return a row with a number in it, to show how one is corrected: the row, a field, its value."""
        for piece in self.pieces:
            for key, value in piece.fields.items():
                if piece.id and key not in {"count", "number", "order"} and type(value) is int:
                    return piece, key, str(value)
        return None


@cache
def unpack(game: str) -> Inventory:
    """Lay out the box of a game; done once, since it changes only with a release.

    >>> unpack("wine_cellar").counts["reconstructed"]
    12
    """
    box = games.get(game)
    tables, face = box.components().tables, box.face()
    names: Names = {}
    for rows in (rows for table in tables.values() for rows in table.values() if isinstance(rows, list)):
        names |= {row["id"]: row["name"] for row in rows if isinstance(row.get("name"), str) and "id" in row}
    files = {file: groups for file, kinds in tables.items() if (groups := _groups(face, file, kinds, names))}
    return Inventory(game, files)


def _groups(face: Face, file: str, table: dict[str, Any], names: Names) -> list[Group]:
    stated = {value for kind in ("deck", "meta") for value in table.get(kind, {}).values() if type(value) is int}
    groups: list[Group] = []
    single: list[Piece] = []
    for kind, rows in table.items():
        if isinstance(rows, list):
            prefix = _prefix([str(fields.get("id", "")) for fields in rows])
            pieces = [Piece(face, file, kind, number, fields, names, prefix) for number, fields in enumerate(rows, 1)]
            copies = sum(count if type(count := fields.get("count", 1)) is int else 1 for fields in rows)
            groups.append(Group(file, kind, pieces, copies if copies != len(pieces) and copies in stated else 0))
        elif isinstance(rows, dict) and kind not in {"meta", "deck"}:
            single.append(Piece(face, file, kind, 0, rows, names))
    return groups + ([Group(file, "fixed figures", single, 0)] if single else [])


def kept(groups: list[Group], source: str) -> list[Piece]:
    """List the pieces in some groups that come from one source, or all of them."""
    return [piece for group in groups for piece in group.pieces if source in ("", piece.source)]


def title_of(file: str) -> str:
    """Return what to call a file.

    >>> title_of("market_cards.toml")
    'Market cards'
    """
    return spoken(file.removesuffix(".toml")).capitalize()


def spoken(word: object) -> str:
    """Return a word of the tables as people say it.

    >>> spoken("unit_value"), spoken(True), spoken("Aÿ")
    ('unit value', 'yes', 'Aÿ')
    """
    if isinstance(word, bool):
        return "yes" if word else "no"
    text = str(word)
    return text.replace("_", " ") if re.fullmatch(r"[a-z0-9_]+", text) else text


def _named(id: str, kind: str, number: int) -> str:
    if id:
        return spoken(id).capitalize()
    return f"{spoken(kind).capitalize()} {number}" if number else spoken(kind).capitalize()


def _prefix(ids: list[str]) -> str:
    """Return the abbreviated kind that all ids of a table begin with, if what follows is still a name.

    >>> _prefix(["tok_eco", "tok_land"]), _prefix(["order_01", "order_02"]), _prefix(["clay", "wood"])
    ('tok_', '', '')
    """
    first = ids[0].split("_")[0] + "_"
    same = len(ids) > 1 and all(one.startswith(first) and not one[len(first) :].replace("_", "").isdigit() for one in ids)
    return first if same else ""


def _hidden(key: str) -> bool:
    return key in _NOT_FACTS or key in _NAMES or key.endswith("_source")


def _deep(value: object) -> bool:
    """Tell whether a value is more than a card can show: tables inside lists and tables."""
    if isinstance(value, dict):
        return "op" in value or any(isinstance(inner, (dict, list)) for inner in value.values())
    return isinstance(value, list) and any(isinstance(inner, (dict, list)) for inner in value)


def _fact(key: str, value: object, names: Names) -> Fact | None:
    """Return a field in words; None if its value means nothing."""

    def say(word: object) -> str:
        return names.get(word, spoken(word)) if isinstance(word, str) else spoken(word)

    if value is False or value in ("", [], {}) or (key == "count" and value == 1):
        return None
    if value is True:
        return Fact(spoken(key), "")
    if isinstance(value, list):
        return Fact(spoken(key), (" " if _numbers(value) else ", ").join(say(item) for item in value))
    if isinstance(value, dict):
        held = {inner: amount for inner, amount in value.items() if amount not in (0, False, "")}
        words = ", ".join(f"{say(inner)} {say(amount)}" for inner, amount in held.items())
        return Fact(spoken(key), words or "0", faint=not words)
    return Fact(spoken(key), say(value), faint=value == 0)


def _numbers(values: list[object]) -> bool:
    return all(type(value) is int and 0 <= value < 100 for value in values)


def _other_sources(fields: dict[str, Any]) -> list[tuple[str, str]]:
    """List the fields whose source differs from that of the row as a whole."""
    own = fields.get("source")
    given = dict(fields.get("sources") or {}) if isinstance(fields.get("sources"), dict) else {}
    given |= {key.removesuffix("_source"): value for key, value in fields.items() if key.endswith("_source")}
    return [(spoken(key), value) for key, value in given.items() if value != own and value in SOURCES]


@cache
def _drawn() -> frozenset[str]:
    drawing = (files("cuvee.web") / "static" / "cuvee" / "icons.svg").read_text("utf-8")
    return frozenset(re.findall(r'id="([^"]+)"', drawing))


def _icon(face: Face, file: str, kind: str, fields: dict[str, Any]) -> str:
    """Choose a drawing for a row: the game's choice if there is one, else one of the thing itself, else one of its kind."""
    for word in (fields.get(field) for field in _ICON_FIELDS):
        if not isinstance(word, str):
            continue
        for icon in (face.things.get(word, ""), f"i-{word}", f"y-{word}"):
            if icon in _drawn():
                return icon
    place = f"{kind} {file}"
    return next(
        (icon for word, icon in [*face.kinds.items(), *_ICONS.items()] if word in place and icon in _drawn()), "u-cards"
    )
