"""Results folders for tests: real games of simple bots, and invented tables with effects planted in them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from cuvee import __version__, bots, games
from cuvee.kernel.chance import Chance, derive_seed
from cuvee.kernel.game import SetUp
from cuvee.lab.plan import Plan

GAMES = pa.schema(
    [
        ("game", pa.int64()),
        ("deal", pa.uint64()),
        ("bots", pa.list_(pa.string())),
        ("scores", pa.list_(pa.int32())),
        ("places", pa.list_(pa.int8())),
        ("decisions", pa.int32()),
        ("branching", pa.float32()),
        ("widest", pa.int16()),
        ("stream", pa.string()),
        ("variant", pa.int32()),
        ("forbidden", pa.string()),
        ("restricted_seat", pa.int8()),
        ("forfeit", pa.int8()),
        ("error", pa.string()),
    ]
)
DECISIONS = pa.schema(
    [
        ("game", pa.int64()),
        ("number", pa.int32()),
        ("seat", pa.int8()),
        ("kind", pa.string()),
        ("section", pa.string()),
        ("text", pa.string()),
        ("options", pa.int16()),
    ]
)
Row = dict[str, Any]


def write_results(folder: Path, run: Row, rows: list[Row], decisions: list[Row] | None = None) -> Path:
    """Write a results folder; what a row leaves out is null."""
    folder.mkdir(parents=True, exist_ok=True)
    box = games.get(run["game"])
    whole = {
        "format": 1,
        "cuvee": __version__,
        "command": "simulate",
        "rules": box.version,
        "options": box.read_options(run["players"], run.get("options", {})),
        "components": box.components(run.get("overrides")).digest,
        "overrides": {},
        "seed": 1,
        "bots": ["greedy"] * run["players"],
        "games": len(rows),
        "decisions": decisions is not None,
        "forbid": [],
        "luck": 0,
        "chunk": 250,
    }
    (folder / "run.json").write_text(json.dumps(whole | run), "utf-8")
    plain = {"decisions": 30, "branching": 3.0, "widest": 9, "variant": 0}
    pq.write_table(pa.Table.from_pylist([plain | row for row in rows], GAMES), folder / "games-00000.parquet")
    if decisions is not None:
        pq.write_table(pa.Table.from_pylist(decisions, DECISIONS), folder / "decisions-00000.parquet")
    return folder


def results_of_play(
    folder: Path,
    game: str,
    seated: list[str],
    count: int,
    *,
    seed: int = 1,
    rotate: bool = False,
    luck: int = 0,
    forbid: Sequence[str] = (),
    overrides: dict[str, str] | None = None,
    decisions: bool = True,
) -> Path:
    """Play games and write them down as `cuvee simulate` (or `cuvee arena`, if the line-up rotates) does."""
    plan = Plan(game, len(seated), {}, seed, overrides)
    setup = plan.setup()
    rows: list[Row] = []
    choices: list[Row] = []
    for number in range(count):
        deal, turn = divmod(number, len(seated)) if rotate else (number, 0)
        line_up = seated[turn:] + seated[:turn]
        rows.append(_play(plan, setup, line_up, deal, number, choices if decisions else None))
    for deal in range(min(luck, count)):
        for stream in setup.game.streams:
            for variant in (1, 2):
                again = {"stream": stream, "variant": variant}
                rows.append(_play(plan, setup, seated, deal, len(rows), None, again))
    for what in forbid:
        for deal in range(count):
            ban = {"forbidden": what, "restricted_seat": deal % len(seated)}
            rows.append(_play(plan, setup, seated, deal, len(rows), None, ban))
    run = {"game": game, "players": len(seated), "seed": seed, "bots": seated, "games": count, "overrides": overrides or {}}
    run |= {"command": "arena" if rotate else "simulate", "luck": luck, "forbid": list(forbid), "options": plan.options}
    return write_results(folder, run, rows, choices if decisions else None)


def _play(
    plan: Plan,
    setup: SetUp[Any, Any],
    line_up: list[str],
    deal: int,
    number: int,
    choices: list[Row] | None,
    special: Row | None = None,
) -> Row:
    special = special or {}
    seed = plan.deal_seed(deal)
    players = [bots.make(name, setup.game, derive_seed(seed, "bot", name, seat)) for seat, name in enumerate(line_up)]
    state = _deal(setup, seed, special)
    lot = Chance.from_seed(derive_seed(seed, "lot"), ["lot"])
    widths: list[int] = []
    while state.waiting:
        seat = state.waiting[0]
        numbers = state.options(seat)
        option = players[seat].choose(state, seat)
        if special.get("restricted_seat") == seat:
            allowed = [other for other in numbers if not _is_forbidden(state, seat, other, special["forbidden"])]
            if allowed and option not in allowed:
                option = allowed[lot.below(len(allowed))]
        if choices is not None:
            asked, own = state.asked_by(seat, option)
            text = asked.notation(state, seat, own)
            choice = {"game": number, "number": len(widths), "seat": seat, "kind": asked.kind(), "section": asked.section()}
            choices.append(choice | {"text": text, "options": len(numbers)})
        widths.append(len(numbers))
        state.apply(seat, option)
    box = setup.game
    row = {"game": number, "deal": seed, "bots": line_up, "scores": box.scores(state), "places": box.places(state)}
    return row | {"decisions": len(widths), "branching": sum(widths) / len(widths), "widest": max(widths)} | special


def _deal(setup: SetUp[Any, Any], seed: int, special: Row) -> Any:
    streams = list(setup.game.streams)
    chance = Chance.from_seed(seed, streams)
    if "stream" in special:
        other = Chance.from_seed(derive_seed(seed, special["stream"], special["variant"]), streams)
        at = streams.index(special["stream"])
        chance.streams[at] = other.streams[at]
    state = setup.game.deal(setup.seats, setup.options, setup.pieces, chance)
    state.settle()
    return state


def _is_forbidden(state: Any, seat: int, option: int, what: str) -> bool:
    kind, colon, text = what.partition(":")
    asked, own = state.asked_by(seat, option)
    return asked.kind() == kind and (not colon or asked.notation(state, seat, own) == text)
