"""The menus of a turn, of a settlement phase and of the bonus round (§4.8, §8.2, §13.2)."""

from abc import abstractmethod
from typing import Final, final

from mypy_extensions import mypyc_attr

from cuvee.games.ora_et_labora.decisions.building import BuildingCard, why_not_build
from cuvee.games.ora_et_labora.decisions.clergy import ContractBuilding, OwnBuilding, can_contract, can_hire
from cuvee.games.ora_et_labora.decisions.common import PRIOR, BuildingChoice, WordChoice, called, good_name, read_space
from cuvee.games.ora_et_labora.decisions.land import LandscapePile, can_buy_land, may_reach_land
from cuvee.games.ora_et_labora.decisions.settling import SettlementCard
from cuvee.games.ora_et_labora.decisions.using import use
from cuvee.games.ora_et_labora.decisions.wheel import ResourceCard
from cuvee.games.ora_et_labora.pieces.landscapes import FOREST, FREE, MOOR
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _

PLACE: Final = 0
CONTRACT: Final = 1
FELL: Final = 2
CUT: Final = 3
BUILD: Final = 4
LAND: Final = 5
END: Final = 6
SETTLE: Final = 7
ENTER: Final = 8
MENU_WORDS: Final = ("place", "contract", "fell", "cut", "build", "land", "end", "settle", "enter")


@mypyc_attr(allow_interpreted_subclasses=True)
class Menu(WordChoice):
    """What next? Asked again and again until the player is done; exchanges are open here (§7.1)."""

    def __init__(self, seat: int, actions: int, may_buy: bool) -> None:
        super().__init__(seat)
        self.actions = actions
        """Main actions left."""
        self.may_buy = may_buy
        """Whether no landscape has been bought yet in this turn or phase (§7.4)."""

    def words(self) -> tuple[str, ...]:
        return MENU_WORDS

    def labels(self) -> tuple[str, ...]:
        return (
            _("Place a clergyman on a building of your own"),
            _("Issue a work contract"),
            _("Fell trees"),
            _("Cut peat"),
            _("Build a building"),
            _("Buy a landscape"),
            _("End the turn"),
            _("Build a settlement"),
            _("Put the prior on any building"),
        )

    @abstractmethod
    def verbs(self) -> tuple[int, ...]:
        """List everything that this menu can offer, in the order in which it is shown."""

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"verb:{MENU_WORDS[option]}"]

    @abstractmethod
    def again(self, state: Estates, actions: int, may_buy: bool) -> None:
        """Put the menu back on the agenda, to come up again after what was chosen."""

    def powers(self, state: Estates, seat: int) -> tuple[Decision[Estates], ...]:
        # With nothing left to do but buy land, an exchange is useful only if it can pay for land (R52).
        if self.actions or (self.may_buy and may_reach_land(state, seat)):
            return state.setup.powers
        return ()

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option == LAND:
            self.again(state, self.actions, False)
            state.push(LandscapePile(seat))
        elif option != END:
            self.act(state, seat, option)
        elif self.actions:
            state.tell("passes", seat, self.actions)

    @abstractmethod
    def act(self, state: Estates, seat: int, option: int) -> None:
        """Do what was chosen: a main action, or a settlement."""

    def closing(self, state: Estates, seat: int) -> list[int]:
        """List what every menu ends with: land, if it can be bought, and the end."""
        return [LAND, END] if self.may_buy and can_buy_land(state, seat) else [END]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        wanted = what.strip().casefold().removeprefix("verb:")
        verb = verb_for(state, seat, wanted)
        if verb == BUILD and self.actions and BUILD in self.verbs():
            card = state.setup.pieces.by_tag[wanted.removeprefix("building:")]
            if card not in state.buildable(seat):
                return why_not_build(state, seat, state.building(card))
        if verb in self.options(state, seat):
            return _("First choose “{verb}”", verb=self.label(state, seat, verb))
        if verb in self.verbs():
            wanted = MENU_WORDS[verb]
        if wanted == "land":
            if not self.may_buy:
                return _("You have already bought a landscape: only one per turn, and one per settlement phase (§7.4)")
            return _("You cannot pay for the top tile of either pile (§7.4)")
        if wanted in MENU_WORDS and not self.actions:
            return _("No main action is left in this turn (§4.8)")
        if wanted == "contract":
            return why_no_contract(state, seat)
        reasons = {
            "place": _("You have no available clergyman, or no unoccupied building (§6.1.6)"),
            "fell": _("You have no forest to fell (§6.2)"),
            "cut": _("You have no moor to cut (§6.2)"),
            "build": _("No card in the display can be both paid for and placed (§6.3.7)"),
            "settle": _("No settlement in your hand can be both paid for and placed (§8.3)"),
            "enter": _("Your prior is not available (§13.2)"),
        }
        return reasons.get(wanted, _("“{what}” is not on the menu", what=called(state, what)))


def verb_for(state: Estates, seat: int, what: str) -> int:
    """Return what pointing at a thing on the table means in the menu, or NOWHERE."""
    kind, _colon, rest = what.partition(":")
    if kind == "building":
        number = state.setup.pieces.by_tag.get(rest, NOWHERE)
        owner = state.owner_of(number)
        return (BUILD if number in state.display else NOWHERE) if owner == NOWHERE else PLACE if owner == seat else CONTRACT
    if kind == "space":
        index = state.grounds[seat].at.get(read_space(what), NOWHERE) if rest.startswith(f"{seat}:") else NOWHERE
        card = state.cards[seat][index] if index != NOWHERE else FREE
        return FELL if card == FOREST else CUT if card == MOOR else NOWHERE
    return {"pile": LAND, "settlement": SETTLE, "clergy": PLACE}.get(kind, NOWHERE)


