"""Reading the figures for set-up, scoring and the Wine Merchant."""

from cuvee.games.age_of_champagne.pieces.box import Deal, Difficulty, Pieces
from cuvee.games.age_of_champagne.pieces.rows import at_least, between, index_in, read_cuvees, read_flags
from cuvee.games.age_of_champagne.pieces.vocabulary import (
    COLD,
    COUNCIL,
    CRITERIA,
    DIVERSIFICATION,
    GRAPES,
    LINE_IDS,
    MAJOR,
    MOST_CAVE,
    MOST_CELLAR,
    MOST_ROUNDS,
    SECTORS,
    SIZE,
    STILL_WINES,
)
from cuvee.kernel.components import Components
from cuvee.kernel.text import _


def read_setup(pieces: Pieces, components: Components) -> None:
    """Read rounds, the draft, and what depends on the number of participants (§3)."""
    game = components.row("setup.toml", "game")
    pieces.rounds = between(game, "rounds", 1, MOST_ROUNDS)
    pieces.kept = between(game, "inheritance_kept", 0, 3)
    if pieces.drawn != pieces.rounds or pieces.drawn > len(pieces.events):
        raise game.wrong(_("every round must reveal one of the {drawn} events drawn (§3.1)", drawn=pieces.drawn))
    to_deal = sum(not card.inherited for card in pieces.vineyards)
    for row in components.rows("setup.toml", "participants"):
        count, stacks = between(row, "count", 2, 4), row.numbers("vineyard_stacks")
        if len(stacks) != count or sum(stacks) != to_deal or min(stacks) < 1:
            raise row.wrong(
                _("'vineyard_stacks' must deal {cards} cards into {count} stacks (§3.1)", cards=to_deal, count=count)
            )
        hand = row.number("inheritance_hand")
        if hand * count > len(pieces.inheritance) or hand < pieces.kept:
            raise row.wrong(_("'inheritance_hand' deals more cards than there are, or fewer than are kept (§3.3)"))
        pieces.deals.append(Deal(count, stacks, hand, between(row, "council_spots", 1, min(count, SIZE[COUNCIL]))))
    if sorted(deal.count for deal in pieces.deals) != [2, 3, 4]:
        raise game.wrong(_("there must be one row each for 2, 3 and 4 participants"))
    if SECTORS * pieces.tokens_per_space > sum(token.count for token in pieces.tokens):
        raise game.wrong(_("there are not enough Bonus tokens for the market spaces (§3.1)"))


def read_scoring(pieces: Pieces, components: Components) -> None:
    """Read what each line of the final scoring is worth, and for whom it counts (§9)."""
    pieces.set_points = components.row("scoring.toml", "diversification").number("prestige_per_full_set")
    pieces.major_points = components.row("scoring.toml", "major_vineyard").number("prestige")
    wines, cuvees = components.row("scoring.toml", "still_wines"), components.row("scoring.toml", "cuvees")
    pieces.still_batch, pieces.still_points = at_least(wines, "batch", 1), wines.number("prestige")
    pieces.cuvee_batch, pieces.cuvee_points = at_least(cuvees, "batch", 1), cuvees.number("prestige")
    who = components.row("scoring.toml", "who")
    pieces.lines_player = read_flags(who, "player", LINE_IDS)
    pieces.lines_solo = read_flags(who, "solo", LINE_IDS)
    pieces.lines_merchant = read_flags(who, "merchant", LINE_IDS)
    if any(pieces.lines_merchant[line] for line in (DIVERSIFICATION, MAJOR, STILL_WINES, COLD)):
        raise who.wrong(_("the Wine Merchant scores cuvees and his eco level, nothing else (§10.8)"))


def read_merchant(pieces: Pieces, components: Components) -> None:
    """Read the Wine Merchant: levels, stores and criteria (§10)."""
    board = components.row("wine_merchant.toml", "board")
    pieces.merchant_cellar = between(board, "cellar_capacity", 1, MOST_CELLAR)
    pieces.merchant_cave = between(board, "oenotheque_capacity", 0, MOST_CAVE)
    pieces.merchant_collaborators = between(components.row("wine_merchant.toml", "pieces"), "collaborators", 2, 3)
    start = components.row("wine_merchant.toml", "start")
    pieces.merchant_prestige = start.number("prestige")
    pieces.merchant_eco = between(start, "eco_level", 1, len(pieces.eco_values))
    priority, ids = components.row("wine_merchant.toml", "oenotheque_priority"), [cuvee.id for cuvee in pieces.cuvees]
    pieces.overflow = [index_in(priority, name, ids) for name in priority.texts("order")]
    choice = components.row("wine_merchant.toml", "order_choice")
    pieces.criteria = [index_in(choice, name, list(CRITERIA)) for name in choice.texts("criteria")]
    if sorted(pieces.overflow) != list(range(GRAPES)) or sorted(pieces.criteria) != list(range(len(CRITERIA))):
        raise choice.wrong(_("each cuvee and each criterion must be named once (§10.3, §10.6)"))
    applies = components.row("wine_merchant.toml", "tokens").texts("applies")
    pieces.merchant_applies = [token.kind in applies and token.instant and not token.land for token in pieces.tokens]
    for row in components.rows("wine_merchant.toml", "difficulty"):
        cellar = read_cuvees(pieces, row.row("cellar"))
        if sum(cellar) > pieces.merchant_cellar:
            raise row.wrong(_("these cuvees do not fit in the Merchant's cellar (§10.2)"))
        pieces.difficulties.append(Difficulty(row.text("id"), row.text("name"), cellar))
