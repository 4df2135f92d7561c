"""Actions of the audit about the second factor of staff. The column stays as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('disputes', '0008_undisclosed_access'),
    ]

    operations = [
        migrations.AlterField(
            model_name='auditentry',
            name='action',
            field=models.CharField(choices=[('looked', 'looked at hidden cards'), ('looked_into_running', 'looked at hidden cards of a running game'), ('claimed', 'claimed a dispute'), ('released', 'released a dispute'), ('ruled', 'ruled on a dispute'), ('exported', 'exported a dispute'), ('looked_at_player', 'opened the page of a player'), ('noted', 'wrote a note on a player'), ('note_erased', 'erased a note on a player'), ('renamed', 'replaced a username'), ('undid', 'undid a ruling'), ('enrolment_link', 'made a link to enrol a second factor'), ('enrolled', 'enrolled a second factor'), ('factor_removed', 'removed a second factor'), ('wrong_code', 'gave a wrong second factor')], max_length=24),
        ),
    ]
