"""Lacerda: the figures and the cards of the automatic producer (§17)."""

from typing import final

from cuvee.games.vinhos.pieces.board import Booth, Space
from cuvee.games.vinhos.pieces.deeds import ON_A_CARD, Deed, read_deeds
from cuvee.games.vinhos.pieces.regions import Region
from cuvee.games.vinhos.pieces.rows import number_named
from cuvee.games.vinhos.pieces.vocabulary import DIFFICULTIES, FEATURES
from cuvee.kernel.components import Components
from cuvee.kernel.text import _


@final
class SoloCard:
    """A card of Lacerda (§17.2)."""

    def __init__(
        self, number: int, id: str, deck: int, space: int, region: int, feature: int, booth: int, deeds: list[Deed]
    ) -> None:
        self.number = number
        self.id = id
        self.deck = deck
        self.space = space
        self.region = region
        self.feature = feature
        self.booth = booth
        self.deeds = deeds


@final
class Opponent:
    """The figures of Lacerda (§17)."""

    def __init__(self, components: Components, years: int) -> None:
        row = components.row("solo_cards.toml", "lacerda")
        self.barrels = row.number("barrels")
        self.values = row.numbers("wine_value_by_year")
        if len(self.values) != years:
            raise row.must_be("wine_value_by_year", _("one value for each year"))
        self.values.append(row.number("wine_value_final_action"))
        self.vp_per_multiplier = row.number("vp_per_multiplier")
        self.sale_divisor = row.number("sale_vp_divisor")
        if self.sale_divisor < 1:
            raise row.must_be("sale_vp_divisor", _("1 or more"))
        bonus = {row.text("id"): row.number("final_vp_bonus") for row in components.rows("solo_cards.toml", "difficulty")}
        for name in DIFFICULTIES:
            if name not in bonus:
                raise row.wrong(_("there is no difficulty '{name}'", name=name))
        self.difficulty = [bonus[name] for name in DIFFICULTIES]


def read_cards(components: Components, board: list[Space], regions: list[Region], booths: list[Booth]) -> list[SoloCard]:
    """Read Lacerda's cards, by deck (§17.2)."""
    spaces = {space.id: space.number for space in board}
    found: list[SoloCard] = []
    rows = components.rows("solo_cards.toml", "card")
    for row in rows:
        deck, region, booth = row.number("deck"), row.number("region") - 1, row.number("booth") - 1
        if deck not in (1, 2):
            raise row.must_be("deck", _("1 or 2"))
        if not 0 <= region < len(regions):
            raise row.must_be("region", _("the number of a region"))
        if not 0 <= booth < len(booths):
            raise row.must_be("booth", _("the number of a booth"))
        feature = FEATURES.index(row.choice("feature", FEATURES))
        space, deeds = number_named(row, "space", spaces), read_deeds(row, "effects", ON_A_CARD)
        found.append(SoloCard(len(found), row.text("id"), deck, space, region, feature, booth, deeds))
    for deck, least in ((1, 7), (2, 9)):
        if sum(card.deck == deck for card in found) < least:
            raise rows[0].wrong(_("deck {deck} needs at least {least} cards", deck=deck, least=least))
    return found
