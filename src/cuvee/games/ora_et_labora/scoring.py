"""Points for goods, cards and settlements, the winner, and the score sheet (§14)."""

from typing import Final

from cuvee.games.ora_et_labora.pieces.box import Pieces
from cuvee.games.ora_et_labora.pieces.goods import COIN, COIN5, WHISKEY, WINE
from cuvee.games.ora_et_labora.pieces.landscapes import FREE, SETTLEMENT
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.score import ScoreLine, ScoreSheet, places_by
from cuvee.kernel.text import _

EXCHANGED: Final = (COIN, COIN5, WINE, WHISKEY)
"""Goods that are scored together, after the best exchange."""


def money_points(pieces: Pieces, goods: list[int]) -> int:
    """Return the most that money, wine and whiskey can score together, after selling any wine or whiskey (§14.1, R42)."""
    tile, wine, whiskey = pieces.goods[COIN5].points, pieces.goods[WINE].points, pieces.goods[WHISKEY].points
    best = NOWHERE
    for sold in range(goods[WINE] + 1):
        for drained in range(goods[WHISKEY] + 1):
            money = goods[COIN] + _coins_for(pieces, WINE) * sold + _coins_for(pieces, WHISKEY) * drained
            points = money // 5 * tile + (goods[WINE] - sold) * wine + (goods[WHISKEY] - drained) * whiskey
            best = max(best, points)
    return best


def _coins_for(pieces: Pieces, good: int) -> int:
    for exchange in pieces.exchanges:
        if exchange.pays == good and exchange.gets == COIN:
            return exchange.count
    return 0


def goods_points(pieces: Pieces, goods: list[int]) -> int:
    """Return the points of a whole stock (§14.1)."""
    points = money_points(pieces, goods)
    for good in pieces.goods:
        if good.points and good.number not in EXCHANGED:
            points += goods[good.number] * good.points
    return points


def economic_points(state: Estates, seat: int) -> int:
    """Add up the economic values of all buildings and settlements of a seat (§14.2)."""
    return _economic(state, seat, False) + _economic(state, seat, True)


def _economic(state: Estates, seat: int, settlements: bool) -> int:
    pieces = state.setup.pieces
    points = 0
    for card in state.cards[seat]:
        if card >= SETTLEMENT:
            points += pieces.settlements[card - SETTLEMENT].economic if settlements else 0
        elif card >= 0 and not settlements:
            points += pieces.buildings[card].economic
    return points


def card_dwelling(state: Estates, side: int, index: int) -> int:
    """Return what a space gives the settlements beside it: the value of its card, or that of the empty terrain (§14.3)."""
    pieces, card = state.setup.pieces, state.cards[side][index]
    if card >= SETTLEMENT:
        return pieces.settlements[card - SETTLEMENT].dwelling
    if card >= 0:
        return pieces.buildings[card].dwelling
    return pieces.empty_dwelling[state.grounds[side].terrain[index]] if card == FREE else 0


def surroundings(state: Estates, seat: int, index: int) -> int:
    """Add up what the spaces beside a space give a settlement on it (§14.3)."""
    points = 0
    for other in state.grounds[seat].near[index]:
        points += card_dwelling(state, seat, other)
    return points


def dwelling_points(state: Estates, seat: int) -> int:
    """Add up the dwelling values of all settlements of a seat with their surroundings (§14.3)."""
    cards = state.cards[seat]
    points = 0
    for index in range(len(cards)):
        if cards[index] >= SETTLEMENT:
            points += card_dwelling(state, seat, index) + surroundings(state, seat, index)
    return points


def total(state: Estates, seat: int) -> int:
    """Return goods, economic values and settlements of a seat (§14.4)."""
    goods = goods_points(state.setup.pieces, state.goods[seat])
    return goods + economic_points(state, seat) + dwelling_points(state, seat)


def scores(state: Estates) -> list[int]:
    """Return the total of each seat; the neutral player does not score (§18.1)."""
    return [total(state, seat) for seat in range(state.seats)]


def places(state: Estates) -> list[int]:
    """Return places by total, with ties shared (§14.4); whether a solo game is won is said in the title (R48)."""
    return places_by([(points,) for points in scores(state)])


def score_sheet(state: Estates) -> ScoreSheet:
    """Write the sheet: a line for each good that scores, for money, for cards, and for each settlement."""
    pieces, seats = state.setup.pieces, range(state.seats)
    lines: list[ScoreLine] = []
    for good in pieces.goods:
        if good.points and good.number not in EXCHANGED:
            values = [state.goods[seat][good.number] * good.points for seat in seats]
            lines.append(ScoreLine(_(good.name), "14.1", values))
    spirit = _(pieces.goods[state.setup.present].name)
    money = [money_points(pieces, state.goods[seat]) for seat in seats]
    lines.append(ScoreLine(_("Money and {spirit}, after the best exchange", spirit=spirit), "14.1", money))
    lines.append(ScoreLine(_("Economic values of buildings"), "14.2", [_economic(state, seat, False) for seat in seats]))
    lines.append(ScoreLine(_("Economic values of settlements"), "14.2", [_economic(state, seat, True) for seat in seats]))
    for settlement in pieces.settlements:
        values = [_dwelling_of(state, seat, SETTLEMENT + settlement.number) for seat in seats]
        lines.append(ScoreLine(_("{settlement} and its surroundings", settlement=_(settlement.name)), "14.3", values))
    totals = scores(state)
    return ScoreSheet(lines, totals, places(state), _solo_title(state, totals[0]))


def _dwelling_of(state: Estates, seat: int, card: int) -> int:
    if card not in state.cards[seat]:
        return 0
    index = state.cards[seat].index(card)
    return card_dwelling(state, seat, index) + surroundings(state, seat, index)


def _solo_title(state: Estates, points: int) -> list[str]:
    if not state.setup.solo:
        return []
    target = state.setup.mode.target
    if points >= target:
        return [_("Won: reached {target} points", target=target)]
    return [_("Lost: {missing} points short of {target}", target=target, missing=target - points)]
