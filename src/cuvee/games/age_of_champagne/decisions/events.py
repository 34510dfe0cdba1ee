"""The questions of events: a cuvee to lose, a region, a grape variety (§7)."""

from typing import Final, final

from cuvee.games.age_of_champagne.decisions.common import ALL_REGIONS, CUVEE_CODES, cuvee_name, grape_name, region_name
from cuvee.games.age_of_champagne.pieces.vocabulary import GRAPES, REGIONS
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _

ALL_GRAPES: Final = list(range(GRAPES))


@final
class LoseCuvee(Decision[Houses]):
    """Corks defect: choose which cuvee is lost, and from where (§7.2)."""

    kind = "corks"
    section = "7.2"
    span = 2 * GRAPES

    def options(self, state: Houses, seat: int) -> list[int]:
        at = GRAPES * seat
        found = [cuvee for cuvee in range(GRAPES) if state.cellar[at + cuvee]]
        return found + [GRAPES + cuvee for cuvee in range(GRAPES) if state.cave[at + cuvee]]

    def apply(self, state: Houses, seat: int, option: int) -> None:
        state.give_back(state.cellar if option < GRAPES else state.cave, seat, option % GRAPES, 1)
        state.tell("loses", seat, option % GRAPES, option // GRAPES)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Corks defect: lose a cuvée from your cellar or oenotheque")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"lose {CUVEE_CODES[option % GRAPES]} {'cellar' if option < GRAPES else 'oenotheque'}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        name = cuvee_name(state, option % GRAPES)
        return _("{cuvee} from the cellar", cuvee=name) if option < GRAPES else _("{cuvee} from the oenotheque", cuvee=name)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        place = "cellar" if option < GRAPES else "oenotheque"
        return [f"{place}:{seat}:{state.setup.pieces.cuvees[option % GRAPES].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You can only lose a cuvée that you have")


@final
class NameRegion(Decision[Houses]):
    """The key card is a Coteaux Vitryats: the player with the fewest PP names the region without harvest (§7.3)."""

    kind = "key region"
    section = "7.3"
    span = REGIONS

    def options(self, state: Houses, seat: int) -> list[int]:
        return ALL_REGIONS

    def apply(self, state: Houses, seat: int, option: int) -> None:
        state.key_element = option
        state.tell("key region", seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Climatic hazards: name the region that produces nothing this round")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"name {state.setup.pieces.regions[option].id}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("{region} produces nothing", region=region_name(state, option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"region:{seat}:{state.setup.pieces.regions[option].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You must name one of the five regions")


@final
class NameVariety(Decision[Houses]):
    """The key card is a Coteaux Vitryats: the player with the fewest PP names the variety of Grapes quality (§7.3)."""

    kind = "key variety"
    section = "7.3"
    span = GRAPES

    def options(self, state: Houses, seat: int) -> list[int]:
        return ALL_GRAPES

    def apply(self, state: Houses, seat: int, option: int) -> None:
        state.key_element = option
        state.tell("key variety", seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Grapes quality: name the variety whose vineyards bring Prestige")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"name {state.setup.pieces.grapes[option].id}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Vineyards with {grape}", grape=grape_name(state, option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"winery:{seat}:{state.setup.pieces.grapes[option].id}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You must name one of the three grape varieties")
