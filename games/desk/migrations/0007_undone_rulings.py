"""Rulings that were undone, and complaints that were not filed in good faith."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('disputes', '0006_player_pages'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='ruling',
            name='is_bad_faith',
            field=models.BooleanField(db_default=False, default=False, help_text='Whether the complaint was not in good faith.'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='undo_move',
            field=models.IntegerField(help_text='The number of the move that undid it.', null=True),
        ),
        migrations.AddField(
            model_name='ruling',
            name='undone_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name='ruling',
            index=models.Index(fields=['at'], name='rulings_by_time'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('undo_move__isnull', True), ('undone_at__isnull', True)), models.Q(('undo_move__isnull', False), ('undone_at__isnull', False)), _connector='OR'), name='an_undoing_is_a_move'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(('is_bad_faith', False), ('kind', 'dismissed'), _connector='OR'), name='only_dismissals_find_bad_faith'),
        ),
    ]
