from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_statistics'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='watch_code',
            field=models.CharField(blank=True, default='', help_text='Lets others watch a private game; empty for none.', max_length=8),
        ),
        migrations.AddField(
            model_name='invitation',
            name='decline_reason',
            field=models.CharField(blank=True, default='', help_text='A code, or empty for none.', max_length=16),
        ),
    ]
