"""What happened, in words for one seat."""

from collections.abc import Callable
from typing import Final

from cuvee.games.viticulture.decisions.common import card_name, deck_name, place_name, wine_name, worker_name
from cuvee.games.viticulture.effects.trade import trade_text
from cuvee.games.viticulture.pieces.cards import ORDER
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.view.board import season_name
from cuvee.kernel.play import News
from cuvee.kernel.text import _, noted, player


def recount(state: Winery, news: News, seat: int) -> str:
    """Tell a piece of news; cards drawn or given are named only to players who see them (§1.4)."""
    teller = TELLERS.get(news.kind)
    return teller(state, news, seat) if teller is not None else _("{who}: {what}", who=player(news.seat), what=_(news.kind))


def _draws(state: Winery, news: News, seat: int) -> str:
    if seat == news.seat:
        return _("You draw {card}", card=card_name(state, news.a, news.b))
    return _("{who} draws a {deck}", who=player(news.seat), deck=deck_name(news.a))


def _gives(state: Winery, news: News, seat: int) -> str:
    who, other = player(news.seat), player(news.a)
    if seat in (news.seat, news.a):
        return _("{who} gives {card} to {other}", who=who, card=card_name(state, news.b, news.c), other=other)
    return _("{who} gives a {deck} to {other}", who=who, deck=deck_name(news.b), other=other)


