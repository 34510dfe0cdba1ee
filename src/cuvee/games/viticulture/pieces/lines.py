"""The tables of the box, typed: cards, boards, experts, structures, and the ops that their effects are written in (§2, §15.4).

An effect is a *line*: a list of nodes carried out from first to last. Every line has a number, so that frames can name it.
"""

from typing import Final, final

from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _

NONE: Final = -1
X: Final = -2
"""An amount that the player chooses (§7.2, §7.10)."""
WORKERS_HERE: Final = -3
"""An amount: the workers on this action (§7.3)."""
FIELDS_HARVESTED: Final = -4
"""An amount: the fields harvested by this action (§7.11)."""

SEASONS: Final = ("spring", "summer", "fall", "winter")
SPRING: Final = 0
SUMMER: Final = 1
FALL: Final = 2
WINTER: Final = 3
OUT: Final = 4
"""Past winter: the end-of-year steps are done (§5.11)."""

DECKS: Final = ("vine", "order", "summer", "winter", "structure")
VINE: Final = 0
ORDER: Final = 1
SUMMER_VISITOR: Final = 2
WINTER_VISITOR: Final = 3
STRUCTURE: Final = 4
ALL_DECKS: Final = 31
CHOICES: Final = ("visitor", "any", "each_type")
VISITOR: Final = 5
ANY: Final = 6
EACH_TYPE: Final = 7

COLOURS: Final = ("red", "white")
RED: Final = 0
WHITE: Final = 1
WINES: Final = ("red", "white", "blush", "sparkling")
BLUSH: Final = 2
SPARKLING: Final = 3
TOP_VALUE: Final = 9
SPACES: Final = ("left", "middle", "right")

BOARDS: Final = ("bordeaux", "essential", "tuscany")
BORDEAUX: Final = 0
ESSENTIAL: Final = 1
TUSCANY: Final = 2

REQUIREMENTS: Final = ("trellis", "irrigation")
GOODS: Final = ("lira", "vp", "residual", "grape", "wine", "cards", "hand", "planted_vine")
LIRA: Final = 0
VP: Final = 1
RESIDUAL: Final = 2
GRAPE: Final = 3
WINE: Final = 4
CARDS: Final = 5
HAND: Final = 6
PLANTED_VINE: Final = 7

COUNTERS: Final = (
    "empty_fields", "planted_fields", "vines_planted", "structures_built", "structures_built_cost_4", "hand_cards",
    "workers_total", "opponents_with_6_workers", "vp", "built_cost", "planted_vine_value", "vine_types_on_planted_field",
    "harvested", "wines_made_sparkling", "wine_types_made", "wines_at_least_discarded",
)  # fmt: skip
TESTS: Final = (">=", "==", "<", "in")
WHO: Final = ("all", "opponents", "chosen_opponents", "right_neighbour")
EVERYBODY: Final = 0
OPPONENTS: Final = 1
CHOSEN: Final = 2
RIGHT_NEIGHBOUR: Final = 3
EVENTS: Final = (
    "plant", "give_tour", "opponent_gives_tour", "make_wine", "fill_order", "draw_order", "build_structure", "harvest_field",
    "after_harvest", "play_visitor", "opponent_trains_worker", "pass_out_of_summer",
)  # fmt: skip
PLANTED: Final = 0
TOURED: Final = 1
OTHER_TOURED: Final = 2
MADE_WINE: Final = 3
FILLED: Final = 4
DREW_ORDER: Final = 5
BUILT: Final = 6
ABOUT_TO_HARVEST: Final = 7
HARVESTED: Final = 8
PLAYED_VISITOR: Final = 9
OTHER_TRAINED: Final = 10
LEFT_SUMMER: Final = 11
CONDITIONS: Final = (
    "has_wine", "combined_at_least_once", "sold_from_medium_cellar", "sold_from_large_cellar", "only_one_visitor_played",
)  # fmt: skip
HAS_WINE: Final = 0
COMBINED: Final = 1
SOLD_MEDIUM: Final = 2
SOLD_LARGE: Final = 3
RETRIEVABLE: Final = ("any_other", "grande", "regular")

