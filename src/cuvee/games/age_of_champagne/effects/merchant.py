"""The Wine Merchant: his section of the event card, his grid, and his competition monitoring (§10)."""

from typing import final

from cuvee.games.age_of_champagne.pieces.vocabulary import AGE, FIRST, GRAPES, NOBODY, PROMOTE
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Step


@final
class Automa(Step[Houses]):
    """A Collaborator goes to the Shipping spot named, cuvees arrive, and a full oenotheque goes to Marketing (§10.3)."""

    kind = "automa"

    def run(self, state: Houses) -> None:
        merchant, event = state.setup.merchant, state.event_card()
        state.spots[event.spot] = merchant
        state.tell("places", merchant, event.spot)
        receive(state, event.cuvees)
        if not state.setup.board.marketing:
            return
        full = state.total(state.cave, merchant) >= state.setup.pieces.merchant_cave
        promoting = state.stands_in(merchant, PROMOTE) or state.stands_in(merchant, AGE)
        if full and not promoting and state.in_hand(merchant) > 0:
            state.spots[FIRST[AGE]] = merchant
            state.tell("places", merchant, FIRST[AGE])


def receive(state: Houses, cuvees: list[int]) -> None:
    """Add cuvees to his cellar; those that do not fit go to the oenotheque, dearest first, or are lost (§10.3)."""
    merchant, pieces = state.setup.merchant, state.setup.pieces
    new = [min(cuvees[cuvee], state.supply[cuvee]) for cuvee in range(GRAPES)]
    over = sum(new) - (pieces.merchant_cellar - state.total(state.cellar, merchant))
    room = pieces.merchant_cave - state.total(state.cave, merchant) if state.setup.board.marketing else 0
    for cuvee in pieces.overflow:
        while over > 0 and new[cuvee] > 0:
            new[cuvee] -= 1
            over -= 1
            if room > 0:
                room -= 1
                state.put(state.cave, merchant, cuvee, 1)
    for cuvee in range(GRAPES):
        state.put(state.cellar, merchant, cuvee, new[cuvee])
    state.tell("receives", merchant, cuvees[0], cuvees[1], cuvees[2])


def monitor(state: Houses) -> None:
    """When a player has taken an n spot, the Merchant takes the other, if he has cuvees to promote (§10.4)."""
    merchant, first = state.setup.merchant, FIRST[AGE]
    if state.total(state.cave, merchant) == 0:
        return
    one, two = state.spots[first], state.spots[first + 1]
    if (one == NOBODY) == (two == NOBODY) or merchant in (one, two) or state.in_hand(merchant) == 0:
        return
    spot = first if one == NOBODY else first + 1
    state.spots[spot] = merchant
    state.tell("places", merchant, spot)


def merchant_promotes(state: Houses) -> None:
    """All cuvees of his oenotheque go to his grid; those that do not fit return to the supply (§10.5)."""
    merchant = state.setup.merchant
    for cuvee in range(GRAPES):
        at = GRAPES * merchant + cuvee
        moved = min(state.cave[at], state.setup.pieces.column - state.grid[at])
        state.cave[at] -= moved
        state.grid[at] += moved
        if state.cave[at]:
            state.give_back(state.cave, merchant, cuvee, state.cave[at])
