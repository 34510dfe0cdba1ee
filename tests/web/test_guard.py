"""Keeping strangers out: forms need their token, words cannot become markup, nonsense changes nothing."""

import re
from urllib.parse import quote

from django.test import Client

from cuvee.web.match.desk import DESK
from cuvee.web.match.tables import talk
from cuvee.web.models import Person
from tests.web.conftest import Sit
from tests.web.test_desk import play_to


def test_a_form_without_its_proof_is_refused(sit: Sit) -> None:
    table, clients = sit()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = clients[0].cookies
    option = DESK.position(table).state.options(0)[0]
    answer = strict.post(f"/table/{table.code}/answer", {"as": 0, "option": option, "asked": 0})
    assert answer.status_code == 403
    assert "This form did not come from a page of ours" in answer.content.decode()
    assert DESK.position(table).moves == 0


def test_pages_say_what_a_browser_may_do(sit: Sit) -> None:
    table, clients = sit()
    for path in (
        "/",
        f"/table/{table.code}/",
        f"/table/{table.code}/replay/",
        "/rules/wine_cellar/",
        "/account/login/",
        "/nowhere",
    ):
        answer = clients[0].get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe-eval" not in policy
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        body = answer.content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>", body), f"an inline script in {path}"
        assert not re.search(r"<[^>]+\son\w+=", body), f"an inline handler in {path}"
        assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", body), f"something from elsewhere in {path}"


def test_the_session_cookie_is_not_for_scripts() -> None:
    client = Client()
    client.post("/account/name/", {"name": "Aurélie"})
    cookie = client.cookies["cuvee"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>'


def test_names_and_chat_cannot_inject(sit: Sit) -> None:
    table, clients = sit()
    person = Person.objects.get(pk=int(clients[0].session["_auth_user_id"]))
    person.name = EVIL[:30]
    person.save()
    table.places.filter(number=0).update(name=EVIL[:30])
    talk(table, person, EVIL)
    play_to(table, 8)
    for path in ("", "replay/", "about?what=player:0", f"about?what={quote(EVIL)}", f"?as=0&look=text&x={quote(EVIL)}"):
        body = clients[0].get(f"/table/{table.code}/{path}").content.decode()
        assert "<script>" not in body
        assert "<img" not in body
    shown = clients[0].get(f"/table/{table.code}/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown or "&lt;img" in shown


def test_a_huge_body_is_refused(sit: Sit) -> None:
    table, clients = sit()
    answer = clients[0].post(f"/table/{table.code}/chat", {"text": "x" * 6_000_000})
    assert 400 <= answer.status_code < 500
    assert not table.chat.exists()
