"""Producing with the wheel: indicators, Fell trees and Cut peat (§5.3, §6.2)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.common import JOKER, OWN, SPAN, SpaceChoice, choice_id, good_name
from cuvee.games.ora_et_labora.pieces.goods import GOODS, PEAT, WOOD
from cuvee.games.ora_et_labora.pieces.landscapes import FOREST, FREE
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE
from cuvee.games.ora_et_labora.state.table import OFF, Estates
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _


def produce(state: Estates, seat: int, good: int, indicator: int) -> None:
    """Take what the indicator shows and put it on 0; in the short games everybody takes one more tile (§5.3, §15.5)."""
    state.tell("produces", seat, good, state.indicator_value(indicator), indicator)
    state.get(seat, good, state.indicator_value(indicator))
    state.wheel[indicator] = 0
    if state.setup.mode.bonus_production:
        for other in range(state.seats):
            state.get(other, good, 1)


def indicators_for(state: Estates, good: int) -> list[int]:
    """List OWN and JOKER, each if it is on the wheel (§5.4, §18.5)."""
    pieces = state.setup.pieces
    own = pieces.indicator_of[good]
    found = [OWN] if own != NOWHERE and state.wheel[own] != OFF else []
    return [*found, JOKER] if state.wheel[pieces.joker] != OFF else found


def which_indicator(state: Estates, good: int, option: int) -> int:
    """Return the indicator that OWN or JOKER means."""
    pieces = state.setup.pieces
    return pieces.joker if option == JOKER else pieces.indicator_of[good]


def indicator_id(state: Estates, good: int, option: int) -> str:
    """Return the id of a drawn indicator."""
    return f"indicator:{state.setup.pieces.indicators[which_indicator(state, good, option)].id}"


@final
class ChooseIndicator(Decision[Estates]):
    """The good's own indicator or the joker (§5.3)."""

    kind = "indicator"
    section = "5.3"
    span = SPAN

    def __init__(self, seat: int, good: int) -> None:
        super().__init__(seat)
        self.good = good

    def options(self, state: Estates, seat: int) -> list[int]:
        return indicators_for(state, self.good)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        produce(state, seat, self.good, which_indicator(state, self.good, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Produce {good}: with which indicator?", good=good_name(state, self.good))

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "joker" if option == JOKER else GOODS[self.good]

    def label(self, state: Estates, seat: int, option: int) -> str:
        return indicator_label(state, self.good, option)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [indicator_id(state, self.good, option), choice_id(option)]


def indicator_label(state: Estates, good: int, option: int) -> str:
    """Say how many tiles an indicator would bring."""
    value = state.indicator_value(which_indicator(state, good, option))
    if option == JOKER:
        return _("{count} {good} with the joker", count=value, good=good_name(state, good))
    return _("{count} {good} with its own indicator", count=value, good=good_name(state, good))


@final
class ResourceCard(SpaceChoice):
    """Which forest to fell, or which moor to cut (§6.2)."""

    kind = "resource_card"
    section = "6.2"

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def options(self, state: Estates, seat: int) -> list[int]:
        return state.places_of(seat, self.card)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.lay(seat, option, FREE)
        state.tell("clears", seat, self.card, option)
        good = WOOD if self.card == FOREST else PEAT
        if indicators_for(state, good):  # with neither on the wheel the space is just cleared (§18.5)
            state.push(ChooseIndicator(seat, good))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which forest do you fell?") if self.card == FOREST else _("Which moor do you cut?")
