"""Make the pictures of the README and the docs: real pages of a real server in Chromium. Run by `make screenshots`.

Games are played by the house from fixed seeds, so the pictures change only when the site does.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
DATA = Path(tempfile.mkdtemp(prefix="cuvee-screenshots-"))
os.environ |= {"CUVEE_DATA": str(DATA), "DJANGO_SETTINGS_MODULE": "cuvee.web.settings", "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}

import django  # noqa: E402
from django.core.management import call_command  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

django.setup()

from django.test import Client  # noqa: E402
from tests.web.conftest import FLAGS  # noqa: E402
from tests.web.serving import Served  # noqa: E402

from cuvee import bots, games  # noqa: E402
from cuvee.web.match.desk import DESK  # noqa: E402
from cuvee.web.match.tables import Wish, open_table  # noqa: E402
from cuvee.web.models import Person, Table  # noqa: E402

PLAYERS: Final = {"wine_cellar": 2, "ora_et_labora": 3, "viticulture": 3, "vinhos": 3, "age_of_champagne": 3}
NAMES: Final = ["Tomás", "Ingrid", "Bram", "Zofia", "Eamon"]
STAGES: Final = {"early": 0.12, "middle": 0.55, "final": 1.0}
SCREENS: Final = {"desktop": (1440, 900), "phone": (390, 844)}
QUALITY: Final = 72


def play(host: Person, game: str, share: float, seed: int) -> Table:
    """Open a table and let the house play a share of the match for everybody."""
    players = PLAYERS[game]
    wish = Wish(game, players, {}, ["me", *(f"friend:{name}" for name in NAMES[: players - 1])])
    wish.seed = seed
    table = open_table(host, wish)
    box = games.get(game)
    whole = box.new(players, {}, seed)
    judges = [bots.make("greedy", box, seat) for seat in range(players)]
    moves: list[tuple[int, int]] = []
    while whole.waiting:
        seat = whole.waiting[0]
        moves.append((seat, judges[seat].choose(whole, seat)))
        whole.apply(*moves[-1])
    stop = round(len(moves) * share)
    if share < 1:  # the person's own turn makes the better picture
        stop = next((n for n in range(stop, len(moves)) if moves[n][0] == 0), stop)
    position = DESK.position(table)
    for seat, option in moves[:stop]:
        DESK.play(table, seat, option, position.asked[seat])
    others = list(table.places.exclude(number=0))
    for seat, name in zip(others, NAMES, strict=False):
        guest, _made = Person.objects.get_or_create(username=f"guest-{name}", defaults={"name": name})
        table.places.filter(pk=seat.pk).update(person=guest)
    return Table.objects.get(pk=table.pk)


def photograph(browser: Browser, served: Served, session: str, shots: list[tuple[str, str, str, str]]) -> None:
    """Take every picture: (file, path, screen, scheme)."""
    for file, path, screen, scheme in shots:
        width, height = SCREENS[screen]
        phone: dict[str, Any] = {"is_mobile": True, "has_touch": True} if screen == "phone" else {}
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **phone)  # type: ignore[arg-type]
        context.add_cookies([{"name": "cuvee", "value": session, "url": served.address}])
        page = context.new_page()
        page.goto(served.address + path)
        page.wait_for_timeout(700)
        page.screenshot(path=str(ROOT / "docs" / "screenshots" / f"{file}.jpg"), type="jpeg", quality=QUALITY)
        context.close()
        print(file)


def main() -> None:
    """Prepare the matches, serve them, take the pictures."""
    call_command("migrate", verbosity=0)
    wanted = sys.argv[1:] or list(games.NAMES)
    host = Person.objects.create_user("guest-aurelie", None, name="Aurélie")
    client = Client()
    client.force_login(host)
    shots: list[tuple[str, str, str, str]] = []
    last = ""
    for game in wanted:
        for stage, share in STAGES.items():
            table = play(host, game, share, seed=20)
            address = f"/table/{table.code}/?as=0"
            shots += [
                (f"{game}-{stage}-{screen}-{scheme}", address, screen, scheme)
                for screen in SCREENS
                for scheme in ("light", "dark")
            ]
            last = table.code
        shots.append((f"{game}-sheet", f"/table/{last}/sheet/", "desktop", "light"))
    if "wine_cellar" in wanted:
        shots += [(f"lobby-{screen}-{scheme}", "/", screen, scheme) for screen in SCREENS for scheme in ("light", "dark")]
        shots.append(("replay", f"/table/{last}/replay/?as=-1&at=22", "desktop", "light"))
        shots.append(("rules", "/rules/wine_cellar/#s5", "desktop", "light"))
        shots.append(("components", "/components/wine_cellar/", "desktop", "light"))
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    served = Served(DATA).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            photograph(browser, served, client.cookies["cuvee"].value, shots)
            browser.close()
    finally:
        served.stop()
        shutil.rmtree(DATA, ignore_errors=True)


if __name__ == "__main__":
    main()
