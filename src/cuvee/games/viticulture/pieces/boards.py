"""Boards: actions with their spaces and experts, trades, regions (§6, §7, §8, §14)."""

from typing import Final, final

from cuvee.games.viticulture.pieces.ops import HARVEST, MAKE_WINE, NONE, OPS, Node

SEASONS: Final = ("spring", "summer", "fall", "winter")
SPRING: Final = 0
SUMMER: Final = 1
FALL: Final = 2
WINTER: Final = 3
OUT: Final = 4
"""Past winter: the end-of-year steps are done (§5.11)."""
SPACES: Final = ("left", "middle", "right")

BOARDS: Final = ("bordeaux", "essential", "tuscany")
BORDEAUX: Final = 0
ESSENTIAL: Final = 1
TUSCANY: Final = 2


@final
class Space:
    """A space of an action and the line of its bonus (§5.4)."""

    def __init__(self, seats: int, bonus: int) -> None:
        self.seats = seats
        self.bonus = bonus


@final
class Expert:
    """The benefit of an expert (§7)."""

    def __init__(self, text: str, rule: str) -> None:
        self.text = text
        self.rule = rule
        self.line = NONE
        """What is carried out when the player uses it in a window."""
        self.build_limit = 1
        self.or_and = False
        self.ignores = False
        self.combines = False
        self.extra_space = NONE
        """The line of the bonus of the owner's extra space (§7.17)."""
        self.combine_line = NONE


@final
class Action:
    """One of the actions of a board (§6)."""

    def __init__(self, number: int, id: str, name: str, season: int, cost: int, line: int, node: Node) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.season = season
        self.cost = cost
        """Lira to pay before the first step."""
        self.line = line
        self.node = node
        self.limit = max(1, node.high) if node.op in (HARVEST, MAKE_WINE) else 1
        """How many steps the action allows (§9.2)."""
        self.spaces: list[Space] = []
        self.expert: Expert | None = None
        self.section = ""


@final
class Good:
    """A good of the trade chart, as cost and as benefit (§8.1)."""

    def __init__(self, id: str, cost: Node, benefit: Node, cost_line: int, benefit_line: int) -> None:
        self.id = id
        self.cost = cost
        self.benefit = benefit
        self.cost_line = cost_line
        self.benefit_line = benefit_line


@final
class Trade:
    """One trade of the chart (§8.1)."""

    def __init__(self, id: str, pay: int, gain: int) -> None:
        self.id = id
        self.pay = pay
        self.gain = gain


@final
class Region:
    """A region of the Tuscany board (§14.2)."""

    def __init__(self, id: str, name: str, vp: int, line: int) -> None:
        self.id = id
        self.name = name
        self.vp = vp
        self.line = line


@final
class Board:
    """A board: everything that differs between boards (§14)."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.id = BOARDS[number]
        self.actions: list[Action] = []
        self.by_season: list[list[int]] = [[], [], [], []]
        self.open_line = NONE
        self.cells: list[list[int]] = []
        """The line of each cell of the wake-up chart, by row (1 to 7) and season; NONE for an empty cell."""
        self.goods: list[Good] = []
        self.trades: list[Trade] = []
        self.tokens = False
        """Whether a trade is blocked after it has been made (§8.2)."""
        self.experts = False
        self.market = False
        self.end_vp = 25
        self.converts = False
        """Whether lira, wine and grapes become VP at the end (§10.2)."""
        self.residual_start = 0
        self.residual_max = 5
        self.residual_marks = 0
        """A bit for each level that gives 1 VP when reached from below (§4.10)."""
        self.fields_owned = 7
        self.start_benefits = False
        self.sell_vp: list[int] = [0, 0, 0, 0]
        self.regions: list[Region] = []
        self.stars = 0
        self.action_of = [NONE] * len(OPS)
        """For each op, the action whose effect it is."""
        self.extra_action = NONE
        """The action whose expert is a space of its own (§7.17)."""
