"""OpenSpiel: every game under the name `cuvee_…`, once this module is imported.

>>> import pyspiel
>>> import cuvee.rl.open_spiel
>>> game = pyspiel.load_game("cuvee_wine_cellar(players=2)")
>>> state = game.new_initial_state()
>>> state.apply_action(0)  # the deal
>>> state.action_to_string(state.current_player(), state.legal_actions()[0])
'bid 1'

Luck is one chance node at the root, which picks one of a number of deals (parameter `deals`). Everything drawn later follows
from the deal, and no seat can know it. Questions to several seats at once are asked one after another; the answers stay sealed,
so nobody learns anything from being asked later. `resample_from_infostate` deals anew everything a player cannot know,
including the luck to come, which is what information-set search needs.
"""

import json
from typing import Any, Final

import numpy as np

try:
    import pyspiel
except ImportError:
    raise ImportError("cuvee.rl.open_spiel needs OpenSpiel; in a clone of Cuvée: pip install '.[openspiel]'") from None

from cuvee import games
from cuvee.encoding.position import Position
from cuvee.games.box import Box
from cuvee.kernel.chance import Chance, derive_seed
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Value
from cuvee.rl.seating import Seating, usual_players

DEALS: Final = 1024
RECALL: Final = 32
"""How many of the last moves the tensor of an information state holds: who moved, and the player's own actions."""


