"""Complainants, reviewers, disputes and rulings for tests."""

import time
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import Permission
from django.utils import timezone
from django_otp.oath import TOTP

from accounts.models import User
from games.desk import claiming, ruling
from games.desk.models import Dispute, Ruling
from games.desk.ruling import RulingDraft
from tests.players import Json, Player, seated
from tests.tables import number_of

WORDS = "Seat 1 knew my king."
COMPLAINT = {"move": 6, "reason": "cheating_or_collusion", "words": WORDS, "against": 1}


def user(player: Player) -> User:
    """Return the account of a player."""
    return User.objects.get(pk=player.account)


def code_of(key: bytes) -> str:
    """Return the code that an authenticator app shows now."""
    app = TOTP(key)
    app.time = time.time()
    return f"{app.token():06}"


def reviewer(name: str = "Rae", *more: str) -> User:
    """Return a new reviewer with these permissions in addition."""
    account = User.objects.create_user(name, is_staff=True)
    codenames = ("review_disputes", *more)
    account.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return account


def finished() -> tuple[str, Player, Player]:
    """Return a game that Ann won because Bob resigned, with Ann and Bob."""
    game, ann, bob = seated(2)
    assert bob.post(f"/games/{game}/resign").status_code == 200
    return game, ann, bob


def registered(player: Player) -> Player:
    """Let a guest be a registered person, and return them."""
    User.objects.filter(pk=player.account).update(is_guest=False)
    return player


def file(player: Player, game: str, **changes: Any) -> Dispute:
    """File a dispute over the API."""
    answer = player.post(f"/games/{game}/disputes", COMPLAINT | changes)
    assert answer.status_code == 201, answer.json()
    return find(answer.json()["id"])


def find(public_id: str) -> Dispute:
    """Return a dispute, fresh from the database."""
    return Dispute.objects.get(pk=number_of(public_id))


def shown(player: Player, dispute: Dispute) -> Json:
    """Read a dispute over the API."""
    answer = player.get(f"/disputes/{dispute.public_id}")
    assert answer.status_code == 200, answer.json()
    body: Json = answer.json()
    return body


def rule(
    dispute: Dispute, by: User, kind: Any, *, now: datetime | None = None, **of: Any
) -> Ruling:
    """Claim a dispute and rule on it."""
    now = now or timezone.now()
    claiming.claim(dispute, by, now=now)
    return ruling.rule(dispute, by, RulingDraft(kind, **of), reasons="So it is.", now=now)


def in_a_week() -> datetime:
    """Return the time a week from now."""
    return timezone.now() + timedelta(days=7)


def codes(answers: list[Any]) -> Counter[str]:
    """Count the results of use cases by the code of their refusal, or ``ok``."""
    return Counter(getattr(answer, "code", "ok") for answer in answers)
