"""How long a click takes to change the other player's page: two browsers at one Wine Cellar table, on this machine.

Also how long each game's table takes to draw for one seat, how large the page is, and how large the update after a move.
Run: `.venv/bin/python bench/live.py`.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
SCRATCH = Path(tempfile.mkdtemp(prefix="cuvee-bench-"))
os.environ |= {
    "CUVEE_DATA": str(SCRATCH / "here"),
    "DJANGO_SETTINGS_MODULE": "cuvee.web.settings",
    "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
}

import django  # noqa: E402
from django.core.management import call_command  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402

django.setup()

from django.test import Client  # noqa: E402
from tests.web.conftest import FLAGS  # noqa: E402
from tests.web.serving import Served, prepare  # noqa: E402

from cuvee import games  # noqa: E402
from cuvee.kernel.chance import Chance  # noqa: E402
from cuvee.web.match.desk import DESK  # noqa: E402
from cuvee.web.match.tables import Wish, open_table, own_seats, sit_down  # noqa: E402
from cuvee.web.models import Person, Table, new_code  # noqa: E402
from cuvee.web.page.diff import Wire  # noqa: E402
from cuvee.web.page.sight import changed_parts, look, marks  # noqa: E402

WATCH = """() => { window.changed = 0; new MutationObserver(() => { window.changed ||= Date.now(); })
    .observe(document.querySelector('.table'), {subtree: true, childList: true, attributes: true}); }"""


def person() -> Person:
    return Person.objects.create_user(f"guest-{new_code()}", None, name="Bench")


def measure_clicks(rounds: int = 12) -> list[float]:
    """Milliseconds from the click on Confirm in one browser to the first change in the other."""
    codes, cookies = prepare(SCRATCH / "served", {"game": "wine_cellar", "players": 2, "people": ["A", "B"]})
    served = Served(SCRATCH / "served").start()
    found: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        pages: list[Page] = []
        for name in ("A", "B"):
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            context.add_cookies([{"name": "cuvee", "value": cookies[name], "url": served.address}])
            page = context.new_page()
            page.goto(f"{served.address}/table/{codes[0]}/")
            pages.append(page)
        while len(found) < rounds:
            pages[0].wait_for_timeout(1000)  # both pages are up to date, and the last move's animation is over
            mover = next((n for n in (0, 1) if pages[n].get_attribute("#bar", "data-mine") == "1"), None)
            if mover is None:
                continue
            pages[1 - mover].evaluate(WATCH)
            pages[mover].locator(".option").first.click()
            clicked = pages[mover].evaluate("() => { document.querySelector('#confirm').click(); return Date.now(); }")
            for _wait in range(400):
                if changed := pages[1 - mover].evaluate("window.changed"):
                    found.append(changed - clicked)
                    break
                time.sleep(0.005)
        browser.close()
    served.stop()
    return found


def measure_tables() -> None:
    """Draw each game's largest table in the middle of a game; say how long it takes and how large the whole page is."""
    for name in games.NAMES:
        players = max(games.get(name).seats)
        people = [person() for _seat in range(players)]
        table = open_table(people[0], Wish(name, players))
        for other in people[1:]:
            sit_down(table, other)
        table = Table.objects.get(pk=table.pk)
        position, luck = DESK.position(table), Chance.from_seed(1, ["bench"])
        times: list[float] = []
        sizes: list[int] = []
        updates: list[int] = []
        client = Client()
        client.force_login(people[0])
        wire, own = Wire(), own_seats(table, people[0])
        drawn: dict[str, str] = {}
        while position.state.waiting and position.moves < 400:
            seat = position.state.waiting[0]
            options = position.state.options(seat)
            DESK.play(table, seat, options[luck.below(len(options))], position.asked[seat])
            start = time.process_time()
            _stamp, parts = look(table, 0, own, "en", False)
            times.append(1000 * (time.process_time() - start))
            updates.append(len(wire.tell(changed_parts(marks(drawn), parts)).encode()))
            drawn = parts
            if position.moves % 30 == 0:
                sizes.append(len(client.get(f"/table/{table.code}/").content))
        most, update = max(sizes, default=0) / 1000, statistics.median(updates) / 1000
        mean = statistics.mean(updates) / 1000
        print(
            f"{name:18} {players} players: {statistics.median(times):5.1f} ms a table, page at most {most:.0f} KB, "
            f"update {update:.1f} KB at the median, {mean:.1f} KB on average, the first one whole"
        )


if __name__ == "__main__":
    Path(os.environ["CUVEE_DATA"]).mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)
    measure_tables()
    clicks = sorted(measure_clicks())
    print(
        f"click to the other browser: median {statistics.median(clicks):.0f} ms, slowest {clicks[-1]:.0f} ms of {len(clicks)}"
    )
