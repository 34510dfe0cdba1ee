"""The questions of Age of Champagne (§13), with what their answers do.

First how things are called, then the any-time powers, the draft, the placement of markers, and the questions of each zone and
event.
"""

from typing import Any, Final, final

from cuvee.games.age_of_champagne.pieces import (
    ACTIVE_FIRST,
    AGE,
    BEST_ECO,
    BOAT,
    COUNCIL,
    DRAW,
    FARTHEST,
    GRAPES,
    HAS_TOKEN,
    INTERNATIONAL,
    MOST_PRESTIGE,
    NOBODY,
    NOTHING,
    PLANE,
    PROMOTE,
    REGIONS,
    SIZE,
    VINEYARD,
    Market,
    Spot,
)
from cuvee.games.age_of_champagne.scoring import card_points, grid_points, order_points
from cuvee.games.age_of_champagne.state import HOME, MERCHANT, PROVISIONAL, RESERVED, SLOTS, Houses
from cuvee.kernel.play import Decision, Step, Together
from cuvee.kernel.text import _, player

GRAPE_CODES: Final = "mpc"
CUVEE_CODES: Final = "tnb"
MODES: Final = ("courier", "truck", "boat", "plane")

# How things are called.


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
    """List cuvees: «2 Tradition Brut, 1 Blanc de blancs»."""
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
    """Return the short id of a Market card: «fr_01»."""
    return market.id.removeprefix("mkt_")


def token_code(state: Houses, face: int) -> str:
    """Return the short id of a token: «prestige_2»."""
    return state.setup.pieces.tokens[face].id.removeprefix("tok_")


def spot_code(state: Houses, spot: int) -> str:
    """Return the canonical text of a spot: «press 1»."""
    return spot_of(state, spot).id.replace("_", " ")


def said(what: str) -> str:
    """Return how a refusal calls what somebody wants: their words, or «this» where they pointed at a thing.

    >>> said("press 5"), said("cellar:0:tradition_brut")
    ('press 5', 'this')
    """
    return _("this") if ":" in what else what


def tile(text: str) -> str:
    """Return the id of the tile that stands for an answer that is no thing of the table: «do:blend-mpc-t».

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


# Tokens.


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

    def __init__(self, seat: int, face: int) -> None:
        super().__init__(seat)
        self.face = face

    def key(self) -> tuple[object, ...]:
        return ("land", self.seat, self.face)

    def kind(self) -> str:
        return "land"

    def section(self) -> str:
        return "8.1"

    def span(self) -> int:
        return REGIONS

    def options(self, state: Houses, seat: int) -> list[int]:
        return ALL_REGIONS

    def apply(self, state: Houses, seat: int, option: int) -> None:
        state.keep_token(seat, self.face, -1)
        state.lands[REGIONS * seat + option] += 1
        state.tell("land", seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Put the Land ownership token on a region: it counts there as a Vineyard card at the end")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"land {state.setup.pieces.regions[option].id}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("On {region}", region=region_name(state, option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"region:{seat}:{state.setup.pieces.regions[option].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("The token goes on one of the five regions of your board, and «{what}» is none", what=said(what))


ALL_REGIONS: Final = list(range(REGIONS))
ALL_GRAPES: Final = list(range(GRAPES))

# Any-time powers.

PAIRS: Final = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
FIRST_OF: Final = [0, 0, 0, 1, 1, 2]
SECOND_OF: Final = [0, 1, 2, 1, 2, 2]
TAKE_ANY: Final = [[GRAPES * pair + taken for taken in range(GRAPES)] for pair in range(6)]


@final
class Exchange(Decision[Houses]):
    """Two still wines go back to the supply for one of the player's choice, at the price of 1 PP (§6.1)."""

    def kind(self) -> str:
        return "exchange"

    def section(self) -> str:
        return "6.1"

    def span(self) -> int:
        return 6 * GRAPES

    def options(self, state: Houses, seat: int) -> list[int]:
        found: list[int] = []
        at = GRAPES * seat
        wines, supply = state.wines, state.supply
        if state.total(wines, seat) < 2:
            return found
        plenty = supply[0] > 0 and supply[1] > 0 and supply[2] > 0
        for pair in range(6):
            first, second = FIRST_OF[pair], SECOND_OF[pair]
            if wines[at + first] == 0 or wines[at + second] < (2 if first == second else 1):
                continue
            if plenty:
                found += TAKE_ANY[pair]
            else:
                found += [number for number in TAKE_ANY[pair] if supply[number % 3] > 0 or number % 3 in (first, second)]
        return found

    def apply(self, state: Houses, seat: int, option: int) -> None:
        pair, taken = option // GRAPES, option % GRAPES
        state.give_back(state.wines, seat, FIRST_OF[pair], 1)
        state.give_back(state.wines, seat, SECOND_OF[pair], 1)
        state.put(state.wines, seat, taken, 1)
        state.tell("exchanges", seat, FIRST_OF[pair], SECOND_OF[pair], taken)
        state.gain(seat, state.setup.pieces.exchange_prestige)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Exchange two still wines for one")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        first, second = PAIRS[option // GRAPES]
        return f"exchange {GRAPE_CODES[first]}{GRAPE_CODES[second]} for {GRAPE_CODES[option % GRAPES]}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        first, second = PAIRS[option // GRAPES]
        return _(
            "Give {first} and {second} for {taken}, {points} PP",
            first=grape_name(state, first),
            second=grape_name(state, second),
            taken=grape_name(state, option % GRAPES),
            points=state.setup.pieces.exchange_prestige,
        )

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [tile(self.notation(state, seat, option))]


