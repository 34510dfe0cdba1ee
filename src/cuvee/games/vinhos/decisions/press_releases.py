"""Press Releases: the wine, its cubes, the booth, the Experts and the Magnates (§8.9, §12.1)."""

from typing import final

from cuvee.games.vinhos.decisions.common import NEITHER, PASS, STOP, Ask, AskWine, carry_out, choice, wine_target, words_of
from cuvee.games.vinhos.pieces.vocabulary import FEATURES
from cuvee.games.vinhos.state.codes import COLOR, NONE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.play import Step
from cuvee.kernel.text import _


def why_no_release(state: Table, seat: int) -> str:
    """Say why no Press Release is possible now (§8.9)."""
    if state.released[seat]:
        return _("You have already issued a Press Release for this fair (§8.9)")
    if state.year > len(state.setup.pieces.years):
        return _("There is no Press Release in the final action (§6.7)")
    return _("A Press Release is issued on the centre space (§8.9)")


@final
class ReleaseWine(AskWine):
    """Choose the wine of a Press Release; players may pass on the centre, but not at the fair (§8.9, §12.1)."""

    kind = "release_wine"

    def __init__(self, seat: int, duty: bool) -> None:
        super().__init__(seat)
        self.duty = duty

    @property
    def section(self) -> str:  # type: ignore[override]
        return "12.1" if self.duty else "8.9"

    def options(self, state: Table, seat: int) -> list[int]:
        found = state.wines(seat)
        if not self.duty:
            found.append(PASS)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == PASS:
            state.tell("passes", seat)
            return
        state.released[seat] = True
        state.push(ReleaseCubes(seat, option))

    def prompt(self, state: Table, seat: int) -> str:
        if self.duty:
            return _("Choose the wine of your Press Release")
        return _("Choose a wine for a Press Release, or pass")

    def end_text(self) -> str:
        return "pass"

    def end_label(self) -> str:
        return _("Pass")

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if self.duty:
            return _("If you have a wine, you must enter one at the fair")
        return _("Choose one of your own wines, or pass")


