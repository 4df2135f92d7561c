"""The accounts of the demonstration: six players and four members of staff."""

import secrets
from datetime import datetime, timedelta
from itertools import count
from typing import NamedTuple

from django.contrib.auth.models import Group, Permission

from accounts.lifecycle import registration
from accounts.models import User
from accounts.names import skeleton
from games.desk.hidden_access import PERMISSION_WHILE_RUNNING

PLAYERS = ("north", "northeast", "southeast", "south", "southwest", "northwest")
ACCOUNTS_AGE = timedelta(days=20)
"""Age of the accounts: older than the oldest game."""
DESK = ("reviewer", "second-reviewer", "operator", "chief")


class Login(NamedTuple):
    """A staff account, its password and its purpose."""

    user: User
    password: str
    purpose: str


class Cast(NamedTuple):
    """The accounts of the demonstration. The players share a password."""

    players: tuple[User, ...]
    players_password: str
    reviewer: Login
    second_reviewer: Login
    operator: Login
    chief: Login

    @property
    def desk(self) -> tuple[Login, ...]:
        """The staff accounts."""
        return self.reviewer, self.second_reviewer, self.operator, self.chief


def is_gathered() -> bool:
    """Return whether the staff accounts exist. Anyone may have the players' names."""
    staff = User.objects.filter(username__in=DESK, is_staff=True)
    return staff.count() == len(DESK)


def gather(*, now: datetime) -> Cast:
    """Create the accounts with random passwords. A username that is taken gets a number."""
    password = _password()
    opened_at = now - ACCOUNTS_AGE
    players = tuple(_player(name, password, opened_at) for name in PLAYERS)
    reviewer, second_reviewer, operator, chief_name = DESK
    chief = _staff(chief_name, "superuser, has every permission")
    chief.user.is_superuser = True
    chief.user.save()
    return Cast(
        players,
        password,
        _reviewer(reviewer, "rules on disputes, can access hidden cards of running games"),
        _reviewer(
            second_reviewer,
            "has claimed and ruled already; rules on appeals against rulings of the first",
        ),
        _staff(operator, "reads games, accounts, tokens and the audit log", "operator"),
        chief,
    )


def _player(name: str, password: str, opened_at: datetime) -> User:
    user = registration.register(_free(name), password, now=opened_at).user
    user.created_at = opened_at
    user.save(update_fields=["created_at"])
    return user


def _reviewer(name: str, purpose: str) -> Login:
    login = _staff(name, purpose, "reviewer")
    codename = PERMISSION_WHILE_RUNNING.partition(".")[2]
    login.user.user_permissions.add(Permission.objects.get(codename=codename))
    return login


def _staff(name: str, purpose: str, *groups: str) -> Login:
    password = _password()
    user = User.objects.create_user(_free(name), password=password, is_staff=True)
    user.groups.set(Group.objects.filter(name__in=groups))
    return Login(user, password, purpose)


def _free(name: str) -> str:
    """Return the name, or the first free one of ``name-2``, ``name-3`` and so on."""
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(
        candidate
        for candidate in names
        if not User.objects.filter(skeleton=skeleton(candidate)).exists()
    )


def _password() -> str:
    return secrets.token_urlsafe(12)
