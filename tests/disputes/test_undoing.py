"""A ruling undone by its reviewer: what is restored, who is notified, and what is refused."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts import suspensions
from accounts.models import User
from games.disputes import claiming, filing, undoing
from games.disputes.models import Action, AuditEntry, Dispute, DisputeStatus, Ruling
from games.disputes.refusals import NotPermitted, ReviewerInvolved, UndoImpossible
from games.log import heads
from games.models import Seat
from gofish_api.personal_data import close_account
from tests.disputes.desk import file, find, finished, in_a_week, reviewer, rule, shown, user
from tests.players import seated
from tests.tables import log_of, number_of

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql


def undo(dispute: Dispute, by: User, *, now: datetime | None = None) -> Ruling:
    return undoing.undo(find(dispute.public_id), by, now=now or timezone.now())


@POSTGRESQL
def test_the_dispute_waits_again_and_the_undoing_is_a_move() -> None:
    game, ann, bob = finished()
    dispute, rae = file(ann, game), reviewer()
    given = rule(dispute, rae, "warning", seat=1)

    undone = undo(dispute, rae)

    dispute = find(dispute.public_id)
    assert (dispute.status, dispute.reviewer, dispute.ruled_at) == (DisputeStatus.OPEN, rae, None)
    assert (undone.pk, undone.undo_move) == (given.pk, given.move + 1)
    log = log_of(game)
    assert log.position == log.replayed
    assert not Ruling.objects.exists()
    assert Ruling.all_given.get().undone_at is not None
    assert shown(ann, dispute)["rulings"] == []
    [newest, *_] = bob.get("/me/notices").json()["results"]
    assert (newest["kind"], newest["data"]["dispute"]) == ("ruling_undone", dispute.public_id)
    entry = AuditEntry.objects.get(action=Action.UNDID)
    assert (entry.actor, entry.dispute_id) == (rae, dispute.pk)


def test_the_same_reviewer_rules_again() -> None:
    game, ann, _ = finished()
    dispute, rae = file(ann, game), reviewer()
    rule(dispute, rae, "annulled")
    undo(dispute, rae)

    again = rule(find(dispute.public_id), rae, "dismissed")

    assert find(dispute.public_id).status == DisputeStatus.RULED
    assert [*Ruling.objects.all()] == [again]
    assert heads.load(number_of(game)).state.rulings[-1].case == 1


@POSTGRESQL
def test_a_suspension_and_an_annulment_end_with_their_ruling() -> None:
    game, ann, bob = finished()
    other, cid, _ = finished()
    first, second, rae = file(ann, game), file(cid, other), reviewer()
    rule(first, rae, "suspended", seat=1, until=in_a_week())
    rule(second, rae, "annulled")

    undo(first, rae)
    undo(second, rae)

    assert not suspensions.is_suspended(user(bob), now=timezone.now())
    standing = ann.get(f"/games/{other}").json()
    assert standing["winners"] == [0]


def test_an_undone_ruling_on_appeal_gives_back_the_first() -> None:
    game, ann, bob = finished()
    dispute, rae, sam = file(ann, game), reviewer(), reviewer("Sam")
    rule(dispute, rae, "suspended", seat=1, until=in_a_week())
    filing.appeal(dispute.pk, bob.account, words="Not I.", now=timezone.now())
    rule(find(dispute.public_id), sam, "dismissed")
    assert not suspensions.is_suspended(user(bob), now=timezone.now())

    undo(dispute, sam)

    dispute = find(dispute.public_id)
    assert (dispute.status, dispute.reviewer) == (DisputeStatus.APPEALED, sam)
    assert [ruling.kind for ruling in dispute.rulings.all()] == ["suspended"]
    assert suspensions.is_suspended(user(bob), now=timezone.now())


def test_a_game_that_was_ended_is_not_revived() -> None:
    game, ann, _ = seated(2)
    dispute, rae = file(ann, game, move=2), reviewer()
    rule(dispute, rae, "annulled")

    undo(dispute, rae)

    state = ann.get(f"/games/{game}").json()
    assert (state["status"], state["winners"]) == ("over", None)


def test_a_removed_seat_is_given_back() -> None:
    game, ann, bob = seated(3)[:3]
    dispute, rae = file(ann, game, move=2), reviewer()
    rule(dispute, rae, "seat_removed", seat=1)

    undo(dispute, rae)

    assert not heads.load(number_of(game)).state.left
    [newest, *_] = bob.get("/me/notices").json()["results"]
    assert newest["kind"] == "seat_restored"


def appealed(dispute: Dispute, rae: User) -> User:
    filing.appeal(dispute.pk, dispute.complainant_id, words="So?", now=timezone.now())
    return rae


def by_another(dispute: Dispute, rae: User) -> User:
    return reviewer("Sam")


def another_ruling(dispute: Dispute, rae: User) -> User:
    other = Seat.objects.get(game=dispute.game_id, number=1).account_id
    assert other is not None
    second = filing.file(
        dispute.game_id, other, move_number=2, reason="other", words="I too.", now=timezone.now()
    )
    rule(second, rae, "dismissed")
    return rae


def another_dispute(dispute: Dispute, rae: User) -> User:
    filing.file(
        dispute.game_id,
        dispute.complainant_id,
        move_number=2,
        reason="other",
        words="And this.",
        now=timezone.now(),
    )
    return rae


@POSTGRESQL
@pytest.mark.parametrize("happens", [appealed, by_another, another_ruling, another_dispute])
def test_a_ruling_that_was_followed_stays(happens: Callable[[Dispute, User], User]) -> None:
    game, ann, _ = finished()
    dispute, rae = file(ann, game), reviewer()
    rule(dispute, rae, "dismissed")
    by = happens(dispute, rae)

    assert undoing.obstacle(find(dispute.public_id), by, now=timezone.now())
    with pytest.raises(UndoImpossible):
        undo(dispute, by)
    assert Ruling.objects.filter(dispute=dispute).exists()


def test_moves_after_a_removed_seat_keep_it_removed() -> None:
    game, ann, _, cid = seated(3)
    dispute, rae = file(ann, game, move=2), reviewer()
    rule(dispute, rae, "seat_removed", seat=1)
    cid.post(f"/games/{game}/resign")

    with pytest.raises(UndoImpossible):
        undo(dispute, rae)


def test_after_ten_minutes_a_ruling_stays() -> None:
    game, ann, _ = finished()
    dispute, rae = file(ann, game), reviewer()
    at = timezone.now() - timedelta(minutes=11)
    Dispute.objects.filter(pk=dispute.pk).update(filed_at=at)
    rule(dispute, rae, "dismissed", now=at)

    with pytest.raises(UndoImpossible):
        undo(dispute, rae)
    undo(dispute, rae, now=at + timedelta(minutes=10))


def test_without_the_permission_or_with_a_seat_a_ruling_stays() -> None:
    game, ann, _ = finished()
    dispute, rae = file(ann, game), reviewer()
    rule(dispute, rae, "dismissed")

    with pytest.raises(NotPermitted):
        undo(dispute, user(ann))
    Seat.objects.filter(game=dispute.game_id, number=0).update(account=rae)
    with pytest.raises(ReviewerInvolved):
        undo(dispute, rae)


def test_a_waiting_dispute_has_nothing_to_undo() -> None:
    game, ann, _ = finished()
    dispute, rae = file(ann, game), reviewer()
    claiming.claim(dispute, rae, now=timezone.now())

    with pytest.raises(UndoImpossible):
        undo(dispute, rae)
    rule(dispute, rae, "dismissed")
    undo(dispute, rae)
    with pytest.raises(UndoImpossible):
        undo(dispute, rae)


def test_what_the_game_does_not_allow_is_an_obstacle_too() -> None:
    game, ann, bob = seated(3)[:3]
    dispute, rae, sam = file(ann, game, move=2), reviewer(), reviewer("Sam")
    rule(dispute, rae, "seat_removed", seat=1)
    filing.appeal(dispute.pk, bob.account, words="Not I.", now=timezone.now())
    rule(find(dispute.public_id), sam, "annulled")

    obstacle = undoing.obstacle(find(dispute.public_id), sam, now=timezone.now())

    assert obstacle == "The ruling cannot be undone. The game is over: no seat can be removed."
    with pytest.raises(UndoImpossible, match="no seat can be removed"):
        undo(dispute, sam)


@POSTGRESQL
def test_a_dispute_of_a_closed_account_ends_as_withdrawn() -> None:
    game, ann, bob = finished()
    dispute, rae = file(ann, game), reviewer()
    rule(dispute, rae, "suspended", seat=1)
    close_account.close(ann.account, now=timezone.now())

    undone = undo(dispute, rae)

    dispute = find(dispute.public_id)
    assert (dispute.status, dispute.reviewer) == (DisputeStatus.WITHDRAWN, None)
    assert undone.dispute.status == DisputeStatus.WITHDRAWN
    assert not suspensions.is_suspended(user(bob), now=timezone.now())
    assert bob.get("/me/notices").json()["results"][0]["kind"] == "ruling_undone"
    assert (
        claiming.next_free(reviewer("Sam"), other_than=file(bob, game), now=timezone.now()) is None
    )


def test_an_appeal_waits_again_though_the_complainant_has_closed_their_account() -> None:
    game, ann, bob = finished()
    dispute, rae, sam = file(ann, game), reviewer(), reviewer("Sam")
    rule(dispute, rae, "warning", seat=1)
    filing.appeal(dispute.pk, bob.account, words="Not I.", now=timezone.now())
    close_account.close(ann.account, now=timezone.now())
    rule(find(dispute.public_id), sam, "dismissed")

    undo(dispute, sam)

    dispute = find(dispute.public_id)
    assert (dispute.status, dispute.reviewer) == (DisputeStatus.APPEALED, sam)
