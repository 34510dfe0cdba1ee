"""Settlement cards (§12)."""

from typing import final

from cuvee.games.ora_et_labora.pieces.buildings import STAGES
from cuvee.games.ora_et_labora.pieces.goods import halves
from cuvee.games.ora_et_labora.pieces.landscapes import terrain_bits
from cuvee.kernel.components import Row


@final
class Settlement:
    """A settlement card; every player has one of each (§12)."""

    def __init__(
        self, number: int, id: str, name: str, stage: int, food: int, energy: int, economic: int, dwelling: int, terrain: int
    ) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.stage = stage
        self.food = food
        self.energy = energy
        """In halves."""
        self.economic = economic
        self.dwelling = dwelling
        self.terrain = terrain


def read_settlement(row: Row, number: int) -> Settlement:
    """Read a settlement card."""
    return Settlement(
        number,
        row.text("id"),
        row.text("name"),
        STAGES.index(row.choice("stage", STAGES)),
        row.number("food"),
        halves(row, "energy"),
        row.number("economic"),
        row.number("dwelling"),
        terrain_bits(row),
    )
