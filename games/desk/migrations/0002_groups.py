"""The groups of those who work at the desk, each with exactly its permissions.

Django makes permissions after all migrations, which is too late here; it finds these by their codenames.
"""

from django.db import migrations

NAMES = {
    "disputes.view_dispute": "Can view dispute",
    "disputes.review_disputes": "Can claim disputes and rule on them",
    "disputes.export_disputes": "Can export disputes with their evidence",
    "disputes.view_auditentry": "Can view audit entry",
    "games.view_game": "Can view game",
    "games.view_seat": "Can view seat",
    "accounts.view_user": "Can view user",
    "accounts.view_token": "Can view token",
    "accounts.change_token": "Can change token",
}
GROUPS = {
    "reviewer": [
        "disputes.view_dispute",
        "disputes.review_disputes",
        "disputes.export_disputes",
        "games.view_game",
        "games.view_seat",
    ],
    "operator": [
        "disputes.view_auditentry",
        "games.view_game",
        "games.view_seat",
        "accounts.view_user",
        "accounts.view_token",
        "accounts.change_token",
    ],
}


def create(apps, schema_editor):
    using = schema_editor.connection.alias
    group, permission, content_type = (
        apps.get_model(name).objects.using(using)
        for name in ("auth.Group", "auth.Permission", "contenttypes.ContentType")
    )
    for name, granted in GROUPS.items():
        made, _ = group.get_or_create(name=name)
        for full_name in granted:
            app, codename = full_name.split(".")
            model = codename.partition("_")[2] if app != "disputes" else "dispute"
            model = "auditentry" if codename == "view_auditentry" else model
            kind, _ = content_type.get_or_create(app_label=app, model=model)
            right, _ = permission.get_or_create(
                content_type=kind, codename=codename, defaults={"name": NAMES[full_name]}
            )
            made.permissions.add(right)


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0001_initial"),
        ("accounts", "0001_initial"),
        ("games", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
