"""Reports: what a results folder says, as one page for people and one object for programs.

>>> from cuvee.lab.report import study_of  # doctest: +SKIP
>>> study_of("RESULTS").seats[0].win.value  # doctest: +SKIP
0.53
"""

from pathlib import Path

from cuvee.lab.report.reading import Results
from cuvee.lab.report.sections import Study


def study_of(folder: str | Path) -> Study:
    """Read a results folder and work out every figure of its report."""
    return Study(Results(Path(folder)))
