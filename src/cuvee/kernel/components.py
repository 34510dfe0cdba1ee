"""The tables of a rulebook: TOML files read into rows that know where they came from.

The owner of a box can correct a row without touching the package: an override folder holds files of the same names, with only
the rows and fields that differ. Rows are matched by their `id`; a row with a new id is added and must be complete;
`remove = true` takes one out. Every error names the file and the row.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from cuvee.kernel.errors import BadComponents
from cuvee.kernel.text import _, did_you_mean

SOURCES: Final = ("seed", "public", "memory", "reconstructed")
LARGEST: Final = "largest"
"""The limit that every file declares at its top for figures in corrections: nobody's box holds ten million cards."""
SAID: Final = {
    *("name", "adjective", "text", "reserve_text", "label", "feature_name", "also_called", "destination", "glyph", "where"),
    *("playable", "ends", "attaches", "actions_pattern", "example_position", "source", "sources", "source_note"),
    *("name_source", "kind_source", "copies_source", "bordeaux_source", "essential_source", "maximum_source"),
    *("note", "checked", "trigger_checked", "ruling", "differs", "confidence"),
}
"""Fields that people read and no rule does: rewording them changes no game."""
OWNER: Final = "owner"
"""The `source` that a corrected row gets unless its owner states another."""

TomlTable = dict[str, Any]


class Row:
    """One row of a component table; reading a field that is missing or of the wrong kind raises an error that names the row.

    >>> row = Row({"id": "usa_rose_02", "bid": 2}, "cards.toml, card 2")
    >>> row.text("id"), row.number("bid")
    ('usa_rose_02', 2)
    >>> row.numbers("ages")
    Traceback (most recent call last):
    cuvee.kernel.errors.BadComponents: cards.toml, card 2: the field 'ages' is missing
    """

    def __init__(self, fields: TomlTable, place: str) -> None:
        self.fields = fields
        self.place = place

    def wrong(self, why: str) -> BadComponents:
        """Return the error to raise when this row says something impossible."""
        return _wrong(self.place, why)

    def must_be(self, name: str, what: str) -> BadComponents:
        """Return the error to raise when a field is not what it must be."""
        return self.wrong(_("'{name}' must be {what}, not {value!r}", name=name, what=what, value=self.fields[name]))

    def has(self, name: str) -> bool:
        """Tell whether the row has a field."""
        return name in self.fields

    def value(self, name: str) -> Any:
        """Return a field of any kind."""
        if name not in self.fields:
            raise self.wrong(_("the field '{name}' is missing", name=name))
        return self.fields[name]

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text field."""
        if default is not None and name not in self.fields:
            return default
        value = self.value(name)
        if not isinstance(value, str):
            raise self.must_be(name, _("a string"))
        return value

    def number(self, name: str, default: int | None = None) -> int:
        """Return a whole number."""
        if default is not None and name not in self.fields:
            return default
        value = self.value(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.must_be(name, _("a whole number"))
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Return a yes or no."""
        if default is not None and name not in self.fields:
            return default
        value = self.value(name)
        if not isinstance(value, bool):
            raise self.must_be(name, _("true or false"))
        return value

    def choice(self, name: str, allowed: Iterable[str]) -> str:
        """Return a text field that must be one of a few values."""
        value, known = self.text(name), list(allowed)
        if value not in known:
            raise self.must_be(name, _("one of {known}", known=", ".join(known)))
        return value

    def numbers(self, name: str) -> list[int]:
        """Return a list of whole numbers."""
        value = self.value(name)
        if not isinstance(value, list) or not all(isinstance(item, int) and not isinstance(item, bool) for item in value):
            raise self.must_be(name, _("a list of whole numbers"))
        return list(value)

    def texts(self, name: str) -> list[str]:
        """Return a list of strings."""
        value = self.value(name)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.must_be(name, _("a list of strings"))
        return list(value)

    def row(self, name: str) -> "Row":
        """Return a nested table as a row of its own."""
        value = self.value(name)
        if not isinstance(value, dict):
            raise self.must_be(name, _("a table"))
        return Row(value, f"{self.place}, {name}")

    def rows(self, name: str) -> "list[Row]":
        """Return a list of nested tables."""
        value = self.value(name)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.must_be(name, _("a list of tables"))
        return [Row(item, f"{self.place}, {name} {number}") for number, item in enumerate(value, 1)]


