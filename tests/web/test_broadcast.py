"""What spectators are sent gives each of them the same page, whenever they came and however slow they are."""

import json

from hypothesis import given
from hypothesis import strategies as st

from cuvee.web.page.broadcast import STEPS, Broadcast, Step
from cuvee.web.page.sight import LOG
from tests.web.test_wire import mended

PIECES = st.lists(st.sampled_from(["<b>", "one", "<i>", "two", "</i>", "three"])).map("".join)
VERSIONS = st.lists(st.tuples(PIECES, PIECES, st.integers(0, 2)), min_size=1, max_size=2 * STEPS)


LONG = "".join(f"<i>{number}" for number in range(60))
"""So much of each part stays that it is worth sending only what changed."""


def parts_of(version: tuple[str, str, int]) -> dict[str, str]:
    """A page with a part that changes, and a log that grows by parts of its own."""
    bar, line, chunks = version
    logs = {f"log-{number}": f'<ol id="log-{number}">{LONG}{line}' for number in range(chunks + 1)}
    return {"bar": f"<p>{LONG}{bar}"} | logs


class Page:
    """What a browser shows: it mends its parts with what it is sent, as table.js does."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        """The parts that came by themselves: only these can be mended. A log that came in one piece is none of them."""
        self.sent = ""

    def take(self, steps: list[Step]) -> None:
        for step in steps:
            for name, told in json.loads(step.update).items():
                if name == LOG:
                    self.parts, self.texts = (
                        {known: text for known, text in some.items() if not known.startswith("log-")}
                        for some in (self.parts, self.texts)
                    )
                    for chunk in str(told).removesuffix("</div>").split("<ol ")[1:]:
                        self.parts[chunk.split('"')[1]] = f"<ol {chunk}"
                else:
                    self.parts[name] = self.texts[name] = told if isinstance(told, str) else mended(self.texts[name], told)
            self.sent = step.stamp


@given(VERSIONS, st.lists(st.tuples(st.integers(0, 40), st.integers(1, 20)), min_size=1, max_size=6))
def test_everybody_sees_the_same_at_last(versions: list[tuple[str, str, int]], spectators: list[tuple[int, int]]) -> None:
    """Each comes at some version, and looks only every so many versions."""
    broadcast, pages = Broadcast(), [Page() for _spectator in spectators]
    for number, version in enumerate(versions):
        broadcast.show(f"{number}.0", parts_of(version))
        for page, (first, every) in zip(pages, spectators, strict=True):
            if number >= first and (number - first) % every == 0:
                page.take(broadcast.since(page.sent))
                assert page.parts == parts_of(version)
    for page in pages:
        page.take(broadcast.since(page.sent))
        assert page.parts == parts_of(versions[-1])
        assert broadcast.since(page.sent) == []


def test_a_hundred_spectators_cost_one_update() -> None:
    broadcast = Broadcast()
    broadcast.show("1.0", {"bar": "<p>one"})
    first = [broadcast.since("") for _spectator in range(100)]
    broadcast.show("2.0", {"bar": "<p>two"})
    second = [broadcast.since("1.0") for _spectator in range(100)]
    assert len({id(steps[0].update) for steps in first}) == len({id(steps[0].update) for steps in second}) == 1
