"""Fixtures for the tests of accounts."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from accounts.registration import Registered
from tests.accounts import people


@pytest.fixture
def anonymous() -> APIClient:
    """A client without a token."""
    return APIClient()


@pytest.fixture
def ann(db: None) -> Registered:
    """A registered person with a password."""
    return people.register("Ann")


@pytest.fixture
def as_ann(ann: Registered) -> APIClient:
    """A client with Ann's first token."""
    return people.client(ann.issued.secret)


@pytest.fixture
def as_chief(db: None) -> Client:
    """A client signed in to the admin."""
    client = Client()
    chief = User.objects.create_superuser("Chief", people.PASSWORD)
    client.force_login(chief, backend="django.contrib.auth.backends.ModelBackend")
    return client
