"""Quick match by strength, and an index that counts the players above one on a leaderboard."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_ratings'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='mu',
            field=models.FloatField(help_text='Of a rating that is certain enough to choose opponents by.', null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='widens_at',
            field=models.DateTimeField(help_text='When opponents of more different strength fit; null if all fit.', null=True),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('game__isnull', True), ('widens_at__isnull', False)), fields=['widens_at'], name='matches_by_widening'),
        ),
        migrations.RemoveIndex(
            model_name='rating',
            name='ratings_by_rank',
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['generation', 'pool', 'family', '-mu', 'account', 'at', 'sigma'], name='ratings_by_rank'),
        ),
    ]
