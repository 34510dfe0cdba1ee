"""The folder grammar as code: every game keeps the same things in files of the same names, so one class finds them.

Nothing of a game but its `__init__.py` is imported before it is needed: the lobby stays cheap.
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
    """A game laid out in a folder by the common grammar (docs/adding-a-game.md).

    >>> from cuvee import games
    >>> games.get("vinhos").rules().splitlines()[0]
    '# VINHOS Deluxe — rules for implementation'
    """

    books: Mapping[str, str] = {}
    """Books of rules beside RULES.md: the name by which they are cited, and the letter that their addresses begin with."""
    numbered: tuple[str, str, str] | None = None
    """Where a bare number in a notation names a component: the file, the kind of row, and the field that holds the number."""
    opponents: tuple[str, ...] = ()
    """What opponents without a seat are called: names that nobody may take."""

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
        """Return the folder that holds how the game is drawn; it need not be there."""
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
        """Return the text of a book of rules."""
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
        """Tell a piece of news: `view.recount`."""
        return cast(str, self.part("view").recount(state, news, seat))

    def picture(self, view: View) -> str:
        """Draw a view as text: `view.picture`, else an outline of what there is."""
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
        """Return what was learned about the worth of positions: `learned/SEATS.json`, else of fewer, but not of one."""
        folder = self.folder() / "learned"
        for count in range(seats, min(seats, 2) - 1, -1):
            file = folder / f"{count}.json"
            if file.is_file():
                return file.read_text("utf-8")
        return None
