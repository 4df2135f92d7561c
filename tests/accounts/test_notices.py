"""Notices: listing, marking as read, limits, export, and letters about them."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks
from rest_framework.test import APIClient

from accounts import emails, locks, notices, registration
from accounts.models import Notice, User
from accounts.notices import KEPT_FOR, MOST_KEPT, NewNotice
from accounts.registration import Registered
from tests.accounts import people

pytestmark = pytest.mark.django_db

ME = "/api/v1/me"
INBOX = f"{ME}/notices"
MARK = f"{INBOX}/read"
DATA = {"game": "0AbCdEfGhIj"}


def give(user: User, count: int = 1, *, kind: str = "looked_into") -> list[int]:
    """Store notices for an account and return their ids, oldest first."""
    notices.send([NewNotice(user.pk, kind, DATA)] * count, now=timezone.now())
    return list(user.notices.values_list("pk", flat=True))[-count:]


def listed(client: APIClient, query: str = "") -> list[int]:
    answer = client.get(f"{INBOX}{query}")
    assert answer.status_code == 200, answer.json()
    return [notice["id"] for notice in answer.json()["results"]]


# --- reading --------------------------------------------------------------------------------------


def test_notices_are_listed_newest_first_and_counted(ann: Registered, as_ann: APIClient) -> None:
    first, second = give(ann.user, 2)

    assert listed(as_ann) == [second, first]
    assert as_ann.get(ME).json()["unread_notices"] == 2
    notice = as_ann.get(INBOX).json()["results"][0]
    assert (notice["kind"], notice["read_at"]) == ("looked_into", None)
    assert notice["data"] == {
        "game": DATA["game"],
        "dispute": None,
        "ruling": None,
        "seat": None,
        "until": None,
        "reason": None,
        "tournament": None,
        "removal": None,
    }


def test_all_notices_are_reached_page_by_page(ann: Registered, as_ann: APIClient) -> None:
    ids = give(ann.user, 5)
    found, path = [], f"{INBOX}?limit=2"

    while path:
        page = as_ann.get(path).json()
        found += [notice["id"] for notice in page["results"]]
        path = page["next"]

    assert found == sorted(ids, reverse=True)


# --- marking --------------------------------------------------------------------------------------


def test_notices_are_marked_up_to_one_or_one_by_one(ann: Registered, as_ann: APIClient) -> None:
    ids = give(ann.user, 4)

    up_to = as_ann.post(MARK, {"up_to": ids[1]}).json()
    once_more = as_ann.post(MARK, {"up_to": ids[1]}).json()
    one = as_ann.post(MARK, {"ids": [ids[3], ids[0]]}).json()

    assert [each["unread_notices"] for each in (up_to, once_more, one)] == [2, 2, 1]
    assert listed(as_ann, "?unread=true") == [ids[2]]
    assert listed(as_ann) == ids[::-1]
    assert as_ann.get(ME).json()["unread_notices"] == 1


def test_notices_of_another_account_cannot_be_marked(ann: Registered, as_ann: APIClient) -> None:
    other = people.register("Bob")
    [notice] = give(other.user)

    for body in ({"ids": [notice]}, {"up_to": notice}):
        assert as_ann.post(MARK, body).json() == {"unread_notices": 0}

    assert Notice.objects.get().read_at is None
    assert listed(as_ann) == []


def test_a_suspended_account_still_reads_its_notices(ann: Registered, as_ann: APIClient) -> None:
    [notice] = give(ann.user, kind="suspended")
    locks.suspend(ann.user, reason="other", until=None)

    assert listed(as_ann) == [notice]
    assert as_ann.post(MARK, {"up_to": notice}).json() == {"unread_notices": 0}
    assert as_ann.get(ME).json()["unread_notices"] == 0


# --- bounds ---------------------------------------------------------------------------------------


def test_beyond_the_limit_the_oldest_read_notices_are_deleted(ann: Registered) -> None:
    bob = people.register("Bob").user
    give(bob)
    ids = give(ann.user, MOST_KEPT)
    read = ids[10:13]
    notices.mark_read(ann.user.pk, ids=read, now=timezone.now())

    new = [give(ann.user)[0], give(ann.user)[0]]

    kept = set(ann.user.notices.values_list("pk", flat=True))
    assert kept == {*ids, *new} - set(read[:2])
    assert bob.notices.count() == 1


def test_notices_are_deleted_after_the_retention_time_only(ann: Registered) -> None:
    old, young = give(ann.user, 2)
    now = timezone.now()
    for notice, age in ((old, timedelta(minutes=1)), (young, -timedelta(minutes=1))):
        Notice.objects.filter(pk=notice).update(created_at=now - KEPT_FOR - age)

    assert notices.purge(now=now, most=10) == 1
    assert notices.purge(now=now, most=10) == 0
    assert Notice.objects.get().pk == young


# --- export and the end of an account -------------------------------------------------------------


def test_an_export_contains_the_notices_of_the_account_and_its_bots(
    ann: Registered, as_ann: APIClient
) -> None:
    bot = registration.create_bot(ann.user, "Robbie", now=timezone.now()).user
    [own], [bots_own] = give(ann.user), give(bot)

    held = as_ann.get(f"{ME}/export").json()

    notice, of_bot = held["notices"]
    assert (notice["id"], notice["kind"], notice["data"]) == (own, "looked_into", DATA)
    assert (of_bot["id"], of_bot["account"]) == (bots_own, "Robbie")


def test_a_closed_account_has_no_notices_and_gets_none(ann: Registered, as_ann: APIClient) -> None:
    bot = registration.create_bot(ann.user, "Robbie", now=timezone.now()).user
    give(ann.user), give(bot)

    assert as_ann.delete(ME).status_code == 204
    assert not Notice.objects.exists()
    for user in (ann.user, bot):
        assert give(user) == []

    assert not Notice.objects.exists()


# --- letters --------------------------------------------------------------------------------------


@pytest.fixture
def verified(ann: Registered) -> User:
    ann.user.email, ann.user.email_verified_at = "ann@example.org", timezone.now()
    ann.user.save()
    return ann.user


def test_a_letter_has_the_kind_of_the_notice_and_no_data(
    verified: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        give(verified, kind="dispute_ruled")
        assert people.letters_sent() == []

    [letter] = people.letters_sent()
    assert letter.to == ["ann@example.org"]
    assert "dispute ruled" in letter.body
    assert "GET /api/v1/me/notices" in letter.body
    assert DATA["game"] not in letter.body


def test_an_unverified_address_gets_no_letter(
    verified: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    User.objects.update(email_verified_at=None)

    with django_capture_on_commit_callbacks(execute=True):
        give(verified)

    assert people.letters_sent() == []


def test_letters_about_notices_are_limited_by_the_quota_of_the_address(
    verified: User,
    in_one_window: None,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        give(verified, 20)

    assert len(people.letters_sent()) == 5
    assert verified.notices.count() == 20


def test_a_failing_mail_server_loses_no_notice(
    verified: User,
    settings: Any,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # refuses connections

    with django_capture_on_commit_callbacks(execute=True):
        give(verified)
    emails.postman.submit(lambda: None).result()

    assert mail.outbox == []
    assert verified.notices.count() == 1
