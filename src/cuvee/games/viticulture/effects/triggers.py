"""What structures do when something happens (§9.4, §12.5)."""

from typing import final

from cuvee.games.viticulture.decisions.common import STOP
from cuvee.games.viticulture.effects.op import (
    OpChoice,
    Run,
    can,
    can_line,
    gain_lira,
    gain_simple,
    is_simple_gain,
    rest_of_top,
)
from cuvee.games.viticulture.pieces.ops import HAS_WINE, NONE
from cuvee.games.viticulture.pieces.structures import DREW_ORDER, EVENTS, OTHER_TRAINED, Trigger
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.text import _


def fire(state: Winery, seat: int, event: int, kind: int = 0, value: int = 0) -> None:
    """Let the structures of a seat react: gains happen at once, offers become a question."""
    vineyard = state.players[seat]
    offers = 0
    triggers = state.pieces.triggers[event]
    for at in range(len(triggers)):
        trigger = triggers[at]
        if not vineyard.built >> trigger.structure & 1 or not _meets(state, seat, trigger, kind, value):
            continue
        if trigger.may:
            offers |= 1 << at
        else:
            _react(state, seat, trigger)
    if offers:
        state.push(TriggerChoice(seat, event, offers))


def _meets(state: Winery, seat: int, trigger: Trigger, kind: int, value: int) -> bool:
    vineyard = state.players[seat]
    if trigger.yearly and vineyard.scored >> trigger.structure & 1:
        return False
    if trigger.condition == HAS_WINE and not vineyard.has_wine():
        return False
    return trigger.types >> kind & 1 > 0 and value >= trigger.least


def _react(state: Winery, seat: int, trigger: Trigger) -> None:
    nodes = state.pieces.lines[trigger.line].nodes
    if trigger.yearly:
        state.players[seat].scored |= 1 << trigger.structure
    state.tell("triggers", seat, trigger.structure)
    if all(is_simple_gain(node) for node in nodes):
        for node in nodes:
            gain_simple(state, seat, node)
    else:
        state.push(Run(seat, trigger.line, 0))


def fire_others(state: Winery, seat: int, event: int) -> None:
    """Let the structures of all opponents react."""
    for trigger in state.pieces.triggers[event]:
        for other in range(state.seats):
            if other != seat and state.players[other].built >> trigger.structure & 1:
                _react(state, other, trigger)


def training_tax(state: Winery, seat: int) -> int:
    """Return what opponents' structures charge a player who trains a worker (Academy, §12.5)."""
    tax = 0
    for trigger in state.pieces.triggers[OTHER_TRAINED]:
        for other in range(state.seats):
            if other != seat and state.players[other].built >> trigger.structure & 1:
                tax += state.pieces.lines[trigger.line].nodes[0].n
    return tax


def pay_training_tax(state: Winery, seat: int) -> None:
    """Pay the owners of those structures."""
    for trigger in state.pieces.triggers[OTHER_TRAINED]:
        for other in range(state.seats):
            if other != seat and state.players[other].built >> trigger.structure & 1:
                lira = state.pieces.lines[trigger.line].nodes[0].n
                state.players[seat].lira -= lira
                gain_lira(state, other, lira)


@final
class TriggerChoice(OpChoice):
    """Which optional trigger to use next, if any (§9.4)."""

    kind = "trigger"
    section = "9.4"

    def __init__(self, seat: int, event: int, offers: int) -> None:
        super().__init__(seat)
        self.event = event
        self.offers = offers

    def asks_anyway(self) -> bool:
        return self.event == DREW_ORDER  # being asked must not reveal that the order just drawn can be filled (§1.4)

    def candidates(self, state: Winery, seat: int) -> list[int]:
        raise AssertionError("lists its options itself")

    def options(self, state: Winery, seat: int) -> list[int]:
        triggers = state.pieces.triggers[self.event]
        rest = rest_of_top(state, seat, self)
        found: list[int] = []
        for at in range(len(triggers)):
            if self.offers >> at & 1 and can_line(state, seat, triggers[at].line):
                nodes = state.pieces.lines[triggers[at].line].nodes
                if rest is None or (can(state, seat, nodes + rest.todo, 0, 1) and rest.duty is None):
                    found.append(at)
        return [*found, STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            state.players[seat].last_drawn = NONE
            return
        left = self.offers & ~(1 << option)
        if left:
            state.push(TriggerChoice(seat, self.event, left))
        trigger = state.pieces.triggers[self.event][option]
        state.tell("triggers", seat, trigger.structure)
        state.push(Run(seat, trigger.line, 0))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Use one of your structures?")

    def stop_text(self) -> str:
        return _("Use none")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.pieces.structures[state.pieces.triggers[self.event][option].structure].id

    def words(self, state: Winery, seat: int, option: int) -> str:
        structure = state.pieces.structures[state.pieces.triggers[self.event][option].structure]
        return _("{structure}: {text}", structure=_(structure.name), text=_(structure.text))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"structure:{seat}:{self.tag(state, seat, option)}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        event = EVENTS[self.event].replace("_", " ")
        return _("“{what}” is not a structure of yours that you can use now, after “{event}”", what=what, event=event)
