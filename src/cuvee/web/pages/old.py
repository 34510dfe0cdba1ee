"""Matches played by other rules than the site's present ones: never reinterpreted, but the moves can still be read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cuvee import games
from cuvee.kernel.errors import OtherRules
from cuvee.kernel.journal import Journal
from cuvee.web.match import snapshots, tables
from cuvee.web.match.desk import names
from cuvee.web.models import Table
from cuvee.web.people import accounts, trust


def page(request: HttpRequest, table: Table, why: OtherRules) -> HttpResponse:
    """Show the moves as recorded: all of a finished match, only the reader's own of a running one."""
    person = accounts.who(request)
    own = {seat.number for seat in tables.own_seats(table, person)}
    finished = table.status == Table.FINISHED
    called = names(table)
    moves = [
        (number, called[move.seat], move.text)
        for number, move in enumerate(stored_journal(table).moves, 1)
        if finished or move.seat in own
    ]
    shown = {
        "table": table,
        "game": games.get(table.game),
        "why": str(why),
        "names": called,
        "others": trust.viewer(person.pk if person else 0).seated(table, table.places.all()),
        "moves": moves,
        "finished": finished,
        "seat": min(own) if own and not finished else None,
    }
    return render(request, "old.html", shown, using="jinja2")


def stored_journal(table: Table) -> Journal:
    """Write the journal of a match from its log alone, replaying nothing."""
    journal = snapshots.head_of(table)
    snapshots.follow(journal, table, table.entries_made)
    journal.players = names(table)
    journal.result = table.result if not table.ending else None
    return journal
