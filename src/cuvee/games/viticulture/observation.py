"""A position of Viticulture piece by piece, for learners that find out for themselves what matters.

Parts about cards have a place for every card of the game: vines by variety, orders, summer visitors, winter visitors, and
structure cards if they are in the game. Parts about places have one for every place where a worker can stand: the spaces of
each action, beside each action, the open space, the destroy space, and the private spaces.
"""

from typing import Any, Final

from cuvee.games.viticulture.effects.building import StructureSite
from cuvee.games.viticulture.effects.orders import OrderToken
from cuvee.games.viticulture.effects.pay import GiveCards
from cuvee.games.viticulture.effects.players import Accept
from cuvee.games.viticulture.pieces.boards import OUT, SEASONS
from cuvee.games.viticulture.pieces.cards import DECKS, ORDER, STRUCTURE, TOP_VALUE, VINE
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.scoring import automa_target
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.vineyard import PLOTS, SITES, Vineyard
from cuvee.games.viticulture.state.workers import AUTOMA, BESIDE, GRANDE, KINDS, OPEN_SPACE, PLACES, PRIVATE, SPECIAL
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import Decision, Together

CHART_ROWS: Final = 8
"""Rows of the wake-up chart are 1 to 7; 0 is none."""
FLAGS: Final = 8
SO_FAR: Final = 31
PARAMETERS: Final = 7
"""No question has more parameters than this."""
FIELDS: Final = SITES - PLOTS
SPECIAL_PARTS: Final = ["special_1", "special_2"]
"""Two special workers are revealed (§14.3)."""


def details(state: Winery, seat: int, rows: Rows) -> None:
    """Spell out the board, the cards that the seat sees and what is being asked, then the vineyard of each seat."""
    setup, vineyard, starts = state.setup, state.players[seat], _starts(state)
    decision = state.decision() if state.waiting else None
    asked = decision if seat in state.waiting else None
    partner = _partner(decision)
    _tell_calendar(state, rows)
    _tell_seat(rows, "first_player", state.seats, seat, state.first)
    _tell_seat(rows, "next_first_player", state.seats, seat, state.starter)
    _tell_seat(rows, "gray_worker", state.seats, seat, state.temporary)
    _tell_sizes(rows, "piles", state.decks)
    _tell_cards(rows, "discards", starts, state.discards)
    _tell_cards(rows, "hand", starts, vineyard.hand)
    rows.mark(rows.part("papa", len(state.pieces.papas)), vineyard.papa)
    _tell_in_play(state, asked, starts, rows)
    _tell_actions_being_taken(state, rows)
    _tell_so_far(state, rows)
    _tell_seat(rows, "action_owner", state.seats, seat, state.scope().owner if state.scopes else NONE)
    _tell_question(asked, partner, rows)
    _tell_seat(rows, "partner", state.seats, seat, partner)
    if state.board.trades:
        rows.bits(rows.part("trades_blocked", len(state.board.trades)), state.blocked)
    if setup.market:
        _tell_market(state, starts, rows, "market_1", 0)
        _tell_market(state, starts, rows, "market_2", 1)
    if setup.structure_cards:
        pack = rows.part("pack", len(state.pieces.structures))
        if state.packs:
            rows.marks(pack, state.packs[seat])
    if setup.special_workers:
        rows.marks(rows.part("special_workers", len(state.pieces.specials)), state.display)
    if state.seats == 1:
        _tell_automa(state, rows)
    for turn in range(state.seats):
        rows.side(turn)
        _tell_vineyard(state, (seat + turn) % state.seats, rows)


# Parts.


def _tell_seat(rows: Rows, name: str, seats: int, seat: int, who: int) -> None:
    """Mark a seat, counted from the observer's; mark nothing for NONE."""
    start = rows.part(name, seats)
    if who >= 0:
        rows.mark(start, (who - seat) % seats)


def _tell_sizes(rows: Rows, name: str, decks: list[list[int]]) -> None:
    """Count cards deck by deck."""
    rows.part(name, len(decks))
    for cards in decks:
        rows.add(len(cards))


