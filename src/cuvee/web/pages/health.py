"""To be written."""
from django.http import HttpRequest, HttpResponse


def healthz(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def metrics(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")
