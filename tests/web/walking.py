"""Walks the table of addresses, so that every new route is tried with all others."""

import re
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from cuvee.web.models import Table

FILLED = {"game": "wine_cellar", "invitation": "x"}


def every_route() -> list[URLPattern]:
    """List the site's own routes."""
    return [pattern for pattern in get_resolver().url_patterns if isinstance(pattern, URLPattern)]


def every_path(table: Table) -> list[str]:
    """List an address for every route, including those of the moderators' pages."""
    found = [address(route, table) for route in every_route()]
    for resolver in get_resolver().url_patterns:
        if isinstance(resolver, URLResolver):
            found += sorted(_inside(resolver, ""))
    return found


def _inside(resolver: URLResolver, before: str) -> set[str]:
    start = before + str(resolver.pattern)
    found: set[str] = set()
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            found |= _inside(pattern, start)
        else:
            found.add("/" + start + re.sub(r"<[^>]+>", "1", str(pattern.pattern)).replace("^", "").split("(?P")[0])
    return found


def address(route: URLPattern, table: Table, **filled: str) -> str:
    """Write the address of a route for a table."""
    values = FILLED | {"code": table.code} | filled
    return "/" + re.sub(r"<str:(\w+)>", lambda found: values[found[1]], str(route.pattern))


def walk_get(client: Client, path: str, **more: Any) -> Any:
    """Load a page. A stream is closed as soon as it has begun."""
    answer = client.get(path, **more)
    if getattr(answer, "streaming", False):
        answer.close()
    return answer


ROUTES = every_route()
