"""Phase 2: markers are placed on action spots (§4.2)."""

from typing import Any, Final, final

from cuvee.games.age_of_champagne.decisions.common import said, spot_code, spot_name, spot_of, spot_text, token_code, who_name
from cuvee.games.age_of_champagne.decisions.powers import RESERVE, TURN_POWERS, power_refusal
from cuvee.games.age_of_champagne.pieces.boards import Spot
from cuvee.games.age_of_champagne.pieces.vocabulary import AGE, COUNCIL, NOBODY, NOTHING, PROMOTE, SIZE, VINEYARD
from cuvee.games.age_of_champagne.state.codes import HOME
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _

DISC: Final = 32
"""Options from here on place the free disc with an Additional action token (§8.2)."""


def is_free(state: Houses, spot: int) -> bool:
    """Tell whether a spot exists and nothing stands on it (§4.2)."""
    if state.spots[spot] != NOBODY:
        return False
    if state.blocked and spot in state.blocked:
        return False
    if spot < SIZE[VINEYARD]:
        return spot < len(state.offers) and state.offers[spot] != NOTHING
    return True


def free_spots(state: Houses, seat: int) -> list[int]:
    """List the legal spots for a marker of a player (§4.2)."""
    setup, spots, blocked = state.setup, state.spots, state.blocked
    full = [zone for zone in setup.single if state.stands_in(seat, zone)]
    found: list[int] = []
    for spot in setup.placeable:
        if spots[spot] != NOBODY or (spot < SIZE[VINEYARD] and state.offers[spot] == NOTHING):
            continue
        if (full and setup.board.spots[spot].zone in full) or (blocked and spot in blocked):
            continue
        found.append(spot)
    return found


@final
class PlaceMarker(Decision[Houses]):
    """On their turn players place one Collaborator, or their disc with an Additional action token (§4.2)."""

    kind = "place"
    section = "4.2"
    span = 2 * DISC

    def options(self, state: Houses, seat: int) -> list[int]:
        found = free_spots(state, seat)
        if state.discs[seat] == HOME and state.first_held(seat, state.setup.action_faces) != NOTHING:
            spots = state.setup.board.spots
            found += [DISC + spot for spot in found if state.action_token(seat, spots[spot].zone) != NOTHING]
        return found

    def apply(self, state: Houses, seat: int, option: int) -> None:
        spot = option % DISC
        if option >= DISC:
            state.use_token(seat, state.action_token(seat, spot_of(state, spot).zone))
            state.discs[seat] = spot
        state.spots[spot] = seat
        state.tell("places", seat, spot, option // DISC)

    def powers(self, state: Houses, seat: int) -> tuple[Decision[Any], ...]:
        return TURN_POWERS[seat]

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Place a Collaborator ({count} left)", count=state.in_hand(seat))

    def notation(self, state: Houses, seat: int, option: int) -> str:
        code = spot_code(state, option % DISC)
        return code if option < DISC else f"disc {code}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        spot = option % DISC
        name, text = spot_name(state, spot), spot_text(state, spot)
        if option < DISC:
            return _("{spot}: {text}", spot=name, text=text)
        return _("With the disc, {spot}: {text}", spot=name, text=text)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        found = [f"spot:{spot_of(state, option % DISC).id}"]
        if option >= DISC:
            face = state.action_token(seat, spot_of(state, option % DISC).zone)
            found.append(f"token:{seat}:{token_code(state, face)}")
        return found

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        text = power_refusal(state, seat, what)
        if text:
            return text
        words = what.casefold().replace(":", " ").replace("_", " ").split()
        disc = words[:1] == ["disc"]
        wanted = [word for word in words if word not in ("disc", "spot")]
        for spot in state.setup.board.spots:
            if wanted == spot.id.replace("_", " ").split():
                return _spot_refusal(state, seat, spot, disc)
        if what.startswith("market:"):
            return RESERVE[seat].why_not(state, seat, what)
        if ":" in what:
            return _("You are placing a Collaborator, and this is not an action spot (§4.2)")
        return _(
            "“{what}” is not a spot on the board: write for example “press 1”, “shipping 2” or “council 1”", what=said(what)
        )


def _spot_refusal(state: Houses, seat: int, spot: Spot, disc: bool) -> str:
    board, name = state.setup.board, spot_name(state, spot.number)
    if spot.zone == PROMOTE:
        return _("You cannot place a Collaborator on n+1: it slides there from n (§5.4)")
    if spot.zone == AGE and not board.marketing:
        return _("The simplified side has no Marketing Strategy (§11.1)")
    if spot.zone == COUNCIL and spot.index > state.setup.deal.council:
        return _("The Council has no position {index} in this game (§4.2)", index=spot.index)
    if state.spots[spot.number] != NOBODY:
        return _("{spot} is taken by {owner}", spot=name, owner=who_name(state, state.spots[spot.number]))
    if spot.number in state.blocked:
        return _("{spot} is blocked this round (§11.3)", spot=name)
    if not is_free(state, spot.number):
        return _("There is no Vineyard card at {spot}", spot=name)
    if not board.many[spot.zone] and state.stands_in(seat, spot.zone):
        return _("You already have a marker at the Wine Draw, and you may have only one there, disc included (§4.2)")
    if disc and state.discs[seat] != HOME:
        return _("Your disc is in use (§8.2)")
    return _("You have no Additional action token for this zone (§8.2)")
