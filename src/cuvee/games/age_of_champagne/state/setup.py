"""The set-up of a game: pieces, participants and options (§1.3)."""

from typing import final

from cuvee.games.age_of_champagne.pieces.boards import Board
from cuvee.games.age_of_champagne.pieces.box import Deal, Pieces
from cuvee.games.age_of_champagne.pieces.vocabulary import AGE, COUNCIL, FIRST, NOBODY, NOTHING, PROMOTE, SIZE, VINEYARD, ZONES


@final
class Setup:
    """Everything that stays the same during a game: pieces, participants and options (§1.3)."""

    def __init__(self, pieces: Pieces, players: int, level: str, side: str, trade: bool, tension: bool, person: bool) -> None:
        self.pieces = pieces
        self.players = players
        self.level = level
        """The difficulty of the Wine Merchant, empty without him (§10)."""
        self.merchant = players if level else NOBODY
        self.participants = players + 1 if level else players
        self.board: Board = pieces.board(side)
        self.trade = trade
        self.tension = tension
        self.person = person
        self.solo = self.participants == 2 and players == 1
        self.deal: Deal = pieces.deal_for(self.participants)
        self.faces = len(pieces.tokens)
        self.reservation_faces = [token.number for token in pieces.tokens if token.reserves]
        self.swap_faces = [token.number for token in pieces.tokens if token.swaps]
        self.cold_faces = [token.number for token in pieces.tokens if token.protects]
        self.action_faces = [token.number for token in pieces.tokens if token.zone != NOTHING]
        self.placeable = self._placeable()
        """Every spot where a marker may be placed when it is free (§4.2)."""
        self.single = [zone for zone in range(ZONES) if not self.board.many[zone]]
        """The zones where a player has one marker at most."""

    def _placeable(self) -> list[int]:
        sizes = SIZE[:]
        sizes[VINEYARD] = self.participants
        sizes[COUNCIL] = self.deal.council
        sizes[PROMOTE] = 0
        sizes[AGE] = SIZE[AGE] if self.board.marketing else 0
        return [spot for zone in range(ZONES) for spot in range(FIRST[zone], FIRST[zone] + sizes[zone])]