OPS: Final = (
    "gain", "pay", "draw", "give", "choose", "any_order", "if", "players", "group_gift", "build", "upgrade_cellar", "plant",
    "swap_vines", "harvest", "make_wine", "age_wine", "age_grape", "fill_order", "train", "retrieve_workers", "take_action",
    "plan_worker", "move_rooster", "pass_season", "take_discards", "reveal_and_take", "give_tour", "hire_expert", "trade",
    "buy_field", "sell_field", "sell_grapes", "sell_wine", "uproot", "play_visitor", "harvest_all", "refresh_market",
    "gain_temp_worker", "take_first_player_token", "gain_worker", "gain_structure", "gain_exposed_bonus",
    "remove_trade_token", "gain_vp_by_count", "place_trained_worker", "star",
)  # fmt: skip
"""What happens when a node is carried out: each has one implementation in `effects`."""
GAIN: Final = 0
PAY: Final = 1
DRAW: Final = 2
GIVE: Final = 3
CHOOSE: Final = 4
ANY_ORDER: Final = 5
IF: Final = 6
PLAYERS: Final = 7
GROUP_GIFT: Final = 8
BUILD: Final = 9
UPGRADE_CELLAR: Final = 10
PLANT: Final = 11
SWAP_VINES: Final = 12
HARVEST: Final = 13
MAKE_WINE: Final = 14
AGE_WINE: Final = 15
AGE_GRAPE: Final = 16
FILL_ORDER: Final = 17
TRAIN: Final = 18
RETRIEVE: Final = 19
TAKE_ACTION: Final = 20
PLAN_WORKER: Final = 21
MOVE_ROOSTER: Final = 22
PASS_SEASON: Final = 23
TAKE_DISCARDS: Final = 24
REVEAL_AND_TAKE: Final = 25
GIVE_TOUR: Final = 26
HIRE_EXPERT: Final = 27
TRADE: Final = 28
BUY_FIELD: Final = 29
SELL_FIELD: Final = 30
SELL_GRAPES: Final = 31
SELL_WINE: Final = 32
UPROOT: Final = 33
PLAY_VISITOR: Final = 34
HARVEST_ALL: Final = 35
REFRESH_MARKET: Final = 36
GAIN_TEMP_WORKER: Final = 37
TAKE_FIRST_PLAYER_TOKEN: Final = 38
GAIN_WORKER: Final = 39
GAIN_STRUCTURE: Final = 40
GAIN_EXPOSED_BONUS: Final = 41
REMOVE_TRADE_TOKEN: Final = 42
GAIN_VP_BY_COUNT: Final = 43
PLACE_TRAINED_WORKER: Final = 44
STAR: Final = 45
STANDING: Final = (
    "or_becomes_and", "build_limit", "ignore_requirement", "recipe_combine_same_colour", "extra_space", "build_discount",
    "plant_ignore", "enable_requirement", "cellar_limit", "recipe", "private_space", "on", "on_pass_into", "year_end",
    "star_move_gains_benefit",
)  # fmt: skip
"""What is always in force for its owner: read here into a field of the expert or structure."""


@final
class Choice:
    """One option of a `choose`: what it says and what it does."""

    def __init__(self, label: str, line: int) -> None:
        self.label = label
        self.line = line


@final
class Node:
    """One op with its arguments; those it does not use keep their defaults (VISITORS §4, RULES §15.4)."""

    def __init__(self, op: int, number: int) -> None:
        self.op = op
        self.number = number
        """Its place in `Pieces.nodes`."""
        self.what = NONE
        self.n = 1
        self.counter = NONE
        """Which counter the amount is taken from, `n` times (VISITORS §1.3)."""
        self.condition = NONE
        self.colour = NONE
        self.value = 0
        self.types = ALL_DECKS
        self.least = 1
        self.low = 1
        self.high = 1
        self.deck = NONE
        self.pick = 1
        self.word_choose = False
        self.expert_and = False
        self.both_cost = NONE
        self.choices: list[Choice] = []
        self.ways: list[list[Node]] = []
        """Every order in which this node's parts can be carried out completely, for the test of VISITORS §2.4."""
        self.gone = 0
        """Options of a `choose` that are done already, where this is what is left of it."""
        self.rest: list[Node] = []
        """What is left of this node after each of its parts, where more than one has to be carried out."""
        self.test = 0
        self.values: list[int] = []
        self.then = NONE
        self.otherwise = NONE
        self._defaults()

    def _defaults(self) -> None:
        """Set the arguments about other players, structures, wine, workers and experts."""
        self.who = EVERYBODY
        self.may = False
        self.do = NONE
        self.done = NONE
        self.not_done = NONE
        self.to_owner = True
        self.discount = 0
        self.price = NONE
        self.costs: list[int] = []
        self.only = 0
        self.ignore_structures = False
        self.ignore_capacity = False
        self.ignore_cellar = False
        self.per_type = 0
        self.all = False
        self.times = 1
        self.extra_vp = 0
        self.that_card = False
        self.now = False
        self.which = 0
        self.season = NONE
        self.previous = False
        self.experts = False
        self.this_action = False
        self.steps: list[list[int]] = []
        self.seasons = 0
        self.structure = NONE
        self.sure = False
        """Never makes a list impossible (VISITORS §2.4, second point)."""


@final
class Line:
    """A list of nodes, carried out from first to last."""

    def __init__(self, number: int, nodes: list[Node]) -> None:
        self.number = number
        self.nodes = nodes
        self.only_costs = all(node.op in (PAY, GIVE) for node in nodes)
        """Such a list needs just to be payable (VISITORS §2.4)."""
        self.lira_only = bool(nodes) and all(node.op == GAIN and node.what == LIRA and node.condition == NONE for node in nodes)
        """Never worth declining: gained automatically (§5.4)."""


@final
class Vine:
    """A variety of vine (§4.2)."""

    def __init__(self, id: str, name: str, count: int, red: int, white: int, needs: int) -> None:
        self.id = id
        self.name = name
        self.count = count
        self.red = red
        self.white = white
        self.value = red + white
        self.needs = needs
        """One bit for each of REQUIREMENTS."""


@final
class Order:
    """A wine order (§4.9)."""

    def __init__(self, id: str, types: list[int], least: list[int], vp: int, residual: int) -> None:
        self.id = id
        self.types = types
        self.least = least
        self.vp = vp
        self.residual = residual


@final
class Visitor:
    """A visitor card (VISITORS §1.1)."""

    def __init__(self, id: str, name: str, text: str, line: int, solo: bool, profits: bool) -> None:
        self.id = id
        self.name = name
        self.text = text
        self.line = line
        self.solo = solo
        self.profits = profits
        """An «or» of it may become «and» (VISITORS §3.3)."""
        self.moves_workers = False
        """What it can do depends on the worker placed to play it (VISITORS §4.19, §4.21)."""


@final
class Trigger:
    """Something a structure does when something happens (§9.4)."""

    def __init__(self, structure: int, event: int, may: bool, line: int) -> None:
        self.structure = structure
        self.event = event
        self.may = may
        self.line = line
        self.types = 15
        self.least = 0
        self.condition = NONE
        self.yearly = False


