"""The moderators' pages: what moderators need and no more. Never a seed, a password, a note, or a move of a running match."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.match import people_at_tables, tables
from cuvee.web.models import ChatLine, Entry, Look, Person, Report, Seat, Table
from cuvee.web.people import bans
from cuvee.web.people.moderation import SITE, NamedLookups


class ToLookAt(NamedLookups):
    """Things that are looked at and never edited here."""

    def has_add_permission(self, request: HttpRequest, *more: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Person, site=SITE)
class PersonPages(ToLookAt):
    """People: rename somebody, keep somebody out."""

    list_display = ("name", "username", "guest", "is_active", "is_staff", "joined_at", "last_login")
    list_filter = ("is_active", "guest", "is_staff")
    search_fields = ("name", "username")
    ordering = ("-joined_at",)
    fields = ("name", "username", "guest", "is_active", "is_staff", "joined_at", "last_login")
    readonly_fields = ("username", "guest", "is_active", "is_staff", "joined_at", "last_login")
    actions = ("ban", "let_in_again")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # people delete themselves; moderators ban

    def save_model(self, request: HttpRequest, obj: Person, form: Any, change: bool) -> None:
        """Rename a person everywhere."""
        wanted = obj.name
        obj.refresh_from_db()
        try:
            people_at_tables.rename(obj, wanted)
        except CuveeError as error:
            self.message_user(request, str(error), messages.ERROR)

    @admin.action(description="Ban: they cannot come in; the house plays on for them", permissions=["change"])
    def ban(self, request: HttpRequest, queryset: QuerySet[Person]) -> None:
        """Ban people, and let the house play for them so that nobody has to wait."""
        banned = 0
        for person in queryset.exclude(pk=request.user.pk).filter(is_superuser=False):
            people_at_tables.ban(person)
            self.log_change(request, person, "banned")
            banned += 1
        self.message_user(request, _("{count} banned", count=banned))

    @admin.action(description="Let in again", permissions=["change"])
    def let_in_again(self, request: HttpRequest, queryset: QuerySet[Person]) -> None:
        """Let banned people in again."""
        banned = list(queryset.filter(is_active=False))
        for person in banned:
            bans.lift(person)
            self.log_change(request, person, "let in again")
        self.message_user(request, _("{count} no longer banned", count=len(banned)))


class Places(admin.TabularInline):
    """Who sits at a table."""

    model = Seat
    fields = ("number", "name", "person", "bot", "stand_in", "resigned", "to_move", "asked_at")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, *more: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Table, site=SITE)
class TablePages(ToLookAt):
    """Tables: who plays what. A table can be removed."""

    list_display = ("code", "game", "players", "status", "public", "host", "entries_made", "moved_at")
    list_filter = ("status", "game", "public")
    search_fields = ("code", "places__name", "host__name")
    ordering = ("-moved_at",)
    fields = (
        "code", "game", "players", "options", "status", "public", "host", "clock", "clock_seconds", "clock_increment",
        "entries_made", "result", "ending", "forked_from", "rules", "created_at", "started_at", "moved_at", "finished_at",
    )  # fmt: skip
    inlines = (Places,)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Name the tables only: Django would list their moves."""
        listed = [str(table) for table in objs]
        return listed, {"tables": len(listed)}, set(), []


@admin.register(ChatLine, site=SITE)
class ChatPages(ToLookAt):
    """What was said; a line can be removed."""

    list_display = ("at", "table", "name", "text")
    search_fields = ("text", "name", "table__code")
    ordering = ("-at",)
    list_select_related = ("table",)

    def delete_model(self, request: HttpRequest, obj: ChatLine) -> None:
        """Remove a line for everybody at the table."""
        table = obj.table
        obj.delete()
        tables.stir(table)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ChatLine]) -> None:
        """Remove several lines."""
        touched = {line.table for line in queryset.select_related("table")}
        queryset.delete()
        for table in touched:
            tables.stir(table)


@admin.register(Report, site=SITE)
class ReportPages(ToLookAt):
    """What people reported, with the words as they were; open reports come first."""

    list_display = ("at", "about", "name", "said", "reason", "person", "reporter", "table", "dealt_with", "dealt_by")
    list_filter = ("dealt_with", "about")
    search_fields = ("name", "said", "reason", "table__code")
    ordering = ("dealt_with", "-at")
    list_select_related = ("person", "reporter", "table", "dealt_by")
    fields = list_display
    actions = ("deal_with", "open_again")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description="Mark as dealt with", permissions=["view"])
    def deal_with(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Mark it as dealt with."""
        done = queryset.filter(dealt_with=False).update(dealt_with=True, dealt_by=request.user)
        self.message_user(request, _("{count} dealt with", count=done))

    @admin.action(description="Open again", permissions=["view"])
    def open_again(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Mark it as open again."""
        self.message_user(request, _("{count} reopened", count=queryset.update(dealt_with=False, dealt_by=None)))


@admin.register(Entry, site=SITE)
class EntryPages(ToLookAt):
    """The log of finished matches, as it was acknowledged."""

    list_display = ("table", "number", "kind", "seat", "text", "at")
    also_by = ("table__id__exact",)
    search_fields = ("table__code",)
    ordering = ("-pk",)
    list_select_related = ("table",)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        """Leave out moves that may still be secret."""
        return super().get_queryset(request).filter(table__status=Table.FINISHED)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Look, site=SITE)
class LookPages(ToLookAt):
    """What moderators looked at, for all moderators to read. No page changes or removes a line."""

    list_display = ("at", "moderator", "method", "model", "query", "seen", "path", "answer")
    list_filter = ("model", "method")
    search_fields = ("person__username", "path", "query", "rows")
    ordering = ("-pk",)
    fields = list_display
    list_per_page = 50
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(ordering="person")
    def moderator(self, line: Look) -> str:
        """Name the moderator who looked, while the account exists."""
        name = Person.objects.filter(pk=line.person_id).values_list("username", flat=True).first()
        return name or f"deleted account {line.person_id}"

    @admin.display(ordering="rows")
    def seen(self, line: Look) -> str:
        """Name the rows: people by their present names, everything else by number."""
        rows = line.rows.split()
        if line.model != Person._meta.model_name:
            return ", ".join(rows)
        people_seen = Person.objects.filter(pk__in=[row for row in rows if row.isdecimal() and len(row) < 19])
        names = {str(pk): name for pk, name in people_seen.values_list("pk", "username")}
        return ", ".join(f"{row} ({names[row]})" if row in names else row for row in rows)
