"""The effects that the tables give to regions, tiles, booths and cards (§18.6)."""

from typing import Final, final

from cuvee.games.vinhos.pieces.vocabulary import ACTIONS, BARREL_PLACES
from cuvee.kernel.components import Row
from cuvee.kernel.text import _


@final
class Deed:
    """One entry of a list of effects, as the tables give it (§18.6)."""

    def __init__(self, op: str, row: Row, count: int, amount: int, action: int, places: list[int]) -> None:
        self.op = op
        self.row = row
        self.count = count
        self.amount = amount
        """Bagos, Fair Points, a price or a discount, depending on the op."""
        self.action = action
        self.places = places


def read_places(row: Row, name: str) -> list[int]:
    """Read a list of places that a barrel can be taken back from (§10.4)."""
    found: list[int] = []
    for place in row.texts(name):
        if place not in BARREL_PLACES:
            raise row.must_be(name, _("a list of places from {known}", known=", ".join(BARREL_PLACES)))
        found.append(BARREL_PLACES.index(place))
    return found


PASSIVE: Final = {"renown_cube_worth": "amount", "wine_value_bonus": "amount"}
GAINS: Final = {
    "gain_bagos": "amount",
    "gain_wine_expert": "count",
    "gain_fair_points": "amount",
    "place_renown_cube": "count",
    "buy_vineyard": "discount",
    "buy_winery": "price",
    "buy_cellar": "price",
    "hire_enologist": "price",
    "hire_farmer": "price",
    "do_action": "",
    "retrieve_barrel": "",
}
"""The operations open to everything, with the figure that each needs (§18.6)."""
IN_A_REGION: Final = {
    **GAINS,
    **PASSIVE,
    "gain_farmer": "count",
    "gain_winery": "count",
    "gain_cellar": "count",
    "gain_porto_tile": "count",
}
BEFORE_A_MOVE: Final = {**GAINS, "free_movement": "", "reorder_vineyard_stack": "", "vineyard_discount": "amount"}
ON_A_CARD: Final = {
    "remove_vineyards": "count",
    "remove_wineries": "count",
    "remove_cellars": "count",
    "remove_enologists": "count",
    "remove_farmers": "count",
    "lacerda_hires_experts": "count",
    "lacerda_sells": "count",
    "lacerda_exports": "count",
    "lacerda_press_release": "",
}


def read_deeds(row: Row, name: str, ops: dict[str, str]) -> list[Deed]:
    """Read a list of effects; refuse what this kind of row cannot do."""
    found: list[Deed] = []
    for entry in row.rows(name):
        op = entry.choice("op", ops)
        figure = ops[op]
        amount = entry.number(figure) if figure else 0
        count = entry.number("count", 1)
        if amount < 0 or count < 0:
            raise entry.wrong(_("the figures of '{op}' cannot be negative", op=op))
        action = ACTIONS.index(entry.choice("action", ("sales", "export", "bank"))) if op == "do_action" else 0
        places = read_places(entry, "from") if op == "retrieve_barrel" else []
        found.append(Deed(op, entry, count, amount, action, places))
    return found
