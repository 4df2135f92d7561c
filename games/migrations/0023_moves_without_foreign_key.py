"""Moves without a foreign key on PostgreSQL: its check locks the game's row for each move.

On SQLite it costs little, and to drop it would copy the whole table of moves.
"""

import django.db.models.deletion
from django.db import migrations, models


class AlterFieldOnPostgreSQL(migrations.AlterField):
    """Alter the field of the model everywhere, and that of the table on PostgreSQL alone."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == 'postgresql':
            super().database_forwards(app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [
        ('games', '0022_check_at'),
    ]

    operations = [
        AlterFieldOnPostgreSQL(
            model_name='move',
            name='game',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='games.game'),
        ),
    ]
