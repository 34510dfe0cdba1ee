"""Nobody can make the site write to strangers: an address has to be confirmed first, in our own words, and only rarely."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail, signing
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from cuvee.web.mail import account_mail, notices
from cuvee.web.mail.account_mail import POSTMAN
from cuvee.web.match import tables
from cuvee.web.models import Letter, Notice, Person, Table, new_code
from cuvee.web.people import rate_limits
from tests.web.conftest import client_of, make_person

RUDE = "Buy pills at evil.example"


@pytest.fixture(autouse=True)
def nothing_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    Letter.objects.all().delete()
    Notice.objects.all().delete()
    mail.outbox.clear()
    monkeypatch.setattr(rate_limits, "MEMORY", rate_limits.Memory())


@pytest.fixture
def tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default settings of an operator."""
    for name, most in (("confirmations", 5), ("letters", 3), ("recoveries", 20)):
        monkeypatch.setitem(settings.LIMITS, name, most)


def new_address() -> str:
    return f"victim{new_code(8)}@example.org"


def give(client: Client, address: str, where: str = "127.0.0.1", **more: str) -> int:
    form = {"section": "notices", "email": address, "email_notices": "on", **more}
    return int(client.post("/account/preferences/", form, REMOTE_ADDR=where).status_code)


def deliver(later: timedelta = timedelta()) -> list[mail.EmailMessage]:
    """Send the waiting letters, and return what arrived."""
    mail.outbox.clear()
    POSTMAN.send_due(timezone.now() + later)
    return list(mail.outbox)


def link_in(letter: mail.EmailMessage) -> str:
    """Return the link in a letter, without the host."""
    (found,) = re.findall(r"http://localhost:8000(/account/\S+)", str(letter.body))
    return str(found)


def token_of(link: str) -> str:
    return link.partition("link=")[2]


def waiting_turn(person: Person, other: str = RUDE) -> Table:
    """A table that waits for a person, with somebody there whose name would stand out."""
    wish = tables.Wish("viticulture", 2)
    table = tables.open_table(person, wish)
    tables.sit_down(table, make_person(other[:30]))
    table.refresh_from_db()
    table.places.filter(person=person).update(to_move=True, asked_at=timezone.now())
    notices.turn_came(table, table.places.select_related("person"))
    return table


def test_a_stranger_gets_one_letter_in_our_words_and_nothing_else() -> None:
    victim = new_address()
    letters_got = []
    for name in (RUDE, "Ann"):
        person = make_person(name[:30])
        person.username = f"cheap-pills-{new_code(6)}"
        person.save()
        assert give(client_of(person), victim) == 302
        waiting_turn(person)
        (letter,) = deliver()
        letters_got.append(letter)
        assert notices.SENDER.send_due(timezone.now() + timedelta(days=1)) == 0
        assert len(mail.outbox) == 1, "no notice goes to an address nobody has confirmed"
    one, other = ((letter.subject, str(letter.body).replace(token_of(link_in(letter)), "…")) for letter in letters_got)
    assert one == other, "whoever asks, the letter is exactly the same"
    assert all(letter.to == [victim] for letter in letters_got)
    for word in (RUDE, RUDE[:12], "pills", "Ann"):
        assert word not in f"{one[0]} {one[1]}"


def test_the_confirmed_address_gets_notices_until_it_changes() -> None:
    person = make_person("Ann")
    client, first = client_of(person), new_address()
    give(client, first)
    (letter,) = deliver()
    assert Client().post("/account/confirm/", {"link": token_of(link_in(letter))}).status_code == 200
    waiting_turn(person, "Bo")
    assert notices.SENDER.send_due(timezone.now() + timedelta(days=1)) == 1
    assert mail.outbox[-1].to == [first]
    assert "with Bo" in str(mail.outbox[-1].body)
    second = new_address()
    give(client, second)
    waiting_turn(person, "Bo")
    deliver()
    assert notices.SENDER.send_due(timezone.now() + timedelta(days=1)) == 0
    assert [message.to for message in mail.outbox] == [[second]], "the letter to confirm it, and no more"
    give(client, first)
    person.refresh_from_db()
    assert not person.email_confirmed, "an address that comes back has to be confirmed again"


