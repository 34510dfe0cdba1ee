"""Mute, block and report: the menu beside a name, what it does, who is told; and bans that cover newcomers."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, expect

from cuvee.web.match import people_at_tables, tables
from cuvee.web.models import ChatLine, Distance, Person, Report, Table, Trace, new_code
from cuvee.web.people import bans, trust
from tests.web.conftest import Sit, client_of, make_moderator, make_person, moderating
from tests.web.test_browser import TWO, House, no_sideways
from tests.web.test_security import first_update

MENU = '<details class="who"'
OUTSIDE = "198.51.100.7"


def person_of(client: Client) -> Person:
    return Person.objects.get(pk=client.session["_auth_user_id"])


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()  # type: ignore[no-any-return]


def button(html: str, what: str, name: str = "") -> str:
    """The value of a button in somebody's menu, as a browser would send it."""
    menus = re.findall(r'<details class="who".*?</details>', html, re.S)
    found = [m for m in menus if f'name="{what}"' in m and name in m]
    assert found, f"no menu offers to {what} {name}"
    match = re.search(rf'name="{what}" value="([^"]+)"', found[0])
    assert match
    return match[1]


def press(client: Client, address: str, what: str, name: str = "") -> Any:
    answer = client.post("/people/", {what: button(page(client, address), what, name), "next": address})
    assert answer.status_code == 302
    return answer


def waiting_table(host: Person, players: int = 2, public: bool = True) -> Table:
    wish = tables.Wish("wine_cellar" if players == 2 else "viticulture", players)
    wish.public = public
    return tables.open_table(host, wish)


# The menu.


def test_the_menu_stands_beside_others_and_never_beside_oneself_or_the_house(sit: Sit) -> None:
    table, clients = sit("wine_cellar", 2)
    html = page(clients[0], f"/table/{table.code}/")
    assert html.count(MENU) == 1
    assert "report Tomás" in html
    assert "report Aurélie" not in html
    alone = tables.open_table(make_person(), tables.Wish("wine_cellar", 2, {}, ["me", "bot:greedy"]))
    seen = page(client_of(make_person("Eve")), f"/table/{alone.code}/")
    assert re.findall('Mute, block or report ([^"]+)', seen) == ["Aurélie"]
    assert MENU not in page(client_of(Person.objects.get(pk=alone.host_id)), f"/table/{alone.code}/")


def test_a_name_is_needed_before_there_is_a_menu(sit: Sit) -> None:
    table, _clients = sit()
    assert MENU not in page(Client(), f"/table/{table.code}/")
    trusted = f"{table.code}:{trust.handle(table.code, Person.objects.latest('pk').pk)}"
    assert Client().post("/people/", {"mute": trusted}).status_code == 422
    assert not Distance.objects.filter(other=Person.objects.latest("pk")).exists()


@pytest.mark.parametrize("where", ["table", "replay", "room", "lobby", "watch", "sheet", "mine", "just finished"])
def test_every_page_with_names_has_the_menu(sit: Sit, where: str) -> None:
    reader = make_person("Reader")
    me = client_of(reader)
    name = f"Zed{new_code(6)}"
    host = make_person(name)
    table = waiting_table(host)
    if where in ("table", "replay", "watch", "sheet"):
        tables.sit_down(table, make_person("Second"))
        table.refresh_from_db()
    if where in ("mine", "just finished"):
        tables.sit_down(table, reader)
        table.refresh_from_db()
    if where in ("sheet", "just finished"):
        tables.resign(table, table.places.get(number=0), host)
    address = {
        "table": f"/table/{table.code}/",
        "replay": f"/table/{table.code}/replay/",
        "room": f"/table/{table.code}/",
        "lobby": "/",
        "watch": "/",
        "mine": "/",
        "just finished": "/",
        "sheet": f"/table/{table.code}/sheet/",
    }[where]
    press(me, address, "mute", name)
    assert Distance.objects.get(person=person_of(me)).other == host


def test_the_menu_speaks_french(sit: Sit) -> None:
    table, clients = sit()
    clients[0].cookies["language"] = "fr"
    assert "Masquer, bloquer ou signaler Tomás" in page(clients[0], f"/table/{table.code}/")


