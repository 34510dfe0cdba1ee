"""The real site in a real browser: what a person sees, clicks, types and has read aloud."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from cuvee import bots, games
from tests.web.serving import Served, count_entries, prepare

AGAINST_HOUSE = {"game": "wine_cellar", "players": 2, "people": ["Aurélie"], "seats": ["me", "bot:greedy"]}
TWO = {"game": "wine_cellar", "players": 2, "people": ["Aurélie", "Tomás"]}

AWAY = re.compile("ERR_CONNECTION|ERR_INCOMPLETE|ERR_FAILED|Failed to fetch|htmx:sse:error")
"""A browser's messages when there is no server."""


class House:
    """A served site with tables and people ready."""

    def __init__(self, browser: Browser, data: Path, *wishes: dict[str, object]) -> None:
        self.codes, self.cookies = prepare(data, *wishes) if wishes else ([], {})
        self.served = Served(data).start()
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def open(self, path: str, who: str = "", width: int = 1440, height: int = 900, **more: object) -> Page:
        """Open a page as somebody, on a screen of some size; all console errors are recorded."""
        context = self.browser.new_context(viewport={"width": width, "height": height}, **more)  # type: ignore[arg-type]
        self.contexts.append(context)
        if who:
            context.add_cookies([{"name": "cuvee", "value": self.cookies[who], "url": self.served.address}])
        page = context.new_page()
        page.on("console", lambda message: self._complain(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.served.address + path)
        return page

    def _complain(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not AWAY.search(text):
            self.complaints.append(text)

    def close(self) -> None:
        """Close everything; a page that complained is a failure."""
        for context in self.contexts:
            context.close()
        if self.served.process and self.served.process.poll() is None:
            assert self.served.stop() == 0
        assert self.complaints == []


@pytest.fixture
def house(browser: Browser, tmp_path: Path) -> Iterator[House]:
    site = House(browser, tmp_path / "data", AGAINST_HOUSE, TWO)
    yield site
    site.close()


def bar(page: Page) -> dict[str, str]:
    """The data attributes of the action bar."""
    return {name: page.get_attribute("#bar", f"data-{name}") or "" for name in ("mine", "asked", "moves")}


def wait_for_turn(page: Page) -> bool:
    """Wait until it is this page's turn; False if the game is over."""
    page.wait_for_selector("#bar[data-mine='1'], #bar:has-text('Game over')", timeout=90_000)
    return bar(page)["mine"] == "1"


def answer_on_board(page: Page, number: int) -> None:
    """Click a lit thing on the board, choose among its options if needed, and confirm."""
    asked = bar(page)["asked"]
    targets = page.locator("#board [data-o]:visible")
    targets.nth(number % targets.count()).click()
    if page.get_attribute("#confirm", "aria-disabled") == "true":
        page.locator(".options li:not([hidden]) .option").first.click()
    page.click("#confirm")
    page.wait_for_selector(f"#bar:not([data-asked='{asked}']), #bar[data-mine='0']", timeout=90_000)


def play_out(page: Page) -> int:
    """Play the page's seat to the end by clicks on the board; return the number of its decisions."""
    count = 0
    while wait_for_turn(page):
        answer_on_board(page, count)
        count += 1
        assert count < 60
    return count


def no_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1"))


def test_a_whole_game_against_the_house(house: House) -> None:
    page = house.open(f"/table/{house.codes[0]}/", "Aurélie")
    expect(page).to_have_title(re.compile(r"^\(1\) "))  # the title says that it is my turn
    assert play_out(page) >= 14
    page.get_by_role("link", name="Score sheet").click()
    expect(page.locator("h1")).to_contain_text(re.compile("wins|tie", re.I))
    totals = [int(text) for text in page.locator(".score tfoot td").all_inner_texts()]
    assert len(totals) == 2
    assert page.locator(".chart polyline").count() == 2


def test_a_stranger_plays_at_once(house: House) -> None:
    """From the front page to the first move with one click: no form, no e-mail."""
    page = house.open("/")
    page.get_by_role("button", name="Play now").first.click()
    assert wait_for_turn(page)
    answer_on_board(page, 0)
    page.goto(house.served.address)
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    expect(page.locator("body")).to_contain_text("Wine Cellar")


def test_two_strangers_meet_by_link_and_play_a_whole_game(house: House) -> None:
    host = house.open("/?game=wine_cellar")
    host.get_by_role("button", name="Open the table").click()
    link = host.locator("input[readonly]").first.input_value()
    assert "/join/" in link
    guest = house.open(link.removeprefix(house.served.address))
    guest.get_by_role("button", name=re.compile("Sit down")).click()
    players = [host, guest]
    for page in players:
        page.wait_for_selector("#bar", timeout=90_000)
    number = 0
    while any(bar(page)["mine"] == "1" or "Game over" not in page.inner_text("#bar") for page in players):
        for page in players:
            if bar(page)["mine"] == "1":
                answer_on_board(page, number)
        number += 1
        players[0].wait_for_timeout(30)
        assert number < 200
    results = [page.inner_text("[data-sentence]") for page in players]
    assert results[0] == results[1]
    assert "points" in results[0]


def test_two_browsers_stay_in_step(house: House) -> None:
    pages = [house.open(f"/table/{house.codes[1]}/", name) for name in ("Aurélie", "Tomás")]
    moves = 0
    for number in range(200):
        for page in pages:
            page.wait_for_timeout(60)
            if bar(page)["mine"] == "1":
                answer_on_board(page, number)
        moves = count_entries(house.served.data)[house.codes[1]]
        if moves >= 12:
            break
    assert moves >= 12
    for page in pages:
        expect(page.locator("#bar")).to_have_attribute("data-moves", str(moves))
    first, second = (page.locator("#log").inner_text().replace("↶", "") for page in pages)
    assert first == second, "except for the arrow beside the moves that one of them may still take back"


def test_both_bid_at_once_and_see_nothing_of_each_other(house: House) -> None:
    first, second = (house.open(f"/table/{house.codes[1]}/", name) for name in ("Aurélie", "Tomás"))
    answer_on_board(first, 0)
    expect(first.locator("#sentence")).to_contain_text("Tomás has to decide")
    assert bar(second)["mine"] == "1"
    expect(second.locator("#log")).not_to_contain_text("Bids")


def test_reload_and_reconnect_in_mid_game(house: House) -> None:
    page = house.open(f"/table/{house.codes[0]}/", "Aurélie")
    for number in range(3):
        assert wait_for_turn(page)
        answer_on_board(page, number)
    assert wait_for_turn(page)
    before = bar(page)["asked"]
    page.reload()
    assert bar(page)["asked"] == before
    assert bar(page)["mine"] == "1"
    house.served.kill()
    expect(page.locator("#wire-state")).to_have_class(re.compile("lost"))
    house.served.start()
    expect(page.locator("#wire-state")).not_to_have_class(re.compile("lost"), timeout=90_000)
    answer_on_board(page, 1)
    assert play_out(page) > 5


def test_a_stream_that_does_not_begin_is_tried_again(house: House) -> None:
    """This happens when the server stops just after it has sent the page."""
    page = house.open("/")
    tries: list[str] = []
    seen: list[str] = []

    def refuse(route: Route) -> None:
        tries.append(route.request.url)
        route.continue_() if seen else route.abort()

    page.route("**/live?**", refuse)
    page.context.add_cookies([{"name": "cuvee", "value": house.cookies["Aurélie"], "url": house.served.address}])
    page.goto(f"{house.served.address}/table/{house.codes[0]}/")
    expect(page.locator("#wire-state")).to_have_class(re.compile("lost"))
    seen.append("lost")
    expect(page.locator("#wire-state")).not_to_have_class(re.compile("lost"), timeout=90_000)
    assert len(tries) > 1
    answer_on_board(page, 0)
    assert wait_for_turn(page)


def test_a_stream_refused_before_the_script_has_come_is_tried_again(house: House) -> None:
    """The page's script may load late; a stream must not fail unnoticed before that."""
    page = house.open("/", "Aurélie")
    held: list[Route] = []
    tries: list[str] = []

    def hold(route: Route) -> None:
        held.append(route)

    def refuse_once(route: Route) -> None:
        tries.append(route.request.url)
        route.continue_() if len(tries) > 1 else route.abort()

    page.route(re.compile(r"/cuvee/table\b.*\.js"), hold)
    page.route("**/live?**", refuse_once)
    page.goto(f"{house.served.address}/table/{house.codes[0]}/", wait_until="commit")
    page.wait_for_selector("[data-htmx-powered]", state="attached")
    held[0].continue_()
    expect(page.locator("#wire-state")).to_have_class(re.compile("lost"))
    expect(page.locator("#wire-state")).not_to_have_class(re.compile("lost"), timeout=90_000)
    answer_on_board(page, 0)
    assert wait_for_turn(page)


def test_what_is_chosen_stays_chosen_when_others_do_something(house: House) -> None:
    ann, bo = (house.open(f"/table/{house.codes[1]}/", name) for name in ("Aurélie", "Tomás"))
    assert wait_for_turn(ann)
    expect(ann.locator("#watching")).to_have_text(re.compile("[1-9]"))  # drawn before the page itself was counted
    ann.locator(".options .option").nth(2).click()
    said = ann.inner_text("[data-sentence]")
    bo.get_by_role("tab", name="Chat").click()
    bo.fill("#pane-chat [name=text]", "Santé!")
    bo.keyboard.press("Enter")
    expect(ann.locator("#chat")).to_contain_text("Santé!")
    assert wait_for_turn(bo)
    answer_on_board(bo, 0)
    ann.wait_for_selector("#bar[data-moves='1']")
    expect(ann.locator(".options .option").nth(2)).to_have_attribute("aria-pressed", "true")
    expect(ann.locator("[data-sentence]")).to_have_text(said)
    ann.click("#confirm")
    ann.wait_for_selector("#bar[data-moves='2']")


def check_what_is_read_aloud(page: Page) -> None:
    """Every option is a button with its own words, every lit thing a button with a name, and the sentence is live."""
    said = page.locator("#choices").aria_snapshot()
    labels = page.locator(".option span").all_inner_texts()
    assert said.count("button") == len(labels)
    for label in labels:
        assert label in said
    lit = page.locator("#board [data-o]:visible")
    board = page.locator("#board").aria_snapshot()
    assert board.count("button ") >= lit.count()
    assert "button\n" not in board, "no button without a name"
    assert page.get_attribute("#sentence", "aria-live") == "polite"


def test_the_keyboard_alone_suffices(house: House) -> None:
    """A whole game without a mouse: digits choose, Enter confirms; every lit thing can be reached by Tab and has a name."""
    page = house.open(f"/table/{house.codes[0]}/", "Aurélie")
    decisions = 0
    while wait_for_turn(page):
        asked = bar(page)["asked"]
        check_what_is_read_aloud(page)
        if decisions % 2:
            page.keyboard.press("1")
        else:
            page.focus("#sentence")
            for _press in range(40):
                page.keyboard.press("Tab")
                if page.evaluate("document.activeElement.matches('#board [data-o]')"):
                    break
            focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
            assert focused, "a target in focus says what it does"
            page.keyboard.press("Enter")
            if page.get_attribute("#confirm", "aria-disabled") == "true":
                page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#bar:not([data-asked='{asked}']), #bar[data-mine='0']", timeout=90_000)
        decisions += 1
        assert decisions < 60
    assert decisions >= 14


def test_a_choice_is_free_until_it_is_confirmed(house: House) -> None:
    page = house.open(f"/table/{house.codes[0]}/", "Aurélie")
    sentence = page.inner_text("[data-sentence]")
    page.locator(".option").first.click()
    assert page.inner_text("[data-sentence]") != sentence
    page.keyboard.press("Escape")
    assert page.inner_text("[data-sentence]") == sentence
    expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "true")
    page.reload()
    assert page.inner_text("[data-sentence]") == sentence, "nothing was sent"


def test_what_is_not_legal_says_why(house: House) -> None:
    page = house.open(f"/table/{house.codes[0]}/?as=0&look=text", "Aurélie")
    page.locator('[data-t="cellar:0:top"]').hover()
    tip = page.locator("#tip")
    expect(tip).to_be_visible()
    expect(tip.locator("a.rule").first).to_have_attribute("href", re.compile(r"/rules/wine_cellar/#s\d"))


def test_undo_and_the_whole_turn(browser: Browser, tmp_path: Path) -> None:
    site = House(browser, tmp_path / "data", {"game": "ora_et_labora", "players": 1, "people": ["Aurélie"], "seats": ["me"]})
    page = site.open(f"/table/{site.codes[0]}/?look=text&as=0", "Aurélie")
    page.locator(".option").first.click()
    page.click("#confirm")
    page.wait_for_selector("#bar[data-moves='1']")
    page.keyboard.press("z")
    page.wait_for_selector("#bar[data-moves='0']")
    site.close()


def test_replay_steps_and_forks(house: House) -> None:
    page = house.open(f"/table/{house.codes[0]}/", "Aurélie")
    play_out(page)
    page.goto(f"{house.served.address}/table/{house.codes[0]}/replay/?at=0")
    expect(page.locator("output")).to_have_text(re.compile(r"^0 / "))
    page.keyboard.press("ArrowRight")
    expect(page.locator("output")).to_have_text(re.compile(r"^1 / "))
    assert "at=1" in page.url
    page.keyboard.press("End")
    expect(page.locator("output")).to_have_text(re.compile(r"^(\d+) / \1$"))
    page.keyboard.press("Home")
    expect(page.locator("output")).to_have_text(re.compile(r"^0 / "))
    page.goto(f"{house.served.address}/table/{house.codes[0]}/replay/?at=6")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#bar")).to_have_attribute("data-moves", "6")


def serious(page: Page) -> list[str]:
    """The serious problems axe finds on a page, once everything has faded in."""
    page.wait_for_timeout(500)
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url}: {one['id']}: {one['nodes'][0]['target']}" for one in found if one["impact"] in {"serious", "critical"}
    ]


