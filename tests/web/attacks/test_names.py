"""Names that look blank, or like those of other players, bots, or the people who run the site."""

import pytest
from django.test import Client

from cuvee.kernel.errors import CuveeError
from cuvee.web.match import people_at_tables, tables
from cuvee.web.models import Person, Table, new_code
from cuvee.web.people import display_names
from cuvee.web.people.lookalikes import alike
from tests.web.conftest import Sit, client_of, make_person

PASSWORD = "grand-cru-1855"
BLANK = {
    "nothing": "",
    "zero width": "\u200b\u200c\u200d\u2060\ufeff",
    "Hangul fillers": "\u3164\u115f\u1160\uffa0",
    "braille": "\u2800\u2800",
    "marks alone": "\u0301\u0302",
    "selectors": "\ufe0f\ufe0f",
    "grapheme joiner": "\u034f",
    "Khmer vowels": "\u17b4\u17b5",
    "ideographic space": "\u3000",
    "directions": "\u202e\u2066\u2069\u200f",
    "tags": "\U000e0041\U000e0042",
    "dots": "...",
    "a line": "_",
    "musical": "\U0001d159",
}
TAKEN = [
    "greedy", "Random", "SEARCH", "learned", "Apprentice", "apprenti", "Vintner", "vigneron", "Master", "maître de chai",
    "Maitre de Chai", "Grand Cru", "GrandCru", "Dionysia", "dionysia 2", "Di0nysia", "Bacchus", "Silenus", "Ampelos", "Αmpelos",
    "Automa", "Lacerda", "Nabuchodonosor", "Négociant", "the Wine Merchant", "Wine Merchant",
    "Moderator", "MODERATOR", "Moderat0r", "Modérateur", "modératrice", "Site Moderator", "m o d e r a t o r",
    "Admin", "admin1", "ADMlN", "4dm1n", "Ádmin", "Аdmin", "аdmіn", "ᴀᴅᴍɪɴ", "𝐀𝐝𝐦𝐢𝐧", "Ａｄｍｉｎ",
    "🅰🅳🅼🅸🅽", "CuveeAdmin", "Administrateur",
    "Cuvée", "cuvee", "C u v é e", "Cuvée Team", "the Cuvée support", "L’équipe Cuvée", "The House", "la maison", "House",
    "somebody", "Somebody", "quelqu'un", "Quelqu’un", "Seat 2", "Place 1", "Greedy\u200b", "gr\u00adeedy",
]  # fmt: skip
FINE = [
    "Ann", "X", "7", "Aurélie Noir", "François-Xavier d’Été", "Æsa Ørsted", "Łukasz", "Ñandú", "Ζωή Παπαδοπούλου", "Νίκος",
    "Иван Петров", "Ольга", "Ђорђе", "王小明", "山田 太郎", "ヤマダたろう", "김민준",
    "محمد علي", "علی\u200cرضا", "שרה", "สมชาย", "अनिल",
    "Anna 🍷", "🍇", "👩\u200d🌾 Rosa", "Nguyễn Thị Ánh", "DJ-Олег", "R2D2", "Kaʻiulani", "M. Dupont", "Badminton", "Masterson",
    "Greedy Pete", "Bot 1", "Guest", "Invité", "Ma Cuvée", "Ян", "<b>Bo</b>",
]  # fmt: skip
MIXED = ["Аnn", "Pаul", "Sοfia", "Ivаn Petrov", "Ιan", "раypаl", "Bоb 🍷", "Ann аnd Bo"]


def name_of(text: str) -> tuple[int, str]:
    """Pick a name as a visitor; return the status, and what others read."""
    client = Client()
    status = client.post("/account/name/", {"name": text}).status_code
    return status, Person.objects.get(pk=client.session["_auth_user_id"]).name if status == 302 else ""


@pytest.mark.parametrize("name", list(BLANK.values()), ids=list(BLANK))
def test_a_name_that_shows_nothing_is_refused(name: str) -> None:
    before = Person.objects.count()
    assert name_of(name)[0] == 422
    assert Client().post("/open/", {"game": "wine_cellar", "players": "2", "name": f"{name} "}).status_code in (302, 422)
    newcomers = Person.objects.order_by("-pk")[: Person.objects.count() - before]
    assert [person.name for person in newcomers] in ([], ["Guest"]), "without a name, one is called Guest"


