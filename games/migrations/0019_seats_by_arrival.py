"""The seats of an account in the order in which it took them, which webhooks read."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [
        ('games', '0018_outages'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('account__isnull', False)), fields=['account', 'id'], name='seats_by_arrival'),
        ),
    ]
