"""`cuvee report` and `compare`: pages about simulated games."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cuvee.cli.arguments import Command, page_flags
from cuvee.cli.files import write_page
from cuvee.cli.output import print_json
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _


def add_reports(command: Command) -> None:
    """Add the commands."""
    report = command("report", _report, "make a page about the results of simulated games")
    report.add_argument("results", metavar="RESULTS", help="a folder that simulate or arena wrote with --out")
    page_flags(report, "RESULTS/report.html")

    compare = command("compare", _compare, "put two results of a game side by side")
    compare.add_argument("a", metavar="A", help="a results folder")
    compare.add_argument("b", metavar="B", help="another one, of the same game")
    page_flags(compare, "compare.html")


@contextmanager
def needing_the_lab() -> Iterator[None]:
    """Say what to install if a library of the lab is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise CuveeError(_("reports need {library}; in a clone of Cuvée: pip install '.[lab]'", library=missing.name)) from None


def _report(given: argparse.Namespace) -> int:
    with needing_the_lab():
        from cuvee.lab.report import study_of
        from cuvee.lab.report.page import report_json, report_page

    study = study_of(given.results)
    write_page(given.out, Path(given.results) / "report.html", lambda: report_page(study), given.json)
    if given.json:
        print_json(report_json(study))
    return 0


def _compare(given: argparse.Namespace) -> int:
    with needing_the_lab():
        from cuvee.lab.report import study_of
        from cuvee.lab.report.comparing import Comparison, compare_json, compare_page

    both = Comparison(study_of(given.a), study_of(given.b))
    write_page(given.out, Path("compare.html"), lambda: compare_page(both), given.json)
    if given.json:
        print_json(compare_json(both))
    return 0