@final
class Structure:
    """A structure of the mat, or a structure card (§4.11, §12)."""

    def __init__(self, number: int, id: str, name: str, text: str, cost: int) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.text = text
        self.cost = cost
        self.vp = 0
        self.needs = 0
        """A bit for each structure that has to be built before."""
        self.star = False
        self.solo = True
        self.space = NONE
        """The line of its private space, if it has one (§5.6)."""
        self.space_bonus = NONE
        self.requirement = NONE
        self.cellar = 0
        self.discount = 0
        self.plant_ignore = 0
        self.recipe_red = 0
        self.recipe_white = 0
        self.recipe_type = NONE
        self.pass_season = NONE
        self.pass_line = NONE
        self.year_end = NONE
        self.star_gains = False


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
    """Something on the trade chart, as cost and as benefit (§8.1)."""

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
    """A board with everything that differs between boards (§14)."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.id = BOARDS[number]
        self.actions: list[Action] = []
        self.by_season: list[list[int]] = [[], [], [], []]
        self.open_line = NONE
        self.cells: list[list[int]] = []
        """The line of each cell of the wake-up chart by row (1 to 7) and season; NONE for an empty one."""
        self.goods: list[Good] = []
        self.trades: list[Trade] = []
        self.tokens = False
        """A trade that was made is blocked (§8.2)."""
        self.experts = False
        self.market = False
        self.end_vp = 25
        self.converts = False
        """Lira, wine and grapes become VP at the end (§10.2)."""
        self.residual_start = 0
        self.residual_max = 5
        self.residual_marks = 0
        """A bit for each level that gives 1 VP when it is reached from below (§4.10)."""
        self.fields_owned = 7
        self.start_benefits = False
        self.sell_vp: list[int] = [0, 0, 0, 0]
        self.regions: list[Region] = []
        self.stars = 0
        self.action_of = [NONE] * len(OPS)
        """The action whose effect is an op."""
        self.extra_action = NONE
        """The action whose expert is a space of its own (§7.17)."""


@final
class Mama:
    """A mama card (§3.4)."""

    def __init__(self, id: str, name: str, workers: int, lira: int, cards: list[int]) -> None:
        self.id = id
        self.name = name
        self.workers = workers
        self.lira = lira
        self.cards = cards


@final
class Papa:
    """A papa card: lira, and a gift or more lira (§3.4)."""

    def __init__(self, id: str, name: str, text: str, lira: int, line: int, instead: int) -> None:
        self.id = id
        self.name = name
        self.text = text
        self.lira = lira
        self.line = line
        self.instead = instead


@final
class AutomaCard:
    """An Automa card: for each board, action numbers by season, from top to bottom (§13.4)."""

    def __init__(self, number: int, lines: list[list[list[int]]], listed: list[list[int]]) -> None:
        self.number = number
        self.lines = lines
        self.listed = listed


@final
class Difficulty:
    """A level of the solo game (§13.9)."""

    def __init__(self, id: str, years: int, start_vp: int, target: list[int], least_workers: int) -> None:
        self.id = id
        self.years = years
        self.start_vp = start_vp
        self.target = target
        self.least_workers = least_workers


@final
class SpecialWorker:
    """A special worker (§14.3)."""

    def __init__(self, id: str, name: str, text: str, extra: int, least_seats: int, solo: bool) -> None:
        self.id = id
        self.name = name
        self.text = text
        self.extra = extra
        self.least_seats = least_seats
        self.solo = solo


SPECIALS: Final = (
    "farmer", "mafioso", "merchant", "chef", "innkeeper", "professore", "soldato", "politico", "oracle", "traveler",
    "messenger",
)  # fmt: skip


@final
class Pieces:
    """Everything in the box."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.lines: list[Line] = []
        self.vines: list[Vine] = []
        self.orders: list[Order] = []
        self.visitors: list[list[Visitor]] = [[], []]
        self.structures: list[Structure] = []
        self.mat = 0
        """How many of the structures are printed on the mat; the others are cards."""
        self.boards: list[Board] = []
        self.mamas: list[Mama] = []
        self.papas: list[Papa] = []
        self.automa: list[AutomaCard] = []
        self.levels: list[Difficulty] = []
        self.aggressive: list[list[int]] = []
        self.automa_workers = 0
        self.automa_cubes = 0
        self.specials: list[SpecialWorker] = []
        self.revealed_specials = 0
        self.capacity: list[int] = []
        self.buy_price: list[int] = []
        self.sell_price: list[int] = []
        self.field_ids: list[str] = []
        self.grape_price: list[int] = [0] * (TOP_VALUE + 1)
        self.wine_least: list[int] = [1, 1, 1, 1]
        self.triggers: list[list[Trigger]] = [[] for _event in EVENTS]
        self.cellars: list[Structure] = []
        self.vp_floor = -5
        self.hand_limit = 7
        self.cubes = 4
        self.regulars = 5
        self.workers_most = 6
        self.start_lira = 0
        self.start_grape = 0
        self.start_wine = 0
        self.lira_per_vp = 10
        self.build_card_vp = 1
        self.hire_price = 0
        self.discounters: list[Structure] = []
        self.planters: list[Structure] = []
        self.recipes: list[Structure] = []
        self.enablers: list[Structure] = []
        self.spaces: list[Structure] = []
        self.year_enders: list[Structure] = []
        self.cottage_mask = 0
        self.star_gainers = 0
        self.ids: list[dict[str, int]] = []

    def card_id(self, deck: int, card: int) -> str:
        """Return the id of a card."""
        if deck == VINE:
            return self.vines[card].id
        if deck == ORDER:
            return self.orders[card].id
        if deck == STRUCTURE:
            return self.structures[card].id
        return self.visitors[deck - SUMMER_VISITOR][card].id

    def copies(self, deck: int) -> list[int]:
        """List the cards of a whole deck, each as often as there are copies."""
        if deck == VINE:
            return [kind for kind, vine in enumerate(self.vines) for _copy in range(vine.count)]
        if deck == ORDER:
            return list(range(len(self.orders)))
        if deck == STRUCTURE:
            return list(range(self.mat, len(self.structures)))
        return list(range(len(self.visitors[deck - SUMMER_VISITOR])))

    def action_node(self, line: int) -> Node:
        """Return the single node of an action."""
        return self.lines[line].nodes[0]


