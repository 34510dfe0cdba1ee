"""Resolving markers zone by zone, with their placement effects; press, winery, inheritance and drawn tokens (§5)."""

from typing import Final, final

from cuvee.games.age_of_champagne.decisions.common import spot_name, spot_of, spot_text
from cuvee.games.age_of_champagne.decisions.marketing import AgeCuvees, PromoteCuvees
from cuvee.games.age_of_champagne.decisions.merchant import MerchantTurn
from cuvee.games.age_of_champagne.decisions.powers import ReservationWindow
from cuvee.games.age_of_champagne.decisions.shipping import Ship
from cuvee.games.age_of_champagne.decisions.tokens import gain_token
from cuvee.games.age_of_champagne.decisions.vineyards import PlaceAnywhere
from cuvee.games.age_of_champagne.decisions.wine_draw import DrawWine
from cuvee.games.age_of_champagne.effects.merchant import merchant_promotes
from cuvee.games.age_of_champagne.pieces.vocabulary import (
    AGE,
    ANYWHERE,
    DRAW,
    FIRST,
    GRAPES,
    NOBODY,
    NOTHING,
    PRESS,
    PROMOTE,
    SHIPPING,
    SIZE,
    VINEYARD,
    WINERY,
)
from cuvee.games.age_of_champagne.state.codes import HOME, TOKENS
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision, Step
from cuvee.kernel.text import _

# Tokens, press, winery.


def draw_token(state: Houses, seat: int) -> None:
    """Draw a random token from the supply, reshuffling the discards when it is empty (§6.3, §8)."""
    if not state.token_supply:
        if not state.token_discard:
            return
        again = state.token_discard[:]
        state.shuffle(again, TOKENS)
        state.token_supply, state.token_discard = again, []
        state.reshuffles += 1
    face = state.token_supply[len(state.token_supply) - 1]
    state.token_supply = state.token_supply[:-1]
    state.reveal()
    gain_token(state, seat, face)


def draw_tokens(state: Houses, seat: int, count: int) -> None:
    """Draw several tokens."""
    for _number in range(count):
        draw_token(state, seat)


def raise_press(state: Houses, seat: int) -> None:
    """Raise a press by one level and apply what the level brings; at the last level nothing happens (§5.2)."""
    if state.press[seat] == len(state.setup.pieces.levels):
        return
    state.press[seat] += 1
    level = state.level(seat)
    state.tell("press", seat, level.capacity)
    state.gain(seat, level.prestige)
    state.change_eco(seat, level.eco)
    draw_tokens(state, seat, level.tokens)


def install_module(state: Houses, seat: int) -> None:
    """Install a winery module; each one in Age II raises the eco level (§5.3)."""
    pieces = state.setup.pieces
    if state.modules[seat] == pieces.modules:
        return
    state.modules[seat] += 1
    state.tell("module", seat, state.modules[seat])
    if state.modules[seat] > pieces.age_one:
        state.gain(seat, pieces.module_prestige)
        state.change_eco(seat, pieces.module_eco)


@final
class Inherit(Step[Houses]):
    """A player applies his inheritance cards (§3.3)."""

    kind = "inherit"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Houses) -> None:
        seat = self.seat
        for number in state.kept[seat]:
            card = state.setup.pieces.inheritance[number]
            state.tell("inherits", seat, number)
            if card.vineyard != NOTHING:
                state.place_vineyard(seat, card.vineyard, state.setup.pieces.vineyards[card.vineyard].region)
            state.change_eco(seat, card.eco)
            for _level in range(card.press):
                raise_press(state, seat)
            for _module in range(card.modules):
                install_module(state, seat)
            for cuvee in range(GRAPES):
                state.put(state.cellar, seat, cuvee, card.cuvees[cuvee])


# Resolving markers.


def take_back(state: Houses, spot: int) -> int:
    """Take a marker back; return whose it was."""
    owner = state.spots[spot]
    state.spots[spot] = NOBODY
    if owner != state.setup.merchant and state.discs[owner] == spot:
        state.discs[owner] = HOME
    return owner


def retrieve(state: Houses, spot: int, linked: int) -> None:
    """Take a marker back and apply the placement effect of its spot (§5.0)."""
    owner = take_back(state, spot)
    here = spot_of(state, spot)
    state.gain(owner, here.prestige)
    state.change_eco(owner, here.eco)
    draw_tokens(state, owner, here.tokens)
    if here.link and here.zone == WINERY and owner == linked:
        draw_token(state, owner)


@final
class Retrieve(Step[Houses]):
    """A marker whose action is finished goes back to its player (§5.0)."""

    kind = "retrieve"

    def __init__(self, spot: int) -> None:
        self.spot = spot

    def run(self, state: Houses) -> None:
        retrieve(state, self.spot, NOBODY)


@final
class Slide(Step[Houses]):
    """A Collaborator slides from n to n+1 and stays there until the next round (§5.4)."""

    kind = "slide"

    def __init__(self, spot: int) -> None:
        self.spot = spot

    def run(self, state: Houses) -> None:
        owner, after = state.spots[self.spot], spot_of(state, self.spot).next
        state.spots[self.spot] = NOBODY
        state.spots[after] = owner
        if owner != state.setup.merchant and state.discs[owner] == self.spot:
            state.discs[owner] = after


