"""The year: turns, maintenance, production, and what follows the last year (§6, §16.5)."""

from typing import final

from cuvee.games.vinhos.decisions.maintenance import MaintenanceBarrel
from cuvee.games.vinhos.decisions.production import Porto, StaffKeep, make_wine
from cuvee.games.vinhos.decisions.reserve import Dismiss
from cuvee.games.vinhos.decisions.turn import Window
from cuvee.games.vinhos.flow.fair import MarkOptions, push_fair
from cuvee.games.vinhos.flow.lacerda import LacerdaMaintenance, LacerdaTurn
from cuvee.games.vinhos.state.codes import DOWN, ENOLOGISTS, NONE, UP, WINE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.play import Step


def raise_features(state: Table) -> None:
    """Raise each feature on the Vintage tile that comes into force (§16.7)."""
    rules = state.setup.pieces.reserve
    for feature in state.setup.pieces.vintages[state.vintage].features:
        state.levels[feature] = min(rules.feature_max, state.levels[feature] + rules.feature_step)


@final
class StartOfYear(Step[Table]):
    """A new Vintage tile; in some years all used tiles are turned face-up (§6.1)."""

    kind = "start of year"

    def run(self, state: Table) -> None:
        state.year += 1
        year = state.setup.pieces.years[state.year - 1]
        if year.reveal:
            state.vintage = state.vintages[0]
            state.vintages = state.vintages[1:]
            state.reveal()
            if state.setup.reserve:
                raise_features(state)
        state.tell("year", NONE, state.year, state.vintage)
        if year.flip:
            turn_up(state.experts)
            turn_up(state.tiles)
        state.push(Actions(0))


def turn_up(tiles: list[int]) -> None:
    """Turn all tiles of a list that somebody owns face-up (§6.1)."""
    for number in range(len(tiles)):
        if tiles[number] >= 0 and tiles[number] & 1 == DOWN:
            tiles[number] += UP - DOWN


@final
class Actions(Step[Table]):
    """A round of turns in player order; what follows depends on which round it is (§6.2)."""

    kind = "actions"

    def __init__(self, round: int) -> None:
        self.round = round

    def run(self, state: Table) -> None:
        if state.year <= len(state.setup.pieces.years):
            state.push(Actions(1) if self.round == 0 else Maintenance())
            if self.round == 0 or state.setup.revise_both:
                state.push(Revise())
        for side in reversed(state.order):
            if side >= state.seats:
                state.push(LacerdaTurn())
            else:
                state.push(Window(side, True))


@final
class Revise(Step[Table]):
    """Sides that stand on the centre move to the front of the order (§6.3)."""

    kind = "revise"

    def run(self, state: Table) -> None:
        centre = state.setup.pieces.centre
        first = [side for side in state.order if state.marker[side] == centre]
        if first:
            state.order = first + [side for side in state.order if state.marker[side] != centre]


@final
class Maintenance(Step[Table]):
    """Barrels come back from the Sales Area; in the Reserve the books are balanced first (§6.4, §16.5)."""

    kind = "maintenance"

    def run(self, state: Table) -> None:
        state.push(Production())
        for side in reversed(state.order):
            if side >= state.seats:
                state.push(LacerdaMaintenance())
                continue
            if side in state.sales:
                state.push(MaintenanceBarrel(side))
            if state.setup.reserve:
                state.push(Books(side))


@final
class Books(Step[Table]):
    """Interest and salaries, and Enologists who cannot be paid (§16.5, §16.18)."""

    kind = "books"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Table) -> None:
        seat, rules = self.seat, state.setup.pieces.reserve
        before = state.account[seat]
        state.account[seat] = max(0, before + rules.interest * state.level[seat])
        state.tell("interest", seat, state.account[seat] - before)
        staff = state.total_on_land(seat, ENOLOGISTS)
        paid = min(staff, state.account[seat] // rules.salary) if rules.salary > 0 else staff
        state.account[seat] -= paid * rules.salary
        if staff:
            state.tell("salaries", seat, paid * rules.salary)
        state.push(Penalty(seat))
        for _unpaid in range(staff - paid):
            state.push(Dismiss(seat))


@final
class Penalty(Step[Table]):
    """An empty account costs VP, but takes nobody below 0 (§16.5)."""

    kind = "penalty"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Table) -> None:
        if state.account[self.seat] == 0:
            lost = min(state.setup.pieces.reserve.penalty, max(0, state.points(self.seat)))
            state.lost_vp[self.seat] += lost
            state.tell("penalty", self.seat, lost)


@final
class Production(Step[Table]):
    """Each player ages wines, may reassign staff, and makes new wine (§6.5)."""

    kind = "production"

    def run(self, state: Table) -> None:
        state.push(EndOfYear())
        for side in reversed(state.order):
            if side < state.seats:
                state.push(Harvest(side, 0))
                state.push(StaffKeep(side))
                state.push(Age(side))


@final
class Age(Step[Table]):
    """Every wine moves one slot to the right; a wine that has no slot left is discarded (§6.5)."""

    kind = "age"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Table) -> None:
        land = state.land
        for estate in range(state.opened(self.seat)):
            first = state.at(self.seat, estate) + WINE
            for slot in range(first + state.slots_of(self.seat, estate) - 1, first, -1):
                land[slot] = land[slot - 1]
            land[first] = 0


@final
class Harvest(Step[Table]):
    """Estates produce in order; each Douro estate asks about a Porto tile while its owner has one (§6.5)."""

    kind = "harvest"

    def __init__(self, seat: int, estate: int) -> None:
        self.seat = seat
        self.estate = estate

    def run(self, state: Table) -> None:
        seat = self.seat
        for estate in range(self.estate, state.opened(seat)):
            region = state.setup.pieces.regions[state.land[state.at(seat, estate)]]
            if region.porto and state.porto[seat] > 0:
                state.push(Harvest(seat, estate + 1))
                state.push(Porto(seat, estate))
                return
            make_wine(state, seat, estate, 0)


@final
class EndOfYear(Step[Table]):
    """A fair where the track says so, then the next year or the final action (§3.2, §12.5)."""

    kind = "end of year"

    def run(self, state: Table) -> None:
        year = state.setup.pieces.years[state.year - 1]
        if state.year < len(state.setup.pieces.years):
            state.push(StartOfYear())
        else:
            state.push(FinalAction())
            if state.setup.reserve:
                state.push(MarkOptions())
        if year.fair is not None:
            push_fair(state)


@final
class FinalAction(Step[Table]):
    """One more turn for everybody; tiles stay as they are, no space is taxed (§6.7)."""

    kind = "final action"

    def run(self, state: Table) -> None:
        state.year += 1
        state.tell("final", NONE)
        state.push(Actions(0))
