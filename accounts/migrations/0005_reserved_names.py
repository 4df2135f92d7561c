"""Usernames that reviewers replaced, which no account takes again."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_blocks'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReservedName',
            fields=[
                ('skeleton', models.CharField(max_length=30, primary_key=True, serialize=False)),
                ('at', models.DateTimeField(editable=False)),
                ('account', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': ('view', 'delete'),
            },
        ),
    ]
