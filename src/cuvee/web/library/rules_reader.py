"""The rules as pages to read: RULES.md cut into sections, each with an address, with citations linked, and searchable."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import cache
from html import unescape
from typing import Any, Final, final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup, escape

from cuvee import games
from cuvee.games.rulebook import section_of

RULES: Final = "s"
"""The letter at the start of addresses in RULES.md: §5.4 is at `s5.4`. The game names the letters of its other books."""
_MARKS: Final = {
    "S": "from the rulebook",
    "P": "from public material",
    "M": "from general knowledge",
    "R": "reconstructed",
}
_SNIPPET: Final = 90
_MOST_WORDS: Final = 8

_NUMBER = r"\d+(?:\.\d+)*"
_CITED: Final = (
    rf"(?P<book>(?:BOOKS)(?:\.md)?\s+)?(?P<list>§\s?{_NUMBER}(?:(?:\s?[-–]\s?|,\s|\sand\s|\sor\s)§?{_NUMBER})*)"
    r"|(?<![\d.§/])(?P<bare>\d+\.\d+(?:\.\d+)*)(?![\d/]|\.\d)"
    r"|(?<!\w)(?P<ruling>R\d+)(?!\w)"
    r"|(?<![\"“«])\b(?P<word>Ruling(?:s)?(?= ?[:(]))"
    r"|\[(?P<mark>[SPMR])\]"
)
"""How sections are cited, with the names of the books in place of BOOKS."""
_WANTED: Final = rf"(?:(?P<book>BOOKS)\s*)?(?P<letter>§\s?|[LETTERS])?(?P<number>{_NUMBER})\.?"
_EACH: Final = re.compile(rf"(§\s?)?({_NUMBER})")
_CELL: Final = re.compile(r"^\|\s*(\d+\.\d+)\s*\|", re.MULTILINE)
"""Some chapters number the rows of a table."""
_RULING: Final = re.compile(r"^(?:\*\*)?Rulings?\b(?:\s(?P<name>R\d+))?")
_TAG: Final = re.compile(r"<(?:(?P<block>/?(?:td|th|p|li|br)\b)|)[^>]*>")
_BOLD_START: Final = re.compile(r"^\*\*(?P<words>[^*]+)\*\*")


@final
class Section:
    """One numbered piece of the rules."""

    def __init__(self, letter: str, cite: str, number: str, title: str, heading: int, html: str) -> None:
        self.number = number
        self.anchor = letter + number
        self.cite = f"{cite}§{number}"
        self.title = Markup(title)
        """The text of the heading, or the bold words a paragraph begins with; may be empty."""
        self.heading = heading
        """The level of its heading: 2 opens a chapter, 0 is a numbered paragraph."""
        self.html = Markup(html)
        self.plain = _plain(f"{title} · {html}" if heading and title else html)
        self.folded, self.places = _fold(self.plain)


@final
class Part:
    """One file of rules."""

    def __init__(self, book: str, title: str, intro: str, sections: list[Section]) -> None:
        self.book = book
        self.title = title
        self.intro = Markup(intro)
        self.sections = sections

    def chapters(self) -> "list[tuple[Section, list[Section]]]":
        """List the chapters, each with the headings below it."""
        chapters: list[tuple[Section, list[Section]]] = []
        for section in self.sections:
            if "." not in section.number:
                chapters.append((section, []))
            elif section.heading == 3 and chapters:
                chapters[-1][1].append(section)
        return chapters


@final
class Found:
    """A section that contains the words somebody searched for, and where."""

    def __init__(self, section: Section, snippet: Markup) -> None:
        self.section = section
        self.snippet = snippet


@final
class Book:
    """All rules of one game."""

    def __init__(self, game: str, letters: Mapping[str, str], parts: list[Part]) -> None:
        self.game = game
        self.letters = letters
        """The letter at the start of addresses in each book."""
        self.parts = parts
        self.sections = [section for part in parts for section in part.sections]

    def below(self, wanted: str) -> list[Section]:
        """Return a section by its number or address, with everything below it."""
        named = _pattern(_WANTED, self.letters).fullmatch(wanted.strip())
        if named is None:
            return []
        letter = self.letters[named["book"]] if named["book"] else named["letter"]
        anchor = (letter if letter in self.letters.values() else RULES) + named["number"]
        return [one for one in self.sections if one.anchor == anchor or one.anchor.startswith(anchor + ".")]

    def search(self, query: str) -> list[Found]:
        """Find the sections that contain all words; a section named by its number comes first, then titles, then the rest."""
        words = [word for word in (_fold(part)[0].strip(".,;:()") for part in query.lstrip("§ ").split()[:_MOST_WORDS]) if word]
        if not words:
            return []
        found: list[tuple[int, Section]] = []
        for section in self.sections:
            if words == [section.number]:
                found.append((0, section))
            elif all(word in section.folded for word in words):
                in_title = all(word in _fold(_plain(section.title))[0] for word in words)
                found.append((1 if in_title else 2, section))
        return [Found(section, _snippet(section, words)) for _rank, section in sorted(found, key=lambda pair: pair[0])]


@cache
def open_book(game: str) -> Book:
    """Read all rules of a game into sections; done once, since they change only with a release.

    >>> [section.cite for section in open_book("wine_cellar").below("5.4")]
    ['§5.4']
    """
    box = games.get(game)
    letters = {"RULES": RULES, **box.books}
    texts = {letter: box.book(name) for name, letter in letters.items()}
    cut = {book: list(_cut(text)) for book, text in texts.items()}
    known = {book: {number for number, _line, _body in pieces if number} for book, pieces in cut.items()}
    rulings = {name for text in texts.values() for name in re.findall(r"^\*\*Ruling (R\d+)", text, re.MULTILINE)}
    cells = {book: set(_CELL.findall(text)) - known[book] for book, text in texts.items()}
    cited: dict[str, Any] = {"known": {book: known[book] | cells[book] for book in texts}, "cells": cells, "rulings": rulings}
    cited |= {"letters": letters, "pattern": _pattern(_CITED, letters)}
    return Book(game, letters, [_part(book, pieces, cited) for book, pieces in cut.items()])


def _pattern(form: str, letters: Mapping[str, str]) -> re.Pattern[str]:
    """Fill the names and letters of the books into a pattern."""
    books, marks = "|".join(map(re.escape, letters)), "".join(map(re.escape, letters.values()))
    return re.compile(form.replace("BOOKS", books).replace("LETTERS", marks))


def _cut(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield number, opening line and the lines below it; first, without a number, what comes before the first section."""
    number, opening = "", ""
    body: list[str] = []
    last: tuple[int, ...] = ()
    for line in text.splitlines():
        opened = section_of(line)
        order = tuple(int(part) for part in opened.split(".")) if opened else ()
        # A line that begins by citing an earlier section opens no new one: numbers only grow.
        if opened and order > last:
            yield number, opening, "\n".join(body)
            number, opening, body, last = opened, line, [], order
        elif not number and line.startswith("# "):
            opening = line
        elif line.strip() != "---":
            body.append(line)
    yield number, opening, "\n".join(body)


