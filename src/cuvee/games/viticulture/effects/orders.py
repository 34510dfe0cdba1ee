"""Making, aging and delivering wine (RULES §4.7 to §4.9; VISITORS §4.15 to §4.17)."""

from typing import Final, final

from cuvee.games.viticulture.decisions import CARD, STOP, TOKEN, order_name, wine_name
from cuvee.games.viticulture.effects.land import expert_in_force
from cuvee.games.viticulture.effects.op import (
    REGISTRY,
    Op,
    OpChoice,
    Passing,
    Rest,
    Run,
    gain_residual,
    gain_vp,
    grape_tokens,
    wine_tokens,
)
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces import (
    AGE_GRAPE,
    AGE_WINE,
    BLUSH,
    COLOURS,
    FILL_ORDER,
    FILLED,
    MADE_WINE,
    MAKE_WINE,
    NONE,
    ORDER,
    RED,
    SPARKLING,
    TOP_VALUE,
    WHITE,
    WINES,
    Node,
)
from cuvee.games.viticulture.state import Vineyard, Winery, highest, total_of, values_of
from cuvee.kernel.text import _

ENOUGH: Final = STOP


# make_wine


@final
class Recipe:
    """How a seat may make wine at this moment: highest place, least place, combining, and short sparkling (§4.7)."""

    def __init__(self, state: Winery, seat: int, node: Node) -> None:
        vineyard, pieces = state.players[seat], state.pieces
        self.pieces = pieces
        self.limit = TOP_VALUE if node.ignore_cellar else vineyard.cellar_limit(pieces)
        self.least = node.least
        expert = expert_in_force(state, seat)
        self.combines = expert is not None and expert.combines
        self.short = 0
        """Types that one red and one white grape suffice for, besides blush (Charmat)."""
        for structure in pieces.recipes:
            if vineyard.built >> structure.number & 1:
                self.short |= 1 << structure.recipe_type

    def place(self, vineyard: Vineyard, kind: int, total: int) -> int:
        """Return where a wine would go, 0 if it cannot be made."""
        return vineyard.wine_place(self.pieces, kind, total, self.limit, self.least)

    def best(self, vineyard: Vineyard, kind: int) -> int:
        """Return the highest sum of grapes that could make a type; a higher sum never finds fewer places."""
        red, white = vineyard.grapes[RED], vineyard.grapes[WHITE]
        if kind <= WHITE:
            mine = vineyard.grapes[kind]
            return total_of(mine) if self.combines else highest(mine)
        if not red or not white:
            return 0
        top = highest(red)
        if kind == BLUSH:
            return top + highest(white)
        second = highest(red ^ 1 << top)
        if second:
            return top + second + highest(white)
        return top + highest(white) if self.short >> kind & 1 else 0

    def makes(self, vineyard: Vineyard, kind: int) -> bool:
        """Tell whether a type can be made now."""
        return self.place(vineyard, kind, self.best(vineyard, kind)) > 0

    def next_grapes(self, vineyard: Vineyard, kind: int, reds: int, whites: int) -> list[int]:
        """List the grapes that can come next, and ENOUGH where the recipe is satisfied (§15.2)."""
        if kind <= WHITE:
            return self._single(vineyard, kind, reds | whites)
        found: list[int] = []
        sum_so_far, white = total_of(reds), vineyard.grapes[WHITE]
        count = reds.bit_count()
        if count == 0 or (kind == SPARKLING and count == 1):
            found += [
                RED * TOKEN + value
                for value in values_of(vineyard.grapes[RED])
                if (not reds or 1 << value < reds) and self._completes(vineyard, kind, reds | 1 << value)
            ]
        if count == (2 if kind == SPARKLING else 1) or (count == 1 and self.short >> kind & 1):
            found += [WHITE * TOKEN + value for value in values_of(white) if self.place(vineyard, kind, sum_so_far + value)]
        return found

    def _completes(self, vineyard: Vineyard, kind: int, reds: int) -> bool:
        """Tell whether a blush or sparkling with these reds can still be completed."""
        top_white = highest(vineyard.grapes[WHITE])
        if not top_white:
            return False
        total = total_of(reds) + top_white
        if kind == BLUSH or reds.bit_count() == 2:
            return self.place(vineyard, kind, total) > 0
        lower = highest(vineyard.grapes[RED] & (reds - 1))
        if lower and self.place(vineyard, kind, total + lower):
            return True
        return self.short >> kind & 1 > 0 and self.place(vineyard, kind, total) > 0

    def _single(self, vineyard: Vineyard, kind: int, picked: int) -> list[int]:
        """Red or white wine: one grape, or with the expert any number, from the highest down (§7.12)."""
        found: list[int] = []
        mine, total = vineyard.grapes[kind], total_of(picked)
        if picked and self.place(vineyard, kind, total):
            found.append(ENOUGH)
            if not self.combines:
                return found
        for value in values_of(mine):
            if not picked or 1 << value < picked & -picked:
                lower = total_of(mine & ((1 << value) - 1)) if self.combines else 0
                if self.place(vineyard, kind, total + value + lower):
                    found.append(kind * TOKEN + value)
        return found

    def done(self, kind: int, reds: int, whites: int) -> bool:
        """Tell whether nothing more can be added."""
        return (kind > WHITE and whites > 0) or (kind <= WHITE and not self.combines and reds | whites > 0)


