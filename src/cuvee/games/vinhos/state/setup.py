"""What is fixed for a whole game: the mode, the options, and the effects made ready."""

from abc import abstractmethod
from typing import Any, Generic, TypeVar, final

from mypy_extensions import mypyc_attr

from cuvee.games.vinhos.pieces.board import Slot
from cuvee.games.vinhos.pieces.box import Pieces
from cuvee.games.vinhos.pieces.supplies import Prices
from cuvee.games.vinhos.pieces.vocabulary import SALES
from cuvee.games.vinhos.state.codes import WINE
from cuvee.kernel.play import State

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect(Generic[S]):
    """One operation of a tile, bonus or card, ready to be carried out (§18.6)."""

    def __init__(self, name: str) -> None:
        self.name = name
        """Its place in the tables; two frames about the same place are equal."""
        self.free = False
        """Makes the move of the turn free (§10.2)."""
        self.duty = False
        """Obliges the player to choose a Vineyards space (§7.4)."""
        self.discount = 0
        """The discount on each vineyard of the turn's Vineyards action (§10.6)."""

    def __repr__(self) -> str:
        return self.name

    @abstractmethod
    def perform(self, state: S, seat: int, estate: int) -> None:
        """Carry it out for a seat (`estate`: the one just opened), or put its questions on the agenda."""

    def possible(self, state: S, seat: int, extra: int) -> bool:
        """Tell whether it would do anything now, with `extra` more barrels in the supply (§7.5, §16.15)."""
        return True


@final
class Setup:
    """What mode, player count and options fix for the whole game; shared by all its positions."""

    def __init__(self, pieces: Pieces, seats: int, reserve: bool) -> None:
        self.pieces = pieces
        self.seats = seats
        self.solo = seats == 1
        self.reserve = reserve
        self.players = 2 if self.solo else seats
        """Lacerda counts as a player for everything that depends on their number (§17.1)."""
        self.sides = self.players
        self.counts = pieces.counts[self.players - 2]
        self.estates = pieces.reserve.estates if reserve else pieces.farm.estates
        self.width = pieces.farm.width
        self.stride = WINE + self.width
        self.prices: Prices = pieces.reserve_prices if reserve else pieces.prices
        self.actions = [space.reserve_action if reserve else space.action for space in pieces.spaces]
        self.export_slots = [slot for slot in pieces.export if self.players > 2 or slot.framed]
        self.farmers = pieces.reserve.farmers if reserve else self.counts.farmers
        self.barrels = pieces.reserve.barrels if reserve else pieces.barrels
        self.max_quality = pieces.farm.most
        self.revise_both = reserve
        self.bonus_per_estate = False
        self.trade_limit = 0
        self.difficulty = 0
        self.region_bonus: list[list[Effect[Any]]] = []
        self.expert_effects: list[list[Effect[Any]]] = []
        self.tile_effects: list[list[Effect[Any]]] = []
        self.booth_effects: list[list[Effect[Any]]] = []
        self.bonus_actions: list[list[Effect[Any]]] = []
        self.card_effects: list[list[Effect[Any]]] = []

    def slots(self, area: int) -> list[Slot]:
        """List the slots of the Sales or the Export Area that may be used (§3.4, §3.5)."""
        return self.pieces.sales if area == SALES else self.export_slots
