"""Reads the tables and refuses a set that cannot be played."""

from typing import Final

from cuvee.games.viticulture.pieces.automa import AutomaCard, Difficulty
from cuvee.games.viticulture.pieces.boards import (
    BOARDS,
    BORDEAUX,
    ESSENTIAL,
    SEASONS,
    SPACES,
    Action,
    Board,
    Expert,
    Good,
    Region,
    Space,
    Trade,
)
from cuvee.games.viticulture.pieces.box import Pieces
from cuvee.games.viticulture.pieces.cards import (
    DECKS,
    REQUIREMENTS,
    STRUCTURE,
    TOP_VALUE,
    WINES,
    Mama,
    Order,
    Papa,
    Vine,
    Visitor,
)
from cuvee.games.viticulture.pieces.lines import Reader, known
from cuvee.games.viticulture.pieces.ops import CONDITIONS, LIRA, NONE, PAY, PLAN_WORKER, RETRIEVE, Node
from cuvee.games.viticulture.pieces.specials import SPECIALS, SpecialWorker
from cuvee.games.viticulture.pieces.structures import EVENTS, STANDING, Structure, Trigger
from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _


def read_pieces(components: Components) -> Pieces:
    """Read the tables; refuse a set that cannot be played."""
    pieces = Pieces()
    rows = components.rows("structures.toml", "structure") + components.rows("structure_cards.toml", "structure_card")
    reader = Reader(pieces, [row.text("id") for row in rows])
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


def _read_cards(components: Components, pieces: Pieces, reader: Reader) -> None:
    for row in components.rows("vines.toml", "vine"):
        needs = sum(1 << REQUIREMENTS.index(name) for name in known(row, "requires", REQUIREMENTS))
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
                raise row.wrong(_("every visitor must have an effect (VISITORS §2.2)"))
            visitor = Visitor(row.text("id"), row.text("name"), row.text("text"), line, row.flag("solo"), profits)
            visitor.moves_workers = any(node.op in (PLAN_WORKER, RETRIEVE) for node in pieces.nodes[first:])
            pieces.visitors[deck].append(visitor)


def _read_structure(pieces: Pieces, reader: Reader, row: Row, number: int) -> None:
    structure = Structure(number, row.text("id"), row.text("name"), row.text("text"), row.number("cost"))
    if row.has("requires_structures"):
        names = known(row, "requires_structures", reader.structure_ids)
        structure.needs = sum(1 << reader.structure_ids.index(name) for name in names)
    structure.vp = row.number("build_vp", 0)
    structure.star, structure.solo = row.flag("star", False), row.flag("use_in_solo", True)
    if row.text("kind", "") == "action":
        structure.space, structure.space_bonus = reader.line(row, "effect"), reader.line(row, "bonus")
    else:
        for inner in row.rows("effect"):
            _read_standing(pieces, reader, inner, structure)
    pieces.structures.append(structure)


def _read_standing(pieces: Pieces, reader: Reader, row: Row, structure: Structure) -> None:
    op = row.choice("op", STANDING)
    if op == "enable_requirement":
        structure.requirement = REQUIREMENTS.index(row.choice("requirement", REQUIREMENTS))
    elif op == "cellar_limit":
        structure.cellar = row.number("value")
    elif op == "build_discount":
        structure.discount = row.number("n")
    elif op == "plant_ignore":
        structure.plant_ignore = sum(1 << REQUIREMENTS.index(name) for name in known(row, "ignore", REQUIREMENTS))
    elif op == "recipe":
        row.choice("type", ("sparkling",))
        if (row.number("red"), row.number("white")) != (1, 1):
            raise row.wrong(_("an additional recipe takes one red and one white grape (§15.4)"))
        structure.short_sparkling = True
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
        raise row.wrong(_("a structure cannot have the op “{op}” (§15.4)", op=op))


def _read_trigger(pieces: Pieces, reader: Reader, row: Row, structure: Structure) -> None:
    event = EVENTS.index(row.choice("event", EVENTS))
    line = reader.line(row, "instead" if row.has("instead") else "do")
    trigger = Trigger(structure.number, event, row.flag("may", False), line)
    if row.has("types"):
        trigger.types = sum(1 << WINES.index(name) for name in known(row, "types", WINES))
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
        if structure.short_sparkling:
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


def _read_board(components: Components, pieces: Pieces, reader: Reader, number: int) -> Board:
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


def _read_action(board: Board, pieces: Pieces, reader: Reader, row: Row) -> None:
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


def _read_bordeaux(components: Components, board: Board, pieces: Pieces, reader: Reader) -> None:
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


def _read_expert(row: Row, reader: Reader) -> Expert:
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


def _read_good(row: Row, reader: Reader) -> Good:
    cost, benefit = reader.line(row, "cost"), reader.line(row, "benefit")
    lines = reader.pieces.lines
    if NONE in (cost, benefit) or len(lines[cost].nodes) != 1 or len(lines[benefit].nodes) != 1:
        raise row.wrong(_("a good has one cost and one benefit (§8.1)"))
    return Good(row.text("id"), lines[cost].nodes[0], lines[benefit].nodes[0], cost, benefit)


def _read_sale(rows: list[Row], board: Board) -> None:
    for row in rows:
        board.sell_vp[WINES.index(row.choice("type", WINES))] = row.number("vp")


def _read_tuscany(components: Components, board: Board, reader: Reader) -> None:
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


def _read_parents(components: Components, pieces: Pieces, reader: Reader) -> None:
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
