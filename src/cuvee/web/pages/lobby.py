"""To be written."""
from django.http import HttpRequest, HttpResponse


def lobby(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def open_one(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def play_now(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def next_table(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def import_one(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def sit(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def leave(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def fill(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def join(request: HttpRequest, **address: str) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")


def waiting_room(request: HttpRequest, table: object) -> HttpResponse:
    """To be written."""
    return HttpResponse("soon")
