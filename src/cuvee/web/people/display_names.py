"""Rules for display names: they can be seen and read, and are nobody else's.

Each word of a name is in one alphabet. The names of house players and of those who run the site are reserved.
At one table no two names look alike: the later arrival gets a number.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from cuvee import bots, games
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _, noted
from cuvee.web.i18n.language import LANGUAGES, translator
from cuvee.web.people.lookalikes import alike, bare

LONGEST: Final = 30
MOST_MARKS: Final = 4
"""Accents on one letter: as many as any alphabet needs, and too few to run into the next line."""
HOUSE_NAMES: Final = {"apprentice": "Ampelos", "vintner": "Dionysia", "master": "Silenus", "grand_cru": "Bacchus"}
"""The house players' names: the youth the vine is named after, the reveller, the old teacher, the god of wine."""
_SITE_OWN: Final = (
    "somebody", "someone", "quelqu’un", "house", "the house", "maison", "la maison", "house player", "joueur de la maison",
    "Cuvée", "operator", "opérateur",
)  # fmt: skip
_SEATS: Final = (noted("Seat {number}"),)
"""What is shown when a name is missing."""
_IN_CHARGE: Final = frozenset(map(bare, ("admins", "modo", "modos", "mod", "mods", "webmaster", "sysadmin", "sysop")))
_ROOTS: Final = (bare("admin"), bare("moderat"))
"""Words that begin or end like this refer to those who run the site."""
_FILLERS: Final = frozenset(
    map(
        bare,
        (
            "the", "a", "of", "your", "my", "site", "game", "official", "team", "support", "staff", "system", "server", "help",
            "le", "la", "les", "l", "un", "une", "de", "du", "des", "d", "votre", "officiel", "équipe", "système", "serveur",
        ),
    )
)  # fmt: skip
"""Words that do not make a taken name a different one: "the Cuvée team"."""
_INVISIBLE: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f\U00016fe4\U0001d159\ufffc")
"""Letters, marks and signs that are invisible."""
_TOGETHER: Final = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "BOPOMOFO", "HANGUL", "IDEOGRAPHIC"})
"""Alphabets that are mixed within a word in East Asia. Elsewhere a word has only one."""
_NO_ALPHABET: Final = frozenset({"MODIFIER"})


def tidy(text: str) -> str:
    """Check a name somebody picked, and return it as everybody will see it."""
    name = clean(text)
    if not any(unicodedata.category(letter)[0] in "LN" or unicodedata.category(letter) == "So" for letter in name):
        raise CuveeError(_("Pick a name first: one letter is enough"))
    if len(name) > LONGEST:
        raise CuveeError(_("A name can have at most {most} letters", most=LONGEST))
    check_alphabets(name)
    if taken(name):
        raise CuveeError(_("This name belongs to the house or to those who run the site; pick another one"))
    return name


def clean(text: str) -> str:
    """Remove invisible characters, and those that reverse the order of letters, from a name; write letters the usual way."""
    letters = ["" if letter in _INVISIBLE else " " if letter.isspace() else letter for letter in text]
    plain = unicodedata.normalize("NFKC", "".join(letters))
    kept = [letter for place, letter in enumerate(plain) if _stays(plain, place)]
    return " ".join("".join(kept).split())


def _stays(text: str, place: int) -> bool:
    """Tell whether a letter stays. Joiners stay where they join emoji, or separate Arabic letters."""
    letter = text[place]
    if letter in "\u200c\u200d":
        around = text[place - 1 : place] + text[place + 1 : place + 2]
        joins = ("So", "Sk", "Mn") if letter == "\u200d" else ("Lo",)
        return len(around) == 2 and all(unicodedata.category(other) in joins for other in around)
    return letter not in _INVISIBLE and letter.isprintable()


def check_alphabets(name: str) -> None:
    """Refuse words of mixed alphabets, in which one letter can pass for another, and piles of accents."""
    heap = 0
    for place, letter in enumerate(name):
        heap = heap + 1 if unicodedata.category(letter) == "Mn" else 0
        if heap > MOST_MARKS or (heap and (place == 0 or name[place - 1] == " ")):
            raise CuveeError(_("This name has accents without letters, or too many of them"))
    for word in words(name):
        found = {alphabet(letter) for letter in word} - {""}
        if len(found) > 1 and not found <= _TOGETHER:
            raise CuveeError(_("Each word of a name must be written in one alphabet; this one mixes several"))


def words(name: str) -> list[str]:
    """Split a name at everything that is not a letter, digit or accent.

    >>> words("Anne-Lise de la Tour")
    ['Anne', 'Lise', 'de', 'la', 'Tour']
    """
    return "".join(letter if letter.isalnum() or unicodedata.category(letter)[0] == "M" else " " for letter in name).split()


def alphabet(letter: str) -> str:
    """Return the alphabet of a letter; empty for characters common to all.

    >>> alphabet("a"), alphabet("я"), alphabet("漢"), alphabet("7")
    ('LATIN', 'CYRILLIC', 'CJK', '')
    """
    if unicodedata.category(letter)[0] != "L":
        return ""
    name = unicodedata.name(letter, "").split(" ")[0]
    return "" if name in _NO_ALPHABET else name


# Names that are taken.


def taken(name: str) -> bool:
    """Tell whether a name is, or looks like, one of the house or of those who run the site."""
    whole = bare(name)
    if whole in _reserved() or bare(name.rstrip("0123456789 .-#")) in _reserved():
        return True
    found = [bare(word) for word in words(name.strip())]
    if any(word in _IN_CHARGE or word.startswith(_ROOTS) or word.endswith(_ROOTS) for word in [*found, whole]):
        return True
    rest = [word for word in found if word not in _FILLERS]
    return bool(rest) and (len(rest) < len(found)) and "".join(rest) in _reserved()


@lru_cache(maxsize=1)
def _reserved() -> frozenset[str]:
    """List the names the site gives to players without one, in all its languages."""
    kinds = [name.replace("_", " ") for name in bots.every()]
    opponents = [name for box in games.every() for name in box.opponents]
    source = [*kinds, *HOUSE_NAMES.values(), *opponents, *_SITE_OWN, *(text.partition("{")[0] for text in _SEATS)]
    told = set(source)
    for language in LANGUAGES:
        translate = translator(language)
        if translate is not None:
            told |= {translate(text) for text in source} | {translate(text).partition("{")[0] for text in _SEATS}
    return frozenset(bare(text) for text in told) - {""}


# Several people at one table.


def apart(name: str, others: Iterable[str]) -> str:
    """Return somebody's name among others, with a number if it looks like another's.

    >>> apart("Ann", ["Bo", ""]), apart("ann", ["Ann"]), apart("Ann", ["Аnn", "Ann 2"])
    ('Ann', 'ann 2', 'Ann 3')
    """
    there = [other for other in others if other]
    shown, number = name, 1
    while any(alike(shown, other) for other in there):
        number += 1
        shown = numbered(name, number)
    return shown


def numbered(name: str, number: int) -> str:
    """Write a name with a number, not longer than a name may be."""
    end = f" {number}"
    return name[: LONGEST - len(end)].rstrip() + end


def is_called(shown: str, name: str) -> bool:
    """Tell whether the name shown at a table is a given name, with or without a number.

    >>> is_called("Ann", "Ann"), is_called("Ann 2", "Ann"), is_called("Anna", "Ann")
    (True, True, False)
    """
    number = shown.rpartition(" ")[2]
    return shown == name or (
        number.isascii() and number.isdecimal() and len(number) < 4 and numbered(name, int(number)) == shown
    )
