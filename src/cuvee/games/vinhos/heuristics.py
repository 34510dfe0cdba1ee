"""A beginner's judgement of Vinhos.

A position is worth what it would score now, plus what its wines can still fetch, what its estates will produce, what its
barrels and tiles make possible, and a share of the fairs to come. Questions that lead to others are played out to the end
of the action; those of a Press Release are answered by rules of thumb.
"""

from math import exp
from typing import Any, Final, final

from cuvee.games.vinhos.decisions.abilities import PlaceCube
from cuvee.games.vinhos.decisions.buying import Build, BuyVineyard, Hire, TakeExpert
from cuvee.games.vinhos.decisions.common import NEITHER, PASS, STOP
from cuvee.games.vinhos.decisions.magnates import BuyTile, BuyWine
from cuvee.games.vinhos.decisions.maintenance import MaintenanceBarrel
from cuvee.games.vinhos.decisions.press_releases import ReleaseBarrel, ReleaseBooth, ReleaseCubes, ReleaseExpert, ReleaseWine
from cuvee.games.vinhos.decisions.production import StaffKeep, StaffPlace
from cuvee.games.vinhos.decisions.setup import FirstRegion, FirstTile
from cuvee.games.vinhos.decisions.trading import TradeWine
from cuvee.games.vinhos.decisions.turn import Destination, Window
from cuvee.games.vinhos.observation import details
from cuvee.games.vinhos.pieces.vocabulary import MOST
from cuvee.games.vinhos.scoring import (
    investment_vp,
    lacerda_total,
    majority_vp,
    money_of,
    money_vp,
    multipliers_vp,
    total,
    wine_vp,
)
from cuvee.games.vinhos.state.codes import CELLAR, COLOR, ENOLOGISTS, FARMERS, NONE, PRESSES, VINES
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Habits, Heuristics, with_rival
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import Decision

BAGO: Final = 0.8
"""VP that a Bago is worth up to the last step of the money table, long before the end."""
SPARE_BAGO: Final = 0.25
TRADED: Final = 0.85
"""VP for a point of Wine Value that a barrel can carry to the Export Area."""
KEPT: Final = 0.5
"""VP for a point of quality of other wines: fairs, Magnate tiles, half of it at the end."""
WINES_IN_USE: Final = 4
"""Other wines that can be put to use before they spoil."""
HARVEST: Final = 0.36
"""VP for each point of quality of each harvest to come."""
CELLAR_HARVEST: Final = 0.7
BARREL: Final = 2.4
"""VP for a barrel in the supply: a trade that can be made."""
EXPERT: Final = 1.2
SPENT_EXPERT: Final = 0.7
TILE: Final = 1.6
PORTO: Final = 1.0
FAIR_SPREAD: Final = 5.0
"""Fair Points that make a lead likely to last."""
MAJORITY_SHARE: Final = 0.75
LAST_MONEY: Final = 20


def harvests_left(state: Table) -> int:
    """Count the productions to come."""
    return max(0, len(state.setup.pieces.years) + 1 - state.year)


def wine_potential(state: Table, seat: int) -> float:
    """Return what the wines in storage can fetch: the best for barrels, some others for fairs and tiles."""
    values: list[int] = [state.best_value(seat, wine) for wine in state.wines(seat)]
    values.sort(reverse=True)
    left = harvests_left(state)
    barrels = state.barrels[seat]
    found = 0.0
    for place in range(len(values)):
        if place < barrels:
            found += TRADED * (values[place] - 1)
        elif place < barrels + WINES_IN_USE or left == 0:
            found += KEPT * values[place] if left else values[place] // 2
    return found


def estate_potential(state: Table, seat: int) -> float:
    """Return what the estates will produce until the end, and what their Cellars add."""
    farm, land, left, found = state.setup.pieces.farm, state.land, harvests_left(state), 0.0
    for estate in range(state.opened(seat)):
        at = state.at(seat, estate)
        quality = farm.per_vineyard * land[at + VINES] + farm.per_farmer * land[at + FARMERS]
        quality += farm.per_winery * land[at + PRESSES] + farm.per_enologist * land[at + ENOLOGISTS]
        found += HARVEST * quality * left
        if land[at + CELLAR]:
            found += CELLAR_HARVEST * left
    return found


