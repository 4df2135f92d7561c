"""Webhooks follow tournaments."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [
        ('tournaments', '0002_hastened'),
        ('webhooks', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='last_entrant',
            field=models.BigIntegerField(default=0),
        ),
        migrations.CreateModel(
            name='FollowedTournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.SmallIntegerField(default=0, help_text='In an arena 1 from its start on.')),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
                ('webhook', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='followed_tournaments', to='webhooks.webhook')),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('webhook', 'tournament'), name='followed_tournament_once')],
            },
        ),
    ]
