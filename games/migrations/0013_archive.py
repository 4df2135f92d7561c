import django.db.models.deletion
from django.db import migrations, models


def refuse_if_archived(apps, schema_editor):
    """Refuse to drop the archive, since the moves in it are nowhere else."""
    if apps.get_model("games", "ArchivedGame").objects.exists():
        raise RuntimeError(
            "There are archived games. Run manage.py restore_games --all, then delete the rows of "
            "games_archivedgame as the owner of the tables, with its triggers disabled."
        )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_match_windows'),
    ]

    operations = [
        migrations.CreateModel(
            name='ArchiveDictionary',
            fields=[
                ('id', models.SmallIntegerField(help_text='From 1; as in the frames.', primary_key=True, serialize=False)),
                ('trained_at', models.DateTimeField()),
                ('sha256', models.BinaryField(help_text='Of the data.', max_length=32)),
                ('data', models.BinaryField(help_text='A dictionary of Zstandard.')),
            ],
            options={
                'verbose_name_plural': 'archive dictionaries',
                'constraints': [models.CheckConstraint(condition=models.Q(('id__gte', 1)), name='dictionaries_count_from_1')],
            },
        ),
        migrations.CreateModel(
            name='ArchivedGame',
            fields=[
                ('pk', models.CompositePrimaryKey('game_id', 'moves', blank=True, editable=False, primary_key=True, serialize=False)),
                ('archived_at', models.DateTimeField()),
                ('moves', models.IntegerField(help_text='Their number, and so the number of the last.')),
                ('digest', models.BinaryField(help_text='Of the last move.', max_length=32)),
                ('data', models.BinaryField(help_text='As log.archive.frames writes it.')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
                ('dictionary', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.archivedictionary')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('moves__gte', 1)), name='archived_games_have_moves')],
            },
        ),
        migrations.RunPython(migrations.RunPython.noop, refuse_if_archived),
    ]
