"""Moderators cannot ask for what they may not see: none of their filters, orders or searches uses a hidden column."""

from collections.abc import Iterator

import pytest
from django.db import models
from django.test import Client

from cuvee.web.people.moderation import SITE
from tests.web.conftest import Sit, make_moderator, moderating

SHOWN = {"id", "is_active", "guest", "is_staff", "status", "game", "public", "about", "dealt_with", "model", "method"}
"""Columns by which the pages offer filters."""
WAYS = ("", "__exact", "__gte", "__lt", "__startswith", "__regex", "__in", "__isnull")


@pytest.fixture
def moderator() -> Client:
    return moderating(make_moderator("a long enough secret"))


def paths(model: type[models.Model], hops: int = 2) -> Iterator[str]:
    """List every column of a model and of everything related to it, as a filter would name it."""
    for field in model._meta.get_fields():
        name = field.name
        if field.is_relation and field.related_model is not None and hops:
            yield from (f"{name}__{inner}" for inner in paths(field.related_model, hops - 1))
        elif not field.is_relation:
            yield name


@pytest.mark.parametrize("model", list(SITE._registry), ids=lambda model: model.__name__)
def test_nothing_hidden_can_be_asked_for(model: type[models.Model], moderator: Client, sit: Sit) -> None:
    sit()
    address = f"/moderation/site/{model._meta.model_name}/"
    assert moderator.get(address).status_code == 200
    asked = 0
    for path in paths(model):
        if path in SHOWN:
            continue
        for way in WAYS if path.rpartition("__")[2] in ("seed", "email", "password", "webhook", "text") else ("", "__gte"):
            answer = moderator.get(address, {path + way: "1"})
            assert answer.status_code in (302, 400), path + way
            asked += 1
    assert asked > 20


def test_sixty_two_questions_no_longer_tell_a_seed(moderator: Client, sit: Sit) -> None:
    sit(seed=123_456_789)
    for half in (1, 10**6, 10**8, 10**9, 10**18):
        answer = moderator.get("/moderation/site/table/", {"seed__gte": half})
        assert answer.status_code == 400


def test_only_pages_of_ours_are_registered() -> None:
    assert {model.__name__ for model in SITE._registry} == {"Person", "Table", "ChatLine", "Entry", "Report", "Look"}