def why_no_contract(state: Estates, seat: int) -> str:
    """Say why no work contract can be issued."""
    if not can_hire(state, seat):
        good = good_name(state, state.setup.present)
        return _("A work contract costs {price} coins or 1 {good}, and you have neither (§6.1.3)", price=state.price, good=good)
    return _("Nobody else has both an available clergyman and an unoccupied building (§6.1.2)")


@mypyc_attr(allow_interpreted_subclasses=True)
class ActionMenu(Menu):
    """A menu of main actions: taking one leaves one fewer, and lets once-per-action buildings work again."""

    @abstractmethod
    def possible(self, state: Estates, seat: int) -> list[int]:
        """List the main actions that can be taken."""

    @abstractmethod
    def begin(self, state: Estates, seat: int, option: int) -> None:
        """Begin a main action."""

    def options(self, state: Estates, seat: int) -> list[int]:
        found = self.possible(state, seat) if self.actions else []
        return found + self.closing(state, seat)

    def act(self, state: Estates, seat: int, option: int) -> None:
        self.again(state, self.actions - 1, self.may_buy)
        state.used = 0
        self.begin(state, seat, option)


@final
class TurnMenu(ActionMenu):
    """The menu of a turn: main actions, a landscape, exchanges, end (§4.8)."""

    kind = "turn_menu"
    section = "4.8"

    def verbs(self) -> tuple[int, ...]:
        return (PLACE, CONTRACT, FELL, CUT, BUILD, LAND, END)

    def possible(self, state: Estates, seat: int) -> list[int]:
        found: list[int] = []
        if state.anybody_home(seat) and state.has_unoccupied(seat):
            found.append(PLACE)
        if can_contract(state, seat):
            found.append(CONTRACT)
        cards = state.cards[seat]
        if FOREST in cards:
            found.append(FELL)
        if MOOR in cards:
            found.append(CUT)
        if state.can_build(seat):
            found.append(BUILD)
        return found

    def begin(self, state: Estates, seat: int, option: int) -> None:
        if option == PLACE:
            state.push(OwnBuilding(seat))
        elif option == CONTRACT:
            state.push(ContractBuilding(seat))
        elif option == BUILD:
            state.push(BuildingCard(seat, False))
        else:
            state.push(ResourceCard(seat, FOREST if option == FELL else MOOR))

    def again(self, state: Estates, actions: int, may_buy: bool) -> None:
        state.push(TurnMenu(self.seat, actions, may_buy))

    def prompt(self, state: Estates, seat: int) -> str:
        if self.actions:
            return _("Round {round}: your turn, main actions left: {actions}", round=state.round, actions=self.actions)
        return _("Round {round}: buy a landscape, or end your turn", round=state.round)


@final
class SettlementMenu(Menu):
    """One player's part in a settlement phase: land, then a settlement (§8.2, R8)."""

    kind = "settlement_menu"
    section = "8.2"

    def verbs(self) -> tuple[int, ...]:
        return (SETTLE, LAND, END)

    def options(self, state: Estates, seat: int) -> list[int]:
        found = [SETTLE] if state.settleable(seat) else []
        return found + self.closing(state, seat)

    def act(self, state: Estates, seat: int, option: int) -> None:
        state.push(SettlementCard(seat, False))

    def again(self, state: Estates, actions: int, may_buy: bool) -> None:
        state.push(SettlementMenu(self.seat, actions, may_buy))

    def powers(self, state: Estates, seat: int) -> tuple[Decision[Estates], ...]:
        # An exchange on its own is useless here (R52).
        useful = (self.may_buy and may_reach_land(state, seat)) or bool(state.settleable(seat))
        return state.setup.powers if useful else ()

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("Done") if option == END else self.labels()[option]

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Settlement phase: buy a landscape, build a settlement, or finish")


@final
class BonusMenu(ActionMenu):
    """The menu of the bonus round: the prior on any building, or build (§13.2)."""

    kind = "bonus_menu"
    section = "13.2"

    def verbs(self) -> tuple[int, ...]:
        return (ENTER, BUILD, LAND, END)

    def possible(self, state: Estates, seat: int) -> list[int]:
        found: list[int] = []
        if state.prior_home(seat):
            found.append(ENTER)
        if state.can_build(seat):
            found.append(BUILD)
        return found

    def begin(self, state: Estates, seat: int, option: int) -> None:
        if option == ENTER:
            state.push(BonusBuilding(seat))
        else:
            state.push(BuildingCard(seat, False))

    def again(self, state: Estates, actions: int, may_buy: bool) -> None:
        state.push(BonusMenu(self.seat, actions, may_buy))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Bonus round: put your prior on any building, build, or end your turn")

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        if what.strip().casefold().removeprefix("verb:") in ("place", "contract", "fell", "cut"):
            return _("In the bonus round the prior enters any building, or you build; there is no other main action")
        return super().why_not(state, seat, what)


@final
class BonusBuilding(BuildingChoice):
    """Any building of any player, occupied or not, for the prior (§13.2)."""

    kind = "bonus_building"
    section = "13.2"

    def options(self, state: Estates, seat: int) -> list[int]:
        found: list[int] = []
        for side in range(state.setup.sides):
            found += state.buildings_of(side)
        return found

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.tell("enters", seat, option, PRIOR)
        state.put(seat, True, option)
        use(state, seat, option)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which building does your prior use?")
