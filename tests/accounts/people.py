"""Accounts, clients and letters for the tests of accounts."""

import re
from datetime import UTC, datetime

from django.core import mail
from rest_framework.test import APIClient

from accounts import emails, registration
from accounts.registration import Registered

PASSWORD = "seven red herrings"


def register(username: str = "Ann") -> Registered:
    """Register a person."""
    return registration.register(username, PASSWORD, now=datetime.now(UTC))


def guest() -> Registered:
    """Create a guest."""
    return registration.register_guest(now=datetime.now(UTC))


def client(secret: str) -> APIClient:
    """Return a client that sends this token."""
    return APIClient(headers={"Authorization": f"Bearer {secret}"})


def letters_sent() -> list[mail.EmailMessage]:
    """Return the letters sent so far, after the queue is empty."""
    emails.postman.submit(lambda: None).result()
    return mail.outbox


def code_in(letter: mail.EmailMessage) -> str:
    """Return the first code in a letter."""
    found = re.search(r'"code": "([^"]+)"', str(letter.body))
    assert found
    return found[1]
