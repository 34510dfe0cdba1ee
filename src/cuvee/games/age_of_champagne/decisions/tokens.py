"""Bonus tokens: gaining one, and choosing one from the space of an order just shipped (§5.5.3, §8)."""

from typing import final

from cuvee.games.age_of_champagne.decisions.common import ALL_REGIONS, region_name, said, token_code, token_text
from cuvee.games.age_of_champagne.pieces.vocabulary import REGIONS
from cuvee.games.age_of_champagne.state.codes import MERCHANT
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _


def gain_token(state: Houses, seat: int, face: int) -> None:
    """Apply a token at once, or keep it (§8)."""
    token = state.setup.pieces.tokens[face]
    state.tell("token", seat, face)
    if token.land:
        state.keep_token(seat, face, 1)
        state.push(PlaceLand(seat, face))
        return
    if not token.instant:
        state.keep_token(seat, face, 1)
        return
    state.token_discard = [*state.token_discard, face]
    state.gain(seat, token.prestige)
    state.change_eco(seat, token.eco)


@final
class PlaceLand(Decision[Houses]):
    """A Land ownership token goes on one of the five regions (§8.1)."""

    kind = "land"
    section = "8.1"
    span = REGIONS

    def __init__(self, seat: int, face: int) -> None:
        super().__init__(seat)
        self.face = face

    def options(self, state: Houses, seat: int) -> list[int]:
        return ALL_REGIONS

    def apply(self, state: Houses, seat: int, option: int) -> None:
        state.keep_token(seat, self.face, -1)
        state.lands[REGIONS * seat + option] += 1
        state.tell("land", seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Put the Land ownership token on a region: it counts as a Vineyard card there in the final scoring")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"land {state.setup.pieces.regions[option].id}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("On {region}", region=region_name(state, option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"region:{seat}:{state.setup.pieces.regions[option].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("The token goes on one of the five regions of your board, and “{what}” is not one of them", what=said(what))


def open_tokens(state: Houses, who: int, space: int) -> None:
    """Look at the tokens of a space and keep one (§5.5.3); the Wine Merchant takes one at random (§10.6)."""
    setup = state.setup
    if who != setup.merchant or setup.person:
        state.known[space] |= 1 << who
        state.reveal()  # also to others: being asked tells them that the tokens differ
        state.push(TakeToken(who, space))
        return
    tokens = state.spaces[space]
    take_for_merchant(state, space, tokens[state.roll(len(tokens), MERCHANT)])


def take_for_merchant(state: Houses, space: int, face: int) -> None:
    """The Wine Merchant applies only Prestige and Eco-responsibility, and discards the token in any case (§10.6)."""
    remove_from_space(state, space, face)
    merchant, token = state.setup.merchant, state.setup.pieces.tokens[face]
    state.tell("token", merchant, face)
    state.token_discard = [*state.token_discard, face]
    if state.setup.pieces.merchant_applies[face]:
        state.gain(merchant, token.prestige)
        state.change_eco(merchant, token.eco)


def remove_from_space(state: Houses, space: int, face: int) -> None:
    """Take a token from an Active order space; tokens there are never replaced."""
    tokens = state.spaces[space][:]
    tokens.remove(face)
    state.spaces[space] = tokens
    state.reveal()


@final
class TakeToken(Decision[Houses]):
    """A player who shipped an Active order looks at the tokens of its space and keeps one (§5.5.3, §10.9)."""

    kind = "token"
    section = "5.5.3"
    span = 1 << 8

    def __init__(self, seat: int, space: int) -> None:
        super().__init__(seat)
        self.space = space

    def options(self, state: Houses, seat: int) -> list[int]:
        found: list[int] = []
        for face in state.spaces[self.space]:
            if face not in found:
                found.append(face)
        return found

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if seat == state.setup.merchant:
            take_for_merchant(state, self.space, option)
            return
        remove_from_space(state, self.space, option)
        gain_token(state, seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Look at the Bonus tokens of this market and keep one")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"take {token_code(state, option)}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Take: {token}", token=token_text(state, option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"space:{self.space}:{token_code(state, option)}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You keep one of the tokens on this space, and “{what}” is not one of them", what=said(what))
