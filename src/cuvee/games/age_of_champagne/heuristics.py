"""A beginner's judgement of Age of Champagne.

Grapes, press and winery are worth what passes through the narrowest of the three in the harvests to come; a cuvee is worth
its unit value and grid bonus; orders are compared by what they bring less what the cuvees would bring elsewhere. Every
question is answered at sight.
"""

from typing import Final, final

from cuvee.games.age_of_champagne.decisions.assignment import DISC, PlaceMarker
from cuvee.games.age_of_champagne.decisions.common import STOP
from cuvee.games.age_of_champagne.decisions.delivery import SWAP_ECO, first_lack, may_ship, reach_of
from cuvee.games.age_of_champagne.decisions.draft import Draft
from cuvee.games.age_of_champagne.decisions.events import LoseCuvee, NameRegion, NameVariety
from cuvee.games.age_of_champagne.decisions.harvest import USE, Store, UseProtection
from cuvee.games.age_of_champagne.decisions.marketing import AgeCuvees, PromoteCuvees, counts_of
from cuvee.games.age_of_champagne.decisions.merchant import MerchantOrder, merchant_leaves_out
from cuvee.games.age_of_champagne.decisions.powers import DECLINE, ReservationWindow
from cuvee.games.age_of_champagne.decisions.shipping import ACCEPT, NO_PARTNER, PARTNER, SWAP, WAY, ChoosePartner, Offer, Ship
from cuvee.games.age_of_champagne.decisions.tokens import PlaceLand, TakeToken
from cuvee.games.age_of_champagne.decisions.vineyards import PlaceAnywhere
from cuvee.games.age_of_champagne.decisions.wine_draw import DrawWine
from cuvee.games.age_of_champagne.effects.board import ChooseMarker
from cuvee.games.age_of_champagne.observation import details
from cuvee.games.age_of_champagne.pieces.cards import Market
from cuvee.games.age_of_champagne.pieces.vocabulary import (
    AGE,
    COUNCIL,
    DRAW,
    GRAPES,
    NOBODY,
    NOTHING,
    PLANE,
    PRESS,
    REGIONS,
    SECTORS,
    SHIPPING,
    VINEYARD,
    WINERY,
)
from cuvee.games.age_of_champagne.scoring import columns, final_lines, order_points, total
from cuvee.games.age_of_champagne.state.codes import PROVISIONAL, SLOTS
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Habits, Heuristics, with_rival
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import ANY_TIME, Decision

GRAPE_WORTH: Final = [0.42, 0.62, 0.85]
"""What a grape of each variety promises, from vineyard to market."""
NARROWEST: Final = 0.69
NEXT: Final = 0.24
WIDEST: Final = 0.07
"""How much the narrowest of grapes, press and winery counts, then the next, then the widest."""
WIDE: Final = 13.0
"""More grapes than this a round cannot be made into wine and shipped."""
HOLD: Final = 0.62
"""The share of its price that a cuvee keeps when it is not shipped now."""
LEVEL: Final = 1.5
"""What an eco level is worth on average."""
TOKEN: Final = 2.2
NEVER: Final = -1000.0


