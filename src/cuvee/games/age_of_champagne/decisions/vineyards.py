"""Zone 1: the region of a Coteaux Vitryats card (§5.1)."""

from typing import final

from cuvee.games.age_of_champagne.decisions.common import ALL_REGIONS, region_name, said, vineyard_text
from cuvee.games.age_of_champagne.pieces.vocabulary import NOTHING, REGIONS
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _


@final
class PlaceAnywhere(Decision[Houses]):
    """A Coteaux Vitryats card goes to a region of its owner's choice (§5.1)."""

    kind = "vitryats"
    section = "5.1"
    span = REGIONS

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def options(self, state: Houses, seat: int) -> list[int]:
        return ALL_REGIONS

    def apply(self, state: Houses, seat: int, option: int) -> None:
        spot = state.offers.index(self.card)
        state.offers[spot] = NOTHING
        state.place_vineyard(seat, self.card, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Choose the region of {vineyard}", vineyard=vineyard_text(state, self.card))

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"region {state.setup.pieces.regions[option].id}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("In {region}", region=region_name(state, option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"region:{seat}:{state.setup.pieces.regions[option].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("The card goes in one of the five regions, and “{what}” is not one of them", what=said(what))
