"""The updates for spectators give each of them the same page, whenever they came and however slow they are."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from cuvee.web.page.broadcast import STEPS, Broadcast
from cuvee.web.page.sight import LOG
from tests.web.screen import mended

PIECES = st.lists(st.sampled_from(["<b>", "one", "<i>", "two", "</i>", "three"])).map("".join)
VERSIONS = st.lists(st.tuples(PIECES, PIECES, st.integers(0, 2)), min_size=1, max_size=2 * STEPS)


LONG = "".join(f"<i>{number}" for number in range(60))
"""The unchanged text of each part, long enough to make it worth sending only the changes."""


def parts_of(version: tuple[str, str, int]) -> dict[str, str]:
    """A page with a part that changes, and a log that grows by its own parts."""
    bar, line, chunks = version
    logs = {f"log-{number}": f'<ol id="log-{number}">{LONG}{line}' for number in range(chunks + 1)}
    return {"bar": f"<p>{LONG}{bar}"} | logs


class Spectator:
    """A spectator who comes at some version and looks only every few versions: what they are sent, and should see then."""

    def __init__(self, first: int, every: int) -> None:
        self.first = first
        self.every = every
        self.sent = ""
        self.updates: list[str] = []
        self.expected: list[tuple[int, dict[str, str]]] = []
        """The number of updates and the parts the page should then have."""

    def look(self, broadcast: Broadcast, version: tuple[str, str, int]) -> None:
        steps = broadcast.since(self.sent)
        self.updates += [step.update for step in steps]
        self.sent = steps[-1].stamp if steps else self.sent
        self.expected.append((len(self.updates), parts_of(version)))


def pages(shown: list[dict[str, str]]) -> Iterator[dict[str, str]]:
    """Yield what is on a page after each update: a part replaces the earlier one, and a new log replaces all its parts."""
    parts: dict[str, str] = {}
    yield dict(parts)
    for update in shown:
        for name, text in update.items():
            if name == LOG:
                parts = {known: old for known, old in parts.items() if not known.startswith("log-")}
                parts |= {f"log-{number}": f"<ol {chunk}" for number, chunk in enumerate(within(text))}
            else:
                parts[name] = text
        yield dict(parts)


def within(log: str) -> list[str]:
    return log.removesuffix("</div>").split("<ol ")[1:]


@settings(deadline=None)
@given(VERSIONS, st.lists(st.tuples(st.integers(0, 40), st.integers(1, 20)), min_size=1, max_size=6))
def test_everybody_sees_the_same_at_last(
    table_page: Page, versions: list[tuple[str, str, int]], spectators: list[tuple[int, int]]
) -> None:
    broadcast, everybody = Broadcast(), [Spectator(first, every) for first, every in spectators]
    for number, version in enumerate(versions):
        broadcast.show(f"{number}.0", parts_of(version))
        for one in everybody:
            if number >= one.first and (number - one.first) % one.every == 0:
                one.look(broadcast, version)
    for one in everybody:
        one.look(broadcast, versions[-1])
        assert broadcast.since(one.sent) == []
        seen = list(pages(mended(table_page, *one.updates)))
        assert [seen[updates] for updates, _parts in one.expected] == [parts for _updates, parts in one.expected]


def test_a_hundred_spectators_cost_one_update() -> None:
    broadcast = Broadcast()
    broadcast.show("1.0", {"bar": "<p>one"})
    first = [broadcast.since("") for _spectator in range(100)]
    broadcast.show("2.0", {"bar": "<p>two"})
    second = [broadcast.since("1.0") for _spectator in range(100)]
    assert len({id(steps[0].update) for steps in first}) == len({id(steps[0].update) for steps in second}) == 1
