"""A password alone opens no moderators' page: the second factor cannot be skipped, guessed, replayed or read."""

import base64
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.core import serializers
from django.test import Client

import cuvee
from cuvee.web.models import Look, Person, RecoveryCode, SecondFactor, new_code
from cuvee.web.people import rate_limits, second_factor, totp
from tests.web import backing
from tests.web.conftest import Sit, client_of, code_for, make_moderator, make_person, moderating
from tests.web.serving import in_data
from tests.web.walking import every_path, walk_get

PAGE = "/moderation/second-factor/"
PEOPLE = "/moderation/site/person/"
PASSWORD = "grand-cru-1855"
DOORS = ("/moderation/login/", PAGE)


@pytest.fixture
def ada() -> Person:
    return make_moderator(PASSWORD)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still until it is moved."""
    told = [float(int(time.time()) // 30 * 30 + 10)]
    monkeypatch.setattr(time, "time", lambda: told[0])
    return told


def show_secret(client: Client) -> str:
    """Begin to set up a second factor; return the secret as the page shows it."""
    page = client.post(PAGE, {"password": PASSWORD}).content.decode()
    return re.findall(r'class="secret"><code>([A-Z2-7 ]+)</code>', page)[0].replace(" ", "")


def app(secret: str) -> bytes:
    """Decode a secret as an app does when it is typed in."""
    return base64.b32decode(secret)


def set_up(client: Client) -> tuple[bytes, list[str]]:
    """Set up a second factor as a person does; return the app's secret and the recovery codes."""
    secret = app(show_secret(client))
    page = client.post(PAGE, {"code": totp.code_of(secret, int(time.time() // 30))})
    assert page.status_code == 200
    return secret, re.findall(r"<li><code>([^<]+)</code>", page.content.decode())


def opens(client: Client) -> bool:
    return client.get(PEOPLE).status_code == 200


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    """Appendix B of the RFC, SHA-1."""
    assert totp.code_of(b"12345678901234567890", totp.step_at(seconds), digits=8) == code
    assert totp.code_of(b"12345678901234567890", totp.step_at(seconds)) == code[2:]


@pytest.mark.parametrize("has_one", [False, True], ids=["not set up", "no code given"])
def test_no_page_opens_without_the_code(has_one: bool, ada: Person, sit: Sit) -> None:
    """Walks the table of addresses, so it covers future pages too."""
    table, _clients = sit()
    secret_name = make_person(f"Hidden {new_code()}").name
    client = client_of(ada)
    if has_one:
        moderating(ada)
    looked = Look.objects.count()
    paths = [path for path in every_path(table) if path.startswith("/moderation/") and path not in DOORS]
    paths += [
        f"{PEOPLE}?q=Hidden",
        f"{PEOPLE}{ada.pk}/change/",
        f"{PEOPLE}?_popup=1",
        "/moderation/no-such-page/",
        "/moderation//",
    ]
    assert len(paths) > 25
    for path in paths:
        for answer in (walk_get(client, path), client.post(path, {"action": "ban", "_selected_action": ["1"]})):
            assert answer.status_code in (301, 302, 404), path
            assert secret_name not in answer.content.decode()
    assert Look.objects.count() == looked, "nobody looked at anything"
    page = client.get(f"{PEOPLE}?q=Hidden", follow=True)
    assert page.redirect_chain[-1][0].startswith(PAGE)
    assert secret_name not in page.content.decode()


def test_setting_up_asks_for_the_password_and_hands_out_ten_codes(ada: Person) -> None:
    client = client_of(ada)
    assert client.post(PAGE, {"password": "wrong"}).status_code == 422
    assert client.post(PAGE, {"code": "123456"}).status_code == 422, "there is nothing to confirm yet"
    _secret, codes = set_up(client)
    assert len(set(codes)) == 10
    assert opens(client)


def test_a_wrong_code_sets_nothing_up(ada: Person, clock: list[float]) -> None:
    client = client_of(ada)
    secret = app(show_secret(client))
    for far in (-2, 2, 100):
        code = totp.code_of(secret, int(clock[0] // 30) + far)
        assert client.post(PAGE, {"code": code}).status_code == 422
    assert not SecondFactor.objects.filter(person=ada).exists()
    assert not opens(client)


def test_the_code_is_asked_for_once_a_session(ada: Person, clock: list[float]) -> None:
    secret, _codes = set_up(client_of(ada))
    clock[0] += 60
    client = Client()
    client.post("/account/login/", {"username": ada.username, "password": PASSWORD})
    assert not opens(client)
    before = client.cookies["cuvee"].value
    form = {"code": totp.code_of(secret, int(clock[0] // 30)), "next": f"{PEOPLE}?q=x"}
    answer = client.post(PAGE, form)
    assert answer.headers["Location"] == f"{PEOPLE}?q=x"
    assert client.cookies["cuvee"].value != before, "a session key that somebody planted is worth nothing"
    planted = Client()
    planted.cookies["cuvee"] = before
    assert not opens(planted)
    clock[0] += 3600
    assert opens(client)
    assert not opens(client_of(ada)), "every session is asked"


@pytest.mark.parametrize(("late", "taken"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_clocks_may_differ_by_one_step(late: int, taken: bool, ada: Person, clock: list[float]) -> None:
    secret, _codes = set_up(client_of(ada))
    clock[0] += 300
    client = client_of(ada)
    client.post(PAGE, {"code": totp.code_of(secret, int(clock[0] // 30) + late)})
    assert opens(client) is taken


def test_no_code_is_taken_twice(ada: Person, clock: list[float]) -> None:
    first = client_of(ada)
    secret, codes = set_up(first)
    step = int(clock[0] // 30)
    assert client_of(ada).post(PAGE, {"code": totp.code_of(secret, step)}).status_code == 422, "it set the factor up"
    clock[0] += 90
    now, before = (totp.code_of(secret, step + 3 - back) for back in (0, 1))
    assert client_of(ada).post(PAGE, {"code": f"{now[:3]} {now[3:]}"}).status_code == 302
    for code in (now, before):
        thief = client_of(ada)
        assert thief.post(PAGE, {"code": code}).status_code == 422, "read over somebody's shoulder"
        assert not opens(thief)
    client = client_of(ada)
    answer = client.post(PAGE, {"code": codes[3].upper().replace("-", " ")}, follow=True)
    assert "9" in re.findall(r"recovery code. (\d+) are left", answer.content.decode())
    assert client_of(ada).post(PAGE, {"code": codes[3]}).status_code == 422
    assert client_of(ada).post(PAGE, {"code": codes[4]}).status_code == 302


def test_guessing_is_limited(ada: Person, clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.LIMITS, rate_limits.CODES, 4)
    secret, codes = set_up(client_of(ada))  # the first of the four
    clock[0] += 60
    right = totp.code_of(secret, int(clock[0] // 30))
    wrong = [f"{(int(right) + 7 * more) % 10**6:06}" for more in range(1, 4)]
    for place, code in enumerate(wrong):
        assert client_of(ada).post(PAGE, {"code": code}, REMOTE_ADDR=f"192.0.2.{place}").status_code == 422
    for code in (right, codes[0]):
        answer = client_of(ada).post(PAGE, {"code": code}, REMOTE_ADDR="192.0.2.99")
        assert answer.status_code == 429, "from a new session and another address, and the right one too"
        assert int(answer.headers["Retry-After"]) > 600
    other = make_moderator(PASSWORD)
    assert len(set_up(client_of(other))[1]) == 10, "others are not kept out"
    clock[0] += 3601
    assert client_of(ada).post(PAGE, {"code": totp.code_of(secret, int(clock[0] // 30))}).status_code == 302


def test_set_up_cannot_be_guessed_at_either(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.LIMITS, rate_limits.CODES, 3)
    client = client_of(ada)
    show_secret(client)
    assert [client.post(PAGE, {"code": "no"}).status_code for _time in range(4)] == [422, 422, 422, 429]


def test_the_secret_is_shown_once_and_stored_nowhere(ada: Person, sit: Sit) -> None:
    table, _clients = sit()
    client = client_of(ada)
    raw, codes = set_up(client)
    letters = totp.in_letters(raw)
    other = moderating(make_moderator())
    for reader in (client, other):
        for path in [*every_path(table), PAGE, f"{PEOPLE}{ada.pk}/change/", "/account/export/"]:
            answer = walk_get(reader, path)
            page = "" if answer.streaming else answer.content.decode().replace(" ", "")
            assert letters not in page, path
            assert not [code for code in codes if code in page], path
    assert client.post(PAGE, {"password": PASSWORD}).status_code == 302, "not even for the password"
    stored = serializers.serialize("json", [*SecondFactor.objects.all(), *RecoveryCode.objects.all()])
    for clear in (letters, raw.hex(), *codes, *(code.replace("-", "") for code in codes)):
        assert clear not in stored


def test_a_second_factor_is_of_one_person(ada: Person) -> None:
    """Somebody who can write to the database, but does not know the site's secret, cannot move a factor to another account."""
    set_up(client_of(ada))
    eve = make_moderator(PASSWORD)
    secret, _codes = set_up(client_of(eve))
    theirs = SecondFactor.objects.get(person=eve)
    SecondFactor.objects.filter(person=ada).update(salt=theirs.salt, last_step=0)
    assert client_of(ada).post(PAGE, {"code": totp.code_of(secret, int(time.time() // 30))}).status_code == 422


@pytest.mark.parametrize("what", ["is_active", "is_staff"])
def test_a_ban_or_a_demotion_ends_it(what: str, ada: Person) -> None:
    client = moderating(ada)
    assert opens(client)
    for value in (False, True):
        setattr(ada, what, value)
        ada.save(update_fields=[what])
        assert not opens(client), "out at once, and asked for a code again when back"
    assert client.get(PAGE).status_code == 200


def test_a_new_password_ends_it(ada: Person) -> None:
    client, elsewhere = moderating(ada), client_of(ada)
    form = {"old": PASSWORD, "password": "premier-cru-1855", "again": "premier-cru-1855"}
    assert client.post("/account/password/", form).status_code == 302
    assert client.get("/account/").status_code == 200
    assert not opens(client)
    assert not opens(elsewhere)
    assert client.post(PAGE, {"password": "premier-cru-1855"}).status_code == 422, "a password is not enough for a new one"


def test_logging_out_ends_it(ada: Person) -> None:
    client = moderating(ada)
    client.post("/account/logout/")
    client.force_login(ada)
    assert not opens(client)


def test_other_people_notice_nothing(sit: Sit) -> None:
    table, clients = sit()
    for path in ("/", f"/table/{table.code}/", "/account/"):
        answer = clients[0].get(path)
        assert answer.status_code == 200
        assert "second" not in answer.content.decode().casefold().replace("seconds", "")
    assert clients[0].get(PAGE, follow=True).status_code in (200, 403)
    plain = client_of(Person.objects.create_user(f"bo{new_code(8)}", PASSWORD, guest=False))
    assert plain.get(PAGE, follow=True).status_code == 403
    assert plain.post(PAGE, {"password": PASSWORD}, follow=True).status_code == 403
    assert Client().get(PAGE, follow=True).redirect_chain[-1][0].startswith("/account/login/")


def test_a_moderator_without_a_code_plays_like_everybody(ada: Person, sit: Sit) -> None:
    table, _clients = sit()
    client = client_of(ada)
    assert [client.get(path).status_code for path in ("/", f"/table/{table.code}/", "/account/")] == [200] * 3


def test_the_operator_resets_it(ada: Person) -> None:
    client = moderating(ada)
    old = code_for(ada, later=1)
    assert second_factor.reset(ada)
    assert not opens(client), "somebody who found the phone is locked out"
    assert client.post(PAGE, {"code": old}).status_code == 422
    assert not RecoveryCode.objects.filter(factor__person=ada).exists()
    set_up(client)
    assert opens(client)


WRITE_FACTOR = """
import django
django.setup()
from cuvee.web.models import Person, SecondFactor
print(SecondFactor.objects.create(person=Person.objects.get(), salt="x", last_step=1).pk)
"""


def test_cuvee_moderator_resets_a_second_factor(tmp_path: Path) -> None:
    def run(*words: str, password: str = "") -> tuple[int, str]:
        command = [sys.executable, "-m", "cuvee", "moderator", *words, "--data", str(tmp_path)]
        environment = {key: value for key, value in os.environ.items() if key != "CUVEE_DATA"}
        environment |= backing.environment_of(tmp_path)
        environment["PYTHONPATH"] = str(Path(cuvee.__file__).parent.parent)
        done = subprocess.run(command, input=password, capture_output=True, text=True, env=environment, check=False)
        return done.returncode, done.stdout + done.stderr

    assert run("ada", "--reset-second-factor") == (2, "cuvee: ada is not a moderator\n")
    assert run("ada", password=f"{PASSWORD}\n")[0] == 0
    assert run("Ada", "--reset-second-factor") == (0, "ada has no second factor yet\n")
    in_data(tmp_path, WRITE_FACTOR)
    code, told = run("ada", "--reset-second-factor")
    assert (code, "set up a second factor" in told) == (0, True)
    assert run("ada", "--reset-second-factor") == (0, "ada has no second factor yet\n")


def test_a_new_secret_of_the_site_leaves_the_recovery_codes(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_of(ada)
    secret, codes = set_up(client)
    monkeypatch.setattr(settings, "SECRET_KEY", new_code(50))
    assert not opens(client)
    assert client_of(ada).post(PAGE, {"code": totp.code_of(secret, int(time.time() // 30) + 1)}).status_code == 422
    assert client_of(ada).post(PAGE, {"code": codes[0]}).status_code == 302


def test_the_pages_speak_french(ada: Person) -> None:
    client = client_of(ada)
    client.cookies["language"] = "fr"
    assert "Configurer un second facteur" in client.get(PAGE).content.decode()
    page = client.post(PAGE, {"password": PASSWORD}).content.decode()
    assert "Saisissez ce secret" in page
    assert "otpauth://totp/" in page
