"""Those who work at the desk, each with a client that is logged in."""

from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts.models import User


def at_desk(name: str, *groups: str, may: tuple[str, ...] = ()) -> Client:
    """Return the client of a new member of staff in these groups, with single permissions besides."""
    user = User.objects.create_user(name, password="sits-at-the-desk")
    user.is_staff = True
    user.save()
    user.groups.set(Group.objects.filter(name__in=groups))
    assert user.groups.count() == len(groups)
    user.user_permissions.set(Permission.objects.filter(codename__in=may))
    client = Client(SERVER_NAME="localhost")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client