def _with_card(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(message, who=player(news.seat), card=card_name(state, news.a, news.b))


def _with_number(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(message, who=player(news.seat), n=news.a)


def _with_token(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(message, who=player(news.seat), what=wine_name(news.a), value=news.b)


def _with_action(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(message, who=player(max(0, news.seat)), what=_(state.board.actions[news.a].name))


def _with_structure(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(message, who=player(news.seat), what=_(state.pieces.structures[news.a].name))


def _with_worker(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(
        message, who=player(news.seat), worker=worker_name(state, news.a), place=place_name(state, news.b)
    )


def _with_place(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(message, who=player(news.seat), place=place_name(state, news.a))


def _with_field(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(message, who=player(news.seat), value=state.pieces.capacity[news.a])


def _with_vine(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(
        message, who=player(news.seat), value=state.pieces.capacity[news.a], vine=card_name(state, 0, news.b)
    )


def _with_trade(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(message, who=player(max(0, news.seat)), what=trade_text(state, news.a))


def _with_other(message: str) -> Callable[[Winery, News, int], str]:
    return lambda state, news, seat: _(message, who=player(news.seat), other=player(news.a), n=news.b)


def _chooses(state: Winery, news: News, seat: int) -> str:
    label = _(state.pieces.nodes[news.a].choices[news.b].label)
    return _("{who} chooses: {what}", who=player(news.seat), what=label)


def _swaps(state: Winery, news: News, seat: int) -> str:
    first, second = card_name(state, 0, news.a), card_name(state, 0, news.b)
    return _("{who} exchanges {first} and {second}", who=player(news.seat), first=first, second=second)


TELLERS: Final[dict[str, Callable[[Winery, News, int], str]]] = {
    "draws": _draws,
    "gives": _gives,
    "takes": _with_card(noted("{who} takes {card}")),
    "discards": _with_card(noted("{who} discards {card}")),
    "reveals": _with_card(noted("{who} turns up {card}")),
    "plays": _with_card(noted("{who} plays {card}")),
    "fills": lambda state, news, seat: _("{who} fills the {card}", who=player(news.seat), card=card_name(state, ORDER, news.a)),
    "reshuffles": lambda state, news, seat: _("The discards become a new deck: {deck}", deck=deck_name(news.a)),
    "refreshes": _with_number(noted("{who} refreshes the face-up cards")),
    "vp": _with_number(noted("{who} gains {n} VP")),
    "loses_vp": _with_number(noted("{who} loses {n} VP")),
    "lira": _with_number(noted("{who} gains £{n}")),
    "pays": _with_number(noted("{who} pays £{n}")),
    "residual": _with_number(noted("{who} now has a residual of {n}")),
    "gives_lira": _with_other(noted("{who} gives £{n} to {other}")),
    "grape": _with_token(noted("{who} gains a {what} grape of value {value}")),
    "wine": _with_token(noted("{who} gains a {what} wine of value {value}")),
    "makes": _with_token(noted("{who} makes a {what} wine of value {value}")),
    "loses_grape": _with_token(noted("{who} discards a {what} grape of value {value}")),
    "loses_wine": _with_token(noted("{who} hands over a {what} wine of value {value}")),
    "sells_wine": _with_token(noted("{who} sells a {what} wine of value {value}")),
    "sells_grape": _with_token(noted("{who} sells a {what} grape of value {value}")),
    "ages_one_wine": _with_token(noted("{who} ages a {what} wine to {value}")),
    "ages_one_grape": _with_token(noted("{who} ages a {what} grape to {value}")),
    "ages_wine": _with_number(noted("{who} ages all wine")),
    "ages_grapes": _with_number(noted("{who} ages all grapes")),
    "plants": _with_vine(noted("{who} plants {vine} on the field of value {value}")),
    "uproots": _with_vine(noted("{who} uproots {vine} from the field of value {value}")),
    "harvests": _with_field(noted("{who} harvests the field of value {value}")),
    "buys_field": _with_field(noted("{who} buys the field of value {value}")),
    "sells_field": _with_field(noted("{who} sells the field of value {value}")),
    "swaps": _swaps,
    "builds": _with_structure(noted("{who} now has the {what}")),
    "triggers": _with_structure(noted("{who}'s {what} takes effect")),
    "destroys": _with_structure(noted("{who} destroys the {what}")),
    "places": _with_worker(noted("{who} places a {worker}: {place}")),
    "plans": _with_worker(noted("{who} plans ahead with a {worker}: {place}")),
    "retrieves": _with_worker(noted("{who} takes back a {worker} from: {place}")),
    "pushed": _with_place(noted("{who}'s worker is sent home from: {place}")),
    "carries_out": _with_place(noted("{who} takes the planned action: {place}")),
    "plan_fails": _with_place(noted("{who}'s planned action is impossible: {place}")),
    "trains": lambda state, news, seat: _("{who} trains a {worker}", who=player(news.seat), worker=worker_name(state, news.a)),
    "hires": _with_action(noted("{who} hires the expert for: {what}")),
    "expert": _with_action(noted("{who} uses the expert for: {what}")),
    "takes_action": _with_action(noted("{who} takes the action: {what}")),
    "trades": _with_trade(noted("{who} trades: {what}")),
    "frees": _with_trade(noted("{who} frees the trade: {what}")),
    "bonus": _with_number(noted("{who} takes the bonus")),
    "chooses": _chooses,
    "skips": _with_number(noted("{who} cannot carry out the rest")),
    "accepts": _with_other(noted("{who} takes part in {other}'s card")),
    "declines": _with_other(noted("{who} takes no part in {other}'s card")),
    "declines_benefit": _with_number(noted("{who} declines the benefit of the row")),
    "pledges": _with_number(noted("{who} pledges {n} cards")),
    "rooster": _with_number(noted("{who} moves to row {n}")),
    "wakes": _with_number(noted("{who} chooses row {n}")),
    "passes": _with_number(noted("{who} passes")),
    "temporary": _with_number(noted("{who} takes the temporary worker")),
    "starter": _with_number(noted("{who} takes the first-player token")),
    "tours": _with_number(noted("{who} gives a tour")),
    "star": lambda state, news, seat: _(
        "{who} has a star in {what}", who=player(news.seat), what=_(state.board.regions[news.a].name)
    ),
    "last_year": _with_number(noted("{who} has enough points: this is the last year")),
    "year": lambda state, news, seat: _("Year {year} begins", year=news.a),
    "season": lambda state, news, seat: _("It is {season}", season=season_name(news.a)),
    "automa_card": lambda state, news, seat: _("The Automa reveals card {n}", n=state.pieces.automa[news.a].number),
    "automa_places": _with_action(noted("The Automa places a worker: {what}")),
    "automa_hires": _with_action(noted("The Automa hires the expert for: {what}")),
    "automa_trades": _with_trade(noted("The Automa blocks the trade: {what}")),
}
