"""What is stored about an account, for the person whose it is. Never a password hash or a digest."""

from typing import Any

from axes.models import AccessAttempt

from accounts import names
from accounts.models import Token, User

Json = dict[str, Any]


def held(user: User) -> Json:
    """Return everything that accounts hold about somebody."""
    return {
        "account": _account(user),
        "tokens": _tokens(user),
        "bots": [
            {"account": _account(bot), "tokens": _tokens(bot)} for bot in user.bots.order_by("pk")
        ],
        "failed_sign_ins": _failed_sign_ins(user),
    }


def _account(user: User) -> Json:
    return {
        "username": user.username,
        "email": user.email or None,
        "email_set_at": user.email_set_at,
        "email_verified_at": user.email_verified_at,
        "has_password": user.has_usable_password(),
        "is_guest": user.is_guest,
        "is_bot": user.is_bot,
        "is_staff": user.is_staff,
        "is_active": user.is_active,
        "suspended_until": user.suspended_until,
        "suspension_reason": user.suspension_reason or None,
        "created_at": user.created_at,
        "last_login": user.last_login,
    }


def _tokens(user: User) -> list[Json]:
    columns = [field.name for field in Token._meta.fields if field.name not in ("user", "digest")]
    return list(user.tokens.order_by("pk").values(*columns))


def _failed_sign_ins(user: User) -> list[Json]:
    attempts = AccessAttempt.objects.filter(username=names.canonical(user.username)).order_by("pk")
    return [
        {
            "at": attempt.attempt_time,
            "address": attempt.ip_address,
            "user_agent": attempt.user_agent,
            "failures": attempt.failures_since_start,
        }
        for attempt in attempts
    ]
