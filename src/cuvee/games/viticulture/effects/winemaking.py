"""Making wine tokens (RULES §4.7, VISITORS §4.15)."""

from typing import Final, final

from cuvee.games.viticulture.decisions.common import STOP, TOKEN, wine_name
from cuvee.games.viticulture.effects.op import Op, OpChoice, Passing, Rest, Run, expert_in_force
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces.cards import BLUSH, COLOURS, RED, SPARKLING, TOP_VALUE, WHITE, WINES
from cuvee.games.viticulture.pieces.ops import Node
from cuvee.games.viticulture.pieces.structures import MADE_WINE
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.tokens import highest, total_of, values_of
from cuvee.games.viticulture.state.vineyard import Vineyard
from cuvee.kernel.text import _

ENOUGH: Final = STOP


@final
class Recipe:
    """How a seat may make wine at this moment: highest place, lowest place, combining, and Charmat's sparkling (§4.7)."""

    def __init__(self, state: Winery, seat: int, node: Node) -> None:
        vineyard, pieces = state.players[seat], state.pieces
        self.pieces = pieces
        self.limit = TOP_VALUE if node.ignore_cellar else vineyard.cellar_limit(pieces)
        self.least = node.least
        expert = expert_in_force(state, seat)
        self.combines = expert is not None and expert.combines
        self.short = False
        """Whether one red and one white grape are enough for sparkling wine (Charmat)."""
        for structure in pieces.recipes:
            if vineyard.built >> structure.number & 1:
                self.short = True

    def place(self, vineyard: Vineyard, kind: int, total: int) -> int:
        """Return where a wine would go, 0 if it cannot be made."""
        return vineyard.wine_place(self.pieces, kind, total, self.limit, self.least)

    def best(self, vineyard: Vineyard, kind: int) -> int:
        """Return the highest sum of grapes that could make a type; a higher sum never has fewer places to go."""
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
        return top + highest(white) if self.short else 0

    def makes(self, vineyard: Vineyard, kind: int) -> bool:
        """Tell whether a type can be made now."""
        return self.place(vineyard, kind, self.best(vineyard, kind)) > 0

    def next_grapes(self, vineyard: Vineyard, kind: int, reds: int, whites: int) -> list[int]:
        """List the grapes that can be added next, and ENOUGH if the recipe is satisfied (§15.2)."""
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
        if count == (2 if kind == SPARKLING else 1) or (count == 1 and self.short):
            found += [WHITE * TOKEN + value for value in values_of(white) if self.place(vineyard, kind, sum_so_far + value)]
        return found

    def _completes(self, vineyard: Vineyard, kind: int, reds: int) -> bool:
        """Tell whether a blush or sparkling wine with these reds can still be completed."""
        top_white = highest(vineyard.grapes[WHITE])
        if not top_white:
            return False
        total = total_of(reds) + top_white
        if kind == BLUSH or reds.bit_count() == 2:
            return self.place(vineyard, kind, total) > 0
        lower = highest(vineyard.grapes[RED] & (reds - 1))
        if lower and self.place(vineyard, kind, total + lower):
            return True
        return self.short and self.place(vineyard, kind, total) > 0

    def _single(self, vineyard: Vineyard, kind: int, picked: int) -> list[int]:
        """List the grapes for a red or white wine: one, or with the expert any number from the highest down (§7.12)."""
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

    kind = "wine_type"
    section = "4.7"

    def __init__(self, seat: int, node: int, low: int, high: int, types: int) -> None:
        super().__init__(seat)
        self.node = node
        self.low = low
        self.high = high
        self.types = types

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
                return _(
                    "A {what} wine is placed at {least} or higher, in a cellar that you have not built", what=what, least=least
                )
        return _("“{what}”: your grapes cannot make it, or its places are taken", what=what)


def _leaves_rest(state: Winery, seat: int, node: Node, wine: int, rest: Rest) -> bool:
    kept = state.players[seat]
    state.players[seat] = kept.clone()
    imagine_wine(state, seat, node, wine)
    fits = rest.fits(state, seat)
    state.players[seat] = kept
    return fits


@final
class WineGrape(OpChoice):
    """Which grapes to use for a wine, one at a time: red from the highest down, then white (§4.7)."""

    kind = "wine_grape"
    section = "4.7"

    def __init__(self, seat: int, node: int, low: int, high: int, types: int, type: int, reds: int, whites: int) -> None:
        super().__init__(seat)
        self.node = node
        self.low = low
        self.high = high
        self.types = types
        self.type = type
        self.reds = reds
        self.whites = whites

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
    """Make another wine, if one can be made (VISITORS §4.15)."""

    kind = "more_wine"

    def __init__(self, seat: int, node: int, low: int, high: int, types: int) -> None:
        self.seat = seat
        self.node = node
        self.low = low
        self.high = high
        self.types = types

    def run(self, state: Winery) -> None:
        question = WineType(self.seat, self.node, max(0, self.low), self.high, self.types)
        if question.candidates(state, self.seat) != [STOP]:
            state.push(question)


def make_wine(state: Winery, seat: int, recipe: Recipe, kind: int, reds: int, whites: int) -> None:
    """Take the grapes, place the token, and let structures and the expert react (§4.7, §7.12)."""
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
