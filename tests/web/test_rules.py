"""The rules as pages: every section has an address, citations lead there, words are found."""

import re
from html import unescape

import pytest
from django.test import Client

from cuvee import games
from cuvee.games.rulebook import section_numbers
from cuvee.web.library.rules_reader import open_book


def page(address: str, client: Client, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def ids(html: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', html)


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


@pytest.mark.parametrize("game", games.NAMES)
def test_every_section_has_one_address(game: str) -> None:
    html = page(f"/rules/{game}/", Client())
    found = ids(html)
    assert len(found) == len(set(found))
    assert {f"s{number}" for number in section_numbers(games.get(game).rules())} <= set(found)


@pytest.mark.parametrize("game", games.NAMES)
def test_no_citation_leads_nowhere(game: str) -> None:
    html = page(f"/rules/{game}/", Client())
    cited = set(re.findall(r'href="#([^"]+)"', html))
    assert len(cited) > 50
    assert cited <= set(ids(html))


def test_every_section_sign_of_wine_cellar_is_a_link() -> None:
    html = page("/rules/wine_cellar/", Client())
    text = html[html.index('<article class="surface text"') :]
    assert "§" not in re.sub(r'<a class="cite"[^>]*>[^<]*</a>', "", text)


def test_visitors_are_the_second_part_of_viticulture() -> None:
    html = page("/rules/viticulture/", Client())
    assert 'id="v4.8"' in html
    assert '<a class="cite" href="#v4.8">§4.8</a>' in html  # RULES cites it as VISITORS §4.8
    assert html.index('id="s16"') < html.index('id="v1"')
    assert 'id="v1"' not in page("/rules/wine_cellar/", Client())


def test_a_line_that_begins_by_citing_opens_no_section() -> None:
    sections = [section.number for section in open_book("wine_cellar").sections]
    assert sections.count("2.2") == 1
    assert "bids 1-18 each once" in open_book("wine_cellar").below("15")[0].plain


def test_rulings_are_marked_and_can_be_cited() -> None:
    html = page("/rules/ora_et_labora/", Client())
    assert re.search(r'<p class="ruling" id="R32">', html)
    assert '<a class="cite" href="#R3">R3</a>' in html
    wine = open_book("wine_cellar").below("2.2")[0]
    assert '<p class="ruling"><b class="ruling-word">Ruling</b>:' in wine.html
    assert wine.html.index("two bids are never equal") < wine.html.index("ruling")


@pytest.mark.parametrize("query", ["rose clause", "ROSÉ  clause"])
def test_search_finds_all_words_without_accents_and_marks_them(query: str) -> None:
    html = page(f"/rules/wine_cellar/?q={query}", Client())
    hits = html[html.index('id="found"') : html.index('class="more"')]
    assert 'href="#s2.4"' in hits
    assert "<mark>rosé</mark> <mark>clause</mark>" in hits
    assert 'href="#s4.1"' not in hits


def test_search_by_number_puts_that_section_first() -> None:
    assert open_book("wine_cellar").search("§5.4")[0].section.anchor == "s5.4"


def test_search_without_a_match_says_what_to_do() -> None:
    assert "No section contains all these words" in page("/rules/vinhos/?q=zebra", Client())


@pytest.mark.parametrize("query", ["<script>alert(1)</script>", "%00", "(", "\\", "'" * 3000])
def test_search_takes_anything_and_runs_none_of_it(query: str) -> None:
    response = Client().get("/rules/wine_cellar/", {"q": query})
    assert response.status_code == 200
    assert b"<script>alert" not in response.content


def test_while_typing_only_what_was_found_is_sent() -> None:
    html = page("/rules/wine_cellar/?q=sparkling", Client(), **{"HX-Request": "true"})
    assert "<mark>sparkling</mark>" in html
    assert "<html" not in html
    assert "<article" not in html


def test_one_section_alone_for_a_tooltip() -> None:
    html = page("/rules/wine_cellar/?section=2.5&fragment=1", Client())
    assert words(html).startswith("§2.5 Country: U.S.A., France or Spain.")
    assert "<html" not in html
    assert ids(html) == []
    assert 'href="/rules/wine_cellar/#s2.6"' in html
    assert "2.7" not in html


def test_a_chapter_alone_holds_all_below_it() -> None:
    html = page("/rules/viticulture/?section=VISITORS §2&fragment=1", Client())
    assert "VISITORS §2.4" in html
    assert "VISITORS §3" not in re.findall(r'class="nr"[^>]*>([^<]+)<', html)


def test_one_section_without_fragment_leads_to_its_place() -> None:
    response = Client().get("/rules/wine_cellar/?section=§5.4")
    assert response.status_code == 302
    assert response.headers["Location"] == "/rules/wine_cellar/#s5.4"


@pytest.mark.parametrize("address", ["/rules/chess/", "/components/chess/", "/rules/wine_cellar/?section=99.9&fragment=1"])
def test_what_is_not_there_is_a_404_page(address: str) -> None:
    response = Client().get(address)
    assert response.status_code == 404
    assert b"Nothing here" in response.content


def test_the_five_games_link_to_each_other() -> None:
    html = page("/rules/vinhos/", Client())
    assert all(f'href="/rules/{game}/"' in html for game in games.NAMES)
    assert re.search(r'<a href="/rules/vinhos/" aria-current="page">', html)


def test_reading_changes_nothing() -> None:
    assert Client().post("/rules/wine_cellar/").status_code in {403, 405}