def _starts(state: Winery) -> list[int]:
    """List where each deck begins in a part about cards, and where the last one ends."""
    pieces = state.pieces
    orders = len(pieces.vines)
    summer = orders + len(pieces.orders)
    winter = summer + len(pieces.visitors[0])
    structures = winter + len(pieces.visitors[1])
    return [0, orders, summer, winter, structures, structures + (len(pieces.structures) if state.setup.structure_cards else 0)]


# The table.


def _tell_calendar(state: Winery, rows: Rows) -> None:
    """Tell the season, the year, how many years can still come, and whether this is the last."""
    rows.part("calendar", len(SEASONS) + 3)
    rows.one_of(len(SEASONS), state.season)
    rows.add(state.year)
    rows.add(state.setup.years - state.year)
    rows.flag(state.last_year)


def _tell_cards(rows: Rows, name: str, starts: list[int], decks: list[list[int]]) -> None:
    """Count vines by variety; mark the other cards."""
    start = rows.part(name, starts[-1])
    _count(rows, start, decks[VINE])
    for deck in range(ORDER, len(DECKS)):
        rows.marks(start + starts[deck], decks[deck])


def _count(rows: Rows, start: int, cards: list[int]) -> None:
    """Count cards, each at its own place."""
    for card in cards:
        rows.more(start + card, 1)


def _tell_market(state: Winery, starts: list[int], rows: Rows, name: str, place: int) -> None:
    """Mark the face-up vine and the face-up order on a place."""
    start = rows.part(name, starts[ORDER + 1])
    rows.mark(start, state.market[place])
    rows.mark(start + starts[ORDER], state.market[2 * ORDER + place])


def _tell_automa(state: Winery, rows: Rows) -> None:
    """Tell what beats the Automa, what it has left, where its workers and experts are, and which of its cards are gone."""
    rows.part("automa", 3)
    rows.add(automa_target(state))
    rows.add(state.automa_workers)
    rows.add(state.automa_cubes)
    spaces, size = state.spaces, 4 * len(state.board.actions)
    start = rows.part("automa_workers", size)
    for place in range(size):
        if spaces[place] // KINDS == AUTOMA:
            rows.put(start + place, 1)
    _tell_experts(state, AUTOMA, rows, "automa_experts")
    rows.marks(rows.part("automa_cards_gone", len(state.pieces.automa)), state.automa_discards)
    rows.bits(rows.part("glass", CHART_ROWS), state.glass)


def _tell_experts(state: Winery, owner: int, rows: Rows, name: str) -> None:
    """Mark the actions with somebody's cube."""
    boxes, actions = state.boxes, len(state.board.actions)
    start = rows.part(name, actions)
    for action in range(actions):
        if boxes[action] == owner:
            rows.put(start + action, 1)


# What is being asked.


