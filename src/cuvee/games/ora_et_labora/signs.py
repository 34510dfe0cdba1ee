"""What a building does, in a few signs for the face of its card; made from the effects table, so that corrections show.

A sign is the id of a good or a drawing, `>` between what is given and what is received, `|` between entries, or `@` for the
wheel; `.words` is literal text, and `~word` a class of buildings that the drawing names.
"""

from functools import cache
from typing import Final

from cuvee.games.ora_et_labora.pieces.buildings import (
    PER_CLOISTER,
    THEN_BUILD,
    THEN_RECALL_ALL,
    THEN_RECALL_PRIOR_AND_BUILD,
    WHICHES,
    Building,
    Op,
)
from cuvee.games.ora_et_labora.pieces.goods import GOODS, Cost, Deal, Gain

ROOM: Final = 7
"""How many signs fit on a card."""
THEN: Final = {THEN_BUILD: ["build"], THEN_RECALL_ALL: ["clergy"], THEN_RECALL_PRIOR_AND_BUILD: ["clergy", "build"]}


@cache
def signs(building: Building) -> str:
    """Return the signs of a building, separated by blanks; what does not fit is left to its text.

    If there is no room, later entries are dropped first, with a + in their place, then the numbers of the first entry.
    """
    entries = [_entry(op) for op in building.ops if not op.requires_previous]
    for kept in range(len(entries), 0, -1):
        found: list[str] = []
        for entry in entries[:kept]:
            found += ["|", *entry] if found else entry
        if kept < len(entries):
            found.append(".+")
        if len(found) <= ROOM:
            return " ".join(found)
    short = [sign for sign in entries[0] if not sign.lstrip(".").isdigit()]
    return " ".join(short if len(short) <= ROOM else [*short[: ROOM - 1], ".…"])


def _entry(op: Op) -> list[str]:
    first = op.deals[0]
    if op.word in ("trade", "gain"):
        return _deal(first) + _times(op) + THEN.get(op.then, [])
    if op.word == "gain_choice":
        return _either([_gain(choice) for choice in op.choices])
    if op.word == "trade_any":
        return _trades(op.deals) + _times(op)
    if op.word == "tier_trade":
        paid = [deal.cost.energy // 2 or deal.cost.food for deal in op.deals]
        return ["." + "·".join(map(str, paid)), "energy" if first.cost.energy else "food", ">", *_kinds(first.gain)]
    if op.word == "stock_tier":
        return ["." + "·".join(map(str, op.floors)), GOODS[op.goods[0]], ">", *_kinds(first.gain)]
    if op.word == "produce":
        return ["@", *_either([[GOODS[good]] for good in op.goods])]
    if op.word == "produce_joker":
        return [*_cost(first.cost), ">", "@", *_either([[GOODS[good]] for good in op.goods])]
    if op.word == "remove_forest":
        return ["axe", ">", *_gain(first.gain), *THEN.get(op.then, []), *_times(op)]
    if op.word == "use_building":
        cost = _cost(first.cost)
        return [*cost, ">", f"~{WHICHES[op.which]}"] if cost else [f"~{WHICHES[op.which]}"]
    return _paid_for(op)


def _paid_for(op: Op) -> list[str]:
    """Return the signs of effects that are bought as a whole: actions, land, points, a settlement."""
    if op.word == "settle":
        return ["build", "cottage"]
    bought = {"actions": [("axe", "spade")[part] for part in op.parts], "free_landscapes": [".2", "land"]}
    counted = ["cross"] if op.per == PER_CLOISTER else ["axe", "spade"]
    return [*_cost(op.deals[0].cost), ">", *bought.get(op.word, ["vp", ".×", *counted])]


def _times(op: Op) -> list[str]:
    return [f".×{op.most}"] if op.most > 1 else []


def _either(choices: list[list[str]]) -> list[str]:
    found = choices[0][:]
    for choice in choices[1:]:
        found += ["./", *choice]
    return found


def _trades(deals: list[Deal]) -> list[str]:
    """Return the signs of several trades: the alternative costs if all have the same gain, otherwise each trade in turn."""
    gains = [_gain(deal.gain) for deal in deals]
    if all(gain == gains[0] for gain in gains):
        return [*_either([_cost(deal.cost) for deal in deals]), ">", *gains[0]]
    return _either([_deal(deal) for deal in deals])


def _deal(deal: Deal) -> list[str]:
    cost, gain = _cost(deal.cost), _gain(deal.gain)
    return [*cost, ">", *gain] if cost else gain


def _kinds(gain: Gain) -> list[str]:
    return [GOODS[kind] for kind in gain.kinds]


def _amount(count: int | float, sign: str) -> list[str]:
    return [] if not count else [sign] if count in (0.5, 1) else [f".{count:g}", sign]


def _cost(cost: Cost) -> list[str]:
    found: list[str] = []
    for at in range(len(cost.kinds)):
        found += _amount(cost.counts[at], GOODS[cost.kinds[at]])
    found += _amount(cost.straw, "straw") + _amount(cost.food, "food") + _amount(cost.energy / 2, "energy")
    found += _amount(cost.points, "vp")
    return [*found, f".{cost.different}≠"] if cost.different else found


def _gain(gain: Gain) -> list[str]:
    found: list[str] = []
    for at in range(len(gain.kinds)):
        found += _amount(gain.counts[at], GOODS[gain.kinds[at]])
    return found + [f".{count}=" for count in (gain.basic, gain.other_basic) if count]