@pytest.mark.parametrize("name", TAKEN)
def test_the_names_of_the_house_and_of_moderators_are_theirs(name: str) -> None:
    status, _name = name_of(name)
    assert status == 422
    person = make_person("Ann")
    assert client_of(person).post("/account/name/", {"name": name}).status_code == 422
    person.refresh_from_db()
    assert person.name == "Ann"


@pytest.mark.parametrize("name", FINE)
def test_names_of_people_are_fine(name: str) -> None:
    assert name_of(name) == (302, name)


@pytest.mark.parametrize("name", MIXED)
def test_a_word_of_several_alphabets_is_refused(name: str) -> None:
    assert name_of(name)[0] == 422


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("  Ann \t Lee\n", "Ann Lee"),
        ("\u202eAnn\u202c", "Ann"),
        ("A\u2066nn\u2069", "Ann"),
        ("Ａｎｎ", "Ann"),
        ("ﬁnn", "finn"),
        ("Zoe\u0301", "Zoé"),
        ("Ann\u2800\u3164", "Ann"),
        ("Ann\u00a0Lee", "Ann Lee"),
    ],
)
def test_what_cannot_be_seen_is_left_out(typed: str, read: str) -> None:
    assert name_of(typed) == (302, read)


def test_heaps_of_accents_are_refused() -> None:
    assert name_of("A" + "\u0316" * 12 + "nn")[0] == 422
    assert name_of("Ann \u0301\u0301")[0] == 422


def test_a_name_that_grows_when_it_is_written_the_usual_way_is_still_short() -> None:
    assert name_of("\ufdfa" * 3)[0] == 422


def test_user_names_are_kept_as_narrowly() -> None:
    def sign_up(name: str) -> int:
        form = {"username": name, "password": PASSWORD, "again": PASSWORD}
        return int(Client().post("/account/keep/", form).status_code)

    for name in ("admin", "Adm1n", "moderator", "cuvee", "greedy", "аdmin", "annа"):
        assert sign_up(name) == 422, name
        guest = client_of(make_person("Ann"))
        assert guest.post("/account/keep/", {"username": name, "password": PASSWORD, "again": PASSWORD}).status_code == 422
    assert sign_up(f"ольга{new_code(4).translate(dict.fromkeys(range(97, 123)))}7") == 302
    assert not Person.objects.filter(username__in=["admin", "cuvee"]).exists()


def test_who_has_a_name_keeps_it() -> None:
    """Existing names are not taken away: not when people sit down, nor when they send the form with the same name."""
    person = make_person("Moderator")
    assert client_of(person).post("/account/name/", {"name": "Moderator"}).status_code == 302
    table = tables.open_table(person, tables.Wish("wine_cellar", 2))
    assert table.places.get(number=0).name == "Moderator"


# At one table.


def waiting(host: str = "Ann", players: int = 4) -> tuple[Table, Person]:
    person = make_person(host)
    return tables.open_table(person, tables.Wish("viticulture", players)), person


def seated(table: Table) -> list[str]:
    return [seat.name for seat in table.places.all() if seat.name]


@pytest.mark.parametrize(
    "double",
    ["Bill", "bill", "BILL", "BiIl", "Bi11", "B1ll", "Bi|l", "Вill", "B i l l", "Bill.", "Bill-", "Bıll", "Bill\ufe0f"],
)
def test_nobody_sits_beside_somebody_of_their_looks(double: str) -> None:
    table, host = waiting("Bill")
    impostor = make_person(double)  # a name from before there were rules
    tables.sit_down(table, impostor)
    shown = table.places.get(person=impostor).name
    assert shown == f"{double} 2"
    assert table.places.get(person=host).name == "Bill", "the person who was there first keeps their name"


@pytest.mark.parametrize(("one", "other"), [("сосо", "coco"), ("Bernard", "Bemard"), ("ΑΝΝΑ", "Anna"), ("100", "loo")])
def test_whole_words_that_look_alike_are_told_apart(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("José", "Jose"),
        ("Zoé", "Zoë"),
        ("Ann", "Anna"),
        ("Ann 2", "Ann 3"),
        ("Ольга", "Olga"),
        ("王", "玉"),
        ("Anna 🍷", "Anna 🍇"),
    ],
)
def test_names_that_differ_stay_as_they_are(one: str, other: str) -> None:
    table, _host = waiting(one)
    tables.sit_down(table, make_person(other))
    assert seated(table) == [one, other]