def test_handles_of_one_person_differ_between_tables() -> None:
    person = make_person()
    assert trust.handle("abc", person.pk) != trust.handle("abd", person.pk)


# Muting.


def test_muted_words_are_not_in_the_page_nor_in_the_stream_nor_after_reloading(sit: Sit) -> None:
    table, (ann, bob) = sit()
    bob.post(f"/table/{table.code}/chat", {"text": "rude-words"})
    address = f"/table/{table.code}/"
    assert "rude-words" in page(ann, address)
    press(ann, address, "mute", "Tomás")
    assert "rude-words" not in page(ann, address)
    assert "rude-words" not in page(ann, address)
    bob.post(f"/table/{table.code}/chat", {"text": "more-rude-words"})
    told = first_update(ann, table)
    assert "data:" in told
    assert "rude-words" not in told
    assert "more-rude-words" in page(bob, address), "the muted person sees no difference"
    assert "more-rude-words" in page(Client(), address), "and neither does anybody else"


def test_a_spectator_who_muted_somebody_shares_no_chat_with_the_others(sit: Sit) -> None:
    table, (_ann, bob) = sit()
    bob.post(f"/table/{table.code}/chat", {"text": "rude-words"})
    deaf, other = client_of(make_person("Deaf")), client_of(make_person("Other"))
    press(deaf, f"/table/{table.code}/", "mute", "Tomás")
    for _again in range(2):
        assert "rude-words" in first_update(other, table)
        assert "rude-words" not in first_update(deaf, table)
    assert "rude-words" in first_update(Client(), table)


def test_ones_own_words_have_no_menu_for_a_spectator_either(sit: Sit) -> None:
    table, _clients = sit()
    me = client_of(make_person("Chatty"))
    me.post(f"/table/{table.code}/chat", {"text": "hello"})
    assert "hello" in (told := first_update(me, table))
    assert "report Chatty" not in told
    assert "report Chatty" in first_update(client_of(make_person("Other")), table)


def test_a_mute_is_taken_back_from_the_menu_and_from_the_account(sit: Sit) -> None:
    table, (ann, bob) = sit()
    bob.post(f"/table/{table.code}/chat", {"text": "fine-words"})
    address = f"/table/{table.code}/"
    press(ann, address, "mute")
    press(ann, address, "release")
    assert "fine-words" in page(ann, address)
    press(ann, address, "block")
    assert "fine-words" not in page(ann, address), "a block mutes"
    listed = page(ann, "/account/")
    assert "Tomás" in listed
    number = re.search(r'name="undo" value="(\d+)"', listed)
    assert number
    bob.post("/people/", {"undo": number[1]})
    assert Distance.objects.filter(pk=number[1]).exists(), "only their own"
    ann.post("/people/", {"undo": number[1]})
    assert "fine-words" in page(ann, address)
    assert "Tomás" not in page(ann, "/account/")


def test_the_list_is_in_the_own_export_only(sit: Sit) -> None:
    table, (ann, bob) = sit()
    press(ann, f"/table/{table.code}/", "block")
    assert [kept["name"] for kept in ann.get("/account/export/").json()["kept_away"]] == ["Tomás"]
    assert bob.get("/account/export/").json()["kept_away"] == []


def test_nobody_keeps_themselves_away_or_too_many(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, bob) = sit()
    mine = f"{table.code}:{trust.handle(table.code, person_of(ann).pk)}"
    assert ann.post("/people/", {"mute": mine}).status_code == 422
    monkeypatch.setattr(trust, "MOST", 1)
    press(ann, f"/table/{table.code}/", "mute")
    table_two, _others = sit()
    theirs = f"{table_two.code}:{trust.handle(table_two.code, table_two.host_id)}"
    assert ann.post("/people/", {"mute": theirs}).status_code == 422
    assert Distance.objects.filter(person=person_of(ann)).count() == 1
    assert not Distance.objects.filter(person=person_of(bob)).exists()


# Blocking.


