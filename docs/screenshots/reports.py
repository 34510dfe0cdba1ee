"""Make the pictures of reports: three real pages in Chromium, `docs/screenshots/report-*.jpg`.

    .venv/bin/python docs/screenshots/reports.py

The games are played from fixed seeds, so the pictures change only when the games or the reports do.
"""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from cuvee.lab.plan import Plan
from cuvee.lab.report import study_of
from cuvee.lab.report.comparing import Comparison, compare_page
from cuvee.lab.report.page import report_page
from cuvee.lab.simulate import simulate

HERE = Path(__file__).resolve().parent
FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
QUALITY: Final = 72
SHOTS: Final = [
    # name, page, the section it begins with, width, scheme
    ("report-wine_cellar", "wine_cellar", "summary", 1100, "light"),
    ("report-wine_cellar-choices", "wine_cellar", "choices", 1100, "dark"),
    ("report-wine_cellar-phone", "wine_cellar", "choices", 390, "light"),
    ("report-vinhos", "vinhos", "summary", 1100, "light"),
    ("report-vinhos-luck", "vinhos", "luck", 1100, "light"),
    ("report-vinhos-phone", "vinhos", "luck", 390, "dark"),
    ("report-compare", "compare", "summary", 1100, "light"),
    ("report-compare-phone", "compare", "summary", 390, "dark"),
]
DEARER: Final = {"cards.toml": '[[card]]\nid = "france_red_18"\nages = [1, 1, 1, 1, 1, 1, 1, 1]\n'}
"""What if the Pinot Noir were hardly worth storing?"""


def make_pages(folder: Path) -> None:
    """Play the games and write the pages."""
    plan = Plan("wine_cellar", 2, {}, 7)
    simulate(plan, ["greedy"] * 2, 2000, 2, decisions=True, luck=200, forbid=["bid:bid 18"], out=folder / "A")
    simulate(Plan("wine_cellar", 2, {}, 7, DEARER), ["greedy"] * 2, 2000, 2, decisions=True, out=folder / "B")
    vinhos = Plan("vinhos", 4, {}, 7)
    simulate(vinhos, ["greedy"] * 4, 120, 2, decisions=True, luck=12, forbid=["destination:go export"], out=folder / "vinhos")
    one, other = study_of(folder / "A"), study_of(folder / "B")
    (folder / "wine_cellar.html").write_text(report_page(one), "utf-8")
    (folder / "vinhos.html").write_text(report_page(study_of(folder / "vinhos")), "utf-8")
    (folder / "compare.html").write_text(compare_page(Comparison(one, other)), "utf-8")


def photograph(browser: Browser, folder: Path) -> None:
    """Take every picture, from the top of its section on."""
    for name, page_name, section, width, scheme in SHOTS:
        phone: dict[str, Any] = {"is_mobile": True, "device_scale_factor": 2} if width < 500 else {}
        height = 844 if phone else 1300
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **phone)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto((folder / f"{page_name}.html").as_uri())
        if section != "summary":
            page.evaluate(f"document.getElementById('{section}').scrollIntoView()")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than its screen"
        page.screenshot(path=str(HERE / f"{name}.jpg"), type="jpeg", quality=QUALITY)
        context.close()
        print(name)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        where = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(place)
        make_pages(where)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        photograph(browser, where)
        browser.close()