# Reading.


@final
class _Reader:
    """Reads effects into numbered nodes and lines."""

    def __init__(self, pieces: Pieces, structure_ids: list[str]) -> None:
        self.pieces = pieces
        self.structure_ids = structure_ids

    def line(self, row: Row, field: str) -> int:
        """Read a list of nodes; an absent or empty one is NONE."""
        if not row.has(field) or not row.rows(field):
            return NONE
        nodes: list[Node] = []
        for inner in row.rows(field):
            node = self.node(inner)
            nodes.append(node)
            if node.op == BUILD and node.n > 1:  # several structures are built one after another (VISITORS §4.10)
                node.n, again = 1, node.n - 1
                nodes += [node] * again
        return self.add(nodes)

    def add(self, nodes: list[Node]) -> int:
        """Number a line."""
        line = Line(len(self.pieces.lines), nodes)
        self.pieces.lines.append(line)
        return line.number

    def node(self, row: Row) -> Node:
        """Read one node."""
        node = Node(OPS.index(row.choice("op", OPS)), len(self.pieces.nodes))
        self.pieces.nodes.append(node)
        self._amounts(row, node)
        self._flow(row, node)
        self._things(row, node)
        self._people(row, node)
        node.sure = (
            node.op in (DRAW, IF, GIVE_TOUR, REFRESH_MARKET, GAIN_TEMP_WORKER, TAKE_FIRST_PLAYER_TOKEN, PASS_SEASON)
            or (node.op == GAIN and node.what in (LIRA, VP, RESIDUAL))
            or (node.op in (PLANT, MAKE_WINE, RETRIEVE) and node.low == 0)
        )
        self._ways(node)
        return node

    def _amounts(self, row: Row, node: Node) -> None:
        if row.has("what"):
            node.what = GOODS.index(row.choice("what", GOODS))
        amount = row.value("n") if row.has("n") else 1
        if isinstance(amount, dict):
            inner = row.row("n")
            node.counter = COUNTERS.index(inner.choice("count", COUNTERS))
            node.n = inner.number("times")
        elif isinstance(amount, str):
            words = {"X": X, "workers_on_this_action": WORKERS_HERE, "fields_harvested": FIELDS_HARVESTED}
            if amount not in words:
                raise row.wrong(_("the amount «{amount}» is unknown (§15.4)", amount=amount))
            node.n = words[amount]
        else:
            node.n = row.number("n", 1)
        if row.has("condition") and node.op != PLAYERS:
            node.condition = CONDITIONS.index(row.choice("condition", CONDITIONS))
        if row.has("value"):
            node.value = X if row.value("value") == "X" else row.number("value")
        node.low, node.high = row.number("min", 1), row.number("max", 1)
        if node.low > node.high and node.op != SELL_GRAPES:
            raise row.wrong(_("'min' must not exceed 'max'"))
        node.least = row.number("min_value", 1)

    def _flow(self, row: Row, node: Node) -> None:
        if node.op == CHOOSE:
            node.pick = row.number("pick", 1)
            node.word_choose = row.text("word", "or") == "choose"
            node.expert_and = row.flag("expert_and", False)
            node.choices = [Choice(option.text("label"), self.line(option, "do")) for option in row.rows("options")]
            if not 1 <= node.pick <= len(node.choices):
                raise row.wrong(_("'pick' must not exceed the number of options (§15.4)"))
            node.both_cost = self.line(row, "both_cost")
        if node.op == IF:
            when = row.row("when")
            node.counter = COUNTERS.index(when.choice("count", COUNTERS))
            node.test = TESTS.index(when.choice("is", TESTS))
            node.values = when.numbers("values") if node.test == 3 else [when.number("value")]
        for name in ("then", "else", "do", "done", "not_done", "met", "unmet"):
            self._inner(node, name, self.line(row, name))

    def _inner(self, node: Node, name: str, line: int) -> None:
        if line == NONE:
            return
        if name in ("then", "met"):
            node.then = line
        elif name in ("else", "unmet"):
            node.otherwise = line
        elif name == "do":
            node.do = line
        elif name == "done":
            node.done = line
        else:
            node.not_done = line

    def _things(self, row: Row, node: Node) -> None:
        if row.has("deck"):
            node.deck = (DECKS + CHOICES).index(row.choice("deck", DECKS + CHOICES))
        if row.has("colour"):
            node.colour = (*COLOURS, "any").index(row.choice("colour", (*COLOURS, "any")))
        if row.has("types"):
            names = WINES if node.op == MAKE_WINE else DECKS
            node.types = sum(1 << names.index(name) for name in _known(row, "types", names))
        elif node.op == MAKE_WINE:
            node.types = 15
        node.discount, node.price = row.number("discount", 0), row.number("price", NONE)
        node.costs = row.numbers("costs") if row.has("costs") else []
        if row.has("only"):
            node.only = sum(1 << self.structure_ids.index(name) for name in _known(row, "only", self.structure_ids))
        ignored = row.texts("ignore") if row.has("ignore") else []
        node.ignore_structures, node.ignore_capacity = "structures" in ignored, "capacity" in ignored
        node.ignore_cellar = row.flag("ignore_cellar", False)
        node.per_type = row.number("max_per_type", 0)
        node.times = row.number("times", 1)
        node.extra_vp = row.number("extra_vp", 0)
        node.now = row.text("usable", "next_year") == "now"
        if node.op == GAIN_STRUCTURE:
            node.structure = self.structure_ids.index(row.choice("id", self.structure_ids))
        if node.op == GIVE_TOUR:
            node.n = row.number("lira")
        if node.op == REVEAL_AND_TAKE:
            node.n = row.number("take")
        if node.op == TAKE_DISCARDS:
            node.n = row.number("piles")
        if node.op == GAIN_VP_BY_COUNT:
            node.counter = COUNTERS.index(row.choice("count", COUNTERS))
            node.steps = [list(step) for step in row.value("steps")]

    def _people(self, row: Row, node: Node) -> None:
        if node.op == PLAYERS:
            node.who = WHO.index(row.choice("who", WHO))
            node.low, node.high = row.number("pick_min", 1), row.number("pick_max", 1)
        node.may = row.flag("may", False)
        node.to_owner = row.text("to", "owner") == "owner"
        if node.op == GROUP_GIFT:
            node.n = row.number("need")
        if node.op in (AGE_WINE, AGE_GRAPE):
            node.all = row.choice("which", ("all", "one")) == "all"
        if node.op == FILL_ORDER:
            node.that_card = row.text("which", "") == "that_card"
        if node.op == RETRIEVE:
            node.which = RETRIEVABLE.index(row.choice("which", RETRIEVABLE))
            if row.has("season"):
                node.season = SEASONS.index(row.choice("season", SEASONS))
        if node.op == TAKE_ACTION:
            node.previous = row.choice("seasons", ("previous", "any")) == "previous"
            node.experts = row.flag("experts")
        if node.op == PLACE_TRAINED_WORKER:
            node.seasons = sum(1 << SEASONS.index(name) for name in _known(row, "seasons", SEASONS))
        if node.op == GAIN_EXPOSED_BONUS:
            node.this_action = row.choice("on", ("chosen_action", "this_action")) == "this_action"

    def _ways(self, node: Node) -> None:
        """Unfold alternatives and free orders into plain lists (VISITORS §9.1)."""
        lines = self.pieces.lines
        if node.op == CHOOSE:
            left = [at for at in range(len(node.choices)) if not node.gone >> at & 1]
            ones = [option_nodes(lines[choice.line]) for choice in node.choices]
            node.ways = [ones[at] for at in left]
            if node.pick > 1:
                node.rest = [self._left(node, at) for at in range(len(ones))]
                node.ways = [ones[at] + way for at in left for way in node.rest[at].ways]
        if node.op == ANY_ORDER:
            parts = lines[node.do].nodes
            if len(parts) > 1:
                node.rest = [self._left(node, at) for at in range(len(parts))]
                node.ways = [[parts[at], *way] for at in range(len(parts)) for way in node.rest[at].ways]
            else:
                node.ways = [parts]

    def _left(self, node: Node, at: int) -> Node:
        """Return what is left of a `choose` or `any_order` after one of its parts."""
        left = Node(node.op, len(self.pieces.nodes))
        self.pieces.nodes.append(left)
        if node.op == CHOOSE:
            left.pick, left.word_choose = node.pick - 1, node.word_choose
            left.choices, left.gone = node.choices, node.gone | 1 << at
        else:
            left.do = self.add([part for other, part in enumerate(self.pieces.lines[node.do].nodes) if other != at])
        self._ways(left)
        return left


