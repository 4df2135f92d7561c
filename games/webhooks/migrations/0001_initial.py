"""Webhooks, the games that they follow, and deliveries."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):
    """See the module."""

    initial = True

    dependencies = [
        ('accounts', '0006_pictures'),
        ('games', '0019_seats_by_arrival'),
    ]

    operations = [
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500)),
                ('events', models.JSONField(help_text='Types of events.')),
                ('secret', models.BinaryField(max_length=32)),
                ('old_secret', models.BinaryField(max_length=32, null=True)),
                ('old_secret_until', models.DateTimeField(help_text='Until then the old secret signs too.', null=True)),
                ('status', models.CharField(choices=[('unconfirmed', 'waits for the answer to the challenge'), ('active', 'receives events'), ('disabled', 'receives nothing any more')], default='unconfirmed', max_length=11)),
                ('reason', models.CharField(blank=True, choices=[('challenge_unanswered', 'the challenge was not answered as required'), ('gone', 'the address answered 410'), ('failing', 'every try failed for ten days')], max_length=20)),
                ('created_at', models.DateTimeField()),
                ('failing_since', models.DateTimeField(help_text='First failure since the last success; null if the last try succeeded.', null=True)),
                ('is_slow', models.BooleanField(default=False, help_text='Whether the last answer took long.')),
                ('last_seat', models.BigIntegerField(default=0)),
                ('last_invitation', models.BigIntegerField(default=0)),
                ('last_notice', models.BigIntegerField(default=0)),
                ('last_match', models.BigIntegerField(default=0)),
                ('token', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='accounts.token')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='FollowedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.IntegerField(default=0, help_text='Number of the last move that was read.')),
                ('status', models.CharField(choices=[('lobby', 'waiting for players'), ('running', 'being played'), ('over', 'over'), ('closed', 'closed before it started')], default='lobby', max_length=7)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('webhook', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='followed', to='webhooks.webhook')),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('webhook', 'game'), name='followed_once')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('type', models.CharField(max_length=24)),
                ('data', models.JSONField(help_text='Ids and versions; never a name, a card or a text.')),
                ('created_at', models.DateTimeField()),
                ('status', models.CharField(choices=[('queued', 'waits for its next try'), ('delivered', 'accepted with a status of 2xx'), ('failed', 'given up')], default='queued', max_length=9)),
                ('tries', models.SmallIntegerField(default=0, help_text='Tries with a result.')),
                ('next_try_at', models.DateTimeField(help_text='While a worker tries, when another one may; null if none follows.', null=True)),
                ('tried_at', models.DateTimeField(null=True)),
                ('answer', models.SmallIntegerField(help_text='HTTP status of the last try.', null=True)),
                ('error', models.CharField(blank=True, help_text='Why the last try failed: a code.', max_length=32)),
                ('webhook', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='webhooks.webhook')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'default_permissions': (),
                'indexes': [models.Index(fields=['webhook', '-created_at'], name='deliveries_of_a_webhook'), models.Index(condition=models.Q(('next_try_at__isnull', False)), fields=['next_try_at'], name='deliveries_to_try')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('next_try_at__isnull', False), ('status', 'queued')), models.Q(models.Q(('status', 'queued'), _negated=True), ('next_try_at__isnull', True)), _connector='OR'), name='only_queued_deliveries_are_tried')],
            },
        ),
    ]
