"""Five whole games, replayed move by move; their score sheets added up by hand from what lies on the table (§14)."""

from pathlib import Path
from typing import NamedTuple

import pytest

from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from cuvee.kernel.play import SPECTATOR
from cuvee.kernel.view import Thing
from tests.games.ora_et_labora.table import GAME

FOLDER = Path(__file__).parents[2] / "journals"
SCORING_TILES = ("book", "ceramic", "ornament", "reliquary", "wonder")
PRINTED = ("clay_mound", "farmyard", "cloister_office")


class Final(NamedTuple):
    """What one player has at the end, and what it is worth."""

    tiles: dict[str, int]
    tile_points: int
    money: int
    spirit: int
    """Wine or whiskey."""
    money_points: int
    buildings: dict[str, int]
    """Cards with their economic values; the printed buildings have none."""
    settlements: dict[str, tuple[int, int, list[tuple[str, int]]]]
    """Economic value, own dwelling value, and what lies around with its dwelling value."""
    total: int


FINAL: dict[str, list[Final]] = {
    "solo_ireland": [
        # Seat 0
        Final(
            tiles={"book": 1, "ceramic": 9, "ornament": 3, "reliquary": 1, "wonder": 3},
            tile_points=1 * 2 + 9 * 3 + 3 * 4 + 1 * 8 + 3 * 30,
            money=5,
            spirit=7,
            money_points=2 * 1 + 7,  # 0 exchanged
            buildings={
                "G02": 4,
                "G06": 5,
                "G07": 4,
                "G12": 6,
                "G18": 7,
                "G19": 8,
                "G28": 15,
                "I04": 5,
                "I05": 9,
                "I10": 5,
                "I15": 6,
                "I20": 3,
                "I21": 6,
                "I38": 3,
                "I40": 7,
            },
            settlements={
                "S1": (0, -3, [("I15", 6), ("I38", 7)]),
                "S2": (1, 1, [("I21", 5), ("G28", 7)]),
                "S3": (2, 2, [("cloister_office", 2), ("I05", 7), ("I15", 6)]),
                "S5": (-1, 5, [("I05", 7), ("I20", 6), ("I38", 7), ("I15", 6)]),
                "S6": (3, 4, [("farmyard", 2), ("I20", 6), ("I05", 7)]),
                "S7": (8, 6, [("G28", 7), ("I21", 5), ("clay_mound", 3)]),
            },
            total=365,
        ),
    ],
    "two_standard_france": [
        # Seat 0
        Final(
            tiles={"ceramic": 25, "ornament": 6, "wonder": 4},
            tile_points=25 * 3 + 6 * 4 + 4 * 30,
            money=3,
            spirit=24,
            money_points=2 * 0 + 24,  # 0 exchanged
            buildings={"F04": 10, "F08": 5, "F14": 3, "G07": 4, "G12": 6, "G22": 7, "G28": 15},
            settlements={
                "S1": (0, -3, [("cloister_office", 2), ("F08", 8), ("G28", 7)]),
                "S2": (1, 1, [("S6", 4), ("S5", 5)]),
                "S3": (2, 2, [("G12", 1), ("farmyard", 2), ("F08", 8), ("cloister_office", 2)]),
                "S5": (-1, 5, [("F08", 8), ("S2", 1), ("S8", 8), ("G28", 7)]),
                "S6": (3, 4, [("farmyard", 2), ("S2", 1), ("F08", 8)]),
                "S7": (8, 6, [("G28", 7), ("S8", 8)]),
                "S8": (10, 8, [("S5", 5), ("S7", 6)]),
            },
            total=439,
        ),
        # Seat 1
        Final(
            tiles={"ceramic": 17, "ornament": 6, "reliquary": 10, "wonder": 1},
            tile_points=17 * 3 + 6 * 4 + 10 * 8 + 1 * 30,
            money=9,
            spirit=8,
            money_points=2 * 2 + 7,  # 1 exchanged
            buildings={"F05": 4, "F21": 4, "F30": 6, "F35": 4, "F38": 5, "G02": 4, "G18": 7, "G19": 8, "G26": 15, "G34": 10},
            settlements={
                "S1": (0, -3, [("F38", 5), ("F21", 5), ("clay_mound", 3)]),
                "S2": (1, 1, [("S7", 6), ("farmyard", 2)]),
                "S3": (2, 2, [("F21", 5), ("F05", 5), ("G02", 4), ("clay_mound", 3)]),
                "S5": (-1, 5, [("F35", 2), ("F30", 5), ("F05", 5), ("F21", 5)]),
                "S6": (3, 4, [("F35", 2), ("F21", 5), ("F38", 5)]),
                "S7": (8, 6, [("F30", 5), ("G19", -3), ("S2", 1), ("F05", 5)]),
                "S8": (10, 8, [("F38", 5)]),
            },
            total=389,
        ),
    ],
    "three_short_ireland": [
        # Seat 0
        Final(
            tiles={"book": 1, "ceramic": 4, "ornament": 3, "wonder": 1},
            tile_points=1 * 2 + 4 * 3 + 3 * 4 + 1 * 30,
            money=7,
            spirit=0,
            money_points=2 * 1 + 0,  # 0 exchanged
            buildings={"G12": 6, "G26": 15, "I05": 9, "I11": 4, "I30": 4, "I35": 6},
            settlements={
                "S1": (0, -3, [("S5", 5), ("clay_mound", 3)]),
                "S2": (1, 1, [("I05", 7), ("farmyard", 2), ("I35", 9), ("cloister_office", 2)]),
                "S3": (2, 2, [("G12", 1), ("farmyard", 2), ("I05", 7)]),
                "S5": (-1, 5, [("I05", 7), ("S1", -3)]),
                "S6": (3, 4, [("G12", 1), ("farmyard", 2)]),
            },
            total=161,
        ),
        # Seat 1
        Final(
            tiles={"book": 5, "ceramic": 5, "ornament": 1, "wonder": 1},
            tile_points=5 * 2 + 5 * 3 + 1 * 4 + 1 * 30,
            money=7,
            spirit=1,
            money_points=2 * 1 + 1,  # 0 exchanged
            buildings={"G02": 4, "G07": 4, "G19": 8, "I14": 3, "I24": 10},
            settlements={
                "S3": (2, 2, [("G02", 4), ("clay_mound", 3)]),
                "S5": (-1, 5, [("G02", 4), ("S6", 4), ("I24", 8)]),
                "S6": (3, 4, [("S5", 5), ("S7", 6)]),
                "S7": (8, 6, [("I24", 8), ("S6", 4)]),
            },
            total=166,
        ),
        # Seat 2
        Final(
            tiles={"book": 2, "ceramic": 7, "ornament": 3, "reliquary": 1},
            tile_points=2 * 2 + 7 * 3 + 3 * 4 + 1 * 8,
            money=6,
            spirit=0,
            money_points=2 * 1 + 0,  # 0 exchanged
            buildings={"G18": 7, "I04": 5, "I08": 5, "I17": 3, "I21": 6, "I37": 8, "I38": 3},
            settlements={
                "S2": (1, 1, [("I37", 6), ("I17", 5), ("I38", 7)]),
                "S3": (2, 2, [("I37", 6), ("I04", 4), ("farmyard", 2), ("I17", 5)]),
                "S5": (-1, 5, [("I04", 4), ("I21", 5), ("farmyard", 2)]),
                "S6": (3, 4, [("I08", 5), ("I21", 5), ("I04", 4)]),
            },
            total=161,
        ),
    ],
    "three_long_france": [
        # Seat 0
        Final(
            tiles={"ceramic": 6, "reliquary": 4},
            tile_points=6 * 3 + 4 * 8,
            money=0,
            spirit=2,
            money_points=2 * 0 + 2,  # 0 exchanged
            buildings={"F08": 5, "F21": 4, "F30": 6, "F32": 2, "F38": 5, "G01": 4, "G12": 6, "G19": 8, "G41": 3},
            settlements={
                "S1": (0, -3, [("F30", 5), ("F38", 5), ("F21", 5)]),
                "S3": (2, 2, [("F08", 8), ("F30", 5), ("F21", 5), ("farmyard", 2)]),
                "S4": (4, 6, [("water", 3), ("F38", 5), ("F30", 5)]),
                "S5": (-1, 5, [("F08", 8), ("farmyard", 2), ("G12", 1)]),
            },
            total=169,
        ),
        # Seat 1
        Final(
            tiles={"book": 4, "ceramic": 8, "ornament": 1, "reliquary": 4},
            tile_points=4 * 2 + 8 * 3 + 1 * 4 + 4 * 8,
            money=4,
            spirit=4,
            money_points=2 * 1 + 3,  # 1 exchanged
            buildings={"F04": 10, "F11": 1, "F14": 3, "F36": 2, "G06": 5, "G07": 4, "G26": 15},
            settlements={
                "S1": (0, -3, [("F14", 6), ("F36", 6)]),
                "S2": (1, 1, [("G06", 2), ("farmyard", 2), ("F04", 6), ("cloister_office", 2)]),
                "S3": (2, 2, [("farmyard", 2), ("F04", 6)]),
                "S4": (4, 6, [("water", 3)]),
                "S5": (-1, 5, [("cloister_office", 2), ("F04", 6), ("F14", 6)]),
                "S6": (3, 4, [("F04", 6), ("F36", 6), ("F14", 6)]),
            },
            total=204,
        ),
        # Seat 2
        Final(
            tiles={"book": 2, "ceramic": 9, "reliquary": 2},
            tile_points=2 * 2 + 9 * 3 + 2 * 8,
            money=8,
            spirit=1,
            money_points=2 * 1 + 1,  # 0 exchanged
            buildings={"F05": 4, "G02": 4, "G18": 7, "G28": 15},
            settlements={
                "S1": (0, -3, [("F05", 5), ("G28", 7)]),
                "S2": (1, 1, [("F05", 5)]),
                "S3": (2, 2, [("G28", 7), ("F05", 5), ("G02", 4), ("clay_mound", 3)]),
                "S5": (-1, 5, [("G02", 4), ("S6", 4), ("G18", 2)]),
                "S6": (3, 4, [("farmyard", 2), ("S5", 5)]),
                "S7": (8, 6, [("G28", 7), ("clay_mound", 3)]),
            },
            total=171,
        ),
    ],
    "four_long_ireland": [
        # Seat 0
        Final(
            tiles={"book": 2, "ceramic": 6, "ornament": 5},
            tile_points=2 * 2 + 6 * 3 + 5 * 4,
            money=4,
            spirit=0,
            money_points=2 * 0 + 0,  # 0 exchanged
            buildings={"G02": 4, "G12": 6, "G13": 6, "G22": 7, "G26": 15, "I05": 9, "I08": 5, "I10": 5, "I11": 4, "I30": 4},
            settlements={
                "S1": (0, -3, [("G13", 1), ("I05", 7), ("I10", 0)]),
                "S2": (1, 1, [("G12", 1), ("farmyard", 2), ("I30", 5), ("cloister_office", 2)]),
                "S5": (-1, 5, [("G13", 1), ("I08", 5), ("I05", 7)]),
                "S6": (3, 4, [("I05", 7)]),
            },
            total=155,
        ),
        # Seat 1
        Final(
            tiles={"book": 3, "ceramic": 1, "ornament": 6, "reliquary": 2},
            tile_points=3 * 2 + 1 * 3 + 6 * 4 + 2 * 8,
            money=3,
            spirit=1,
            money_points=2 * 1 + 0,  # 1 exchanged
            buildings={"G06": 5, "G07": 4, "G34": 10, "G41": 3, "I14": 3, "I15": 6, "I20": 3, "I29": 1, "I40": 7},
            settlements={
                "S1": (0, -3, [("G06", 2), ("farmyard", 2), ("cloister_office", 2)]),
                "S3": (2, 2, [("I15", 6)]),
                "S5": (-1, 5, [("I15", 6), ("G06", 2), ("I20", 6)]),
                "S6": (3, 4, [("I29", 5), ("I15", 6), ("I20", 6)]),
                "S7": (8, 6, [("I15", 6), ("I29", 5)]),
            },
            total=173,
        ),
        # Seat 2
        Final(
            tiles={"book": 4, "ceramic": 1, "ornament": 2, "reliquary": 4},
            tile_points=4 * 2 + 1 * 3 + 2 * 4 + 4 * 8,
            money=0,
            spirit=1,
            money_points=2 * 0 + 1,  # 0 exchanged
            buildings={"G19": 8, "I03": 2, "I04": 5, "I21": 6, "I35": 6},
            settlements={
                "S1": (0, -3, [("I35", 9)]),
                "S2": (1, 1, [("S5", 5), ("I35", 9)]),
                "S3": (2, 2, [("I04", 4), ("farmyard", 2)]),
                "S5": (-1, 5, [("S2", 1), ("I21", 5), ("I03", 3), ("clay_mound", 3)]),
            },
            total=127,
        ),
        # Seat 3
        Final(
            tiles={"ornament": 1, "reliquary": 2, "wonder": 2},
            tile_points=1 * 4 + 2 * 8 + 2 * 30,
            money=5,
            spirit=3,
            money_points=2 * 1 + 3,  # 0 exchanged
            buildings={"G01": 4, "G18": 7, "G39": 5, "I09": 3, "I17": 3, "I24": 10, "I36": 5},
            settlements={
                "S2": (1, 1, [("G39", 6), ("S5", 5)]),
                "S3": (2, 2, [("I09", 3), ("G01", 3), ("clay_mound", 3)]),
                "S5": (-1, 5, [("S2", 1), ("S6", 4), ("I09", 3)]),
                "S6": (3, 4, [("S5", 5), ("G39", 6), ("I24", 8), ("farmyard", 2)]),
            },
            total=188,
        ),
    ],
}


