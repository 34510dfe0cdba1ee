"""What is in the box: every row is shown, with how we know it."""

import re
from pathlib import Path

import pytest
from django.template import engines
from django.test import Client
from jinja2 import DictLoader

from cuvee import games
from cuvee.web.library.component_cards import unpack
from cuvee.web.pages import rules


def page(address: str) -> str:
    response = Client().get(address)
    assert response.status_code == 200
    return response.content.decode()


def tiles(html: str) -> list[str]:
    return re.findall(r'<li class="tile (\w+)', html)


@pytest.mark.parametrize("game", games.NAMES)
def test_every_row_of_every_table_is_drawn(game: str) -> None:
    html = page(f"/components/{game}/")
    counts = games.get(game).components().provenance()
    rows = sum(count["rows"] for kinds in counts.values() for count in kinds.values() if "rows" in count)
    assert len(tiles(html)) >= rows
    ids = set(re.findall(r'<code class="id">([^<]+)</code>', html))
    for table in games.get(game).components().tables.values():
        for kind in (rows for name, rows in table.items() if isinstance(rows, list)):
            assert {row["id"] for row in kind if "id" in row} <= ids


def test_the_filter_keeps_one_provenance() -> None:
    html = page("/components/wine_cellar/?source=reconstructed")
    assert set(tiles(html)) == {"reconstructed"}
    assert len(tiles(html)) == unpack("wine_cellar").counts["reconstructed"]
    assert "france_red_01" in html  # reconstructed
    assert "usa_rose_02" not in html  # from the rulebook


@pytest.mark.parametrize("source", ["nonsense", "memory", "<b>"])
def test_a_filter_that_fits_nothing_shows_all(source: str) -> None:
    assert len(tiles(page(f"/components/wine_cellar/?source={source}"))) == len(unpack("wine_cellar").pieces)


def test_provenance_is_said_in_plain_words() -> None:
    html = page("/components/vinhos/")
    for words in ("from the rulebook", "from public material", "from general knowledge", "reconstructed"):
        assert words in html
    assert "</i>seed" not in html


def test_rows_are_put_into_words() -> None:
    pieces = {piece.id: piece for piece in unpack("age_of_champagne").pieces}
    vineyard = pieces["vin_ay"]
    assert vineyard.name == "Aÿ"
    assert {fact.label: fact.words for fact in vineyard.facts}["region"] == "Vallée de la Marne"
    assert pieces["mkt_fr_01"].name == "Paris, France"
    assert pieces["tok_eco"].name == "Eco"
    html = page("/components/viticulture/")
    assert "Collect £2 for every field you own that has no vine" in html
    assert "gain structure" in html  # an effect in words


def test_an_owner_learns_how_to_correct_a_row() -> None:
    html = page("/components/wine_cellar/")
    assert "# my-box/wine_cellar/cards.toml" in html
    assert "CUVEE_COMPONENTS=my-box" in html


def test_a_game_may_draw_its_own_pieces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = "{% macro draw(file, row) %}{% if file == 'cards.toml' %}<svg data-bid='{{ row.bid }}'/>{% endif %}{% endmacro %}"
    (tmp_path / "components.html").write_text(own)
    environment = engines["jinja2"].env
    here = DictLoader({"wine_cellar/table/components.html": own})
    monkeypatch.setattr(rules, "table_folder", lambda _name: tmp_path)
    monkeypatch.setattr(environment.loader, "loaders", [here, *environment.loader.loaders])
    monkeypatch.setattr(environment, "cache", None)
    html = page("/components/wine_cellar/")
    assert html.count("<svg data-bid=") == 18
    assert "Master Sommelier" in html  # things without a drawing are still described
