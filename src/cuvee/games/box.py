"""The common folder layout as code: every game keeps the same things in files of the same names, so one class finds them.

Only the `__init__.py` of a game is imported before the rest is needed, which keeps the lobby cheap.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from cuvee.games.face import Face, read_face
from cuvee.kernel.chance import Chance
from cuvee.kernel.components import Components
from cuvee.kernel.game import Game, Options
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import News, State
from cuvee.kernel.score import ScoreSheet
from cuvee.kernel.view import Thing, View


class Box(Game[Any, State]):
    """A game whose folder has the common layout (docs/adding-a-game.md).

    >>> from cuvee import games
    >>> games.get("vinhos").rules().splitlines()[0]
    '# VINHOS Deluxe — rules for implementation'
    """

    books: Mapping[str, str] = {}
    """Rule books besides RULES.md: the name they are cited by, and the letter that their addresses begin with."""
    numbered: tuple[str, str, str] | None = None
    """Where a bare number in a notation names a component: the file, the kind of row, and the field that holds the number."""
    opponents: tuple[str, ...] = ()
    """The names of opponents without a seat, which nobody may take."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: dict[str, ModuleType] = {}
        self._face: Face | None = None

    @property
    def package(self) -> str:
        """Return the package that holds the files of the game: the one its class is written in."""
        module = sys.modules[type(self).__module__]
        return module.__package__ or module.__name__

    def folder(self) -> Path:
        """Return the folder of the game."""
        return Path(str(files(self.package)))

    def table_folder(self) -> Path:
        """Return the folder with the files that draw the game; it need not exist."""
        return self.folder() / "table"

    def face(self) -> Face:
        """Return how the game shows itself: `table/icons.toml`."""
        if self._face is None:
            self._face = read_face(self.name, self.table_folder())
        return self._face

    def part(self, file: str) -> Any:
        """Import a file of the game's folder."""
        if file not in self._parts:
            self._parts[file] = import_module(f"{self.package}.{file}")
        return self._parts[file]

    def files(self) -> Mapping[str, str]:
        """Return the component files by name: `components/*.toml`."""
        folder = self.folder() / "components"
        return {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}

    def rules(self) -> str:
        """Return the text of `RULES.md`."""
        return self.book("RULES")

    def book(self, name: str) -> str:
        """Return the text of a rule book."""
        return (self.folder() / f"{name}.md").read_text("utf-8")

    def actions(self) -> str:
        """Return the list of actions that `cuvee.encoding.explore` keeps in `actions.toml`; nothing if there is none yet."""
        file = self.folder() / "actions.toml"
        return file.read_text("utf-8") if file.is_file() else ""

    def pieces(self, components: Components) -> Any:
        """Read the tables into typed pieces: `pieces.read_pieces`."""
        return self.part("pieces").read_pieces(components)

    def deal(self, seats: int, options: Options, pieces: Any, chance: Chance) -> State:
        """Set up the table: `flow.deal`."""
        return cast(State, self.part("flow").deal(pieces, seats, options, chance))

    def areas(self, state: State, seat: int) -> list[Thing]:
        """Build up what a seat sees: `view.areas`."""
        return cast(list[Thing], self.part("view").areas(state, seat))

    def recount(self, state: State, news: News, seat: int) -> str:
        """Put a piece of news into words: `view.recount`."""
        return cast(str, self.part("view").recount(state, news, seat))

    def picture(self, view: View) -> str:
        """Draw a view as text: `view.picture`, or else an outline of its things."""
        draw = getattr(self.part("view"), "picture", super().picture)
        return cast(str, draw(view))

    def scores(self, state: State) -> list[int]:
        """Return the totals: `scoring.scores`."""
        return cast(list[int], self.part("scoring").scores(state))

    def places(self, state: State) -> list[int]:
        """Return the places: `scoring.places`."""
        return cast(list[int], self.part("scoring").places(state))

    def sheet(self, state: State) -> ScoreSheet:
        """Write the score sheet: `scoring.score_sheet`."""
        return cast(ScoreSheet, self.part("scoring").score_sheet(state))

    def heuristics(self) -> Heuristics[Any]:
        """Return the beginner's judgement: `heuristics.judgement`."""
        return cast(Heuristics[Any], self.part("heuristics").judgement())

    def learned(self, seats: int) -> str | None:
        """Return what was learned about positions: `learned/SEATS.json`, or else that of fewer seats, but not of one."""
        folder = self.folder() / "learned"
        for count in range(seats, min(seats, 2) - 1, -1):
            file = folder / f"{count}.json"
            if file.is_file():
                return file.read_text("utf-8")
        return None
