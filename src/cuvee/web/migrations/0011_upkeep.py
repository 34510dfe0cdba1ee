"""What is done now and then, and by which process; people and tables count as seen and watched from today."""

from typing import Any

from django.db import migrations, models
from django.db.models import Q
from django.utils import timezone


def seen_today(apps: Any, _schema: Any) -> None:
    """Nobody wrote down when people came or players looked until now: what is stored says nothing of who still comes."""
    now = timezone.now()
    apps.get_model("site", "Person").objects.update(seen_at=now)
    seats = apps.get_model("site", "Seat").objects.filter(person__isnull=False)
    tables = apps.get_model("site", "Table").objects
    tables.filter(Q(status="playing"), pk__in=seats.values("table")).update(watched_at=now)


class Migration(migrations.Migration):
    dependencies = [("site", "0010_people")]

    operations = [
        migrations.CreateModel(
            name="Chore",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("worker", models.CharField(blank=True, max_length=60)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("since", models.DateTimeField(blank=True, null=True)),
                ("cleared", models.JSONField(default=dict)),
            ],
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(condition=models.Q(("guest", True)), fields=["seen_at"], name="guests_by_last_visit"),
        ),
        migrations.RunPython(seen_today, migrations.RunPython.noop),
    ]
