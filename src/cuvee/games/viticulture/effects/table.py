"""The interpreter's table: the class that carries out each op (§15.4)."""

from cuvee.games.viticulture.effects.aging import Age
from cuvee.games.viticulture.effects.bonuses import GainExposedBonus
from cuvee.games.viticulture.effects.building import Build, GainStructure, UpgradeCellar
from cuvee.games.viticulture.effects.choosing import AnyOrder, Choose, If
from cuvee.games.viticulture.effects.draw import Draw, RefreshMarket, RevealAndTake, TakeDiscards
from cuvee.games.viticulture.effects.experts import HireExpert
from cuvee.games.viticulture.effects.fields import BuyField, Harvest, HarvestAll, SellField
from cuvee.games.viticulture.effects.gain import Gain, GiveTour, VpByCount
from cuvee.games.viticulture.effects.op import REGISTRY
from cuvee.games.viticulture.effects.orders import FillOrder
from cuvee.games.viticulture.effects.pay import Give, Pay
from cuvee.games.viticulture.effects.planner import PlanWorker
from cuvee.games.viticulture.effects.planting import Plant, SwapVines, Uproot
from cuvee.games.viticulture.effects.players import GroupGift, Players
from cuvee.games.viticulture.effects.selling import SellGrapes, SellWine
from cuvee.games.viticulture.effects.stars import Star
from cuvee.games.viticulture.effects.taking import PlaceTrainedWorker, TakeAction
from cuvee.games.viticulture.effects.trade import MakeTrade, RemoveTradeToken
from cuvee.games.viticulture.effects.visitors import PlayVisitor
from cuvee.games.viticulture.effects.wakeup import MoveRooster, PassSeason, TakeFirstPlayerToken
from cuvee.games.viticulture.effects.winemaking import MakeWine
from cuvee.games.viticulture.effects.workers import GainTempWorker, GainWorker, RetrieveWorkers, Train
from cuvee.games.viticulture.pieces.ops import (
    AGE_GRAPE,
    AGE_WINE,
    ANY_ORDER,
    BUILD,
    BUY_FIELD,
    CHOOSE,
    DRAW,
    FILL_ORDER,
    GAIN,
    GAIN_EXPOSED_BONUS,
    GAIN_STRUCTURE,
    GAIN_TEMP_WORKER,
    GAIN_VP_BY_COUNT,
    GAIN_WORKER,
    GIVE,
    GIVE_TOUR,
    GROUP_GIFT,
    HARVEST,
    HARVEST_ALL,
    HIRE_EXPERT,
    IF,
    MAKE_WINE,
    MOVE_ROOSTER,
    PASS_SEASON,
    PAY,
    PLACE_TRAINED_WORKER,
    PLAN_WORKER,
    PLANT,
    PLAY_VISITOR,
    PLAYERS,
    REFRESH_MARKET,
    REMOVE_TRADE_TOKEN,
    RETRIEVE,
    REVEAL_AND_TAKE,
    SELL_FIELD,
    SELL_GRAPES,
    SELL_WINE,
    STAR,
    SWAP_VINES,
    TAKE_ACTION,
    TAKE_DISCARDS,
    TAKE_FIRST_PLAYER_TOKEN,
    TRADE,
    TRAIN,
    UPGRADE_CELLAR,
    UPROOT,
)


def register() -> None:
    """Fill the table; the flow calls this on import, since no game can be played without it."""
    REGISTRY[GAIN] = Gain()
    REGISTRY[PAY] = Pay()
    REGISTRY[DRAW] = Draw()
    REGISTRY[GIVE] = Give()
    REGISTRY[CHOOSE] = Choose()
    REGISTRY[ANY_ORDER] = AnyOrder()
    REGISTRY[IF] = If()
    REGISTRY[PLAYERS] = Players()
    REGISTRY[GROUP_GIFT] = GroupGift()
    REGISTRY[BUILD] = Build()
    REGISTRY[UPGRADE_CELLAR] = UpgradeCellar()
    REGISTRY[PLANT] = Plant()
    REGISTRY[SWAP_VINES] = SwapVines()
    REGISTRY[HARVEST] = Harvest()
    REGISTRY[MAKE_WINE] = MakeWine()
    REGISTRY[AGE_WINE] = Age(True)
    REGISTRY[AGE_GRAPE] = Age(False)
    REGISTRY[FILL_ORDER] = FillOrder()
    REGISTRY[TRAIN] = Train()
    REGISTRY[RETRIEVE] = RetrieveWorkers()
    REGISTRY[TAKE_ACTION] = TakeAction()
    REGISTRY[PLAN_WORKER] = PlanWorker()
    REGISTRY[MOVE_ROOSTER] = MoveRooster()
    REGISTRY[PASS_SEASON] = PassSeason()
    REGISTRY[TAKE_DISCARDS] = TakeDiscards()
    REGISTRY[REVEAL_AND_TAKE] = RevealAndTake()
    REGISTRY[GIVE_TOUR] = GiveTour()
    REGISTRY[HIRE_EXPERT] = HireExpert()
    REGISTRY[TRADE] = MakeTrade()
    REGISTRY[BUY_FIELD] = BuyField()
    REGISTRY[SELL_FIELD] = SellField()
    REGISTRY[SELL_GRAPES] = SellGrapes()
    REGISTRY[SELL_WINE] = SellWine()
    REGISTRY[UPROOT] = Uproot()
    REGISTRY[PLAY_VISITOR] = PlayVisitor()
    REGISTRY[HARVEST_ALL] = HarvestAll()
    REGISTRY[REFRESH_MARKET] = RefreshMarket()
    REGISTRY[GAIN_TEMP_WORKER] = GainTempWorker()
    REGISTRY[TAKE_FIRST_PLAYER_TOKEN] = TakeFirstPlayerToken()
    REGISTRY[GAIN_WORKER] = GainWorker()
    REGISTRY[GAIN_STRUCTURE] = GainStructure()
    REGISTRY[GAIN_EXPOSED_BONUS] = GainExposedBonus()
    REGISTRY[REMOVE_TRADE_TOKEN] = RemoveTradeToken()
    REGISTRY[GAIN_VP_BY_COUNT] = VpByCount()
    REGISTRY[PLACE_TRAINED_WORKER] = PlaceTrainedWorker()
    REGISTRY[STAR] = Star()
