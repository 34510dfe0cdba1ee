"""Makes effects from the tables: each entry becomes an object of its class (§18.6)."""

from cuvee.games.vinhos.decisions.buying import CELLAR_TILE, WINERY
from cuvee.games.vinhos.effects.abilities import Discount, FreeMovement, Rearrange, Retrieve
from cuvee.games.vinhos.effects.gains import (
    GainBagos,
    GainCellar,
    GainExpert,
    GainFairPoints,
    GainFarmer,
    GainPorto,
    GainWinery,
    PlaceCubes,
)
from cuvee.games.vinhos.effects.lacerda import (
    REMOVED,
    LacerdaExperts,
    LacerdaExports,
    LacerdaReleases,
    LacerdaSells,
    RemovePieces,
    RemoveVineyards,
)
from cuvee.games.vinhos.effects.purchases import BuyBuilding, BuyVineyards, DoAction, HireStaff
from cuvee.games.vinhos.pieces.deeds import Deed
from cuvee.games.vinhos.state.setup import Effect, Setup
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _


def make_effect(deed: Deed, places: list[int]) -> Effect[Table]:
    """Make the effect that an entry of the tables describes."""
    op, name = deed.op, deed.row.place
    if op in ("gain_bagos", "gain_fair_points"):
        return GainBagos(name, deed.amount) if op == "gain_bagos" else GainFairPoints(name, deed.amount)
    if op == "gain_wine_expert":
        return GainExpert(name, deed.count)
    if op in ("gain_farmer", "gain_winery", "gain_cellar"):
        return _make_piece(deed)
    if op == "gain_porto_tile":
        return GainPorto(name, deed.count)
    if op == "place_renown_cube":
        return PlaceCubes(name, deed.count)
    if op == "buy_vineyard":
        return BuyVineyards(name, deed.count, deed.amount)
    if op in ("buy_winery", "buy_cellar"):
        return BuyBuilding(name, WINERY if op == "buy_winery" else CELLAR_TILE, deed.count, deed.amount)
    if op in ("hire_enologist", "hire_farmer"):
        return HireStaff(name, op == "hire_farmer", deed.count, deed.amount)
    if op == "do_action":
        return DoAction(name, deed.action)
    if op == "free_movement":
        return FreeMovement(name)
    if op == "retrieve_barrel":
        return Retrieve(name, places or deed.places)
    if op == "reorder_vineyard_stack":
        return Rearrange(name)
    if op == "vineyard_discount":
        return Discount(name, deed.amount)
    return _make_card_effect(deed)


def _make_piece(deed: Deed) -> Effect[Table]:
    if deed.op == "gain_farmer":
        return GainFarmer(deed.row.place, deed.count)
    if deed.op == "gain_winery":
        return GainWinery(deed.row.place, deed.count)
    return GainCellar(deed.row.place, deed.count)


def _make_card_effect(deed: Deed) -> Effect[Table]:
    op, name = deed.op, deed.row.place
    if op in REMOVED:
        return RemovePieces(name, REMOVED[op], deed.count)
    if op == "remove_vineyards":
        return RemoveVineyards(name, deed.count)
    if op == "lacerda_hires_experts":
        return LacerdaExperts(name, deed.count)
    if op == "lacerda_sells":
        return LacerdaSells(name, deed.count)
    if op == "lacerda_exports":
        return LacerdaExports(name, deed.count)
    if op == "lacerda_press_release":
        return LacerdaReleases(name)
    raise deed.row.wrong(_("'{op}' is not an effect that can be carried out", op=op))


def make_effects(setup: Setup) -> None:
    """Make all effects of a game ready."""
    pieces, reserve = setup.pieces, setup.reserve
    places = pieces.reserve.retrieve_from if reserve else []
    for region in pieces.regions:
        deeds = region.reserve_bonus if reserve else region.bonus
        setup.region_bonus.append([make_effect(deed, places) for deed in deeds])
    setup.expert_effects = [[make_effect(deed, places) for deed in expert.deeds] for expert in pieces.experts]
    setup.tile_effects = [[make_effect(deed, places) for deed in tile.deeds] for tile in pieces.action_tiles]
    setup.booth_effects = [[make_effect(deed, places) for deed in booth.deeds] for booth in pieces.booths]
    if reserve:
        setup.bonus_actions = [[make_effect(deed, places) for deed in action.deeds] for action in pieces.bonus_actions]
    if setup.solo:
        setup.card_effects = [[make_effect(deed, places) for deed in card.deeds] for card in pieces.cards]
