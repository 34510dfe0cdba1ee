"""Lay a table of Ora et Labora as a test needs it, and play on it with the words of the notation."""

from typing import cast

from cuvee import games
from cuvee.games.ora_et_labora.decisions.menus import SettlementMenu, TurnMenu
from cuvee.games.ora_et_labora.decisions.using import use
from cuvee.games.ora_et_labora.pieces.buildings import STAGES
from cuvee.games.ora_et_labora.pieces.goods import COIN, GOODS, KINDS
from cuvee.games.ora_et_labora.pieces.landscapes import SETTLEMENT
from cuvee.games.ora_et_labora.state.landscapes import position
from cuvee.games.ora_et_labora.state.table import FIGURES, HOME, Estates

GAME = games.get("ora_et_labora")
SEATS = {"solo": 1, "two": 2, "three": 3, "four": 4}


def new(mode: str = "three_long", variant: str = "france") -> Estates:
    """Set up a game by the name of its mode."""
    word, _, length = mode.partition("_")
    options: dict[str, str | int | bool] = {"variant": variant}
    if length:
        options["length"] = length
    return cast(Estates, GAME.new(SEATS[word], options, 1))


def read(text: str) -> dict[str, int]:
    """Read "2 clay, 5 coins" into counts by good."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    return {"coin" if name == "coins" else name: int(count) for count, name in parts}


def give(state: Estates, seat: int, text: str) -> None:
    """Let a seat own exactly these goods."""
    stock = [0] * KINDS
    for good, count in read(text).items():
        stock[GOODS.index(good)] = count
    state.goods[seat] = stock


def owns(state: Estates, seat: int) -> dict[str, int]:
    """Return the goods of a seat that are not 0."""
    return {GOODS[kind]: count for kind, count in enumerate(state.goods[seat]) if count}


def number(state: Estates, tag: str) -> int:
    """Return the number of a building by its tag: "g02", "farmyard@1"."""
    return state.setup.pieces.by_tag[tag.lower()]


def reach(state: Estates, letter: str) -> None:
    """Bring the cards of all letters up to this one into play."""
    while state.stage < STAGES.index(letter):
        state.stage += 1
        state.display = sorted(state.display + state.setup.stages[state.stage])


def lay(state: Estates, side: int, tag: str, x: int, y: int) -> int:
    """Lay a building or settlement ("s3") on a space; return its number."""
    if tag.lower().startswith("s") and tag[1:].isdigit():
        card = SETTLEMENT + int(tag[1:]) - 1
    else:
        card = number(state, tag)
        if card in state.display:
            state.display.remove(card)
        state.raise_price(card)
    state.lay(side, position(x, y), card)
    return card


def clear(state: Estates, side: int, *spaces: tuple[int, int]) -> None:
    """Take whatever lies on these spaces away."""
    for x, y in spaces:
        state.lay(side, position(x, y), -1)


def at(state: Estates, side: int, x: int, y: int) -> int:
    """Return what lies on a space."""
    return state.cards[side][state.grounds[side].at[position(x, y)]]


def stand(state: Estates, side: int, prior: str = "", *brothers: str) -> None:
    """Put the clergymen of a side on buildings; an empty name leaves one at home."""
    for place, tag in enumerate((prior, *brothers)):
        state.clergy[side * FIGURES + place] = number(state, tag) if tag else HOME


def buy(state: Estates, seat: int, side: str, y: int) -> None:
    """Place a landscape, free of charge and out of turn."""
    pieces = state.setup.pieces
    for pile, sheets in enumerate((pieces.district_sides, pieces.plot_sides)):
        for place, sheet in enumerate(sheets):
            if sheet.id == side:
                state.grounds[seat] = state.grounds[seat].with_sheet(sheet, y, pile, place)
                state.cards[seat] = state.cards[seat] + sheet.cards
                state.taken[pile] += 1


def turn_to(state: Estates, **indicators: int) -> None:
    """Put indicators this many spaces behind the beam."""
    names = [indicator.id for indicator in state.setup.pieces.indicators]
    for name, spaces in indicators.items():
        state.wheel[names.index(name)] = spaces


def indicator(state: Estates, name: str) -> int:
    """Return how far an indicator is behind the beam."""
    names = [each.id for each in state.setup.pieces.indicators]
    return state.wheel[names.index(name)]


def begin(state: Estates, seat: int = 0, actions: int = 1) -> None:
    """Start a turn that ends the game."""
    state.agenda.clear()
    state.push(TurnMenu(seat, actions, True))
    state.settle()


def employ(state: Estates, seat: int, tag: str) -> None:
    """Use a building out of the blue; when its function is finished the game is over."""
    state.agenda.clear()
    state.used = 0
    use(state, seat, number(state, tag))
    state.settle()


def play(state: Estates, *texts: str) -> None:
    """Let whoever is asked answer, one text after the other."""
    for text in texts:
        seat = state.waiting[0]
        state.apply(seat, state.parse(seat, text))


def offers(state: Estates) -> list[str]:
    """List the texts of the options of whoever is asked."""
    seat = state.waiting[0]
    return [state.format(seat, option) for option in state.options(seat)]


def asked(state: Estates) -> str:
    """Name the question."""
    return state.decision().kind if state.waiting else ""


def money(state: Estates, seat: int) -> int:
    """Return the coins of a seat."""
    return state.goods[seat][COIN]


def settle_down(state: Estates, seat: int, goods: str) -> None:
    """Give a seat its part in a settlement phase, with these goods."""
    give(state, seat, goods)
    state.agenda.clear()
    state.push(SettlementMenu(seat, 1, True))
    state.settle()
