"""Set up a table of Viticulture as a test needs it, and play on it with the words of the notation."""

from typing import cast

from cuvee.games import viticulture
from cuvee.games.viticulture.effects.op import CloseScope, start
from cuvee.games.viticulture.effects.turn import Turn
from cuvee.games.viticulture.effects.visitors import VisitorCard, playable
from cuvee.games.viticulture.effects.window import begin_action
from cuvee.games.viticulture.flow.passing import EndTurn
from cuvee.games.viticulture.flow.year import NextTurn, YearEnd
from cuvee.games.viticulture.pieces.boards import SEASONS, SPACES
from cuvee.games.viticulture.pieces.cards import COLOURS, DECKS, VINE, WINES
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.tokens import values_of
from cuvee.games.viticulture.state.vineyard import Vineyard
from cuvee.games.viticulture.state.workers import BESIDE, KINDS, OPEN_SPACE, PRIVATE, REGULAR
from cuvee.kernel.play import Step

GAME = viticulture.GAME
Setting = str | int | bool
WORKERS = {"regular": 0, "grande": 1, "temporary": 2}


def new(seats: int = 2, **options: Setting) -> Winery:
    """Set up a game whose vineyards are bare: no cards, no tokens, two regular workers and the grande each."""
    state = cast(Winery, GAME.new(seats, options, 1))
    state.agenda.clear()
    state.scopes, state.packs, state.offers = [], [], []
    for deck in range(len(DECKS)):
        market = [card for card in state.market[2 * deck : 2 * deck + 2] if card != NONE] if deck < 2 else []
        cards = state.setup.decks[deck][:]
        for card in market:
            cards.remove(card)
        state.set_deck(deck, cards)
        state.set_discards(deck, [])
    state.players = [bare(state, seat) for seat in range(seats)]
    state.year, state.season = 1, 0
    state.settle()
    return state


def bare(state: Winery, seat: int) -> Vineyard:
    """Return a vineyard with nothing but fields, workers and cubes."""
    vineyard = Vineyard()
    vineyard.regulars = vineyard.ready = 2
    vineyard.owned = state.board.fields_owned
    vineyard.cubes = state.pieces.cubes if state.board.experts else 0
    vineyard.stars = [0] * len(state.board.regions)
    vineyard.row = seat + 2
    return vineyard


def take(state: Winery, deck: int, card: int) -> None:
    """Take a card out of the deck, the face-up cards or the discards."""
    for place in range(2) if deck < 2 else ():
        if state.market[2 * deck + place] == card and card not in state.decks[deck]:
            state.set_market(2 * deck + place, state.decks[deck][-1])
            state.set_deck(deck, state.decks[deck][:-1])
            return
    cards = state.decks[deck][:]
    cards.remove(card)
    state.set_deck(deck, cards)


def card(state: Winery, name: str) -> tuple[int, int]:
    """Read "vine sangiovese", or just "broker" if no other deck has it."""
    words = name.split()
    for deck in range(len(DECKS)):
        if words[-1] in state.pieces.ids[deck] and (len(words) == 1 or words[0] == DECKS[deck]):
            return deck, state.pieces.ids[deck][words[-1]]
    raise KeyError(name)


def hold(state: Winery, seat: int, *names: str) -> None:
    """Put cards into a hand."""
    for name in names:
        deck, number = card(state, name)
        take(state, deck, number)
        state.players[seat].take(deck, number)


def face_up(state: Winery, place: int, name: str) -> None:
    """Lay a card face up: places 0 and 1 are vines, 2 and 3 orders."""
    deck, number = card(state, name)
    if state.market[place] == number:
        return
    take(state, deck, number)
    state.set_deck(deck, [state.market[place], *state.decks[deck]])
    state.set_market(place, number)


def on_top(state: Winery, name: str) -> None:
    """Put a card on top of its deck."""
    deck, number = card(state, name)
    take(state, deck, number)
    state.set_deck(deck, [*state.decks[deck], number])


def mask(values: str) -> int:
    """Turn "1 4" into a set of values."""
    return sum(1 << int(value) for value in values.split())


