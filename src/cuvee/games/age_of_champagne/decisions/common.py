"""The names of things in questions and answers, and which order a text means."""

from typing import Final

from cuvee.games.age_of_champagne.pieces.boards import Spot
from cuvee.games.age_of_champagne.pieces.cards import Market
from cuvee.games.age_of_champagne.pieces.vocabulary import GRAPES, NOTHING, REGIONS, VINEYARD
from cuvee.games.age_of_champagne.state.codes import SLOTS
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.text import _, player

GRAPE_CODES: Final = "mpc"
CUVEE_CODES: Final = "tnb"
MODES: Final = ("courier", "truck", "boat", "plane")


def grape_name(state: Houses, grape: int) -> str:
    """Name a grape or still wine."""
    return _(state.setup.pieces.grapes[grape].name)


def cuvee_name(state: Houses, cuvee: int) -> str:
    """Name a cuvee."""
    return _(state.setup.pieces.cuvees[cuvee].name)


def region_name(state: Houses, region: int) -> str:
    """Name a region."""
    return _(state.setup.pieces.regions[region].name)


def who_name(state: Houses, who: int) -> str:
    """Name a participant."""
    return _("the Wine Merchant") if who == state.setup.merchant else player(who)


def spot_of(state: Houses, spot: int) -> Spot:
    """Return an action spot of the board in use."""
    return state.setup.board.spots[spot]


def spot_name(state: Houses, spot: int) -> str:
    """Name an action spot."""
    names = (
        _("Vineyard {index}"),
        _("Press {index}"),
        _("Winery {index}"),
        _("Marketing row {index}, n+1"),
        _("Marketing row {index}"),
        _("Shipping {index}"),
        _("Wine Draw {index}"),
        _("Council {index}"),
    )
    here = spot_of(state, spot)
    return names[here.zone].format(index=here.index)


def spot_text(state: Houses, spot: int) -> str:
    """Say what a spot brings."""
    here = spot_of(state, spot)
    if here.zone == VINEYARD:
        return vineyard_text(state, state.offers[spot])
    return _(here.text)


def vineyard_text(state: Houses, card: int) -> str:
    """Describe a Vineyard card."""
    vineyard = state.setup.pieces.vineyards[card]
    text = _(
        "{name}, {region}: {count} {grape}",
        name=vineyard.name,
        region=region_name(state, vineyard.region),
        count=vineyard.quantity,
        grape=grape_name(state, vineyard.grape),
    )
    if vineyard.prestige:
        text += " " + _("({points} PP)", points=f"{vineyard.prestige:+}")
    if vineyard.eco:
        text += " " + _("({levels} eco)", levels=f"{vineyard.eco:+}")
    return text


def cuvees_text(state: Houses, counts: list[int]) -> str:
    """List cuvees: "2 Tradition Brut, 1 Blanc de blancs"."""
    parts = [f"{counts[at]} {cuvee_name(state, at)}" for at in range(GRAPES) if counts[at]]
    return ", ".join(parts) or _("none")


def transport_name(transport: int) -> str:
    """Name a mode of transport."""
    return (_("courier"), _("truck"), _("boat"), _("plane"))[transport]


def market_text(state: Houses, card: int) -> str:
    """Describe a Market card."""
    market = state.setup.pieces.markets[card]
    return _(
        "{place} ({code}): {cuvees} for {value} PP by {transport}",
        place=_(market.destination),
        code=market_code(market),
        cuvees=cuvees_text(state, market.cuvees),
        value=market.value,
        transport=transport_name(market.transport),
    )


def token_text(state: Houses, face: int) -> str:
    """Say what a Bonus token does."""
    return _(state.setup.pieces.tokens[face].text)


def market_code(market: Market) -> str:
    """Return the short id of a Market card: "fr_01"."""
    return market.id.removeprefix("mkt_")


def token_code(state: Houses, face: int) -> str:
    """Return the short id of a token: "prestige_2"."""
    return state.setup.pieces.tokens[face].id.removeprefix("tok_")


def spot_code(state: Houses, spot: int) -> str:
    """Return the canonical text of a spot: "press 1"."""
    return spot_of(state, spot).id.replace("_", " ")


def said(what: str) -> str:
    """Return what a refusal calls the thing somebody wants: their words, or "this" if they pointed at it.

    >>> said("press 5"), said("cellar:0:tradition_brut")
    ('press 5', 'this')
    """
    return _("this") if ":" in what else what


def tile(text: str) -> str:
    """Return the id of the tile for an answer that is not a thing on the table: "do:blend-mpc-t".

    >>> tile("no reservation")
    'do:no-reservation'
    """
    return "do:" + text.replace(" ", "-")


def find_order(state: Houses, what: str) -> int:
    """Return the slot of the visible order that a text or id names, or NOTHING."""
    words = what.casefold().replace(":", " ").split()
    for slot in range(SLOTS):
        if state.order_at(slot) != NOTHING:
            market = state.market_at(slot)
            if market_code(market) in words or market.id in words:
                return slot
    return NOTHING


ALL_REGIONS: Final = list(range(REGIONS))


STOP: Final = 0