@final
class Reserve(Decision[Houses]):
    """A Market reservation token and the free disc keep an order for a player (§8.3)."""

    def kind(self) -> str:
        return "reserve"

    def section(self) -> str:
        return "8.3"

    def span(self) -> int:
        return SLOTS

    def options(self, state: Houses, seat: int) -> list[int]:
        found: list[int] = []
        if state.reservation_token(seat) != NOTHING:
            for slot in range(SLOTS):
                card = state.order_at(slot)
                if card != NOTHING and state.reserved_by(card) == NOBODY:
                    found.append(slot)
        return found

    def apply(self, state: Houses, seat: int, option: int) -> None:
        card = state.order_at(option)
        state.discs[seat] = RESERVED + card
        state.tell("reserves", seat, card)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Reserve an order")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"reserve {market_code(state.market_at(option))}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Reserve {order}", order=market_text(state, state.order_at(option)))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        face = state.reservation_token(seat)
        return [f"market:{market_code(state.market_at(option))}", f"token:{seat}:{token_code(state, face)}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        slot = find_order(state, what)
        if slot == NOTHING:
            return _("«{what}» is none of the six visible orders", what=said(what))
        owner = state.reserved_by(state.order_at(slot))
        if owner != NOBODY:
            return _("This order is already reserved by {owner} (§8.3)", owner=who_name(state, owner))
        if state.discs[seat] != HOME:
            return _("Your disc is in use, and a reservation needs it (§8.3)")
        return _("You have no Market reservation token (§8.3)")


EXCHANGE: Final = [Exchange(seat) for seat in range(4)]
RESERVE: Final = [Reserve(seat) for seat in range(4)]


def turn_powers(seat: int) -> tuple[Decision[Any], ...]:
    """Return what a player may do besides on his own turn in Phase 2 (§4.2)."""
    return (EXCHANGE[seat], RESERVE[seat])


TURN_POWERS: Final = [turn_powers(seat) for seat in range(4)]
DRAW_POWERS: Final[list[tuple[Decision[Any], ...]]] = [(EXCHANGE[seat],) for seat in range(4)]


def power_refusal(state: Houses, seat: int, what: str) -> str:
    """Explain why an exchange or a reservation is not possible, or return nothing if the text is about something else."""
    words = what.casefold().removeprefix("do:").replace("-", " ").split()
    if words[:1] == ["reserve"]:
        return RESERVE[seat].why_not(state, seat, what)
    if words[:1] == ["exchange"]:
        if state.total(state.wines, seat) < 2:
            return _("An exchange needs two still wines, and you have {count} (§6.1)", count=state.total(state.wines, seat))
        return _("An exchange gives two still wines you have for one the supply has: «exchange mp for c» (§6.1)")
    return ""


# The draft (§3.3).


@final
class Draft(Together[Houses]):
    """Everybody keeps one card of the hand, secretly, and passes the rest to the left (§3.3)."""

    def kind(self) -> str:
        return "draft"

    def section(self) -> str:
        return "3.3"

    def span(self) -> int:
        return 1 << 8

    def options(self, state: Houses, seat: int) -> list[int]:
        return state.draft_hand(seat)

    def reveal(self, state: Houses, answers: list[tuple[int, ...]]) -> None:
        """Keep the cards; a random card of the Wine Merchant's blind hand goes unseen; all hands move on."""
        setup = state.setup
        picks = [answers[seat][0] for seat in self.seats]
        if setup.merchant != NOBODY:
            blind = state.draft_hand(setup.merchant)
            picks.append(blind[state.roll(len(blind), MERCHANT)])
        for who in range(setup.participants):
            state.kept[who] = [*state.kept[who], picks[who]]
        state.reveal()
        if len(state.kept[0]) < setup.pieces.kept:
            state.push(Draft(self.seats))

    def prompt(self, state: Houses, seat: int) -> str:
        number = len(state.kept[seat]) + 1
        return _(
            "Inheritance {number} of {all}: keep a card, the others go to your left", number=number, all=state.setup.pieces.kept
        )

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"keep {state.setup.pieces.inheritance[option].id.removeprefix('inh_')}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        card = state.setup.pieces.inheritance[option]
        return _("{stars} stars: {text}", stars=card.stars, text=_(card.text))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"inheritance:{state.setup.pieces.inheritance[option].id.removeprefix('inh_')}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You keep a card of the hand you hold now, and «{what}» names none", what=said(what))


# Phase 2.

DISC: Final = 32
"""Options from here on place the free disc with an Additional action token (§8.2)."""


def is_free(state: Houses, spot: int) -> bool:
    """Tell whether nothing stands on a spot that exists (§4.2)."""
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
    """On his turn a player places one Collaborator, or his disc with an Additional action token (§4.2)."""

    def kind(self) -> str:
        return "place"

    def section(self) -> str:
        return "4.2"

    def span(self) -> int:
        return 2 * DISC

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
            return _("You place a Collaborator now, and this is no action spot (§4.2)")
        return _("«{what}» is no spot of the board: write for example «press 1», «shipping 2», «council 1»", what=said(what))


def _spot_refusal(state: Houses, seat: int, spot: Spot, disc: bool) -> str:
    board, name = state.setup.board, spot_name(state, spot.number)
    if spot.zone == PROMOTE:
        return _("Nobody is placed on n+1: a Collaborator slides there from n (§5.4)")
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
        return _("You have a marker at the Wine Draw already, and a player has one there at most, disc included (§4.2)")
    if disc and state.discs[seat] != HOME:
        return _("Your disc is in use (§8.2)")
    return _("You have no Additional action token for this zone (§8.2)")


# Zone 1.


@final
class PlaceAnywhere(Decision[Houses]):
    """A Coteaux Vitryats card goes to a region of its owner's choice (§5.1)."""

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def key(self) -> tuple[object, ...]:
        return ("vitryats", self.seat, self.card)

    def kind(self) -> str:
        return "vitryats"

    def section(self) -> str:
        return "5.1"

    def span(self) -> int:
        return REGIONS

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
        return _("The card goes to one of the five regions, and «{what}» is none", what=said(what))


