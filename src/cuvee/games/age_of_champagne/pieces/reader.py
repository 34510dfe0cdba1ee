"""All tables, one after the other."""

from cuvee.games.age_of_champagne.pieces.board_tables import read_main_board, read_player_board
from cuvee.games.age_of_champagne.pieces.box import Pieces
from cuvee.games.age_of_champagne.pieces.card_tables import read_events, read_inheritance, read_markets, read_tokens
from cuvee.games.age_of_champagne.pieces.game_tables import read_merchant, read_scoring, read_setup
from cuvee.games.age_of_champagne.pieces.wine_tables import read_regions, read_vineyards, read_wines
from cuvee.kernel.components import Components


def read_pieces(components: Components) -> Pieces:
    """Read the tables; refuse a set that cannot be played."""
    pieces = Pieces()
    read_wines(pieces, components)
    read_regions(pieces, components)
    read_vineyards(pieces, components)
    read_markets(pieces, components)
    read_player_board(pieces, components)
    read_inheritance(pieces, components)
    read_main_board(pieces, components)
    read_events(pieces, components)
    read_tokens(pieces, components)
    read_setup(pieces, components)
    read_scoring(pieces, components)
    read_merchant(pieces, components)
    return pieces
