"""Setting up the table (§3)."""

from typing import final

from cuvee.games.viticulture.decisions.common import NO, YES, Ask
from cuvee.games.viticulture.decisions.setup import DraftPick, KeepParents, StartToken
from cuvee.games.viticulture.effects.op import start
from cuvee.games.viticulture.flow.waking import LAST_ROW, TOP_ROW, WakeRow, clockwise
from cuvee.games.viticulture.flow.year import NewYear
from cuvee.games.viticulture.pieces.boards import BOARDS, ESSENTIAL, TUSCANY
from cuvee.games.viticulture.pieces.box import Pieces
from cuvee.games.viticulture.pieces.cards import DECKS, STRUCTURE, SUMMER_VISITOR, WINTER_VISITOR
from cuvee.games.viticulture.state.table import AUTOMA_STREAM, FIRST, PARENTS, SPECIALS_STREAM, SetUp, Winery
from cuvee.games.viticulture.state.vineyard import Vineyard
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.kernel.play import Step
from cuvee.kernel.text import _


def deal(pieces: Pieces, seats: int, options: Options, chance: Chance) -> Winery:
    """Shuffle, lay out the board, deal parents, and put the first questions on the agenda (§3.2 to §3.7)."""
    setup = read_setup(pieces, seats, options)
    state = Winery(setup, seats, chance)
    for deck in range(len(DECKS)):
        cards = setup.decks[deck][:]
        state.shuffle(cards, deck)
        state.set_deck(deck, cards)
    state.fill_market()
    state.first = state.roll(seats, FIRST)
    state.players = [_new_vineyard(setup) for _seat in range(seats)]
    if setup.special_workers:
        _reveal_specials(state)
    if state.solo:
        _set_up_automa(state)
    _push_setup(state)
    return state


def read_setup(pieces: Pieces, seats: int, options: Options) -> SetUp:
    """Turn the chosen options into numbers (§3.1)."""
    board = pieces.boards[BOARDS.index(str(options["board"]))]
    setup = SetUp(pieces, board, seats)
    setup.structure_cards = board.number == TUSCANY or bool(options.get("structure_cards", False))
    setup.special_workers = bool(options.get("special_workers", False))
    setup.market = board.market or bool(options.get("face_up_cards", False))
    setup.choose_parents = bool(options.get("choose_parents", False))
    setup.years = int(options.get("year_limit", setup.years))
    setup.aggressive = bool(options.get("aggressive", False))
    if seats == 1:
        levels = [level.id for level in pieces.levels]
        setup.level = pieces.levels[levels.index(str(options["difficulty"]))]
        setup.years = setup.level.years
    setup.decks = [_cards_in_game(setup, deck) for deck in range(len(DECKS))]
    return setup


def _cards_in_game(setup: SetUp, deck: int) -> list[int]:
    """Return the cards of a deck that are used, in order (§12.1, §13.2)."""
    pieces, solo = setup.pieces, setup.seats == 1
    cards = pieces.copies(deck)
    if deck == STRUCTURE:
        if not setup.structure_cards:
            return []
        stars = bool(setup.board.regions)
        structures = pieces.structures
        return [card for card in cards if (stars or not structures[card].star) and (not solo or structures[card].solo)]
    if deck in (SUMMER_VISITOR, WINTER_VISITOR):
        visitors = pieces.visitors[deck - SUMMER_VISITOR]
        return [card for card in cards if not solo or visitors[card].solo]
    return cards


def _new_vineyard(setup: SetUp) -> Vineyard:
    vineyard, board = Vineyard(), setup.board
    vineyard.cubes = setup.pieces.cubes if board.experts else 0
    vineyard.owned = board.fields_owned
    vineyard.stars = [0] * len(board.regions)
    if setup.seats == 1:
        vineyard.vp = setup.level.start_vp
    return vineyard


def _reveal_specials(state: Winery) -> None:
    """Reveal two special workers of those that can be used (§14.3)."""
    usable = [
        at
        for at, special in enumerate(state.pieces.specials)
        if special.least_seats <= state.seats and (special.solo or not state.solo)
    ]
    state.shuffle(usable, SPECIALS_STREAM)
    state.display = sorted(usable[: state.pieces.revealed_specials])


