"""Who is at the desk in most of its tests."""

import pytest
from django.test import Client

from tests.desk.cases import at_desk


@pytest.fixture
def reviewer() -> Client:
    return at_desk("rita", "reviewer")
