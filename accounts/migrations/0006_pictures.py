"""Pictures that players choose."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_reserved_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="picture",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="The chosen one of players.pictures; empty for none.",
                max_length=16,
            ),
        ),
    ]
