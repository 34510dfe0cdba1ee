"""The site as an ASGI application."""

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuvee.web.settings")
# Style sheets and fonts are small files read whole, so reading them synchronously is what we want.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
_pages = get_asgi_application()

from cuvee.web.ops.connections import Door  # noqa: E402  (Django has to be loaded first)

application = Door(_pages)
