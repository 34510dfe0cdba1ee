"""Turns the effects table of a building into what it does (§10.2)."""

from cuvee.games.ora_et_labora.effects.actions import Clearings, FreeLand, GrantBuild, RecallClergy, RecallPriorAndBuild, Settle
from cuvee.games.ora_et_labora.effects.chains import UseAnother
from cuvee.games.ora_et_labora.effects.forests import RemoveForests
from cuvee.games.ora_et_labora.effects.gains import ChooseGoods, TakeByStock, TakeGoods
from cuvee.games.ora_et_labora.effects.producing import Produce, ProduceByJoker
from cuvee.games.ora_et_labora.effects.trades import PickTrade, TakePoints, Trade
from cuvee.games.ora_et_labora.pieces.box import Pieces
from cuvee.games.ora_et_labora.pieces.buildings import (
    MODE_RATE,
    THEN_BUILD,
    THEN_RECALL_ALL,
    THEN_RECALL_PRIOR_AND_BUILD,
    Building,
    Op,
)
from cuvee.games.ora_et_labora.pieces.goods import Deal
from cuvee.games.ora_et_labora.state.table import Effect


def functions_of(pieces: Pieces, rate: int) -> list[list[Effect]]:
    """Return what each building does, by its number; `rate` is the mode's rate for the House of the Brotherhood."""
    return [_function(building, rate) for building in pieces.buildings]


def _function(building: Building, rate: int) -> list[Effect]:
    """Read the entries from the last to the first, joining those that are paid together or require each other."""
    found: list[Effect] = []
    follows: Effect | None = None
    pool: list[Op] = []
    for at in range(len(building.ops) - 1, -1, -1):
        op, name = building.ops[at], f"{building.tag}.{at}"
        if op.word == "trade" and op.pooled:
            pool.insert(0, op)
            if at > 0 and building.ops[at - 1].word == "trade" and building.ops[at - 1].pooled:
                continue
            deals, limits = [part.deals[0] for part in pool], [part.most for part in pool]
            effect: Effect = Trade(name, deals, limits, 0, None)
            pool = []
        else:
            effect = _effect(op, name, rate, follows)
        follows = effect if op.requires_previous else None
        if follows is None:
            found.insert(0, effect)
    return found


def _effect(op: Op, name: str, rate: int, follows: Effect | None) -> Effect:
    first = op.deals[0]
    if op.word == "gain":
        return TakeGoods(name, first.gain)
    if op.word == "gain_choice":
        return ChooseGoods(name, op.choices)
    if op.word == "trade":
        return Trade(name, op.deals, [op.most], 0, follows if follows is not None else _then(op.then, name))
    if op.word == "trade_any" and op.pooled:
        return Trade(name, op.deals, [op.most] * len(op.deals), op.most, None)
    if op.word in ("trade_any", "tier_trade"):
        trades = [_single(f"{name}.{number}", deal) for number, deal in enumerate(op.deals)]
        return PickTrade(name, trades, op.most, "tier" if op.word == "tier_trade" else "trade_step")
    if op.word == "stock_tier":
        return TakeByStock(name, op.goods[0], op.floors, [deal.gain for deal in op.deals])
    if op.word == "produce":
        return Produce(name, op.goods)
    if op.word == "produce_joker":
        return ProduceByJoker(name, op.goods, _single(name, first))
    if op.word == "remove_forest":
        return RemoveForests(name, op.most, first.gain, _then(op.then, name))
    if op.word == "use_building":
        return UseAnother(name, op.which, _single(name, first))
    if op.word == "settle":
        return Settle(name)
    return Trade(name, op.deals, [op.most], 0, _once_paid(op, name, rate))


def _single(name: str, deal: Deal) -> Trade:
    return Trade(name, [deal], [1], 0, None)


def _then(word: int, name: str) -> Effect | None:
    if word == THEN_BUILD:
        return GrantBuild(name)
    if word == THEN_RECALL_ALL:
        return RecallClergy(name)
    if word == THEN_RECALL_PRIOR_AND_BUILD:
        return RecallPriorAndBuild(name)
    return None


def _once_paid(op: Op, name: str, rate: int) -> Effect:
    if op.word == "actions":
        return Clearings(name, op.parts)
    if op.word == "free_landscapes":
        return FreeLand(name)
    return TakePoints(name, op.per, rate if op.rate == MODE_RATE else op.rate)
