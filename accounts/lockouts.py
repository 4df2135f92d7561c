"""Under which name a wrong password is counted."""

from collections.abc import Mapping
from typing import Any

from axes.models import AccessAttempt
from django.http import HttpRequest

from accounts import names

_LONGEST = AccessAttempt._meta.get_field("username").max_length


def counted_name(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str:
    """Return the name in its canonical form; the setting ``AXES_USERNAME_CALLABLE``."""
    typed = (request.POST if credentials is None else credentials).get("username")
    # What is longer than the column is no account's name, so it may share a count with another.
    return names.canonical(str(typed or ""))[:_LONGEST]
