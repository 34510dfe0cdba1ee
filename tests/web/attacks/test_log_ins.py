"""Logins by the dozen, all with the right password: only a few are checked at once, and everybody gets in."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import argon2
import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connections
from django.test import Client

from cuvee.web.models import Person, new_code
from cuvee.web.people import bans, password_hashing, rate_limits
from tests.web.serving import Served, Visitor
from tests.web.site import site_on

PASSWORD = "chateau-margaux"
CROWD = 30


class Together:
    """Counts how many passwords are being hashed or checked at the same time."""

    def __init__(self) -> None:
        self.now = self.most = self.all = 0
        self._lock = threading.Lock()

    def watch(self, monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> None:
        original = getattr(owner, name)

        def watched(*given: object, **more: object) -> object:
            with self._lock:
                self.now += 1
                self.all += 1
                self.most = max(self.most, self.now)
            try:
                return original(*given, **more)
            finally:
                with self._lock:
                    self.now -= 1

        monkeypatch.setattr(owner, name, watched)


def make_account(password: str = PASSWORD) -> Person:
    return Person.objects.create_user(f"ada-{new_code()}", password, name="Ada", guest=False)


def log_in(account: Person) -> int:
    """Log in from a new browser."""
    try:
        answer = Client().post("/account/login/", {"username": account.username, "password": PASSWORD})
        return int(answer.status_code)
    finally:
        connections.close_all()


def test_a_crowd_logs_in_two_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = [make_account() for _number in range(CROWD)]
    together = Together()
    together.watch(monkeypatch, argon2.PasswordHasher, "verify")
    together.watch(monkeypatch, argon2.low_level, "hash_secret")
    with ThreadPoolExecutor(CROWD) as crowd:
        assert list(crowd.map(log_in, accounts)) == [302] * CROWD
    assert together.all == CROWD
    assert 1 <= together.most <= 2


def test_who_cannot_be_looked_at_is_told_when_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    account = make_account()
    monkeypatch.setattr(password_hashing, "PATIENCE", 0.01)
    with password_hashing.taking_turns(), password_hashing.taking_turns():
        for address, form in (
            ("/account/login/", {"username": account.username, "password": PASSWORD}),
            ("/account/login/", {"username": "nobody-at-all", "password": PASSWORD}),
            ("/account/keep/", {"username": f"bo-{new_code()}", "password": PASSWORD, "again": PASSWORD}),
        ):
            answer = Client().post(address, form)
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) > 0
            assert "try again in 5 seconds" in answer.content.decode()
            assert Person.objects.filter(username=form["username"]).exists() == (form["username"] == account.username)
    assert log_in(account) == 302
    account.refresh_from_db()
    browser = Client()
    browser.force_login(account)
    change = {"old": PASSWORD, "password": "chateau-1982", "again": "chateau-1982"}
    with password_hashing.taking_turns(), password_hashing.taking_turns():
        assert browser.post("/account/password/", change).status_code == 503
    account.refresh_from_db()
    assert account.check_password(PASSWORD)


def test_the_queue_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    account = make_account()
    monkeypatch.setattr(password_hashing, "_places", threading.BoundedSemaphore(1))
    with password_hashing.taking_turns():
        assert log_in(account) == 503
    assert log_in(account) == 302


def test_a_hash_of_an_older_version_opens_and_is_made_anew() -> None:
    account = make_account()
    account.password = Argon2PasswordHasher().encode(PASSWORD, "a-salt-of-that-time-22c")
    account.save()
    assert "m=102400," in account.password
    assert Client().post("/account/login/", {"username": account.username, "password": "wrong"}).status_code == 422
    assert log_in(account) == 302
    account.refresh_from_db()
    assert "m=19456,t=2,p=1$" in account.password
    assert log_in(account) == 302


def test_to_confirm_with_an_old_hash_does_not_log_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A password that is asked for again is rehashed too, and this browser stays logged in."""
    account = make_account()
    account.password = Argon2PasswordHasher().encode(PASSWORD, "a-salt-of-that-time-22c")
    account.save()
    browser = Client()
    browser.force_login(account)
    wrong = {"old": PASSWORD, "password": "one-new-password", "again": "another-new-password"}
    assert browser.post("/account/password/", wrong).status_code == 422
    account.refresh_from_db()
    assert "m=19456," in account.password
    assert browser.get("/account/").status_code == 200