class Components:
    r"""All tables of one box, with the owner's corrections applied.

    >>> base = {"cards.toml": 'largest = 20\n[[card]]\nid = "gamay"\nbid = 1\nsource = "seed"'}
    >>> Components(base, {"cards.toml": '[[card]]\nid = "gamay"\nbid = 7'}).rows("cards.toml", "card")[0].number("bid")
    7
    """

    def __init__(self, files: Mapping[str, str], overrides: Mapping[str, str] | None = None) -> None:
        self.overrides = dict(overrides or {})
        self.tables = {name: _read(name, text) for name, text in sorted(files.items())}
        self.largest = {name: _largest(name, table) for name, table in self.tables.items()}
        for name, text in sorted(self.overrides.items()):
            if name not in self.tables:
                raise _wrong(name, _("this game has no such file (it has {files})", files=", ".join(self.tables)))
            _correct(name, text, self.tables[name], self.largest[name])
        # The order of keys matters: rows are dealt and asked about in the order of the file.
        self.digest = _digest(_played(self.tables))
        """The digest of what is played: two sets of tables with the same one are the same game."""
        self.wording = _digest(self.tables)
        """The digest that covers the wording too. Older journals name this one."""

    def file(self, name: str) -> TomlTable:
        """Return one parsed file."""
        if name not in self.tables:
            raise _wrong(name, _("the file is missing"))
        return self.tables[name]

    def rows(self, file: str, kind: str) -> list[Row]:
        """Return the rows `[[kind]]` of a file."""
        rows = self.file(file).get(kind)
        if not isinstance(rows, list):
            raise _wrong(file, _("there is no row [[{kind}]]", kind=kind))
        return [Row(fields, _place(file, kind, number, fields)) for number, fields in enumerate(rows, 1)]

    def row(self, file: str, kind: str) -> Row:
        """Return the single table `[kind]` of a file."""
        fields = self.file(file).get(kind)
        if not isinstance(fields, dict):
            raise _wrong(file, _("there is no table [{kind}]", kind=kind))
        return Row(fields, f"{file}, {kind}")

    def provenance(self) -> dict[str, dict[str, dict[str, int]]]:
        """Count rows and pieces by file and kind, and where their facts come from."""
        counts: dict[str, dict[str, dict[str, int]]] = {}
        for file, table in self.tables.items():
            for kind, rows in table.items():
                if kind == "meta" or not isinstance(rows, list):
                    continue
                count = counts.setdefault(file, {}).setdefault(kind, {"rows": 0, "pieces": 0})
                for fields in rows:
                    count["rows"] += 1
                    copies = fields.get("count", 1)
                    count["pieces"] += copies if isinstance(copies, int) else 1
                    source = fields.get("source", "unknown")
                    count[source] = count.get(source, 0) + 1
        return counts


def _digest(tables: object) -> str:
    return sha256(json.dumps(tables, ensure_ascii=False).encode()).hexdigest()[:16]


def _played(value: object) -> object:
    """Leave out the fields that only people read."""
    if isinstance(value, dict):
        return {field: _played(inner) for field, inner in value.items() if field not in SAID}
    return [_played(inner) for inner in value] if isinstance(value, list) else value


def _wrong(place: str, why: str) -> BadComponents:
    return BadComponents(f"{place}: {why}")


def _place(file: str, kind: str, number: int, fields: TomlTable) -> str:
    name = f" ({fields['id']})" if "id" in fields else ""
    return f"{file}, {kind} {number}{name}"


def _read(file: str, text: str) -> TomlTable:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _wrong(file, _("not readable as TOML: {error}", error=error)) from None


def _largest(file: str, table: TomlTable) -> int:
    """Take the declared largest figure out of a file: it limits corrections and is not part of the rules."""
    most = table.pop(LARGEST, None)
    if type(most) is not int or most < max(_figures(table), default=0):
        raise _wrong(file, _("the file must begin with '{field} = ...', the largest figure it may hold", field=LARGEST))
    return most


def _figures(value: object) -> Iterator[int]:
    """List the size of every figure in a table, however deeply nested."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _figures(inner)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield abs(value)


def _correct(file: str, text: str, base: TomlTable, most: int) -> None:
    corrections = _read(file, text)
    if corrections.pop(LARGEST, most) != most:
        raise _wrong(file, _("'{field}' cannot be corrected: it is {most}", field=LARGEST, most=most))
    for kind, rows in corrections.items():
        for number, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
            if max(_figures(row), default=0) > most:
                place = _place(file, kind, number, row) if isinstance(row, dict) else file
                raise _wrong(place, _("no figure here may be larger than {most}", most=most))
    for kind, correction in corrections.items():
        if kind not in base:
            raise _wrong(file, _("unknown table '{kind}'", kind=kind) + did_you_mean(kind, base))
        if isinstance(base[kind], list):
            _correct_rows(file, kind, correction, base[kind])
        elif isinstance(base[kind], dict) and isinstance(correction, dict):
            _correct_fields(f"{file}, {kind}", base[kind], correction, set(base[kind]))
        else:
            raise _wrong(file, _("'{kind}' must be written as in the original file", kind=kind))


def _correct_rows(file: str, kind: str, corrections: object, rows: list[TomlTable]) -> None:
    if not isinstance(corrections, list) or not all(isinstance(row, dict) for row in corrections):
        raise _wrong(file, _("rows of '{kind}' are written [[{kind}]]", kind=kind))
    known = {field for row in rows for field in row} | {"source", "sources", "note"}
    by_id = {row["id"]: row for row in rows if "id" in row}
    for number, correction in enumerate(corrections, 1):
        place = _place(file, kind, number, correction)
        wanted = correction.get("id")
        if not isinstance(wanted, str):
            raise _wrong(place, _("a corrected row needs the 'id' of the row it corrects"))
        if correction.pop("remove", False):
            if wanted not in by_id:
                raise _wrong(place, _("there is no row '{id}' to remove", id=wanted) + did_you_mean(wanted, by_id))
            rows.remove(by_id.pop(wanted))
            continue
        row = by_id.get(wanted)
        if row is None:
            row = by_id[wanted] = {}
            rows.append(row)
        _correct_fields(place, row, correction, known)


def _correct_fields(place: str, row: TomlTable, correction: TomlTable, known: set[str]) -> None:
    for field, value in correction.items():
        if field not in known:
            raise _wrong(place, _("unknown field '{field}'", field=field) + did_you_mean(field, known))
        old = row.get(field)
        if old is not None and type(old) is not type(value) and not isinstance(old, dict):
            raise _wrong(place, _("'{field}' must be written like {old!r}, not {new!r}", field=field, old=old, new=value))
        row[field] = value
    if "source" not in correction:
        row["source"] = OWNER
