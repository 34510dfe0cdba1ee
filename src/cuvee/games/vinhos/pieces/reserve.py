"""The figures, prices, bonus actions and multiplier options of the 2010 Reserve (§16)."""

from typing import final

from cuvee.games.vinhos.pieces.board import Magnate
from cuvee.games.vinhos.pieces.deeds import GAINS, Deed, read_deeds, read_places
from cuvee.games.vinhos.pieces.rows import number_named, read_price
from cuvee.games.vinhos.pieces.supplies import Prices
from cuvee.games.vinhos.pieces.tiles import Multiplier, read_multiplier
from cuvee.games.vinhos.pieces.vocabulary import ACTIONS, CELLARS, EXPERTS, PLAYER_COUNTS, STAFF, VINEYARDS, WINERIES
from cuvee.kernel.components import Components
from cuvee.kernel.text import _


@final
class Rules2010:
    """The figures of the 2010 Reserve (§16)."""

    def __init__(self, components: Components) -> None:
        setup, bank = components.row("reserve.toml", "setup"), components.row("reserve.toml", "bank")
        self.estates = setup.number("estates")
        self.barrels = setup.number("barrels_supply")
        self.cash = [setup.numbers(f"cash_by_turn_order_{players}p") for players in PLAYER_COUNTS]
        for players, cash in zip(PLAYER_COUNTS, self.cash, strict=True):
            if len(cash) != players or min(cash) < 0:
                raise setup.must_be(f"cash_by_turn_order_{players}p", _("one amount for each player"))
        self.account = setup.number("account")
        self.level = setup.number("investment_level")
        self.fair_tiles = setup.number("fair_tiles")
        self.first_vintage = setup.text("first_vintage")
        self.farmers = setup.number("farmers")
        self.level_min, self.level_max = bank.number("investment_min"), bank.number("investment_max")
        if not self.level_min <= self.level <= self.level_max:
            raise setup.must_be("investment_level", _("between the ends of the investment track"))
        self.step_price, self.step_payout = bank.number("invest_step_price"), bank.number("divest_step_payout")
        self.max_steps = bank.number("max_steps_per_bank_action")
        self.interest = bank.number("interest_per_level")
        self.salary = bank.number("salary_per_enologist")
        self.penalty = bank.number("vp_penalty_account_zero")
        self.vp_up, self.vp_down = bank.number("final_vp_per_positive_level"), bank.number("final_vp_per_negative_level")
        track, magnates = components.row("reserve.toml", "feature_track"), components.row("reserve.toml", "magnates")
        self.feature_start, self.feature_max = track.number("start_level"), track.number("max_level")
        self.feature_step, self.feature_reset = track.number("step_per_listed_feature"), track.flag("reset_after_fair")
        self.max_per_magnate = magnates.number("max_barrels_per_magnate_per_player")
        self.max_per_release = magnates.number("max_barrels_per_press_release")
        experts = components.row("reserve.toml", "experts")
        self.retrieve_from = read_places(experts, "retrieve_barrel_from")


@final
class BonusAction:
    """What a Magnate of the Reserve does for a barrel and a Fair tile (§16.9)."""

    def __init__(self, number: int, id: str, magnate: int, name: str, deeds: list[Deed]) -> None:
        self.number = number
        self.id = id
        self.magnate = magnate
        self.name = name
        self.deeds = deeds


def read_reserve_prices(components: Components) -> Prices:
    """Read the prices of the Reserve (§16.3)."""
    row = components.row("reserve.toml", "prices")
    most = [1] * len(ACTIONS)
    for action, name in (
        (VINEYARDS, "max_vineyards"),
        (WINERIES, "max_wineries"),
        (STAFF, "max_enologists"),
        (CELLARS, "max_cellars"),
        (EXPERTS, "max_wine_experts"),
    ):
        most[action] = row.number(name)
        if most[action] < 1:
            raise row.must_be(name, _("1 or more"))
    return Prices(
        read_price(row, "winery"),
        read_price(row, "cellar"),
        read_price(row, "enologist"),
        0,
        read_price(row, "wine_expert"),
        most,
    )


def read_bonus_actions(components: Components, magnates: list[Magnate]) -> list[BonusAction]:
    """Read what the Magnates of the Reserve do (§16.9)."""
    ids = {magnate.id: magnate.number for magnate in magnates}
    found: list[BonusAction] = []
    for row in components.rows("reserve.toml", "bonus_action"):
        deeds = read_deeds(row, "effects", GAINS)
        found.append(BonusAction(len(found), row.text("id"), number_named(row, "magnate", ids), row.text("name"), deeds))
    return found


def read_options(components: Components, magnates: list[Magnate]) -> list[Multiplier]:
    """Read the multiplier options of the Reserve (§16.10)."""
    ids = {magnate.id: magnate.number for magnate in magnates}
    found: list[Multiplier] = []
    for row in components.rows("reserve.toml", "multiplier_option"):
        option = read_multiplier(len(found), row)
        option.magnate = number_named(row, "magnate", ids)
        found.append(option)
    return found
