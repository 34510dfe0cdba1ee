"""The lobby as people see it: play at once, open a table, sit down, wait, and refusals."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from cuvee import bots, games
from cuvee.web.match import tables
from cuvee.web.match.desk import DESK
from cuvee.web.match.tables import DAY, Wish
from cuvee.web.models import Entry, Person, Seat, Table, new_code
from cuvee.web.pages.opening import LEVELS
from cuvee.web.people import display_names

JOURNALS = Path(__file__).resolve().parent.parent / "journals"
HTMX = {"HX-Request": "true"}


def person(name: str) -> Person:
    return Person.objects.create_user(f"test-{new_code()}", None, name=name)


def browser_of(somebody: Person) -> Client:
    client = Client()
    client.force_login(somebody)
    return client


def page(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


def only_table(answer: Any) -> Table:
    """Return the table an answer leads to."""
    assert answer.status_code == 302, page(answer)
    code = answer.headers["Location"].strip("/").split("/")[-1]
    return Table.objects.get(code=code)


def counts() -> tuple[int, int, int, int]:
    return Table.objects.count(), Seat.objects.count(), Person.objects.count(), Entry.objects.count()


def opened(host: Person, game: str = "wine_cellar", seats: list[str] | None = None, **more: Any) -> Table:
    seats = seats or ["me", "open"]
    wish = Wish(game, len(seats), more.pop("options", {}), seats)
    for name, value in more.items():
        setattr(wish, name, value)
    return tables.open_table(host, wish)


def play_out(table: Table) -> None:
    position = DESK.position(table)
    bot = bots.make("random", games.get(table.game), 1)
    while not position.state.over:
        seat = next(iter(position.state.waiting))
        DESK.play(table, seat, bot.choose(position.state.clone(), seat), position.asked[seat])


# At once.


@pytest.mark.parametrize("name", games.NAMES)
def test_one_click_plays_against_the_house(name: str) -> None:
    table = only_table(Client().post(reverse("play_now", args=[name]), {"name": "Ada"}))
    seats = list(table.places.all())
    assert table.status == Table.PLAYING
    assert [seat.name for seat in seats if seat.person] == ["Ada"]
    assert all(seat.bot for seat in seats[1:])
    assert table.options == games.get(name).read_options(table.players, {})


def test_playing_alone_seats_nobody_else() -> None:
    table = only_table(Client().post(reverse("play_now", args=["vinhos"]), {"name": "Ada", "alone": "yes"}))
    assert table.players == 1
    assert table.status == Table.PLAYING


def test_a_visitor_who_writes_no_name_plays_as_guest_and_is_known_afterwards() -> None:
    client = Client()
    table = only_table(client.post(reverse("play_now", args=["wine_cellar"]), {"name": "  "}))
    assert table.places.get(number=0).name == "Guest"
    again = only_table(client.post(reverse("play_now", args=["wine_cellar"]), {"name": "Somebody else"}))
    assert again.host == table.host


def test_too_long_a_name_is_refused_and_makes_nobody() -> None:
    before = counts()
    answer = Client().post(reverse("play_now", args=["wine_cellar"]), {"name": "x" * 31})
    assert answer.status_code == 422
    assert "at most 30 letters" in page(answer)
    assert counts() == before


def test_an_unknown_game_is_refused() -> None:
    before = counts()
    assert Client().post(reverse("play_now", args=["chess"])).status_code == 422
    assert counts() == before


# The form.


@pytest.mark.parametrize("name", games.NAMES)
def test_the_form_offers_every_option_of_every_number_of_players_with_its_explanation(name: str) -> None:
    game = games.get(name)
    for players in game.seats:
        text = page(Client().get(reverse("lobby"), {"game": name, "players": players}))
        for setting in game.settings:
            assert (f'name="option-{setting.key}"' in text) == any(
                twin.offered(players) for twin in game.settings if twin.key == setting.key
            )
            if setting.offered(players):
                first = setting.explanation.split("(§")[0].strip()
                assert first.replace("'", "&#39;") in text
        assert text.count('class="place"') == players
        assert set(re.findall(r'value="bot:(\w+)"', text)) == set(bots.LEVELS)


def test_every_level_of_the_house_has_a_name_for_people() -> None:
    assert set(LEVELS) == set(bots.LEVELS) == set(display_names.HOUSE_NAMES)


def test_the_levels_are_offered_by_name_the_usual_one_first() -> None:
    text = page(Client().get(reverse("lobby"), {"game": "wine_cellar", "players": 2}))
    said = re.findall(r">House player, ([^<]+)<", text)
    assert said[:4] == ["vintner", "apprentice", "master", "grand cru"]


def test_tables_opened_with_bots_of_old_play_on() -> None:
    table = opened(person("Ada"), seats=["bot:greedy", "bot:random"])
    assert [seat.bot for seat in table.places.all()] == ["greedy", "random"]
    assert table.status == Table.PLAYING


def test_htmx_gets_the_form_and_the_shelf_only() -> None:
    text = page(Client().get(reverse("lobby"), {"game": "vinhos", "part": "opening"}, headers=HTMX))
    assert text.lstrip().startswith('<section id="opening"')
    assert 'id="shelf"' in text
    assert "<html" not in text


def test_without_javascript_show_leads_to_the_form_for_that_many_players() -> None:
    sent = {"game": "vinhos", "players": "2", "shown_players": "3", "show": "players", "option-mode": "reserve"}
    answer = Client().post(reverse("open"), sent)
    assert answer.status_code == 302
    text = page(Client().get(answer.headers["Location"]))
    assert text.count('class="place"') == 2
    assert 'name="option-mode" value="reserve" checked' in text


def test_open_with_another_number_of_players_than_shown_shows_the_form_first() -> None:
    before = counts()
    answer = Client().post(reverse("open"), {"game": "vinhos", "players": "4", "shown_players": "3"})
    assert "players=4" in answer.headers["Location"]
    assert counts() == before


def test_opening_a_table_keeps_all_that_was_chosen() -> None:
    sent = {
        "game": "viticulture", "players": "4", "shown_players": "4", "option-board": "tuscany", "option-special_workers": "yes",
        "option-year_limit": "12", "seat-1": "me", "seat-2": "friend", "friend-2": "Bo", "seat-3": "bot:grand_cru",
        "seat-4": "open", "public": "no", "clock": "days", "days": "2", "bank": "5", "name": "Ada",
    }  # fmt: skip
    table = only_table(Client().post(reverse("open"), sent))
    assert table.status == Table.WAITING
    assert (table.options["board"], table.options["special_workers"], table.options["year_limit"]) == ("tuscany", True, 12)
    assert [(seat.name, seat.bot) for seat in table.places.all()] == [
        ("Ada", ""),
        ("Bo", ""),
        ("Bacchus", "grand_cru"),
        ("", ""),
    ]
    assert not table.public
    assert (table.clock, table.clock_seconds, table.clock_increment) == (Table.DAYS, 2 * DAY, 5 * DAY)


def test_an_unchecked_box_means_no_and_a_checked_one_yes() -> None:
    fields = {"game": "wine_cellar", "players": "2", "name": "Ada"}
    assert only_table(Client().post(reverse("open"), fields | {"option-advanced_swap": ["no", "yes"]})).options["advanced_swap"]
    assert not only_table(Client().post(reverse("open"), fields | {"option-advanced_swap": ["no"]})).options["advanced_swap"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "chess"}, "There is no game"),
        ({"players": "7"}, "Wine Cellar is for 1, 2 players, not 7"),
        ({"players": "many"}, "is not a number"),
        ({"players": ""}, "is not a number"),
        ({"option-advanced_swap": "maybe"}, "can be"),
        ({"option-nonsense": "yes"}, "has no option"),
        ({"seat-2": "bot:grandmaster"}, "Seat 2 can be for me"),
        ({"seat-2": "me"}, "You can have only one seat"),
        ({"public": "perhaps"}, "public or by link only"),
        ({"clock": "sand"}, "The clock can be none"),
        ({"clock": "live", "minutes": "0"}, "from 1 to 600"),
        ({"clock": "live", "minutes": "5", "increment": "-3"}, "from 0 to 600"),
        ({"clock": "days", "days": "1e9"}, "from 1 to 60"),
        ({"name": "y" * 40}, "at most 30 letters"),
    ],
)
def test_bad_values_are_explained_and_change_nothing(wrong: dict[str, str], said: str) -> None:
    before = counts()
    answer = Client().post(
        reverse("open"), {"game": "wine_cellar", "players": "2", "seat-1": "me", "seat-2": "open", "name": "Ada"} | wrong
    )
    assert answer.status_code == 422
    assert said in page(answer).replace("&#39;", "'")
    assert counts() == before


def test_options_that_exclude_each_other_are_refused_with_their_rule_and_what_was_chosen_stays() -> None:
    before = counts()
    sent = {
        "game": "viticulture",
        "players": "2",
        "option-board": "essential",
        "option-structure_cards": "yes",
        "clock": "live",
    }
    text = page(Client().post(reverse("open"), sent))
    assert "played without structure cards" in text
    assert "#s14.1" in text
    assert 'name="option-board" value="essential" checked' in text
    assert 'name="clock" value="live" checked' in text
    assert counts() == before


# The lists.


def test_the_own_turn_comes_first_and_is_counted() -> None:
    ada, bo = person("Ada"), person("Bo")
    waiting = opened(ada, "ora_et_labora", ["me", "open", "open"])
    pressing = opened(ada, seats=["me", "bot:greedy"], clock=Table.LIVE, clock_seconds=600)
    calm = opened(ada, seats=["me", "bot:greedy"])
    text = page(browser_of(ada).get(reverse("lobby")))
    places = [text.index(f'id="tb-{table.code}"') for table in (pressing, calm, waiting)]
    assert places == sorted(places)
    assert text.count('class="tb you"') == 2
    assert "min left" in text
    assert '<b class="count">2</b>' in text
    assert waiting.code in page(browser_of(bo).get(reverse("lobby"))), "others see it among the tables with free seats"


def test_next_goes_round_the_tables_that_wait_for_me_and_then_says_there_is_none() -> None:
    ada = person("Ada")
    client = browser_of(ada)
    answer = client.get(reverse("next"), follow=True)
    assert "No table is waiting for you now." in page(answer)
    first = opened(ada, seats=["me", "bot:greedy"], clock=Table.LIVE, clock_seconds=600)
    second = opened(ada, seats=["me", "bot:greedy"])
    assert client.get(reverse("next")).headers["Location"] == reverse("table", args=[first.code])
    assert client.get(reverse("next"), {"after": first.code}).headers["Location"] == reverse("table", args=[second.code])
    assert client.get(reverse("next"), {"after": second.code}).headers["Location"] == reverse("table", args=[first.code])


def test_private_tables_are_in_nobody_elses_lobby() -> None:
    ada = person("Ada")
    hidden = opened(ada, public=False)
    running = opened(ada, seats=["me", "bot:greedy"], public=False)
    text = page(Client().get(reverse("lobby")))
    assert hidden.code not in text
    assert running.code not in text


def test_a_finished_match_tells_each_what_it_was_for_them() -> None:
    ada, bo = person("Ada"), person("Bo")
    table = opened(ada)
    tables.sit_down(table, bo)
    table.refresh_from_db()
    play_out(table)
    table.refresh_from_db()
    Table.objects.filter(pk=table.pk).update(result={"totals": [51, 45], "places": [1, 2]})
    assert "you won, 51 to 45" in page(browser_of(ada).get(reverse("lobby")))
    assert "place 2 of 2, 45 points" in page(browser_of(bo).get(reverse("lobby")))
    assert "Ada won, 51 : 45" in page(Client().get(reverse("lobby")))


def test_an_empty_lobby_says_what_to_do() -> None:
    with transaction.atomic():
        Table.objects.all().delete()
        text = page(Client().get(reverse("lobby")))
        lists = page(Client().get(reverse("lobby"), {"part": "lists"}, headers=HTMX))
        transaction.set_rollback(True)
    assert "You are not at any table yet." in text
    assert "No table is waiting for players." in text
    assert "Nobody is playing in public just now." in text
    assert lists.count("hx-swap-oob") == 3


def test_names_cannot_write_html() -> None:
    opened(person("<i>Eve</i>"))
    text = page(Client().get(reverse("lobby")))
    assert "<i>Eve" not in text
    assert "&lt;i&gt;Eve" in text


# The waiting room.


def test_sitting_down_by_the_lobby_starts_a_full_table() -> None:
    table = opened(person("Ada"))
    assert only_table(Client().post(reverse("sit", args=[table.code]), {"name": "Bo"})).status == Table.PLAYING
    assert [seat.name for seat in table.places.all()] == ["Ada", "Bo"]


def test_the_waiting_room_shows_who_is_there_and_invites() -> None:
    ada = person("Ada")
    table = opened(ada, "vinhos", ["me", "bot:greedy", "open"], public=False)
    text = page(browser_of(ada).get(reverse("table", args=[table.code])))
    assert text.count('class="taken"') == 2
    assert text.count('class="free"') == 1
    assert f"http://testserver{reverse('join', args=[table.code, table.invitation])}" in text
    assert "Let the house fill the free seats" in text
    assert table.invitation not in page(Client().get(reverse("table", args=[table.code]))), (
        "only who was invited can pass it on"
    )


def test_a_private_table_is_entered_by_its_invitation_only() -> None:
    table = opened(person("Ada"), public=False)
    before = counts()
    assert Client().post(reverse("sit", args=[table.code]), {"name": "Eve"}).status_code == 403
    assert Client().get(reverse("join", args=[table.code, "wrong"])).status_code == 404
    assert Client().post(reverse("join", args=[table.code, "é"]), {"name": "Eve"}).status_code == 404
    assert counts() == before
    client, link = Client(), reverse("join", args=[table.code, table.invitation])
    assert "Ada invites you to play." in page(client.get(link))
    assert only_table(client.post(link, {"name": "Bo", "seat": "1"})).status == Table.PLAYING
    assert client.get(link).headers["Location"] == reverse("table", args=[table.code])


def test_a_seat_is_given_once() -> None:
    table = opened(person("Ada"))
    tables.sit_down(table, person("Bo"))
    before = counts()
    answer = Client().post(reverse("sit", args=[table.code]), {"name": "Cy"})
    assert answer.status_code == 422
    assert "already begun" in page(answer)
    assert counts() == before


@pytest.mark.parametrize("seat", ["9", "-1", "x", "²", "99999999999999999999"])
def test_a_seat_that_is_not_there_is_refused(seat: str) -> None:
    table = opened(person("Ada"))
    before = counts()
    assert Client().post(reverse("sit", args=[table.code]), {"name": "Bo", "seat": seat}).status_code == 422
    assert counts() == before


def test_nobody_sits_down_twice() -> None:
    ada = person("Ada")
    table = opened(ada, "vinhos", ["me", "open", "open"])
    assert browser_of(ada).post(reverse("sit", args=[table.code])).status_code == 422
    assert sum(seat.open for seat in table.places.all()) == 2


def test_the_waiting_room_looks_for_news_and_leads_on() -> None:
    ada, bo = person("Ada"), person("Bo")
    table = opened(ada, "vinhos", ["me", "open", "open"])
    client, news = browser_of(ada), reverse("sit", args=[table.code])
    assert client.get(news, {"seen": "0"}, headers=HTMX).status_code == 204
    tables.sit_down(table, bo)
    text = page(client.get(news, {"seen": "0"}, headers=HTMX))
    assert text.lstrip().startswith('<section id="room"')
    assert "Bo" in text
    assert client.post(reverse("fill", args=[table.code]), {"level": "apprentice"}).status_code == 302
    assert client.get(news, {"seen": "1"}, headers=HTMX).headers["HX-Redirect"] == reverse("table", args=[table.code])
    table.refresh_from_db()
    assert table.status == Table.PLAYING
    assert table.places.get(number=2).bot == "apprentice"


def test_only_the_host_fills_the_seats_with_house_players() -> None:
    ada, bo = person("Ada"), person("Bo")
    table = opened(ada, "vinhos", ["me", "open", "open"])
    tables.sit_down(table, bo)
    for client in (browser_of(bo), Client()):
        answer = client.post(reverse("fill", args=[table.code]))
        assert answer.status_code == 422
        assert "Only Ada, who opened the table, can do that" in page(answer)
    for level in ("nobody", "random", "master@99999999"):
        answer = browser_of(ada).post(reverse("fill", args=[table.code]), {"level": level})
        assert answer.status_code == 422
        assert "there are: vintner, apprentice, master, grand cru" in page(answer)
    assert table.places.get(number=2).open


def test_leaving_frees_the_seat_and_the_host_closes_the_table() -> None:
    ada, bo = person("Ada"), person("Bo")
    table = opened(ada, "vinhos", ["me", "open", "open"])
    tables.sit_down(table, bo)
    assert Client().post(reverse("leave", args=[table.code])).status_code == 422
    guest, host = browser_of(bo), browser_of(ada)
    assert "You have left the table." in page(guest.post(reverse("leave", args=[table.code]), follow=True))
    assert table.places.get(number=1).open
    assert "The table is closed." in page(host.post(reverse("leave", args=[table.code]), follow=True))
    assert not Table.objects.filter(pk=table.pk).exists()
    gone = guest.get(reverse("sit", args=[table.code]), headers=HTMX)
    assert gone.status_code == 404
    assert gone.headers["HX-Redirect"] == reverse("lobby")
    assert guest.get(reverse("sit", args=[table.code])).status_code == 404


# Journals.


def test_a_journal_can_be_sent_as_a_file_or_pasted() -> None:
    text = (JOURNALS / "wine_cellar_two.json").read_text("utf-8")
    sent = Client().post(reverse("import"), {"journal": SimpleUploadedFile("match.json", text.encode())})
    pasted = Client().post(reverse("import"), {"text": text})
    for answer in (sent, pasted):
        table = only_table(answer)
        assert table.status == Table.FINISHED
        assert table.entries_made == table.log.count() > 10
        assert not table.public


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[" * 100_000, '{"cuvee": 1}', "null", (JOURNALS / "wine_cellar_two.json").read_text("utf-8")[:900], "\x00"],
)
def test_what_is_no_journal_is_refused_and_changes_nothing(text: str) -> None:
    before = counts()
    assert Client().post(reverse("import"), {"text": text}).status_code == 422
    file = SimpleUploadedFile("match.json", text.encode() + b"\xff\xfe")
    assert Client().post(reverse("import"), {"journal": file}).status_code == 422
    assert counts() == before


def test_a_journal_with_other_types_in_it_is_refused() -> None:
    good = json.loads((JOURNALS / "wine_cellar_two.json").read_text("utf-8"))
    before = counts()
    changes: list[dict[str, object]] = [
        {"overrides": {"cards.toml": 5}},
        {"seats": 10**30},
        {"seed": 10**30},
        {"options": {"advanced_swap": []}},
    ]
    for change in changes:
        answer = Client().post(reverse("import"), {"text": json.dumps(good | change)})
        assert answer.status_code == 422, change
    assert counts() == before


# Addresses for forms do not work as links, and every form needs its token.


@pytest.mark.parametrize("name", ["open", "import"])
def test_forms_are_not_links(name: str) -> None:
    assert Client().get(reverse(name)).status_code == 405


def test_forms_of_other_sites_are_refused() -> None:
    before = counts()
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(reverse("play_now", args=["wine_cellar"]), {"name": "Ada"}).status_code == 403
    assert strict.post(reverse("open"), {"game": "wine_cellar", "players": "2"}).status_code == 403
    assert counts() == before