def give(state: Winery, seat: int = 0, /, **things: object) -> None:
    """Give a seat things: lira, vp, residual, red, white (grapes), wine, built, fields, hand, owned, workers …"""
    vineyard = state.players[seat]
    for name, value in things.items():
        if name in ("lira", "vp", "residual", "cubes", "tokens", "row", "column", "ready", "regulars", "grande"):
            setattr(vineyard, name, value)
        elif name in COLOURS:
            grapes = vineyard.grapes[:]
            grapes[COLOURS.index(name)] = mask(str(value))
            vineyard.grapes = grapes
        elif name == "wine":
            vineyard.wines = wines(str(value))
        elif name == "built":
            for word in str(value).split():
                build(state, seat, word)
        elif name == "owned":
            vineyard.owned = sum(1 << "567".index(word) for word in str(value).split())
        elif name == "vines":
            plant(state, seat, str(value))
        elif name == "hand":
            hold(state, seat, *str(value).split(","))
        elif name == "workers":
            vineyard.regulars = vineyard.ready = int(str(value)) - 1
        else:
            raise KeyError(name)


def wines(text: str) -> list[int]:
    """Read "r5 w3 b4 s7" into a cellar."""
    found = [0, 0, 0, 0]
    for word in text.split():
        found["rwbs".index(word[0])] |= 1 << int(word[1:])
    return found


def build(state: Winery, seat: int, name: str) -> None:
    """Build a structure without paying; a card goes on the first free place."""
    ids = {structure.id: structure.number for structure in state.pieces.structures}
    number, vineyard = ids[name], state.players[seat]
    vineyard.built |= 1 << number
    if number >= state.pieces.mat:
        take(state, 4, number)
        sites = vineyard.sites[:]
        sites[vineyard.free_sites()[0]] = number
        vineyard.sites = sites


def plant(state: Winery, seat: int, text: str) -> None:
    """Plant "6 sangiovese pinot, 5 merlot"; the fields become owned."""
    vineyard = state.players[seat]
    for part in text.split(","):
        field, *names = part.split()
        at = "567".index(field)
        vineyard.owned |= 1 << at
        vines = vineyard.vines[:]
        for name in names:
            take(state, VINE, state.pieces.ids[VINE][name])
            vines[at] = sorted([*vines[at], state.pieces.ids[VINE][name]])
        vineyard.vines = vines


def cellar(state: Winery, seat: int = 0) -> str:
    """Write a cellar as "r5 w3"."""
    return " ".join(
        f"{'rwbs'[kind]}{value}" for kind in range(len(WINES)) for value in values_of(state.players[seat].wines[kind])
    )


def pad(state: Winery, seat: int = 0) -> str:
    """Write a crush pad as "r5 w3"."""
    return " ".join(f"{'rw'[kind]}{value}" for kind in range(2) for value in values_of(state.players[seat].grapes[kind]))


def seen(state: Winery, seat: int, name: str) -> object:
    """Return what a seat has of something, in the words of `give`."""
    vineyard = state.players[seat]
    if name == "pad":
        return pad(state, seat)
    if name == "wine":
        return cellar(state, seat)
    if name == "built":
        return " ".join(structure.id for structure in state.pieces.structures if vineyard.built >> structure.number & 1)
    if name == "vines":
        return " ".join(state.pieces.vines[kind].id for vines in vineyard.vines for kind in vines)
    if name in DECKS:
        return len(vineyard.hand[DECKS.index(name)])
    if name == "cards":
        return vineyard.cards()
    if name == "workers":
        return vineyard.workers()
    return getattr(vineyard, name)


def me(state: Winery, *names: str) -> list[object]:
    """List what player A has of some things."""
    return [seen(state, 0, name) for name in names]


def rows(state: Winery, *numbers: int) -> None:
    """Put the roosters in these rows, seat by seat."""
    for seat, row in enumerate(numbers):
        state.players[seat].row = row


def number(state: Winery, action: str) -> int:
    """Return the number of an action."""
    return next(each.number for each in state.board.actions if each.id == action)


def hire(state: Winery, seat: int, *actions: str) -> None:
    """Put cubes of a seat into expert boxes."""
    boxes = state.boxes[:]
    for action in actions:
        boxes[number(state, action)] = seat
        state.players[seat].cubes -= 1
    state.boxes = boxes


def spot(state: Winery, place: str) -> int:
    """Read "give_tour:left", "give_tour:beside", "gain", "yoke"."""
    name, _, space = place.partition(":")
    if space == "beside":
        return BESIDE + number(state, name)
    if space:
        return 4 * number(state, name) + (*SPACES, "own").index(space)
    if name == "gain":
        return OPEN_SPACE
    return PRIVATE + next(structure.number for structure in state.pieces.structures if structure.id == name)


