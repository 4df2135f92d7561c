"""Ratings: the queue, the order of rated games, generations, and whether games are to be rated."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_reserved_names'),
        ('games', '0010_bot_status'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='HiddenRatings',
            fields=[
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'hidden ratings',
            },
        ),
        migrations.CreateModel(
            name='RatedPair',
            fields=[
                ('pk', models.CompositePrimaryKey('scope', 'day', 'first', 'second', blank=True, editable=False, primary_key=True, serialize=False)),
                ('scope', models.BigIntegerField(help_text='0 for the order; otherwise the generation that counts again from the log.')),
                ('day', models.DateField()),
                ('first', models.BigIntegerField(help_text='The smaller id of an account.')),
                ('second', models.BigIntegerField()),
                ('games', models.IntegerField()),
            ],
        ),
        migrations.AddField(
            model_name='game',
            name='rated',
            field=models.BooleanField(db_default=False, help_text='Whether its result is to change ratings; as in the first move.'),
        ),
        migrations.AddField(
            model_name='match',
            name='rated',
            field=models.BooleanField(db_default=False, help_text='Whether the player agrees that the game is rated.'),
        ),
        migrations.CreateModel(
            name='RatedGame',
            fields=[
                ('number', models.BigIntegerField(help_text='From 1, without gaps.', primary_key=True, serialize=False)),
                ('version', models.IntegerField(help_text='Number of the last move that was considered.')),
                ('family', models.CharField(blank=True, help_text='Empty if it has none.', max_length=16)),
                ('pool', models.CharField(blank=True, help_text='Empty if the players share none.', max_length=8)),
                ('players', models.JSONField(help_text='By seat: the id of an account, or a built-in level with its version, "expert/1".')),
                ('places', models.JSONField(help_text='By seat, from 0; null if the game does not count.', null=True)),
                ('exclusion', models.CharField(blank=True, choices=[('same_players', 'the same players met too often that day'), ('not_rateable', 'its players share no pool, or its rules no family')], max_length=16)),
                ('day', models.DateField(help_text='Day of the daily limit: never before that of a lower number.')),
                ('at', models.DateTimeField(help_text='When the game ended.')),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rating', to='games.game')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='rating_numbers_from_1'),
                ],
            },
        ),
        migrations.CreateModel(
            name='RatingGeneration',
            fields=[
                ('number', models.BigAutoField(primary_key=True, serialize=False)),
                ('status', models.CharField(choices=[('building', 'being computed'), ('live', 'shown'), ('retired', 'being deleted')], max_length=8)),
                ('through', models.BigIntegerField(default=0, help_text='The last number of the order that is in it.')),
                ('from_log', models.BooleanField(default=False, help_text='Whether it also reads results from the log again.')),
                ('repaired', models.BigIntegerField(default=0, help_text='Rows of the order that the log has corrected.')),
                ('replay_at', models.DateTimeField(help_text='When the next generation starts, because of a ruling.', null=True)),
                ('started_at', models.DateTimeField()),
                ('live_at', models.DateTimeField(null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'live')), fields=('status',), name='one_live_generation'), models.UniqueConstraint(condition=models.Q(('status', 'building')), fields=('status',), name='one_building_generation')],
            },
        ),
        migrations.CreateModel(
            name='RatingEntry',
            fields=[
                ('pk', models.CompositePrimaryKey('generation_id', 'account_id', 'family', 'number_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('family', models.CharField(max_length=16)),
                ('place', models.SmallIntegerField(help_text='From 0.')),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('account', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('number', models.ForeignKey(db_column='number', db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.ratedgame')),
                ('generation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.ratinggeneration')),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('family', models.CharField(max_length=16)),
                ('pool', models.CharField(max_length=8)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField(help_text='Standard deviation of mu; falls with every game.')),
                ('games', models.IntegerField(help_text='Games that changed it.')),
                ('at', models.DateTimeField(help_text='When the last of these games ended.')),
                ('account', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('generation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.ratinggeneration')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['generation', 'pool', 'family', '-mu', 'account'], name='ratings_by_rank'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('generation', 'account', 'family'), name='one_rating_a_family'),
                ],
            },
        ),
        migrations.CreateModel(
            name='RatingTask',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.IntegerField(help_text='Number of the move.')),
                ('at', models.DateTimeField()),
                ('retry_at', models.DateTimeField(help_text='When the rater tries again; null unless it failed.', null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
            ],
        ),
    ]
