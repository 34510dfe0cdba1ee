"""What to play, in a form that can be sent to every worker process: a set-up, and a run of numbered games of it."""

from time import thread_time
from typing import Any, Final, NamedTuple, final

import cuvee
from cuvee import bots, games
from cuvee.bots.bot import Bot
from cuvee.kernel.chance import SEED_LIMIT, derive_seed
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Options, SetUp
from cuvee.kernel.text import _

FORMAT: Final = 1
"""The format of a folder of results (docs/lab.md)."""
VARIANTS: Final = 4
"""How often each stream of chance of a deal is seeded anew, to tell how much luck it carries."""
LARGEST_CHUNK: Final = 1000


@final
class Plan:
    """A game, its set-up, and the seed from which everything is derived. It is checked when it is made.

    >>> plan = Plan("wine_cellar", 2, {}, seed=1)
    >>> plan.deal_seed(8) - plan.deal_seed(7)
    1
    """

    def __init__(
        self,
        game: str,
        seats: int,
        options: Options,
        seed: int,
        overrides: dict[str, str] | None = None,
        think: float | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.overrides = overrides or {}
        self.think = think
        self.box = games.get(game)
        self.options = self.box.read_options(seats, options)
        self.limit = self.box.longest(seats, self.options)
        self._first_deal = derive_seed(seed, "deals")
        self._first_luck: dict[tuple[str, int], int] = {}
        self._setup: SetUp[Any, Any] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what was asked for, not the opened boxes."""
        return Plan, (self.game, self.seats, self.options, self.seed, self.overrides, self.think)

    def setup(self) -> SetUp[Any, Any]:
        """Open the box, as each worker does once."""
        if self._setup is None:
            self._setup = self.box.prepare(self.seats, self.options, self.box.components(self.overrides))
        return self._setup

    def deal_seed(self, deal: int) -> int:
        """Return the seed of a deal; consecutive seeds give unrelated games."""
        return (self._first_deal + deal) % SEED_LIMIT

    def bot(self, name: str, seat: int, number: int = 0) -> Bot:
        """Make a bot whose luck depends only on its name, the seat and the number of the game.

        Its time is processor time, so that other work on the machine makes nobody play worse.
        """
        key = (name, seat)
        if key not in self._first_luck:
            self._first_luck[key] = derive_seed(self.seed, "bot", name, "seat", seat)
        return bots.make(name, self.box, (self._first_luck[key] + number) % SEED_LIMIT, self.think, clock=thread_time)


class Part(NamedTuple):
    """One game of a run: its deal, who sits where, and how it differs from the plain game, if it does."""

    number: int
    deal: int
    luck: int
    """The number from which the bots' own luck follows: the same in all games that are compared with each other."""
    bots: list[str]
    stream: str | None = None
    variant: int = 0
    forbidden: str | None = None
    restricted: int | None = None


@final
class Run:
    """A number of games to play, cut into chunks that can be played anywhere, in any order, and replayed if one is lost.

    The rows of a run depend on nothing else: not on the number of workers, and not on where they are.

    >>> run = Run("arena", Plan("wine_cellar", 2, {}, seed=1), ["greedy", "random"], games=6)
    >>> run.part(3).deal, run.part(3).bots
    (1, ['random', 'greedy'])
    """

    def __init__(
        self,
        command: str,
        plan: Plan,
        line_up: list[str],
        games: int,
        decisions: bool = False,
        forbid: list[str] | None = None,
        luck: int = 0,
    ) -> None:
        self.command = command
        self.plan = plan
        self.line_up = line_up
        self.games = games
        self.decisions = decisions
        self.forbid = forbid or []
        self.luck = luck
        self.streams = list(plan.box.streams)
        self._check()
        solo_arena = command == "arena" and plan.seats == 1
        self.plain = games * len(line_up) if solo_arena else games
        self.size = self.plain + games * len(self.forbid) + luck * len(self.streams) * VARIANTS
        self.chunk = chunk_size(self.size, len(line_up) if command == "arena" else 1)
        self.chunks = -(-self.size // self.chunk)

    def _check(self) -> None:
        for place, pattern in enumerate(self.forbid):
            if not pattern.partition(":")[0]:
                raise CuveeError(_("write what to forbid as KIND or KIND:TEXT, not '{pattern}'", pattern=pattern))
            if pattern in self.forbid[:place]:
                raise CuveeError(_("{pattern} is forbidden twice", pattern=pattern))
        if self.luck and not self.streams:
            raise CuveeError(_("{title} leaves nothing to chance, so there is no luck to measure", title=self.plan.box.title))
        if self.luck > self.games:
            raise CuveeError(_("luck can be measured on at most {games} deals, not {luck}", games=self.games, luck=self.luck))
        for name in dict.fromkeys(self.line_up):
            self.plan.bot(name, 0)  # a bot that cannot play this game says so now

    def numbers(self, chunk: int) -> range:
        """Return the numbers of the games of a chunk."""
        return range(chunk * self.chunk, min((chunk + 1) * self.chunk, self.size))

    def part(self, number: int) -> Part:
        """Say what a numbered game of the run is: the plain ones come first, then restricted play, then luck."""
        if self.command == "arena":
            deal, turn = divmod(number, len(self.line_up))
            seated = [self.line_up[turn]] if self.plan.seats == 1 else self.line_up[turn:] + self.line_up[:turn]
            return Part(number, deal, number, seated)
        if number < self.plain:
            return Part(number, number, number, self.line_up)
        place, deal = divmod(number - self.plain, self.games)
        if place < len(self.forbid):
            return Part(number, deal, deal, self.line_up, forbidden=self.forbid[place], restricted=deal % self.plan.seats)
        deal, rest = divmod(number - self.plain - self.games * len(self.forbid), len(self.streams) * VARIANTS)
        stream, variant = divmod(rest, VARIANTS)
        return Part(number, deal, deal, self.line_up, stream=self.streams[stream], variant=variant + 1)

    def as_dict(self) -> dict[str, Any]:
        """Return everything that the rows depend on, for `run.json`."""
        plan = self.plan
        return {
            "format": FORMAT,
            "cuvee": cuvee.__version__,
            "command": self.command,
            "game": plan.game,
            "rules": plan.box.version,
            "players": plan.seats,
            "options": plan.options,
            "components": plan.setup().components.digest,
            "overrides": plan.overrides,
            "seed": plan.seed,
            "bots": self.line_up,
            "think": plan.think,
            "games": self.games,
            "decisions": self.decisions,
            "forbid": self.forbid,
            "luck": self.luck,
            "chunk": self.chunk,
        }


def chunk_size(games: int, together: int = 1) -> int:
    """Return how many games to hand out at once, so that games that belong together stay together.

    A short run may be of slow bots, so a chunk is a fortieth of it and little is lost with one. In a long run games are
    quick, and a chunk is large enough that handing it out costs nothing compared with playing it.

    >>> chunk_size(400), chunk_size(10_000), chunk_size(10_000_000), chunk_size(400, together=3)
    (10, 500, 1000, 12)
    """
    size = max(1, games // 40 if games <= 2000 else min(LARGEST_CHUNK, games // 20))
    return -(-size // together) * together