def test_to_save_other_settings_confirms_and_forgets_nothing() -> None:
    person = make_person("Ann")
    client, address = client_of(person), new_address()
    give(client, address)
    (letter,) = deliver()
    give(client, address)
    assert deliver() == [], "the same address is not written to again"
    Client().post("/account/confirm/", {"link": token_of(link_in(letter))})
    give(client, address, email_notices="")
    person.refresh_from_db()
    assert person.email_confirmed


def test_a_link_that_is_only_loaded_confirms_nothing() -> None:
    person = make_person("Ann")
    give(client_of(person), new_address())
    (letter,) = deliver()
    page = Client().get(link_in(letter))
    assert page.status_code == 200
    assert "Ann" not in page.content.decode(), "nor does the page contain words of whoever asked"
    assert Client().head(link_in(letter)).status_code == 200
    person.refresh_from_db()
    assert not person.email_confirmed


def test_a_link_is_for_one_person_and_one_address_and_means_one_thing() -> None:
    ann, eve = make_person("Ann"), make_person("Eve")
    give(client_of(ann), new_address())
    give(client_of(eve), new_address())
    ann_letter, eve_letter = deliver()
    ann.refresh_from_db()
    forged = signing.dumps([eve.pk, ann.email], salt="cuvee.notices.stop")
    stop = notices.stop_link(ann).partition("stop=")[2]
    token = token_of(link_in(ann_letter))
    for bad in ("", "x", forged, stop, token[:-1], token + "x", signing.dumps([eve.pk, ann.email])):
        assert Client().post("/account/confirm/", {"link": bad}).status_code in (302, 422)
    assert Client().get(f"/account/preferences/?stop={token}").status_code == 422
    assert Client().get(f"/account/new-password/?link={token}").status_code == 422
    give(client_of(ann), new_address())
    assert Client().post("/account/confirm/", {"link": token}).status_code == 422, "that address is no longer theirs"
    client_of(eve).post("/account/confirm/", {"link": token})
    assert not Person.objects.filter(pk__in=[ann.pk, eve.pk], email_confirmed=True).exists()
    Client().post("/account/confirm/", {"link": token_of(link_in(eve_letter))})
    assert list(Person.objects.filter(pk__in=[ann.pk, eve.pk], email_confirmed=True)) == [eve]


def test_a_link_is_good_for_three_days(monkeypatch: pytest.MonkeyPatch) -> None:
    person = make_person("Ann")
    give(client_of(person), new_address())
    (letter,) = deliver()
    now = signing.time.time()
    monkeypatch.setattr(signing.time, "time", lambda: now + 3 * 86_400 + 10)
    assert Client().post("/account/confirm/", {"link": token_of(link_in(letter))}).status_code == 422
    monkeypatch.setattr(signing.time, "time", lambda: now + 3 * 86_400 - 60)
    assert Client().post("/account/confirm/", {"link": token_of(link_in(letter))}).status_code == 200


def test_a_banned_person_confirms_nothing_and_is_not_written_to() -> None:
    person = make_person("Ann")
    give(client_of(person), new_address())
    Person.objects.filter(pk=person.pk).update(is_active=False)
    assert deliver() == []


# Bombing.


@pytest.mark.usefixtures("tight")
def test_no_mailbox_is_written_to_more_than_three_times_a_day() -> None:
    victim = new_address()
    local, _at, host = victim.partition("@")
    spellings = [
        victim,
        victim.upper(),
        f"{local}+1@{host}",
        f"{local}+x.y@{host}",
        f"{local[:3]}.{local[3:]}@{host}",
        f"{local}@EXAMPLE.org",
        f'"{local}"@{host}',
    ]
    statuses = [give(client_of(make_person("Ann")), address, f"192.0.2.{number}") for number, address in enumerate(spellings)]
    assert statuses[:3] == [302] * 3
    assert set(statuses[3:]) == {429, 422}
    assert len(deliver()) == 3
    last = Person.objects.latest("pk")
    assert last.email == "", "a refusal changes nothing"
    assert give(client_of(last), new_address(), "192.0.2.99") == 302, "others are still written to"


@pytest.mark.usefixtures("tight")
def test_a_person_has_five_letters_a_day_sent() -> None:
    client = client_of(make_person("Ann"))
    answers = [give(client, new_address(), f"192.0.2.{number}") for number in range(6)]
    assert answers == [302] * 5 + [429]
    again = client.post("/account/confirm/")
    assert again.status_code == 429
    assert int(again.headers["Retry-After"]) > 3600


