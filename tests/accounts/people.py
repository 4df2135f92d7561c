"""People for the tests of accounts."""

import re
from datetime import UTC, datetime

from django.core import mail
from rest_framework.test import APIClient

from accounts import mail as account_mail
from accounts import registration
from accounts.registration import Registered

PASSWORD = "seven red herrings"


def register(username: str = "Ann") -> Registered:
    """Register somebody, just now."""
    return registration.register(username, PASSWORD, now=datetime.now(UTC))


def guest() -> Registered:
    """Let a guest in, just now."""
    return registration.register_guest(now=datetime.now(UTC))


def client(secret: str) -> APIClient:
    """Return a client that shows this token."""
    return APIClient(headers={"Authorization": f"Bearer {secret}"})


def letters_sent() -> list[mail.EmailMessage]:
    """Return the letters that went out, once the last one has."""
    account_mail.postman.submit(lambda: None).result()
    return mail.outbox


def code_in(letter: mail.EmailMessage) -> str:
    """Return the first code that a letter carries."""
    found = re.search(r'"code": "([^"]+)"', str(letter.body))
    assert found
    return found[1]