@final
class HouseSense(Heuristics[Houses]):
    """Widen what is narrow, promote the dear cuvees early, ship what pays, keep the eco report high."""

    # Worth.

    def habits(self) -> Habits:
        """Play on to the end: opinions are quick and good here, and a single game has too much luck to disprove them."""
        return Habits(12.0, tree=False, horizon=30, width=10, caution=10, blend=0.0 if self.learned is None else 0.2)

    def rival(self, state: Houses) -> float | None:
        """Estimate the points of the Wine Merchant, if he plays without a seat (§10)."""
        merchant = state.setup.merchant
        return self.estimate(state, merchant) if merchant >= state.seats else None

    def quiet(self, state: Houses) -> bool:
        """Tell whether a marker is about to be placed: then nothing is half done."""
        return isinstance(state.decision(), PlaceMarker)

    def features(self, state: Houses, seat: int) -> list[float]:
        """Describe time, boards and points, the seat's own house first."""
        setup = state.setup
        found = [state.round / setup.pieces.rounds]
        for who in with_rival(seat, [float(state.prestige[other]) for other in range(setup.participants)]):
            found.append(state.prestige[who] / 100)
            found.append(sum(final_lines(state, who)) / 40)
            found.append(state.eco[who] / 11)
            found.append(state.press[who] / 8)
            found.append(state.modules[who] / 8)
            for cuvee in range(GRAPES):
                at = GRAPES * who + cuvee
                found.append(state.wines[at] / 10)
                found.append(state.cellar[at] / 5)
                found.append(state.cave[at] / 3)
                found.append(state.grid[at] / 4)
            grapes = state.grows(who, NOTHING) if who != setup.merchant else [0] * GRAPES
            found += [count / 10 for count in grapes]
        return found

    def details(self, state: Houses, seat: int, rows: Rows) -> None:
        """Spell out piece by piece what the seat knows."""
        details(state, seat, rows)

    def estimate(self, state: Houses, seat: int) -> float:
        """Estimate the final points: what is there, and what the house promises in the time that is left."""
        worth = float(total(state, seat))
        if state.over or seat == state.setup.merchant:
            return worth
        harvests = self.harvests(state)
        if harvests > 0:
            worth += self.flow(state, seat, 0, 0, NOTHING) * max(0, harvests - 1)
            for cuvee in range(GRAPES):
                at = GRAPES * seat + cuvee
                worth += state.cellar[at] * (self.hold(state, seat, cuvee) - 1.3) + state.wines[at] * GRAPE_WORTH[cuvee]
        return worth

    def harvests(self, state: Houses) -> int:
        """Count the harvests to come, this round's included."""
        return state.setup.pieces.rounds - state.round + 1

    def flow(self, state: Houses, seat: int, levels: int, modules: int, card: int) -> float:
        """Return what a harvest is worth with more press levels, more modules or another vineyard."""
        pieces = state.setup.pieces
        grapes = state.grows(seat, NOTHING)
        if card != NOTHING:
            vineyard = pieces.vineyards[card]
            grapes[vineyard.grape] += vineyard.quantity
        count = grapes[0] + grapes[1] + grapes[2]
        worth = 0.0
        for grape in range(GRAPES):
            worth += grapes[grape] * GRAPE_WORTH[grape]
        level = min(state.press[seat] + levels, len(pieces.levels))
        room = pieces.module_capacity * min(state.modules[seat] + modules, pieces.modules)
        widths = sorted([min(WIDE, float(count)), min(WIDE, float(pieces.levels[level - 1].capacity)), min(WIDE, float(room))])
        wide = widths[0] * NARROWEST + widths[1] * NEXT + widths[2] * WIDEST
        return wide * (worth / count if count else 0.5)

    def price(self, state: Houses, seat: int, cuvee: int) -> float:
        """Return what a cuvee brings when it is shipped."""
        return float(state.setup.pieces.units[cuvee] + state.bonus(seat, cuvee))

    def hold(self, state: Houses, seat: int, cuvee: int) -> float:
        """Return what a cuvee is worth if it stays in the cellar this round."""
        inventory = state.setup.pieces.cuvee_points / state.setup.pieces.cuvee_batch
        if state.round >= state.setup.pieces.rounds:
            return inventory * 0.9
        return max(inventory * 0.8, HOLD * self.price(state, seat, cuvee) + 0.4)

    def eco(self, state: Houses, seat: int, levels: int) -> float:
        """Return what a change of the eco level is worth: its average early in the game, its exact value at the end."""
        values, level = state.setup.pieces.eco_values, state.eco[seat]
        reached = max(1, min(len(values), level + levels))
        beyond = float(level + levels - reached)
        now = float(values[reached - 1] - values[level - 1])
        late = state.round / state.setup.pieces.rounds
        return beyond + late * now + (1.0 - late) * LEVEL * (reached - level)

    def token(self, state: Houses, seat: int, face: int) -> float:
        """Return what a Bonus token is worth."""
        token = state.setup.pieces.tokens[face]
        if token.instant and not token.land:
            return token.prestige + self.eco(state, seat, token.eco)
        if token.land:
            return 2.5
        if token.zone != NOTHING:
            return 2.4 if self.harvests(state) > 1 else 0.0
        return 0.3 + token.unused + (0.6 if token.swaps else 0.0)

    # Opinions.

    def opinions(self, state: Houses, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate each option at sight."""
        decision = state.decision()
        if isinstance(decision, PlaceMarker):
            return self.rate_spots(state, seat, numbers)
        if isinstance(decision, Draft):
            return [self.rate_heirloom(state, seat, number) for number in numbers]
        if isinstance(decision, Ship):
            return [self.rate_order(state, seat, decision, number) for number in numbers]
        if isinstance(decision, DrawWine):
            return [self.rate_blend(state, seat, number) for number in numbers]
        if isinstance(decision, Store):
            return [self.rate_store(state, seat, decision, number) for number in numbers]
        return [self.at_sight(state, seat, decision, number) for number in numbers]

    def at_sight(self, state: Houses, seat: int, decision: Decision[Houses], number: int) -> float:
        """Rate an answer to one of the smaller questions."""
        if isinstance(decision, TakeToken):
            return self.token(state, seat, number)
        if isinstance(decision, AgeCuvees):
            return self.marketing(state, seat, counts_of(number))
        if isinstance(decision, PromoteCuvees):
            return self.rate_promotion(state, seat, number)
        if isinstance(decision, PlaceLand | PlaceAnywhere):
            return self.rate_region(state, seat, number)
        if isinstance(decision, LoseCuvee):
            cellar = 0.1 if number < GRAPES else 0.0
            return -self.hold(state, seat, number % GRAPES) - cellar
        if isinstance(decision, NameRegion | NameVariety):
            return self.rate_key(state, seat, decision, number)
        if isinstance(decision, UseProtection):
            lost = sum(state.grows(seat, NOTHING)) - sum(state.grows(seat, state.key_element))
            return lost * 0.5 - 1.2 if number == USE else 0.0
        if isinstance(decision, ReservationWindow):
            return 0.0 if number == DECLINE else self.rate_reservation(state, seat, number)
        if isinstance(decision, Offer):
            return self.rate_offer(state, seat, decision, number)
        if isinstance(decision, ChoosePartner):
            return -1.0 if number == NO_PARTNER else -total(state, number) / 1000
        if isinstance(decision, MerchantOrder):
            market = state.market_at(number)
            return float(order_points(state, seat, market, merchant_leaves_out(state, market, decision.partial)))
        if isinstance(decision, ChooseMarker):
            eco = state.setup.board.spots[number].eco
            return float(-eco if state.eco[seat] >= len(state.setup.pieces.eco_values) else eco)
        return 0.0

    def rate_heirloom(self, state: Houses, seat: int, number: int) -> float:
        """Rate an inheritance card: a vineyard, press and modules, cuvees; a mixture is best."""
        card = state.setup.pieces.inheritance[number]
        rate = 1.6 * card.press + 1.5 * card.modules + LEVEL * card.eco + 0.15 * card.stars
        rate += 5.0 if card.vineyard != NOTHING else 0.0
        for cuvee in range(GRAPES):
            rate += card.cuvees[cuvee] * (0.6 + 0.9 * state.setup.pieces.units[cuvee])
        for other in state.kept[seat]:
            if state.setup.pieces.inheritance[other].kind == card.kind:
                rate -= 1.2
        return rate

    # Placing markers.

    def rate_spots(self, state: Houses, seat: int, numbers: list[int]) -> list[float]:
        """Rate where a marker may go; the action once for each zone, then the placement effect of the spot."""
        actions = [NEVER] * 8
        rates: list[float] = []
        for number in numbers:
            if number >= ANY_TIME:
                reserve = number >= 2 * ANY_TIME
                rates.append(self.rate_reservation(state, seat, number % ANY_TIME) if reserve else NEVER)
                continue
            spot = state.setup.board.spots[number % DISC]
            rate = spot.prestige + self.eco(state, seat, spot.eco) + TOKEN * spot.tokens
            if spot.zone == VINEYARD:
                rate += self.rate_vineyard(state, seat, state.offers[spot.number])
            elif spot.zone == SHIPPING:
                rate += self.rate_shipping(state, seat, spot.number)
            elif spot.zone == COUNCIL:
                rate += self.rate_council(state, seat, spot.position)
            else:
                if actions[spot.zone] == NEVER:
                    actions[spot.zone] = self.rate_action(state, seat, spot.zone)
                rate += actions[spot.zone]
            if spot.link:
                first, second = state.setup.board.linked
                other = second if spot.number == first else first
                rate += TOKEN if state.spots[other] == seat else 0.4 if state.spots[other] == NOBODY else 0.0
            if number >= DISC:
                rate += 0.8 if rate > 1.5 else -1.0
            rates.append(rate)
        return rates

    def rate_action(self, state: Houses, seat: int, zone: int) -> float:
        """Rate a press level, a module, a wine draw or the Marketing Strategy."""
        harvests = float(self.harvests(state))
        levels, modules = len(state.markers_in(seat, PRESS)), len(state.markers_in(seat, WINERY))
        if zone == PRESS:
            if state.press[seat] + levels >= len(state.setup.pieces.levels):
                return 0.0
            more = self.flow(state, seat, levels + 1, modules, NOTHING) - self.flow(state, seat, levels, modules, NOTHING)
            level = state.setup.pieces.levels[state.press[seat] + levels]
            return more * harvests + level.prestige + TOKEN * level.tokens
        if zone == WINERY:
            if state.modules[seat] + modules >= state.setup.pieces.modules:
                return 0.0
            more = self.flow(state, seat, levels, modules + 1, NOTHING) - self.flow(state, seat, levels, modules, NOTHING)
            age_two = state.modules[seat] + modules >= state.setup.pieces.age_one
            return more * harvests + (self.eco(state, seat, state.setup.pieces.module_eco) if age_two else 0.0)
        if zone == DRAW:
            return self.rate_draw(state, seat)
        return self.rate_marketing(state, seat)

    def rate_vineyard(self, state: Houses, seat: int, card: int) -> float:
        """Rate a Vineyard card: its grapes, its bonus, its region."""
        vineyard = state.setup.pieces.vineyards[card]
        levels, modules = len(state.markers_in(seat, PRESS)), len(state.markers_in(seat, WINERY))
        more = self.flow(state, seat, levels, modules, card) - self.flow(state, seat, levels, modules, NOTHING)
        rate = max(0.0, more) * self.harvests(state) + vineyard.prestige + self.eco(state, seat, vineyard.eco)
        if state.setup.solo:
            return rate
        if vineyard.region >= REGIONS:
            return rate + max(self.rate_region(state, seat, region) for region in range(REGIONS))
        return rate + self.rate_region(state, seat, vineyard.region)

    def rate_region(self, state: Houses, seat: int, region: int) -> float:
        """Rate one more card in a region: sets to complete, a majority to win or keep."""
        own = columns(state, seat)
        empty = own.count(min(own))
        rate = 0.3
        if own[region] == min(own):
            rate += state.setup.pieces.set_points / empty if empty < 3 else 1.0
        most = 0
        for other in range(state.setup.players):
            if other != seat:
                most = max(most, columns(state, other)[region])
        if own[region] in (most, most - 1):
            rate += 1.6
        elif own[region] < most:
            rate += 0.3
        return rate

    def rate_council(self, state: Houses, seat: int, position: int) -> float:
        """Rate a better place at the Council."""
        if state.round >= state.setup.pieces.rounds:
            return 0.0
        return 0.45 * (state.council.index(seat) + 1 - position) - 0.2

    def rate_draw(self, state: Houses, seat: int) -> float:
        """Rate a wine draw: what the best blends would add, and the room they make for the harvest."""
        pieces, at = state.setup.pieces, GRAPES * seat
        wines = state.wines[at : at + GRAPES]
        space = pieces.cellar - state.total(state.cellar, seat) + self.leaving(state, seat)
        before = wines[0] + wines[1] + wines[2]
        gain = 0.0
        while space > 0:
            best, choice = 0.0, NOTHING
            for number in range(len(pieces.blends)):
                blend = pieces.blends[number].wines
                if wines[0] >= blend[0] and wines[1] >= blend[1] and wines[2] >= blend[2]:
                    rate = self.blend_gain(state, seat, number)
                    if rate > best:
                        best, choice = rate, number
            if choice == NOTHING:
                break
            gain += best
            space -= 1
            for grape in range(GRAPES):
                wines[grape] -= pieces.blends[choice].wines[grape]
        made = before - wines[0] - wines[1] - wines[2]
        grown = state.grows(seat, NOTHING)
        harvest = min(state.level(seat).capacity, grown[0] + grown[1] + grown[2])
        crowded = min(made, max(0, harvest - state.winery_room(seat)))
        return gain + (0.35 * crowded if self.harvests(state) > 1 else 0.1 * crowded)

    def leaving(self, state: Houses, seat: int) -> int:
        """Count cuvees that will probably leave the cellar before the wine draw."""
        return 3 * len(state.markers_in(seat, SHIPPING)) + 2 * len(state.markers_in(seat, AGE))

    def blend_gain(self, state: Houses, seat: int, number: int) -> float:
        """Return what a blend adds to the worth of its still wines."""
        blend = state.setup.pieces.blends[number]
        if state.round >= state.setup.pieces.rounds:
            cost = 0.15 * 3
            return state.setup.pieces.cuvee_points / state.setup.pieces.cuvee_batch - cost
        gain = self.hold(state, seat, blend.cuvee)
        for grape in range(GRAPES):
            gain -= 0.3 * blend.wines[grape] * GRAPE_WORTH[grape] * (1.0 + 0.25 * state.bonus(seat, grape))
        return gain

    # Marketing.

    def rate_marketing(self, state: Houses, seat: int) -> float:
        """Rate the Marketing Strategy: the best cuvees to lay down, less the Collaborator missing next round."""
        if self.harvests(state) < 3:
            return -1.0
        at = GRAPES * seat
        room = state.setup.pieces.cave - state.total(state.cave, seat) - 3 * len(state.markers_in(seat, AGE))
        best = 0.0
        for cuvee in range(GRAPES):
            counts = [0] * GRAPES
            counts[cuvee] = min(room, state.cellar[at + cuvee])
            best = max(best, self.marketing(state, seat, counts))
            other = (cuvee + 1) % GRAPES
            counts[other] = max(0, min(room - counts[cuvee], state.cellar[at + other]))
            best = max(best, self.marketing(state, seat, counts))
        return best - 2.5

    def marketing(self, state: Houses, seat: int, counts: list[int]) -> float:
        """Rate cuvees laid down for the grid: the bonus they will bring, less what they are worth now."""
        pieces, left = state.setup.pieces, self.harvests(state) - 2
        if left < 1:
            return -float(sum(counts)) * 0.01
        grown = state.grows(seat, NOTHING)
        rate = 0.0
        for cuvee in range(GRAPES):
            if not counts[cuvee]:
                continue
            at = GRAPES * seat + cuvee
            before = min(pieces.column, state.grid[at] + state.cave[at])
            after = min(pieces.column, before + counts[cuvee])
            stock = state.cellar[at] - counts[cuvee] + state.wines[at] / 3
            expected = stock + left * min(1.6, 0.27 * grown[cuvee])
            rate += expected * 0.75 * (pieces.bonus[cuvee][after] - pieces.bonus[cuvee][before])
            rate -= counts[cuvee] * self.hold(state, seat, cuvee)
        return rate

    def rate_promotion(self, state: Houses, seat: int, number: int) -> float:
        """Promote all that fits, unless nothing more will be shipped."""
        count = sum(counts_of(number))
        useful = self.harvests(state) > 1 or state.stands_in(seat, SHIPPING)
        return float(count if useful else -count)

    # Shipping.

    def net(self, state: Houses, seat: int, market: Market, left_out: int, swap: bool) -> float:
        """Return what an order brings, less what its cuvees would be worth in the cellar."""
        levels = market.eco
        if swap:
            levels += SWAP_ECO if market.transport == PLANE else -SWAP_ECO
        rate = order_points(state, seat, market, left_out) + self.eco(state, seat, levels) - (0.8 if swap else 0.0)
        for cuvee in range(GRAPES):
            shipped = market.cuvees[cuvee] - (1 if cuvee == left_out else 0)
            rate -= shipped * self.hold(state, seat, cuvee)
        return rate

    def rate_order(self, state: Houses, seat: int, decision: Ship, number: int) -> float:
        """Rate an order, or stopping."""
        if number == STOP:
            return 0.0
        slot, way = number // WAY - 1, number % WAY
        market = state.market_at(slot)
        left_out = first_lack(state, seat, market) if way >= PARTNER else way % SWAP - 1
        rate = self.net(state, seat, market, left_out, way & SWAP > 0)
        if slot < PROVISIONAL and state.spaces[slot]:
            rate += TOKEN
        if state.reserved_by(market.number) == seat:
            rate += market.value
        return rate - 1.0 if way >= PARTNER else rate

    def rate_shipping(self, state: Houses, seat: int, spot: int) -> float:
        """Rate a Shipping spot: the best orders that the player's markers already there will leave."""
        cards = [state.order_at(slot) for slot in range(SLOTS)]
        cellar = state.cellar[GRAPES * seat : GRAPES * seat + GRAPES]
        rate = 0.0
        for marker in state.markers_in(seat, SHIPPING):
            self.best_orders(state, seat, marker, cards, cellar)
        rate = self.best_orders(state, seat, spot, cards, cellar)
        rivals = 0
        for who in state.council:
            if who != seat and state.stands_in(who, SHIPPING):
                rivals += 1
        if state.setup.board.spots[spot].speaks_first:
            rate *= 1.05
        else:
            rate *= 1.0 - 0.06 * rivals
        return rate

    def best_orders(self, state: Houses, seat: int, spot: int, cards: list[int], cellar: list[int]) -> float:
        """Return what a marker can ship from a cellar, taking cards and cuvees away as it does."""
        here, event = state.setup.board.spots[spot], state.event_card()
        rate, partial = 0.0, here.missing > 0
        for _order in range(here.orders):
            best, choice, left_out = 0.0, NOTHING, NOTHING
            for slot in range(reach_of(state, spot)):
                if not may_ship(state, seat, cards[slot]):
                    continue
                market = state.setup.pieces.markets[cards[slot]]
                missing, lack = 0, NOTHING
                for cuvee in range(GRAPES):
                    if market.cuvees[cuvee] > cellar[cuvee]:
                        missing += market.cuvees[cuvee] - cellar[cuvee]
                        lack = cuvee
                if market.transport == event.forbidden or missing > (1 if partial and market.size > 1 else 0):
                    continue
                gain = self.net(state, seat, market, lack, False)
                if slot < PROVISIONAL and state.spaces[slot]:
                    gain += TOKEN
                if gain > best:
                    best, choice, left_out = gain, slot, lack
            if choice == NOTHING:
                break
            rate += best
            partial = partial and left_out == NOTHING
            market = state.setup.pieces.markets[cards[choice]]
            for cuvee in range(GRAPES):
                cellar[cuvee] -= market.cuvees[cuvee] - (1 if cuvee == left_out else 0)
            sector = choice % SECTORS
            if choice < PROVISIONAL:
                cards[choice] = cards[PROVISIONAL + sector]
            cards[PROVISIONAL + sector] = NOTHING
        return rate

    def rate_reservation(self, state: Houses, seat: int, slot: int) -> float:
        """Reserve only an order that one of the player's own markers can ship and a rival might take first."""
        card = state.order_at(slot)
        market = state.setup.pieces.markets[card]
        able = first_lack(state, seat, market) == NOTHING and market.transport != state.event_card().forbidden
        near = any(slot < reach_of(state, spot) for spot in state.markers_in(seat, SHIPPING))
        if not able or not near:
            return NEVER
        return 0.1 * market.value if market.value >= 6 else -1.0

    # Wine.

    def rate_blend(self, state: Houses, seat: int, number: int) -> float:
        """Rate a blend; an exchange is never worth it at sight."""
        if number >= ANY_TIME:
            return NEVER
        return 0.0 if number == STOP else self.blend_gain(state, seat, number - 1)

    def rate_store(self, state: Houses, seat: int, decision: Store, number: int) -> float:
        """Rate how many grapes of a variety are stored: fill the rest with the best of the others."""
        if number >= ANY_TIME:
            return NEVER
        grape = len(decision.stored)
        left = state.storable(seat) - sum(decision.stored) - number
        rate = number * self.grape(state, seat, grape)
        others = list(range(grape + 1, GRAPES))
        others.reverse()
        for other in others:
            taken = min(left, state.basket[other])
            rate += taken * self.grape(state, seat, other)
            left -= taken
        return rate

    def grape(self, state: Houses, seat: int, grape: int) -> float:
        """Return what storing a still wine is worth: its cuvee's price, less a little for each one already owned."""
        owned = state.wines[GRAPES * seat + grape]
        return self.price(state, seat, grape) / 3 + 0.2 - 0.02 * owned

    # Others.

    def rate_key(self, state: Houses, seat: int, decision: Decision[Houses], number: int) -> float:
        """Hurt the others' harvest, or help your own vineyards."""
        rate = 0.0
        for other in range(state.setup.players):
            weight = 1.0 if other == seat else -1.0 / max(1, state.setup.players - 1)
            for plot in state.estates[other]:
                card = state.setup.pieces.vineyards[plot // REGIONS]
                if isinstance(decision, NameRegion):
                    rate -= weight * card.quantity if plot % REGIONS == number else 0.0
                elif card.grape == number:
                    rate += weight
        return rate

    def rate_offer(self, state: Houses, seat: int, decision: Offer, number: int) -> float:
        """Accept if the cuvee brings clearly more than it is worth."""
        if number != ACCEPT:
            return 0.0
        frame = state.agenda[-2]
        assert isinstance(frame, Ship)
        lack = first_lack(state, frame.seat, state.market_at(decision.order // WAY - 1))
        return self.price(state, seat, lack) - self.hold(state, seat, lack) - 0.7


def judgement() -> HouseSense:
    """Return the judgement that bots start from."""
    return HouseSense()
