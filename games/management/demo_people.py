"""The accounts of the demonstration: six players and four members of staff.

Also the reviewers' notes on players, and the moves that the players' complaints are about.
"""

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Literal, NamedTuple

from django.contrib.auth.models import Group, Permission

from accounts import registration
from accounts.models import User
from accounts.names import skeleton
from games.desk import players
from games.desk.hidden_access import PERMISSION_WHILE_RUNNING
from games.desk.models import Dispute
from games.desk.review import asks, records
from games.desk.review.records import Step
from games.engine.cards import Seat
from games.engine.events import (
    Asked,
    BookMade,
    CardDrawn,
    CardsGiven,
    GoFish,
    Irregularity,
    Resigned,
)
from games.log import reader

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


RUDE = "Rotten-Herring-Face"


def add(cast: Cast, disputes: list[Dispute], *, now: datetime) -> None:
    """Write notes on the accused of disputes, and replace an abusive username."""
    reviewer = cast.second_reviewer.user
    ruled = [
        dispute
        for dispute in disputes
        if dispute.accused is not None and dispute.ruled_at is not None
    ]
    for dispute in ruled[:2]:
        assert dispute.accused is not None
        text = "Wrote to me politely, and knows the rules on this now."
        players.write_note(dispute.accused, reviewer, text, dispute=dispute, now=now)
    _replace_a_name(reviewer, now=now)


def _replace_a_name(reviewer: User, *, now: datetime) -> None:
    opened = now - timedelta(days=2)
    player = registration.register_guest(now=opened).user
    player.username, player.is_guest = RUDE, False  # reserved if the data is added again
    player.save(update_fields=["username", "is_guest"])
    why = "It insults other players."
    players.replace_username(player, reviewer, shown=RUDE, why=why, now=now)


Subject = Literal["luck", "lie", "departure", "favour", "name", "draw", "book", "slip"]


class Occasion(NamedTuple):
    """A move to dispute, the seat of the complainant, and the accused seat, if any."""

    move: int
    complainant: Seat
    accused: Seat | None = None


def occasion_of(subject: Subject, game_id: int) -> Occasion | None:
    """Return a move of a game that fits the subject of a complaint, or None."""
    steps = records.replayed(reader.read(game_id)).steps
    occasions = [*_found(subject, steps)]
    if not occasions:
        return None
    return occasions[len(occasions) // 2] if subject == "draw" else occasions[0]


def _found(subject: Subject, steps: Sequence[Step]) -> Iterator[Occasion]:
    """Yield every move that fits the subject, the clearest first."""
    match subject:
        case "luck":
            hits = [ask for ask in asks.judge(steps) if ask.is_hit]
            for ask in sorted(hits, key=lambda ask: (ask.seat != 0, ask.chance)):
                yield Occasion(ask.move, ask.target, ask.seat)
        case "name":
            yield Occasion(steps[-1].move.number, 1, 0)
        case _:
            for step in steps:
                if (occasion := _in_step(subject, step)) is not None:
                    yield occasion


def _in_step(subject: Subject, step: Step) -> Occasion | None:
    number, events = step.move.number, step.move.events
    for event in events:
        match subject, event:
            case "lie", CardsGiven(seat, to) if any(
                isinstance(other, Irregularity) for other in events
            ):
                return Occasion(number, to, seat)
            case "departure", Resigned(seat):
                return Occasion(number, 1 if seat == 0 else 0, seat)
            case "favour", Asked(0, 1):
                return Occasion(number, 1, 0)
            case "draw", CardDrawn(seat) if step.after.stock:
                return Occasion(number, seat)
            case "book", BookMade(seat):
                return Occasion(number, seat)
            case "slip", GoFish(_, to) if step.before.bots[to] is None:
                return Occasion(number, to)
            case _:
                pass
    return None
