"""A position of Viticulture piece by piece, for learners that find things out themselves.

Rows of cards have a place for every card of the game: vines by variety, orders, summer visitors, winter visitors, structure
cards if they are in the game. Rows of places have one for every place of a worker: the spaces of each action, beside each
action, the open space, the space to destroy, the private spaces.
"""

from typing import Final

from cuvee.games.viticulture.effects.cellar import OrderToken
from cuvee.games.viticulture.effects.goods import GiveCards
from cuvee.games.viticulture.effects.land import StructureSite
from cuvee.games.viticulture.effects.people import Accept
from cuvee.games.viticulture.pieces import DECKS, NONE, ORDER, OUT, SEASONS, STRUCTURE, TOP_VALUE
from cuvee.games.viticulture.scoring import automa_target
from cuvee.games.viticulture.state import (
    AUTOMA,
    BESIDE,
    GRANDE,
    KINDS,
    OPEN_SPACE,
    PLACES,
    PLOTS,
    PRIVATE,
    SITES,
    SPECIAL,
    Vineyard,
    Winery,
)
from cuvee.kernel.heuristics import marked, named_after_turns
from cuvee.kernel.play import Together

Row = list[float]

CHART_ROWS: Final = 8
"""Rows of the wake-up chart are 1 to 7; 0 is none."""
FLAGS: Final = 8
SO_FAR: Final = 31
PARAMETERS: Final = 7
"""No question has more numbers of its own."""


def details(state: Winery, seat: int) -> list[tuple[str, Row]]:
    """Spell out the board, the cards that the seat sees and what is being asked, then the vineyard of each seat."""
    setup, vineyard, starts = state.setup, state.players[seat], _starts(state)
    found = [
        ("calendar", _calendar(state)),
        ("first_player", _among_seats(state, seat, state.first)),
        ("next_first_player", _among_seats(state, seat, state.starter)),
        ("gray_worker", _among_seats(state, seat, state.temporary)),
        ("piles", _piles(state)),
        ("discards", _all_cards(starts, state.discards)),
        ("hand", _all_cards(starts, vineyard.hand)),
        ("papa", marked(len(state.pieces.papas), [vineyard.papa])),
        ("in_play", _in_play(state, seat, starts)),
        ("action", _actions_being_taken(state)),
        ("action_so_far", _so_far(state)),
        ("action_owner", _among_seats(state, seat, state.scope().owner if state.scopes else NONE)),
        ("question", _question(state, seat)),
        ("partner", _among_seats(state, seat, _partner(state))),
    ]
    if state.board.trades:
        found.append(("trades_blocked", _bits(state.blocked, len(state.board.trades))))
    if setup.market:
        found += [("market_1", _market(state, starts, 0)), ("market_2", _market(state, starts, 1))]
    if setup.structure_cards:
        found.append(("pack", _some_cards(len(state.pieces.structures), state.packs[seat] if state.packs else [])))
    if setup.special_workers:
        found.append(("special_workers", _some_cards(len(state.pieces.specials), state.display)))
    if state.solo:
        found += _automa(state)
    for name, other in named_after_turns(seat, state.seats):
        _add_vineyard(state, other, name, found)
    return found


# Rows.


def _among_seats(state: Winery, seat: int, who: int) -> Row:
    """Mark a seat, counted from the own one; nobody if it is none."""
    return marked(state.seats, [(who - seat) % state.seats] if who >= 0 else [])


def _bits(mask: int, size: int) -> Row:
    return [float(mask >> bit & 1) for bit in range(size)]


def _some_cards(size: int, cards: list[int]) -> Row:
    found = [0.0] * size
    for card in cards:
        found[card] += 1.0
    return found


def _starts(state: Winery) -> list[int]:
    """List where each deck begins in a row of all cards, and where the last one ends."""
    pieces, found = state.pieces, [0]
    structures = len(pieces.structures) if state.setup.structure_cards else 0
    for size in (len(pieces.vines), len(pieces.orders), len(pieces.visitors[0]), len(pieces.visitors[1]), structures):
        found.append(found[-1] + size)
    return found


def _all_cards(starts: list[int], decks: list[list[int]]) -> Row:
    found = [0.0] * starts[-1]
    for deck in range(len(DECKS)):
        for card in decks[deck]:
            found[starts[deck] + card] += 1.0
    return found


# The table.


def _calendar(state: Winery) -> Row:
    years = [state.year / 10, (state.setup.years - state.year) / 10, float(state.last_year)]
    return marked(len(SEASONS), [state.season]) + years


def _piles(state: Winery) -> Row:
    """Count what lies face down, deck by deck."""
    return [len(cards) / 40 for cards in state.decks]


