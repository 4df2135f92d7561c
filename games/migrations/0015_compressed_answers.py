import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0014_analyses'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='storedanswer',
            name='answers_by_age',
        ),
        migrations.AlterField(
            model_name='storedanswer',
            name='account',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='storedanswer',
            name='dictionary',
            field=models.SmallIntegerField(help_text='That compresses the body; null if it is not compressed.', null=True),
        ),
        migrations.AlterField(
            model_name='storedanswer',
            name='fingerprint',
            field=models.BinaryField(help_text='Of method, path and body; the first 16 bytes if compressed.', max_length=32),
        ),
        migrations.AlterField(
            model_name='storedanswer',
            name='headers',
            field=models.JSONField(help_text='Empty if compressed: they are in the body then.'),
        ),
    ]
