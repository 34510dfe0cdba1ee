from django.db import migrations, models

import cuvee.web.models


class Migration(migrations.Migration):
    """Seeds become text, to hold 256 bits; those there are keep their value. Matches dealt before have no commitment."""

    dependencies = [
        ("site", "0005_clocks"),
    ]

    operations = [
        migrations.AlterField(
            model_name="table",
            name="seed",
            field=cuvee.web.models.SeedField(default=cuvee.web.models.new_seed),
        ),
        migrations.AddField(
            model_name="table",
            name="commitment",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="table",
            name="salt",
            field=models.CharField(blank=True, max_length=32),
        ),
    ]
