"""A moderator cannot look at anything without leaving a line, and nobody can change or remove a line on the site."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from cuvee.web.match import people_at_tables
from cuvee.web.models import ChatLine, Look, Person, new_code
from cuvee.web.people import moderator_log
from cuvee.web.people.moderation import SITE
from tests.web.conftest import Sit, make_moderator, make_person, moderating
from tests.web.walking import every_path, walk_get

PEOPLE = "/moderation/site/person/"
LOOKS = "/moderation/site/look/"


@pytest.fixture
def ada() -> Person:
    return make_moderator()


@pytest.fixture
def moderator(ada: Person) -> Client:
    return moderating(ada)


def lines(person: Person) -> list[Look]:
    return list(Look.objects.filter(person=person).order_by("pk"))


def test_looking_at_a_person_leaves_a_line_that_names_them(ada: Person, moderator: Client) -> None:
    bo = make_person("Bo")
    began = timezone.now()
    assert moderator.get(f"{PEOPLE}{bo.pk}/change/").status_code == 200
    (line,) = lines(ada)
    assert (line.method, line.model, line.rows, line.answer) == ("GET", "person", str(bo.pk), 200)
    assert line.path == f"{PEOPLE}{bo.pk}/change/"
    assert began <= line.at <= timezone.now()
    page = moderator.get(LOOKS, {"q": ada.username}).content.decode()
    assert f"{bo.pk} ({bo.username})" in page
    assert ada.username in page


@pytest.mark.parametrize(
    ("address", "query"),
    [
        ("{people}{bo}/change/", {}),
        ("{people}{bo}/change/", {"_popup": "1"}),
        ("{people}{bo}/change/", {"_popup": "1", "_to_field": "id"}),
        ("{people}{bo}/change/", {"_changelist_filters": "q=x"}),
        ("{people}{bo}/history/", {}),
        ("{people}{bo}/delete/", {}),
        ("{people}{bo}/", {}),
        ("{people}", {}),
        ("{people}", {"q": "{name}"}),
        ("{people}", {"q": "{name}", "_popup": "1", "_to_field": "id"}),
        ("{people}", {"is_active__exact": "1", "o": "-1"}),
        ("{people}", {"p": "1"}),
        ("{people}", {"all": ""}),
        ("{people}", {"password__startswith": "argon2"}),
        ("/moderation/", {}),
        ("/moderation/site/", {}),
    ],
)
@pytest.mark.parametrize("method", ["get", "head", "post"])
def test_there_is_no_way_to_look_without_a_line(
    ada: Person, moderator: Client, method: str, address: str, query: dict[str, str]
) -> None:
    bo = make_person(f"Bo {new_code(8)}")
    path = address.format(people=PEOPLE, bo=bo.pk)
    asked = {key: value.format(name=bo.name) for key, value in query.items()}
    getattr(moderator, method)(path, query_params=asked)
    (line,) = lines(ada)
    assert (line.path, line.method) == (path, method.upper())
    assert all(key in line.query for key in asked)
    if str(bo.pk) in path and not path.endswith(f"{bo.pk}/"):
        assert line.rows == str(bo.pk)


def test_a_list_names_the_rows_of_its_page(ada: Person, moderator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SITE._registry[Person], "list_per_page", 2)
    name = new_code()
    shown = [make_person(f"{name}{number}") for number in range(3)]
    for page in ("1", "2"):
        assert moderator.get(PEOPLE, {"q": name, "p": page, "o": "1"}).status_code == 200
    first, second = lines(ada)
    assert first.rows == f"{shown[0].pk} {shown[1].pk}"
    assert second.rows == str(shown[2].pk)
    assert f"q={name}" in second.query


def test_what_is_done_to_whom_is_a_line_too(ada: Person, moderator: Client) -> None:
    ann, bo = make_person("Ann"), make_person("Bo")
    moderator.post(PEOPLE, {"action": "ban", "_selected_action": [ann.pk, bo.pk]})
    (line,) = lines(ada)
    assert (line.method, line.rows, line.query) == ("POST", f"{ann.pk} {bo.pk}", "action=ban")
    assert line.answer == 302


def test_what_was_removed_was_looked_at(ada: Person, moderator: Client, sit: Sit) -> None:
    table, _clients = sit()
    said = ChatLine.objects.create(table=table, name="Rude", text="words")
    form = {"action": "delete_selected", "_selected_action": [said.pk]}
    assert b"words" in moderator.post("/moderation/site/chatline/", form).content
    moderator.post("/moderation/site/chatline/", form | {"post": "yes"})
    assert [(line.model, line.rows) for line in lines(ada)] == [("chatline", str(said.pk))] * 2


def test_every_page_leaves_a_line(ada: Person, moderator: Client, sit: Sit) -> None:
    """Walks the table of addresses, so a page added tomorrow cannot be looked at in secret either."""
    table, _clients = sit()
    paths = [path for path in every_path(table) if path.startswith("/moderation/")]
    assert len(paths) > 20
    silent = []
    for path in paths:
        before = Look.objects.count()
        walk_get(moderator, path)
        if Look.objects.count() == before:
            silent.append(path)
    rowless = {"login", "second-factor", "logout", "jsi18n", "password_change", "done"}
    assert [path for path in silent if path.strip("/").rpartition("/")[2] not in rowless] == []


@pytest.mark.parametrize("when", ["before", "after"])
def test_without_its_line_no_page_is_shown(when: str, moderator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    bo = make_person(f"Bo {new_code(8)}")

    def full(*_given: object, **_named: object) -> None:
        raise DatabaseError("the disk is full")

    if when == "before":
        monkeypatch.setattr(moderator_log, "_begin", full)
    else:
        monkeypatch.setattr(Look, "save", lambda line, **how: full() if "update_fields" in how else None)
    moderator.raise_request_exception = False
    answer = moderator.get(PEOPLE, {"q": bo.name})
    assert answer.status_code == 503
    assert bo.username not in answer.content.decode()


def test_nobody_changes_or_removes_a_line(ada: Person, moderator: Client) -> None:
    moderator.get(PEOPLE)
    (line,) = lines(ada)
    kept = Look.objects.filter(pk=line.pk).values().get()
    for path, form in {
        f"{LOOKS}{line.pk}/change/": {"path": "/", "rows": "", "method": "GET", "_save": "Save"},
        f"{LOOKS}{line.pk}/delete/": {"post": "yes"},
        f"{LOOKS}add/": {"path": "/", "method": "GET"},
    }.items():
        assert moderator.post(path, form).status_code == 403, path
    chosen: dict[str, object] = {"action": "delete_selected", "_selected_action": [line.pk], "post": "yes", "index": "0"}
    moderator.post(LOOKS, chosen)
    moderator.post(LOOKS, chosen | {"select_across": "1"})
    assert Look.objects.filter(pk=line.pk).values().get() == kept
    assert 'value="delete_selected"' not in moderator.get(LOOKS).content.decode()
    assert moderator.get(f"{LOOKS}{line.pk}/change/").status_code == 200, "all moderators can read it"


def test_deleting_an_account_keeps_its_lines_and_not_its_name(ada: Person, moderator: Client) -> None:
    number, name = ada.pk, ada.username
    moderator.get(PEOPLE, {"q": "nobody"})
    people_at_tables.forget(ada)
    (line,) = Look.objects.filter(person_id=number)
    other = moderating(make_moderator())
    page = other.get(f"{LOOKS}{line.pk}/change/").content.decode()
    assert f"deleted account {number}" in page
    assert name not in page


def test_a_moderator_finds_their_looks_in_what_is_known_about_them(moderator: Client) -> None:
    moderator.get(PEOPLE, {"q": "rude"})
    told = moderator.get("/account/export/").json()["moderated"]
    assert [(line["address"], line["query"]) for line in told] == [(PEOPLE, "q=rude")]


def test_lines_are_kept_for_their_time(ada: Person, moderator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "LOOK_DAYS", 30)
    now = timezone.now()
    for days in (29, 31):
        Look.objects.create(person=ada, at=now - timedelta(days=days), method="GET", path=f"/{days}/")
    moderator.get(PEOPLE)
    assert [line.path for line in lines(ada)] == ["/29/", PEOPLE]
    monkeypatch.setattr(settings, "LOOK_DAYS", 3)
    moderator_log.forget_old()
    assert [line.path for line in lines(ada)] == [PEOPLE], "also when the server starts"
