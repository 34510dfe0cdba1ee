"""`cuvee games`, `rules` and `components`: the commands that look things up."""

import argparse
from typing import Any

from cuvee import games
from cuvee.cli.arguments import Command, components_flag, json_flag
from cuvee.cli.files import read_overrides
from cuvee.cli.output import print_json, print_table
from cuvee.games.rulebook import find_section, section_numbers
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _

SOURCES_IN_WORDS = {
    "seed": "from the rulebook",
    "public": "from public material",
    "memory": "from general knowledge",
    "reconstructed": "reconstructed",
    "owner": "corrected by the owner",
}


def add_lookup(command: Command) -> None:
    """Add the commands."""
    json_flag(command("games", _games, "list the games"))

    rules = command("rules", _rules, "read the rules of a game, or one section of them")
    rules.add_argument("game")
    rules.add_argument("section", nargs="?", metavar="§")

    components = command("components", _components, "count the components and say where each fact comes from")
    components.add_argument("game")
    components_flag(json_flag(components))


def _games(given: argparse.Namespace) -> int:
    boxes = games.every()
    if given.json:
        print_json(
            {
                "games": [
                    {
                        "name": box.name,
                        "title": box.title,
                        "designer": box.designer,
                        "about": _(box.blurb),
                        "players": list(box.seats),
                        "minutes": box.minutes,
                        "solo": _(box.solo) if box.solo else None,
                        "rules_version": box.version,
                        "options": [
                            {
                                "key": setting.key,
                                "values": list(setting.values),
                                "default": setting.default,
                                "players": [seats for seats in box.seats if setting.offered(seats)],
                                "about": _(setting.explanation),
                            }
                            for setting in box.settings
                        ],
                    }
                    for box in boxes
                ]
            }
        )
        return 0
    for box in boxes:
        print(
            f"{box.name}\n    {box.title}, by {box.designer}; {_players(box.seats)}, {box.minutes} minutes\n    {_(box.blurb)}"
        )
        for setting in box.settings:
            values = "|".join(str(value).lower() for value in setting.values)
            only = "" if not setting.seats else f" ({_players(setting.seats)} only)"
            print(f"    --option {setting.key}={values}{only}: {_(setting.explanation)}")
    return 0


def _players(seats: tuple[int, ...]) -> str:
    if len(seats) > 1:
        return _("{least} to {most} players", least=seats[0], most=seats[-1])
    return _("{seats} players", seats=seats[0])


def _rules(given: argparse.Namespace) -> int:
    text = games.get(given.game).rules()
    if given.section is None:
        print(text)
        return 0
    found = find_section(text, given.section)
    if found is None:
        chapters = ", ".join(number for number in section_numbers(text) if "." not in number)
        raise CuveeError(
            _(
                "the rules of {game} have no § {section}; the chapters are {chapters}",
                game=given.game,
                section=given.section,
                chapters=chapters,
            )
        )
    print(found)
    return 0


def _components(given: argparse.Namespace) -> int:
    box = games.get(given.game)
    tables = box.components(read_overrides(given.game, given.components))
    box.prepare(box.seats[0], {}, tables)  # tables that can be read may still not be playable
    counts = tables.provenance()
    if given.json:
        kinds: dict[str, dict[str, Any]] = {}
        for kind, count in ((kind, count) for file in counts.values() for kind, count in file.items()):
            entry = kinds.setdefault(kind, {"rows": 0, "pieces": 0, "sources": {}})
            for key, number in count.items():
                into = entry if key in ("rows", "pieces") else entry["sources"]
                into[key] = into.get(key, 0) + number
        corrected = sorted(tables.overrides)
        print_json({"game": box.name, "digest": tables.digest, "corrected_files": corrected, "kinds": kinds, "files": counts})
        return 0
    found = {key for file in counts.values() for count in file.values() for key in count} - {"rows", "pieces"}
    sources = [source for source in (*SOURCES_IN_WORDS, "unknown") if source in found]
    rows = [
        [f"{file}: {kind}", str(count["pieces"]), *(str(count.get(source, "")) for source in sources)]
        for file, kinds in counts.items()
        for kind, count in kinds.items()
    ]
    print_table(f"{box.title}: components", ["table", "pieces", *(SOURCES_IN_WORDS.get(s, s) for s in sources)], rows)
    return 0
