"""Reading grapes, cuvees, regions and vineyards."""

from cuvee.games.age_of_champagne.pieces.box import Pieces
from cuvee.games.age_of_champagne.pieces.cards import Blend, Named, Vineyard
from cuvee.games.age_of_champagne.pieces.rows import at_least, check_count, index_in, read_ops, sum_of
from cuvee.games.age_of_champagne.pieces.vocabulary import ANYWHERE, GRAPES, REGIONS, UNLIMITED
from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _


def read_wines(pieces: Pieces, components: Components) -> None:
    """Read grapes, cuvees, their blends and the exchange (§2.1, §5.6, §6.1)."""
    limited = components.row("setup.toml", "game").flag("cube_supply_limited")
    for row in components.rows("cuvees.toml", "grape"):
        pieces.grapes.append(Named(row.text("id"), row.text("name")))
        pieces.cubes.append(at_least(row, "cubes", 1) if limited else UNLIMITED)
    rows = components.rows("cuvees.toml", "cuvee")
    grape_ids = [grape.id for grape in pieces.grapes]
    exchange = components.row("cuvees.toml", "exchange")
    if len(grape_ids) != GRAPES or len(rows) != GRAPES:
        raise exchange.wrong(_("there must be three grapes and three cuvees (§2.1)"))
    for place, row in enumerate(rows):
        pieces.cuvees.append(Named(row.text("id"), row.text("name")))
        pieces.units.append(at_least(row, "unit_value", 0))
        if row.text("cube") != grape_ids[place]:
            raise row.wrong(_("the cube of this cuvee must be {grape} (§1.2)", grape=grape_ids[place]))
        _read_blends(pieces, row, place, grape_ids)
    if (exchange.number("give"), exchange.number("take")) != (2, 1):
        raise exchange.wrong(_("an exchange gives two still wines for one (§6.1)"))
    pieces.exchange_prestige = exchange.number("prestige")


def _read_blends(pieces: Pieces, row: Row, cuvee: int, grape_ids: list[str]) -> None:
    recipe = row.row("blend")
    if recipe.number("size") != 3:
        raise recipe.wrong(_("a blend takes three still wines (§5.6)"))
    least, allowed = [0] * GRAPES, recipe.texts("allowed")
    for grape in recipe.row("min").fields:
        least[index_in(recipe, grape, grape_ids)] = recipe.row("min").number(grape)
    if least[cuvee] < 1 or grape_ids[cuvee] not in allowed:
        raise recipe.wrong(_("a blend must contain the cube that becomes the cuvee (§5.6)"))
    for first in range(3, -1, -1):
        for second in range(3 - first, -1, -1):
            wines = [first, second, 3 - first - second]
            fits = [wines[at] >= least[at] and (not wines[at] or grape_ids[at] in allowed) for at in range(GRAPES)]
            if all(fits):
                pieces.blends.append(Blend(wines, cuvee))


def read_regions(pieces: Pieces, components: Components) -> None:
    """Read the regions (§2.2)."""
    rows = components.rows("regions.toml", "region")
    pieces.regions = [Named(row.text("id"), row.text("name")) for row in rows]
    wild = components.row("regions.toml", "wildcard")
    if len(rows) != REGIONS:
        raise wild.wrong(_("there must be five regions (§2.2)"))
    pieces.regions.append(Named(wild.text("id"), wild.text("name")))


def read_vineyards(pieces: Pieces, components: Components) -> None:
    """Read the Vineyard cards (§2.2)."""
    rows = components.rows("vineyard_cards.toml", "card")
    check_count(components.row("vineyard_cards.toml", "deck"), len(rows))
    regions, grapes = [region.id for region in pieces.regions], [grape.id for grape in pieces.grapes]
    for number, row in enumerate(rows):
        gain = read_ops(row, "on_acquire", ("prestige", "eco"))
        inherited, region = row.flag("inheritance"), regions.index(row.choice("region", regions))
        if inherited and region == ANYWHERE:
            raise row.wrong(_("an inherited vineyard must have a region of its own (§3.3)"))
        pieces.vineyards.append(
            Vineyard(
                number,
                row.text("id"),
                row.text("name"),
                region,
                grapes.index(row.choice("grape", grapes)),
                at_least(row, "qty", 0),
                inherited,
                sum_of(gain, "prestige", "amount"),
                sum_of(gain, "eco", "amount"),
            )
        )
    _check_regions(pieces, components)


def _check_regions(pieces: Pieces, components: Components) -> None:
    """Check the reminders that the player board prints above each region (§2.2)."""
    rows = [*components.rows("regions.toml", "region"), components.row("regions.toml", "wildcard")]
    for place, row in enumerate(rows):
        cards = [card for card in pieces.vineyards if card.region == place]
        if len(cards) != row.number("cards"):
            raise row.wrong(
                _("it prints {said} cards; vineyard_cards.toml has {found}", said=row.number("cards"), found=len(cards))
            )
        printed = row.row("grapes")
        for grape in range(GRAPES):
            grown = sum(card.quantity for card in cards if card.grape == grape)
            if grown != printed.number(pieces.grapes[grape].id):
                raise printed.wrong(
                    _("the cards of the region grow {grown} {grape}", grown=grown, grape=pieces.grapes[grape].id)
                )
