"""Our rendering gives exactly the text that Jinja2 gives, and escapes whatever people write."""

from typing import Any

import pytest
from django.template import engines
from django.utils.translation import override
from jinja2 import Environment, UndefinedError
from markupsafe import Markup

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR
from cuvee.kernel.text import speaking
from cuvee.web.i18n.language import translator
from cuvee.web.match.desk import DESK, names
from cuvee.web.page.fast_jinja import Press
from cuvee.web.page.sight import PARTS, Sight
from tests.web.conftest import Sit


def ours() -> Press:
    env = engines["jinja2"].env
    assert isinstance(env, Press)
    return env


@pytest.fixture(scope="module")
def plain() -> Environment:
    """Plain Jinja2, with the templates and functions of the site."""
    env = Environment(loader=ours().loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=ours().undefined)
    env.globals, env.filters = ours().globals, ours().filters
    return env


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", games.NAMES)
def test_a_game_is_printed_as_jinja2_prints_it(sit: Sit, plain: Environment, game: str, language: str) -> None:
    table, _clients = sit(game)
    position, luck = DESK.position(table), Chance.from_seed(5, ["press", language])
    own = list(table.places.filter(number=0))
    while position.state.waiting and position.moves < 150:
        seat = position.state.waiting[0]
        options = position.state.options(seat)
        DESK.play(table, seat, options[luck.below(len(options))], position.asked[seat])
        if position.moves % 5:
            continue
        with position.lock, speaking(translator(language), names(table)), override(language):
            for eyes, seats in ((0, own), (SPECTATOR, [])):
                context = Sight(table, position, eyes, seats).context()
                for part in PARTS:
                    texts = [env.get_template(f"part_{part}.html").render(context) for env in (ours(), plain)]
                    assert texts[0] == texts[1], f"{part} after move {position.moves}"


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ name }}", "&lt;b&gt;&#39;Ann&#39; &amp; &#34;Bo&#34;"),
        (
            "{% macro x(who) %}<i>{{ who }}</i>{% endmacro %}{{ x(name) }}",
            "<i>&lt;b&gt;&#39;Ann&#39; &amp; &#34;Bo&#34;</i>",
        ),
        ("{{ {'name': name}.name|length }}{{ {'items': 1}.items()|list }}", "15[(&#39;items&#39;, 1)]"),
        ("{{ 'a' if no }}{{ none }}{{ 1.5 }}{{ 2 }}{{ true }}", "None1.52True"),
        ("{{ safe }}{{ safe ~ name }}", "<u><u>&lt;b&gt;&#39;Ann&#39; &amp; &#34;Bo&#34;"),
        ("{% macro box() %}[{{ caller() }}]{% endmacro %}{% call box() %}{{ name[0] }}{% endcall %}", "[&lt;]"),
    ],
)
def test_what_is_not_markup_is_escaped(template: str, text: str) -> None:
    given: dict[str, Any] = {"name": "<b>'Ann' & \"Bo\"", "safe": Markup("<u>"), "no": False}
    assert ours().from_string(template).render(given) == text


def test_what_is_missing_is_a_mistake_and_not_an_empty_place() -> None:
    with pytest.raises(UndefinedError):
        ours().from_string("{{ nobody }}").render()
    with pytest.raises(UndefinedError):
        ours().from_string("{{ {}.nothing }}").render()