def money_worth(state: Table, seat: int) -> float:
    """Return what money is worth: by its table at the end, as a means until then."""
    money = money_of(state, seat)
    left = harvests_left(state)
    if left == 0:
        return money_vp(state, seat) + 0.05 * money
    smooth = BAGO * min(money, LAST_MONEY) + SPARE_BAGO * max(0, money - LAST_MONEY)
    share = min(1.0, left / 3)
    return share * smooth + (1 - share) * (0.5 * money_vp(state, seat) + 0.5 * smooth)


def fair_strength(state: Table, side: int) -> float:
    """Return the Fair Points a side has or will have at the next fair, as far as everybody can see."""
    points = float(state.fair_points[side])
    if state.released[side]:
        return points
    if side >= state.seats:
        return points + state.setup.pieces.lacerda.values[min(state.year, 6) - 1] + 2
    best = 0
    for wine in state.wines(side):
        best = max(best, state.best_value(side, wine))
    quality, land, farm = 0, state.land, state.setup.pieces.farm
    for estate in range(state.opened(side)):
        at = state.at(side, estate)
        made = farm.per_vineyard * land[at + VINES] + farm.per_farmer * land[at + FARMERS]
        quality = max(quality, made + farm.per_winery * land[at + PRESSES] + farm.per_enologist * land[at + ENOLOGISTS])
    return points + max(best, quality) + 1


def fair_prospect(state: Table, seat: int) -> float:
    """Return a share of the awards to come, by how far a seat is ahead of the others or behind them."""
    mine, ahead, others = fair_strength(state, seat), 0.0, 0
    for side in range(state.setup.sides):
        if side != seat:
            ahead += 1 / (1 + exp((fair_strength(state, side) - mine) / FAIR_SPREAD))
            others += 1
    chance, found, sure = ahead / others, 0.0, 1.0
    for year in state.setup.pieces.years:
        if year.fair is None or year.number < state.year:
            continue
        found += sure * year.fair.vp_by_rank[0] * chance
        sure *= 0.85
    return found


def worth(state: Table, seat: int) -> float:
    """Estimate the final points of a seat."""
    left = harvests_left(state)
    found = state.points(seat) + money_worth(state, seat) + wine_potential(state, seat)
    found += estate_potential(state, seat) + fair_prospect(state, seat)
    found += (MAJORITY_SHARE if left else 1.0) * majority_vp(state, seat)
    found += multipliers_vp(state, seat) * (1.15 if left else 1.0) + investment_vp(state, seat)
    time = min(1.0, left / 2)
    found += BARREL * time * state.barrels[seat]
    found += PORTO * time * state.porto[seat]
    for owner in state.experts:
        if owner >> 1 == seat:
            found += time * (SPENT_EXPERT if owner & 1 else EXPERT)
    for owner in state.tiles:
        if owner >> 1 == seat:
            found += time * (0.4 if owner & 1 else TILE)
    if state.setup.reserve:
        found += 0.6 * left * state.level[seat]
        found -= 0.6 * left * state.total_on_land(seat, ENOLOGISTS)
        found += 1.5 * time * sum(state.magnate_barrels[3 * seat : 3 * seat + 3])
        if state.account[seat] == 0 and left:
            found -= 2
    return found


def leads_on(decision: Decision[Any]) -> bool:
    """Tell whether a question is only part of a play that has to be finished before it can be judged."""
    if isinstance(decision, BuyVineyard | Build | Hire | TakeExpert | TradeWine):
        return not decision.optional
    return not isinstance(decision, Window | StaffKeep | FirstRegion | FirstTile | BuyTile | MaintenanceBarrel)


