"""`cuvee simulate`, `arena`, `train` and `bench`: many games by bots."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cuvee import bots, build, games
from cuvee.cli.arguments import (
    Command,
    components_flag,
    json_flag,
    many_games_flags,
    positive,
    restricting_flags,
    seed,
    table_flags,
)
from cuvee.cli.files import place_for, read_options, read_overrides
from cuvee.cli.output import print_json, print_table, progress_bar
from cuvee.cli.reports import needing_the_lab
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _, player

if TYPE_CHECKING:  # the lab is imported by the commands that need it
    from cuvee.lab.plan import Plan


def add_simulations(command: Command) -> None:
    """Add the commands that play many games."""
    simulate = command("simulate", _simulate, "let bots play many games and count the results")
    simulate.add_argument("game")
    many_games_flags(table_flags(components_flag(simulate), required=True))
    restricting_flags(simulate)

    arena = command("arena", _arena, "let bots compete from every seat, with intervals and ratings")
    arena.add_argument("game")
    many_games_flags(table_flags(components_flag(arena)))
    arena.add_argument("--plot", metavar="FILE.svg", help="draw the win rates with their intervals")

    train = command("train", _train, "learn what positions of a game are worth, by self-play")
    train.add_argument("game")
    table_flags(train)
    train.add_argument("--rounds", type=positive, default=6, metavar="N", help="rounds of playing and learning (default: 6)")
    train.add_argument("--games", type=positive, default=1000, metavar="N", help="games in each round (default: 1,000)")
    train.add_argument(
        "--exam", type=positive, default=200, metavar="N", help="games against greedy after each round (default: 200)"
    )
    train.add_argument("--seed", type=seed, required=True, metavar="S")
    train.add_argument("--workers", type=positive, default=1, metavar="W", help="processes (default: 1)")
    train.add_argument("--out", type=Path, required=True, metavar="DIR", help="keep everything there; continue what is there")
    json_flag(train)


def add_bench(command: Command) -> None:
    """Add the command that measures speed."""
    json_flag(command("bench", _bench, "measure speed on this machine"))


def _simulate(given: argparse.Namespace) -> int:
    from cuvee.lab.simulate import simulate

    plan = _plan(given, given.players)
    names = bots.check_names(given.bots.split(","), plan.seats)
    with progress_bar("games", given.json) as progress:
        result = simulate(plan, names, given.games, progress=progress, forbid=given.forbid, luck=given.luck, **_conduct(given))
    if given.json:
        print_json(result)
    else:
        _print_simulation(result)
    for message in result["error_messages"]:
        print(f"cuvee: {message}", file=sys.stderr)
    return 1 if result["errors"] else 0


def _print_simulation(result: dict[str, Any]) -> None:
    rows = [
        [f"{player(seat)} ({result['bots'][seat]})", f"{line['mean']:.2f}", str(line["min"]), str(line["max"])]
        for seat, line in enumerate(result["scores"])
    ]
    title = f"{result['games']:,} games, {result['decisions']:,} decisions"
    if result["games_per_second"]:
        title += (
            f" in {result['seconds']:.2f} s: {result['decisions_per_second']:,.0f} decisions/s, "
            f"{result['games_per_second']:,.0f} games/s"
        )
    print_table(title, ["seat", "mean", "min", "max"], rows)
    for line in result.get("forbid", []):
        if line["applied"]:
            print(f"without {line['pattern']}: this took a choice away in {line['applied']:,} of {line['games']:,} games")
        else:
            print(f"without {line['pattern']}: this never matched a choice that could be taken away")
    if "luck" in result:
        print(f"luck of {', '.join(result['luck']['streams'])}: {result['luck']['deals']:,} deals drawn anew")
    _print_where(result)


def _print_where(result: dict[str, Any]) -> None:
    """Say where the results are kept, and whether they were there before."""
    if "out" not in result:
        return
    if result["resumed"] == result["rows"]:
        print(f"{result['out']}: this run was already finished; there was nothing left to play")
    else:
        before = f", {result['resumed']:,} of them played before" if result["resumed"] else ""
        print(f"{result['out']}: {result['rows']:,} rows{before}")


def _plan(given: argparse.Namespace, seats: int) -> "Plan":
    """Read what `simulate` or `arena` is to play."""
    from cuvee.lab.plan import Plan

    overrides = read_overrides(given.game, given.components)
    return Plan(given.game, seats, read_options(given.option), given.seed, overrides, given.think)


def _conduct(given: argparse.Namespace) -> dict[str, Any]:
    """Read how `simulate` or `arena` is to be carried out."""
    if given.decisions and given.out is None:
        raise CuveeError(_("--decisions needs --out DIR, a folder to keep them in"))
    workers = given.workers or (1 if given.engine == "local" else None)
    return {"workers": workers, "engine": given.engine, "out": given.out, "decisions": given.decisions}


def _arena(given: argparse.Namespace) -> int:
    from cuvee.lab.arena import arena

    line_up = given.bots.split(",")
    box = games.get(given.game)
    seats = given.players or max(len(line_up), min(box.seats))
    plan = _plan(given, seats)
    if seats > 1:
        line_up = bots.check_names(line_up, seats)
    else:
        for name in line_up:
            bots.check_names([name], 1)
    picture = None if given.plot is None else place_for(given.plot, ".svg")
    with progress_bar("games", given.json) as progress:
        result = arena(plan, line_up, given.games, progress=progress, **_conduct(given))
    title = f"{box.title}, {seats} players"
    if picture is not None:
        from cuvee.charts import win_rates

        equals = seats if seats > 1 else len(line_up)
        picture.write_text(win_rates(title, result["bots"], 1 / equals), "utf-8")
    if given.json:
        print_json(result)
    else:
        _print_arena(title, result)
    for failure in result["forfeits"] + result["errors"]:
        who = "the game broke in" if failure["bot"] is None else f"{failure['bot']} forfeited"
        count = f"{failure['games']:,} games, the first" if failure["games"] > 1 else "game"
        print(f"cuvee: {who} {count} {failure['first_game']}: {failure['error']}", file=sys.stderr)
    return 1 if result["forfeits"] or result["errors"] else 0


def _print_arena(title: str, result: dict[str, Any]) -> None:
    rows = [
        [
            name,
            str(line["games"]),
            f"{line['win_rate']:.1%}",
            f"{line['low']:.1%} – {line['high']:.1%}",
            f"{line['mean_score']:.1f}",
            f"{line['rating']:.1f} ± {line['rating_sigma']:.1f}",
        ]
        for name, line in result["bots"].items()
    ]
    print_table(title, ["bot", "games", "wins", "95 %", "mean score", "rating ± σ"], rows)
    table = result["crosstable"]
    if len(table) > 1:
        rows = [[one, *(_cell(cells.get(other)) for other in table)] for one, cells in table.items()]
        print_table("placed before (a shared place counts half), with 95 % intervals", ["", *table], rows)
    _print_where(result)


def _cell(cell: dict[str, float] | None) -> str:
    return "" if cell is None else f"{cell['rate']:.1%} ({cell['low']:.1%} – {cell['high']:.1%})"


def _train(given: argparse.Namespace) -> int:
    from cuvee.lab.plan import Plan

    with needing_the_lab():
        from cuvee.lab.train import Course, train
    box = games.get(given.game)
    plan = Plan(given.game, given.players or min(box.seats), read_options(given.option), given.seed)
    course = Course(plan, given.rounds, given.games, given.exam, given.workers, given.out)
    reports = []
    with progress_bar("games", given.json) as progress:
        for report in train(course, progress):
            reports.append(report)
            if not given.json:
                print(
                    f"round {report['round'] + 1}: off by {report['error_after']} points instead of {report['error_before']}; "
                    f"wins {report['win_rate']:.1%} ({report['low']:.1%} – {report['high']:.1%}), {report['mean_score']} points"
                )
    if given.json:
        print_json({"rounds": reports})
    else:
        print(f"The best weights are in {given.out / f'{plan.seats}.json'}")
    return 0


def _bench(given: argparse.Namespace) -> int:
    from cuvee.lab.bench import bench

    setups = [(box.name, seats) for box in games.every() for seats in box.seats]
    with progress_bar("measuring", given.json) as progress:
        if progress is not None:
            progress.start(len(setups), 0)
        results = []
        for name, seats in setups:
            results.append(bench(name, seats, {}))
            if progress is not None:
                progress.advance(1)
    if given.json:
        print_json(
            {"build": "compiled" if build.compiled() else "interpreted", "version": build.describe(), "results": results}
        )
        return 0
    rows = [
        [f"{line['game']}, {line['players']} players"]
        + [f"{line[key]:,}" for key in ("decisions_per_second", "games_per_second", "clones_per_second", "redeals_per_second")]
        for line in results
    ]
    print_table(build.describe(), ["game", "decisions/s", "games/s", "clones/s", "redeals/s"], rows)
    return 0
