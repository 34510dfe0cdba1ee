"""Names of things, kinds of answers shared by several questions, and cards that change hands."""

from typing import Final

from mypy_extensions import mypyc_attr

from cuvee.games.viticulture.pieces.boards import SPACES
from cuvee.games.viticulture.pieces.cards import COLOURS, DECKS, ORDER, STRUCTURE, SUMMER_VISITOR, VINE, WINES
from cuvee.games.viticulture.pieces.ops import AGE_GRAPE, AGE_WINE, CHOOSE, DRAW, GAIN, NONE, OPS, PLAYERS
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.vineyard import with_card
from cuvee.games.viticulture.state.workers import BESIDE, DESTROY, GRANDE, OPEN_SPACE, PRIVATE, REGULAR, SPECIAL, TEMPORARY
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _, noted

STOP: Final = 4000
"""The option that declines, stops or is done, in every question that offers one."""
SPAN: Final = 4096
NO: Final = 0
YES: Final = 1
CARD: Final = 64
"""A card as an option: deck * CARD + card."""
TOKEN: Final = 16
"""A grape or wine as an option: colour or type * TOKEN + value."""


# Names.


def card_name(state: Winery, deck: int, card: int) -> str:
    """Name a card."""
    pieces = state.pieces
    if deck == VINE:
        return _(pieces.vines[card].name)
    if deck == ORDER:
        return order_name(state, card)
    if deck == STRUCTURE:
        return _(pieces.structures[card].name)
    return _(pieces.visitors[deck - SUMMER_VISITOR][card].name)


def order_name(state: Winery, card: int) -> str:
    """Name a wine order by what it asks for and what it gives."""
    order = state.pieces.orders[card]
    wines = ", ".join(f"{wine_name(kind)} {least}+" for kind, least in zip(order.types, order.least, strict=True))
    return _("order for {wines} ({vp} VP, +{residual})", wines=wines, vp=order.vp, residual=order.residual)


def deck_name(deck: int) -> str:
    """Name a type of card."""
    return (_("vine"), _("wine order"), _("summer visitor"), _("winter visitor"), _("structure card"))[deck]


def wine_name(kind: int) -> str:
    """Name a type of wine."""
    return (_("red"), _("white"), _("blush"), _("sparkling"))[kind]


def worker_name(state: Winery, kind: int) -> str:
    """Name a kind of worker."""
    if kind >= SPECIAL:
        return _(state.pieces.specials[kind - SPECIAL].name)
    return (_("regular worker"), _("grande worker"), _("temporary worker"))[kind]


def worker_tag(state: Winery, kind: int) -> str:
    """Return the notation of a kind of worker."""
    if kind >= SPECIAL:
        return state.pieces.specials[kind - SPECIAL].id
    return {REGULAR: "regular", GRANDE: "grande", TEMPORARY: "temporary"}[kind]


