"""Webhooks remember when they were tried, and when they were slow."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [
        ('webhooks', '0002_tournaments'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='tried_at',
            field=models.DateTimeField(help_text='End of the last try.', null=True),
        ),
        migrations.AddField(
            model_name='webhook',
            name='slow_at',
            field=models.DateTimeField(help_text='End of the last try that took long.', null=True),
        ),
    ]
