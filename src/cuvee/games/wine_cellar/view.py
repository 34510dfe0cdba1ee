"""What one seat may know of a game of Wine Cellar, built up from nothing (§6, §11.8)."""

from cuvee.games.wine_cellar.decisions.bonus_swap import KEEP
from cuvee.games.wine_cellar.decisions.trick import TOP, describe
from cuvee.games.wine_cellar.pieces import Card
from cuvee.games.wine_cellar.state import NOTHING, Cellars
from cuvee.kernel.play import SPECTATOR, News
from cuvee.kernel.text import _, player
from cuvee.kernel.view import Thing, View


def areas(state: Cellars, seat: int) -> list[Thing]:
    """Lay out the table for a seat: trick, prizes, bids, then each player's cellar and hand."""
    shown = [_table(state)]
    shown += [_player_area(state, other, seat) for other in range(state.seats)]
    if state.solo:
        shown.append(_opponent_area(state, seat))
    return shown


def _table(state: Cellars) -> Thing:
    tricks = state.pieces.hand_size
    table = Thing("table", "table", _("Trick {trick} of {tricks}", trick=state.trick, tricks=tricks), trick=state.trick)
    prizes = Thing("prizes", "prizes", _("Prizes"), [_card(state, card) for card in state.prizes])
    bids = Thing("bids", "bids", _("Bids"), [_card(state, card) for card in state.bids])
    return table.add(prizes, bids)


def _player_area(state: Cellars, owner: int, seat: int) -> Thing:
    name = _("{player} (you)", player=player(owner)) if owner == seat else player(owner)
    area = Thing(f"player:{owner}", "player", name, locked=bool(state.sealed[owner]))
    bottles = [_card(state, card, position) for position, card in enumerate(state.cellars[owner], 1)]
    top = Thing(f"cellar:{owner}:top", "end", _("Top of the cellar"))
    bottom = Thing(f"cellar:{owner}:bottom", "end", _("Bottom of the cellar"))
    area.add(Thing(f"cellar:{owner}", "cellar", _("Cellar"), [top, *bottles, bottom]))
    if state.bonus[owner] != NOTHING:
        area.add(Thing(f"bonus:{owner}", "bonus", _("Bonus card"), [_card(state, state.bonus[owner])]))
    hand = Thing(f"hand:{owner}", "hand", _("Hand"), count=len(state.hands[owner]))
    if owner == seat:
        hand.add(*(_card(state, card) for card in state.hands[owner]))
        if state.sealed[owner] and not state.over and state.decision().kind == "bid":
            hand.facts["sealed"] = state.pieces.cards[state.sealed[owner][0]].bid
    elif seat != SPECTATOR:
        # Every player can work it out (§6.3), so we show it; it is derived, not read from the hand.
        hand.add(*(_card(state, card) for card in state.unseen_by(seat)))
        hand.facts["deduced"] = True
    return area.add(hand)


def _opponent_area(state: Cellars, seat: int) -> Thing:
    area = Thing("ai", "opponent", _("A.I."))
    pile = Thing("pile", "pile", _("Cards to come, in unknown order"), count=len(state.pile))
    if seat != SPECTATOR:
        pile.add(*(_card(state, card) for card in state.unseen_by(seat)))
    shelf = Thing("shelf", "shelf", _("Bottles"), [_card(state, card) for card in state.shelf])
    area.add(pile, shelf)
    if state.aside != NOTHING:
        area.add(Thing("aside", "aside", _("Last bid"), [_card(state, state.aside)]))
    return area


def _card(state: Cellars, number: int, position: int = 0) -> Thing:
    card, pieces = state.pieces.cards[number], state.pieces
    thing = Thing(
        f"card:{card.id}",
        "card",
        _(card.name),
        bid=card.bid,
        country=_(pieces.countries[card.country].name),
        type=_(pieces.types[card.type].name),
        glyph=pieces.types[card.type].glyph,
        ages=card.ages[:],
        clauses=clauses(state, card),
    )
    if position:
        thing.facts["position"] = position
    return thing


def clauses(state: Cellars, card: Card) -> list[str]:
    """Say what a card gives as a bonus card (§2.6)."""
    kind, country = state.pieces.types[card.clause_type], state.pieces.countries[card.clause_country]
    return [
        _("+{points} per {type}", points=card.type_points, type=_(kind.name)),
        _("+{points} per {country}", points=card.country_points, country=_(country.adjective)),
    ]


def recount(state: Cellars, news: News, seat: int) -> str:
    """Put a piece of news into words; all news in this game is public."""
    cards = state.pieces.cards
    if news.kind == "bids":
        first, second = describe(state, cards[news.a]), describe(state, cards[news.b])
        return _(
            "Bids: {first} against {second}; {winner} wins the trick", first=first, second=second, winner=_who(state, news.seat)
        )
    if news.kind == "shelves":
        return _("{who} takes {card}", who=_who(state, news.seat), card=describe(state, cards[news.a]))
    if news.kind == "places":
        return _place_text(state, news)
    if news.a == KEEP:
        return _("{who} keeps the bonus card", who=player(news.seat))
    return _("{who} swaps with position {position}", who=player(news.seat), position=news.a)


def _place_text(state: Cellars, news: News) -> str:
    who, card = player(news.seat), describe(state, state.pieces.cards[news.a])
    if news.c == 0:
        return _("{who} starts a cellar with {card}", who=who, card=card)
    if news.b == TOP:
        return _("{who} stores {card} on top", who=who, card=card)
    return _("{who} stores {card} at the bottom", who=who, card=card)


def _who(state: Cellars, seat: int) -> str:
    return _("The A.I.") if state.solo and seat == 1 else player(seat)


def picture(view: View) -> str:
    """Draw a view as text: every card on one line, its ages under the positions they would count at."""
    lines: list[str] = []
    for area in view.areas:
        lines += ["", f"── {area.name} " + "─" * (35 - len(area.name)) + " 1 2 3 4 5 6 7 8 " + "─" * 40]
        for part in area.inside:
            cards = [thing for thing in part.inside if thing.kind == "card"]
            if cards or part.facts.get("count"):
                lines.append(_part_title(part))
            lines += [_card_line(card) for card in cards]
    return "\n".join(lines[1:])


def _part_title(part: Thing) -> str:
    title = part.name
    if part.facts.get("deduced"):
        title += " " + _("(as you can work out)")
    if "sealed" in part.facts:
        title += " " + _("(bid locked: {card})", card=part.facts["sealed"])
    if not part.inside:
        title += f": {part.facts['count']}"
    return f"  {title}"


def _card_line(card: Thing) -> str:
    facts = card.facts
    position = f"{facts['position']}." if "position" in facts else ""
    ages, clauses_text = facts["ages"], facts["clauses"]
    assert isinstance(ages, list)
    assert isinstance(clauses_text, list)
    strip = " ".join(str(age) for age in ages)
    name = f"{card.name}, {facts['country']}"
    return f"   {position:>2} {facts['bid']:>2} {facts['glyph']} {name:<28.28} {strip}  {', '.join(map(str, clauses_text))}"