def option_nodes(line: Line) -> list[Node]:
    """Return the nodes of an option, between marks: an option by itself must have an effect (VISITORS §2.4)."""
    begin, end = Node(NONE, NONE), Node(NONE, NONE)
    begin.low, begin.may, end.low = 1, line.only_costs, 0
    return [begin, *line.nodes, end]


def _known(row: Row, field: str, known: "tuple[str, ...] | list[str]") -> list[str]:
    names = row.texts(field)
    for name in names:
        if name not in known:
            raise row.must_be(field, _("made of {known}", known=", ".join(known)))
    return names


def read_pieces(components: Components) -> Pieces:
    """Read the tables; refuse a set that cannot be played."""
    pieces = Pieces()
    rows = components.rows("structures.toml", "structure") + components.rows("structure_cards.toml", "structure_card")
    reader = _Reader(pieces, [row.text("id") for row in rows])
    _read_tracks(components, pieces)
    _read_cards(components, pieces, reader)
    for number, row in enumerate(rows):
        _read_structure(pieces, reader, row, number)
    pieces.mat = len(components.rows("structures.toml", "structure"))
    _sort_structures(pieces)
    for number in range(len(BOARDS)):
        pieces.boards.append(_read_board(components, pieces, reader, number))
    _read_parents(components, pieces, reader)
    _read_automa(components, pieces)
    _read_specials(components, pieces)
    for deck in range(len(DECKS)):
        pieces.ids.append({pieces.card_id(deck, card): card for card in set(pieces.copies(deck))})
    return pieces


