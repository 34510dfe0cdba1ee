"""Turns effects in the tables into numbered nodes and lines."""

from typing import final

from cuvee.games.viticulture.pieces.boards import SEASONS
from cuvee.games.viticulture.pieces.box import Pieces
from cuvee.games.viticulture.pieces.cards import CHOICES, COLOURS, DECKS, WINES
from cuvee.games.viticulture.pieces.ops import (
    AGE_GRAPE,
    AGE_WINE,
    ANY_ORDER,
    BUILD,
    CHOOSE,
    CONDITIONS,
    COUNTERS,
    DRAW,
    FIELDS_HARVESTED,
    FILL_ORDER,
    GAIN,
    GAIN_EXPOSED_BONUS,
    GAIN_STRUCTURE,
    GAIN_TEMP_WORKER,
    GAIN_VP_BY_COUNT,
    GIVE_TOUR,
    GOODS,
    GROUP_GIFT,
    IF,
    LIRA,
    MAKE_WINE,
    NONE,
    OPS,
    PASS_SEASON,
    PLACE_TRAINED_WORKER,
    PLANT,
    PLAYERS,
    REFRESH_MARKET,
    RESIDUAL,
    RETRIEVABLE,
    RETRIEVE,
    REVEAL_AND_TAKE,
    SELL_GRAPES,
    TAKE_ACTION,
    TAKE_DISCARDS,
    TAKE_FIRST_PLAYER_TOKEN,
    TESTS,
    VP,
    WHO,
    WORKERS_HERE,
    Choice,
    Line,
    Node,
    X,
)
from cuvee.kernel.components import Row
from cuvee.kernel.text import _


@final
class Reader:
    """Turns effects into numbered nodes and lines."""

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
                raise row.wrong(_("the amount “{amount}” is unknown (§15.4)", amount=amount))
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
            node.types = sum(1 << names.index(name) for name in known(row, "types", names))
        elif node.op == MAKE_WINE:
            node.types = 15
        node.discount, node.price = row.number("discount", 0), row.number("price", NONE)
        node.costs = row.numbers("costs") if row.has("costs") else []
        if row.has("only"):
            node.only = sum(1 << self.structure_ids.index(name) for name in known(row, "only", self.structure_ids))
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
            node.seasons = sum(1 << SEASONS.index(name) for name in known(row, "seasons", SEASONS))
        if node.op == GAIN_EXPOSED_BONUS:
            node.this_action = row.choice("on", ("chosen_action", "this_action")) == "this_action"

    def _ways(self, node: Node) -> None:
        """Expand alternatives, and parts in any order, into plain lists (VISITORS §9.1)."""
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
    """Return an option's nodes between two marks: each option must have an effect of its own (VISITORS §2.4)."""
    begin, end = Node(NONE, NONE), Node(NONE, NONE)
    begin.low, begin.may, end.low = 1, line.only_costs, 0
    return [begin, *line.nodes, end]


def known(row: Row, field: str, known: "tuple[str, ...] | list[str]") -> list[str]:
    """Return the words of a field, all of which must be known."""
    names = row.texts(field)
    for name in names:
        if name not in known:
            raise row.must_be(field, _("made of {known}", known=", ".join(known)))
    return names