def test_a_running_match_goes_on_between_people_who_block_each_other(sit: Sit) -> None:
    table, (ann, bob) = sit()
    press(ann, f"/table/{table.code}/", "block")
    table.refresh_from_db()
    assert table.status == Table.PLAYING
    assert bob.get(f"/table/{table.code}/").status_code == 200
    assert {seat.person_id for seat in table.places.all()} == {person_of(ann).pk, person_of(bob).pk}


def test_blocking_at_ones_own_table_frees_the_seat_of_the_other() -> None:
    host, other = make_person("Host"), make_person("Other")
    table = waiting_table(host, 3)
    tables.sit_down(table, other)
    press(client_of(host), f"/table/{table.code}/", "block", "Other")
    assert {seat.person_id for seat in table.places.all()} == {host.pk, None}


def test_blocking_at_the_table_of_others_gives_up_ones_own_seat() -> None:
    host, me, rude = make_person("Host"), make_person("Me"), make_person("Rude")
    table = waiting_table(host, 4)
    for person in (rude, me):
        tables.sit_down(table, person)
    press(client_of(me), f"/table/{table.code}/", "block", "Rude")
    assert {seat.person_id for seat in table.places.all()} == {host.pk, rude.pk, None}


# Reports.


def test_a_report_keeps_the_words_as_they_were(sit: Sit) -> None:
    table, (ann, bob) = sit()
    bob.post(f"/table/{table.code}/chat", {"text": "very-rude-words"})
    link = re.search(r'href="(/table/\w+/report\?whom=\w+&amp;line=\d+)"', page(ann, f"/table/{table.code}/"))
    assert link
    address = link[1].replace("&amp;", "&")
    form = page(ann, address)
    assert "very-rude-words" in form
    fields = dict(re.findall(r'type="hidden" name="(whom|line)" value="([^"]+)"', form))
    told = fields | {"about": "talk", "reason": "That is an insult"}
    assert "Thank you" in ann.post(f"/table/{table.code}/report", told).content.decode()
    ChatLine.objects.filter(table=table).delete()
    people_at_tables.rename(person_of(bob), "Innocent")
    moderator = moderating(make_moderator())
    seen = page(moderator, "/moderation/site/report/?dealt_with__exact=0")
    for words in ("very-rude-words", "That is an insult", "Tomás"):
        assert words in seen
    report = Report.objects.latest("pk")
    action = {"action": "deal_with", "_selected_action": [str(report.pk)]}
    assert moderator.post("/moderation/site/report/", action).status_code == 302
    report.refresh_from_db()
    assert report.dealt_with
    assert report.dealt_by is not None
    assert "very-rude-words" not in page(moderator, "/moderation/site/report/?dealt_with__exact=0")


def test_a_name_of_a_friend_at_the_same_screen_can_be_reported() -> None:
    host = make_person("Nice")
    table = tables.open_table(host, tables.Wish("wine_cellar", 2, {}, ["me", "friend:Foulname"]))
    me = client_of(make_person("Me"))
    whom = trust.handle(table.code, host.pk)
    me.post(f"/table/{table.code}/report", {"whom": whom, "about": "name", "reason": "look"})
    assert "Foulname" in Report.objects.latest("pk").said


@pytest.mark.parametrize("form", [{"reason": " "}, {"about": "nothing"}, {"about": "talk"}])
def test_a_report_that_says_nothing_is_not_kept(sit: Sit, form: dict[str, str]) -> None:
    table, (ann, bob) = sit()
    before = Report.objects.count()
    whom = trust.handle(table.code, person_of(bob).pk)
    given = {"whom": whom, "about": "table", "reason": "cheats"} | form
    assert ann.post(f"/table/{table.code}/report", given).status_code == 422
    assert Report.objects.count() == before


def test_who_deletes_themselves_leaves_no_name_in_reports_and_no_distance(sit: Sit) -> None:
    table, (ann, bob) = sit()
    whom = trust.handle(table.code, person_of(bob).pk)
    ann.post(f"/table/{table.code}/report", {"whom": whom, "about": "name", "reason": "look"})
    press(ann, f"/table/{table.code}/", "block")
    people_at_tables.forget(person_of(bob))
    report = Report.objects.latest("pk")
    assert (report.person, report.name, report.said) == (None, people_at_tables.SOMEBODY, people_at_tables.SOMEBODY)
    assert 'name="undo"' not in page(ann, "/account/")


