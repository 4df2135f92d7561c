"""The username under which axes counts wrong passwords."""

from collections.abc import Mapping
from typing import Any

from axes.models import AccessAttempt
from django.http import HttpRequest

from accounts import names

_LONGEST = AccessAttempt._meta.get_field("username").max_length


def counted_name(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str:
    """Return the submitted username in its canonical form, for ``AXES_USERNAME_CALLABLE``."""
    typed = (request.POST if credentials is None else credentials).get("username")
    # A name longer than the column belongs to no account, so cut names may share a count.
    return names.canonical(str(typed or ""))[:_LONGEST]