# Zone 4.

DIGIT: Final = 16
"""Three small numbers in one option: first * 256 + second * 16 + third."""


def counts_of(option: int) -> list[int]:
    """Read three numbers out of an option."""
    return [option // (DIGIT * DIGIT), option // DIGIT % DIGIT, option % DIGIT]


def selections(most: list[int], room: int) -> list[int]:
    """List every way to take up to so many of each cuvee and no more than `room` in all."""
    found: list[int] = []
    for first in range(min(most[0], room) + 1):
        for second in range(min(most[1], room - first) + 1):
            start = (first * DIGIT + second) * DIGIT
            found += range(start, start + min(most[2], room - first - second) + 1)
    return found


@final
class PromoteCuvees(Decision[Houses]):
    """At n+1 cuvees may move from the oenotheque to the grid (§5.4)."""

    def kind(self) -> str:
        return "promote"

    def section(self) -> str:
        return "5.4"

    def span(self) -> int:
        return DIGIT * DIGIT * DIGIT

    def options(self, state: Houses, seat: int) -> list[int]:
        at, column = GRAPES * seat, state.setup.pieces.column
        most = [min(state.cave[at + cuvee], column - state.grid[at + cuvee]) for cuvee in range(GRAPES)]
        return selections(most, state.setup.pieces.cave)

    def apply(self, state: Houses, seat: int, option: int) -> None:
        counts = counts_of(option)
        for cuvee in range(GRAPES):
            state.cave[GRAPES * seat + cuvee] -= counts[cuvee]
            state.grid[GRAPES * seat + cuvee] += counts[cuvee]
        if option:
            state.tell("promotes", seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Marketing Strategy: which cuvees go from your oenotheque to your grid?")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "promote " + " ".join(str(count) for count in counts_of(option))

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("To the grid: {cuvees}", cuvees=cuvees_text(state, counts_of(option)))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        counts = counts_of(option)
        found = [tile(self.notation(state, seat, option))]
        return found + [f"oenotheque:{seat}:{state.setup.pieces.cuvees[at].id}" for at in range(GRAPES) if counts[at]]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("A column takes {size} cubes, and only cuvees of your oenotheque move (§5.4)", size=state.setup.pieces.column)


@final
class AgeCuvees(Decision[Houses]):
    """At n up to three cuvees may move from the cellar to the oenotheque (§5.4)."""

    def kind(self) -> str:
        return "age"

    def section(self) -> str:
        return "5.4"

    def span(self) -> int:
        return DIGIT * DIGIT * DIGIT

    def options(self, state: Houses, seat: int) -> list[int]:
        at = GRAPES * seat
        room = state.setup.pieces.cave - state.total(state.cave, seat)
        return selections(state.cellar[at : at + GRAPES], room)

    def apply(self, state: Houses, seat: int, option: int) -> None:
        counts = counts_of(option)
        for cuvee in range(GRAPES):
            state.cellar[GRAPES * seat + cuvee] -= counts[cuvee]
            state.cave[GRAPES * seat + cuvee] += counts[cuvee]
        if option:
            state.tell("ages", seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Marketing Strategy: which cuvees go from your cellar to your oenotheque?")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "age " + " ".join(str(count) for count in counts_of(option))

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("To the oenotheque: {cuvees}", cuvees=cuvees_text(state, counts_of(option)))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        counts = counts_of(option)
        found = [tile(self.notation(state, seat, option))]
        return found + [f"cellar:{seat}:{state.setup.pieces.cuvees[at].id}" for at in range(GRAPES) if counts[at]]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("The oenotheque holds {size} cuvees, and only those of your cellar move (§5.4)", size=state.setup.pieces.cave)


# Zone 5: what can be shipped.

SWAP_ECO: Final = 2
"""A plane costs two eco levels more than a boat (§8.4)."""


def swapped(transport: int) -> int:
    """Return the other mode of transport of an International order (§8.4)."""
    return BOAT if transport == PLANE else PLANE


def reach_of(state: Houses, spot: int) -> int:
    """Return how many slots a Shipping marker can see: three Active, or all six (§5.5.2, §7.2)."""
    return SLOTS if spot_of(state, spot).provisional and not state.event_card().active_only else PROVISIONAL


def may_ship(state: Houses, who: int, card: int) -> bool:
    """Tell whether there is an order and nobody else has reserved it (§8.3)."""
    if card == NOTHING:
        return False
    owner = state.reserved_by(card)
    return owner in (NOBODY, who)


def lacks(state: Houses, who: int, market: Market) -> int:
    """Count the cuvees of an order that are missing in a cellar."""
    missing = 0
    at = GRAPES * who
    for cuvee in range(GRAPES):
        short = market.cuvees[cuvee] - state.cellar[at + cuvee]
        if short > 0:
            missing += short
    return missing


def first_lack(state: Houses, who: int, market: Market) -> int:
    """Return the type of cuvee that is missing in a cellar, or NOTHING."""
    for cuvee in range(GRAPES):
        if market.cuvees[cuvee] > state.cellar[GRAPES * who + cuvee]:
            return cuvee
    return NOTHING


def partners(state: Houses, seat: int, cuvee: int) -> list[int]:
    """List the other players with a cuvee in their cellar, in Council order (§11.2)."""
    return [
        other
        for other in state.council
        if other not in (seat, state.setup.merchant) and state.cellar[GRAPES * other + cuvee] > 0
    ]


def deliver(state: Houses, who: int, slot: int, left_out: int, swap: bool, partner: int) -> None:
    """Validate an order: cuvees, Prestige, eco, tokens; then the card is replaced (§5.5.3, §11.2)."""
    card = state.order_at(slot)
    market = state.setup.pieces.markets[card]
    state.tell("ships", who, card, left_out, partner)
    for cuvee in range(GRAPES):
        count = market.cuvees[cuvee] - (1 if cuvee == left_out else 0)
        if count:
            state.give_back(state.cellar, who, cuvee, count)
    state.gain(who, order_points(state, who, market, left_out))
    if partner != NOBODY:
        state.give_back(state.cellar, partner, left_out, 1)
        state.gain(partner, state.setup.pieces.units[left_out] + state.bonus(partner, left_out))
    levels = market.eco
    if swap:
        levels += SWAP_ECO if market.transport == PLANE else -SWAP_ECO
        state.use_token(who, state.swap_token(who))
    state.change_eco(who, levels)
    if who != state.setup.merchant and state.discs[who] == RESERVED + card:
        release(state, who)
    state.push(ReplaceOrder(slot))
    if slot < PROVISIONAL and state.spaces[slot]:
        open_tokens(state, who, slot)


def release(state: Houses, seat: int) -> None:
    """Take the disc back from a reserved order; the token is used up (§8.3)."""
    state.discs[seat] = HOME
    state.use_token(seat, state.reservation_token(seat))


def open_tokens(state: Houses, who: int, space: int) -> None:
    """Look at the tokens of a space and keep one (§5.5.3); the Wine Merchant takes any (§10.6)."""
    setup = state.setup
    if who != setup.merchant or setup.person:
        state.known[space] |= 1 << who
        state.reveal()  # even to others: being asked tells that the tokens differ
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
class ReplaceOrder(Step[Houses]):
    """A shipped card is discarded; the Provisional order takes an Active one's place, or the next is uncovered (§5.5.3)."""

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def key(self) -> tuple[object, ...]:
        return ("replace order", self.slot)

    def kind(self) -> str:
        return "replace order"

    def run(self, state: Houses) -> None:
        card = state.order_at(self.slot)
        sector = self.slot % PROVISIONAL
        state.market_discard[sector] = [*state.market_discard[sector], card]
        if self.slot >= PROVISIONAL:
            state.stacks[sector] = state.stacks[sector][:-1]
        elif state.event_card().no_refill:
            state.orders[sector] = NOTHING
            return
        else:
            move_down(state, sector)
        state.refill(sector)
        state.reveal()


def move_down(state: Houses, sector: int) -> None:
    """Move the Provisional order of a sector to its Active space."""
    stack = state.stacks[sector]
    state.orders[sector] = stack[len(stack) - 1]
    state.stacks[sector] = stack[:-1]


@final
class TakeToken(Decision[Houses]):
    """Whoever shipped an Active order looks at the tokens of its space and keeps one (§5.5.3, §10.9)."""

    def __init__(self, seat: int, space: int) -> None:
        super().__init__(seat)
        self.space = space

    def key(self) -> tuple[object, ...]:
        return ("token", self.seat, self.space)

    def kind(self) -> str:
        return "token"

    def section(self) -> str:
        return "5.5.3"

    def span(self) -> int:
        return 1 << 8

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
        return _("You keep one of the tokens that lie on this space, and «{what}» is none of them", what=said(what))


# Zone 5: the questions.

STOP: Final = 0
WAY: Final = 16
"""An order is (slot + 1) * 16, plus 1 to 3 for the cuvee left out, 4 for a change of transport, 8 to look for a partner."""
SWAP: Final = 4
PARTNER: Final = 8


@final
class Ship(Decision[Houses]):
    """The owner of a Shipping marker validates an order within reach, or stops (§5.5)."""

    def __init__(self, seat: int, spot: int, left: int, partial: bool, asked: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.spot = spot
        self.left = left
        self.partial = partial
        """Whether a partial delivery is still possible (§5.5.4)."""
        self.asked = asked
        """The orders already put to the others with this marker (§11.2)."""

    def key(self) -> tuple[object, ...]:
        return ("ship", self.seat, self.spot, self.left, self.partial, self.asked)

    def kind(self) -> str:
        return "ship"

    def section(self) -> str:
        return "5.5.2"

    def span(self) -> int:
        return WAY * (SLOTS + 1)

    def options(self, state: Houses, seat: int) -> list[int]:
        found = [STOP]
        event, markets = state.event_card(), state.setup.pieces.markets
        can_swap = state.swap_token(seat) != NOTHING
        for slot in range(reach_of(state, self.spot)):
            card = state.order_at(slot)
            if not may_ship(state, seat, card):
                continue
            market = markets[card]
            if market.transport != event.forbidden:
                self._add_ways(state, market, WAY * (slot + 1), found)
            if can_swap and market.sector == INTERNATIONAL and swapped(market.transport) != event.forbidden:
                self._add_ways(state, market, WAY * (slot + 1) + SWAP, found)
        return found

    def _add_ways(self, state: Houses, market: Market, start: int, found: list[int]) -> None:
        """Add what can be done with one order: ship it whole, leave a cuvee out, look for a partner."""
        missing = lacks(state, self.seat, market)
        if missing > 1:
            return
        if missing == 0:
            found.append(start)
        if market.size < 2:
            return
        lack = first_lack(state, self.seat, market)
        if self.partial:
            wanted = market.cuvees
            found += [start + 1 + at for at in range(GRAPES) if wanted[at] > 0 and (missing == 0 or at == lack)]
        if missing and state.setup.trade and market.number not in self.asked and partners(state, self.seat, lack):
            found.append(start + PARTNER)

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if option == STOP:
            return
        slot, way = option // WAY - 1, option % WAY
        if way >= PARTNER:
            card = state.order_at(slot)
            state.push(Ship(seat, self.spot, self.left, self.partial, (*self.asked, card)))
            others = partners(state, seat, first_lack(state, seat, state.setup.pieces.markets[card]))
            state.tell("asks", seat, card)
            state.push(Offer(others[0], option, tuple(others[1:]), ()))
            return
        left_out = way % SWAP - 1
        if self.left > 1:
            state.push(Ship(seat, self.spot, self.left - 1, self.partial and left_out < 0, self.asked))
        deliver(state, seat, slot, left_out, way >= SWAP, NOBODY)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("{spot}: ship an order ({left} left) or stop", spot=spot_name(state, self.spot), left=self.left)

    def notation(self, state: Houses, seat: int, option: int) -> str:
        if option == STOP:
            return "stop"
        market, way = state.market_at(option // WAY - 1), option % WAY
        text = f"{'ask' if way >= PARTNER else 'ship'} {market_code(market)}"
        if way & SWAP:
            text += f" by {MODES[swapped(market.transport)]}"
        return text + (f" without {CUVEE_CODES[way % SWAP - 1]}" if way % SWAP else "")

    def label(self, state: Houses, seat: int, option: int) -> str:
        if option == STOP:
            return _("Ship nothing (more)")
        return order_label(state, seat, option)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        answer = tile(self.notation(state, seat, option))
        if option == STOP:
            return [answer, f"spot:{spot_of(state, self.spot).id}"]
        return [answer, f"market:{market_code(state.market_at(option // WAY - 1))}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        slot = find_order(state, what)
        if slot == NOTHING:
            return _("«{what}» is none of the orders on the board", what=said(what))
        return self._refusal(state, seat, slot)

    def _refusal(self, state: Houses, seat: int, slot: int) -> str:
        market = state.market_at(slot)
        if slot >= PROVISIONAL and state.event_card().active_only:
            return _("Only Active orders can be shipped during a Global pandemic (§7.2)")
        if slot >= reach_of(state, self.spot):
            return _("This spot reaches Active orders only; {order} is Provisional (§5.5.2)", order=market_code(market))
        if not may_ship(state, seat, market.number):
            owner = who_name(state, state.reserved_by(market.number))
            return _("{order} is reserved by {owner} this round (§8.3)", order=market_code(market), owner=owner)
        if market.transport == state.event_card().forbidden and state.swap_token(seat) == NOTHING:
            return _("Nothing is shipped by {mode} during this strike (§7.2)", mode=transport_name(market.transport))
        missing = [max(0, market.cuvees[cuvee] - state.cellar[GRAPES * seat + cuvee]) for cuvee in range(GRAPES)]
        if sum(missing):
            return _("Your cellar lacks {cuvees} for this order (§5.5.2)", cuvees=cuvees_text(state, missing))
        return _("This order cannot be shipped in that way (§5.5.4, §8.4)")


def order_label(state: Houses, seat: int, option: int) -> str:
    """Say what shipping an order in some way brings."""
    market, way = state.market_at(option // WAY - 1), option % WAY
    if way >= PARTNER:
        lack = first_lack(state, seat, market)
        points = card_points(state, market, lack) + grid_points(state, seat, market, lack)
        text = _("Look for a partner with a {cuvee} for {order}", cuvee=cuvee_name(state, lack), order=_place(state, market))
    else:
        points = order_points(state, seat, market, way % SWAP - 1)
        text = _("Ship {order}", order=_place(state, market))
        if way % SWAP:
            text += ", " + _("without a {cuvee}", cuvee=cuvee_name(state, way % SWAP - 1))
    if way & SWAP:
        text += ", " + _("by {mode}", mode=transport_name(swapped(market.transport)))
    return _("{order}: {points} PP", order=text, points=points)


def _place(state: Houses, market: Market) -> str:
    return _(
        "{cuvees} to {place} ({code})",
        cuvees=cuvees_text(state, market.cuvees),
        place=_(market.destination),
        code=market_code(market),
    )


ACCEPT: Final = 1
REFUSE: Final = 0


@final
class Offer(Decision[Houses]):
    """A player who has the missing cuvee accepts to be partner of an order, or refuses (§11.2)."""

    def __init__(self, seat: int, order: int, others: tuple[int, ...], accepted: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.order = order
        self.others = others
        self.accepted = accepted

    def key(self) -> tuple[object, ...]:
        return ("offer", self.seat, self.order, self.others, self.accepted)

    def kind(self) -> str:
        return "offer"

    def section(self) -> str:
        return "11.2"

    def span(self) -> int:
        return 2

    def options(self, state: Houses, seat: int) -> list[int]:
        return [REFUSE, ACCEPT]

    def apply(self, state: Houses, seat: int, option: int) -> None:
        accepted = (*self.accepted, seat) if option == ACCEPT else self.accepted
        state.tell("answers", seat, option)
        if self.others:
            state.push(Offer(self.others[0], self.order, self.others[1:], accepted))
        elif accepted:
            state.push(ChoosePartner(asking(state), self.order, accepted))

    def prompt(self, state: Houses, seat: int) -> str:
        who, market = asking(state), state.market_at(self.order // WAY - 1)
        lack = first_lack(state, who, market)
        return _(
            "{who} asks for your {cuvee} to ship {order}; it would bring you {points} PP",
            who=player(who),
            cuvee=cuvee_name(state, lack),
            order=market_code(market),
            points=state.setup.pieces.units[lack] + state.bonus(seat, lack),
        )

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "accept" if option == ACCEPT else "refuse"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Accept") if option == ACCEPT else _("Refuse")

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [tile(self.notation(state, seat, option)), f"market:{market_code(state.market_at(self.order // WAY - 1))}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You accept or refuse")


def asking(state: Houses) -> int:
    """Return who looks for a partner: the owner of the Ship question that waits below the offers."""
    frame = state.agenda[-1]
    if isinstance(frame, Offer | ChoosePartner):
        frame = state.agenda[-2]
    assert isinstance(frame, Ship)
    return frame.seat


NO_PARTNER: Final = 4


@final
class ChoosePartner(Decision[Houses]):
    """Whoever looked for a partner picks one of those who accepted, or none (§11.2)."""

    def __init__(self, seat: int, order: int, accepted: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.order = order
        self.accepted = accepted

    def key(self) -> tuple[object, ...]:
        return ("partner", self.seat, self.order, self.accepted)

    def kind(self) -> str:
        return "partner"

    def section(self) -> str:
        return "11.2"

    def span(self) -> int:
        return NO_PARTNER + 1

    def options(self, state: Houses, seat: int) -> list[int]:
        return [*self.accepted, NO_PARTNER]

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if option == NO_PARTNER:
            return
        ship = state.agenda.pop()
        assert isinstance(ship, Ship)
        if ship.left > 1:
            state.push(Ship(seat, ship.spot, ship.left - 1, ship.partial, ship.asked))
        slot = self.order // WAY - 1
        lack = first_lack(state, seat, state.market_at(slot))
        deliver(state, seat, slot, lack, self.order & SWAP > 0, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Choose your partner for {order}", order=market_code(state.market_at(self.order // WAY - 1)))

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "no partner" if option == NO_PARTNER else f"partner {chr(ord('a') + option)}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Nobody") if option == NO_PARTNER else _("With {who}", who=player(option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        answer = tile(self.notation(state, seat, option))
        return [answer] if option == NO_PARTNER else [answer, f"player:{option}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("Your partner is one of those who accepted")


DECLINE: Final = SLOTS


@final
class ReservationWindow(Decision[Houses]):
    """Before a Shipping marker is resolved, whoever has a reservation token and a free disc may use them (§8.3)."""

    def kind(self) -> str:
        return "reservation"

    def section(self) -> str:
        return "8.3"

    def span(self) -> int:
        return SLOTS + 1

    def options(self, state: Houses, seat: int) -> list[int]:
        return [*RESERVE[seat].options(state, seat), DECLINE]

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if option != DECLINE:
            RESERVE[seat].apply(state, seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("You may reserve an order before the next Shipping marker is resolved")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "no reservation" if option == DECLINE else RESERVE[seat].notation(state, seat, option)

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("No reservation now") if option == DECLINE else RESERVE[seat].label(state, seat, option)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        if option == DECLINE:
            return [tile(self.notation(state, seat, option))]
        return RESERVE[seat].targets(state, seat, option)

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return RESERVE[seat].why_not(state, seat, what)


# The Wine Merchant's orders (§10.6).


def merchant_leaves_out(state: Houses, market: Market, partial: bool) -> int:
    """Return which cuvee the Merchant would leave out: NOTHING if he has all; GRAPES if he cannot ship the order."""
    merchant = state.setup.merchant
    missing = lacks(state, merchant, market)
    if missing == 0:
        return NOTHING
    if missing == 1 and partial and market.size > 1:
        return first_lack(state, merchant, market)
    return GRAPES


def merchant_orders(state: Houses, spot: int, partial: bool) -> list[int]:
    """List the slots of the orders that the Merchant can fulfil from a spot."""
    found: list[int] = []
    merchant, event = state.setup.merchant, state.event_card()
    for slot in range(reach_of(state, spot)):
        card = state.order_at(slot)
        if may_ship(state, merchant, card):
            market = state.setup.pieces.markets[card]
            if market.transport != event.forbidden and merchant_leaves_out(state, market, partial) != GRAPES:
                found.append(slot)
    return found


def merchant_rank(state: Houses, slot: int, partial: bool) -> list[int]:
    """Rank an order for the Merchant by the criteria of §10.6, the most important first."""
    market = state.market_at(slot)
    marks = [0] * 5
    marks[MOST_PRESTIGE] = order_points(state, state.setup.merchant, market, merchant_leaves_out(state, market, partial))
    marks[BEST_ECO] = market.eco
    marks[HAS_TOKEN] = 1 if slot < PROVISIONAL and state.spaces[slot] else 0
    marks[FARTHEST] = market.sector
    marks[ACTIVE_FIRST] = 1 if slot < PROVISIONAL else 0
    return [marks[criterion] for criterion in state.setup.pieces.criteria]


@final
class MerchantOrder(Decision[Houses]):
    """A person who plays the Wine Merchant chooses which order he ships (§10.9)."""

    def __init__(self, seat: int, spot: int, left: int, partial: bool) -> None:
        super().__init__(seat)
        self.spot = spot
        self.left = left
        self.partial = partial

    def key(self) -> tuple[object, ...]:
        return ("merchant order", self.seat, self.spot, self.left, self.partial)

    def kind(self) -> str:
        return "merchant order"

    def section(self) -> str:
        return "10.9"

    def span(self) -> int:
        return SLOTS

    def options(self, state: Houses, seat: int) -> list[int]:
        return merchant_orders(state, self.spot, self.partial)

    def apply(self, state: Houses, seat: int, option: int) -> None:
        merchant_ships(state, option, self.spot, self.left, self.partial)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("The Wine Merchant at {spot}: choose his order", spot=spot_name(state, self.spot))

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"ship {market_code(state.market_at(option))}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        left_out = merchant_leaves_out(state, state.market_at(option), self.partial)
        return order_label(state, seat, WAY * (option + 1) + 1 + left_out)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"market:{market_code(state.market_at(option))}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("The Wine Merchant ships an order that he can fulfil from his spot, and always ships when he can (§10.6)")


@final
class MerchantTurn(Step[Houses]):
    """The Wine Merchant ships the order that brings him most, again while he can (§10.6)."""

    def __init__(self, spot: int, left: int, partial: bool) -> None:
        self.spot = spot
        self.left = left
        self.partial = partial

    def key(self) -> tuple[object, ...]:
        return ("merchant turn", self.spot, self.left, self.partial)

    def kind(self) -> str:
        return "merchant turn"

    def run(self, state: Houses) -> None:
        slots = merchant_orders(state, self.spot, self.partial)
        if not slots:
            return
        if state.setup.person:
            state.push(MerchantOrder(state.setup.merchant, self.spot, self.left, self.partial))
            return
        best, rank = slots[0], merchant_rank(state, slots[0], self.partial)
        for slot in slots[1:]:
            other = merchant_rank(state, slot, self.partial)
            if other > rank:
                best, rank = slot, other
        merchant_ships(state, best, self.spot, self.left, self.partial)


def merchant_ships(state: Houses, slot: int, spot: int, left: int, partial: bool) -> None:
    """Let the Merchant ship an order, and go on afterwards if his spot allows; one order of a marker may be partial (§10.6)."""
    left_out = merchant_leaves_out(state, state.market_at(slot), partial)
    if left > 1:
        state.push(MerchantTurn(spot, left - 1, partial and left_out == NOTHING))
    deliver(state, state.setup.merchant, slot, left_out, False, NOBODY)


# Zone 6.


@final
class DrawWine(Decision[Houses]):
    """Three still wines of a blend become a cuvee, as often as the player likes (§5.6)."""

    def kind(self) -> str:
        return "blend"

    def section(self) -> str:
        return "5.6"

    def span(self) -> int:
        return 1 << 5

    def options(self, state: Houses, seat: int) -> list[int]:
        found = [STOP]
        pieces, at = state.setup.pieces, GRAPES * seat
        if state.total(state.cellar, seat) >= pieces.cellar:
            return found
        first, second, third = state.wines[at], state.wines[at + 1], state.wines[at + 2]
        if first + second + third < 3:
            return found
        for number in range(len(pieces.blends)):
            wines = pieces.blends[number].wines
            if first >= wines[0] and second >= wines[1] and third >= wines[2]:
                found.append(number + 1)
        return found

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if option == STOP:
            return
        blend = state.setup.pieces.blends[option - 1]
        for grape in range(GRAPES):
            state.wines[GRAPES * seat + grape] -= blend.wines[grape]
            state.supply[grape] += blend.wines[grape]
        state.supply[blend.cuvee] -= 1
        state.cellar[GRAPES * seat + blend.cuvee] += 1
        state.tell("blends", seat, option - 1)
        state.push(self)

    def powers(self, state: Houses, seat: int) -> tuple[Decision[Any], ...]:
        return DRAW_POWERS[seat]

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Wine Draw: blend three still wines into a cuvée, or stop")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        if option == STOP:
            return "stop"
        blend = state.setup.pieces.blends[option - 1]
        wines = "".join(GRAPE_CODES[at] * blend.wines[at] for at in range(GRAPES))
        return f"blend {wines} {CUVEE_CODES[blend.cuvee]}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        if option == STOP:
            return _("Stop")
        blend = state.setup.pieces.blends[option - 1]
        wines = ", ".join(f"{blend.wines[at]} {grape_name(state, at)}" for at in range(GRAPES) if blend.wines[at])
        return _("{cuvee} from {wines}", cuvee=cuvee_name(state, blend.cuvee), wines=wines)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        answer = tile(self.notation(state, seat, option))
        if option == STOP:
            return [answer, *(f"spot:{spot_of(state, spot).id}" for spot in state.markers_in(seat, DRAW))]
        return [answer, f"cellar:{seat}:{state.setup.pieces.cuvees[state.setup.pieces.blends[option - 1].cuvee].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        text = power_refusal(state, seat, what)
        if text:
            return text
        words = what.casefold().split()
        if words[:1] == ["blend"] and len(words) == 3:
            known = [f"blend {''.join(sorted(words[1], key=GRAPE_CODES.find))} {words[2]}"]
            if all(self.notation(state, seat, at + 1) not in known for at in range(len(state.setup.pieces.blends))):
                return _(
                    "These three still wines do not make that cuvée: Blanc de blancs is three Chardonnay, Blanc de noirs two "
                    "Pinot Noir and a Pinot Noir or Meunier, Tradition Brut a Meunier and any two (§5.6)"
                )
            if state.total(state.cellar, seat) >= state.setup.pieces.cellar:
                return _("Your cellar is full (§5.6)")
            return _("Your winery does not hold these three still wines (§5.6)")
        if ":" in what:
            return _("You draw wine now: choose a blend that your winery allows, or stop (§5.6)")
        return _("Write «blend ppm n» (three still wines and the cuvée: t, n or b), or «stop»")


# The harvest.


@final
class Store(Decision[Houses]):
    """Which of the harvested grapes go to the winery: how many Meunier, then how many Pinot Noir (§5.7, §13.2)."""

    def __init__(self, seat: int, stored: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.stored = stored

    def key(self) -> tuple[object, ...]:
        return ("store", self.seat, self.stored)

    def kind(self) -> str:
        return "store"

    def section(self) -> str:
        return "5.7"

    def span(self) -> int:
        return 1 << 8

    def options(self, state: Houses, seat: int) -> list[int]:
        grape, basket = len(self.stored), state.basket
        left = state.storable(seat) - sum(self.stored)
        later = 0
        for other in range(grape + 1, GRAPES):
            later += basket[other]
        return list(range(max(0, left - later), min(left, basket[grape]) + 1))

    def apply(self, state: Houses, seat: int, option: int) -> None:
        stored = (*self.stored, option)
        if len(stored) < GRAPES:
            state.push(Store(seat, stored))
            return
        for grape in range(GRAPES):
            state.wines[GRAPES * seat + grape] += stored[grape]
            state.supply[grape] += state.basket[grape] - stored[grape]
        state.tell("stores", seat, stored[0], stored[1], stored[2])
        state.basket = [0] * GRAPES

    def powers(self, state: Houses, seat: int) -> tuple[Decision[Any], ...]:
        """Offer the exchange while the free spaces are the limit: otherwise it can wait (§5.7)."""
        if self.stored:
            return ()
        room, basket = state.winery_room(seat), state.basket
        if room < state.level(seat).capacity and room < basket[0] + basket[1] + basket[2]:
            return DRAW_POWERS[seat]
        return ()

    def prompt(self, state: Houses, seat: int) -> str:
        grape = len(self.stored)
        return _(
            "Harvest: {all} grapes can be stored; how many of your {count} {grape}?",
            all=state.storable(seat) - sum(self.stored),
            count=state.basket[grape],
            grape=grape_name(state, grape),
        )

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"store {option} {GRAPE_CODES[len(self.stored)]}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("{count} {grape}", count=option, grape=grape_name(state, len(self.stored)))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [tile(self.notation(state, seat, option))]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        text = power_refusal(state, seat, what)
        return text or _(
            "As many grapes are stored as press and winery allow, neither more nor fewer: {count}", count=state.storable(seat)
        )


USE: Final = 1
KEEP: Final = 0


@final
class UseProtection(Decision[Houses]):
    """Under Climatic hazards a Protection against the cold lets the whole vineyard produce (§5.7, §8.5)."""

    def kind(self) -> str:
        return "protection"

    def section(self) -> str:
        return "8.5"

    def span(self) -> int:
        return 2

    def options(self, state: Houses, seat: int) -> list[int]:
        return [KEEP, USE]

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if option == USE:
            state.use_token(seat, state.cold_token(seat))
            state.tell("protects", seat)
        gather(state, seat, NOTHING if option == USE else state.key_element)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Protect {region} against the cold?", region=region_name(state, state.key_element))

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "protect" if option == USE else "keep"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Discard the token: the whole vineyard produces") if option == USE else _("Keep the token")

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [tile(self.notation(state, seat, option)), f"token:{seat}:{token_code(state, state.cold_token(seat))}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You use the token now or keep it")


def gather(state: Houses, seat: int, without: int) -> None:
    """Take the grapes that a player's cards produce from the supply, as far as it holds them (§5.7)."""
    grown = state.grows(seat, without)
    for grape in range(GRAPES):
        taken = min(grown[grape], state.supply[grape])
        state.basket[grape] += taken
        state.supply[grape] -= taken
    state.push(Store(seat, ()))


# Events.


@final
class LoseCuvee(Decision[Houses]):
    """Corks defect: which cuvee is lost, and from where (§7.2)."""

    def kind(self) -> str:
        return "corks"

    def section(self) -> str:
        return "7.2"

    def span(self) -> int:
        return 2 * GRAPES

    def options(self, state: Houses, seat: int) -> list[int]:
        at = GRAPES * seat
        found = [cuvee for cuvee in range(GRAPES) if state.cellar[at + cuvee]]
        return found + [GRAPES + cuvee for cuvee in range(GRAPES) if state.cave[at + cuvee]]

    def apply(self, state: Houses, seat: int, option: int) -> None:
        state.give_back(state.cellar if option < GRAPES else state.cave, seat, option % GRAPES, 1)
        state.tell("loses", seat, option % GRAPES, option // GRAPES)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Corks defect: lose a cuvée of your cellar or oenotheque")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"lose {CUVEE_CODES[option % GRAPES]} {'cellar' if option < GRAPES else 'oenotheque'}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        name = cuvee_name(state, option % GRAPES)
        return _("{cuvee} of the cellar", cuvee=name) if option < GRAPES else _("{cuvee} of the oenotheque", cuvee=name)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        place = "cellar" if option < GRAPES else "oenotheque"
        return [f"{place}:{seat}:{state.setup.pieces.cuvees[option % GRAPES].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You lose a cuvée that you have")


@final
class NameRegion(Decision[Houses]):
    """The key card is a Coteaux Vitryats: the player with the fewest PP names the region without harvest (§7.3)."""

    def kind(self) -> str:
        return "key region"

    def section(self) -> str:
        return "7.3"

    def span(self) -> int:
        return REGIONS

    def options(self, state: Houses, seat: int) -> list[int]:
        return ALL_REGIONS

    def apply(self, state: Houses, seat: int, option: int) -> None:
        state.key_element = option
        state.tell("key region", seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Climatic hazards: name the region that produces nothing this round")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"name {state.setup.pieces.regions[option].id}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("{region} produces nothing", region=region_name(state, option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"region:{seat}:{state.setup.pieces.regions[option].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You name one of the five regions")


@final
class NameVariety(Decision[Houses]):
    """The key card is a Coteaux Vitryats: the player with the fewest PP names the variety of Grapes quality (§7.3)."""

    def kind(self) -> str:
        return "key variety"

    def section(self) -> str:
        return "7.3"

    def span(self) -> int:
        return GRAPES

    def options(self, state: Houses, seat: int) -> list[int]:
        return ALL_GRAPES

    def apply(self, state: Houses, seat: int, option: int) -> None:
        state.key_element = option
        state.tell("key variety", seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Grapes quality: name the variety whose vineyards bring Prestige")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"name {state.setup.pieces.grapes[option].id}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Vineyards with {grape}", grape=grape_name(state, option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"winery:{seat}:{state.setup.pieces.grapes[option].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You name one of the three grape varieties")
