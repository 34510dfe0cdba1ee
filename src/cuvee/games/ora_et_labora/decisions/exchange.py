"""Exchanges of tiles, open in the menus (§7.2, §7.3)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.common import SPAN, good_name
from cuvee.games.ora_et_labora.pieces.goods import GOODS, GRAIN, Exchange
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.play import SPECTATOR, Decision
from cuvee.kernel.text import _


@final
class ExchangeTiles(Decision[Estates]):
    """Turn grain over, or sell wine or whiskey: open in the menus, any number of times (§7.1, R50)."""

    kind = "exchange"
    span = SPAN

    def __init__(self, exchange: Exchange) -> None:
        super().__init__(SPECTATOR)
        self.exchange = exchange

    def key(self) -> tuple[object, ...]:
        """Identify the exchange by its id: it belongs to the box, and the seat that is asked makes it."""
        return ("exchange", self.exchange.id)

    @property
    def section(self) -> str:  # type: ignore[override]
        return "7.2" if self.exchange.pays == GRAIN else "7.3"

    def options(self, state: Estates, seat: int) -> list[int]:
        owned = state.goods[seat][self.exchange.pays]
        return [] if owned == 0 else [1] if owned == 1 else [1, owned]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        exchange = self.exchange
        state.goods[seat][exchange.pays] -= option
        state.goods[seat][exchange.gets] += option * exchange.count
        state.tell("exchanges", seat, exchange.pays, option, exchange.gets)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("How many tiles do you exchange?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return f"{option} {GOODS[self.exchange.pays]} to {GOODS[self.exchange.gets]}"

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _(
            "Exchange {count} {good} for {gained} {other}",
            count=option,
            good=good_name(state, self.exchange.pays),
            gained=option * self.exchange.count,
            other=good_name(state, self.exchange.gets),
        )

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        good = GOODS[self.exchange.pays]
        return [f"stock:{seat}:{good}", f"exchange:{good}:{option}"]
