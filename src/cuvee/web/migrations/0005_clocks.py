"""Clocks with a state of their own, who made which moves, and hints that people agree on."""

from typing import Any

from django.db import migrations, models


def fill_allowances(apps: Any, schema_editor: Any) -> None:
    """Give seats at tables with a clock of days the time for the present move, as it was counted before."""
    for table in apps.get_model("site", "Table").objects.filter(clock="days").only("pk", "clock_seconds"):
        apps.get_model("site", "Seat").objects.filter(table_id=table.pk).update(allowance=float(table.clock_seconds))


class Migration(migrations.Migration):
    dependencies = [("site", "0004_servers")]

    operations = [
        migrations.AddField("seat", "allowance", models.FloatField(default=0)),
        migrations.AddField("seat", "earned", models.BooleanField(default=False)),
        migrations.AddField("seat", "held_since", models.PositiveIntegerField(default=0)),
        migrations.AddField("seat", "hints", models.PositiveIntegerField(default=0)),
        migrations.AddField("table", "hints", models.BooleanField(default=False)),
        migrations.RunPython(fill_allowances, migrations.RunPython.noop),
    ]
