"""Setting a new password without the old one: only by the account's mail, once, and nobody learns who has an account."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail, signing
from django.test import Client
from django.utils import timezone

from cuvee.cli import main
from cuvee.web.mail import account_mail
from cuvee.web.mail.account_mail import POSTMAN
from cuvee.web.models import Letter, Person, new_code
from cuvee.web.ops import serve
from cuvee.web.people import rate_limits
from cuvee.web.people.password_hashing import Sparing
from tests.web.conftest import client_of, make_moderator, make_person, moderating

PASSWORD, NEW = "grand-cru-1855", "premier-cru-1973"


@pytest.fixture(autouse=True)
def nothing_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    Letter.objects.all().delete()
    mail.outbox.clear()
    monkeypatch.setattr(rate_limits, "MEMORY", rate_limits.Memory())
    monkeypatch.setattr(Sparing, "time_cost", 1)
    monkeypatch.setattr(Sparing, "memory_cost", 1024)


def account(confirmed: bool = True, **more: object) -> Person:
    code = new_code(8)
    given = {"email": f"ann{code}@example.org", "email_confirmed": confirmed, "guest": False} | more
    return Person.objects.create_user(f"ann{code}", PASSWORD, **given)


def ask(who: str, where: str = "127.0.0.1") -> tuple[int, str]:
    """Ask for a link; return the answer without the parts that differ between any two pages."""
    answer = Client().post("/account/recover/", {"who": who}, REMOTE_ADDR=where)
    return answer.status_code, re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())


def deliver() -> list[mail.EmailMessage]:
    mail.outbox.clear()
    POSTMAN.send_due(timezone.now())
    return list(mail.outbox)


def token_for(person: Person) -> str:
    ask(person.username)
    (letter,) = deliver()
    (token,) = re.findall(r"/account/new-password/\?link=(\S+)", str(letter.body))
    return str(token)


def use(token: str, password: str = NEW, again: str = "", client: Client | None = None) -> int:
    form = {"link": token, "password": password, "again": again or password}
    return int((client or Client()).post("/account/new-password/", form).status_code)


def logs_in(person: Person, password: str) -> bool:
    answer = Client().post("/account/login/", {"username": person.username, "password": password})
    return bool(answer.status_code == 302)


def test_whoever_reads_the_mail_sets_a_new_password() -> None:
    person = account()
    assert 'href="/account/recover/"' in Client().get("/account/login/").content.decode()
    token = token_for(person)
    page = Client().get("/account/new-password/", {"link": token})
    assert page.status_code == 200
    assert person.username in page.content.decode()
    assert logs_in(person, PASSWORD), "a link that is only loaded changes nothing"
    answer = Client().post("/account/new-password/", {"link": token, "password": NEW, "again": NEW})
    assert answer.headers["Location"] == "/account/login/?saved=password"
    assert "Your new password is set" in Client().get(answer.headers["Location"]).content.decode()
    assert logs_in(person, NEW)
    assert not logs_in(person, PASSWORD)


def test_a_link_works_once() -> None:
    person = account()
    token = token_for(person)
    assert use(token) == 302
    assert use(token, "another-one-1982") == 422
    assert Client().get("/account/new-password/", {"link": token}).status_code == 422
    assert logs_in(person, NEW)


def test_of_two_links_the_second_dies_with_the_first() -> None:
    person = account()
    one, two = token_for(person), token_for(person)
    assert use(one) == 302
    assert use(two, "another-one-1982") == 422


def test_of_two_at_once_one_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    person = account()
    token = token_for(person)
    hashing = Sparing.encode

    def slow(self: Sparing, password: str, salt: str) -> str:
        monkeypatch.setattr(Sparing, "encode", hashing)
        assert use(token, "quicker-than-you-1") == 302
        return hashing(self, password, salt)

    monkeypatch.setattr(Sparing, "encode", slow)
    assert use(token, NEW) == 422
    assert logs_in(person, "quicker-than-you-1")


@pytest.mark.parametrize(
    "change",
    [
        {"email": "other@example.org"},
        {"email_confirmed": False},
        {"is_active": False},
        {"password": "argon2$another"},
        {"guest": True},
    ],
    ids=["address", "not confirmed", "banned", "password", "guest"],
)
def test_a_link_dies_with_what_it_was_made_for(change: dict[str, object]) -> None:
    person = account()
    token = token_for(person)
    Person.objects.filter(pk=person.pk).update(**change)
    before = Person.objects.values().get(pk=person.pk)
    assert use(token) == 422
    assert Person.objects.values().get(pk=person.pk) == before


def test_a_link_lasts_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    person = account()
    token = token_for(person)
    now = signing.time.time()
    monkeypatch.setattr(signing.time, "time", lambda: now + 3610)
    assert use(token) == 422
    monkeypatch.setattr(signing.time, "time", lambda: now + 3500)
    assert use(token) == 302


def test_no_other_link_sets_a_password() -> None:
    person, eve = account(), account()
    token = token_for(eve)
    pk, mark = signing.loads(token, salt="cuvee.recovery.mail")
    bad = [
        "",
        "x",
        token[:-1],
        signing.dumps([person.pk, mark]),
        signing.dumps([person.pk, person.email], salt=account_mail.CONFIRM),
        account_mail.confirm_link(person).partition("link=")[2],
        signing.dumps([person.pk, mark], salt="cuvee.recovery.mail"),
        signing.dumps([pk], salt="cuvee.recovery.mail"),
        signing.dumps([pk, mark], salt="cuvee.recovery.operator"),
    ]
    for given in bad:
        assert use(given) == 422, given
    assert logs_in(person, PASSWORD)
    assert logs_in(eve, PASSWORD)


@pytest.mark.parametrize(
    ("password", "again"),
    [("4711", "4711"), ("password123", "password123"), (NEW, NEW + "!"), ("x" * 300, "x" * 300), ("", "")],
)
def test_a_password_is_checked_as_elsewhere(password: str, again: str) -> None:
    person = account()
    token = token_for(person)
    assert use(token, password, again or " ") == 422
    assert use(token) == 302, "the link is still good"


def test_all_sessions_end() -> None:
    person = account()
    clients = [client_of(person) for _time in range(3)]
    token = token_for(person)
    assert use(token, client=clients[0]) == 302
    for client in clients:
        assert client.get("/account/").status_code == 302
    assert not person.logins.exists()


def test_the_second_factor_stays() -> None:
    moderator = make_moderator(PASSWORD)
    Person.objects.filter(pk=moderator.pk).update(email=f"m{new_code(8)}@example.org", email_confirmed=True)
    moderator.refresh_from_db()
    moderating(moderator)
    token = token_for(moderator)
    assert use(token) == 302
    thief = Client()
    assert thief.post("/account/login/", {"username": moderator.username, "password": NEW}).status_code == 302
    answer = thief.get("/moderation/site/person/")
    assert answer.status_code == 302
    assert thief.get("/moderation/site/person/", follow=True).request["PATH_INFO"] == "/moderation/second-factor/"


def test_who_guessed_until_it_was_too_often_gets_in_with_the_new_one() -> None:
    person = account()
    for _time in range(11):
        logs_in(person, "what was it again")
    assert not logs_in(person, PASSWORD)
    assert use(token_for(person)) == 302
    assert logs_in(person, NEW)


# Whether somebody has an account is nobody's business.


def test_the_answer_is_the_same_whoever_is_asked_for() -> None:
    known, unconfirmed, banned, guest = account(), account(confirmed=False), account(is_active=False), make_person("Ann")
    asked = [
        known.username,
        known.email,
        known.email.upper(),
        "nobody-at-all",
        "nobody@example.org",
        unconfirmed.username,
        unconfirmed.email,
        banned.email,
        guest.username,
        "two words",
        "<b>",
        "a@b\nBcc: c@example.org",
    ]
    answers = {ask(who) for who in asked}
    assert len(answers) == 1
    assert next(iter(answers))[0] == 200
    assert Letter.objects.count() == len(asked), "and the work done is the same too"
    assert {tuple(letter.to) for letter in deliver()} == {(known.email,)}


def test_the_letter_goes_to_the_address_there_is_and_not_to_what_was_typed() -> None:
    person = account(email=f"mike{new_code(8)}@example.org")
    ask(person.email.replace("i", "ı"))
    ask(person.email.replace("k", "\u212a"))
    assert all(letter.to == [person.email] for letter in deliver())


def test_several_accounts_of_one_address_come_in_one_letter() -> None:
    address = f"both{new_code(8)}@example.org"
    one, two, other = account(email=address), account(email=address), account(email=address, email_confirmed=False)
    ask(address)
    (letter,) = deliver()
    assert one.username in str(letter.body)
    assert two.username in str(letter.body)
    assert other.username not in str(letter.body)


# Floods.


def test_nobody_is_bombed_with_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.LIMITS, rate_limits.LETTERS, 3)
    person = account()
    answers = [ask(who, f"192.0.2.{number}") for number, who in enumerate([person.username, person.email] * 4)]
    assert len(set(answers)) == 1, "not even a sign that there were too many"
    assert len(deliver()) == 3
    other = account()
    ask(other.username)
    assert len(deliver()) == 1


def test_asking_is_limited_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.LIMITS, rate_limits.RECOVERIES, 4)
    assert [ask(f"nobody{number}", "192.0.2.5")[0] for number in range(6)] == [200] * 4 + [429] * 2
    assert ask("nobody", "192.0.2.6")[0] == 200
    assert Letter.objects.count() == 5


# Without a mail server, and from the operator.


def test_without_a_mail_server_the_page_says_whom_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
    for answer in (Client().get("/account/recover/"), Client().post("/account/recover/", {"who": account().username})):
        page = answer.content.decode()
        assert "not set up to send e-mail" in page
        assert "Ask whoever runs it" in page
        assert 'name="who"' not in page
    assert not Letter.objects.exists()


def operator_link(person: Person, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["password", person.username.upper(), "--data", str(settings.DATA)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{settings.SITE_ADDRESS}/account/new-password/?link=")
    return line.partition("link=")[2]


def test_the_operator_hands_out_a_link_that_works_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    person = account(confirmed=False, email="")
    token = operator_link(person, capsys)
    now = signing.time.time()
    with monkeypatch.context() as later:
        later.setattr(signing.time, "time", lambda: now + 86_400 + 10)
        assert use(token) == 422
    assert use(token) == 302
    assert use(token, "another-one-1982") == 422
    assert logs_in(person, NEW)


def test_the_operator_is_told_what_is_no_account(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("nobody-at-all", make_person("Ann").username, account(is_active=False).username):
        assert main(["password", name, "--data", str(settings.DATA)]) != 0
        told = capsys.readouterr()
        assert told.out == ""
        assert len(told.err.splitlines()) == 1


def test_a_link_is_kept_nowhere(tmp_path: Path) -> None:
    person = account()
    before = timezone.now() - timedelta(minutes=1)
    token = token_for(person)
    assert not Letter.objects.filter(made_at__gt=before).exists(), "a letter that was sent is gone"
    assert token not in str(client_of(person).get("/account/export/").content)
    assert serve.make_recovery_link(person.username, Path(settings.DATA)) != token
