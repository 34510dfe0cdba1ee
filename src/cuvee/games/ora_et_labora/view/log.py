"""What happened, put into words; all of it is public."""

from cuvee.games.ora_et_labora.decisions.common import COINS, PRIOR, building_name, good_name, side_name, space_tag
from cuvee.games.ora_et_labora.decisions.land import sheets
from cuvee.games.ora_et_labora.pieces.landscapes import DISTRICT, FOREST
from cuvee.games.ora_et_labora.pieces.modes import LETTERS
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.play import News
from cuvee.kernel.text import _


def recount(state: Estates, news: News, seat: int) -> str:
    """Put a piece of news into words; all of it is public."""
    who = side_name(state, news.seat)
    if news.kind in ("gets", "pays"):
        return _goods_text(state, news, who)
    if news.kind in ("uses", "enters", "hires", "builds", "settles", "clears"):
        return _card_text(state, news, who)
    if news.kind == "exchanges":
        return _(
            "{who} exchanges {count} {good} for {other}",
            who=who,
            count=news.b,
            good=good_name(state, news.a),
            other=good_name(state, news.c),
        )
    if news.kind == "produces":
        joker = news.c == state.setup.pieces.joker
        name = _("the joker") if joker else _("its own indicator")
        return _("{who} produces {good} with {indicator}", who=who, good=good_name(state, news.a), indicator=name)
    if news.kind in ("buys land", "places land"):
        return _land_text(state, news, who)
    return _course_text(state, news, who)


def _goods_text(state: Estates, news: News, who: str) -> str:
    good = good_name(state, news.a)
    if news.kind == "gets":
        return _("{who} gets {count} {good}", who=who, count=news.b, good=good)
    return _("{who} pays {count} {good}", who=who, count=news.b, good=good)


def _card_text(state: Estates, news: News, who: str) -> str:
    if news.kind == "settles":
        name = _(state.setup.pieces.settlements[news.a].name)
        return _("{who} builds the settlement {name} at {space}", who=who, name=name, space=space_tag(news.b))
    if news.kind == "clears":
        space = space_tag(news.b)
        if news.a == FOREST:
            return _("{who} clears the forest at {space}", who=who, space=space)
        return _("{who} clears the moor at {space}", who=who, space=space)
    building = building_name(state, news.a)
    if news.kind == "builds":
        return _("{who} builds {building} at {space}", who=who, building=building, space=space_tag(news.b))
    if news.kind == "enters":
        if news.b == PRIOR:
            return _("The prior of {who} enters {building}", who=who, building=building)
        return _("A lay brother of {who} enters {building}", who=who, building=building)
    if news.kind == "uses":
        return _("{who} uses {building}", who=who, building=building)
    owner = side_name(state, news.b)
    if news.c == COINS:
        return _("{who} pays {owner} for a work contract on {building}", who=who, owner=owner, building=building)
    return _("{who} gives a present for a work contract with {owner} on {building}", who=who, owner=owner, building=building)


def _land_text(state: Estates, news: News, who: str) -> str:
    if news.kind == "buys land":
        if news.a == DISTRICT:
            return _("{who} buys a district for {price} coins", who=who, price=news.b)
        return _("{who} buys a plot for {price} coins", who=who, price=news.b)
    side = sheets(state, news.a)[news.b].id
    return _("{who} places it with the side “{side}” up, in row {y}", who=who, side=_(side), y=news.c)


def _course_text(state: Estates, news: News, who: str) -> str:
    if news.kind == "round":
        if news.a == state.setup.mode.bonus_round:
            return _("The bonus round begins with {who}", who=who)
        return _("Round {round} begins with {who}", round=news.a, who=who)
    if news.kind == "settlement phase":
        return _("Settlement phase {letter}, beginning with {who}", letter=LETTERS[news.a], who=who)
    if news.kind == "takes back":
        return _("{who} takes all clergymen back", who=who)
    if news.kind == "last turn":
        return _("Few buildings are left: {who} takes the last turn", who=who)
    return _("{who} passes", who=who)