def _part(book: str, pieces: Sequence[tuple[str, str, str]], cited: dict[str, Any]) -> Part:
    _none, title, intro = pieces[0]
    made = [_section(book, number, line, body, cited) for number, line, body in pieces[1:]]
    return Part(book, title.lstrip("# ").strip(), _render(intro, book, cited), made)


def _section(book: str, number: str, line: str, body: str, cited: dict[str, Any]) -> Section:
    hashes = len(line) - len(line.lstrip("#"))
    cite = next((f"{name} " for name, letter in cited["letters"].items() if letter == book != RULES), "")
    words = re.sub(rf"^#*\s*§?{re.escape(number)}\.?\s+", "", line)
    if hashes:
        return Section(book, cite, number, _inline(words, book, cited), min(hashes, 4), _render(body, book, cited))
    bold = _BOLD_START.match(words)
    title = bold["words"].strip(" .:") if bold and not _RULING.match(words) else ""
    return Section(book, cite, number, str(escape(title)), 0, _render(f"{words}\n{body}", book, cited))


# Markdown.


def _render(text: str, book: str, cited: dict[str, Any]) -> str:
    html = str(_reader().render(_apart(text), {"book": book, **cited}))
    return html.replace("<th></th>", "<td></td>")  # an empty heading is no heading


def _inline(text: str, book: str, cited: dict[str, Any]) -> str:
    return str(_reader().renderInline(text, {"book": book, **cited}))


def _apart(text: str) -> str:
    """Make every line that begins a ruling its own paragraph, so that it can be marked."""
    lines: list[str] = []
    for line in text.splitlines():
        if _RULING.match(line) and lines and lines[-1].strip():
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


@cache
def _reader() -> MarkdownIt:
    reader = (
        MarkdownIt("commonmark", {"html": False}).enable("table").disable(["code", "lheading", "html_block", "html_inline"])
    )
    reader.core.ruler.push("cite", _cite)
    reader.add_render_rule("table_open", _wide)
    reader.add_render_rule("table_close", _wide_end)
    return reader


def _wide(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]) -> str:
    return '<div class="wide" role="group" tabindex="0" aria-label="Table"><table>\n'


def _wide_end(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]) -> str:
    return "</table></div>\n"


