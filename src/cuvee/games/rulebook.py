"""Looking things up in a RULES.md: its sections by number."""

import re
from typing import Final

_MARK: Final = re.compile(r"^(?:(?P<hashes>#+)\s+)?§?(?P<number>\d+(?:\.\d+)*)\.?(?=\s)")


def section_of(line: str) -> str | None:
    """Return the number of the section that a line opens, if it opens one.

    >>> section_of("## 5 The cellar"), section_of("5.4 Useful consequences."), section_of("1. an item of a list")
    ('5', '5.4', None)
    """
    mark = _MARK.match(line)
    if mark is None or (mark["hashes"] is None and "." not in mark["number"]):
        return None
    return mark["number"]


def section_numbers(rules: str) -> list[str]:
    """List the numbers of all sections, in order."""
    return [number for line in rules.splitlines() if (number := section_of(line)) is not None]


def find_section(rules: str, wanted: str) -> str | None:
    r"""Return a section with everything below it, or nothing if no section has this number.

    >>> find_section("## 5 The cellar\n\n5.1 One column.\n\n5.2 Top or bottom.\n\n## 6 Secrets", "5.1")
    '5.1 One column.'
    """
    number = wanted.strip().lstrip("§").rstrip(".")
    kept: list[str] = []
    inside = False
    for line in rules.splitlines():
        opened = section_of(line)
        if opened is not None:
            inside = opened == number or opened.startswith(number + ".")
        elif line.startswith("#"):
            inside = inside and line.startswith("###")
        if inside:
            kept.append(line)
    return "\n".join(kept).strip() or None
