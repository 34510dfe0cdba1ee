"""What people do on a running site before they attack it, all through public addresses."""

import base64
import http.client
import re
import subprocess
import sys
import time
from contextlib import closing
from email.message import Message
from typing import Final

from cuvee.web.people import totp
from tests.web import backing
from tests.web.serving import PATIENCE, Served, Visitor, of_the_machine
from tests.web.site import Site

PASSWORD: Final = "chateau-margaux"


def newcomer(site: Site, name: str) -> Visitor:
    visitor = Visitor(site)
    assert visitor.post("/account/name/", visitor.get("/account/name/"), name=name)[0] == 200
    return visitor


def moderate(site: Site) -> Visitor:
    """Make a moderator as an operator does, and log them in with a second factor."""
    words = ["moderator", "ada", "--data", str(site.data)]
    environment = of_the_machine() | backing.environment_of(site.data)
    subprocess.run(
        [sys.executable, "-m", "cuvee", *words],
        input=f"{PASSWORD}\n",
        text=True,
        env=environment,
        check=True,
        capture_output=True,
    )
    moderator = Visitor(site)
    log_in(moderator, "ada")
    page = moderator.get("/moderation/")
    if "/moderation/second-factor/" in moderator.address:
        _status, page = moderator.post("/moderation/second-factor/", page, password=PASSWORD)
        secret = re.findall(r'class="secret"><code>([A-Z2-7 ]+)</code>', page)[0].replace(" ", "")
        code = totp.code_of(base64.b32decode(secret), totp.step_at(time.time()))
        assert moderator.post("/moderation/second-factor/", page, code=code)[0] == 200
    return moderator


def ask(web: Served, session: str, path: str, patience: float = PATIENCE) -> tuple[int, Message]:
    """Ask one process for a page or a stream; return status and headers of the answer, following no redirect."""
    line = http.client.HTTPConnection("127.0.0.1", web.port, timeout=patience)
    with closing(line):
        line.request("GET", path, headers={"Cookie": f"cuvee={session}"})
        answer = line.getresponse()
        return answer.status, answer.headers


def keep(visitor: Visitor, username: str) -> None:
    """Turn a guest into an account."""
    form = {"username": username, "password": PASSWORD, "again": PASSWORD}
    assert visitor.post("/account/keep/", visitor.get("/account/keep/"), **form)[0] == 200


def log_in(visitor: Visitor, username: str, **more: str) -> None:
    form = {"username": username, "password": PASSWORD} | more
    assert visitor.post("/account/login/", visitor.get("/account/login/"), **form)[0] == 200


def sit(visitor: Visitor, code: str, seat: int) -> None:
    assert visitor.post(f"/table/{code}/sit", visitor.get("/account/name/"), seat=seat)[0] == 200


def leave(visitor: Visitor, code: str) -> None:
    assert visitor.post(f"/table/{code}/leave", visitor.get("/account/name/"))[0] == 200