def replay(name: str) -> Match:
    text = (FOLDER / f"ora_et_labora_{name}.json").read_text("utf-8")
    return Match.from_journal(GAME, Journal.from_json(text))


def spaces(match: Match, seat: int) -> dict[tuple[int, int], tuple[str, str]]:
    """Return what lies on each space of a landscape, and its terrain, as anybody sees it."""
    land = GAME.view(match.state, SPECTATOR).find(f"land:{seat}")
    assert land is not None
    found: dict[tuple[int, int], tuple[str, str]] = {}
    for space in land.inside:
        x, y, terrain = space.facts["x"], space.facts["y"], str(space.facts["terrain"])
        assert isinstance(x, int)
        assert isinstance(y, int)
        card = str(space.inside[0].facts["card"]) if space.inside else "water" if terrain == "water" else ""
        found[x, y] = (card, terrain)
    return found


def around(land: dict[tuple[int, int], tuple[str, str]], x: int, y: int) -> list[str]:
    """List the cards and water beside a space that is no mountain (§7.6)."""
    beside = [(x, y - 1), (x - 1, y), (x, y + 1), (x + 1, y)]
    if x == 5 and (6, y) not in land:
        beside[3] = (6, y - 1)  # the lower half of the mountain of the plot
    return [land[place][0] for place in beside if place in land and land[place][0]]


