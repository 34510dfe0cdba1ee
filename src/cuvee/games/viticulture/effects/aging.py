"""Aging grapes and wine (RULES §4.8, VISITORS §4.16)."""

from typing import final

from cuvee.games.viticulture.decisions.common import STOP, TOKEN, wine_name
from cuvee.games.viticulture.effects.op import Op, OpChoice, grape_tokens, wine_tokens
from cuvee.games.viticulture.pieces.cards import TOP_VALUE, WINES
from cuvee.games.viticulture.pieces.ops import Node
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.text import _


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
    """Move a token up as far as possible; return where it ends up."""
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

    kind = "token_to_age"
    section = "4.8"

    def __init__(self, seat: int, wine: bool, times: int, low: int, high: int, moved: int) -> None:
        super().__init__(seat)
        self.wine = wine
        self.times = times
        self.low = low
        self.high = high
        self.moved = moved
        """A token that has already moved and may not move again."""

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
        return _("Stop aging")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{WINES[option // TOKEN]} {option % TOKEN}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{type} of value {value}", type=wine_name(option // TOKEN), value=option % TOKEN)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"{'wine' if self.wine else 'grape'}:{seat}:{WINES[option // TOKEN]}:{option % TOKEN}"]
