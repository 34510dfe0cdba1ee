"""What must always hold (§14, §18)."""

from cuvee.games.vinhos.pieces.vocabulary import MOST
from cuvee.games.vinhos.state.codes import CELLAR, ENOLOGISTS, FARMERS, MARKED, NONE, PRESSES, UNMARKED, VINES, WINE
from cuvee.games.vinhos.state.layout import Layout


def broken_invariants(layout: Layout) -> list[str]:
    """Check the invariants that one position can show (§14, §18)."""
    found = _barrel_problems(layout) + _piece_problems(layout) + _deck_problems(layout)
    found += _tile_problems(layout) + _type_problems(layout)
    for seat in range(layout.seats):
        found += _estate_problems(layout, seat)
        if min(layout.money[seat], layout.fair_points[seat], layout.barrels[seat], layout.porto[seat]) < 0:
            found.append(f"seat {seat}: money, points, barrels and tiles are never negative")
    discs = [side for side in layout.booths if side != NONE]
    if len(set(discs)) != len(discs) or (not layout.setup.reserve and not all(layout.released[side] for side in discs)):
        found.append("a booth holds one disc, and its owner has issued a Press Release (§8.9)")
    if layout.setup.reserve:
        found += _reserve_problems(layout)
    return found


def _barrel_problems(layout: Layout) -> list[str]:
    setup, found = layout.setup, []
    for side in range(setup.sides):
        lying = layout.barrels[side] + layout.count_in(layout.sales, side) + layout.count_in(layout.export, side)
        for magnate in setup.pieces.magnates:
            there = layout.magnate_barrels[side * len(setup.pieces.magnates) + magnate.number]
            most = setup.pieces.reserve.max_per_magnate if setup.reserve else magnate.barrels
            if not 0 <= there <= most:
                found.append(f"side {side} has {there} barrels with {magnate.id} (§8.9)")
            lying += there
        lying += sum(owner == 2 * side + 1 for owner in layout.multipliers)
        lying += sum(layout.option_marks[o * setup.sides + side] == MARKED for o in range(len(setup.pieces.options)))
        if lying != (setup.pieces.lacerda.barrels if side >= layout.seats else setup.barrels):
            found.append(f"side {side} has {lying} barrels (§4.6)")
    usable = [slot.number for slot in setup.export_slots]
    if any(owner != NONE and slot not in usable for slot, owner in enumerate(layout.export)):
        found.append("a barrel lies outside the two-player frame (§3.5)")
    return found


def _piece_problems(layout: Layout) -> list[str]:
    setup, found = layout.setup, []
    whole = [setup.counts.wineries, setup.counts.cellars, setup.counts.enologists, setup.farmers]
    for kind, field in enumerate((PRESSES, CELLAR, ENOLOGISTS, FARMERS)):
        placed = sum(layout.total_on_land(seat, field) for seat in range(layout.seats))
        if layout.supply[kind] + placed + layout.gone[kind] != whole[kind] or layout.supply[kind] < 0:
            found.append(f"pieces of kind {kind}: supply {layout.supply[kind]}, on boards {placed} (§5.2)")
    if layout.cubes_left() < 0 or not all(0 <= cubes <= setup.pieces.cube_spaces for cubes in layout.cubes):
        found.append(f"cubes: {layout.cubes} (§8.6)")
    if any(cubes and not layout.in_play[region] for region, cubes in enumerate(layout.cubes)):
        found.append("cubes lie in a region out of play (§5.3)")
    vines = sum(layout.total_on_land(seat, VINES) for seat in range(layout.seats)) + len(layout.gone_vineyards)
    vines += sum(len(stack) for stack in layout.stacks)
    if vines != sum(layout.in_play[tile.region] for tile in setup.pieces.vineyards):
        found.append(f"{vines} vineyard tiles (§5.3)")
    return found