def _read_tracks(components: Components, pieces: Pieces) -> None:
    file = "bordeaux_tracks.toml"
    pieces.vp_floor = components.row(file, "victory").number("minimum")
    pieces.hand_limit = components.row(file, "hand").number("limit_at_year_end")
    workers = components.row(file, "workers")
    pieces.regulars, pieces.workers_most = workers.number("regular_max"), workers.number("total_max")
    start = components.row(file, "start_benefits")
    pieces.cubes, pieces.start_lira = start.number("cubes"), start.number("lira")
    pieces.start_grape, pieces.start_wine = start.number("grape_value"), start.number("wine_value")
    pieces.lira_per_vp = components.row(file, "final_conversion").number("lira_per_vp")
    if pieces.lira_per_vp < 1:
        raise components.row(file, "final_conversion").wrong(_("'lira_per_vp' must be 1 or more (§10.2)"))
    for row in components.rows(file, "grape_price"):
        for value in range(row.number("from_value"), row.number("to_value") + 1):
            if not 1 <= value <= TOP_VALUE:
                raise row.wrong(_("grape values go from 1 to 9 (§4.5)"))
            pieces.grape_price[value] = row.number("lira")
    for row in components.rows(file, "cellar_row"):
        pieces.wine_least[WINES.index(row.choice("type", WINES))] = row.number("min_value")
    for row in components.rows("fields.toml", "field"):
        pieces.field_ids.append(row.text("id"))
        pieces.capacity.append(row.number("value"))
        pieces.buy_price.append(row.number("buy_price"))
        pieces.sell_price.append(row.number("sell_price"))
    if len(pieces.capacity) != 3:
        raise components.rows("fields.toml", "field")[0].wrong(_("a vineyard has three fields (§4.1)"))


def _read_cards(components: Components, pieces: Pieces, reader: _Reader) -> None:
    for row in components.rows("vines.toml", "vine"):
        needs = sum(1 << REQUIREMENTS.index(name) for name in _known(row, "requires", REQUIREMENTS))
        vine = Vine(row.text("id"), row.text("name"), row.number("count"), row.number("red"), row.number("white"), needs)
        if not 0 < vine.value <= TOP_VALUE or row.number("field_value") != vine.value:
            raise row.wrong(_("'field_value' is red plus white, from 1 to 9 (§4.2)"))
        pieces.vines.append(vine)
    for row in components.rows("wine_orders.toml", "order"):
        wines = row.rows("wines")
        types = [WINES.index(wine.choice("type", WINES)) for wine in wines]
        least = [wine.number("min_value") for wine in wines]
        if not wines or any(
            not pieces.wine_least[kind] <= value <= TOP_VALUE for kind, value in zip(types, least, strict=True)
        ):
            raise row.wrong(_("no cellar has a wine of that type and value (§4.6)"))
        pieces.orders.append(Order(row.text("id"), types, least, row.number("vp"), row.number("residual")))
    for deck, file in enumerate(("summer_visitors.toml", "winter_visitors.toml")):
        for row in components.rows(file, "card"):
            profits = any(word.text("expert") == "both" for word in row.rows("or_words"))
            first = len(pieces.nodes)
            line = reader.line(row, "effect")
            if line == NONE:
                raise row.wrong(_("a visitor does something (VISITORS §2.2)"))
            visitor = Visitor(row.text("id"), row.text("name"), row.text("text"), line, row.flag("solo"), profits)
            visitor.moves_workers = any(node.op in (PLAN_WORKER, RETRIEVE) for node in pieces.nodes[first:])
            pieces.visitors[deck].append(visitor)


def _read_structure(pieces: Pieces, reader: _Reader, row: Row, number: int) -> None:
    structure = Structure(number, row.text("id"), row.text("name"), row.text("text"), row.number("cost"))
    if row.has("requires_structures"):
        names = _known(row, "requires_structures", reader.structure_ids)
        structure.needs = sum(1 << reader.structure_ids.index(name) for name in names)
    structure.vp = row.number("build_vp", 0)
    structure.star, structure.solo = row.flag("star", False), row.flag("use_in_solo", True)
    if row.text("kind", "") == "action":
        structure.space, structure.space_bonus = reader.line(row, "effect"), reader.line(row, "bonus")
    else:
        for inner in row.rows("effect"):
            _read_standing(pieces, reader, inner, structure)
    pieces.structures.append(structure)


def _read_standing(pieces: Pieces, reader: _Reader, row: Row, structure: Structure) -> None:
    op = row.choice("op", STANDING)
    if op == "enable_requirement":
        structure.requirement = REQUIREMENTS.index(row.choice("requirement", REQUIREMENTS))
    elif op == "cellar_limit":
        structure.cellar = row.number("value")
    elif op == "build_discount":
        structure.discount = row.number("n")
    elif op == "plant_ignore":
        structure.plant_ignore = sum(1 << REQUIREMENTS.index(name) for name in _known(row, "ignore", REQUIREMENTS))
    elif op == "recipe":
        structure.recipe_type = WINES.index(row.choice("type", WINES))
        structure.recipe_red, structure.recipe_white = row.number("red"), row.number("white")
    elif op == "private_space":
        structure.space = reader.line(row, "do")
    elif op == "on_pass_into":
        structure.pass_season = SEASONS.index(row.choice("season", SEASONS))
        structure.pass_line = reader.line(row, "do")
    elif op == "year_end":
        structure.year_end = reader.line(row, "do")
    elif op == "star_move_gains_benefit":
        structure.star_gains = True
    elif op == "on":
        _read_trigger(pieces, reader, row, structure)
    else:
        raise row.wrong(_("a structure cannot have the op «{op}» (§15.4)", op=op))


