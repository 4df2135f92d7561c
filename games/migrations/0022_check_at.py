"""When the referee looks at a deadline, in a column that few asks change."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [
        ('games', '0021_paused_positions'),
    ]

    operations = [
        migrations.AddField(
            model_name='position',
            name='check_at',
            field=models.DateTimeField(help_text='When the referee looks at the deadline: never later than it, and seldom changed.', null=True),
        ),
        migrations.RunSQL(
            'UPDATE games_position SET check_at = deadline WHERE deadline IS NOT NULL',
            migrations.RunSQL.noop,
        ),
        migrations.AddIndex(
            model_name='position',
            index=models.Index(condition=models.Q(('check_at__isnull', False)), fields=['check_at'], name='positions_by_check'),
        ),
    ]
