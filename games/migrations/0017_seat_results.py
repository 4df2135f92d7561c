"""Results of seats, for filters of one's games and statistics of one's own.

They are null at first: run ``manage.py rebuild_statistics``.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [
        ("games", "0016_registered_spectators"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="result",
            field=models.CharField(
                choices=[
                    ("won", "won alone"),
                    ("shared", "won with others"),
                    ("lost", "lost"),
                ],
                editable=False,
                help_text="After rulings, also against built-in bots; null if the game does not count.",
                max_length=8,
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("result__isnull", False)),
                fields=["account", "result", "-game"],
                name="seats_by_result",
            ),
        ),
    ]
