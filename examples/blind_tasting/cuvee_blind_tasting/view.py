"""What one seat may know, built up from nothing (§5)."""

from cuvee.kernel.play import News
from cuvee.kernel.text import _, player
from cuvee.kernel.view import Thing
from cuvee_blind_tasting.state import Tasting


def areas(state: Tasting, seat: int) -> list[Thing]:
    """Lay out the bottles on offer, then each player's offers, bottles and, if the seat may know, guest."""
    title = _("Round {round} of {rounds}", round=state.round, rounds=state.pieces.rounds)
    table = Thing("table", "table", title, round=state.round, pile=len(state.pile))
    table.add(*(_bottle(state, bottle) for bottle in state.open))
    return [table, *(_player(state, owner, seat) for owner in range(state.seats))]


def _player(state: Tasting, owner: int, seat: int) -> Thing:
    area = Thing(f"player:{owner}", "player", player(owner), decanter=owner == state.decanter)
    area.facts["sealed"] = bool(state.sealed[owner])
    if state.offers:
        area.facts["offered"] = state.offers[owner]
    if owner == seat and state.sealed[owner]:
        area.facts["your_offer"] = state.sealed[owner][0]
    hand = Thing(f"hand:{owner}", "hand", _("Offers left"))
    hand.add(*(Thing(f"offer:{owner}:{card}", "offer", str(card)) for card in state.hands[owner]))
    cellar = Thing(f"cellar:{owner}", "cellar", _("Bottles"))
    cellar.add(*(_bottle(state, bottle) for bottle in state.cellars[owner]))
    area.add(hand, cellar)
    if state.guests and (owner == seat or state.over):
        guest = state.pieces.guests[state.guests[owner]]
        area.add(Thing(f"guest:{owner}", "guest", guest.name, likes=state.pieces.grapes[guest.grape], points=guest.points))
    return area


def _bottle(state: Tasting, number: int) -> Thing:
    bottle = state.pieces.bottles[number]
    return Thing(f"bottle:{bottle.id}", "bottle", bottle.name, grape=state.pieces.grapes[bottle.grape], points=bottle.points)


def recount(state: Tasting, news: News, seat: int) -> str:
    """Tell what happened; none of it is secret."""
    if news.kind == "round":
        return _("Round {round} begins; {player} has the decanter", round=news.a, player=player(news.seat))
    if news.kind == "offers":
        return _("{player} offers {number}", player=player(news.seat), number=news.a)
    return _("{player} takes {bottle}", player=player(news.seat), bottle=state.pieces.bottles[news.a].name)
