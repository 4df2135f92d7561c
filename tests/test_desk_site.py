"""The admin's index and its page on the service's health."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Position, StoredAnswer
from tests.desk.people import at_desk
from tests.players import account_of, guest, seated

pytestmark = pytest.mark.django_db


def test_the_index_begins_with_disputes(admin_client: Client) -> None:
    apps = [app["app_label"] for app in admin_client.get("/admin/").context["app_list"]]

    assert apps == ["disputes", "games", "accounts", "auth"]


def test_each_sees_on_the_index_what_is_his(admin_client: Client) -> None:
    reviewer = at_desk("rita", "reviewer").get("/admin/").content.decode()
    operator = at_desk("otto", "operator").get("/admin/").content.decode()

    assert ("Disputes" in reviewer, "Audit entries" in reviewer, "Tokens" in reviewer) == (
        True,
        False,
        False,
    )
    assert ("Audit entries" in operator, "Tokens" in operator) == (True, True)


def test_a_service_at_rest_is_well() -> None:
    page = at_desk("otto", "operator").get("/admin/health/").content.decode()

    for said in ("reachable and migrated", "nothing is overdue", "none waits for a ruling"):
        assert said in page
    assert 'class="wrong"' not in page


def test_what_is_left_undone_is_shown() -> None:
    seated(2)
    Position.objects.update(deadline=timezone.now() - timedelta(hours=2))
    StoredAnswer.objects.create(
        account=account_of(guest()),
        key="k",
        fingerprint=bytes(32),
        status=200,
        headers={},
        body=b"",
        at=timezone.now() - timedelta(days=9),
    )

    page = at_desk("otto", "operator").get("/admin/health/").content.decode()

    assert "1 games are overdue, the first for 2\xa0hours" in page
    assert "manage.py purge_answers" in page


def test_health_is_for_those_who_look_after_games() -> None:
    assert Client(SERVER_NAME="localhost").get("/admin/health/").status_code == 302
    assert at_desk("nobody").get("/admin/health/").status_code == 403
