"""Players who keep their games out of dumps for research."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_tokens_by_end"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="in_dumps",
            field=models.BooleanField(
                default=True,
                db_default=True,
                help_text="Whether finished public games may be in dumps for research.",
            ),
        ),
    ]
