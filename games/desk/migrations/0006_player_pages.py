"""The page of a player at the desk: notes, entries of the audit on players, shared addresses."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('disputes', '0005_dispute_filters'),
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayerNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
                'default_permissions': (),
            },
        ),
        migrations.AddField(
            model_name='auditentry',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='action',
            field=models.CharField(choices=[('looked', 'looked at hidden cards'), ('looked_into_running', 'looked at hidden cards of a running game'), ('claimed', 'claimed a dispute'), ('released', 'released a dispute'), ('ruled', 'ruled on a dispute'), ('exported', 'exported a dispute'), ('looked_at_player', 'opened the page of a player'), ('noted', 'wrote a note on a player'), ('note_erased', 'erased a note on a player'), ('renamed', 'replaced a username'), ('undid', 'undid a ruling')], max_length=24),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='game',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='move',
            field=models.IntegerField(help_text="The number of the game's last move at the time, if it is about one.", null=True),
        ),
        migrations.AddIndex(
            model_name='seataddress',
            index=models.Index(fields=['address', '-id'], name='seats_by_address'),
        ),
        migrations.AddIndex(
            model_name='seataddress',
            index=models.Index(fields=['network', '-id'], name='seats_by_network'),
        ),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', False), ('move__isnull', False)), ('player__isnull', False), _connector='OR'), name='an_entry_is_about_a_game_or_a_player'),
        ),
        migrations.AddField(
            model_name='playernote',
            name='author',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes_by', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='playernote',
            name='dispute',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='disputes.dispute'),
        ),
        migrations.AddField(
            model_name='playernote',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes_on', to=settings.AUTH_USER_MODEL),
        ),
    ]
