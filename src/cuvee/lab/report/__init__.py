"""Reports: the contents of a results folder, as one page for people and one object for programs."""

from pathlib import Path

from cuvee.lab.report.results import Results
from cuvee.lab.report.sections import Study


def study_of(folder: str | Path) -> Study:
    """Read a results folder and work out every figure of its report.

    >>> study_of("nowhere")
    Traceback (most recent call last):
    cuvee.kernel.errors.CuveeError: nowhere is not a folder of results: it has no run.json
    """
    return Study(Results(Path(folder)))
