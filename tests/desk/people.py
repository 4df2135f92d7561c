"""Staff accounts, and clients that are logged in to the desk."""

from importlib import import_module
from types import SimpleNamespace

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test import Client

from accounts.models import User

PASSWORD = "sits-at-the-desk"


def staff(name: str, *groups: str, may: tuple[str, ...] = ()) -> User:
    """Create a staff account in these groups, with the permissions ``may`` in addition."""
    install_groups()
    user = User.objects.create_user(name, password=PASSWORD, is_staff=True)
    user.groups.set([Group.objects.get(name=group) for group in groups])
    user.user_permissions.set(Permission.objects.filter(codename__in=may))
    return user


def install_groups() -> None:
    """Create the groups if they are missing: a transactional test empties every table."""
    if not Group.objects.exists():
        migration = import_module("games.desk.migrations.0002_groups")
        migration.create(apps, SimpleNamespace(connection=connection))


def at_desk(name: str, *groups: str, may: tuple[str, ...] = ()) -> Client:
    """Return a client that is logged in as a new staff account."""
    client = Client(SERVER_NAME="localhost")
    user = staff(name, *groups, may=may)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client
