"""The markers of the production wheel (§5)."""

from typing import final

from cuvee.games.ora_et_labora.pieces.goods import VARIANTS, read_good
from cuvee.kernel.components import Row


@final
class Indicator:
    """A marker on the production wheel (§5)."""

    def __init__(self, number: int, id: str, good: int, late: bool, variant: str) -> None:
        self.number = number
        self.id = id
        self.good = good
        """-1 for the joker."""
        self.late = late
        self.variant = variant


def read_indicator(row: Row, number: int) -> Indicator:
    """Read a marker of the wheel."""
    good = row.text("good")
    return Indicator(
        number,
        row.text("id"),
        -1 if good == "any" else read_good(row, good),
        row.choice("start", ("setup", "later")) == "later",
        row.choice("variant", ("both", *VARIANTS)),
    )