def _read_trigger(pieces: Pieces, reader: _Reader, row: Row, structure: Structure) -> None:
    event = EVENTS.index(row.choice("event", EVENTS))
    line = reader.line(row, "instead" if row.has("instead") else "do")
    trigger = Trigger(structure.number, event, row.flag("may", False), line)
    if row.has("types"):
        trigger.types = sum(1 << WINES.index(name) for name in _known(row, "types", WINES))
    trigger.least = row.number("min_value", 0)
    if row.has("condition"):
        trigger.condition = CONDITIONS.index(row.choice("condition", CONDITIONS))
    trigger.yearly = row.number("per_year", 0) > 0
    pieces.triggers[event].append(trigger)


def _sort_structures(pieces: Pieces) -> None:
    for structure in pieces.structures:
        if structure.cellar:
            pieces.cellars.append(structure)
        if structure.discount:
            pieces.discounters.append(structure)
        if structure.plant_ignore:
            pieces.planters.append(structure)
        if structure.requirement != NONE:
            pieces.enablers.append(structure)
        if structure.recipe_type != NONE:
            pieces.recipes.append(structure)
        if structure.space != NONE:
            pieces.spaces.append(structure)
        if structure.year_end != NONE:
            pieces.year_enders.append(structure)
        if structure.pass_line != NONE:
            pieces.cottage_mask |= 1 << structure.number
        if structure.star_gains:
            pieces.star_gainers |= 1 << structure.number


BOARD_FILES: Final = ("bordeaux_actions.toml", "essential_board.toml", "tuscany_board.toml")


def _read_board(components: Components, pieces: Pieces, reader: _Reader, number: int) -> Board:
    board, file = Board(number), BOARD_FILES[number]
    for row in components.rows(file, "action"):
        _read_action(board, pieces, reader, row)
    board.open_line = reader.line(components.rows(file, "open_action")[0], "effect")
    for action in board.actions:
        board.by_season[action.season].append(action.number)
        board.action_of[action.node.op] = action.number
    board.cells = [[NONE] * 4 for _row in range(8)]
    if number == BORDEAUX:
        _read_bordeaux(components, board, pieces, reader)
    elif number == ESSENTIAL:
        meta = components.row(file, "meta")
        board.end_vp, board.residual_max = meta.number("end_trigger_vp"), meta.number("residual_max")
        for row in components.rows(file, "wake_up"):
            for season in range(4):
                board.cells[_row_number(row)][season] = reader.line(row, "effect")
    else:
        _read_tuscany(components, board, reader)
    return board


def _row_number(row: Row) -> int:
    number = row.number("row")
    if not 1 <= number <= 7:
        raise row.wrong(_("the wake-up chart has rows 1 to 7 (§5.9)"))
    return number


def _read_action(board: Board, pieces: Pieces, reader: _Reader, row: Row) -> None:
    cost = 0
    for inner in row.rows("cost"):
        node = reader.node(inner)
        if node.op != PAY or node.what != LIRA:
            raise row.wrong(_("the cost of an action is lira (§9.1)"))
        cost += node.n
    line = reader.line(row, "effect")
    if line == NONE or len(pieces.lines[line].nodes) != 1:
        raise row.wrong(_("an action has exactly one effect (§9.2)"))
    season = SEASONS.index(row.choice("season", SEASONS))
    node = pieces.lines[line].nodes[0]
    action = Action(len(board.actions), row.text("id"), row.text("name"), season, cost, line, node)
    action.section = row.text("rule", "RULES 14.1").removeprefix("RULES ")
    spaces = row.rows("spaces")
    if len(spaces) != len(SPACES):
        raise row.wrong(_("an action has three spaces (§5.3)"))
    action.spaces = [Space(space.number("min_players"), reader.line(space, "bonus")) for space in spaces]
    board.actions.append(action)


def _read_bordeaux(components: Components, board: Board, pieces: Pieces, reader: _Reader) -> None:
    file = "bordeaux_tracks.toml"
    board.tokens = board.experts = board.market = board.converts = board.start_benefits = True
    board.end_vp = components.row(file, "victory").number("end_trigger")
    track = components.row(file, "residual_track")
    board.residual_start, board.residual_max = track.number("start"), track.number("maximum")
    board.residual_marks = sum(1 << level for level in track.numbers("vp_on_reaching_from_below"))
    fields = components.rows("fields.toml", "field")
    board.fields_owned = sum(1 << at for at, row in enumerate(fields) if row.flag("starts_owned_bordeaux"))
    _read_sale(components.rows(file, "sell_wine"), board)
    for row in components.rows("bordeaux_wakeup.toml", "benefit"):
        season = SEASONS.index(row.choice("season", SEASONS))
        board.cells[_row_number(row)][season] = reader.line(row, "effect")
    board.goods = [_read_good(row, reader) for row in components.rows("bordeaux_trade.toml", "good")]
    names = [good.id for good in board.goods]
    for row in components.rows("bordeaux_trade.toml", "trade"):
        pay, gain = names.index(row.choice("pay", names)), names.index(row.choice("gain", names))
        if pay == gain:
            raise row.wrong(_("a good is never traded for itself (§8.1)"))
        board.trades.append(Trade(row.text("id"), pay, gain))
    for row in components.rows("bordeaux_experts.toml", "expert"):
        ids = [action.id for action in board.actions]
        action = board.actions[ids.index(row.choice("action", ids))]
        action.expert = _read_expert(row, reader)
        if action.expert.extra_space != NONE:
            board.extra_action = action.number