def _set_up_automa(state: Winery) -> None:
    """Shuffle the Automa cards and lay a glass token on each row (§13.2)."""
    deck = list(range(len(state.pieces.automa)))
    state.shuffle(deck, AUTOMA_STREAM)
    state.automa_deck = deck
    state.automa_cubes = state.pieces.automa_cubes if state.board.experts else 0
    state.glass = sum(1 << row for row in range(TOP_ROW, LAST_ROW + 1))


def _push_setup(state: Winery) -> None:
    """Put the set-up on the agenda, last step first."""
    seats = clockwise(state, state.first)
    state.push(NewYear())
    if state.board.number != ESSENTIAL:
        for seat in reversed(seats):
            state.push(WakeRow(seat, True))
    if state.setup.structure_cards and state.board.number != TUSCANY:
        state.push(DealDraft())
    for seat in reversed(seats):
        if state.board.start_benefits:
            state.push(StartToken(seat, True))
            state.push(StartToken(seat, False))
        state.push(PapaGift(seat))
    state.push(GainParents())
    mamas, papas = list(range(len(state.pieces.mamas))), list(range(len(state.pieces.papas)))
    state.shuffle(mamas, PARENTS)
    state.shuffle(papas, PARENTS)
    if state.setup.choose_parents:
        state.offers = [mamas[2 * seat : 2 * seat + 2] + papas[2 * seat : 2 * seat + 2] for seat in range(state.seats)]
        state.push(KeepParents(list(range(state.seats))))
    else:
        for seat in range(state.seats):
            state.players[seat].mama, state.players[seat].papa = mamas[seat], papas[seat]


@final
class GainParents(Step[Winery]):
    """Mama's workers and cards, papa's lira, and the start benefits, seat by seat (§3.4, §3.5)."""

    kind = "gain_parents"

    def run(self, state: Winery) -> None:
        pieces = state.pieces
        for seat in clockwise(state, state.first):
            vineyard = state.players[seat]
            mama, papa = pieces.mamas[vineyard.mama], pieces.papas[vineyard.papa]
            vineyard.regulars = vineyard.ready = mama.workers
            vineyard.lira = mama.lira + papa.lira
            for deck in range(STRUCTURE):
                for _card in range(mama.cards[deck]):
                    card = state.top_card(deck)  # face-up cards cannot be drawn during set-up (§3.2)
                    vineyard.take(deck, card)
                    state.tell("draws", seat, deck, card)
            if state.board.start_benefits:
                vineyard.lira += pieces.start_lira
                vineyard.residual = state.board.residual_start


@final
class PapaGift(Ask):
    """The papa's gift, or more lira (§3.4)."""

    kind = "papa_gift"
    section = "3.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [YES, NO]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        vineyard = state.players[seat]
        papa = state.pieces.papas[vineyard.papa]
        if option == NO:
            vineyard.lira += papa.instead
            return
        start(state, seat, papa.line)

    def prompt(self, state: Winery, seat: int) -> str:
        return _(state.pieces.papas[state.players[seat].papa].text)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return "gift" if option == YES else "lira"

    def words(self, state: Winery, seat: int, option: int) -> str:
        papa = state.pieces.papas[state.players[seat].papa]
        return _("The gift") if option == YES else _("£{lira}", lira=papa.instead)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"player:{seat}"]


@final
class DealDraft(Step[Winery]):
    """Deal each player four structure cards for the draft (§12.2)."""

    kind = "deal_draft"

    def run(self, state: Winery) -> None:
        packs = [sorted(state.top_card(STRUCTURE) for _card in range(4)) for _seat in range(state.seats)]
        if state.solo:  # a lone player passes the rest to themselves and keeps all four
            for card in packs[0]:
                state.players[0].take(STRUCTURE, card)
            return
        state.packs = packs
        state.push(DraftPick(list(range(state.seats))))
