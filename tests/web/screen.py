"""A browser whose requests this process answers, and what its pages do with updates."""

import json
import re
from itertools import count
from typing import Any, Final

from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Route

SITE: Final = "http://cuvee.test"
TAKEN: Final = """(updates) => updates.map((data) => {
  const message = {data};
  document.dispatchEvent(new CustomEvent("htmx:before:sse:message", {detail: {message}}));
  return message.data;
})"""
"""Makes table.js take updates one after another, and lists what it passes to htmx for each."""
PARTIAL: Final = re.compile(
    r'<hx-partial hx-target="#(?:page-\d+-)?([\w-]+)" hx-swap="outerMorph">(.*?)</hx-partial>', re.DOTALL
)
PAGES: Final = count()


class Screen:
    """A browser with nothing between the server's text and the page."""

    def __init__(self, browser: Browser, client: Client) -> None:
        self.client = client
        self.listening: list[Route] = []
        """Pages waiting for their stream."""
        self.complaints: list[str] = []
        self.context: BrowserContext = browser.new_context()
        self.context.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(SITE)
        if "/live" in path:
            self.listening.append(route)
            return
        answer: Any = self.client.get(path)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        route.fulfill(status=answer.status_code, content_type=answer["Content-Type"], body=body)

    def open(self, address: str) -> Page:
        """Open a page; its complaints are recorded."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        with page.expect_request("**/live**"):
            page.goto(SITE + address)
        return page

    def send(self, stream: str) -> None:
        """Send the listening page the content of a stream."""
        self.listening.pop().fulfill(content_type="text/event-stream", body=stream)

    def close(self) -> None:
        self.context.close()
        assert self.complaints == []


def mended(page: Page, *updates: str) -> list[dict[str, str]]:
    """Make table.js take updates as if on a new page; return the parts it passes to htmx after each."""
    mark = f"page-{next(PAGES)}-"
    marked = [json.dumps({mark + name: told for name, told in json.loads(update).items()}) for update in updates]
    return [dict(PARTIAL.findall(shown)) for shown in page.evaluate(TAKEN, marked)]
