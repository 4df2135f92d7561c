"""Accounts and tokens in the admin."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Token, User
from accounts.registration import Registered
from tests.accounts import people


@pytest.mark.parametrize("model", ["user", "token"])
def test_the_lists_and_forms_open_without_secrets(
    as_chief: Client, ann: Registered, model: str
) -> None:
    shown = ann.user if model == "user" else ann.issued.token

    assert (
        as_chief.get(reverse(f"admin:accounts_{model}_changelist"), {"q": "ann"}).status_code == 200
    )
    page = as_chief.get(reverse(f"admin:accounts_{model}_change", args=[shown.pk]))
    assert page.status_code == 200
    assert ann.issued.secret not in page.content.decode()
    assert ann.issued.token.digest.hex() not in page.content.decode()


@pytest.mark.parametrize("model", ["user", "token"])
@pytest.mark.parametrize(("term", "rows"), [("A-NN", 1), ("Ann@Example.org", 1)])
def test_the_lists_search_by_an_index_and_count_no_whole_table(
    as_chief: Client, ann: Registered, model: str, term: str, rows: int
) -> None:
    User.objects.filter(pk=ann.user.pk).update(
        email="ann@example.org", email_verified_at=timezone.now()
    )
    url = reverse(f"admin:accounts_{model}_changelist")
    whole = as_chief.get(url).context["cl"]
    with CaptureQueriesContext(connection) as asked:
        found = as_chief.get(url, {"q": term}).context["cl"]

    assert found.result_count == rows and found.full_result_count is None
    assert whole.result_count and whole.full_result_count is None
    counts = [each["sql"] for each in asked if "COUNT(" in each["sql"]]
    assert counts and all("LIMIT" in sql for sql in counts)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # which prefers to scan small tables
            cursor.execute("SET LOCAL enable_seqscan = off")
    plan = found.queryset.order_by().explain()
    assert "Seq Scan" not in plan and "SCAN accounts_" not in plan, plan


def test_the_list_of_games_counts_no_whole_table(as_chief: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        as_chief.get(reverse("admin:games_game_changelist"))

    counts = [each["sql"] for each in asked if "COUNT(" in each["sql"]]
    assert counts and all("LIMIT" in sql for sql in counts)


def test_a_token_can_be_revoked_but_not_added_or_deleted(as_chief: Client, ann: Registered) -> None:
    chosen = {"action": "revoke", "_selected_action": [ann.issued.token.pk]}

    as_chief.post(reverse("admin:accounts_token_changelist"), chosen)

    assert Token.objects.get().revoked_at
    assert as_chief.get(reverse("admin:accounts_token_add")).status_code == 403
    delete = reverse("admin:accounts_token_delete", args=[ann.issued.token.pk])
    assert as_chief.post(delete, {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("key", ["\0", str(2**63)])
def test_what_is_no_key_selects_no_token(as_chief: Client, ann: Registered, key: str) -> None:
    chosen = {"action": "revoke", "_selected_action": [ann.issued.token.pk, key]}

    assert as_chief.post(reverse("admin:accounts_token_changelist"), chosen).status_code == 400
    assert not Token.objects.get().revoked_at


@pytest.mark.parametrize(("name", "status"), [("Bob", 302), ("A_nn", 200)])
def test_a_new_account_needs_a_valid_and_unique_name(
    as_chief: Client, ann: Registered, name: str, status: int
) -> None:
    form = {
        "username": name,
        "usable_password": "true",
        "password1": people.PASSWORD,
        "password2": people.PASSWORD,
    }

    answer = as_chief.post(reverse("admin:accounts_user_add"), form)

    assert answer.status_code == status
    assert User.objects.filter(username=name).exists() == (status == 302)


@pytest.mark.parametrize(
    "lookup",
    ["complaints_about__isnull=False", "password__startswith=a"],
)
def test_accounts_can_be_filtered_by_the_listed_filters_only(as_chief: Client, lookup: str) -> None:
    """Another lookup could show a reviewer with a conflict of interest who complained."""
    assert as_chief.get(f"/admin/accounts/user/?{lookup}").status_code in (302, 400)
    assert as_chief.get("/admin/accounts/user/?is_bot__exact=1").status_code == 200
