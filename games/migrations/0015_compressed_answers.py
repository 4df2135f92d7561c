from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_archive'),
    ]

    operations = [
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