def _cite(state: StateCore) -> None:
    """Link citations, and mark rulings and provenance."""
    for index, token in enumerate(state.tokens):
        if token.type != "inline":
            continue
        if token.content in state.env["cells"][state.env["book"]] and state.tokens[index - 1].type == "td_open":
            state.tokens[index - 1].attrSet("id", state.env["book"] + token.content)
            continue
        ruling = _RULING.match(token.content)
        if ruling and index and state.tokens[index - 1].type == "paragraph_open":
            paragraph = state.tokens[index - 1]
            paragraph.hidden = False  # in a tight list it would lose its paragraph, and with it the mark
            paragraph.attrJoin("class", "ruling")
            if ruling["name"]:
                paragraph.attrSet("id", ruling["name"])
            for later in state.tokens[index + 1 :]:
                if later.type == "paragraph_close":
                    later.hidden = False
                    break
        linked = False
        children: list[Token] = []
        for child in token.children or []:
            linked = child.type == "link_open" or (linked and child.type != "link_close")
            children += [child] if child.type != "text" or linked else _cited(child.content, state.env)
        token.children = children


def _cited(text: str, env: MutableMapping[str, Any]) -> list[Token]:
    tokens: list[Token] = []
    end = 0
    for found in env["pattern"].finditer(text):
        html = _citation(found, env)
        if html is not None:
            tokens += [_text(text[end : found.start()]), _html(html)]
            end = found.end()
    return [*tokens, _text(text[end:])]


def _citation(found: re.Match[str], env: MutableMapping[str, Any]) -> Markup | None:
    known: dict[str, set[str]] = env["known"]
    if found["word"]:
        return Markup('<b class="ruling-word">{}</b>').format(found["word"])
    if found["mark"]:
        return Markup('<abbr class="mark" title="{}">{}</abbr>').format(_MARKS[found["mark"]], found["mark"])
    if found["ruling"]:
        return _link(found["ruling"], found["ruling"]) if found["ruling"] in env["rulings"] else None
    if found["bare"]:
        return _link(RULES + found["bare"], found["bare"]) if found["bare"] in known[RULES] else None
    named = (found["book"] or "").strip().removesuffix(".md")
    book = env["letters"][named] if named else env["book"]
    if book not in known:
        return None
    parts, end, words = [escape(found["book"] or "")], 0, found["list"]
    for each in _EACH.finditer(words):
        parts.append(escape(words[end : each.start()]))
        number = each[2]
        parts.append(_link(book + number, each[0]) if number in known[book] else escape(each[0]))
        end = each.end()
    return Markup("").join([*parts, escape(words[end:])])


def _link(anchor: str, words: str) -> Markup:
    return Markup('<a class="cite" href="#{}">{}</a>').format(anchor, words)


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)


def _html(html: Markup) -> Token:
    return Token("html_inline", "", 0, content=str(html))


# Searching.


def _plain(html: str) -> str:
    """Return the words of a piece of HTML, with spaces between blocks."""
    return " ".join(unescape(_TAG.sub(lambda tag: " " if tag["block"] else "", html)).split())


def _fold(text: str) -> tuple[str, list[int]]:
    """Return a text as it is searched, without accents and capitals, and for each letter its place in the original.

    >>> _fold("Rosé")[0]
    'rose'
    """
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        for plain in unicodedata.normalize("NFKD", letter).casefold():
            if not unicodedata.combining(plain):
                letters.append(plain)
                places.append(place)
    return "".join(letters), places


def _snippet(section: Section, words: Iterable[str]) -> Markup:
    """Return the passage with most of the words close together, with all words marked."""
    spans = sorted(_spans(section, words))
    first = max(spans, key=lambda span: _meets(spans, span[0]), default=(0, 0, ""))[0]
    start = max(0, first - _SNIPPET)
    start = section.plain.rfind(" ", 0, start) + 1 if start else 0
    stop = min(len(section.plain), first + 2 * _SNIPPET)
    stop = stop if stop == len(section.plain) else section.plain.rfind(" ", start, stop)
    parts, end = [Markup("… " if start else "")], start
    for left, right, _word in spans:
        if left >= end and right <= stop:
            parts += [escape(section.plain[end:left]), Markup("<mark>{}</mark>").format(section.plain[left:right])]
            end = right
    return Markup("").join([*parts, escape(section.plain[end:stop]), Markup(" …" if stop < len(section.plain) else "")])


def _meets(spans: Iterable[tuple[int, int, str]], start: int) -> int:
    """Count the different words near a place."""
    return len({word for left, right, word in spans if left >= start and right <= start + _SNIPPET})


def _spans(section: Section, words: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    for word in words:
        at = section.folded.find(word)
        while at >= 0:
            yield section.places[at], section.places[at + len(word) - 1] + 1, word
            at = section.folded.find(word, at + len(word))
