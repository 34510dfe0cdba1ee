"""Jinja2 for boards: the same templates and the same text, rendered in about half the time.

A board is a few thousand small pieces of text, and it is drawn anew for every viewer after every move: that is most of what a
site's processors do. So templates here become Python code that gathers its text in a list instead of passing every piece
through one generator after another, calls functions directly, and escapes a text once, not every time it is shown.
"""

from functools import lru_cache
from typing import Any, Final

from jinja2 import Environment, Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

OF_DICTS: Final = frozenset(dir(dict))


@lru_cache(maxsize=8192)
def escaped(text: str) -> str:
    """Escape a text; cached, since the words of a game come up again and again.

    >>> escaped("Barrels & <bottles>")
    'Barrels &amp; &lt;bottles&gt;'
    """
    return str(escape(text))


def printed(value: Any) -> str:
    """Return how a value appears in the page: everything that is not markup is escaped.

    >>> printed("<b>"), printed(3), printed(Markup("<b>")), printed(None)
    ('&lt;b&gt;', '3', Markup('<b>'), Markup('None'))
    """
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return escaped(value)
    if kind is int or kind is float:
        return str(value)
    if kind is Undefined:  # from "this if that" without an else; a name missing by mistake is a StrictUndefined
        return ""
    return escape(value)


class Typesetter(CodeGenerator):
    """Writes the Python code of a template."""

    _gathers = False

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 (Jinja2's name)
        """Write a template; one that extends another is left to Jinja2."""
        self._gathers = node.find(nodes.Extends) is None
        super().visit_Template(node, frame)

    def write_commons(self) -> None:
        """Begin a function: bind the names it prints with."""
        self.writeline("printed = environment.printed")
        super().write_commons()

    def enter_frame(self, frame: Frame) -> None:
        """Begin a scope: the outermost one gathers its text in a list."""
        if frame.rootlevel and self._gathers:
            self.buffer(frame)
        super().enter_frame(frame)

    def leave_frame(self, frame: Frame, with_python_scope: bool = False) -> None:
        """End a scope: the outermost one returns its text in one piece."""
        super().leave_frame(frame, with_python_scope)
        if frame.rootlevel and self._gathers:
            self.writeline(f"yield concat({frame.buffer})")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("printed(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Write a plain call: no function of ours takes the context, so that need not be checked."""
        if forward_caller or node.dyn_args or node.dyn_kwargs:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for part in [*node.args, *node.kwargs]:
            self.visit(part, frame)
            self.write(", ")
        self.write(")")


class Press(Environment):
    """The Jinja2 environment that renders this way."""

    code_generator_class = Typesetter
    printed = staticmethod(printed)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Look up `thing.name` as Jinja2 does, but without useless attempts on a dict."""
        if type(obj) is dict:
            if attribute in obj and attribute not in OF_DICTS:
                return obj[attribute]
        else:
            try:
                return getattr(obj, attribute)
            except AttributeError:
                pass
        return super().getattr(obj, attribute)
