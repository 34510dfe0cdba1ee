"""Names that look alike: every name has a shape, and names of the same shape are hard to tell apart.

The table is small and our own: letters of other alphabets that pass for Latin ones, and digits that pass for letters. Accents
make a different name, as they do in French; case and spaces do not.
"""

import re
import unicodedata
from typing import Final

_TWINS: Final = (
    # Cyrillic
    "Аa Вb Еe Зз3 Іl Јj Кk Мm Нh Оo Рp Сc Тt Уy Хx Ѕs Үy Ԁd Ԛq Ԝw Ӏl Һh "
    "аa вb гr еe зз3 іl јj кk мm нh оo рp сc тt уy хx ѕs үy ԁd ԛq ԝw ӏl һh "
    # Greek
    "Αa Βb Εe Ζz Ηh Ιl Κk Μm Νn Οo Ρp Τt Υy Χx αa βb γy εe ηn ιl κk νv οo ρp τt υu χx ωw ϲc ϳj "
    # Armenian, and letters of Latin itself that pass for others
    "Օo Տs Լl օo ո" + "n սu հh ɑa ɡg ıl ǀl ɩl ƅb "
    # Digits and signs
    "0o 1l |l"
)
SHAPES: Final = str.maketrans({letter: pair[-1] for pair in _TWINS.split() for letter in pair[:-1]})
"""Letters and signs by the Latin letter they look like, capitals apart from small ones."""
PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Two letters that pass for one."""
SPELT: Final = str.maketrans("3457@$!", "eastasl")
"""Signs that can be meant as letters: "4dm1n"."""
_DRESSED: Final = re.compile(r"(?:SMALL CAPITAL|(?:SQUARED|CIRCLED) LATIN CAPITAL LETTER|SYMBOL LETTER) ([A-Z])$")


def shape(text: str) -> str:
    """Return the shape of a name: without spaces, dots and dashes, in Latin letters where others look the same.

    >>> shape("Bi11") == shape("BiIl") == shape("В і l l") == "blll"
    True
    >>> shape("José") == shape("Jose")
    False
    """
    plain = "".join(_undress(letter) for letter in unicodedata.normalize("NFKD", text)).translate(SHAPES)
    seen = "".join(letter for letter in plain.casefold().translate(SHAPES) if _is_seen(letter)).replace("i", "l")
    for pair, one in PAIRS:
        seen = seen.replace(pair, one)
    return unicodedata.normalize("NFC", seen)


def _undress(letter: str) -> str:
    """Return a letter without decoration: a box, a circle, small capitals."""
    found = _DRESSED.search(unicodedata.name(letter, "")) if letter > "\x7f" else None
    return found[1] if found else letter


def _is_seen(letter: str) -> bool:
    """Tell whether a letter makes a visible difference. Dots, dashes, quotes and variation selectors make almost none."""
    if "\ufe00" <= letter <= "\ufe0f":
        return False
    return unicodedata.category(letter) in ("Mn", "Mc", "Sm", "Sc", "So") or letter.isalnum()


def alike(one: str, other: str) -> bool:
    """Tell whether two names look alike in lower case, in capitals, or as written.

    >>> alike("ANN", "Аnn"), alike("Ann Lee", "annlee"), alike("Zoé", "Zoe"), alike("Ann", "Ann 2")
    (True, True, False, False)
    """
    return bool(_shapes(one) & _shapes(other))


def _shapes(name: str) -> set[str]:
    return {shape(name), shape(name.lower()), shape(name.upper())} - {""} or {name}


def bare(text: str) -> str:
    """Return the plain letters a name is meant to be read as: no accents either, and signs read as letters.

    >>> bare("Modérat0r") == bare("MODERAT0R") == bare("m0derator") == "moderator"
    True
    >>> bare("4dm1n") == bare("Аdmin") == "admln"
    True
    """
    decomposed = unicodedata.normalize("NFKD", shape(text.translate(SPELT)))
    return "".join(letter for letter in decomposed if letter.isalnum())