@pytest.fixture
def finished(browser: Browser, tmp_path: Path) -> Iterator[House]:
    """A site with a match that two people have played to its end at random."""
    game = games.get("wine_cellar")
    state, brain = game.new(2, seed=5), bots.make("random", game, 1)
    moves: list[tuple[int, int]] = []
    while state.waiting:
        seat = state.waiting[0]
        moves.append((seat, brain.choose(state, seat)))
        state.apply(*moves[-1])
    wish = {"game": game.name, "players": 2, "people": ["Aurélie"], "seats": ["me", "friend:Bo"], "seed": 5, "moves": moves}
    site = House(browser, tmp_path / "data", wish)
    yield site
    site.close()


def test_a_finished_match_is_analysed_and_a_costly_move_leads_to_its_position(finished: House) -> None:
    page = finished.open(f"/table/{finished.codes[0]}/replay/?at=0", "Aurélie")
    assert serious(page) == []
    page.get_by_role("button", name="Analyse this match").press("Enter")
    expect(page.locator("#analysis-progress, .judged").first).to_be_visible()
    assert "at=0" in page.url
    expect(page.locator(".judged")).to_have_count(2, timeout=90_000)  # the page polls until everything is there
    expect(page.get_by_role("img", name=re.compile(r"After move 0: Aurélie \d+ %, Bo \d+ %"))).to_be_visible()
    marker = page.get_attribute(".chart .now", "x1")
    worst = page.locator(".judged .to-move").first
    move, moves = worst.inner_text().removeprefix("Move "), page.get_attribute("#at", "max")
    worst.click()
    expect(page.locator("output")).to_have_text(f"{move} / {moves}")
    expect(page.locator(".judged li.now .to-move")).to_have_text(f"Move {move}")
    assert page.get_attribute(".chart .now", "x1") != marker
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.reload()
        assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert no_sideways(page)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844)])
