"""The fair: late Press Releases, awards, the new order, Magnate tiles (§12, §16.10)."""

from typing import final

from cuvee.games.vinhos.decisions.buying import TakeExpert
from cuvee.games.vinhos.decisions.magnates import BuyTile
from cuvee.games.vinhos.decisions.press_releases import ReleaseBooth, ReleaseWine
from cuvee.games.vinhos.decisions.reserve import MarkOption
from cuvee.games.vinhos.effects.lacerda import lacerda_releases
from cuvee.games.vinhos.flow.lacerda import LacerdaBuys, draw_card
from cuvee.games.vinhos.pieces.board import Fair
from cuvee.games.vinhos.pieces.vocabulary import FEATURES
from cuvee.games.vinhos.state.codes import NONE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.play import Step


@final
class Refill(Step[Table]):
    """Fill the empty cells of the display from the deck (§5.9, §12.4)."""

    kind = "refill"

    def run(self, state: Table) -> None:
        state.refill()


def push_fair(state: Table) -> None:
    """Put a fair on the agenda: late Press Releases, awards, new order, Magnate tiles (§12)."""
    if not state.setup.reserve:
        state.push(BuyTiles())
    state.push(NewOrder())
    state.push(Awards())
    for side in reversed(state.order):
        if not state.released[side]:
            state.push(LateRelease(side))


@final
class LateRelease(Step[Table]):
    """A side that has not issued a Press Release for this fair does so now (§12.1, §17.6)."""

    kind = "late release"

    def __init__(self, side: int) -> None:
        self.side = side

    def run(self, state: Table) -> None:
        if self.side >= state.seats:
            lacerda_releases(state, self.side, draw_card(state))
        elif state.has_wine(self.side):
            state.push(ReleaseWine(self.side, True))
        elif not state.setup.reserve:
            state.push(ReleaseBooth(self.side, False))


def award_shares(fair: Fair, players: int, points: list[int]) -> list[int]:
    """Return the VP of each side: tied sides share the awards of the places they occupy (§12.2)."""
    ranks = fair.ranks_used[players - 2]
    awards = [fair.vp_by_rank[rank - 1] if rank <= len(fair.vp_by_rank) else 0 for rank in ranks]
    found: list[int] = []
    for mine in points:
        better = sum(other > mine for other in points)
        equal = sum(other == mine for other in points)
        found.append(sum(awards[better : better + equal]) // equal)
    return found


@final
class Awards(Step[Table]):
    """Rank the sides by Fair Points: VP for the places, an Expert for the last of four (§12.2)."""

    kind = "awards"

    def run(self, state: Table) -> None:
        fair, points = state.setup.pieces.years[state.year - 1].fair, state.fair_points
        assert fair is not None
        shares = award_shares(fair, state.setup.players, points)
        for side in range(len(points)):
            state.fair_vp[side] += shares[side]
            state.tell("award", side, shares[side], points[side])
        if fair.fourth_expert and 4 in fair.ranks_used[state.setup.players - 2]:
            for seat in reversed(state.order):
                if points[seat] == min(points):
                    state.push(ConsolationExpert(seat))


@final
class ConsolationExpert(Step[Table]):
    """A Wine Expert for last place, if any deck has one (§12.2, §14.10)."""

    kind = "consolation expert"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Table) -> None:
        if state.can_take_expert():
            state.push(TakeExpert(self.seat, 1, False, 0, True))


@final
class NewOrder(Step[Table]):
    """Set the order by the booths from left to right; in the Reserve by the ranking, last place first (§12.3, §16.10)."""

    kind = "new order"

    def run(self, state: Table) -> None:
        if state.setup.reserve:
            late_first = state.order[::-1]  # among tied players, the later one in the old order goes first
            late_first.sort(key=state.fair_points.__getitem__)
            state.order = late_first
            rules = state.setup.pieces.reserve
            if rules.feature_reset:
                state.levels = [rules.feature_start] * len(FEATURES)
        else:
            state.order = [side for side in state.booths if side != NONE]
            state.booths = [NONE] * len(state.booths)
        state.released = [False] * state.setup.sides
        state.tell("order", state.order[0])


@final
class BuyTiles(Step[Table]):
    """In the new order, each player may give a wine for a Magnate tile; then the display is refilled (§12.4)."""

    kind = "buy tiles"

    def run(self, state: Table) -> None:
        state.push(Refill())
        for side in reversed(state.order):
            if side >= state.seats:
                state.push(LacerdaBuys())
            else:
                state.push(BuyTile(side))


@final
class MarkOptions(Step[Table]):
    """After the third fair of the Reserve, each player may mark multiplier options (§16.10)."""

    kind = "mark options"

    def run(self, state: Table) -> None:
        for seat in reversed(state.order):
            state.push(MarkOption(seat))
