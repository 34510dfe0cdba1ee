"""Everything in the box."""

from typing import final

from cuvee.games.viticulture.pieces.automa import AutomaCard, Difficulty
from cuvee.games.viticulture.pieces.boards import Board
from cuvee.games.viticulture.pieces.cards import (
    ORDER,
    STRUCTURE,
    SUMMER_VISITOR,
    TOP_VALUE,
    VINE,
    Mama,
    Order,
    Papa,
    Vine,
    Visitor,
)
from cuvee.games.viticulture.pieces.ops import Line, Node
from cuvee.games.viticulture.pieces.specials import SpecialWorker
from cuvee.games.viticulture.pieces.structures import EVENTS, Structure, Trigger


@final
class Pieces:
    """Everything in the box."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.lines: list[Line] = []
        self.vines: list[Vine] = []
        self.orders: list[Order] = []
        self.visitors: list[list[Visitor]] = [[], []]
        self.structures: list[Structure] = []
        self.mat = 0
        """How many structures are printed on the mat; the rest are cards."""
        self.boards: list[Board] = []
        self.mamas: list[Mama] = []
        self.papas: list[Papa] = []
        self.automa: list[AutomaCard] = []
        self.levels: list[Difficulty] = []
        self.aggressive: list[list[int]] = []
        self.automa_workers = 0
        self.automa_cubes = 0
        self.specials: list[SpecialWorker] = []
        self.revealed_specials = 0
        self.capacity: list[int] = []
        self.buy_price: list[int] = []
        self.sell_price: list[int] = []
        self.field_ids: list[str] = []
        self.grape_price: list[int] = [0] * (TOP_VALUE + 1)
        self.wine_least: list[int] = [1, 1, 1, 1]
        self.triggers: list[list[Trigger]] = [[] for _event in EVENTS]
        self.cellars: list[Structure] = []
        self.vp_floor = -5
        self.hand_limit = 7
        self.cubes = 4
        self.regulars = 5
        self.workers_most = 6
        self.start_lira = 0
        self.start_grape = 0
        self.start_wine = 0
        self.lira_per_vp = 10
        self.discounters: list[Structure] = []
        self.planters: list[Structure] = []
        self.recipes: list[Structure] = []
        self.enablers: list[Structure] = []
        self.spaces: list[Structure] = []
        self.year_enders: list[Structure] = []
        self.cottage_mask = 0
        self.star_gainers = 0
        self.ids: list[dict[str, int]] = []

    def card_id(self, deck: int, card: int) -> str:
        """Return the id of a card."""
        if deck == VINE:
            return self.vines[card].id
        if deck == ORDER:
            return self.orders[card].id
        if deck == STRUCTURE:
            return self.structures[card].id
        return self.visitors[deck - SUMMER_VISITOR][card].id

    def copies(self, deck: int) -> list[int]:
        """List the cards of a whole deck, each as many times as it has copies."""
        if deck == VINE:
            return [kind for kind, vine in enumerate(self.vines) for _copy in range(vine.count)]
        if deck == ORDER:
            return list(range(len(self.orders)))
        if deck == STRUCTURE:
            return list(range(self.mat, len(self.structures)))
        return list(range(len(self.visitors[deck - SUMMER_VISITOR])))
