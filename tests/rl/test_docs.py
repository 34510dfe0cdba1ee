"""The examples in docs/rl.md run."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rl.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_of_the_page_runs(number: int) -> None:
    exec(EXAMPLES[number], {})


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4
