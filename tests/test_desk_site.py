"""The admin's index and its status page."""

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


def test_the_index_lists_what_each_role_may_see(admin_client: Client) -> None:
    reviewer = at_desk("rita", "reviewer").get("/admin/").content.decode()
    operator = at_desk("otto", "operator").get("/admin/").content.decode()

    assert ("Disputes" in reviewer, "Audit entries" in reviewer, "Tokens" in reviewer) == (
        True,
        False,
        False,
    )
    assert ("Audit entries" in operator, "Tokens" in operator) == (True, True)


def test_an_idle_service_has_no_faults() -> None:
    page = at_desk("otto", "operator").get("/admin/health/").content.decode()

    assert page.count('class="fine"') == 7
    assert 'class="wrong"' not in page


def test_overdue_games_and_old_answers_are_shown_as_faults() -> None:
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

    assert "1 game overdue, the oldest by 2\xa0hours" in page
    assert "manage.py purge_answers" in page


def test_the_status_page_needs_the_permission_to_view_games() -> None:
    assert Client(SERVER_NAME="localhost").get("/admin/health/").status_code == 302
    assert at_desk("paul").get("/admin/health/").status_code == 403
