"""What moderators looked at, and their second factors."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("site", "0008_trust")]

    operations = [
        migrations.CreateModel(
            name="Look",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="looks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("method", models.CharField(max_length=10)),
                ("model", models.CharField(blank=True, max_length=40)),
                ("rows", models.TextField(blank=True)),
                ("path", models.TextField()),
                ("query", models.TextField(blank=True)),
                ("answer", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={"verbose_name": "look of a moderator", "verbose_name_plural": "looks of moderators"},
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="second_factor", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("salt", models.CharField(max_length=40)),
                ("last_step", models.BigIntegerField()),
                ("ended", models.PositiveIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "factor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="recovery_codes", to="site.secondfactor"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
            ],
        ),
    ]
