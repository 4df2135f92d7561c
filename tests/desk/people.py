"""Those who work at the desk, each with a client that is logged in."""

from importlib import import_module
from types import SimpleNamespace

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test import Client

from accounts.models import User

PASSWORD = "sits-at-the-desk"


def staff(name: str, *groups: str, may: tuple[str, ...] = ()) -> User:
    """Open the account of a member of staff in these groups, with single permissions besides."""
    install_groups()
    user = User.objects.create_user(name, password=PASSWORD, is_staff=True)
    user.groups.set([Group.objects.get(name=group) for group in groups])
    user.user_permissions.set(Permission.objects.filter(codename__in=may))
    return user


def install_groups() -> None:
    """Make the groups anew: a test that commits empties every table."""
    if not Group.objects.exists():
        migration = import_module("games.disputes.migrations.0002_groups")
        migration.create(apps, SimpleNamespace(connection=connection))


def at_desk(name: str, *groups: str, may: tuple[str, ...] = ()) -> Client:
    """Return the client of a new member of staff."""
    client = Client(SERVER_NAME="localhost")
    user = staff(name, *groups, may=may)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client