def _read_expert(row: Row, reader: _Reader) -> Expert:
    expert = Expert(row.text("text"), row.text("rule").removeprefix("RULES "))
    nodes: list[Node] = []
    for inner in row.rows("effect"):
        op = inner.text("op")
        if op == "build_limit":
            expert.build_limit = inner.number("n")
        elif op == "or_becomes_and":
            expert.or_and = True
        elif op == "ignore_requirement":
            expert.ignores = True
        elif op == "recipe_combine_same_colour":
            expert.combines = True
        elif op == "extra_space":
            expert.extra_space = reader.line(inner, "bonus")
        else:
            nodes.append(reader.node(inner))
    if nodes and expert.combines:
        expert.combine_line = reader.add(nodes)  # gained automatically with the first combined wine (§7.12)
    elif nodes:
        expert.line = reader.add(nodes)
    return expert


def _read_good(row: Row, reader: _Reader) -> Good:
    cost, benefit = reader.line(row, "cost"), reader.line(row, "benefit")
    lines = reader.pieces.lines
    if NONE in (cost, benefit) or len(lines[cost].nodes) != 1 or len(lines[benefit].nodes) != 1:
        raise row.wrong(_("a good has one cost and one benefit (§8.1)"))
    return Good(row.text("id"), lines[cost].nodes[0], lines[benefit].nodes[0], cost, benefit)


def _read_sale(rows: list[Row], board: Board) -> None:
    for row in rows:
        board.sell_vp[WINES.index(row.choice("type", WINES))] = row.number("vp")


def _read_tuscany(components: Components, board: Board, reader: _Reader) -> None:
    file = "tuscany_board.toml"
    meta = components.row(file, "meta")
    board.end_vp, board.residual_max = meta.number("end_trigger_vp"), meta.number("residual_max")
    board.stars = meta.number("stars_per_player")
    for row in components.rows(file, "benefit"):
        season = SEASONS.index(row.choice("season", SEASONS))
        board.cells[_row_number(row)][season] = reader.line(row, "effect")
    for row in components.rows(file, "region"):
        line = reader.line(row, "place_benefit")
        board.regions.append(Region(row.text("id"), row.text("name"), row.number("majority_vp"), line))
    board.goods = [_read_good(row, reader) for row in components.rows(file, "trade_good")]
    pairs = [(pay, gain) for pay in range(len(board.goods)) for gain in range(len(board.goods)) if pay != gain]
    names = [good.id for good in board.goods]
    board.trades = [Trade(f"trade_{names[pay]}_for_{names[gain]}", pay, gain) for pay, gain in pairs]
    _read_sale(components.rows(file, "sell_wine"), board)


def _read_parents(components: Components, pieces: Pieces, reader: _Reader) -> None:
    for row in components.rows("mamas.toml", "mama"):
        cards = [row.number(deck) for deck in DECKS[:STRUCTURE]]
        pieces.mamas.append(Mama(row.text("id"), row.text("name"), row.number("workers"), row.number("lira"), cards))
    for row in components.rows("papas.toml", "papa"):
        line = reader.add([reader.node(row.row("gift"))])
        instead = row.number("lira_instead")
        pieces.papas.append(Papa(row.text("id"), row.text("name"), row.text("text"), row.number("lira"), line, instead))
    if min(len(pieces.mamas), len(pieces.papas)) < 12:
        raise components.rows("mamas.toml", "mama")[0].wrong(_("six players need twelve mamas and twelve papas (§3.4)"))


def _read_automa(components: Components, pieces: Pieces) -> None:
    file = "automa.toml"
    for row in components.rows(file, "automa_card"):
        lines: list[list[list[int]]] = []
        listed: list[list[int]] = []
        for board in pieces.boards:
            ids = [action.id for action in board.actions]
            seasons: list[list[int]] = [[], [], [], []]
            all_actions: list[int] = []
            for inner in row.rows(board.id):
                action = ids.index(inner.choice("action", ids))
                seasons[SEASONS.index(inner.choice("season", SEASONS))].append(action)
                all_actions.append(action)
            lines.append(seasons)
            listed.append(all_actions)
        pieces.automa.append(AutomaCard(row.number("number"), lines, listed))
    meta = components.row(file, "meta")
    pieces.automa_workers, pieces.automa_cubes = meta.number("automa_workers_per_year"), meta.number("automa_cubes")
    for row in components.rows(file, "difficulty"):
        target = [row.number("automa_vp_bordeaux"), row.number("automa_vp_essential"), 0]
        least = row.number("min_automa_workers_per_season")
        pieces.levels.append(Difficulty(row.text("id"), row.number("years"), row.number("player_start_vp"), target, least))
    variant = components.row(file, "aggressive_variant")
    pieces.aggressive = [variant.numbers("bordeaux"), variant.numbers("essential")]


def _read_specials(components: Components, pieces: Pieces) -> None:
    file = "special_workers.toml"
    pieces.revealed_specials = components.row(file, "meta").number("revealed_per_game")
    for row in components.rows(file, "special_worker"):
        if len(pieces.specials) >= len(SPECIALS) or row.text("id") != SPECIALS[len(pieces.specials)]:
            raise row.wrong(_("the special workers are {known}, in this order (§14.3)", known=", ".join(SPECIALS)))
        extra, least = row.number("extra_cost"), row.number("min_players")
        special = SpecialWorker(row.text("id"), row.text("name"), row.text("text"), extra, least, row.flag("use_in_solo"))
        pieces.specials.append(special)
    if len(pieces.specials) != len(SPECIALS):
        raise components.rows(file, "special_worker")[-1].wrong(_("a special worker is missing (§14.3)"))
