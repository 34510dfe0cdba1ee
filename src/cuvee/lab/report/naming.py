"""Names for people: the notation of a choice, with the ids and numbers of components replaced by their names."""

import re
from collections.abc import Mapping
from typing import Any, Final, final

from cuvee.games.box import Box

LONGEST_NAME: Final = 48
WORD: Final = re.compile(r"[\w]+")


@final
class Names:
    """What the components of a box are called, and the choices that name them.

    >>> from cuvee import games
    >>> names = Names(games.get("wine_cellar"), {})
    >>> names.choice("bid", "bid 18")
    'bid 18 (Pinot Noir)'
    >>> Names(games.get("vinhos"), {}).choice("vineyard", "douro new")
    'vineyard: Douro new'
    """

    def __init__(self, box: Box, overrides: Mapping[str, str]) -> None:
        tables = box.components(overrides).tables
        self.by_id: dict[str, str] = {}
        for table in tables.values():
            for rows in table.values():
                for row in rows if isinstance(rows, list) else []:
                    self._learn(row)
        self.by_number: dict[str, str] = {}
        if box.numbered is not None:
            file, kind, field = box.numbered
            self.by_number = {str(row[field]): str(row["name"]) for row in tables[file][kind]}

    def _learn(self, row: dict[str, Any]) -> None:
        name, key = row.get("name", row.get("text")), row.get("id")
        if isinstance(key, str) and isinstance(name, str) and key.casefold() not in self.by_id:
            name = f"{row['feature_name']}: {name}" if "feature_name" in row else name
            self.by_id[key.casefold()] = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"

    def component(self, text: str) -> str | None:
        """Return the id of the first component that a text names, if there is one."""
        return next((word for word in WORD.findall(text.casefold()) if word in self.by_id), None)

    def text(self, text: str) -> str:
        """Return a notation with names in place of ids."""
        return WORD.sub(self._word, text)

    def _word(self, found: re.Match[str]) -> str:
        word = found.group()
        if word in self.by_number:
            return f"{word} ({self.by_number[word]})"
        return self.by_id.get(word.casefold(), word.replace("_", " "))

    def choice(self, kind: str, text: str) -> str:
        """Return what a choice is called: the question, if the text does not repeat it, and the answer."""
        question, answer = kind.replace("_", " "), self.text(text)
        return answer if text.partition(" ")[0] == kind else f"{question}: {answer}"

    def forbidden(self, what: str) -> str:
        """Return what a restriction KIND[:TEXT] is called.

        >>> from cuvee import games
        >>> Names(games.get("vinhos"), {}).forbidden("cube_region")
        'any cube region'
        """
        kind, colon, text = what.partition(":")
        return self.choice(kind, text) if colon else f"any {kind.replace('_', ' ')}"