def place_tag(state: Winery, place: int) -> str:
    """Return the notation of a place for a worker: "give_tour:left", "yoke", "gain"."""
    if place < BESIDE:
        action = state.board.actions[place // 4]
        return f"{action.id}:{(*SPACES, 'own')[place % 4]}"
    if place < OPEN_SPACE:
        return f"{state.board.actions[place - BESIDE].id}:beside"
    if place == OPEN_SPACE:
        return "gain"
    return "destroy" if place == DESTROY else state.pieces.structures[place - PRIVATE].id


def place_name(state: Winery, place: int) -> str:
    """Name a place for a worker."""
    if place < BESIDE:
        action, space = _(state.board.actions[place // 4].name), place % 4
        words = (_("left"), _("middle"), _("right"), _("your own space"))
        return _("{action}, {space}", action=action, space=words[space])
    if place < OPEN_SPACE:
        return _("beside {action}", action=_(state.board.actions[place - BESIDE].name))
    if place == OPEN_SPACE:
        return _("Gain £1")
    return _("Destroy a structure") if place == DESTROY else _(state.pieces.structures[place - PRIVATE].name)


def place_id(state: Winery, seat: int, place: int) -> str:
    """Return the id of a place for a worker as it is drawn on the table."""
    if place < OPEN_SPACE:
        return f"space:{place_tag(state, place)}"
    if place == OPEN_SPACE:
        return "space:gain"
    return f"private:{seat}:{place_tag(state, place)}"


def line_text(state: Winery, line: int) -> str:
    """Say in a few words what a bonus or benefit gives."""
    if line == NONE:
        return _("nothing")
    return ", ".join(_node_text(state, node.number) for node in state.pieces.lines[line].nodes)


PLAIN: Final[dict[str, str]] = {
    "trade": noted("make a trade"),
    "play_visitor": noted("play a visitor"),
    "plant": noted("plant a vine"),
    "harvest": noted("harvest a field"),
    "make_wine": noted("make a wine"),
    "refresh_market": noted("refresh the face-up cards"),
    "gain_temp_worker": noted("the temporary worker"),
    "take_first_player_token": noted("the first-player token"),
    "retrieve_workers": noted("take back a worker"),
    "star": noted("an influence star"),
}
"""What an op gives, if its arguments do not matter."""


def _node_text(state: Winery, number: int) -> str:
    node = state.pieces.nodes[number]
    if node.op == GAIN:
        return (_("£{n}"), _("{n} VP"), _("+{n} residual"), _("a grape"), _("a wine"))[node.what].format(n=node.n)
    if node.op == DRAW:
        return _("draw {n} {deck}", n=node.n, deck=_drawn(node.deck))
    if node.op == AGE_WINE:
        return _("age all wine") if node.all else _("age 1 wine")
    if node.op == AGE_GRAPE:
        return _("age all grapes") if node.all else _("age 1 grape")
    if node.op == PLAYERS:
        return _("all: {what}", what=line_text(state, node.do))
    if node.op == CHOOSE:
        return _(" or ").join(_(choice.label) for choice in node.choices)
    return _(PLAIN.get(OPS[node.op], OPS[node.op]))


def _drawn(deck: int) -> str:
    return deck_name(deck) if 0 <= deck < len(DECKS) else _("visitor") if deck == len(DECKS) else _("card")


# Kinds of answers shared by several questions.


@mypyc_attr(allow_interpreted_subclasses=True)
class Ask(Decision[Winery]):
    """A question of this game; where STOP is offered, it declines or ends."""

    span = SPAN

    def stop_text(self) -> str:
        """Say what STOP means here."""
        return _("No more")

    def notation(self, state: Winery, seat: int, option: int) -> str:
        return "stop" if option == STOP else self.tag(state, seat, option)

    def label(self, state: Winery, seat: int, option: int) -> str:
        return self.stop_text() if option == STOP else self.words(state, seat, option)

    def targets(self, state: Winery, seat: int, option: int) -> list[str]:
        return [] if option == STOP else self.things(state, seat, option)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        """Return the notation of an option other than STOP."""
        raise AssertionError(self.kind)

    def words(self, state: Winery, seat: int, option: int) -> str:
        """Say in words what an option other than STOP does."""
        raise AssertionError(self.kind)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        """List the things on the table that stand for an option other than STOP."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class CardChoice(Ask):
    """A question whose answers are cards in the player's hand."""

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{DECKS[option // CARD]} {state.pieces.card_id(option // CARD, option % CARD)}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{card}", card=card_name(state, option // CARD, option % CARD))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"hand:{seat}:{DECKS[option // CARD]}:{state.pieces.card_id(option // CARD, option % CARD)}"]


@mypyc_attr(allow_interpreted_subclasses=True)
class TokenChoice(Ask):
    """A question whose answers are grapes or wines."""

    def of_wine(self) -> bool:
        """Tell whether the answers are wines."""
        return False

    def tag(self, state: Winery, seat: int, option: int) -> str:
        names = WINES if self.of_wine() else COLOURS
        return f"{names[option // TOKEN]} {option % TOKEN}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        what = wine_name(option // TOKEN)
        if self.of_wine():
            return _("{type} wine of value {value}", type=what, value=option % TOKEN)
        return _("{colour} grape of value {value}", colour=what, value=option % TOKEN)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        shelf, names = ("wine", WINES) if self.of_wine() else ("grape", COLOURS)
        return [f"{shelf}:{seat}:{names[option // TOKEN]}:{option % TOKEN}"]


@mypyc_attr(allow_interpreted_subclasses=True)
class FieldChoice(Ask):
    """A question whose answers are the player's own fields."""

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.pieces.field_ids[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("The field of value {value}", value=state.pieces.capacity[option])

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"field:{seat}:{state.pieces.field_ids[option]}"]


@mypyc_attr(allow_interpreted_subclasses=True)
class PlaceChoice(Ask):
    """A question whose answers are places for a worker."""

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return place_tag(state, option)

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{place}", place=place_name(state, option))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, option)]


@mypyc_attr(allow_interpreted_subclasses=True)
class StructureChoice(Ask):
    """A question whose answers are structures."""

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.pieces.structures[option].id

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _(state.pieces.structures[option].name)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"structure:{seat}:{state.pieces.structures[option].id}"]


@mypyc_attr(allow_interpreted_subclasses=True)
class RowChoice(Ask):
    """A question whose answers are rows of the wake-up chart."""

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"row {option}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("Row {row}", row=option)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"row:{option}"]


@mypyc_attr(allow_interpreted_subclasses=True)
class YesNo(Ask):
    """A question answered with yes or no."""

    def options(self, state: Winery, seat: int) -> list[int]:
        return [YES, NO]

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return "yes" if option == YES else "no"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("Yes") if option == YES else _("No")


# Cards that change hands.


def give_cards(state: Winery, giver: int, receiver: int, deck: int, card: int) -> None:
    """Hand over a card; only giver and receiver see it (§1.4)."""
    state.players[giver].lose(deck, card)
    state.players[receiver].take(deck, card)
    state.reveal()
    state.tell("gives", giver, receiver, deck, card)


def hand_cards(state: Winery, seat: int, types: int) -> list[int]:
    """List the different cards of some types in hand, as options."""
    found: list[int] = []
    hand = state.players[seat].hand
    for deck in range(len(DECKS)):
        if types >> deck & 1:
            last = NONE
            for card in hand[deck]:
                if card != last:
                    found.append(deck * CARD + card)
                    last = card
    return found


def pledge(state: Winery, seat: int, deck: int, card: int) -> None:
    """Set a card aside face down for the Importer (VISITORS §4.9)."""
    state.players[seat].lose(deck, card)
    pledged = state.pledged[:]
    pledged[seat] = with_card(pledged[seat], deck * CARD + card)
    state.pledged = pledged
