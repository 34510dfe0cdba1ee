"""Who pays for the time bots think, and when somebody last watched them."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("site", "0006_fairness")]

    operations = [
        migrations.AddField("table", "opened_from", models.CharField(max_length=16, blank=True, default=""), False),
        migrations.AddField("table", "watched_at", models.DateTimeField(default=django.utils.timezone.now)),
        migrations.AddField("errand", "paid_by", models.JSONField(default=list)),
    ]