def test_a_phone_plays_a_whole_game(house: House, width: int, height: int) -> None:
    page = house.open(f"/table/{house.codes[0]}/", "Aurélie", width, height, has_touch=True, is_mobile=True)
    decisions = 0
    while wait_for_turn(page):
        assert no_sideways(page)
        asked = bar(page)["asked"]
        page.locator(".option:visible").nth(decisions % page.locator(".option:visible").count()).tap()
        page.locator("#confirm").tap()
        page.wait_for_selector(f"#bar:not([data-asked='{asked}']), #bar[data-mine='0']", timeout=90_000)
        decisions += 1
    assert decisions >= 14


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(house: House, scheme: str) -> None:
    page = house.open(f"/table/{house.codes[0]}/", "Aurélie", color_scheme=scheme)
    paths = ["", f"/table/{house.codes[0]}/", f"/table/{house.codes[0]}/?as=0&look=text", f"/table/{house.codes[0]}/replay/"]
    found = []
    for path in [*paths, "/rules/wine_cellar/", "/components/wine_cellar/", "/account/", "/account/login/"]:
        page.goto(house.served.address + path)
        found += serious(page)
    assert found == []


def test_the_site_speaks_french(house: House) -> None:
    page = house.open("/", "Aurélie", locale="fr-FR")
    assert page.get_attribute("html", "lang") == "fr"
    page.goto(f"{house.served.address}/table/{house.codes[0]}/")
    expect(page.locator("#bar")).to_contain_text("À vous")
    expect(page.locator("#confirm")).to_contain_text("Confirmer")
