"""Every game in a real browser, by clicks on the board alone: no dead end, no console error, no sideways scrolling."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from cuvee import games
from tests.web.clicking import DESKTOP, Clicker, Stuck
from tests.web.test_browser import House, answer_on_board

QUICK: dict[str, Any] = {"year_limit": 6}
"""Options that keep a game short where the rules offer a choice."""


def wish(game: str, players: int, options: dict[str, Any]) -> dict[str, Any]:
    seats = ["me", *["bot:greedy"] * (players - 1)]
    return {"game": game, "players": players, "people": ["Aurélie"], "seats": seats, "options": options}


def serious(page: Page) -> list[tuple[str, list[Any]]]:
    """List the problems axe finds on a page, with their places."""
    violations = Axe().run(page).response["violations"]
    grave = [violation for violation in violations if violation["impact"] in {"serious", "critical"}]
    return [(violation["id"], [node["target"] for node in violation["nodes"]][:3]) for violation in grave]


DRAWN = """() => {
  const told = (node) => node.nodeType === Node.TEXT_NODE ? node.data.trim() : [node.nodeName, node.namespaceURI,
    [...node.attributes].map((attribute) => attribute.name + "=" + attribute.value).sort(), [...node.childNodes].map(told)];
  return ["bar", "choices", "board", "players", "log"].map((part) => JSON.stringify(told(document.getElementById(part))));
}"""
"""Everything on the page that updates change; the order of attributes is ignored."""


def sit_and_play(browser: Browser, data: Path, asked: dict[str, Any], most: int) -> int:
    """Play by clicks on the board until the match is over or the limit is reached; return the number of decisions.

    After all the updates the page has to be the same as a newly loaded one.
    """
    site = House(browser, data, asked)
    try:
        # Without motion things are in their final place at once, so clicks need no pause.
        page = site.open(f"/table/{site.codes[0]}/", "Aurélie", reduced_motion="reduce")
        clicker = Clicker(page)
        played = clicker.play(most)
        clicker.look()
        after_updates = page.evaluate(DRAWN)
        page.reload()
        clicker.look()
        assert after_updates == page.evaluate(DRAWN)
    except Stuck as error:
        raise Stuck(f"{asked['game']}, {asked['players']} players, {asked['options']}: {error}; {site.complaints}") from None
    finally:
        site.close()
    return played


@pytest.mark.parametrize("game", games.NAMES[1:])
def test_the_largest_table_plays_by_clicks_on_the_board(browser: Browser, tmp_path: Path, game: str) -> None:
    """On desktop and phone screens in turn."""
    asked = wish(game, max(games.get(game).seats), {})
    assert sit_and_play(browser, tmp_path / "data", asked, 24) >= 16


def reached_by_tab(page: Page) -> tuple[set[str], set[str]]:
    """Tab once through the page; return the names of what is lit on the board, and of those the key reached."""
    shown = "#board [data-o]:visible"
    lit = {element.get_attribute("aria-label") or element.inner_text() for element in page.locator(shown).all()}
    page.focus("#sentence")
    name = "(here => here.matches('#board [data-o]') && (here.ariaLabel || here.innerText))(document.activeElement)"
    came_upon = set()
    for _press in range(page.locator("a, button, input, select, summary, [tabindex='0']").count()):
        page.keyboard.press("Tab")
        came_upon.add(page.evaluate(name))
    return lit, came_upon - {False}


@pytest.mark.parametrize("game", games.NAMES[1:])
def test_axe_finds_nothing_serious_and_tab_reaches_everything_lit(browser: Browser, tmp_path: Path, game: str) -> None:
    site = House(browser, tmp_path / "data", wish(game, max(games.get(game).seats), {}))
    try:
        page = site.open(f"/table/{site.codes[0]}/", "Aurélie", *DESKTOP)
        found = []
        for decision in range(3):
            page.wait_for_selector("#bar[data-mine='1']", timeout=120_000)
            found += serious(page)
            lit, came_upon = reached_by_tab(page)
            assert lit == came_upon
            assert lit - {""}
            answer_on_board(page, decision)
        assert found == []
    finally:
        site.close()


SET_UPS = [
    pytest.param(game, players, options, id=f"{game}-{number}")
    for game in games.NAMES
    for number, (players, options) in enumerate(games.get(game).modes())
]


def questions(game: str, players: int, options: dict[str, Any], seed: int) -> dict[str, list[tuple[int, int]]]:
    """Play at random; return the moves that lead to the first question of each kind to the first player."""
    state, rng = games.get(game).new(players, options, seed), Random(seed)
    moves: list[tuple[int, int]] = []
    found: dict[str, list[tuple[int, int]]] = {}
    while not state.over:
        if 0 in state.waiting:
            found.setdefault(state.decision().kind, moves.copy())
        seat = state.waiting[0]
        moves.append((seat, rng.choice(state.options(seat))))
        state.apply(*moves[-1])
    return found


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players", "options"), SET_UPS)
def test_everything_lit_can_be_chosen_in_every_kind_of_question(
    browser: Browser, tmp_path: Path, game: str, players: int, options: dict[str, Any]
) -> None:
    """On desktop and phone screens, without confirming."""
    seed, quick = 3, {key: QUICK.get(key, value) for key, value in options.items()}
    asked = wish(game, players, quick) | {"seed": seed, "seats": ["me", *["friend:Tomás"] * (players - 1)]}
    found = questions(game, players, quick, seed)
    site = House(browser, tmp_path / "data", *[asked | {"moves": moves} for moves in found.values()])
    try:
        for kind, code in zip(found, site.codes, strict=True):
            page = site.open(f"/table/{code}/?as=0", "Aurélie", reduced_motion="reduce")
            try:
                assert Clicker(page).try_everything() > 0
            except Stuck as error:
                raise Stuck(f"{game}, {players} players, {quick}, {kind}: {error}") from None
            page.close()
    finally:
        site.close()


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players", "options"), SET_UPS)
def test_whole_games_by_clicks_on_the_board(
    browser: Browser, tmp_path: Path, game: str, players: int, options: dict[str, Any]
) -> None:
    """Every mode to its end, on desktop and phone screens in turn."""
    most = games.get(game).longest(players, options)
    quick = {key: QUICK.get(key, value) for key, value in options.items()}
    played = sit_and_play(browser, tmp_path / "data", wish(game, players, quick), most)
    assert 0 < played < most