def test_three_of_one_name_have_three_names() -> None:
    table, _host = waiting("Ann")
    tables.sit_down(table, make_person("Ann 2"))
    tables.sit_down(table, make_person("Ann"))
    tables.sit_down(table, make_person("ann"))
    assert seated(table) == ["Ann", "Ann 2", "Ann 3", "ann 4"]


def test_a_long_name_has_room_for_its_number() -> None:
    table, _host = waiting("x" * 30)
    tables.sit_down(table, make_person("X" * 30))
    assert seated(table) == ["x" * 30, "X" * 28 + " 2"]


def test_a_new_name_at_the_table_is_told_apart_too() -> None:
    table, host = waiting("Ann")
    bo = make_person("Bo")
    tables.sit_down(table, bo)
    tables.talk(table, bo, "hello")
    assert client_of(bo).post("/account/name/", {"name": "ANN"}).status_code == 302
    assert seated(table) == ["Ann", "ANN 2"]
    assert table.chat.get().name == "ANN 2"
    bo.refresh_from_db()
    tables.talk(table, bo, "it is me")
    assert {line.name for line in table.chat.all()} == {"ANN 2"}
    people_at_tables.rename(host, "Zoe")
    assert seated(table) == ["Zoe", "ANN 2"]
    people_at_tables.rename(bo, "Bob")
    assert seated(table) == ["Zoe", "Bob"]
    assert {line.name for line in table.chat.all()} == {"Bob"}


def test_a_spectator_does_not_speak_as_a_player(sit: Sit) -> None:
    table, _clients = sit()
    eve = make_person("Aurelie")
    client = client_of(eve)
    client.post(f"/table/{table.code}/chat", {"text": "one"})
    client.post("/account/name/", {"name": "AURÉLIE"})
    client.post(f"/table/{table.code}/chat", {"text": "two"})
    assert [line.name for line in table.chat.all()] == ["AURÉLIE 2", "AURÉLIE 2"]
    mallory = make_person("Aurélie")
    tables.talk(table, mallory, "three")
    assert table.chat.get(text="three").name == "Aurélie 3"


def test_a_guest_who_logs_in_is_not_taken_for_another_at_the_table() -> None:
    table, _host = waiting("Ann")
    guest = make_person("Bo")
    tables.sit_down(table, guest)
    account = Person.objects.create_user(f"anna{new_code(6)}", PASSWORD, name="Ann", guest=False)
    people_at_tables.bring_along(guest, account)
    assert seated(table) == ["Ann", "Ann 2"]
    assert table.places.get(name="Ann 2").person == account


def test_friends_at_one_screen_are_told_apart_and_are_no_bots() -> None:
    host = make_person("Ann")
    table = tables.open_table(host, tables.Wish("viticulture", 4, {}, ["me", "friend:Ann", "friend:ann", "open"]))
    assert seated(table) == ["Ann", "Ann 2", "ann 3"]
    people_at_tables.rename(host, "Zoe")
    assert seated(table) == ["Zoe", "Ann 2", "ann 3"], "only one of them has a new name"
    for name in ("Dionysia", "Moderator"):
        with pytest.raises(CuveeError):
            tables.open_table(host, tables.Wish("wine_cellar", 2, {}, ["me", f"friend:{name}"]))


def test_house_players_are_told_apart_from_people_of_before() -> None:
    table, host = waiting("Dionysia")
    tables.fill_with_house(table, host)
    assert seated(table) == ["Dionysia", "Dionysia 2", "Dionysia 3", "Dionysia 4"]


def test_every_name_the_house_goes_by_is_reserved() -> None:
    """Whatever bots there may be in future: nobody else may have their display names."""
    from cuvee.bots import BOTS
    from cuvee.web.i18n.language import translator

    french = translator("fr")
    assert french is not None
    for kind in BOTS:
        for shown in (
            display_names.HOUSE_NAMES.get(kind, kind.capitalize()),
            kind.replace("_", " "),
            french(kind.replace("_", " ")),
        ):
            assert display_names.taken(shown), shown
