"""The journal: game, rules version, options, seed, component data and moves. The whole truth of a match, as JSON."""

import json
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final, final

from cuvee.kernel.errors import BadJournal
from cuvee.kernel.game import Options
from cuvee.kernel.play import shown
from cuvee.kernel.text import _

FORMAT: Final = 1


def commitment_to(game: str, seats: int, seed: int, salt: str) -> str:
    """Return a commitment to a deal, to publish beforehand: it fixes the seed and reveals nothing without the salt.

    >>> commitment_to("wine_cellar", 2, 7, "5a17")[:16]
    '63da58e3e1602625'
    """
    return sha256(f"cuvee/1/{game}/{seats}/{seed}/{salt}".encode()).hexdigest()


def counted(number: int, thing: str) -> str:
    """Write a number of things.

    >>> counted(1, "move"), counted(2, "move")
    ('1 move', '2 moves')
    """
    return f"{number} {thing}" + "s" * (number != 1)


@final
class Move:
    """One recorded answer: the seat, the canonical text, and the digest of the position after it.

    >>> Move(0, "bid 13", "5f0c1c7a8b0e2d49").text
    'bid 13'
    """

    def __init__(self, seat: int, text: str, after: str) -> None:
        self.seat = seat
        self.text = text
        self.after = after


@final
class Journal:
    """Everything needed to rebuild every position of a match.

    >>> journal = Journal("wine_cellar", "1", 2, {}, 7, "c0ffee", {}, "d1ce")
    >>> journal
    <journal of wine_cellar, 2 seats, 0 moves, not finished>
    >>> Journal.from_json(journal.to_json()).seed
    7
    """

    def __init__(
        self,
        game: str,
        rules: str,
        seats: int,
        options: Options,
        seed: int,
        components: str,
        overrides: dict[str, str],
        start: str,
    ) -> None:
        self.game = game
        self.rules = rules
        self.seats = seats
        self.options = options
        self.seed = seed
        self.components = components
        """The digest of the component tables the match was played with."""
        self.overrides = overrides
        """The owner's corrections among them, as TOML by file name, so that the journal is self-contained."""
        self.start = start
        """The digest of the first position."""
        self.players: list[str] = []
        """The names of people and bots by seat, if anybody wrote them down."""
        self.moves: list[Move] = []
        self.result: dict[str, object] | None = None
        """Totals and places by seat, once the game is over."""
        self.earlier: list[dict[str, Any]] = []
        """The rules and component data the journal was carried over from, the oldest first."""
        self.commitment = ""
        """The commitment to the seed that the players were shown at the deal, if they were."""
        self.salt = ""
        """The salt that opens the commitment."""

    def __repr__(self) -> str:
        return shown(self, self._told)

    def _told(self) -> str:
        end = "not finished" if self.result is None else "finished"
        return f"journal of {self.game}, {counted(self.seats, 'seat')}, {counted(len(self.moves), 'move')}, {end}"

    def head(self) -> "Journal":
        """Copy everything but the moves and their result."""
        head = Journal(self.game, self.rules, self.seats, self.options, self.seed, self.components, self.overrides, self.start)
        head.players, head.earlier = self.players, self.earlier
        head.commitment, head.salt = self.commitment, self.salt
        return head

    def check_commitment(self) -> None:
        """Refuse a journal whose seed does not match the commitment that its players were shown."""
        if self.commitment or self.salt:
            expected = commitment_to(self.game, self.seats, self.seed, self.salt)
            if not compare_digest(expected.encode(), self.commitment.encode()):
                raise BadJournal(_("the commitment is broken: it was made for a different deal"), 0)

    def to_json(self) -> str:
        """Write the journal, one move per line."""
        head: dict[str, Any] = {
            "cuvee": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "options": self.options,
            "seed": self.seed,
            "components": self.components,
            "overrides": self.overrides,
            "start": self.start,
            "players": self.players,
            "length": len(self.moves),
            "result": self.result,
        }
        if self.earlier:
            head["earlier"] = self.earlier
        if self.commitment:
            head |= {"commitment": self.commitment, "salt": self.salt}
        lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
        moves = [json.dumps([move.seat, move.text, move.after], ensure_ascii=False) for move in self.moves]
        return "{\n" + "\n".join(lines) + '\n "moves": [\n  ' + ",\n  ".join(moves) + "\n ]\n}\n"

    @staticmethod
    def from_json(text: str) -> "Journal":
        """Read a journal; say what is wrong with it, and from which move on it cannot be trusted."""
        try:
            data = json.loads(text)
        except ValueError as error:
            raise _cut_off(text, error) from None
        if not isinstance(data, dict) or data.get("cuvee") != FORMAT:
            raise BadJournal(_("this is not a Cuvée journal of format {format}", format=FORMAT))
        journal = Journal(
            _field(data, "game", str),
            _field(data, "rules", str),
            _field(data, "seats", int),
            _field(data, "options", dict),
            _field(data, "seed", int),
            _field(data, "components", str),
            _field(data, "overrides", dict),
            _field(data, "start", str),
        )
        journal.players = [str(name) for name in _field(data, "players", list)]
        journal.result = data.get("result")
        journal.earlier = _field(data, "earlier", list) if "earlier" in data else []
        journal.commitment = _field(data, "commitment", str) if "commitment" in data else ""
        journal.salt = _field(data, "salt", str) if "salt" in data else ""
        moves = _field(data, "moves", list)
        for number, move in enumerate(moves, 1):
            if not (isinstance(move, list) and [type(part) for part in move] == [int, str, str]):
                raise BadJournal(_("{move} is not a seat, a text and a digest", move=json.dumps(move)), number)
            journal.moves.append(Move(*move))
        if _field(data, "length", int) != len(moves):
            raise BadJournal(_("it is missing; the journal says it has {length} moves", length=data["length"]), len(moves) + 1)
        return journal


def _field(data: dict[str, Any], name: str, kind: type) -> Any:
    value = data.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadJournal(_("the journal has no valid '{name}'", name=name))
    return value


def _cut_off(text: str, error: ValueError) -> BadJournal:
    start = text.find('"moves": [')
    if start < 0:
        return BadJournal(_("this is not a journal: {error}", error=error))
    whole = 0
    for line in text[start:].splitlines()[1:]:
        try:
            json.loads(line.strip().rstrip(","))
        except ValueError:
            break
        whole += 1
    return BadJournal(_("the journal is damaged or cut off here"), whole + 1)
