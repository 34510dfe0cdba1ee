"""Influence stars on the map of Tuscany (§14.2)."""

from typing import Final, final

from cuvee.games.viticulture.decisions.common import Ask
from cuvee.games.viticulture.effects.op import Op, start
from cuvee.games.viticulture.pieces.ops import Node
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.text import _

REGIONS: Final = 8


def star_moves(state: Winery, seat: int) -> list[int]:
    """List the regions for a new star; when all stars are placed, the moves as REGIONS * (from + 1) + to (§14.2)."""
    stars, regions = state.players[seat].stars, len(state.board.regions)
    if sum(stars) < state.board.stars:
        return list(range(regions))
    return [
        REGIONS * (origin + 1) + goal for origin in range(regions) if stars[origin] for goal in range(regions) if goal != origin
    ]


@final
class Star(Op):
    """Place an influence star, or move one (§14.2)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(state.board.regions) and bool(star_moves(state, seat))

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return self.able(state, seat, node)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(StarChoice(seat))


@final
class StarChoice(Ask):
    """Where the star goes (§14.2)."""

    kind = "star"
    section = "14.2"

    def options(self, state: Winery, seat: int) -> list[int]:
        return star_moves(state, seat)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        vineyard = state.players[seat]
        stars = vineyard.stars[:]
        goal = option % REGIONS
        stars[goal] += 1
        if option >= REGIONS:
            stars[option // REGIONS - 1] -= 1
        vineyard.stars = stars
        state.tell("star", seat, goal)
        if option < REGIONS or vineyard.built & state.pieces.star_gainers:
            start(state, seat, state.board.regions[goal].line)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Place or move an influence star")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        regions = state.board.regions
        goal = regions[option % REGIONS].id
        return goal if option < REGIONS else f"{regions[option // REGIONS - 1].id} {goal}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        regions = state.board.regions
        goal = _(regions[option % REGIONS].name)
        if option < REGIONS:
            return _("A star in {region}", region=goal)
        return _("From {origin} to {region}", origin=_(regions[option // REGIONS - 1].name), region=goal)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"region:{state.board.regions[option % REGIONS].id}"]