def stand(state: Winery, seat: int, *places: str) -> None:
    """Put workers of a seat ("grande give_tour:left" or just "give_tour:left") on places."""
    for text in places:
        words = text.split()
        kind = WORKERS[words[0]] if len(words) > 1 else REGULAR
        vineyard = state.players[seat]
        if not vineyard.has_ready(kind):
            if kind == REGULAR:
                vineyard.regulars += 1
            vineyard.change_ready(kind, 1)
        state.put_worker(seat, kind, spot(state, words[-1]))


def turn(state: Winery, season: str, seat: int = 0) -> None:
    """Give a seat a turn; the game is over after it."""
    state.agenda.clear()
    state.season = SEASONS.index(season)
    for vineyard in state.players:
        vineyard.column = state.season
    state.push(EndTurn(seat, False))
    state.push(Turn(seat))
    state.settle()


def season(state: Winery, name: str, *, year_end: bool = False) -> None:
    """Let all seats that have not passed play a season; the game is over after it."""
    state.agenda.clear()
    state.season = SEASONS.index(name)
    for vineyard in state.players:
        vineyard.column = state.season
    state.agenda.append(YearEnd() if year_end else Halt())
    state.push(NextTurn(0))
    state.settle()


class Halt(Step[Winery]):
    """Stop the game here: what would come next is not part of the example."""

    kind = "halt"

    def run(self, state: Winery) -> None:
        state.agenda.clear()


def act(state: Winery, action: str, seat: int = 0, place: str = "") -> None:
    """Let a seat take an action outside a turn, with a regular worker on a place or without one."""
    state.agenda.clear()
    state.season = state.board.actions[number(state, action)].season
    at = spot(state, place) if place else NONE
    if place:
        state.put_worker(seat, REGULAR, at)
    state.push(EndTurn(seat, False))
    begin_action(state, seat, number(state, action), at, REGULAR if place else NONE, True)
    state.settle()


def run_line(state: Winery, line: int, seat: int = 0) -> None:
    """Carry out a line outside a turn."""
    state.agenda.clear()
    state.open_scope(seat, seat, NONE, NONE, NONE)
    state.push(CloseScope())
    start(state, seat, line)
    state.settle()


def visit(state: Winery, name: str, seat: int = 0, expert: bool = False, season: str = "") -> None:
    """Give a seat a visitor and let it play it, with or without the expert; the game is over after it."""
    deck, which = card(state, name) if " " in name else visitor(state, name)
    if which not in state.players[seat].hand[deck]:
        take(state, deck, which)
        state.players[seat].take(deck, which)
    action = number(state, "play_summer_visitor" if deck == 2 else "play_winter_visitor")
    state.season = SEASONS.index(season) if season else state.board.actions[action].season
    if expert:
        hire(state, seat, state.board.actions[action].id)
    state.agenda.clear()
    state.push(EndTurn(seat, False))
    state.push(CloseScope())
    scope = state.open_scope(seat, seat, action, NONE, NONE)
    scope.steps = 1
    state.push(VisitorCard(seat, deck))
    before = len(state.players[seat].hand[deck])
    state.settle()
    if state.waiting and len(state.players[seat].hand[deck]) == before and state.decision().kind == "visitor_card":
        short = name.rsplit(maxsplit=1)[-1]
        play(state, f"{short} and" if expert else short)


def visitor(state: Winery, name: str) -> tuple[int, int]:
    """Find a visitor by its id."""
    return (2, state.pieces.ids[2][name]) if name in state.pieces.ids[2] else (3, state.pieces.ids[3][name])


def can_play(state: Winery, name: str, seat: int = 0, season: str = "") -> bool:
    """Tell whether a seat that is given a visitor may play it."""
    deck, which = visitor(state, name)
    if which not in state.players[seat].hand[deck]:
        take(state, deck, which)
        state.players[seat].take(deck, which)
    state.season = SEASONS.index(season) if season else (1 if deck == 2 else 3)
    return which in playable(state, seat, deck, False)


def play(state: Winery, *texts: str) -> None:
    """Answer for whoever is asked, one text after another."""
    for text in texts:
        seat = state.waiting[0]
        state.apply(seat, state.parse(seat, text))
        assert state.problems() == []


def offers(state: Winery) -> list[str]:
    """List the texts of the options of whoever is asked."""
    seat = state.waiting[0]
    return [state.format(seat, option) for option in state.options(seat)]


def asked(state: Winery) -> str:
    """Name the question."""
    return state.decision().kind if state.waiting else ""


def workers_at(state: Winery, place: str) -> int:
    """Return the seat of the worker on a space of the board, or NONE."""
    who = state.spaces[spot(state, place)]
    return NONE if who == NONE else who // KINDS
