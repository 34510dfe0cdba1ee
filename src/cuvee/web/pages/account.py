"""To be written."""
from django.http import HttpRequest, HttpResponse


def home(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def pick_name(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def keep(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def log_in(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def log_out(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def password(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def preferences(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def export(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def delete(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")