def _tell_in_play(state: Winery, asked: Decision[Any] | None, starts: list[int], rows: Rows) -> None:
    """Mark visitors being resolved and cards turned up; for the seat that is asked, also the card the question is about."""
    start = rows.part("in_play", starts[-1])
    for entry in state.in_play:
        rows.mark(start + starts[entry // 64], entry % 64)
    for entry in state.revealed:
        rows.mark(start + starts[entry // 64], entry % 64)
    if isinstance(asked, OrderToken):
        rows.mark(start + starts[ORDER], asked.card)
    elif isinstance(asked, StructureSite):
        rows.mark(start + starts[STRUCTURE], asked.card)


def _tell_actions_being_taken(state: Winery, rows: Rows) -> None:
    """Mark the action being taken with a 2, and the actions that it is a part of with a 1."""
    start = rows.part("action", len(state.board.actions))
    if not state.scopes:
        return
    for scope in state.scopes:
        rows.mark(start, scope.action)
    innermost = state.scope().action
    if innermost != NONE:
        rows.put(start + innermost, 2)


def _tell_so_far(state: Winery, rows: Rows) -> None:
    """Tell what the action, card or answer being carried out has used and done, but never the cards it drew."""
    rows.part("action_so_far", SO_FAR)
    if not state.scopes:
        return
    scope = state.scope()
    rows.bits(rows.skip(FLAGS), scope.flags)
    rows.bits(rows.skip(4), scope.made)
    rows.bits(rows.skip(2), scope.ignored)
    rows.one_of(4, scope.place % 4 if 0 <= scope.place < BESIDE else NONE)
    rows.add(scope.steps)
    rows.flag(scope.anded)
    rows.flag(scope.combined)
    rows.flag(scope.private != NONE)
    rows.add(scope.visitors)
    rows.add(scope.harvested)
    rows.add(scope.sold)
    rows.add(scope.sparkling)
    rows.add(scope.discarded)
    rows.add(scope.built_cost)
    rows.add(scope.planted_value)
    rows.add(scope.planted_field + 1)  # 0 is none
    rows.flag(scope.trained != NONE)


def _tell_question(asked: Decision[Any] | None, partner: int, rows: Rows) -> None:
    """Give the seat that is asked the question's parameters (how many more, which node): low byte first, then high byte."""
    start = rows.part("question", 2 * PARAMETERS)
    if asked is None or isinstance(asked, Together):
        return
    key, end = asked.key(), start + 2 * PARAMETERS
    for place in range(2 if partner == NONE else 3, len(key)):  # the partner has a part of its own
        value = key[place]
        if isinstance(value, int) and start < end:
            number = value + 65536 if value < 0 else value
            rows.put(start, number & 255)
            rows.put(start + 1, number >> 8)
            start += 2


def _partner(decision: Decision[Any] | None) -> int:
    """Return the seat that a question names: the receiver of cards, or the owner of the card that offers something."""
    if isinstance(decision, GiveCards):
        return decision.receiver
    return decision.owner if isinstance(decision, Accept) else NONE


# One vineyard.


def _tell_vineyard(state: Winery, seat: int, rows: Rows) -> None:
    """Tell everything that all players can see of a vineyard, and how many cards its owner has."""
    setup, pieces, vineyard, actions = state.setup, state.pieces, state.players[seat], len(state.board.actions)
    structures = len(pieces.structures) if setup.structure_cards else pieces.mat
    places = 5 * actions + 2 + structures
    _tell_purse(vineyard, pieces.vp_floor, rows)
    _tell_rooster(vineyard, rows)
    _tell_workers_at_home(vineyard, rows)
    _tell_placed(vineyard, actions, places, rows)
    _tell_planned(state, seat, places, rows)
    _tell_fields(state, vineyard, rows)
    _tell_tokens(vineyard.grapes, rows, "crush_pad")
    _tell_tokens(vineyard.wines, rows, "cellar")
    rows.bits(rows.part("structures", structures), vineyard.built)
    rows.bits(rows.part("scored", structures), vineyard.scored)
    _tell_sizes(rows, "hand_sizes", vineyard.hand)
    _tell_pledged(state.pledged[seat], rows)
    if state.board.experts:
        _tell_experts(state, seat, rows, "experts")
    if state.board.regions:
        rows.part("stars", len(vineyard.stars))
        rows.add_all(vineyard.stars)
    if setup.special_workers:
        _tell_special_workers(vineyard, len(pieces.specials), rows)
        for at in range(len(state.display)):
            _tell_placed_of_kind(vineyard, SPECIAL + state.display[at], actions, rows.part(SPECIAL_PARTS[at], places), rows)
    if setup.choose_parents:
        _tell_parents(state, seat, rows)


def _tell_purse(vineyard: Vineyard, floor: int, rows: Rows) -> None:
    """Tell lira, points above the lowest possible (which is below 0), residual, cubes, bonus tokens."""
    rows.part("purse", 5)
    rows.add(vineyard.lira)
    rows.add(vineyard.vp - floor)
    rows.add(vineyard.residual)
    rows.add(vineyard.cubes)
    rows.add(vineyard.tokens)


def _tell_rooster(vineyard: Vineyard, rows: Rows) -> None:
    """Tell this year's row, next year's row, and the season the rooster has reached."""
    start = rows.part("rooster", 2 * CHART_ROWS + OUT + 1)
    rows.mark(start, vineyard.row)
    rows.mark(start + CHART_ROWS, vineyard.next_row)
    rows.mark(start + 2 * CHART_ROWS, vineyard.column)


def _tell_workers_at_home(vineyard: Vineyard, rows: Rows) -> None:
    """Tell the regular workers owned, ready and in training, then whether the grande and the temporary worker are ready."""
    rows.part("workers", 5)
    rows.add(vineyard.regulars)
    rows.add(vineyard.ready)
    rows.add(vineyard.training)
    rows.add(vineyard.grande)
    rows.add(vineyard.temporary)


def _index(actions: int, place: int) -> int:
    """Return the index of a worker's place in a part about places."""
    if place < BESIDE:
        return place
    if place < OPEN_SPACE:
        return 4 * actions + place - BESIDE
    return 5 * actions + place - OPEN_SPACE if place < PRIVATE else 5 * actions + 2 + place - PRIVATE


def _tell_placed(vineyard: Vineyard, actions: int, places: int, rows: Rows) -> None:
    """Count the workers on each place, then mark the place of the grande worker."""
    start, grande = rows.part("placed", places), rows.part("grande", places)
    for worker in vineyard.placed:
        place = _index(actions, worker // KINDS)
        rows.more(start + place, 1)
        if worker % KINDS == GRANDE:
            rows.mark(grande, place)


def _tell_placed_of_kind(vineyard: Vineyard, kind: int, actions: int, start: int, rows: Rows) -> None:
    """Mark the place of a worker of a kind."""
    for worker in vineyard.placed:
        if worker % KINDS == kind:
            rows.mark(start, _index(actions, worker // KINDS))


def _tell_planned(state: Winery, seat: int, places: int, rows: Rows) -> None:
    """Mark the places of workers whose action is still to come (§14.3; VISITORS §4.21)."""
    start, actions = rows.part("planned", places), len(state.board.actions)
    for entry in state.planned:
        if entry // KINDS // PLACES == seat:
            rows.mark(start, _index(actions, entry // KINDS % PLACES))
    for entry in state.messengers:
        if entry // KINDS // PLACES == seat:
            rows.mark(start, _index(actions, entry // KINDS % PLACES))


def _tell_special_workers(vineyard: Vineyard, size: int, rows: Rows) -> None:
    """Tell for each special worker whether it is owned, ready and in training."""
    start = rows.part("special_workers", 3 * size)
    rows.bits(start, vineyard.specials)
    rows.bits(start + size, vineyard.special_ready)
    rows.bits(start + 2 * size, vineyard.special_training)


def _tell_fields(state: Winery, vineyard: Vineyard, rows: Rows) -> None:
    """Tell for each site whether it holds a card, and for each field: owned, harvested, its value, its vines by variety."""
    kinds = state.pieces.vines
    start, size = rows.part("fields", SITES + FIELDS * (3 + len(kinds))), 1 + len(kinds)
    for site in range(SITES):
        if vineyard.sites[site] != NONE:
            rows.put(start + site, 1)
    start += SITES
    rows.bits(start, vineyard.owned)
    rows.bits(start + FIELDS, vineyard.harvested)
    start += 2 * FIELDS
    for vines in vineyard.vines:
        if vines:
            value = 0
            for vine in vines:
                value += kinds[vine].value
            rows.put(start, value)
            _count(rows, start + 1, vines)
        start += size


def _tell_tokens(masks: list[int], rows: Rows, name: str) -> None:
    """Mark the grapes or wines, colour by colour, from value 1 to 9."""
    start = rows.part(name, TOP_VALUE * len(masks))
    for mask in masks:
        rows.bits(start, mask >> 1)
        start += TOP_VALUE


def _tell_pledged(pledged: list[int], rows: Rows) -> None:
    """Count the cards pledged for the Importer, deck by deck."""
    start = rows.part("pledged", len(DECKS))
    for entry in pledged:
        rows.more(start + entry // 64, 1)


def _tell_parents(state: Winery, seat: int, rows: Rows) -> None:
    """Mark the two mamas and two papas from which a seat keeps one of each."""
    mamas, papas = rows.part("mamas", len(state.pieces.mamas)), rows.part("papas", len(state.pieces.papas))
    if state.offers:
        offer = state.offers[seat]
        for at in range(2):
            rows.mark(mamas, offer[at])
            rows.mark(papas, offer[2 + at])