def _deck_problems(layout: Layout) -> list[str]:
    pieces, found = layout.setup.pieces, []
    lying = [tile for deck in layout.decks for tile in deck]
    lying += [tile for tile, owner in enumerate(layout.experts) if owner != NONE]
    if sorted(lying) != list(range(len(pieces.experts))):
        found.append(f"every Expert lies in one place: {sorted(lying)} (§5.4)")
    if len(layout.drawn) + len(layout.cards[0]) + len(layout.cards[1]) != (len(pieces.cards) if layout.setup.solo else 0):
        found.append("every card of Lacerda is drawn or in its deck (§17.2)")
    return found


def _tile_problems(layout: Layout) -> list[str]:
    setup, pieces = layout.setup, layout.setup.pieces
    if setup.reserve:
        return []
    codes = [code for code in layout.display + layout.deck + layout.gone_tiles if code != NONE]
    codes += [tile for tile, owner in enumerate(layout.tiles) if owner != NONE]
    codes += [MOST + tile for tile, owner in enumerate(layout.multipliers) if owner != NONE]
    whole = [tile.number for tile in pieces.action_tiles if tile.min_players <= setup.players]
    whole += [MOST + tile.number for tile in pieces.multipliers if setup.players > 2 or tile.use_2p]
    return [] if sorted(codes) == whole else [f"every Magnate tile lies in one place: {sorted(codes)} (§5.5)"]


def _type_problems(layout: Layout) -> list[str]:
    pieces, found = layout.setup.pieces, []
    for seat in range(layout.seats):
        types = [f"action {t.type}" for t in pieces.action_tiles if layout.tiles[t.number] >> 1 == seat]
        types += [t.type for t in pieces.multipliers if layout.multipliers[t.number] >> 1 == seat]
        if len(set(types)) != len(types):
            found.append(f"seat {seat} has two Magnate tiles of one type: {types} (§11.3)")
    return found


def _estate_problems(layout: Layout, seat: int) -> list[str]:
    land, farm, found = layout.land, layout.setup.pieces.farm, []
    for estate in range(layout.setup.estates):
        at = layout.at(seat, estate)
        if estate >= layout.opened(seat):
            if land[at] != NONE or any(land[at + VINES : at + layout.setup.stride]):
                found.append(f"seat {seat}: something lies on the unopened estate {estate + 1} (§4.2)")
            continue
        vines, presses = land[at + VINES], land[at + PRESSES]
        if not (1 <= vines <= farm.vineyards and presses <= farm.wineries and vines + presses <= farm.slots):
            found.append(f"seat {seat}, estate {estate + 1}: {vines} vineyards, {presses} wineries (§4.2)")
        if land[at + FARMERS] > vines * farm.farmers_each or land[at + ENOLOGISTS] > presses * farm.enologists_each:
            found.append(f"seat {seat}, estate {estate + 1}: too much staff (§4.4)")
        if any(land[at + WINE + layout.slots_of(seat, estate) : at + layout.setup.stride]):
            found.append(f"seat {seat}, estate {estate + 1}: a wine lies where no slot is (§4.5)")
        if min(land[at + FARMERS : at + layout.setup.stride]) < 0 or land[at + CELLAR] > farm.cellars:
            found.append(f"seat {seat}, estate {estate + 1}: a count is impossible (§4.5)")
    return found


def _reserve_problems(layout: Layout) -> list[str]:
    rules, found, sides = layout.setup.pieces.reserve, [], layout.setup.sides
    for seat in range(layout.seats):
        tiles = layout.fair_tiles[seat]
        tiles += sum(layout.bonus_marks[b * sides + seat] for b in range(len(layout.setup.pieces.bonus_actions)))
        tiles += sum(layout.option_marks[o * sides + seat] != UNMARKED for o in range(len(layout.setup.pieces.options)))
        if tiles != rules.fair_tiles or layout.fair_tiles[seat] < 0:
            found.append(f"seat {seat}: {tiles} Fair tiles (§16.1)")
        if layout.account[seat] < 0 or not rules.level_min <= layout.level[seat] <= rules.level_max:
            found.append(f"seat {seat}: account {layout.account[seat]}, level {layout.level[seat]} (§16.2)")
    if not all(rules.feature_start <= level <= rules.feature_max for level in layout.levels):
        found.append(f"feature levels {layout.levels} (§16.7)")
    return found
