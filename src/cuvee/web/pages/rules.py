"""To be written."""
from django.http import HttpRequest, HttpResponse


def reader(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def components(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")
