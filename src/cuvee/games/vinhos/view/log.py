"""The log: each piece of news in a sentence."""

from cuvee.games.vinhos.decisions.abilities import barrel_place
from cuvee.games.vinhos.decisions.magnates import display_name
from cuvee.games.vinhos.decisions.turn import FROM_MAGNATES, space_name, window_name
from cuvee.games.vinhos.pieces.vocabulary import COLORS, FEATURES
from cuvee.games.vinhos.state.table import Table
from cuvee.games.vinhos.view.names import who
from cuvee.kernel.play import News
from cuvee.kernel.text import _


def recount(state: Table, news: News, seat: int) -> str:
    """Put a piece of news into a sentence; all news in this game is public."""
    pieces, name = state.setup.pieces, who(state, news.seat)
    kind, a, b = news.kind, news.a, news.b
    if kind in ("opens", "extends"):
        tile = pieces.vineyards[a]
        color, region = _(COLORS[tile.color]), pieces.regions[tile.region].name
        if kind == "opens":
            return _("{who} opens estate {n}: {color} {region}", who=name, n=b + 1, color=color, region=region)
        return _("{who} adds a second vineyard to estate {n}: {color} {region}", who=name, n=b + 1, color=color, region=region)
    if kind in ("sells", "exports", "maintains"):
        return _trade_news(state, news, name)
    if kind in ("winery", "cellar", "farmer", "enologist", "dismisses", "porto", "wine"):
        return _estate_news(news, name)
    if kind in ("expert", "discards"):
        expert = pieces.experts[a]
        feature = _(FEATURES[expert.feature])
        if kind == "expert":
            return _("{who} takes a Wine Expert ({feature}): {text}", who=name, feature=feature, text=_(expert.text))
        return _("{who} discards a Wine Expert ({feature}) for {n} Fair Points", who=name, feature=feature, n=b)
    if kind in ("tile", "removes_tile"):
        tile_name = display_name(state, a)
        if kind == "tile":
            return _("{who} takes a Magnate tile: {tile}", who=name, tile=tile_name)
        return _("{who} removes a Magnate tile: {tile}", who=name, tile=tile_name)
    if kind in ("uses", "moves", "stays", "passes", "releases", "booth", "magnate", "retrieves", "rearranges", "reassigns"):
        return _turn_news(state, news, name)
    if kind in ("interest", "salaries", "penalty", "bank", "marks"):
        return _reserve_news(state, news, name)
    if kind in ("card", "removes", "removes_vineyard", "lacerda_releases"):
        return _lacerda_news(state, news, name)
    return _year_news(state, news, name)


def _trade_news(state: Table, news: News, name: str) -> str:
    if news.kind == "exports":
        slot = state.setup.pieces.export[news.a]
        return _("{who} exports to {slot} for {n} VP", who=name, slot=slot.name, n=slot.pays)
    slot = state.setup.pieces.sales[news.a]
    if news.kind == "sells":
        return _("{who} sells to {slot} for {n} Bagos", who=name, slot=slot.name, n=slot.pays)
    return _("{who} takes a barrel back from {slot}", who=name, slot=slot.name)


def _estate_news(news: News, name: str) -> str:
    number = news.a + 1
    if news.kind == "winery":
        return _("{who} builds a winery on estate {n}", who=name, n=number)
    if news.kind == "cellar":
        return _("{who} builds a Cellar on estate {n}", who=name, n=number)
    if news.kind == "farmer":
        return _("{who} puts a Farmer on estate {n}", who=name, n=number)
    if news.kind == "enologist":
        return _("{who} puts an Enologist on estate {n}", who=name, n=number)
    if news.kind == "dismisses":
        return _("{who} dismisses an Enologist from estate {n}", who=name, n=number)
    if news.kind == "porto":
        return _("{who} spends a Porto tile on estate {n}", who=name, n=number)
    return _("{who} makes a wine of quality {quality} on estate {n}", who=name, quality=news.b, n=number)


