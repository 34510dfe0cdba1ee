"""Modes: what the number of players and the length of the game determine (§2.3)."""

from typing import Final, final

from cuvee.games.ora_et_labora.pieces.goods import Gain, halves, read_gain
from cuvee.games.ora_et_labora.pieces.landscapes import Sheet, read_spaces
from cuvee.kernel.components import Components, Row

LETTERS: Final = ("A", "B", "C", "D", "E")


@final
class Mode:
    """A number of players and a length: rounds, turns, phases, clergy and the end of the game (§2.3)."""

    def __init__(
        self,
        id: str,
        players: int,
        name: str,
        values: list[int],
        rounds: int,
        turns: list[list[int]],
        settlement_rounds: list[int],
        grapes_round: int,
        stone_round: int,
        bonus_round: int,
        removes_past_ten: bool,
        lay_brothers: int,
        start_goods: Gain,
        heartland: Sheet,
        neutral: Sheet | None,
        dearest_first: bool,
        rate: int,
        round_goods: list[Gain],
        bonus_production: bool,
        end_left: int,
        stop_after: int,
        target: int,
    ) -> None:
        self.id = id
        self.players = players
        self.name = name
        self.values = values
        """What an indicator i spaces behind the beam produces (§5.1)."""
        self.rounds = rounds
        """0 = open-ended."""
        self.turns = turns
        """Seats counted from the start player, with their main actions (§4.8)."""
        self.settlement_rounds = settlement_rounds
        """By letter A to E; 0 = never."""
        self.grapes_round = grapes_round
        self.stone_round = stone_round
        self.bonus_round = bonus_round
        self.removes_past_ten = removes_past_ten
        self.lay_brothers = lay_brothers
        self.start_goods = start_goods
        self.heartland = heartland
        self.neutral = neutral
        self.dearest_first = dearest_first
        self.rate = rate
        """Half points for a cloister building in the House of the Brotherhood."""
        self.round_goods = round_goods
        """By round, counted from 0; empty in the long games (§15.4)."""
        self.bonus_production = bonus_production
        self.end_left = end_left
        """A two-player game ends with this many buildings left in the display; -1 = does not apply."""
        self.stop_after = stop_after
        self.target = target


def read_modes(components: Components) -> list[Mode]:
    """Read the modes, each with its heartland."""
    heartlands = {
        row.text("id"): read_spaces(row, row.value("rows"), 0, 0) for row in components.rows("landscapes.toml", "heartland")
    }
    wheels = {row.text("id"): row.numbers("values") for row in components.rows("wheel.toml", "side")}
    rows = sorted(components.rows("modes.toml", "short_round_goods"), key=lambda row: row.number("round"))
    goods = [read_gain(row.row("goods")) for row in rows]
    return [_read_mode(row, heartlands, wheels, goods) for row in components.rows("modes.toml", "mode")]


def _read_mode(row: Row, heartlands: dict[str, Sheet], wheels: dict[str, list[int]], goods: list[Gain]) -> Mode:
    phases = row.row("settlement_rounds")
    neutral = row.text("neutral_heartland", "")
    return Mode(
        row.text("id"),
        row.number("players"),
        row.text("name"),
        wheels[row.choice("wheel_side", wheels)],
        row.number("rounds"),
        [list(turn) for turn in row.value("turns")],
        [phases.number(letter, 0) for letter in LETTERS],
        row.number("grapes_round"),
        row.number("stone_round"),
        row.number("bonus_round"),
        row.choice("indicator_past_ten", ("removed", "stays_on_ten")) == "removed",
        row.row("clergy").number("lay_brother"),
        read_gain(row.row("start_goods")),
        heartlands[row.choice("heartland", heartlands)],
        heartlands[neutral] if neutral else None,
        row.choice("land_price_order", ("ascending", "descending")) == "descending",
        halves(row, "brotherhood_rate"),
        goods if row.flag("round_goods") else [],
        row.flag("bonus_production"),
        row.number("end_buildings_left", -1),
        row.number("stop_after_round", 0),
        row.number("target_points", 0),
    )
