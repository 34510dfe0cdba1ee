"""Ops, the words of the tables for them, and the lines of nodes that make up effects (§15.4)."""

from typing import Final, final

from cuvee.games.viticulture.pieces.cards import ALL_DECKS

NONE: Final = -1
X: Final = -2
"""An amount that the player chooses (§7.2, §7.10)."""
WORKERS_HERE: Final = -3
"""An amount: the workers on this action (§7.3)."""
FIELDS_HARVESTED: Final = -4
"""An amount: the fields harvested by this action (§7.11)."""
GOODS: Final = ("lira", "vp", "residual", "grape", "wine", "cards", "hand", "planted_vine")
LIRA: Final = 0
VP: Final = 1
RESIDUAL: Final = 2
GRAPE: Final = 3
WINE: Final = 4
CARDS: Final = 5
HAND: Final = 6

COUNTERS: Final = (
    "empty_fields", "planted_fields", "vines_planted", "structures_built", "structures_built_cost_4", "hand_cards",
    "workers_total", "opponents_with_6_workers", "vp", "built_cost", "planted_vine_value", "vine_types_on_planted_field",
    "harvested", "wines_made_sparkling", "wine_types_made", "wines_at_least_discarded",
)  # fmt: skip
TESTS: Final = (">=", "==", "<", "in")
WHO: Final = ("all", "opponents", "chosen_opponents", "right_neighbour")
EVERYBODY: Final = 0
CHOSEN: Final = 2
RIGHT_NEIGHBOUR: Final = 3
CONDITIONS: Final = (
    "has_wine", "combined_at_least_once", "sold_from_medium_cellar", "sold_from_large_cellar", "only_one_visitor_played",
)  # fmt: skip
HAS_WINE: Final = 0
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


@final
class Choice:
    """One option of a `choose`: its label and its effect."""

    def __init__(self, label: str, line: int) -> None:
        self.label = label
        self.line = line


@final
class Node:
    """One op with its arguments; those that the op does not use keep their defaults (VISITORS §4, RULES §15.4)."""

    def __init__(self, op: int, number: int) -> None:
        self.op = op
        self.number = number
        """Its place in `Pieces.nodes`."""
        self.what = NONE
        self.n = 1
        self.counter = NONE
        """The counter that the amount comes from, times `n` (VISITORS §1.3)."""
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
        """A bit for each option already done, if this is what is left of a `choose`."""
        self.rest: list[Node] = []
        """What is left of this node after each of its parts, if more than one part has to be carried out."""
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
        """Whether it can never make a list impossible (VISITORS §2.4, second point)."""


@final
class Line:
    """A list of nodes, carried out from first to last."""

    def __init__(self, number: int, nodes: list[Node]) -> None:
        self.number = number
        self.nodes = nodes
        self.only_costs = all(node.op in (PAY, GIVE) for node in nodes)
        """Whether it consists of costs only: then it just has to be payable (VISITORS §2.4)."""
        self.lira_only = bool(nodes) and all(node.op == GAIN and node.what == LIRA and node.condition == NONE for node in nodes)
        """Whether it only gains lira: nobody would decline it, so it is gained automatically (§5.4)."""