def _market(state: Winery, starts: list[int], place: int) -> Row:
    """Mark the face-up vine and order on a place."""
    found = [0.0] * starts[ORDER + 1]
    for deck in range(ORDER + 1):
        card = state.face_up(deck, place)
        if card != NONE:
            found[starts[deck] + card] = 1.0
    return found


def _automa(state: Winery) -> list[tuple[str, Row]]:
    """Tell where the Automa stands, what it has left and which of its cards are out."""
    spaces = [0.0] * (4 * len(state.board.actions))
    for place in range(len(spaces)):
        if state.spaces[place] != NONE and state.spaces[place] // KINDS == AUTOMA:
            spaces[place] = 1.0
    return [
        ("automa", [automa_target(state) / 25, state.automa_workers / 10, state.automa_cubes / 10]),
        ("automa_workers", spaces),
        ("automa_experts", _experts(state, AUTOMA)),
        ("automa_cards_gone", _some_cards(len(state.pieces.automa), state.automa_discards)),
        ("glass", _bits(state.glass, CHART_ROWS)),
    ]


def _experts(state: Winery, owner: int) -> Row:
    return [1.0 if state.boxes[action] == owner else 0.0 for action in range(len(state.board.actions))]


# What is being asked.


def _in_play(state: Winery, seat: int, starts: list[int]) -> Row:
    """Mark visitors being resolved and cards turned up; for who is asked, the card the question is about."""
    found = [0.0] * starts[-1]
    for entry in state.in_play + state.revealed:
        found[starts[entry // 64] + entry % 64] = 1.0
    decision = state.decision() if seat in state.waiting else None
    if isinstance(decision, OrderToken):
        found[starts[ORDER] + decision.card] = 1.0
    elif isinstance(decision, StructureSite):
        found[starts[STRUCTURE] + decision.card] = 1.0
    return found


def _actions_being_taken(state: Winery) -> Row:
    """Mark the action being taken, and weaker those that it is a part of."""
    found = [0.0] * len(state.board.actions)
    for scope in state.scopes:
        if scope.action != NONE:
            found[scope.action] = 0.5
    if state.scopes and state.scope().action != NONE:
        found[state.scope().action] = 1.0
    return found


def _so_far(state: Winery) -> Row:
    """Tell what the action, card or answer being carried out has used and done; the cards it drew are told to nobody."""
    if not state.scopes:
        return [0.0] * SO_FAR
    scope = state.scope()
    found = _bits(scope.flags, FLAGS) + _bits(scope.made, 4) + _bits(scope.ignored, 2)
    found += marked(4, [scope.place % 4 if 0 <= scope.place < BESIDE else NONE])
    found += [scope.steps / 3, float(scope.anded), float(scope.combined), float(scope.private != NONE), scope.visitors / 2]
    found += [scope.harvested / 3, scope.sold / 9, scope.sparkling / 2, scope.discarded / 3]
    found += [scope.built_cost / 8, scope.planted_value / 9]
    found += [0.0 if scope.planted_field == NONE else (scope.planted_field + 1) / 3, float(scope.trained != NONE)]
    return found


def _question(state: Winery, seat: int) -> Row:
    """Give who is asked the question's own numbers (how many more, which node), each on a fine and on a coarse scale."""
    found = [0.0] * (2 * PARAMETERS)
    decision = state.decision() if seat in state.waiting else None
    if decision is None or isinstance(decision, Together):
        return found
    at = 0
    numbers = decision.key()[3 if isinstance(decision, GiveCards | Accept) else 2 :]  # their partner has a row of its own
    for value in numbers:
        if isinstance(value, int) and at < PARAMETERS:
            found[2 * at] = max(-10, min(10, value)) / 10
            found[2 * at + 1] = max(0, min(1000, value)) / 100
            at += 1
    return found


def _partner(state: Winery) -> int:
    """Return the seat that a question names: who receives cards, or whose card offers something."""
    decision = None if state.over else state.decision()
    if isinstance(decision, GiveCards):
        return decision.receiver
    return decision.owner if isinstance(decision, Accept) else NONE


# One vineyard.


def _add_vineyard(state: Winery, seat: int, name: str, found: list[tuple[str, Row]]) -> None:
    """Add all that everybody can see of a vineyard, and how many cards its owner has."""
    setup, vineyard = state.setup, state.players[seat]
    structures = _structures(state)
    found += [
        (name + "_purse", _purse(vineyard)),
        (name + "_rooster", _rooster(vineyard)),
        (name + "_workers", _workers_at_home(vineyard)),
        (name + "_placed", _placed(state, vineyard)),
        (name + "_grande", _placed_of_kind(state, vineyard, GRANDE)),
        (name + "_planned", _planned(state, seat)),
        (name + "_fields", _fields(state, vineyard)),
        (name + "_crush_pad", _tokens(vineyard.grapes)),
        (name + "_cellar", _tokens(vineyard.wines)),
        (name + "_structures", _bits(vineyard.built, structures)),
        (name + "_scored", _bits(vineyard.scored, structures)),
        (name + "_hand_sizes", [len(cards) / 5 for cards in vineyard.hand]),
        (name + "_pledged", _pledged(state, seat)),
    ]
    if state.board.experts:
        found.append((name + "_experts", _experts(state, seat)))
    if state.board.regions:
        found.append((name + "_stars", [stars / 3 for stars in vineyard.stars]))
    if setup.special_workers:
        found.append((name + "_special_workers", _special_workers(state, vineyard)))
        for at in range(len(state.display)):
            found.append((f"{name}_special_{at + 1}", _placed_of_kind(state, vineyard, SPECIAL + state.display[at])))
    if setup.choose_parents:
        offer = state.offers[seat] if state.offers else []
        found.append((name + "_mamas", _some_cards(len(state.pieces.mamas), offer[:2])))
        found.append((name + "_papas", _some_cards(len(state.pieces.papas), offer[2:])))


def _structures(state: Winery) -> int:
    """Count the structures of the game: those of the mat, and the cards if there are any."""
    return len(state.pieces.structures) if state.setup.structure_cards else state.pieces.mat


def _purse(vineyard: Vineyard) -> Row:
    """Tell lira, points, residual, cubes, bonus tokens."""
    return [vineyard.lira / 10, vineyard.vp / 25, vineyard.residual / 7, vineyard.cubes / 4, vineyard.tokens / 3]


def _rooster(vineyard: Vineyard) -> Row:
    """Tell the row of this year, that of the next one, and the season the rooster has reached."""
    return marked(CHART_ROWS, [vineyard.row]) + marked(CHART_ROWS, [vineyard.next_row]) + marked(OUT + 1, [vineyard.column])


def _workers_at_home(vineyard: Vineyard) -> Row:
    """Tell the regular workers owned, ready and in training, then whether the grande and the temporary one are ready."""
    regular = [vineyard.regulars / 5, vineyard.ready / 5, vineyard.training / 5]
    return [*regular, float(vineyard.grande), float(vineyard.temporary)]


def _no_places(state: Winery) -> Row:
    return [0.0] * (5 * len(state.board.actions) + 2 + _structures(state))


def _index(state: Winery, place: int) -> int:
    """Return where a place of a worker is in a row of places."""
    actions = len(state.board.actions)
    if place < BESIDE:
        return place
    if place < OPEN_SPACE:
        return 4 * actions + place - BESIDE
    return 5 * actions + place - OPEN_SPACE if place < PRIVATE else 5 * actions + 2 + place - PRIVATE


def _placed(state: Winery, vineyard: Vineyard) -> Row:
    found = _no_places(state)
    for worker in vineyard.placed:
        found[_index(state, worker // KINDS)] += 1.0
    return found


def _placed_of_kind(state: Winery, vineyard: Vineyard, kind: int) -> Row:
    found = _no_places(state)
    for worker in vineyard.placed:
        if worker % KINDS == kind:
            found[_index(state, worker // KINDS)] = 1.0
    return found


def _planned(state: Winery, seat: int) -> Row:
    """Mark the places of workers whose action is still to come (§14.3; VISITORS §4.21)."""
    found = _no_places(state)
    for entry in state.planned + state.messengers:
        if entry // KINDS // PLACES == seat:
            found[_index(state, entry // KINDS % PLACES)] = 1.0
    return found


def _special_workers(state: Winery, vineyard: Vineyard) -> Row:
    """For each special worker: owned, ready, in training."""
    size = len(state.pieces.specials)
    return _bits(vineyard.specials, size) + _bits(vineyard.special_ready, size) + _bits(vineyard.special_training, size)


def _fields(state: Winery, vineyard: Vineyard) -> Row:
    """For each plot: is there a card? For each field: owned, harvested, built over, value, and its vines by variety."""
    found = [0.0 if vineyard.sites[site] == NONE else 1.0 for site in range(SITES)]
    found += _bits(vineyard.owned, SITES - PLOTS) + _bits(vineyard.harvested, SITES - PLOTS)
    for field in range(SITES - PLOTS):
        found.append(vineyard.field_value(state.pieces, field) / 7)
        found += _some_cards(len(state.pieces.vines), vineyard.vines[field])
    return found


def _tokens(masks: list[int]) -> Row:
    """Mark the grapes or wines, colour by colour, from value 1 to 9."""
    found: Row = []
    for mask in masks:
        found += _bits(mask >> 1, TOP_VALUE)
    return found


def _pledged(state: Winery, seat: int) -> Row:
    """Count the cards laid aside for the Importer, deck by deck."""
    found = [0.0] * len(DECKS)
    for entry in state.pledged[seat]:
        found[entry // 64] += 1.0
    return found
