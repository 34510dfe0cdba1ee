"""To be written."""
from django.http import HttpRequest, HttpResponse


def page(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def sheet(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def fork(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def journal(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")