@final
class GrowerSense(Heuristics[Table]):
    """Build early, export what a barrel can carry, never come to a fair without a good wine."""

    def habits(self) -> Habits:
        """Compare what options lead to over the next turns."""
        return Habits(10.0, tree=False, horizon=2, width=8, caution=2)

    def rival(self, state: Table) -> float | None:
        """Lacerda's total in the solitaire game (§17)."""
        return float(lacerda_total(state)) if state.setup.solo else None

    def quiet(self, state: Table) -> bool:
        """Tell whether this is the start of a turn, or a question that leads to no others."""
        decision = state.decision()
        return isinstance(decision, Destination) or not leads_on(decision)

    def features(self, state: Table, seat: int) -> list[float]:
        """Describe the year and the order, then the seat and its strongest rival."""
        years = len(state.setup.pieces.years)
        found = [state.year / years, state.order.index(seat) / 4, harvests_left(state) / years]
        for side in with_rival(seat, [float(state.points(other)) for other in range(state.seats)]):
            found += [
                state.points(side) / 60,
                money_of(state, side) / 20,
                state.fair_points[side] / 40,
                state.barrels[side] / 8,
                len(state.wines(side)) / 10,
                wine_vp(state, side) / 20,
                wine_potential(state, side) / 40,
                estate_potential(state, side) / 60,
                state.opened(side) / 5,
                state.total_on_land(side, VINES) / 10,
                state.total_on_land(side, FARMERS) / 10,
                state.total_on_land(side, PRESSES) / 10,
                state.total_on_land(side, ENOLOGISTS) / 10,
                state.total_on_land(side, CELLAR) / 5,
                majority_vp(state, side) / 15,
                multipliers_vp(state, side) / 15,
                state.count_owned(state.experts, side) / 8,
                state.count_in(state.export, side) / 8,
                1.0 if state.released[side] else 0.0,
            ]
        return found

    def details(self, state: Table, seat: int, rows: Rows) -> None:
        """Spell out piece by piece what the seat knows."""
        details(state, seat, rows)

    def estimate(self, state: Table, seat: int) -> float:
        """Estimate the final points of a seat."""
        return float(total(state, seat)) if state.over else worth(state, seat)

    def opinions(self, state: Table, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate by rules of thumb where there are some, otherwise by playing on in an imagined position."""
        decision = state.decision()
        if self._has_rule(decision):
            return [self._by_rule(state, decision, seat, number) for number in numbers]
        imagined = state.redeal(seat, rng)
        assert isinstance(imagined, Table)
        moves = 1 if isinstance(decision, Window) and decision.before else 0
        return [self._after(imagined, seat, number, moves) for number in numbers]

    def _after(self, state: Table, seat: int, number: int, moves: int) -> float:
        """Play an option on a copy, finish what it leads to, and return the value."""
        copy = state.clone()
        copy.apply(seat, number)
        return self._finish(copy, seat, moves)

    def _finish(self, state: Table, seat: int, moves: int) -> float:
        """Answer the rest of a play as well as possible, with at most `moves` moves of the marker; changes the position."""
        while state.waiting and state.waiting[0] == seat:
            decision = state.decision()
            if not leads_on(decision):
                break
            if isinstance(decision, Destination):
                if moves == 0:  # the next turn has begun
                    break
                moves -= 1
            numbers = state.options(seat)
            if self._has_rule(decision):
                state.apply(seat, self._best_by_rule(state, decision, seat, numbers))
                continue
            best = -1000.0
            for number in numbers:
                best = max(best, self._after(state, seat, number, moves))
            return best
        return self.value(state, seat)

    def _best_by_rule(self, state: Table, decision: Decision[Any], seat: int, numbers: list[int]) -> int:
        best, rate = numbers[0], -1000.0
        for number in numbers:
            this = self._by_rule(state, decision, seat, number)
            if this > rate:
                best, rate = number, this
        return best

    def _has_rule(self, decision: Decision[Any]) -> bool:
        return isinstance(
            decision,
            ReleaseWine
            | ReleaseCubes
            | ReleaseBooth
            | ReleaseExpert
            | ReleaseBarrel
            | PlaceCube
            | StaffKeep
            | StaffPlace
            | MaintenanceBarrel
            | BuyWine
            | TakeExpert
            | FirstTile,
        )

    def _by_rule(self, state: Table, decision: Decision[Any], seat: int, number: int) -> float:
        if isinstance(decision, ReleaseWine):
            return self._rate_release(state, decision, seat, number)
        if isinstance(decision, ReleaseCubes):
            return float(number)
        if isinstance(decision, ReleaseBooth):
            return (2.0, 1.6, 1.7, 2.1)[number] if number < 4 else 0.0
        if isinstance(decision, ReleaseExpert):
            return 1.5 if number == NEITHER else self._rate_discard(state, decision, number - 1)
        if isinstance(decision, ReleaseBarrel):
            return 0.0 if number == STOP else 1.0 + state.magnate_barrels[3 * seat + number]
        if isinstance(decision, PlaceCube):
            return self._rate_cube(state, seat, number)
        if isinstance(decision, StaffKeep):
            return 1.0 - number
        if isinstance(decision, StaffPlace):
            return float(number)
        if isinstance(decision, MaintenanceBarrel):
            return float(state.setup.pieces.sales[number].pays)
        if isinstance(decision, BuyWine):
            return -float(state.best_value(seat, number))
        if isinstance(decision, TakeExpert):
            return self._rate_expert(state, decision, seat, number)
        return self._rate_first_tile(state, number)

    def _rate_release(self, state: Table, decision: ReleaseWine, seat: int, wine: int) -> float:
        """Weigh Fair Points and barrels against keeping the wine; passing waits for a better one."""
        if wine == PASS:
            return 8.0
        at, value = state.at(seat, wine // state.setup.width), state.best_value(seat, wine)
        barrels = 0
        for magnate in range(len(state.setup.pieces.magnates)):
            there = state.magnate_barrels[len(state.setup.pieces.magnates) * seat + magnate]
            able = state.barrels[seat] > 0 and there < 3 if state.setup.reserve else there > 0
            if able and state.wish_met(magnate, state.land[at], state.land[at + COLOR], value):
                barrels += 1
        return value + (1.0 if state.setup.reserve else 3.0) * min(2, barrels)

    def _rate_discard(self, state: Table, decision: ReleaseExpert, expert: int) -> float:
        """Discard for 2 or 3 Fair Points, those already used first."""
        return decision.points + (0.5 if state.experts[expert] & 1 else 0.0)

    def _rate_cube(self, state: Table, seat: int, region: int) -> float:
        """Cubes help where your wines come from."""
        found = 0.0
        for estate in range(state.opened(seat)):
            if state.land[state.at(seat, estate)] == region:
                found += state.setup.pieces.regions[region].cube_worth
        return found if state.cubes[region] < state.setup.pieces.cubes_per_wine else 0.5 * found

    def _rate_expert(self, state: Table, decision: TakeExpert, seat: int, number: int) -> float:
        """Take features of the tile in force, then abilities that help; stop sooner if many are held already."""
        if number == STOP:
            return 1.5 + 0.4 * state.count_owned(state.experts, seat)
        vintage, expert = state.setup.pieces.vintages[state.vintage], state.setup.pieces.experts[state.decks[number][0]]
        found = 1.0 + (0.8 if expert.ability in ("barrel", "bagos") else 0.0)
        for place in range(len(vintage.features)):
            if vintage.features[place] == number:
                found += 0.4 * vintage.points[place]
        return found

    def _rate_first_tile(self, state: Table, cell: int) -> float:
        code = state.display[cell]
        if code == NONE or code >= MOST:
            return 0.0
        kind = state.setup.pieces.action_tiles[code].type
        return {"export": 5.0, "sales": 4.5, "winery": 3.0, "vineyard": 3.0, "enologist": 3.0}.get(kind, 2.0)


def judgement() -> Heuristics[Table]:
    """Return the judgement of the game."""
    return GrowerSense()
