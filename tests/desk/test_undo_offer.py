"""The button that undoes a ruling: offered where it is done, and the reason where it is not."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.disputes import claiming, filing, ruling
from games.disputes.models import Dispute, DisputeStatus, Ruling
from games.disputes.ruling import RulingDraft
from games.models import Position
from gofish_api.personal_data import close_account
from tests.desk.cases import filed, finished
from tests.desk.people import at_desk
from tests.players import Player, seated

pytestmark = pytest.mark.django_db

BUTTON = "Undo the ruling"
BARRED = "You cannot undo your ruling."


@pytest.fixture
def rita() -> Client:
    return at_desk("rita", "reviewer")


@pytest.fixture
def sam() -> Client:
    return at_desk("sam", "reviewer")


def rule(dispute: Dispute, by: str, draft: RulingDraft) -> None:
    reviewer, now = User.objects.get(username=by), timezone.now()
    claimed = claiming.claim(Dispute.objects.get(pk=dispute.pk), reviewer, now=now)
    ruling.rule(claimed, reviewer, draft, reasons="So it is.", now=now)


def appeal(dispute: Dispute, by: Player) -> None:
    filing.appeal(dispute.pk, by.account, words="Not I.", now=timezone.now())


def page_of(dispute: Dispute, client: Client) -> str:
    answer = client.get(f"/admin/disputes/dispute/{dispute.pk}/change/")
    assert answer.status_code == 200
    return answer.content.decode()


def undo(dispute: Dispute, client: Client) -> int:
    return client.post(f"/admin/disputes/dispute/{dispute.pk}/undo/").status_code


def test_it_is_offered_and_done(rita: Client, sam: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    rule(dispute, "rita", RulingDraft("dismissed"))

    assert BUTTON in page_of(dispute, rita)
    assert BUTTON not in page_of(dispute, sam) and BARRED not in page_of(dispute, sam)
    assert undo(dispute, rita) == 302


def test_a_removed_seat_that_cannot_come_back_bars_it(rita: Client, sam: Client) -> None:
    game, ann, bob, _ = seated(3)
    dispute = filed(game, ann, against=1, move=2)
    rule(dispute, "rita", RulingDraft("seat_removed", seat=1))
    appeal(dispute, bob)
    rule(dispute, "sam", RulingDraft("annulled"))

    page = page_of(dispute, sam)

    assert BUTTON not in page
    assert BARRED in page and "The game is over: no seat can be removed." in page
    assert undo(dispute, sam) == 409


def test_a_game_that_cannot_be_read_bars_it(rita: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    rule(dispute, "rita", RulingDraft("dismissed"))
    Position.objects.filter(pk=dispute.game_id).update(state="7")

    page = page_of(dispute, rita)

    assert BUTTON not in page
    assert BARRED in page and "cannot be read" in page
    assert undo(dispute, rita) == 409


def test_after_ten_minutes_the_page_does_not_mention_it(rita: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    rule(dispute, "rita", RulingDraft("dismissed"))
    Ruling.objects.update(at=timezone.now() - timedelta(minutes=11))

    page = page_of(dispute, rita)

    assert BUTTON not in page and BARRED not in page


def test_it_says_that_the_dispute_of_a_closed_account_ends(rita: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    rule(dispute, "rita", RulingDraft("dismissed"))
    assert "ends as withdrawn" not in page_of(dispute, rita)
    close_account.close(bob.account, now=timezone.now())

    assert "ends as withdrawn" in page_of(dispute, rita)
    answer = rita.post(f"/admin/disputes/dispute/{dispute.pk}/undo/", follow=True)

    assert "so the dispute is withdrawn" in answer.content.decode()
    assert Dispute.objects.get().status == DisputeStatus.WITHDRAWN


def test_a_claim_on_a_game_that_cannot_be_read_can_be_released(rita: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    rita.post(f"/admin/disputes/dispute/{dispute.pk}/claim/")
    Position.objects.filter(pk=dispute.game_id).update(state="7")

    page = page_of(dispute, rita)

    assert "Release this dispute" in page
    assert "You cannot rule on this dispute." in page and "Preview the ruling" not in page
    assert rita.post(f"/admin/disputes/dispute/{dispute.pk}/release/").status_code == 302
