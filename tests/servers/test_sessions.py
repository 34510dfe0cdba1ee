"""Sessions on PostgreSQL, with several processes: one that is ended through one process is dropped by the others."""

import re
import threading
import urllib.request

import pytest

from tests.servers.running import Running
from tests.web.serving import PATIENCE, Served, Visitor

pytestmark = pytest.mark.xdist_group("servers")
PASSWORD = "grand-cru-1855"


def cookie(visitor: Visitor) -> str:
    return str(next(found.value for found in visitor.jar if found.name == "cuvee"))


class Stream:
    """An open page of a browser, read until it is cut off."""

    def __init__(self, served: Served, session: str, path: str) -> None:
        request = urllib.request.Request(served.address + path, headers={"Cookie": f"cuvee={session}"})
        self.answer = urllib.request.urlopen(request, timeout=PATIENCE)
        self.begun, self.ended = threading.Event(), threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for _line in self.answer:
            self.begun.set()
        self.ended.set()


def test_logging_out_everywhere_else_ends_streams_of_other_processes(running: Running) -> None:
    site, codes, _cookies = running
    here, there = site.webs[:2]
    owner, thief = Visitor(here), Visitor(there)
    words = {"username": "owner-of-it", "password": PASSWORD}
    assert owner.post("/account/keep/", owner.get("/account/keep/"), **words, again=PASSWORD)[0] == 200
    assert thief.post("/account/login/", thief.get("/account/login/"), **words)[0] == 200
    stolen = Stream(there, cookie(thief), f"/table/{codes[0]}/live")
    assert stolen.begun.wait(PATIENCE)
    page = owner.get("/account/")
    assert len(re.findall(r'name="end" value="\d+"', page)) == 1, "noted by the other process"
    assert owner.post("/account/sessions/", page, others="yes")[0] == 200
    assert stolen.ended.wait(PATIENCE)
    thief.get("/account/")
    assert "/account/name/" in thief.address
    again = owner.get("/account/")
    assert not re.findall(r'name="end" value="\d+"', again)