def resolve(state: Houses, spot: int, linked: int) -> None:
    """Carry out the action of a marker (§5.1 to §5.6)."""
    owner, zone = state.spots[spot], spot_of(state, spot).zone
    if zone == VINEYARD:
        take_vineyard(state, spot)
    elif zone == PRESS:
        raise_press(state, owner)
        retrieve(state, spot, linked)
    elif zone == WINERY:
        install_module(state, owner)
        retrieve(state, spot, linked)
    elif zone == PROMOTE:
        if owner == state.setup.merchant:
            merchant_promotes(state)
            take_back(state, spot)
            return
        state.push(Retrieve(spot))
        state.push(PromoteCuvees(owner))
    elif zone == AGE:
        state.push(Slide(spot))
        if owner != state.setup.merchant:
            state.push(AgeCuvees(owner))
    elif zone == SHIPPING:
        ship_from(state, spot)
    else:
        state.push(Retrieve(spot))
        state.push(DrawWine(owner))


def ship_from(state: Houses, spot: int) -> None:
    """Let the owner of a Shipping marker validate orders (§5.5)."""
    owner, here = state.spots[spot], spot_of(state, spot)
    state.push(Retrieve(spot))
    if owner == state.setup.merchant:
        state.push(MerchantTurn(spot, here.orders, here.missing > 0))
    else:
        state.push(Ship(owner, spot, here.orders, here.missing > 0, ()))


def take_vineyard(state: Houses, column: int) -> None:
    """Take the Vineyard card under a marker and lay it in the column of its region (§5.1)."""
    owner = take_back(state, column)
    card = state.offers[column]
    region = state.setup.pieces.vineyards[card].region
    if region == ANYWHERE:
        state.push(PlaceAnywhere(owner, card))
        return
    state.offers[column] = NOTHING
    state.place_vineyard(owner, card, region)


@final
class Markers(Step[Houses]):
    """The markers of a zone are resolved in Council order, one after the other (§4.3)."""

    kind = "markers"

    def __init__(self, zone: int, linked: int) -> None:
        self.zone = zone
        self.linked = linked
        """The player who holds both linked spots when Phase 3 begins (§5.0)."""

    def run(self, state: Houses) -> None:
        for who in state.council:
            spots = state.markers_in(who, self.zone)
            if spots:
                state.push(self)
                if len(spots) > 1 and self.zone in (PRESS, WINERY):
                    state.push(ChooseMarker(who, self.zone, self.linked))
                else:
                    resolve(state, spots[0], self.linked)
                return


@final
class ChooseMarker(Decision[Houses]):
    """A player with several markers in a zone chooses which is resolved next (§4.3)."""

    kind = "choose marker"
    section = "4.3"
    span = 32

    def __init__(self, seat: int, zone: int, linked: int) -> None:
        super().__init__(seat)
        self.zone = zone
        self.linked = linked

    def options(self, state: Houses, seat: int) -> list[int]:
        return state.markers_in(seat, self.zone)

    def apply(self, state: Houses, seat: int, option: int) -> None:
        resolve(state, option, self.linked)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Which of your markers is resolved next?")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"resolve {spot_of(state, option).id.replace('_', ' ')}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("{spot}: {text}", spot=spot_name(state, option), text=spot_text(state, option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"spot:{spot_of(state, option).id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You have no marker there")


# Shipping.


@final
class NextShipment(Step[Houses]):
    """The next Shipping marker, Speak First before Council order; players may reserve before each one (§5.5.1)."""

    kind = "next shipment"

    def run(self, state: Houses) -> None:
        if next_shipper(state) == NOBODY:
            return
        state.push(self)
        state.push(ResolveShipment())
        for seat in reversed(state.council):
            if seat != state.setup.merchant and state.reservation_token(seat) != NOTHING:
                state.push(ReservationWindow(seat))


def speaker_spot(state: Houses) -> int:
    """Return the spot of the marker that is resolved before all others, or NOTHING (§5.5.1)."""
    for spot in range(FIRST[SHIPPING], FIRST[SHIPPING] + SIZE[SHIPPING]):
        if spot_of(state, spot).speaks_first and state.spots[spot] != NOBODY:
            return spot
    return NOTHING


def next_shipper(state: Houses) -> int:
    """Return whose Shipping marker comes next."""
    speaker = speaker_spot(state)
    if speaker != NOTHING:
        return state.spots[speaker]
    for who in state.council:
        if state.stands_in(who, SHIPPING):
            return who
    return NOBODY


@final
class ResolveShipment(Step[Houses]):
    """Resolve the next Shipping marker; a player with several chooses which (§5.5.1)."""

    kind = "resolve shipment"

    def run(self, state: Houses) -> None:
        speaker = speaker_spot(state)
        if speaker != NOTHING:
            resolve(state, speaker, NOBODY)
            return
        who = next_shipper(state)
        spots = state.markers_in(who, SHIPPING)
        if len(spots) > 1 and who != state.setup.merchant:
            state.push(ChooseMarker(who, SHIPPING, NOBODY))
        else:
            resolve(state, spots[0], NOBODY)


IN_ORDER: Final = (DRAW, SHIPPING, AGE, PROMOTE, WINERY, PRESS, VINEYARD)
"""The zones of Phase 3 in the order they are put on the agenda: the first to be resolved comes last."""