# Bans.


@pytest.fixture
def moderator() -> Client:
    return moderating(make_moderator())


def newcomer(address: str = OUTSIDE) -> Client:
    return Client(REMOTE_ADDR=address)


def come_in(client: Client, name: str = "Newcomer") -> int:
    return int(client.post("/account/name/", {"name": name}).status_code)


def ban(moderator: Client, person: Person, action: str = "ban") -> None:
    form = {"action": action, "_selected_action": [str(person.pk)]}
    assert moderator.post("/moderation/site/person/", form).status_code == 302


def test_a_banned_browser_does_not_come_back_as_somebody_new(moderator: Client) -> None:
    browser = newcomer("203.0.113.1")
    assert come_in(browser) == 302
    ban(moderator, person_of(browser))
    browser.defaults["REMOTE_ADDR"] = "203.0.113.99"  # another address, the same browser
    del browser.cookies["cuvee"]
    before = Person.objects.count()
    assert come_in(browser) == 403
    assert browser.post("/play-now/wine_cellar/", {}).status_code == 403
    account = {"username": f"new{new_code(8)}", "password": "long enough words", "again": "long enough words"}
    assert browser.post("/account/keep/", account).status_code == 403
    assert Person.objects.count() == before
    assert come_in(newcomer("203.0.113.99")) == 302, "others there are not affected"


def test_a_banned_address_makes_nobody_new_for_a_day_and_locks_no_account_out(moderator: Client) -> None:
    troll, neighbour = newcomer(), newcomer()
    assert come_in(troll) == come_in(neighbour) == 302
    username = f"old{new_code(8)}"
    Person.objects.create_user(username, "long enough words", guest=False)
    ban(moderator, person_of(troll))
    assert come_in(newcomer()) == 403
    assert come_in(newcomer("198.51.100.8")) == 302
    assert neighbour.get("/account/").status_code == 200, "people who were there before stay"
    keep = {"username": f"nb{new_code(8)}", "password": "long enough words", "again": "long enough words"}
    assert neighbour.post("/account/keep/", keep).status_code == 302
    login = newcomer().post("/account/login/", {"username": username, "password": "long enough words"})
    assert login.status_code == 302
    Trace.objects.filter(kind=Trace.ADDRESS).update(until=timezone.now() - timedelta(seconds=1))
    assert come_in(newcomer()) == 302, "after a while it is forgotten"
    assert not Trace.objects.filter(until__lt=timezone.now()).exists()


def test_lifting_a_ban_lifts_all_of_it(moderator: Client) -> None:
    troll = newcomer("203.0.113.5")
    come_in(troll)
    ban(moderator, person := person_of(troll))
    assert come_in(newcomer("203.0.113.5")) == 403
    ban(moderator, person, "let_in_again")
    assert come_in(newcomer("203.0.113.5")) == 302


def test_a_banned_newcomer_is_told_no_detail(moderator: Client) -> None:
    troll = newcomer("203.0.113.6")
    come_in(troll, "Rotten")
    ban(moderator, person_of(troll))
    said = newcomer("203.0.113.6").post("/account/name/", {"name": "Me"}).content.decode()
    assert "Nobody new can come in from here at the moment" in said
    assert "Rotten" not in said
    assert "203.0.113" not in said


def test_no_address_and_no_cookie_is_stored_as_it_is() -> None:
    client = newcomer("203.0.113.77")
    come_in(client)
    cookie = client.cookies[bans.COOKIE]
    assert cookie["httponly"]
    stored = str(list(Trace.objects.filter(person=person_of(client)).values()))
    assert stored.count("key") == 2
    assert "203.0.113.77" not in stored
    assert cookie.value.partition(":")[0] not in stored


