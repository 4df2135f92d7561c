"""Bot levels are listed in the engine alone: the database takes any, so that a new level needs no migration."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [("games", "0002_closed_lobbies")]

    operations = [
        migrations.RemoveConstraint(model_name="seat", name="a_player_or_a_bot_a_seat"),
        migrations.AlterField(
            model_name="seat",
            name="bot",
            field=models.CharField(
                blank=True,
                help_text="Level of the built-in bot that sits there instead.",
                max_length=32,
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="level",
            field=models.CharField(help_text="Of the bots that fill the table.", max_length=32),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=Q(account__isnull=False, bot="") | Q(account__isnull=True, bot__gt=""),
                name="a_player_or_a_bot_a_seat",
            ),
        ),
    ]
