"""The frame of the moderators' pages: which of Django's pages are used, and what may be asked of them."""

from typing import Any, Final

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, URLResolver, reverse

from cuvee.web.people import moderator_log, second_factor

LEFT_OUT: Final = {"autocomplete", "view_on_site"}
"""Django's pages that find rows of any model; none of our pages needs them."""


class Moderation(admin.AdminSite):
    """The moderators' pages: the models registered here, and nothing that Django registers by itself."""

    site_header = site_title = "Cuvée: moderation"
    index_title = "What people do here"

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """List the addresses, without the pages left out."""
        return [found for found in super().get_urls() if getattr(found, "name", None) not in LEFT_OUT]

    def has_permission(self, request: HttpRequest) -> bool:
        """Let in moderators who have entered a code from their second factor in this session."""
        return super().has_permission(request) and second_factor.passed(request)

    def admin_view(self, view: moderator_log.View, cacheable: bool = False) -> moderator_log.View:
        """Open a page to moderators only, and log that they looked."""
        return super().admin_view(moderator_log.watched(view), cacheable)

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Redirect to the page where everybody changes their password: unlike Django's own, it counts wrong guesses."""
        return HttpResponseRedirect(reverse("password"))

    def password_change_done(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Answer that there is no such page."""
        raise Http404


SITE: Final = Moderation(name="admin")


class NamedLookups(admin.ModelAdmin):
    """A page that can be filtered only by what it names.

    Django lets everybody who may see a list filter it by any column of the model, shown or not. Asking "is it at least this?"
    often enough reveals the value: 62 questions would reveal a seed.
    """

    also_by: tuple[str, ...] = ()
    """Lookups that are allowed besides those of the filters shown at the side."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow the filters shown at the side and what the page names, and nothing else."""
        shown = {f"{name}{how}" for name in self.list_filter for how in ("", "__exact", "__isnull")}
        return lookup in shown or lookup in self.also_by

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Let rows be found by their number only."""
        return to_field == self.opts.pk.name