def _turn_news(state: Table, news: News, name: str) -> str:
    pieces = state.setup.pieces
    if news.kind == "uses":
        text = window_name(state, news.a)
        return (
            _("{who} uses {tile}", who=name, tile=text) if news.a < FROM_MAGNATES else _("{who} calls on {t}", who=name, t=text)
        )
    if news.kind == "moves":
        return _("{who} moves to {space} for {n} Bagos", who=name, space=_(space_name(state, news.a)), n=news.b)
    if news.kind == "releases":
        region, color = pieces.regions[news.b].name, _(COLORS[news.c])
        return _("{who} issues a Press Release: {color} {region}, value {n}", who=name, color=color, region=region, n=news.a)
    if news.kind == "booth":
        return _("{who} takes booth {n}", who=name, n=news.a + 1)
    if news.kind == "magnate":
        magnate = pieces.magnates[news.a].name
        if news.b > 0:
            return _("{who} puts a barrel with {magnate}", who=name, magnate=magnate)
        return _("{who} takes a barrel from {magnate}", who=name, magnate=magnate)
    if news.kind == "retrieves":
        return _("{who} takes back a barrel: {place}", who=name, place=barrel_place(state, news.a))
    if news.kind == "rearranges":
        return _("{who} rearranges the vineyards of {region}", who=name, region=pieces.regions[news.a].name)
    if news.kind == "reassigns":
        return _("{who} reassigns staff", who=name)
    return _("{who} stays on the centre and passes", who=name) if news.kind == "stays" else _("{who} passes", who=name)


def _reserve_news(state: Table, news: News, name: str) -> str:
    if news.kind == "interest":
        return _("{who}: {n:+d} Bagos in interest", who=name, n=news.a)
    if news.kind == "salaries":
        return _("{who} pays {n} Bagos in salaries", who=name, n=news.a)
    if news.kind == "penalty":
        return _("{who} loses {n} VP for an empty account", who=name, n=news.a)
    if news.kind == "bank":
        return _("{who} at the bank: {steps:+d} steps, {n:+d} Bagos in cash", who=name, steps=news.a, n=news.b)
    return _("{who} marks an option: {text}", who=name, text=_(state.setup.pieces.options[news.a].text))


def _lacerda_news(state: Table, news: News, name: str) -> str:
    pieces = state.setup.pieces
    if news.kind == "card":
        card = pieces.cards[news.a]
        return _("{who} draws a card: {space}", who=name, space=_(pieces.spaces[card.space].name))
    if news.kind == "removes":
        kinds = (_("wineries"), _("Cellars"), _("Enologists"), _("Farmers"))
        return _("{who} removes {n} {kind}", who=name, n=news.b, kind=kinds[news.a])
    if news.kind == "removes_vineyard":
        return _("{who} removes a vineyard from {r}", who=name, r=pieces.regions[pieces.vineyards[news.a].region].name)
    return _("{who} issues a Press Release for {n} Fair Points at booth {booth}", who=name, n=news.a, booth=news.b + 1)


def _year_news(state: Table, news: News, name: str) -> str:
    pieces = state.setup.pieces
    if news.kind == "year":
        return _("Year {year} begins; the weather is {w:+d}", year=news.a, w=pieces.vintages[news.b].weather)
    if news.kind == "final":
        return _("The final action begins")
    if news.kind == "award":
        return _("{who} has {points} Fair Points and gains {n} VP", who=name, points=news.b, n=news.a)
    if news.kind == "order":
        return _("{who} is first in the new order", who=name)
    if news.kind == "cube":
        return _("{who} places a cube in {region}", who=name, region=pieces.regions[news.a].name)
    if news.kind == "bagos":
        return _("{who} gains {n} Bagos", who=name, n=news.a)
    if news.kind == "porto_tiles":
        return _("{who} takes {n} Porto tiles", who=name, n=news.a)
    return _("{who} gains {n} Fair Points", who=name, n=news.a)
