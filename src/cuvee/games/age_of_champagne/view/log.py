"""The log: each piece of news in a sentence."""

from cuvee.games.age_of_champagne.decisions.common import (
    cuvee_name,
    cuvees_text,
    grape_name,
    market_text,
    region_name,
    spot_name,
    token_text,
    vineyard_text,
    who_name,
)
from cuvee.games.age_of_champagne.decisions.marketing import counts_of
from cuvee.games.age_of_champagne.pieces.vocabulary import NOBODY, NOTHING
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import News
from cuvee.kernel.text import _


def recount(state: Houses, news: News, seat: int) -> str:
    """Put a piece of news into words; whatever becomes news is public when it happens."""
    pieces, who = state.setup.pieces, who_name(state, news.seat) if news.seat != NOBODY else ""
    if news.kind in ("round", "event", "key region", "key variety", "council"):
        return _course_text(state, news)
    if news.kind in ("places", "reserves", "broken", "token", "land", "inherits", "vineyard"):
        return _piece_text(state, news, who)
    if news.kind in ("ships", "asks", "answers"):
        return _trade_text(state, news, who)
    if news.kind == "prestige":
        return _("{who}: {points} PP", who=who, points=f"{news.a:+}")
    if news.kind == "eco":
        return _("{who}: {change} eco, now level {level}", who=who, change=f"{news.a:+}", level=news.b)
    if news.kind == "press":
        return _("{who} raises the press to {capacity}", who=who, capacity=news.a)
    if news.kind == "module":
        return _("{who} installs winery module {number}", who=who, number=news.a)
    if news.kind == "blends":
        return _("{who} draws a {cuvee}", who=who, cuvee=cuvee_name(state, pieces.blends[news.a].cuvee))
    return _wine_text(state, news, who)


def _course_text(state: Houses, news: News) -> str:
    if news.kind == "round":
        return _("Round {round} begins", round=news.a)
    if news.kind == "council":
        return _("{who} is first at the Council", who=who_name(state, news.seat))
    if news.kind == "event":
        event = state.setup.pieces.events[news.a]
        return _("Event: {name}. {text}", name=_(event.name), text=_(event.text))
    if news.kind == "key region":
        return _("The key region is {region}", region=region_name(state, news.a))
    return _("The key variety is {grape}", grape=grape_name(state, news.a))


def _piece_text(state: Houses, news: News, who: str) -> str:
    if news.kind == "places":
        if news.b:
            return _("{who} places the disc on {spot}", who=who, spot=spot_name(state, news.a))
        return _("{who} goes to {spot}", who=who, spot=spot_name(state, news.a))
    if news.kind == "token":
        return _("{who} gets a token: {token}", who=who, token=token_text(state, news.a))
    if news.kind == "land":
        return _("{who} owns land in {region}", who=who, region=region_name(state, news.a))
    if news.kind == "inherits":
        return _("{who} inherits: {text}", who=who, text=_(state.setup.pieces.inheritance[news.a].text))
    if news.kind == "vineyard":
        return _(
            "{who} takes {vineyard}, in {region}",
            who=who,
            vineyard=vineyard_text(state, news.a),
            region=region_name(state, news.b),
        )
    order = market_text(state, news.a)
    if news.kind == "reserves":
        return _("{who} reserves {order}", who=who, order=order)
    return _("{who} did not ship the reserved order {order}", who=who, order=order)


def _trade_text(state: Houses, news: News, who: str) -> str:
    if news.kind == "asks":
        return _("{who} looks for a partner for {order}", who=who, order=market_text(state, news.a))
    if news.kind == "answers":
        return _("{who} accepts", who=who) if news.a else _("{who} refuses", who=who)
    text = _("{who} ships {order}", who=who, order=market_text(state, news.a))
    if news.c != NOBODY:
        return text + ", " + _("{partner} adds a {cuvee}", partner=who_name(state, news.c), cuvee=cuvee_name(state, news.b))
    if news.b != NOTHING:
        return text + ", " + _("without a {cuvee}", cuvee=cuvee_name(state, news.b))
    return text


def _wine_text(state: Houses, news: News, who: str) -> str:
    if news.kind == "exchanges":
        first, second, taken = (grape_name(state, grape) for grape in (news.a, news.b, news.c))
        return _("{who} exchanges {first} and {second} for {taken}", who=who, first=first, second=second, taken=taken)
    if news.kind == "stores":
        stored = ", ".join(
            f"{count} {grape_name(state, grape)}" for grape, count in enumerate((news.a, news.b, news.c)) if count
        )
        return _("{who} stores {wines}", who=who, wines=stored or _("nothing"))
    if news.kind == "receives":
        return _("{who} receives {cuvees}", who=who, cuvees=cuvees_text(state, [news.a, news.b, news.c]))
    if news.kind == "protects":
        return _("{who} protects the vineyards against the cold", who=who)
    if news.kind == "loses":
        return _("{who} loses a {cuvee}", who=who, cuvee=cuvee_name(state, news.a))
    if news.kind == "promotes":
        return _("{who} promotes {cuvees}", who=who, cuvees=cuvees_text(state, counts_of(news.a)))
    return _("{who} lays down {cuvees}", who=who, cuvees=cuvees_text(state, counts_of(news.a)))
