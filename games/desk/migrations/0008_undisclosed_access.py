"""Another name for ``LookToTell`` in the code; the table keeps its name."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("disputes", "0007_undone_rulings")]

    operations = [
        migrations.AlterModelTable("LookToTell", "disputes_looktotell"),
        migrations.RenameModel("LookToTell", "UndisclosedAccess"),
    ]
