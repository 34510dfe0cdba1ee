"""Pages to read: the rules of a game with an address for every section, and everything in its box."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from markupsafe import Markup

from cuvee import games
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.library import component_cards, rules_reader
from cuvee.web.ops.guard import trouble
from cuvee.web.page.templates import table_folder

LONGEST_QUERY = 100


@require_safe
def reader(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules of a game, or the results of a search, or one section alone for a tooltip."""
    try:
        box = games.get(game)
    except CuveeError as error:
        return trouble(request, error, 404)
    book = rules_reader.open_book(game)
    wanted = request.GET.get("section", "")
    if wanted:
        return _one_section(request, book, wanted)
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    page = {"box": box, "book": book, "query": query, "found": book.search(query) if query else None}
    live = request.htmx and not request.htmx.boosted
    return render(request, "rules_found.html" if live else "rules.html", page, using="jinja2")


def _one_section(request: HttpRequest, book: rules_reader.Book, wanted: str) -> HttpResponse:
    """Answer with one section and everything below it; without `fragment`, redirect to its place in the rules."""
    sections = book.below(wanted)
    if not sections:
        title = games.get(book.game).title
        sentence = _("The rules of {game} have no § {section}", game=title, section=wanted[:20].lstrip("§ "))
        return trouble(request, CuveeError(sentence), 404)
    address = reverse("rules", args=[book.game])
    if not request.GET.get("fragment"):
        return HttpResponseRedirect(f"{address}#{sections[0].anchor}")
    # The piece is shown on other pages: its links must lead away from them, and its ids must not clash with theirs.
    page = {
        "game": book.game,
        "pieces": [(one, _elsewhere(one.html, address, book), _elsewhere(one.title, address, book)) for one in sections],
    }
    return render(request, "rules_section.html", page, using="jinja2")


def _elsewhere(html: Markup, address: str, book: rules_reader.Book) -> Markup:
    for letter in book.letters.values():
        html = html.replace(f'href="#{letter}', Markup('href="{}#{}').format(address, letter))
    return Markup(html.replace('href="#R', f'href="{address}#R').replace(' id="R', ' data-ruling="R'))


@require_safe
def components(request: HttpRequest, game: str) -> HttpResponse:
    """Show everything in the box of a game, and how we know it."""
    try:
        box = games.get(game)
    except CuveeError as error:
        return trouble(request, error, 404)
    wanted = request.GET.get("source", "")
    inventory = component_cards.unpack(game)
    folder = table_folder(game)
    draws = (folder / "components.html").exists()
    page = {
        "box": box,
        "inventory": inventory,
        "wanted": wanted if wanted in inventory.counts else "",
        "sources": component_cards.SOURCES,
        "example": inventory.example(),
        "kept": component_cards.kept,
        "spoken": component_cards.spoken,
        "title_of": component_cards.title_of,
        "game": games.get(game),
        "own_drawing": f"{game}/table/components.html" if draws else "",
        "own_styles": [f"games/{game}/{file.name}" for file in sorted(folder.glob("*.css"))] if draws else [],
    }
    return render(request, "components.html", page, using="jinja2")
