"""Points: what an order brings, the final scoring, tie-breaks and the score sheet (§5.5.3, §9)."""

from cuvee.games.age_of_champagne.pieces.cards import Market
from cuvee.games.age_of_champagne.pieces.vocabulary import (
    COLD,
    CUVEES,
    DIVERSIFICATION,
    ECO,
    GRAPES,
    MAJOR,
    REGIONS,
    STILL_WINES,
)
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.score import ScoreLine, ScoreSheet, places_by
from cuvee.kernel.text import _, player

# Orders.


def card_points(state: Houses, card: Market, left_out: int) -> int:
    """Return the card value with the event's change, less the unit value of a cuvee left out (-1: none), floor 0 (§5.5.4)."""
    points = card.value + state.event_card().change[card.sector]
    if left_out >= 0:
        points -= state.setup.pieces.units[left_out]
    return max(0, points)


def grid_points(state: Houses, who: int, card: Market, left_out: int) -> int:
    """Return what the grid adds for the cuvees shipped (§5.5.3)."""
    points = 0
    for cuvee in range(GRAPES):
        shipped = card.cuvees[cuvee] - (1 if cuvee == left_out else 0)
        if shipped > 0:
            points += shipped * state.bonus(who, cuvee)
    return points


def order_points(state: Houses, who: int, card: Market, left_out: int) -> int:
    """Return the Prestige that shipping an order brings a participant."""
    return card_points(state, card, left_out) + grid_points(state, who, card, left_out)


# Final scoring.


def columns(state: Houses, seat: int) -> list[int]:
    """Count the cards and land tokens of a player in each region (§8.1, §9.1)."""
    counts = state.lands[REGIONS * seat : REGIONS * seat + REGIONS]
    for plot in state.estates[seat]:
        counts[plot % REGIONS] += 1
    return counts


def diversification(state: Houses, seat: int) -> int:
    """Score complete sets of one card in each region (§9.1)."""
    return state.setup.pieces.set_points * min(columns(state, seat))


def major_vineyards(state: Houses) -> list[list[int]]:
    """Score the majority of each region, by region and player: most cards, then most grapes, then shared (§9.2)."""
    players, points = state.setup.players, state.setup.pieces.major_points
    strengths: list[list[int]] = []
    for seat in range(players):
        strength = [1000 * cards for cards in columns(state, seat)]
        for plot in state.estates[seat]:
            strength[plot % REGIONS] += state.setup.pieces.vineyards[plot // REGIONS].quantity
        strengths.append(strength)
    found: list[list[int]] = []
    for region in range(REGIONS):
        best = max(strengths[seat][region] for seat in range(players))
        winners = [seat for seat in range(players) if best and strengths[seat][region] == best]
        found.append([points // len(winners) if seat in winners else 0 for seat in range(players)])
    return found


def inventory(state: Houses, who: int) -> int:
    """Score batches of cuvees in cellar and oenotheque (§9.4)."""
    pieces = state.setup.pieces
    return (state.total(state.cellar, who) + state.total(state.cave, who)) // pieces.cuvee_batch * pieces.cuvee_points


def unused_tokens(state: Houses, seat: int) -> int:
    """Score tokens that are worth something unused (§9.6)."""
    points = 0
    for token in state.setup.pieces.tokens:
        if token.unused:
            points += token.unused * state.holds(seat, token.number)
    return points


def final_lines(state: Houses, who: int) -> list[int]:
    """Return a participant's lines of the final scoring, with 0 for those that do not count (§9, §10.8)."""
    pieces, setup = state.setup.pieces, state.setup
    lines = [0] * 6
    if who != setup.merchant:
        lines[DIVERSIFICATION] = diversification(state, who)
        lines[MAJOR] = sum(region[who] for region in major_vineyards(state))
        lines[STILL_WINES] = state.total(state.wines, who) // pieces.still_batch * pieces.still_points
        lines[COLD] = unused_tokens(state, who)
    lines[CUVEES] = inventory(state, who)
    lines[ECO] = pieces.eco_values[state.eco[who] - 1]
    counts = pieces.lines_player
    if who == setup.merchant:
        counts = pieces.lines_merchant
    elif setup.solo:
        counts = pieces.lines_solo
    return [line if counted else 0 for line, counted in zip(lines, counts, strict=True)]


def total(state: Houses, who: int) -> int:
    """Return the points of a participant, as things stand."""
    return state.prestige[who] + sum(final_lines(state, who))


def scores(state: Houses) -> list[int]:
    """Return the total of each seat; a person who plays the Wine Merchant has the Merchant's (§10.9)."""
    return [total(state, seat) for seat in range(state.seats)]


def ranking(state: Houses) -> list[int]:
    """Return the place of each participant: points, then eco level, then Council position (§9.7)."""
    everybody = range(state.setup.participants)
    order = [state.council.index(who) if who in state.council else 0 for who in everybody]
    return places_by([(total(state, who), state.eco[who], -order[who]) for who in everybody])


def places(state: Houses) -> list[int]:
    """Return the place of each seat; the Wine Merchant is ranked with them and can be first (§10.8)."""
    return ranking(state)[: state.seats]


def score_sheet(state: Houses) -> ScoreSheet:
    """Write the sheet: the game, then each line of the final scoring."""
    seats = range(state.seats)
    finals = [final_lines(state, seat) for seat in seats]
    labels = [
        (_("Diversification"), "9.1"),
        (_("Major vineyards"), "9.2"),
        (_("Still wines"), "9.3"),
        (_("Cuvées"), "9.4"),
        (_("Eco-responsibility"), "9.5"),
        (_("Tokens"), "9.6"),
    ]
    lines = [ScoreLine(_("During the game"), "5.5.3", [state.prestige[seat] for seat in seats])]
    for place, (label, section) in enumerate(labels):
        lines.append(ScoreLine(label, section, [final[place] for final in finals]))
    return ScoreSheet(lines, scores(state), places(state), _titles(state))


def _titles(state: Houses) -> list[str]:
    merchant = state.setup.merchant
    if merchant < 0:
        return []
    name = _(state.setup.pieces.difficulty(state.setup.level).name)
    points, place = total(state, merchant), ranking(state)[merchant]
    if place == 1:
        return [_("The Wine Merchant ({level}) is first with {points} points", level=name, points=points)]
    winner = player(places(state).index(1))
    return [
        _(
            "{winner} is first; the Wine Merchant ({level}) is in place {place} with {points} points",
            winner=winner,
            level=name,
            points=points,
            place=place,
        )
    ]
