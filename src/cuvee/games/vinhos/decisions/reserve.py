"""The 2010 Reserve: the bank, unpaid Enologists and multiplier options (§16)."""

from typing import Final, final

from cuvee.games.vinhos.decisions.common import STOP, Ask, AskEstate, choice
from cuvee.games.vinhos.state.codes import ENOLOGISTS, MARKED, SUPPLY_ENOLOGISTS, UNMARKED
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _

DECADES: Final = 4096
MANY: Final = 80
"""A transfer with more possible amounts than this is asked in two steps, tens first."""


def bank_range(state: Table, seat: int, steps: int) -> tuple[int, int]:
    """Return the smallest and the largest withdrawal that some investment steps allow; deposits are negative (§16.17)."""
    rules = state.setup.pieces.reserve
    cost = steps * (rules.step_price if steps > 0 else rules.step_payout)
    return -state.money[seat], state.account[seat] - cost


@final
class BankSteps(Ask):
    """Decide on investment steps, down or up (§16.17)."""

    kind = "bank_steps"
    section = "16.17"

    def options(self, state: Table, seat: int) -> list[int]:
        rules, found = state.setup.pieces.reserve, []
        for steps in range(-rules.max_steps, rules.max_steps + 1):
            low, high = bank_range(state, seat, steps)
            inside = rules.level_min <= state.level[seat] + steps <= rules.level_max
            if inside and low <= high and (steps != 0 or low < high):
                found.append(steps + rules.max_steps)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.push(BankTransfer(seat, option - state.setup.pieces.reserve.max_steps, 0))

    def prompt(self, state: Table, seat: int) -> str:
        return _("How many investment steps?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"steps {option - state.setup.pieces.reserve.max_steps}"

    def label(self, state: Table, seat: int, option: int) -> str:
        rules = state.setup.pieces.reserve
        steps = option - rules.max_steps
        if steps > 0:
            return _("Up {steps} for {cost} Bagos", steps=steps, cost=steps * rules.step_price)
        if steps < 0:
            return _("Down {steps} for {pay} Bagos", steps=-steps, pay=-steps * rules.step_payout)
        return _("No steps")

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Cash and account together must pay for the steps, and the level must stay on the track")


@final
class BankTransfer(Ask):
    """Move money between cash and account (§16.17). Many amounts are asked in two steps, the tens first.

    `tens` is 0 for the first question; afterwards it is the decade chosen, counted from 1, negative for deposits.
    """

    kind = "bank_transfer"
    section = "16.17"
    span = 2 * DECADES

    def __init__(self, seat: int, steps: int, tens: int) -> None:
        super().__init__(seat)
        self.steps = steps
        self.tens = tens

    def options(self, state: Table, seat: int) -> list[int]:
        low, high = bank_range(state, seat, self.steps)
        if self.tens == 0 and high - low > MANY:
            return self._decades(low, high)
        if self.tens > 0:
            low, high = max(low, 10 * (self.tens - 1)), min(high, 10 * self.tens - 1)
        elif self.tens < 0:
            low, high = max(low, 10 * self.tens + 1), min(high, 10 * (self.tens + 1))
        first = self.tens if self.tens else 0
        found: list[int] = []
        for amount in range(low, high + 1):
            if amount == 0 and (self.steps == 0 or first < 0):
                continue
            found.append(2 * amount if amount >= 0 else 1 - 2 * amount)
        return found

    def _decades(self, low: int, high: int) -> list[int]:
        """List the tens in which an amount is possible; 0 belongs to the withdrawals, and needs steps."""
        least = max(-high, 1)
        found = [DECADES + 2 * tens for tens in range(1, high // 10 + 2) if high > 0 or self.steps != 0]
        found += [DECADES + 2 * tens + 1 for tens in range(1, -low // 10 + 2) if least <= min(-low, 10 * tens - 1)]
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option >= DECADES:
            tens = (option - DECADES) // 2
            state.push(BankTransfer(seat, self.steps, -tens if option % 2 else tens))
            return
        amount = -(option // 2) if option % 2 else option // 2
        rules = state.setup.pieces.reserve
        cost = self.steps * (rules.step_price if self.steps > 0 else rules.step_payout)
        state.money[seat] += amount
        state.account[seat] -= amount + cost
        state.level[seat] += self.steps
        state.tell("bank", seat, self.steps, amount)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Move money between cash and account")

    def notation(self, state: Table, seat: int, option: int) -> str:
        word = "deposit" if option % 2 else "withdraw"
        if option >= DECADES:
            return f"{word} from {10 * ((option - DECADES) // 2 - 1)}"
        return f"{word} {option // 2}" if option else "none"

    def label(self, state: Table, seat: int, option: int) -> str:
        if option >= DECADES:
            low = 10 * ((option - DECADES) // 2 - 1)
            return _("Deposit {low} or more", low=low) if option % 2 else _("Withdraw {low} or more", low=low)
        if option == 0:
            return _("No transfer")
        return _("Deposit {n} Bagos", n=option // 2) if option % 2 else _("Withdraw {n} Bagos", n=option // 2)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Cash and account must both be at least 0 afterwards, and you must make a step or a transfer")


@final
class Dismiss(AskEstate):
    """Return an Enologist who cannot be paid to the supply (§16.5)."""

    kind = "dismiss"
    section = "16.18"

    def options(self, state: Table, seat: int) -> list[int]:
        return [estate for estate in range(state.opened(seat)) if state.land[state.at(seat, estate) + ENOLOGISTS] > 0]

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.land[state.at(seat, option) + ENOLOGISTS] -= 1
        state.supply[SUPPLY_ENOLOGISTS] += 1
        state.tell("dismisses", seat, option)

    def prompt(self, state: Table, seat: int) -> str:
        return _("You cannot pay everybody: which estate loses an Enologist?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"estate {option + 1}"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("Estate {estate}", estate=option + 1)

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose an estate with an Enologist; salaries are paid from the account only")


@final
class MarkOption(Ask):
    """After the third fair: put a barrel of a Magnate and a Fair tile on a multiplier option (§16.14)."""

    kind = "mark_option"
    section = "16.14"

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        if state.fair_tiles[seat] > 0:
            magnates, sides = len(state.setup.pieces.magnates), state.setup.sides
            for option in state.setup.pieces.options:
                barrels = state.magnate_barrels[seat * magnates + option.magnate]
                if barrels > 0 and state.option_marks[option.number * sides + seat] == UNMARKED:
                    found.append(option.number)
        found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == STOP:
            return
        magnate = state.setup.pieces.options[option].magnate
        state.magnate_barrels[seat * len(state.setup.pieces.magnates) + magnate] -= 1
        state.fair_tiles[seat] -= 1
        state.option_marks[option * state.setup.sides + seat] = MARKED
        state.tell("marks", seat, option)
        state.push(MarkOption(seat))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Mark a multiplier option?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "stop" if option == STOP else f"mark {state.setup.pieces.options[option].id}"

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == STOP:
            return _("Stop marking")
        tile = state.setup.pieces.options[option]
        return _("{magnate}: {text}", magnate=state.setup.pieces.magnates[tile.magnate].name, text=_(tile.text))

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("stop")] if option == STOP else [f"option:{state.setup.pieces.options[option].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if state.fair_tiles[seat] == 0:
            return _("You have no Fair tile left")
        return _("You need a barrel with the Magnate of the option, and each option serves each player once")