@final
class MakeWine(Op):
    """Make wine tokens (VISITORS §4.15)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        vineyard = state.players[seat]
        if not vineyard.has_grape():
            return False
        recipe = Recipe(state, seat, node)
        return any(node.types >> kind & 1 and recipe.makes(vineyard, kind) for kind in range(4))

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return node.low > 0 or self.able(state, seat, node)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(WineType(seat, node.number, node.low, node.high, node.types))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        return all_wines(state, seat, node, node.types)

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        imagine_wine(state, seat, node, outcome)


def all_wines(state: Winery, seat: int, node: Node, types: int) -> list[int]:
    """List every wine that could be made: (type * 1024 + reds) * 1024 + whites."""
    vineyard, recipe = state.players[seat], Recipe(state, seat, node)
    found: list[int] = []
    for kind in range(4):
        if types >> kind & 1 and recipe.makes(vineyard, kind):
            _complete(vineyard, recipe, kind, 0, 0, found)
    return found


def _complete(vineyard: Vineyard, recipe: Recipe, kind: int, reds: int, whites: int, found: list[int]) -> None:
    for grape in recipe.next_grapes(vineyard, kind, reds, whites):
        if grape == ENOUGH:
            found.append((kind * 1024 + reds) * 1024 + whites)
            continue
        red = reds | 1 << grape % TOKEN if grape // TOKEN == RED else reds
        white = whites | 1 << grape % TOKEN if grape // TOKEN == WHITE else whites
        if recipe.done(kind, red, white):
            found.append((kind * 1024 + red) * 1024 + white)
        else:
            _complete(vineyard, recipe, kind, red, white, found)


def imagine_wine(state: Winery, seat: int, node: Node, wine: int) -> None:
    """Make a wine on a scratch copy."""
    kind, reds, whites = wine >> 20, wine >> 10 & 1023, wine & 1023
    vineyard = state.players[seat]
    place = Recipe(state, seat, node).place(vineyard, kind, total_of(reds) + total_of(whites))
    vineyard.grapes = [vineyard.grapes[RED] & ~reds, vineyard.grapes[WHITE] & ~whites]
    vineyard.gain_wine(kind, place)


@final
class WineType(OpChoice):
    """Which type of wine to make next (§4.7)."""

    def __init__(self, seat: int, node: int, low: int, high: int, types: int) -> None:
        super().__init__(seat)
        self.node = node
        self.low = low
        self.high = high
        self.types = types

    def key(self) -> tuple[object, ...]:
        return ("wine_type", self.seat, self.node, self.low, self.high, self.types)

    def kind(self) -> str:
        return "wine_type"

    def section(self) -> str:
        return "4.7"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        vineyard, recipe = state.players[seat], Recipe(state, seat, state.pieces.nodes[self.node])
        found = [kind for kind in range(4) if self.types >> kind & 1 and recipe.makes(vineyard, kind)]
        return found if self.low > 0 else [*found, STOP]

    def _fitting(self, state: Winery, seat: int, found: list[int], rest: Rest) -> list[int]:
        node = state.pieces.nodes[self.node]
        fitting = {
            wine >> 20 for wine in all_wines(state, seat, node, self.types) if _leaves_rest(state, seat, node, wine, rest)
        }
        return [option for option in found if option in fitting or (option == STOP and rest.fits(state, seat))] or found

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            state.push(WineGrape(seat, self.node, self.low, self.high, self.types, option, 0, 0))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Make which wine?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return WINES[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("A {type} wine", type=wine_name(option))

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        wanted = what.strip().casefold()
        if wanted in WINES:
            least = state.pieces.wine_least[WINES.index(wanted)]
            if least > state.players[seat].cellar_limit(state.pieces):
                return _("A {what} wine lies at {least} or higher, in a cellar that you have not built", what=what, least=least)
        return _("«{what}»: the grapes do not make it, or its places are taken", what=what)


def _leaves_rest(state: Winery, seat: int, node: Node, wine: int, rest: Rest) -> bool:
    kept = state.players[seat]
    state.players[seat] = kept.clone()
    imagine_wine(state, seat, node, wine)
    fits = rest.fits(state, seat)
    state.players[seat] = kept
    return fits


@final
class WineGrape(OpChoice):
    """The grapes of a wine, one at a time: red from the highest down, then white (§4.7)."""

    def __init__(self, seat: int, node: int, low: int, high: int, types: int, type: int, reds: int, whites: int) -> None:
        super().__init__(seat)
        self.node = node
        self.low = low
        self.high = high
        self.types = types
        self.type = type
        self.reds = reds
        self.whites = whites

    def key(self) -> tuple[object, ...]:
        return (
            "wine_grape", self.seat, self.node, self.low, self.high, self.types, self.type, self.reds, self.whites,
        )  # fmt: skip

    def kind(self) -> str:
        return "wine_grape"

    def section(self) -> str:
        return "4.7"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        recipe = Recipe(state, seat, state.pieces.nodes[self.node])
        return recipe.next_grapes(state.players[seat], self.type, self.reds, self.whites)

    def _fitting(self, state: Winery, seat: int, found: list[int], rest: Rest) -> list[int]:
        node = state.pieces.nodes[self.node]
        wines = [
            wine
            for wine in all_wines(state, seat, node, 1 << self.type)
            if wine >> 10 & self.reds == self.reds and wine & self.whites == self.whites
            and _leaves_rest(state, seat, node, wine, rest)
        ]  # fmt: skip
        fitting: list[int] = []
        for option in found:
            if option == ENOUGH:
                wine = (self.type * 1024 + self.reds) * 1024 + self.whites
                if wine in wines:
                    fitting.append(option)
                continue
            shift = 10 if option // TOKEN == RED else 0
            if any(wine >> shift >> option % TOKEN & 1 for wine in wines):
                fitting.append(option)
        return fitting or found

    def apply(self, state: Winery, seat: int, option: int) -> None:
        node = state.pieces.nodes[self.node]
        recipe = Recipe(state, seat, node)
        reds, whites = self.reds, self.whites
        if option != ENOUGH:
            if option // TOKEN == RED:
                reds |= 1 << option % TOKEN
            else:
                whites |= 1 << option % TOKEN
            if not recipe.done(self.type, reds, whites):
                state.push(WineGrape(seat, self.node, self.low, self.high, self.types, self.type, reds, whites))
                return
        types = self.types & ~(1 << self.type) if node.per_type == 1 else self.types
        if self.high > 1:
            state.push(MoreWine(seat, self.node, self.low - 1, self.high - 1, types))
        make_wine(state, seat, recipe, self.type, reds, whites)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Choose a grape for the {type} wine", type=wine_name(self.type))

    def stop_text(self) -> str:
        return _("These grapes are enough")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{COLOURS[option // TOKEN]} {option % TOKEN}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{colour} grape of value {value}", colour=wine_name(option // TOKEN), value=option % TOKEN)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"grape:{seat}:{COLOURS[option // TOKEN]}:{option % TOKEN}"]


@final
class MoreWine(Passing):
    """Another wine, if one can be made (VISITORS §4.15)."""

    def __init__(self, seat: int, node: int, low: int, high: int, types: int) -> None:
        self.seat = seat
        self.node = node
        self.low = low
        self.high = high
        self.types = types

    def key(self) -> tuple[object, ...]:
        return ("more_wine", self.seat, self.node, self.low, self.high, self.types)

    def kind(self) -> str:
        return "more_wine"

    def run(self, state: Winery) -> None:
        question = WineType(self.seat, self.node, max(0, self.low), self.high, self.types)
        if question.candidates(state, self.seat) != [STOP]:
            state.push(question)


def make_wine(state: Winery, seat: int, recipe: Recipe, kind: int, reds: int, whites: int) -> None:
    """Take the grapes, place the token, let structures and the expert react (§4.7, §7.12)."""
    vineyard = state.players[seat]
    place = recipe.place(vineyard, kind, total_of(reds) + total_of(whites))
    vineyard.grapes = [vineyard.grapes[RED] & ~reds, vineyard.grapes[WHITE] & ~whites]
    vineyard.gain_wine(kind, place)
    state.tell("makes", seat, kind, place)
    if state.scopes:
        scope = state.scope()
        scope.made |= 1 << kind
        if kind == SPARKLING:
            scope.sparkling += 1
        if kind <= WHITE and (reds | whites).bit_count() > 1 and not scope.combined:
            scope.combined = True
            expert = expert_in_force(state, seat)
            if expert is not None:
                state.push(Run(seat, expert.combine_line, 0))
    fire(state, seat, MADE_WINE, kind, place)


# age_wine, age_grape


def can_age(state: Winery, seat: int, wine: bool) -> list[int]:
    """List the tokens that can move up by 1 (§4.8)."""
    vineyard = state.players[seat]
    if wine:
        limit = vineyard.cellar_limit(state.pieces)
        return [
            token
            for token in wine_tokens(vineyard, 1)
            if vineyard.may_age_wine(state.pieces, token // TOKEN, token % TOKEN, limit)
        ]
    return [
        token
        for token in grape_tokens(vineyard)
        if token % TOKEN < TOP_VALUE and not vineyard.grapes[token // TOKEN] >> (token % TOKEN + 1) & 1
    ]


def age_token(state: Winery, seat: int, wine: bool, token: int, times: int) -> int:
    """Move a token up, as far as possible; return where it ends."""
    vineyard, pieces = state.players[seat], state.pieces
    kind, value = token // TOKEN, token % TOKEN
    limit = vineyard.cellar_limit(pieces)
    for _time in range(times):
        if wine:
            if not vineyard.may_age_wine(pieces, kind, value, limit):
                break
            vineyard.lose_wine(kind, value)
            vineyard.gain_wine(kind, value + 1)
        else:
            if value >= TOP_VALUE or vineyard.grapes[kind] >> (value + 1) & 1:
                break
            vineyard.lose_grape(kind, value)
            vineyard.gain_grape(kind, value + 1)
        value += 1
    return kind * TOKEN + value


@final
class Age(Op):
    """Age one token, or all (VISITORS §4.16)."""

    def __init__(self, wine: bool) -> None:
        self.wine = wine

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(can_age(state, seat, self.wine))

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return self.able(state, seat, node)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        vineyard = state.players[seat]
        if not node.all:
            state.push(AgeToken(seat, self.wine, node.times, node.low, node.high, 0))
            return
        for _time in range(node.times):
            if self.wine:
                vineyard.age_wines(state.pieces)
            else:
                vineyard.age_grapes()
        state.tell("ages_wine" if self.wine else "ages_grapes", seat)

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        return [0] if node.all else can_age(state, seat, self.wine)

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        if node.all:
            self.run(state, seat, node)
        else:
            age_token(state, seat, self.wine, outcome, node.times)


@final
class AgeToken(OpChoice):
    """Which token to age (§4.8)."""

    def __init__(self, seat: int, wine: bool, times: int, low: int, high: int, moved: int) -> None:
        super().__init__(seat)
        self.wine = wine
        self.times = times
        self.low = low
        self.high = high
        self.moved = moved
        """A token that has moved and may not move again."""

    def key(self) -> tuple[object, ...]:
        return ("token_to_age", self.seat, self.wine, self.times, self.low, self.high, self.moved)

    def kind(self) -> str:
        return "token_to_age"

    def section(self) -> str:
        return "4.8"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        found = [token for token in can_age(state, seat, self.wine) if token != self.moved]
        return found if self.low > 0 else [*found, STOP]

    def imagine(self, state: Winery, seat: int, option: int) -> None:
        age_token(state, seat, self.wine, option, self.times)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        moved = age_token(state, seat, self.wine, option, self.times)
        state.tell("ages_one_wine" if self.wine else "ages_one_grape", seat, option // TOKEN, moved % TOKEN)
        if self.high > 1:
            state.push(AgeToken(seat, self.wine, self.times, self.low - 1, self.high - 1, moved))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Age a wine") if self.wine else _("Age a grape")

    def stop_text(self) -> str:
        return _("Age nothing more")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{WINES[option // TOKEN]} {option % TOKEN}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{type} of value {value}", type=wine_name(option // TOKEN), value=option % TOKEN)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"{'wine' if self.wine else 'grape'}:{seat}:{WINES[option // TOKEN]}:{option % TOKEN}"]


# fill_order


def fillable(state: Winery, seat: int, node: Node) -> list[int]:
    """List the orders in hand that can be filled (§4.9)."""
    vineyard, orders = state.players[seat], state.pieces.orders
    if node.that_card:
        card = vineyard.last_drawn
        if card == NONE or card % CARD not in vineyard.hand[ORDER] or not vineyard.can_fill(orders[card % CARD]):
            return []
        return [card % CARD]
    if not vineyard.has_wine():
        return []
    return [card for card in vineyard.hand[ORDER] if vineyard.can_fill(orders[card])]


@final
class FillOrder(Op):
    """Fill a wine order (VISITORS §4.17)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(fillable(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(FillWhich(seat, node.number))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        found: list[int] = []
        for card in fillable(state, seat, node):
            _assign(state, seat, card, 0, card, found)
        return found

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        card, picks = outcome % CARD, outcome // CARD
        vineyard = state.players[seat]
        for kind in reversed(state.pieces.orders[card].types):
            vineyard.lose_wine(kind, picks % TOKEN)
            picks //= TOKEN
        vineyard.lose(ORDER, card)


def _assign(state: Winery, seat: int, card: int, at: int, sofar: int, found: list[int]) -> None:
    """List every way to assign tokens to an order: the picked values, last one lowest, times CARD, plus the card."""
    order, vineyard = state.pieces.orders[card], state.players[seat]
    if at == len(order.types):
        found.append(sofar)
        return
    for token in order_tokens(state, seat, card, at):
        vineyard.lose_wine(token // TOKEN, token % TOKEN)
        picks = sofar // CARD * TOKEN + token % TOKEN
        _assign(state, seat, card, at + 1, picks * CARD + card, found)
        vineyard.gain_wine(token // TOKEN, token % TOKEN)


def order_tokens(state: Winery, seat: int, card: int, at: int) -> list[int]:
    """List the tokens for a wine of an order that leave the rest of it fillable (§4.9)."""
    order, vineyard = state.pieces.orders[card], state.players[seat]
    kind, found = order.types[at], []
    for value in values_of(vineyard.wines[kind]):
        if value < order.least[at]:
            continue
        vineyard.lose_wine(kind, value)
        if vineyard.can_fill(order, at + 1):
            found.append(kind * TOKEN + value)
        vineyard.gain_wine(kind, value)
    return found


@final
class FillWhich(OpChoice):
    """Which order to fill (§4.9)."""

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def key(self) -> tuple[object, ...]:
        return ("order", self.seat, self.node)

    def kind(self) -> str:
        return "order"

    def section(self) -> str:
        return "4.9"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return fillable(state, seat, state.pieces.nodes[self.node])

    def _fitting(self, state: Winery, seat: int, found: list[int], rest: Rest) -> list[int]:
        return [card for card in found if _fills_and_fits(state, seat, card, 0, rest)] or found

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            state.push(OrderToken(seat, self.node, option, 0))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Fill which order?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.pieces.orders[option].id

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{card}", card=order_name(state, option))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"hand:{seat}:order:{state.pieces.orders[option].id}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        wanted = what.strip().casefold()
        if wanted in state.pieces.ids[ORDER] and state.pieces.ids[ORDER][wanted] in state.players[seat].hand[ORDER]:
            return _("Your cellar does not hold the wine that «{what}» asks for", what=what)
        return _("«{what}» is no order of your hand", what=what)


def _fills_and_fits(state: Winery, seat: int, card: int, at: int, rest: Rest) -> bool:
    """Tell whether an order can be filled, from one of its wines on, so that the rest stays possible."""
    found: list[int] = []
    _assign(state, seat, card, at, card, found)
    kept = state.players[seat]
    types = state.pieces.orders[card].types[at:]
    fits = False
    for outcome in found:
        scratch = kept.clone()
        state.players[seat] = scratch
        picks = outcome // CARD
        for kind in reversed(types):
            scratch.lose_wine(kind, picks % TOKEN)
            picks //= TOKEN
        scratch.lose(ORDER, card)
        fits = rest.fits(state, seat)
        state.players[seat] = kept
        if fits:
            break
    return fits


@final
class OrderToken(OpChoice):
    """A token for the next wine of the order, in the printed order (§4.9)."""

    def __init__(self, seat: int, node: int, card: int, at: int) -> None:
        super().__init__(seat)
        self.node = node
        self.card = card
        self.at = at

    def key(self) -> tuple[object, ...]:
        return ("order_token", self.seat, self.node, self.card, self.at)

    def kind(self) -> str:
        return "order_token"

    def section(self) -> str:
        return "4.9"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return order_tokens(state, seat, self.card, self.at)

    def _fitting(self, state: Winery, seat: int, found: list[int], rest: Rest) -> list[int]:
        vineyard, fitting = state.players[seat], []
        for token in found:
            vineyard.lose_wine(token // TOKEN, token % TOKEN)
            if _fills_and_fits(state, seat, self.card, self.at + 1, rest):
                fitting.append(token)
            vineyard.gain_wine(token // TOKEN, token % TOKEN)
        return fitting or found

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.players[seat].lose_wine(option // TOKEN, option % TOKEN)
        state.tell("loses_wine", seat, option // TOKEN, option % TOKEN)
        if self.at + 1 < len(state.pieces.orders[self.card].types):
            state.push(OrderToken(seat, self.node, self.card, self.at + 1))
        else:
            fill(state, seat, self.card, state.pieces.nodes[self.node].extra_vp)

    def prompt(self, state: Winery, seat: int) -> str:
        order = state.pieces.orders[self.card]
        kind, least = wine_name(order.types[self.at]), order.least[self.at]
        return _("Deliver a {type} wine of value {least} or more", type=kind, least=least)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{WINES[option // TOKEN]} {option % TOKEN}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{type} wine of value {value}", type=wine_name(option // TOKEN), value=option % TOKEN)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"wine:{seat}:{WINES[option // TOKEN]}:{option % TOKEN}"]


def fill(state: Winery, seat: int, card: int, extra: int) -> None:
    """The wine is delivered: discard the order, then VP, residual, triggers (§4.9)."""
    vineyard, order = state.players[seat], state.pieces.orders[card]
    vineyard.lose(ORDER, card)
    vineyard.last_drawn = NONE
    state.discard(ORDER, card)
    state.reveal()
    state.tell("fills", seat, card)
    gain_vp(state, seat, order.vp + extra)
    gain_residual(state, seat, order.residual)
    state.fill_market()
    fire(state, seat, FILLED)


REGISTRY[MAKE_WINE] = MakeWine()
REGISTRY[AGE_WINE] = Age(True)
REGISTRY[AGE_GRAPE] = Age(False)
REGISTRY[FILL_ORDER] = FillOrder()
