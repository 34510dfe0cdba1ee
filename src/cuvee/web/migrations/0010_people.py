"""Confirmed addresses, letters about accounts, and the sessions of people.

No address there is counts as confirmed: nobody ever asked whoever reads its mail. Sessions that run are noted, so that people
find all of theirs in the list.
"""

from datetime import timedelta
from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils import timezone


def note_sessions(apps: Any, schema_editor: Any) -> None:
    """Note the sessions there are; how long they have been running is told by when they will end."""
    session_rows, login_rows = apps.get_model("sessions", "Session"), apps.get_model("site", "Login")
    people = set(apps.get_model("site", "Person").objects.values_list("pk", flat=True))
    store, now = SessionStore(), timezone.now()
    made = []
    for session in session_rows.objects.filter(expire_date__gt=now).iterator(chunk_size=1000):
        person = str(store.decode(session.session_data).get("_auth_user_id", ""))
        if person.isdecimal() and int(person) in people:
            since = min(now, session.expire_date - timedelta(seconds=settings.SESSION_COOKIE_AGE))
            made.append(login_rows(session_id=session.pk, person_id=int(person), since=since, seen_at=since))
        if len(made) >= 1000:
            login_rows.objects.bulk_create(made)
            made.clear()
    login_rows.objects.bulk_create(made)


class Migration(migrations.Migration):
    dependencies = [("sessions", "0001_initial"), ("site", "0009_moderators")]

    operations = [
        migrations.AddField(model_name="person", name="email_confirmed", field=models.BooleanField(default=False)),
        migrations.CreateModel(
            name="Letter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=7)),
                (
                    "person",
                    models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL),
                ),
                ("asked", models.CharField(max_length=254)),
                ("language", models.CharField(max_length=2)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Login",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="login", to="sessions.session"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="logins", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("browser", models.CharField(blank=True, max_length=20)),
                ("system", models.CharField(blank=True, max_length=20)),
                ("since", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
            ],
            options={"ordering": ("-seen_at",)},
        ),
        migrations.RunPython(note_sessions, migrations.RunPython.noop),
    ]
