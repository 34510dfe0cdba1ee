"""The folder grammar as code: every game keeps the same things in files of the same names, so one class finds them.

Nothing of a game but its `__init__.py` is imported before it is needed: the lobby stays cheap.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any, cast

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

    def __init__(self) -> None:
        super().__init__()
        self._parts: dict[str, ModuleType] = {}

    def part(self, file: str) -> Any:
        """Import a file of the game's folder."""
        if file not in self._parts:
            self._parts[file] = import_module(f"cuvee.games.{self.name}.{file}")
        return self._parts[file]

    def files(self) -> Mapping[str, str]:
        """Return the component files by name: `components/*.toml`."""
        folder = files(f"cuvee.games.{self.name}") / "components"
        return {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}

    def rules(self) -> str:
        """Return the text of `RULES.md`."""
        return (files(f"cuvee.games.{self.name}") / "RULES.md").read_text("utf-8")

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
        """Draw a view as text: `view.picture`."""
        return cast(str, self.part("view").picture(view))

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
        folder = files(f"cuvee.games.{self.name}") / "learned"
        for count in range(seats, min(seats, 2) - 1, -1):
            file = folder / f"{count}.json"
            if file.is_file():
                return file.read_text("utf-8")
        return None
