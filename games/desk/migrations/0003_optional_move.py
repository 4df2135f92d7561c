"""A complaint about a name, or about something else than a move, names no move."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0002_groups"),
    ]

    operations = [
        migrations.AlterField(
            model_name="dispute",
            name="move",
            field=models.IntegerField(help_text="The number of the disputed move, if any.", null=True),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("move__isnull", False),
                    ("reason__in", ("abusive_name", "other")),
                    _connector="OR",
                ),
                name="a_move_unless_none_is_needed",
            ),
        ),
    ]
