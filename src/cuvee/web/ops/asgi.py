"""The site as an ASGI application."""

import os
import warnings

import django
from asgiref.sync import sync_to_async

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuvee.web.settings")
# Style sheets and fonts are small files read whole, so reading them synchronously is what we want.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
django.setup(set_prefix=False)

from django.core.handlers.asgi import ASGIHandler  # noqa: E402  (Django has to be set up first)
from django.http import HttpRequest, HttpResponseBase  # noqa: E402

from cuvee.web.ops.connections import Door  # noqa: E402


class Handler(ASGIHandler):
    """Handles each request in one thread, from the first middleware to the last.

    Django's own handler changes between the event loop and the thread for every middleware that is not asynchronous. On a busy
    server each change waits for its turn, and a request has a dozen.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Load all middleware for use in a thread."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response, made in the thread of the request's desk."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


application = Door(Handler())
