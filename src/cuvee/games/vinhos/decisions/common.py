"""What several questions of Vinhos share: kinds of answers, wines and regions in words, and carrying out effects."""

from typing import Final, final

from cuvee.games.vinhos.pieces.vocabulary import COLORS
from cuvee.games.vinhos.state.codes import COLOR, NONE, WINE
from cuvee.games.vinhos.state.setup import Effect
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.play import Decision, Step
from cuvee.kernel.text import _

STOP: Final = 999
"""Ends a series: the same number in every decision that can stop."""
PASS: Final = 999
NEITHER: Final = 0


class Ask(Decision[Table]):
    """A question of Vinhos: all its numbers stay below 1,024."""

    span = 1 << 10

    def about(self, state: Table, seat: int) -> str:
        """Return the id of the drawn thing that the question is about, if there is one."""
        return ""


def choice(text: str) -> str:
    """Return the id of an answer that is not a thing on the table but is drawn beside it; it comes from the notation."""
    return "choice:" + text.replace(" ", "_")


class AskRegion(Ask):
    """A question that is answered with a region."""

    def verb(self) -> str:
        """Return the word before the region in the notation."""
        return "take"

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"{self.verb()} {state.setup.pieces.regions[option].id}"

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"region:{state.setup.pieces.regions[option].id}"]


class AskWine(Ask):
    """A question that is answered with one of your wines, or by stopping."""

    def end_text(self) -> str:
        """Return the notation for choosing no wine."""
        return "stop"

    def end_label(self) -> str:
        """Say what choosing no wine means."""
        return _("Stop trading")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return self.end_text() if option == STOP else wine_text(state, option)

    def label(self, state: Table, seat: int, option: int) -> str:
        return self.end_label() if option == STOP else wine_name(state, seat, option)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.end_text())] if option == STOP else [wine_target(state, seat, option)]


class AskEstate(Ask):
    """A question that is answered with one of your estates, or by stopping."""

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("stop")] if option == STOP else [f"estate:{seat}:{option}"]


def wine_text(state: Table, wine: int) -> str:
    """Write a wine as estate and slot."""
    width = state.setup.width
    return f"wine {wine // width + 1}.{wine % width + 1}"


def wine_target(state: Table, seat: int, wine: int) -> str:
    """Return the id of a drawn wine."""
    width = state.setup.width
    return f"wine:{seat}:{wine // width}:{wine % width}"


def wine_name(state: Table, seat: int, wine: int) -> str:
    """Name a wine: colour, region, quality and where it lies."""
    width, land = state.setup.width, state.land
    estate, slot = wine // width, wine % width
    at = state.at(seat, estate)
    return _(
        "{color} {region}, quality {quality} (estate {estate}, slot {slot})",
        color=_(COLORS[land[at + COLOR]]),
        region=state.setup.pieces.regions[land[at]].name,
        quality=land[at + WINE + slot],
        estate=estate + 1,
        slot=slot + 1,
    )


def words_of(what: str) -> list[str]:
    """Split what somebody asked for, a text or the id of a thing, into words."""
    return what.casefold().replace(":", " ").split()


def region_named(state: Table, what: str) -> int:
    """Find the region that a text names, or NONE."""
    words = words_of(what)
    for region in state.setup.pieces.regions:
        if region.id in words:
            return region.number
    return NONE


@final
class CarryOut(Step[Table]):
    """One effect of a list that has several (§18.6)."""

    kind = "carry out"

    def __init__(self, seat: int, effect: Effect[Table], estate: int) -> None:
        self.seat = seat
        self.effect = effect
        self.estate = estate

    def run(self, state: Table) -> None:
        self.effect.perform(state, self.seat, self.estate)


def carry_out(state: Table, seat: int, effects: list[Effect[Table]], estate: int) -> None:
    """Carry out a list of effects in order (§18.6)."""
    if len(effects) == 1:
        effects[0].perform(state, seat, estate)
        return
    for effect in reversed(effects):
        state.push(CarryOut(seat, effect, estate))


def any_possible(state: Table, seat: int, effects: list[Effect[Table]], extra: int) -> bool:
    """Tell whether a tile would do anything (§7.4)."""
    return any(effect.possible(state, seat, extra) for effect in effects)
