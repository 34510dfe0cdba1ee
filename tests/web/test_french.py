"""French: nothing on the site is left in English, and the placeholders of every translation match."""

import re

import pytest
from django.test import Client

from cuvee.kernel.text import _
from cuvee.web.i18n import catalogue, language


def test_no_text_is_missing() -> None:
    texts = catalogue.written()
    assert any(place.startswith("web/templates/") for places in texts.values() for place in places)
    assert sorted(catalogue.missing(texts, catalogue.catalogue())) == []


def test_translations_leave_the_same_names_open() -> None:
    assert [message.id for message in catalogue.disagreeing(catalogue.catalogue())] == []


def test_the_catalogue_is_written_as_the_tool_writes_it(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    before = catalogue.CATALOGUE.read_text("utf-8")
    copy = type(catalogue.CATALOGUE)(str(tmp_path)) / "fr.po"
    copy.write_text(before, "utf-8")
    monkeypatch.setattr(catalogue, "CATALOGUE", copy)
    catalogue.main([])
    assert copy.read_text("utf-8") == before, "run python -m cuvee.web.i18n.catalogue"


def test_the_tool_says_what_is_missing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    texts = catalogue.written() | {"A sentence {nobody} has translated": {"web/templates/new.html"}}
    monkeypatch.setattr(catalogue, "written", lambda: texts)
    assert catalogue.main(["--check"]) == 1
    assert "A sentence {nobody} has translated" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("address", "french"),
    [
        (
            "/rules/wine_cellar/?q=zebra",
            ["Règles de Wine Cellar", "Aucune section ne contient", "Misez une bouteille"],
        ),
        ("/components/wine_cellar/", ["Matériel de Wine Cellar", "reconstitué", "Votre exemplaire dit autre chose"]),
        ("/rules/chess/", ["Rien ici", "Il n’y a pas de jeu"]),
        ("/", ["Jouer"]),
    ],
)
def test_who_chose_french_reads_french(address: str, french: list[str]) -> None:
    client = Client()
    client.cookies["language"] = "fr"
    response = client.get(address)
    html = response.content.decode()
    assert [text for text in french if text not in html] == []
    assert re.search(r'<html lang="fr"', html)
    assert response.headers["Content-Language"] == "fr"


def test_the_browser_decides_until_somebody_chooses() -> None:
    assert 'lang="fr"' in Client(headers={"accept-language": "fr-CA,en;q=0.5"}).get("/rules/vinhos/").content.decode()[:200]
    chosen = Client(headers={"accept-language": "fr"})
    chosen.cookies["language"] = "en"
    assert 'lang="en"' in chosen.get("/rules/vinhos/").content.decode()[:200]
    assert 'lang="en"' in Client(headers={"accept-language": "de"}).get("/rules/vinhos/").content.decode()[:200]


def test_a_language_nobody_speaks_falls_back() -> None:
    client = Client()
    client.cookies["language"] = "../../etc"
    assert 'lang="en"' in client.get("/rules/vinhos/").content.decode()[:200]


def test_one_language_does_not_leak_into_the_next_request() -> None:
    client = Client()
    client.cookies["language"] = "fr"
    client.get("/rules/wine_cellar/")
    assert _("Play") == "Play"
    with language.speaking_in("fr", names=["Ann"]):
        assert _("Play") == "Jouer"
    assert _("Play") == "Play"