def counts(stock: Thing) -> dict[str, int]:
    """Return how many tiles of each good lie in a stock."""
    return {good.id.split(":")[2]: int(str(good.facts["count"])) for good in stock.inside}


@pytest.mark.parametrize("name", FINAL)
def test_journal_replays_and_its_sheet_is_right(name: str) -> None:
    match = replay(name)
    assert type(match.state) is Estates
    assert match.state.over
    for seat, final in enumerate(FINAL[name]):
        stock = GAME.view(match.state, SPECTATOR).find(f"stock:{seat}")
        assert stock is not None
        owned = counts(stock)
        assert {tile: owned[tile] for tile in SCORING_TILES if owned[tile]} == final.tiles
        assert owned["coin"] + 5 * owned["coin5"] == final.money
        assert owned["wine" if "wine" in owned else "whiskey"] == final.spirit
        land = spaces(match, seat)
        cards = [card for card, _terrain in land.values() if card and card != "water" and card not in PRINTED]
        assert sorted(cards) == sorted([*final.buildings, *final.settlements])
        for (x, y), (card, _terrain) in land.items():
            if card in final.settlements:
                assert around(land, x, y) == [neighbour for neighbour, _value in final.settlements[card][2]]
        economic = sum(final.buildings.values()) + sum(value for value, _own, _near in final.settlements.values())
        dwelling = sum(own + sum(value for _card, value in near) for _value, own, near in final.settlements.values())
        assert final.tile_points + final.money_points + economic + dwelling == final.total
    totals = [final.total for final in FINAL[name]]
    sheet = GAME.sheet(match.state)
    assert sheet.totals == totals
    assert [sum(line.values[seat] for line in sheet.lines) for seat in range(len(totals))] == totals
    assert match.journal.result is not None
    assert match.journal.result["totals"] == totals
