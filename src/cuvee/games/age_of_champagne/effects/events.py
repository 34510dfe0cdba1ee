"""The event cards: the reveal, key elements, corks, grapes quality and subsidies (§4.1, §7)."""

from typing import final

from cuvee.games.age_of_champagne.decisions.events import LoseCuvee, NameRegion, NameVariety
from cuvee.games.age_of_champagne.effects.board import draw_tokens
from cuvee.games.age_of_champagne.pieces.vocabulary import ANYWHERE, GRAPES, NOBODY, NOTHING, REGIONS, ZONES
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Step


def reveal_event(state: Houses) -> None:
    """Reveal the next event, fix its key element and carry out what happens at once (§4.1)."""
    state.event = state.events[len(state.events) - 1]
    state.events = state.events[:-1]
    state.past = [*state.past, state.event]
    state.key_element = NOTHING
    state.reveal()
    state.tell("event", NOBODY, state.event)
    event = state.event_card()
    if event.corks:
        state.push(Corks(0, event.corks))
    if event.quality:
        state.push(Quality())
    if event.hazards or event.quality:
        fix_key_element(state)


# Local events (§7.3).


def key_card(state: Houses) -> int:
    """Return the top left Vineyard card of the board, or the one that stands in for it (§7.3)."""
    pile = state.piles[0]
    if pile:
        return pile[len(pile) - 1]
    for card in state.offers:
        if card != NOTHING:
            return card
    return NOTHING


def fix_key_element(state: Houses) -> None:
    """Read the key element off the key card; for a Coteaux Vitryats card the player with the fewest PP names it."""
    card = key_card(state)
    if card == NOTHING:
        return
    vineyard = state.setup.pieces.vineyards[card]
    hazards = state.event_card().hazards
    if vineyard.region == ANYWHERE:
        seat = poorest(state)
        state.push(NameRegion(seat) if hazards else NameVariety(seat))
        return
    state.key_element = vineyard.region if hazards else vineyard.grape
    state.tell("key region" if hazards else "key variety", NOBODY, state.key_element)


def poorest(state: Houses) -> int:
    """Return the player with the fewest PP; if tied, the last of them in Council order (§7.3)."""
    found = NOBODY
    for seat in state.council:
        if seat != state.setup.merchant and (found == NOBODY or state.prestige[seat] <= state.prestige[found]):
            found = seat
    return found


@final
class Quality(Step[Houses]):
    """Each player gains Prestige for Vineyard cards with the key grape (§7.3)."""

    kind = "quality"

    def run(self, state: Houses) -> None:
        if state.key_element == NOTHING:
            return
        amount = state.event_card().quality
        for seat in state.council:
            if seat == state.setup.merchant:
                continue
            cards = 0
            for plot in state.estates[seat]:
                if state.setup.pieces.vineyards[plot // REGIONS].grape == state.key_element:
                    cards += 1
            state.gain(seat, amount * cards)


# Corks defect (§7.2).


@final
class Corks(Step[Houses]):
    """In Council order each participant loses a cuvee, if they have any (§7.2)."""

    kind = "corks step"

    def __init__(self, place: int, amount: int) -> None:
        self.place = place
        self.amount = amount

    def key(self) -> tuple[object, ...]:
        """List the fields; the first word is the one that digests in the first journals depend on."""
        return ("corks", self.place, self.amount)

    def run(self, state: Houses) -> None:
        if self.amount > 1:
            state.push(Corks(self.place, self.amount - 1))
        elif self.place + 1 < len(state.council):
            state.push(Corks(self.place + 1, state.event_card().corks))
        who = state.council[self.place]
        if state.total(state.cellar, who) + state.total(state.cave, who) == 0:
            return
        if who == state.setup.merchant:
            merchant_loses(state)
        else:
            state.push(LoseCuvee(who))


def merchant_loses(state: Houses) -> None:
    """The Wine Merchant discards the cheapest cuvee of his cellar, or of his oenotheque if the cellar is empty (§7.2)."""
    merchant, units = state.setup.merchant, state.setup.pieces.units
    cubes = state.cellar if state.total(state.cellar, merchant) else state.cave
    cheapest = NOTHING
    for cuvee in range(GRAPES):
        if cubes[GRAPES * merchant + cuvee] and (cheapest == NOTHING or units[cuvee] < units[cheapest]):
            cheapest = cuvee
    state.give_back(cubes, merchant, cheapest, 1)
    state.tell("loses", merchant, cheapest, 0 if cubes is state.cellar else 1)


# Subsidies (§7.2).


def subsidised(state: Houses) -> list[int]:
    """List in Council order the players with a marker in a subsidised zone."""
    event = state.event_card()
    found: list[int] = []
    for who in state.council:
        for zone in range(ZONES):
            if event.subsidised[zone] and who not in found and who != state.setup.merchant and state.stands_in(who, zone):
                found.append(who)
    return found


@final
class Subsidy(Step[Houses]):
    """After zone 3 a player who resolved a Press or Winery marker draws a token (§7.2)."""

    kind = "subsidy"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Houses) -> None:
        draw_tokens(state, self.seat, state.event_card().subsidy)