class Moment:
    """A position and how it came about. It never changes, so clones of a state share it; its texts are made on demand."""

    def __init__(self, seating: Seating, position: Position, before: "Moment | None", seat: int, action: int) -> None:
        self.seating = seating
        self.position = position
        self.before = before
        self.seat = seat
        """The seat that moved; `action` is its action. At the start nobody moved, and `action` is the number of the deal."""
        self.action = action
        self.news = position.state.news or []
        position.state.news = None
        self.is_imagined = False
        self._told: dict[int, list[str]] = {}
        self._shown: dict[int, str] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the moves, not the position, since they lead there again."""
        deal, *moves = self.past()
        if self.is_imagined:
            raise CuveeError("A resampled state cannot be stored: no deal and moves lead to it")
        return replayed, (self.seating, deal.action, [moment.action for moment in moves])

    def after(self, action: int) -> "Moment":
        """Return the moment after an action by the seat that is asked."""
        seat, position = self.position.seat(), self.position.clone()
        position.state.news = []
        position.go_on(seat, self.position.number(seat, action))
        twin = Moment(self.seating, position, self, seat, action)
        twin.is_imagined = self.is_imagined
        return twin

    def imagined(self, seat: int, rng: Chance) -> "Moment":
        """Return a moment that looks the same to a seat, with everything it cannot know dealt anew."""
        twin = Moment(self.seating, self.position.imagine(seat, rng), self.before, self.seat, self.action)
        twin.is_imagined = True
        twin._told = {other: self.told(other) for other in range(self.seating.seats)}
        return twin

    def told(self, seat: int) -> list[str]:
        """List what a seat did or was told at this moment."""
        if seat not in self._told:
            lines = []
            if self.before is not None and self.seat == seat:
                lines.append("> " + self.before.position.text(seat, self.action))
            lines += [self.seating.game.recount(self.position.state, news, seat) for news in self.news]
            self._told[seat] = [line for line in lines if line]
        return self._told[seat]

    def shown(self, seat: int) -> str:
        """Return all that a seat sees now."""
        if seat not in self._shown:
            view = self.seating.game.view(self.position.state, seat).as_dict()
            del view["options"]  # they follow from the rest
            self._shown[seat] = json.dumps(view, ensure_ascii=False)
        return self._shown[seat]

    def past(self) -> "list[Moment]":
        """List all moments from the deal to this one."""
        found: list[Moment] = []
        moment: Moment | None = self
        while moment is not None:
            found.append(moment)
            moment = moment.before
        return found[::-1]


def dealt(seating: Seating, deal: int) -> Moment:
    """Return the first moment of a deal."""
    return Moment(seating, seating.new(derive_seed(deal, "open_spiel")), None, -1, deal)


def replayed(seating: Seating, deal: int, actions: list[int]) -> Moment:
    """Return the moment that actions lead to."""
    moment = dealt(seating, deal)
    for action in actions:
        moment = moment.after(action)
    return moment


class TableState(pyspiel.State):
    """A state of an OpenSpiel game: first the deal, then a moment of the game."""

    def __init__(self, game: "TableGame") -> None:
        super().__init__(game)
        self._seating = game.seating
        self._deals = game.deals
        self.moment: Moment | None = None

    def current_player(self) -> int:
        """Return who is asked: chance for the deal, a seat, or nobody at the end."""
        if self.moment is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.moment.position.seat()
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.moment is not None and self.moment.position.over()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the deals, each equally likely."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def returns(self) -> list[float]:
        """Return 1 for a win, split between the winners if it is shared."""
        if self.moment is None or not self.is_terminal():
            return [0.0] * self._seating.seats
        return self._seating.rewards_of(self.moment.position.state)

    def resample_from_infostate(self, player: int, sampler: Any) -> "TableState":
        """Return a state that the player cannot tell from this one, with everything it cannot know dealt anew."""
        twin: TableState = self.clone()
        if self.moment is not None:
            rng = Chance.from_seed(int(sampler() * (1 << 53)), ["resample"])
            twin.moment = self.moment.imagined(player, rng)
        return twin

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.moment.position.legal(player)) if self.moment is not None else []

    def _apply_action(self, action: int) -> None:
        self.moment = dealt(self._seating, action) if self.moment is None else self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.moment is None:
            return f"deal {action}"
        legal = player >= 0 and action in self.moment.position.legal(player)
        return self.moment.position.text(player, action) if legal else self._seating.actions.name(action)

    def __str__(self) -> str:
        if self.moment is None:
            return "before the deal"
        return self._seating.picture(self.moment.position, max(0, self.moment.position.seat()))


class SeatObserver:
    """What one player sees, as a tensor and as text; with perfect recall, also what it did and learned before.

    The text recalls everything. The tensor recalls only the last moves: who moved, and the player's own actions.
    """

    def __init__(self, seating: Seating, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observations have no parameters; {params} were given")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("An observation is what one player knows: public information and that player's own")
        self._seating = seating
        self._recall = kind.perfect_recall
        self._width = seating.eye.width
        parts = [(name, (size,)) for name, size in seating.eye.parts if size]
        shapes: list[tuple[str, tuple[int, ...]]] = [*parts, ("recent", (RECALL, 2))] if self._recall else [*parts]
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _name, shape in shapes), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in shapes:
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def set_from(self, state: TableState, player: int) -> None:
        """Fill the tensor for a player."""
        self.tensor.fill(0)
        if state.moment is None:
            return
        self.tensor[: self._width] = np.frombuffer(state.moment.position.row(player), np.uint8)
        if self._recall:
            self._recall_moves(state.moment, player)

    def _recall_moves(self, moment: Moment, player: int) -> None:
        """Write the last moves, the latest first: the distance to the mover's seat, then the action if it was the player's."""
        seats, size, row = self._seating.seats, self._seating.actions.size, 0
        now: Moment | None = moment
        while now is not None and now.before is not None and row < RECALL:
            own = now.seat == player
            self.dict["recent"][row] = (1 + (now.seat - player) % seats) / seats, (1 + now.action) / size if own else 0.0
            now, row = now.before, row + 1

    def string_from(self, state: TableState, player: int) -> str:
        """Return what a player sees as text."""
        moment = state.moment
        if moment is None:
            return f"seat {player}, before the deal"
        if not self._recall:
            return moment.shown(player)
        return "\n".join([line for earlier in moment.past() for line in earlier.told(player)] + [moment.shown(player)])


class TableGame(pyspiel.Game):
    """One of our games with its options, as an OpenSpiel game."""

    box: Box
    """Each game has its own subclass: OpenSpiel keeps it to the very end of the process, when nothing else can be freed."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        box = self.box
        usual = _parameters(box)
        given: dict[str, Any] = {**usual, **(params or {})}
        options: dict[str, Value] = {key: given[key] for key in usual if given[key] != usual[key]}
        options = {key: value for key, value in options.items() if key not in ("players", "deals")}
        self.deals = int(given["deals"])
        if self.deals < 1:
            raise CuveeError(f"There must be at least one deal, not {self.deals}")
        self.seating = Seating(box.name, int(given["players"]), options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.seating.actions.size,
            max_chance_outcomes=self.deals,
            num_players=self.seating.seats,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=box.longest(self.seating.seats, self.seating.setup.options),
        )
        super().__init__(_game_type(box), info, params or {})

    def new_initial_state(self) -> TableState:
        """Return the state before the deal."""
        return TableState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SeatObserver:
        """Return an observer."""
        return SeatObserver(self.seating, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


def _parameters(box: Box) -> dict[str, Any]:
    """List the parameters and their defaults; a text is empty by default, as the game's default may depend on the players."""
    usual = {setting.key: "" if isinstance(setting.default, str) else setting.default for setting in box.settings}
    return {"players": usual_players(box), "deals": DEALS, **usual}


def _game_type(box: Box) -> Any:
    return pyspiel.GameType(
        short_name=f"cuvee_{box.name}",
        long_name=box.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(box.seats),
        min_num_players=min(box.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(box),
    )


def _register() -> None:
    for box in games.every():
        if f"cuvee_{box.name}" not in pyspiel.registered_names():
            pyspiel.register_game(_game_type(box), type(box.name, (TableGame,), {"box": box}))


_register()
