"""Everything in the box (§2)."""

from typing import final

from cuvee.games.age_of_champagne.pieces.boards import Board, Level
from cuvee.games.age_of_champagne.pieces.cards import Blend, Event, Inheritance, Market, Named, Token, Vineyard


@final
class Difficulty:
    """A level of the Wine Merchant (§10.2)."""

    def __init__(self, id: str, name: str, cellar: list[int]) -> None:
        self.id = id
        self.name = name
        self.cellar = cellar


@final
class Deal:
    """What depends on the number of participants (§3.1, §3.3)."""

    def __init__(self, count: int, stacks: list[int], hand: int, council: int) -> None:
        self.count = count
        self.stacks = stacks
        self.hand = hand
        self.council = council


@final
class Pieces:
    """Everything in the box."""

    def __init__(self) -> None:  # noqa: PLR0915 (one line for each thing in the box)
        self.grapes: list[Named] = []
        self.cuvees: list[Named] = []
        self.regions: list[Named] = []
        self.cubes: list[int] = []
        self.units: list[int] = []
        self.blends: list[Blend] = []
        self.exchange_prestige = 0
        self.vineyards: list[Vineyard] = []
        self.markets: list[Market] = []
        self.inheritance: list[Inheritance] = []
        self.events: list[Event] = []
        self.tokens: list[Token] = []
        self.boards: list[Board] = []
        self.blocked: list[int] = []
        self.rounds = 0
        self.drawn = 0
        self.kept = 0
        self.deals: list[Deal] = []
        self.eco_values: list[int] = []
        self.eco_start = 0
        self.eco_top = 0
        self.eco_bottom = 0
        self.tokens_per_space = 0
        self.levels: list[Level] = []
        self.module_capacity = 0
        self.age_one = 0
        self.modules = 0
        self.start_modules = 0
        self.modules_in_box = 0
        self.module_eco = 0
        self.module_prestige = 0
        self.cellar = 0
        self.cave = 0
        self.column = 0
        self.bonus: list[list[int]] = []
        """By cuvee: Prestige added to each one shipped, by the number of cubes in its column (§2.9)."""
        self.collaborators = 0
        self.set_points = 0
        self.major_points = 0
        self.still_batch = 0
        self.still_points = 0
        self.cuvee_batch = 0
        self.cuvee_points = 0
        self.lines_player: list[bool] = []
        self.lines_solo: list[bool] = []
        self.lines_merchant: list[bool] = []
        self.difficulties: list[Difficulty] = []
        self.merchant_cellar = 0
        self.merchant_cave = 0
        self.merchant_collaborators = 0
        self.merchant_prestige = 0
        self.merchant_eco = 0
        self.overflow: list[int] = []
        self.criteria: list[int] = []
        self.merchant_applies: list[bool] = []
        """By token: whether the Wine Merchant makes use of it (§10.6)."""

    def deal_for(self, count: int) -> Deal:
        """Return what depends on the number of participants."""
        return next(deal for deal in self.deals if deal.count == count)

    def difficulty(self, id: str) -> Difficulty:
        """Return a level of the Wine Merchant by its id."""
        return next(difficulty for difficulty in self.difficulties if difficulty.id == id)

    def board(self, id: str) -> Board:
        """Return a side of the main board by its id."""
        return next(board for board in self.boards if board.id == id)