def test_a_made_up_browser_cookie_is_none(moderator: Client) -> None:
    troll = newcomer("203.0.113.8")
    come_in(troll)
    ban(moderator, person_of(troll))
    forged = newcomer("203.0.113.9")
    forged.cookies[bans.COOKIE] = troll.cookies[bans.COOKIE].value.partition(":")[0] + ":x"
    assert come_in(forged) == 302
    assert forged.cookies[bans.COOKIE].value != troll.cookies[bans.COOKIE].value


def test_the_servers_own_address_is_nobodys(moderator: Client) -> None:
    """Behind a proxy that the operator did not configure, everybody has it."""
    troll = newcomer("127.0.0.1")
    come_in(troll)
    ban(moderator, person_of(troll))
    assert come_in(newcomer("127.0.0.1")) == 302


def test_an_operator_can_switch_it_off(moderator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.conf import settings

    monkeypatch.setattr(settings, "BAN_DAYS", 0)
    monkeypatch.setattr(settings, "BAN_ADDRESS_DAYS", 0)
    troll = newcomer("203.0.113.10")
    come_in(troll)
    person = person_of(troll)
    assert not Trace.objects.filter(person=person).exists()
    ban(moderator, person)
    del troll.cookies["cuvee"]
    assert come_in(troll) == 302


def test_looking_leaves_no_trace(sit: Sit) -> None:
    _table, clients = sit()
    clients[0].get("/", REMOTE_ADDR="203.0.113.20")
    assert not Trace.objects.filter(person=person_of(clients[0])).exists()


# In a real browser.


def test_a_mute_by_keyboard_clears_every_page_of_mine_at_once(browser: Browser, tmp_path: Path) -> None:
    house = House(browser, tmp_path / "data", TWO)
    try:
        address = f"/table/{house.codes[0]}/"
        mine, theirs = house.open(address, "Aurélie"), house.open(address, "Tomás")
        second = house.open(address, "Aurélie")
        for page in (mine, second, theirs):
            page.click("#tab-chat")
        theirs.fill("#words", "rude-words")
        theirs.press("#words", "Enter")
        for page in (mine, second):
            expect(page.locator("#chat")).to_contain_text("rude-words")
        mine.focus("#chat details.who summary")
        mine.keyboard.press("Enter")
        expect(mine.locator("#chat details.who").get_by_role("button", name="Mute")).to_be_visible()
        mine.keyboard.press("Tab")
        mine.keyboard.press("Enter")
        expect(mine.locator(".notice[role=status]")).to_contain_text("You no longer see what Tomás says")
        expect(mine.locator("#chat")).not_to_contain_text("rude-words")
        expect(second.locator("#chat")).not_to_contain_text("rude-words")
        expect(theirs.locator("#chat")).to_contain_text("rude-words")
    finally:
        house.close()


def test_the_menu_works_on_a_phone_without_javascript(browser: Browser, tmp_path: Path) -> None:
    house = House(browser, tmp_path / "data", TWO)
    try:
        page = house.open(f"/table/{house.codes[0]}/", "Aurélie", 390, 844, java_script_enabled=False, locale="fr")
        menu = page.locator("#players details.who")
        menu.locator("summary").click()
        assert page.locator("html").get_attribute("lang") == "fr"
        menu.get_by_role("link", name="Signaler").click()
        page.get_by_label("avec vos mots").fill("Il triche")
        page.get_by_role("button", name="Envoyer").click()
        expect(page.locator("h1")).to_have_text("Merci")
        page.get_by_role("link", name="Continuer").click()
        menu.locator("summary").click()
        menu.get_by_role("button", name="Bloquer").click()
        page.goto(house.served.address + "/account/")
        expect(page.locator("#people")).to_contain_text("Tomás")
        page.locator("#people button").click()
        expect(page.locator("#people")).not_to_contain_text("Tomás")
    finally:
        house.close()


def test_an_open_menu_makes_no_phone_scroll_sideways(browser: Browser, tmp_path: Path) -> None:
    house = House(browser, tmp_path / "data", TWO)
    try:
        page = house.open(f"/table/{house.codes[0]}/", "Aurélie", 360, 740)
        page.locator("#players details.who summary").click()
        assert no_sideways(page)
    finally:
        house.close()
