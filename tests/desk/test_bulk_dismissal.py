"""Many disputes dismissed with one reason, and those among them that cannot be."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.disputes import claiming
from games.disputes.models import AuditEntry, Dispute, DisputeStatus, Ruling
from games.disputes.rulings import bulk_dismissal
from games.models import Seat
from tests.desk.cases import filed
from tests.desk.people import at_desk, staff
from tests.players import seated
from tests.tables import log_of

pytestmark = pytest.mark.django_db

QUEUE = "/admin/disputes/dispute/"


@pytest.fixture
def reviewer() -> Client:
    return at_desk("rita", "reviewer")


@pytest.fixture
def disputes() -> list[Dispute]:
    games = [seated(2) for _ in range(3)]
    return [filed(game, ann, against=1, move=2) for game, ann, _ in games]


def select(client: Client, disputes: list[Dispute], **more: Any) -> Any:
    chosen = [each.pk for each in disputes]
    return client.post(QUEUE, {"action": "dismiss", "_selected_action": chosen, **more})


def dismiss(client: Client, disputes: list[Dispute], **more: Any) -> Any:
    return select(client, disputes, apply="yes", **{"reasons": "Nothing at {move}."} | more)


def test_each_is_ruled_on_with_the_same_reason(reviewer: Client, disputes: list[Dispute]) -> None:
    asked = select(reviewer, disputes)
    answer = dismiss(reviewer, disputes, is_bad_faith="on")

    assert asked.status_code == 200 and "Dismiss 3 disputes" in asked.content.decode()
    assert answer.status_code == 302
    assert set(Dispute.objects.values_list("status", flat=True)) == {DisputeStatus.RULED}
    for ruling in Ruling.objects.select_related("dispute__game"):
        assert (ruling.reasons, ruling.is_bad_faith) == ("Nothing at move 2.", True)
        log = log_of(ruling.dispute.game.public_id)
        assert log.position == log.replayed
    assert AuditEntry.objects.filter(action="ruled").count() == 3


def test_the_others_are_dismissed_if_one_cannot_be(
    reviewer: Client, disputes: list[Dispute]
) -> None:
    sam = staff("sam", "reviewer")
    claiming.claim(disputes[0], sam, now=timezone.now())

    answer = dismiss(reviewer, disputes)

    messages = [str(each) for each in answer.wsgi_request._messages]
    assert messages[0] == "Dismissed: 2 of 3."
    assert disputes[0].public_id in messages[1] and claiming.CLAIMED_BY_ANOTHER in messages[1]
    assert Dispute.objects.get(pk=disputes[0].pk).reviewer == sam


def test_disputes_of_own_games_are_not_among_them(
    reviewer: Client, disputes: list[Dispute]
) -> None:
    rita = User.objects.get(username="rita")
    Seat.objects.filter(game=disputes[0].game_id, number=1).update(account=rita)

    dismiss(reviewer, disputes)

    assert Dispute.objects.get(pk=disputes[0].pk).status == DisputeStatus.OPEN
    assert Ruling.objects.count() == 2


@pytest.mark.parametrize(
    "words", [{}, {"reasons": " "}, {"reasons": "x" * 4_001}, {"template": "x"}]
)
def test_a_reason_is_needed(
    reviewer: Client, disputes: list[Dispute], words: dict[str, str]
) -> None:
    answer = select(reviewer, disputes, apply="yes", **words)

    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not AuditEntry.objects.exists()


def test_at_most_fifty_at_once(
    reviewer: Client, disputes: list[Dispute], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.admin.disputes.bulk.MOST_AT_ONCE", 2)

    answer = dismiss(reviewer, disputes)

    assert answer.status_code == 302
    assert not Ruling.objects.exists()
    assert bulk_dismissal.MOST_AT_ONCE == 50


def test_those_who_may_only_look_have_no_action(disputes: list[Dispute]) -> None:
    reader = at_desk("lena", may=("view_dispute",))

    page = reader.get(QUEUE).content.decode()
    answer = dismiss(reader, disputes)

    assert disputes[0].public_id in page
    assert 'name="action"' not in page
    assert answer.status_code in (200, 302)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("key", ["", "abc", "1.5", "\0", str(2**63), "9" * 30])
def test_what_is_no_key_selects_nothing(
    reviewer: Client, disputes: list[Dispute], key: str
) -> None:
    chosen = [disputes[0].pk, key]

    answer = reviewer.post(QUEUE, {"action": "dismiss", "_selected_action": chosen})

    assert answer.status_code == 400