@final
class ReleaseCubes(Ask):
    """Use 0 to 2 cubes of the region; the Wine Value becomes Fair Points (§8.9)."""

    kind = "release_cubes"
    section = "8.6"

    def __init__(self, seat: int, wine: int) -> None:
        super().__init__(seat)
        self.wine = wine

    def _region(self, state: Table, seat: int) -> int:
        return state.land[state.at(seat, self.wine // state.setup.width)]

    def options(self, state: Table, seat: int) -> list[int]:
        most = min(state.setup.pieces.cubes_per_wine, state.cubes[self._region(state, seat)])
        return list(range(most + 1))

    def apply(self, state: Table, seat: int, option: int) -> None:
        setup, region = state.setup, self._region(state, seat)
        value = state.base_value(seat, self.wine) + option * setup.pieces.regions[region].cube_worth
        color = state.land[state.at(seat, self.wine // setup.width) + COLOR]
        state.cubes[region] -= option
        state.fair_points[seat] += value
        state.tell("releases", seat, value, region, color)
        state.push(DiscardWine(seat, self.wine))
        if setup.reserve:
            state.push(ReleaseBarrel(seat, region, color, value, 0, setup.pieces.reserve.max_per_release))
            for feature in range(len(FEATURES) - 1, -1, -1):
                state.push(ReleaseExpert(seat, feature, state.levels[feature]))
            return
        state.push(ReleaseBarrel(seat, region, color, value, 0, setup.pieces.barrels_per_release))
        vintage = setup.pieces.vintages[state.vintage]
        for place in range(len(vintage.features) - 1, -1, -1):
            state.push(ReleaseExpert(seat, vintage.features[place], vintage.points[place]))
        state.push(ReleaseBooth(seat, True))

    def prompt(self, state: Table, seat: int) -> str:
        return _("How many Renown cubes will you use?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"cubes {option}"

    def label(self, state: Table, seat: int, option: int) -> str:
        worth = state.setup.pieces.regions[self._region(state, seat)].cube_worth
        value = state.base_value(seat, self.wine) + option * worth
        return _("{cubes} cubes: Wine Value {value}", cubes=option, value=value)

    def about(self, state: Table, seat: int) -> str:
        return wine_target(state, seat, self.wine)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        most = state.setup.pieces.cubes_per_wine
        return _("You can use at most {most} of the cubes in the wine's region", most=most)


@final
class DiscardWine(Step[Table]):
    """The last step of a Press Release: the wine is gone (§8.9)."""

    kind = "discard wine"

    def __init__(self, seat: int, wine: int) -> None:
        self.seat = seat
        self.wine = wine

    def run(self, state: Table) -> None:
        state.land[state.wine_at(self.seat, self.wine)] = 0


@final
class ReleaseBooth(Ask):
    """Put the disc on an empty booth and take its bonus; a player without wine gets no bonus (§8.9, §12.1)."""

    kind = "release_booth"

    def __init__(self, seat: int, bonus: bool) -> None:
        super().__init__(seat)
        self.bonus = bonus

    @property
    def section(self) -> str:  # type: ignore[override]
        return "8.9" if self.bonus else "12.1"

    def options(self, state: Table, seat: int) -> list[int]:
        return [booth for booth in range(len(state.booths)) if state.booths[booth] == NONE]

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.booths[option] = seat
        state.released[seat] = True
        state.tell("booth", seat, option)
        if self.bonus:
            carry_out(state, seat, state.setup.booth_effects[option], 0)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose a booth")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"booth {option + 1}"

    def label(self, state: Table, seat: int, option: int) -> str:
        booth = state.setup.pieces.booths[option]
        if self.bonus:
            return _("{booth}: {text}", booth=_(booth.name), text=_(booth.text))
        return _("{booth}, without its bonus", booth=_(booth.name))

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"booth:{option}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose a booth without a disc")


@final
class ReleaseExpert(Ask):
    """Discard an Expert of a feature for Fair Points, or none (§8.9)."""

    kind = "release_expert"
    section = "8.9"

    def __init__(self, seat: int, feature: int, points: int) -> None:
        super().__init__(seat)
        self.feature = feature
        self.points = points

    def options(self, state: Table, seat: int) -> list[int]:
        pieces, experts = state.setup.pieces.experts, state.experts
        return [NEITHER] + [
            1 + number
            for number in range(len(experts))
            if experts[number] >> 1 == seat and pieces[number].feature == self.feature
        ]

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == NEITHER:
            return
        state.put_under(option - 1)
        state.fair_points[seat] += self.points
        state.tell("discards", seat, option - 1, self.points)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Discard a Wine Expert ({feature}) for {n} Fair Points?", feature=_(FEATURES[self.feature]), n=self.points)

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "keep" if option == NEITHER else f"discard {state.setup.pieces.experts[option - 1].id}"

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == NEITHER:
            return _("Discard none")
        return _("Discard: {text}", text=_(state.setup.pieces.experts[option - 1].text))

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("keep")] if option == NEITHER else [f"expert:{state.setup.pieces.experts[option - 1].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("You can discard at most one Expert of each favoured feature, and only your own")


@final
class ReleaseBarrel(Ask):
    """Take barrels from Magnates whose wish is met; in the Reserve, put barrels there (§8.9, §16.8).

    `done` has a bit for each Magnate already chosen; `left` counts how many more may be.
    """

    kind = "release_barrel"
    section = "8.9"

    def __init__(self, seat: int, region: int, color: int, value: int, done: int, left: int) -> None:
        super().__init__(seat)
        self.region = region
        self.color = color
        self.value = value
        self.done = done
        self.left = left

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        magnates = state.setup.pieces.magnates
        for number in range(len(magnates)):
            if self.done >> number & 1 or not state.wish_met(number, self.region, self.color, self.value):
                continue
            there = state.magnate_barrels[seat * len(magnates) + number]
            if state.setup.reserve:
                if state.barrels[seat] > 0 and there < state.setup.pieces.reserve.max_per_magnate:
                    found.append(number)
            elif there > 0:
                found.append(number)
        found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == STOP:
            return
        given = 1 if state.setup.reserve else -1
        state.magnate_barrels[seat * len(state.setup.pieces.magnates) + option] += given
        state.barrels[seat] -= given
        state.tell("magnate", seat, option, given)
        if self.left > 1:
            done = self.done | 1 << option
            state.push(ReleaseBarrel(seat, self.region, self.color, self.value, done, self.left - 1))

    def prompt(self, state: Table, seat: int) -> str:
        if state.setup.reserve:
            return _("Put a barrel with a Magnate whose wish is met?")
        return _("Take a barrel from a Magnate whose wish is met?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "stop" if option == STOP else state.setup.pieces.magnates[option].id

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == STOP:
            return _("No barrel")
        return _("Barrel: {magnate}", magnate=state.setup.pieces.magnates[option].name)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("stop")] if option == STOP else [f"magnate:{state.setup.pieces.magnates[option].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        words = words_of(what)
        for magnate in state.setup.pieces.magnates:
            if magnate.id in words:
                if self.done >> magnate.number & 1:
                    return _("A Press Release moves only one barrel per Magnate")
                if not state.wish_met(magnate.number, self.region, self.color, self.value):
                    return _("The wine does not meet the wish of {magnate}", magnate=magnate.name)
                return _("There is no barrel that you can move there")
        return _("Choose a Magnate whose wish the wine meets, or stop")