@pytest.mark.usefixtures("tight")
def test_guests_of_one_address_share_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "LIMIT_ADDRESS", 2)
    answers = [give(client_of(make_person("Ann")), new_address(), "192.0.2.7") for _guest in range(12)]
    assert answers == [302] * 10 + [429] * 2
    assert give(client_of(make_person("Bo")), new_address(), "192.0.2.8") == 302


def test_sending_again_needs_an_address_and_takes_the_place_of_what_waits() -> None:
    assert Client().post("/account/confirm/").status_code == 302
    person = make_person("Ann")
    client = client_of(person)
    client.post("/account/confirm/")
    assert deliver() == [], "there is no address"
    give(client, new_address())
    client.post("/account/confirm/")
    assert len(deliver()) == 1
    client.post("/account/confirm/")
    (letter,) = deliver()
    Client().post("/account/confirm/", {"link": token_of(link_in(letter))})
    client.post("/account/confirm/")
    assert deliver() == [], "it is confirmed"


def test_the_account_page_says_how_it_stands() -> None:
    person = make_person("Ann")
    client, address = client_of(person), new_address()
    give(client, address)
    page = client.get("/account/?saved=notices").content.decode()
    assert f"{address} is not confirmed yet" in page
    assert "We have sent a link there" in page
    (letter,) = deliver()
    Client().post("/account/confirm/", {"link": token_of(link_in(letter))})
    page = client.get("/account/").content.decode()
    assert f"{address} is confirmed" in page
    assert "not confirmed" not in page


@pytest.mark.parametrize(
    "address", ['"a b"@example.org', '"victim"@example.org', "victim@[127.0.0.1]", "a@b\nBcc: c@example.org", "a@b@example.org"]
)
def test_odd_ways_to_write_an_address_are_refused(address: str) -> None:
    client = client_of(make_person("Ann"))
    assert give(client, address) == 422
    assert not Letter.objects.exists()


def test_a_mail_server_that_fails_is_tried_again_and_then_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(message: object) -> None:
        raise notices.Undelivered("no")

    give(client_of(make_person("Ann")), new_address())
    with monkeypatch.context() as patch:
        patch.setattr(notices, "hand_over", broken)
        deliver()
    assert deliver() == [], "not at once"
    assert len(deliver(timedelta(minutes=2))) == 1
    give(client_of(make_person("Bo")), new_address())
    monkeypatch.setattr(notices, "hand_over", broken)
    for hours in range(10):
        deliver(timedelta(hours=hours))
    assert not Letter.objects.exists()


def test_two_processes_send_a_letter_once() -> None:
    give(client_of(make_person("Ann")), new_address())
    (letter,) = Letter.objects.all()
    now = timezone.now()
    assert POSTMAN._send(letter, now) == 1
    assert POSTMAN._send(letter, now) == 0
    assert len(mail.outbox) == 1


def test_addresses_of_before_are_asked_first() -> None:
    """The migration trusts no existing address, and drops none."""
    executor = MigrationExecutor(connection)
    executor.migrate([("site", "0009_moderators")])
    try:
        old = executor.loader.project_state([("site", "0009_moderators")]).apps.get_model("site", "Person")
        address = new_address()
        row = old.objects.create(username=f"guest-{new_code(16)}", name="Ann", email=address, email_notices=True)
    finally:
        fresh = MigrationExecutor(connection)
        fresh.migrate(fresh.loader.graph.leaf_nodes())
    person = Person.objects.get(pk=row.pk)
    assert (person.email, person.email_notices, person.email_confirmed) == (address, True, False)
    waiting_turn(person)
    assert notices.SENDER.send_due(timezone.now() + timedelta(days=1)) == 0
    assert mail.outbox == []
    client = client_of(person)
    assert "not confirmed yet" in client.get("/account/").content.decode()
    client.post("/account/confirm/")
    assert [letter.to for letter in deliver()] == [[address]]


def test_the_mailbox_that_is_counted_is_the_one_that_is_written_to() -> None:
    assert account_mail.mailbox("A.n.n+x@Example.ORG") == account_mail.mailbox("ann@example.org")
    assert account_mail.mailbox("ann@example.org") != account_mail.mailbox("ann@example.com")
    assert account_mail.mailbox("+x@example.org") != account_mail.mailbox("+y@example.org")