@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process from /proc")
def test_a_crowd_does_not_cost_a_server_its_memory(tmp_path: Path) -> None:
    served = site_on(tmp_path / "data").start()
    try:
        visitors = [Visitor(served) for _number in range(CROWD)]
        form = {"username": "ada", "password": PASSWORD}
        first = Visitor(served)
        assert first.post("/account/keep/", first.get("/account/keep/"), **form, again=PASSWORD)[0] == 200
        pages = [visitor.get("/account/login/") for visitor in visitors]
        before = [peak(web) for web in served.webs]
        with ThreadPoolExecutor(CROWD) as crowd:
            answers = list(
                crowd.map(lambda one: one[0].post("/account/login/", one[1], **form), zip(visitors, pages, strict=True))
            )
        assert [status for status, _page in answers] == [200] * CROWD
        assert all(visitor.get("/account/") and visitor.address.endswith("/account/") for visitor in visitors)
        assert max(peak(web) - at_first for web, at_first in zip(served.webs, before, strict=True)) < 100
    finally:
        assert served.stop() == 0


def peak(web: Served) -> int:
    """Return the most memory a server ever had, in MB."""
    assert web.process is not None
    lines = Path(f"/proc/{web.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024


def storm(name: str, count: int, address: str = "192.0.2.1") -> list[int]:
    """Send wrong passwords, each from a browser never seen before."""
    form = {"username": name, "password": "wrong"}
    return [Client().post("/account/login/", form, REMOTE_ADDR=address).status_code for _number in range(count)]


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.LIMITS, rate_limits.LOGINS, 3)
    monkeypatch.setattr(settings, "LIMIT_ADDRESS", 2)
    monkeypatch.setattr(rate_limits, "MEMORY", rate_limits.Memory())


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("target", ["this account", "other accounts"])
def test_a_storm_of_wrong_passwords_does_not_lock_out_who_was_here_before(target: str) -> None:
    account = make_account()
    known = Client()
    form = {"username": account.username, "password": PASSWORD}
    assert known.post("/account/login/", form, REMOTE_ADDR="192.0.2.1").status_code == 302
    known.post("/account/logout/", REMOTE_ADDR="192.0.2.1")
    for number in range(8):
        storm(account.username if target == "this account" else f"other{number}", 3)
        storm(account.username if target == "this account" else f"other{number}", 3, f"198.51.100.{number}")
    assert Client().post("/account/login/", form, REMOTE_ADDR="192.0.2.1").status_code == 429
    assert known.post("/account/login/", form, REMOTE_ADDR="192.0.2.1").status_code == 302


@pytest.mark.usefixtures("strict")
def test_a_known_browser_is_no_place_to_guess_either() -> None:
    account, other = make_account(), make_account()
    browser = Client()
    assert browser.post("/account/login/", {"username": account.username, "password": PASSWORD}).status_code == 302
    browser.post("/account/logout/")
    guesses = [
        browser.post("/account/login/", {"username": account.username, "password": "wrong"}).status_code for _try in range(4)
    ]
    assert guesses == [422, 422, 422, 429]
    assert browser.post("/account/login/", {"username": account.username, "password": PASSWORD}).status_code == 429
    guesses = [
        browser.post("/account/login/", {"username": other.username, "password": "wrong"}).status_code for _try in range(4)
    ]
    assert guesses == [422, 422, 422, 429], "it is known for one account, not for all"


@pytest.mark.usefixtures("strict")
def test_a_made_up_browser_is_not_known() -> None:
    account = make_account()
    assert Client().post("/account/login/", {"username": account.username, "password": PASSWORD}).status_code == 302
    assert storm(account.username, 4)[-1] == 429
    liar = Client()
    liar.cookies[bans.COOKIE] = "made-up:signature"
    assert (
        liar.post("/account/login/", {"username": account.username, "password": PASSWORD}, REMOTE_ADDR="192.0.2.1").status_code
        == 429
    )
