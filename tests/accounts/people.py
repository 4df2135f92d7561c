"""People for the tests of accounts."""

from datetime import UTC, datetime

from rest_framework.test import APIClient

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
