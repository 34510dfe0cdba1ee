"""The French catalogue: `python -m cuvee.web.i18n.catalogue` brings it up to date and lists what is not translated yet.

All texts of the site, the kernel, the bots and the games in this repository must be there.
With `--check` nothing is written, and a missing text is an error.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import cuvee

HOME: Final = Path(cuvee.__file__).parent
CATALOGUE: Final = HOME / "web" / "locale" / "fr.po"
METHODS: Final = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
OPTIONS: Final = {"**.html": {"silent": "false", "encoding": "utf-8"}, "**.py": {"encoding": "utf-8"}}
KEYWORDS: Final = {"_": None, "noted": None}
FOLDERS: Final = ("web", "kernel", "bots", "games")


def written() -> dict[str, set[str]]:
    """Return every text people read, and the files that contain it."""
    texts: dict[str, set[str]] = {}
    for folder in FOLDERS:
        found = extract_from_dir(HOME / folder, METHODS, OPTIONS, KEYWORDS)
        for name, _line, text, _comments, _context in found:
            if isinstance(text, str) and text:
                texts.setdefault(text, set()).add(f"{folder}/{Path(name).as_posix()}")
    return texts


def catalogue() -> Catalog:
    """Read the translations."""
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale="fr")


def missing(texts: dict[str, set[str]], known: Catalog) -> dict[str, set[str]]:
    """Return the texts that have no translation."""
    return {text: places for text, places in texts.items() if not (message := known.get(text)) or not message.string}


def parameters(text: str) -> set[str]:
    """Return the names of a text's placeholders.

    >>> sorted(parameters("{who} takes {card!r}"))
    ['card', 'who']
    """
    return {name for _literal, name, _format, _conversion in Formatter().parse(text) if name is not None}


def disagreeing(known: Catalog) -> Iterator[Message]:
    """Yield translations whose placeholders differ from those of their texts."""
    for message in known:
        if message.id and message.string and parameters(str(message.id)) != parameters(str(message.string)):
            yield message


def update(texts: dict[str, set[str]], known: Catalog) -> None:
    """Add new texts to the catalogue, mark those that are gone, and write it."""
    template = Catalog()
    for text, places in sorted(texts.items(), key=lambda pair: (sorted(pair[1]), pair[0])):
        template.add(text, locations=[(place, 0) for place in sorted(places)])
    for gone in [message for message in known.obsolete.values() if message.id in texts]:
        known.add(gone.id, gone.string)  # it is in use again
        known.obsolete.pop(gone.id)  # type: ignore[arg-type]
    known.update(template, no_fuzzy_matching=True, update_creation_date=False)
    with CATALOGUE.open("wb") as file:
        write_po(file, known, width=120, include_lineno=False, omit_header=True)
    # Babel's header contains dates, so every run would change the file.
    CATALOGUE.write_text(HEADER + CATALOGUE.read_text("utf-8"), "utf-8")


HEADER: Final = """\
# French for Cuvée. Brought up to date by `python -m cuvee.web.i18n.catalogue`.
msgid ""
msgstr ""
"Language: fr\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

"""


def main(arguments: list[str] | None = None) -> int:
    """Bring the catalogue up to date, and print what is missing."""
    parser = argparse.ArgumentParser(prog="python -m cuvee.web.i18n.catalogue", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a text is missing")
    given = parser.parse_args(arguments)
    texts, known = written(), catalogue()
    if not given.check:
        update(texts, known)
    open_texts = missing(texts, known)
    for text, places in open_texts.items():
        print(f"{', '.join(sorted(places))}\n    {text!r}")
    wrong = list(disagreeing(known))
    for message in wrong:
        print(f"other parameters: {message.id!r} → {message.string!r}")
    print(f"{len(texts)} texts, {len(open_texts)} missing")
    return 1 if given.check and (open_texts or wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
