"""Zone 6: a blend of still wines becomes a cuvee (§5.6)."""

from typing import Any, final

from cuvee.games.age_of_champagne.decisions.common import CUVEE_CODES, GRAPE_CODES, STOP, cuvee_name, grape_name, spot_of, tile
from cuvee.games.age_of_champagne.decisions.powers import DRAW_POWERS, power_refusal
from cuvee.games.age_of_champagne.pieces.vocabulary import DRAW, GRAPES
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _


@final
class DrawWine(Decision[Houses]):
    """A blend of three still wines becomes a cuvee, as often as the player likes (§5.6)."""

    kind = "blend"
    section = "5.6"
    span = 1 << 5

    def options(self, state: Houses, seat: int) -> list[int]:
        found = [STOP]
        pieces, at = state.setup.pieces, GRAPES * seat
        if state.total(state.cellar, seat) >= pieces.cellar:
            return found
        first, second, third = state.wines[at], state.wines[at + 1], state.wines[at + 2]
        if first + second + third < 3:
            return found
        for number in range(len(pieces.blends)):
            wines = pieces.blends[number].wines
            if first >= wines[0] and second >= wines[1] and third >= wines[2]:
                found.append(number + 1)
        return found

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if option == STOP:
            return
        blend = state.setup.pieces.blends[option - 1]
        for grape in range(GRAPES):
            state.wines[GRAPES * seat + grape] -= blend.wines[grape]
            state.supply[grape] += blend.wines[grape]
        state.supply[blend.cuvee] -= 1
        state.cellar[GRAPES * seat + blend.cuvee] += 1
        state.tell("blends", seat, option - 1)
        state.push(self)

    def powers(self, state: Houses, seat: int) -> tuple[Decision[Any], ...]:
        return DRAW_POWERS[seat]

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Wine Draw: blend three still wines into a cuvée, or stop")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        if option == STOP:
            return "stop"
        blend = state.setup.pieces.blends[option - 1]
        wines = "".join(GRAPE_CODES[at] * blend.wines[at] for at in range(GRAPES))
        return f"blend {wines} {CUVEE_CODES[blend.cuvee]}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        if option == STOP:
            return _("Stop")
        blend = state.setup.pieces.blends[option - 1]
        wines = ", ".join(f"{blend.wines[at]} {grape_name(state, at)}" for at in range(GRAPES) if blend.wines[at])
        return _("{cuvee} from {wines}", cuvee=cuvee_name(state, blend.cuvee), wines=wines)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        answer = tile(self.notation(state, seat, option))
        if option == STOP:
            return [answer, *(f"spot:{spot_of(state, spot).id}" for spot in state.markers_in(seat, DRAW))]
        return [answer, f"cellar:{seat}:{state.setup.pieces.cuvees[state.setup.pieces.blends[option - 1].cuvee].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        text = power_refusal(state, seat, what)
        if text:
            return text
        words = what.casefold().split()
        if words[:1] == ["blend"] and len(words) == 3:
            known = [f"blend {''.join(sorted(words[1], key=GRAPE_CODES.find))} {words[2]}"]
            if all(self.notation(state, seat, at + 1) not in known for at in range(len(state.setup.pieces.blends))):
                return _(
                    "These three still wines do not make that cuvée: Blanc de blancs is three Chardonnay, Blanc de noirs two "
                    "Pinot Noir and a Pinot Noir or Meunier, Tradition Brut a Meunier and any two (§5.6)"
                )
            if state.total(state.cellar, seat) >= state.setup.pieces.cellar:
                return _("Your cellar is full (§5.6)")
            return _("Your winery does not hold these three still wines (§5.6)")
        if ":" in what:
            return _("You are drawing wine: choose a blend that your winery allows, or stop (§5.6)")
        return _("Write “blend ppm n” (three still wines and the cuvée: t, n or b), or “stop”")
