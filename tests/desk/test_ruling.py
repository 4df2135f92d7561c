"""Claims, rulings, appeals and suspensions: their effects, and what is refused."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts import locks
from accounts.models import User
from games.desk import claiming, filing, hidden_access, ruling, undoing
from games.desk.models import Dispute, DisputeStatus, Ruling, SeatAddress
from games.desk.refusals import (
    ClaimedByAnother,
    DisputeSettled,
    NotClaimed,
    NotPermitted,
    ReasonsMissing,
    ReviewerInvolved,
    UndoImpossible,
)
from games.desk.ruling import RulingDraft
from games.log import head_reader
from games.log.models import Game, Seat
from games.play import results, seats
from games.play.models import Action, AuditEntry
from games.play.results import ResultCount
from gofish_api.personal_data import close_account
from tests import tables
from tests.desk.review import file, find, finished, in_a_week, reviewer, rule, shown, user
from tests.players import guest, seated
from tests.tables import log_of, number_of

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql


@POSTGRESQL
def test_one_reviewer_at_a_time_until_the_claim_expires() -> None:
    game, ann, _ = finished()
    dispute, now = file(ann, game), timezone.now()
    rae, sam = reviewer("Rae"), reviewer("Sam")
    claiming.claim(dispute, rae, now=now)

    with pytest.raises(ClaimedByAnother):
        claiming.claim(dispute, sam, now=now)
    assert shown(ann, dispute)["status"] == "claimed"
    claiming.claim(dispute, sam, now=now + claiming.CLAIM_DURATION)

    with pytest.raises(NotClaimed):
        ruling.rule(dispute, rae, RulingDraft("dismissed"), reasons="No.", now=now)


def test_a_claim_needs_the_permission_and_no_seat_in_the_game() -> None:
    game, ann, bob = finished()
    dispute, now = file(ann, game), timezone.now()
    played = reviewer("Rae")
    Game.objects.get(pk=dispute.game_id).seats.filter(number=1).update(account=played)

    with pytest.raises(ReviewerInvolved):
        claiming.claim(dispute, played, now=now)
    with pytest.raises(NotPermitted):
        claiming.claim(dispute, user(bob), now=now)
    with pytest.raises(ReviewerInvolved):
        hidden_access.record_access(dispute.game, played, now=now)


def test_an_annulled_game_counts_for_no_player_and_its_log_still_verifies() -> None:
    game, ann, bob = finished()
    dispute = file(ann, game)
    assert results.by_preset(ann.account) == {"classic": ResultCount(played=1, won=1)}
    [before] = [each["number"] for each in ann.moves(game)[-1:]]

    rule(dispute, reviewer(), "annulled")

    assert results.by_preset(ann.account) == results.by_preset(bob.account) == {}
    last = bob.moves(game)[-1]
    assert (last["number"], last["seat"]) == (before + 1, None)
    assert last["events"] == [{"type": "ruled", "case": 1, "kind": "annulled"}]
    assert "So it is." not in str(last)
    transcript = ann.get(f"/games/{game}/transcript").json()
    assert ann.post("/transcripts/verify", transcript).json()["holds"]
    log = tables.log_of(game)
    assert log.position == log.replayed


def test_an_adjusted_result_counts_as_adjusted() -> None:
    game, ann, bob = finished()

    rule(file(ann, game), reviewer(), "adjusted", scores=(1, 3))

    # Bob has left the game, and a leaver does not win.
    assert results.by_preset(ann.account) == {"classic": ResultCount(played=1, won=1)}
    assert results.by_preset(bob.account) == {"classic": ResultCount(played=1, lost=1)}


@POSTGRESQL
def test_a_removed_player_cannot_act_and_a_stand_in_plays_on() -> None:
    game, ann, bob = seated(2)

    rule(file(ann, game), reviewer(), "seat_removed", seat=1)

    assert bob.state(game)["seats"][1]["left"]
    refused = bob.post(f"/games/{game}/resign")
    assert (refused.status_code, refused.json()["code"]) == (409, "already_left")
    assert ann.state(game)["to_act"] in (0, None)


def test_an_appeal_needs_another_reviewer_and_its_ruling_is_final() -> None:
    game, ann, bob = finished()
    dispute, rae = file(ann, game), reviewer("Rae")
    rule(dispute, rae, "annulled")
    path = f"/disputes/{dispute.public_id}/appeal"

    appealed = bob.post(path, {"words": "I had seen it."})

    assert (appealed.status_code, appealed.json()["status"]) == (200, "appealed")
    assert "I had seen it." not in str(shown(ann, dispute))
    dispute = find(dispute.public_id)
    with pytest.raises(ReviewerInvolved):
        claiming.claim(dispute, rae, now=timezone.now())
    rule(dispute, reviewer("Sam"), "dismissed")
    assert results.by_preset(ann.account) == {"classic": ResultCount(played=1, won=1)}
    assert [each["on_appeal"] for each in shown(bob, dispute)["rulings"]] == [False, True]
    assert ann.post(path, {"words": "Again."}).json()["code"] == "appealed_already"
    with pytest.raises(DisputeSettled):
        claiming.claim(find(dispute.public_id), reviewer("Tim"), now=timezone.now())


@POSTGRESQL
def test_a_suspended_account_can_only_appeal_and_play_again_if_it_succeeds() -> None:
    game, ann, bob = finished()
    dispute = file(ann, game)

    rule(dispute, reviewer("Rae"), "suspended", seat=1, until=in_a_week())

    refused = bob.post("/games", {"seats": 2})
    assert (refused.status_code, refused.json()["code"]) == (403, "account_suspended")
    assert "cheating or collusion" in refused.json()["detail"]
    assert bob.get("/me").json()["suspension_reason"] == "cheating_or_collusion"
    appeal = bob.post(f"/disputes/{dispute.public_id}/appeal", {"words": "Not I."})
    assert appeal.status_code == 200
    rule(find(dispute.public_id), reviewer("Sam"), "dismissed")
    assert bob.post("/games", {"seats": 2}).status_code == 201


def test_a_later_and_shorter_suspension_does_not_end_a_longer_one() -> None:
    (game, ann, bob), rae = finished(), reviewer()
    rule(file(ann, game), rae, "suspended", seat=1, until=None)

    rule(file(ann, game), rae, "suspended", seat=1, until=in_a_week())

    assert user(bob).suspended_until == locks.FOR_GOOD


def test_access_to_a_running_game_is_disclosed_to_its_players_when_it_is_over() -> None:
    game, ann, bob = seated(2)
    table, now = Game.objects.get(pk=number_of(game)), timezone.now()
    with pytest.raises(NotPermitted):
        hidden_access.record_access(table, reviewer("Rae"), why="A tip.", now=now)
    sam = reviewer("Sam", "look_into_running_games")
    with pytest.raises(ReasonsMissing):
        hidden_access.record_access(table, sam, why=" ", now=now)

    hidden_access.record_access(table, sam, why="A tip.", now=now)

    assert ann.get(f"/games/{game}/disputes").json()["looks"] == []
    bob.post(f"/games/{game}/resign")
    [access] = ann.get(f"/games/{game}/disputes").json()["looks"]
    assert (access["move"], access["why"]) == (6, "A tip.")
    assert guest().get(f"/games/{game}/disputes").json()["looks"] == []
    other, *players = finished()
    assert players[0].get(f"/games/{other}/disputes").json()["looks"] == []


def test_access_is_to_one_game_for_an_hour() -> None:
    one, other = (Game.objects.get(pk=number_of(seated(2)[0])) for _ in range(2))
    sam, now = reviewer("Sam", "look_into_running_games"), timezone.now()
    hidden_access.record_access(one, sam, why="A tip.", now=now)

    ends = now + hidden_access.ACCESS_DURATION
    seen = [
        hidden_access.sees_hidden_cards(game, sam, now=at)
        for game, at in ((one, now), (other, now), (one, ends))
    ]

    assert seen == [True, False, False]


def test_addresses_are_stored_as_digests_that_show_a_shared_network() -> None:
    game, ann, bob = seated(2)
    number, now = number_of(game), timezone.now()
    SeatAddress.objects.all().delete()
    for player, address in ((ann, "192.0.2.7"), (ann, "192.0.2.7"), (bob, "192.0.2.9")):
        seats.record(number, player.account, address, now=now)

    anns, bobs = SeatAddress.objects.order_by("seat__number")
    assert bytes(anns.network) == bytes(bobs.network)
    assert bytes(anns.address) != bytes(bobs.address)
    assert b"192.0.2" not in bytes(anns.address) + bytes(anns.network)
    assert ann.client.delete("/api/v1/me").status_code == 204
    assert SeatAddress.objects.count() == 1


@POSTGRESQL
def test_a_seat_restored_to_a_closed_account_is_resigned() -> None:
    ann, bob, cat = guest(), guest(), guest()
    game = ann.post("/games", {"seats": 3, "on_abandon": "stand_in"}).json()["game"]["id"]
    for player in (bob, cat):
        assert player.join(game).status_code == 200
    dispute = file(ann, game, against=2, move=3)
    rule(dispute, reviewer(), "seat_removed", seat=2)
    assert cat.client.delete("/api/v1/me").status_code == 204
    assert ann.post(f"/disputes/{dispute.public_id}/appeal", {"words": "Hard."}).status_code == 200

    rule(find(dispute.public_id), reviewer("Roy"), "dismissed")

    seat = ann.state(game)["seats"][2]
    assert seat["left"] and seat["bot"]


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


@POSTGRESQL
def test_a_suspension_and_an_annulment_end_with_their_ruling() -> None:
    game, ann, bob = finished()
    other, cid, _ = finished()
    first, second, rae = file(ann, game), file(cid, other), reviewer()
    rule(first, rae, "suspended", seat=1, until=in_a_week())
    rule(second, rae, "annulled")

    undo(first, rae)
    undo(second, rae)

    assert not locks.is_suspended(user(bob), now=timezone.now())
    standing = ann.get(f"/games/{other}").json()
    assert standing["winners"] == [0]


def test_an_undone_ruling_on_appeal_gives_back_the_first() -> None:
    game, ann, bob = finished()
    dispute, rae, sam = file(ann, game), reviewer(), reviewer("Sam")
    rule(dispute, rae, "suspended", seat=1, until=in_a_week())
    filing.appeal(dispute.pk, bob.account, words="Not I.", now=timezone.now())
    rule(find(dispute.public_id), sam, "dismissed")
    assert not locks.is_suspended(user(bob), now=timezone.now())

    undo(dispute, sam)

    dispute = find(dispute.public_id)
    assert (dispute.status, dispute.reviewer) == (DisputeStatus.APPEALED, sam)
    assert [ruling.kind for ruling in dispute.rulings.all()] == ["suspended"]
    assert locks.is_suspended(user(bob), now=timezone.now())


def test_a_removed_seat_is_given_back() -> None:
    game, ann, bob = seated(3)[:3]
    dispute, rae = file(ann, game, move=2), reviewer()
    rule(dispute, rae, "seat_removed", seat=1)

    undo(dispute, rae)

    assert not head_reader.load(number_of(game)).state.left
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


@POSTGRESQL
@pytest.mark.parametrize("happens", [appealed, by_another, another_ruling])
def test_a_ruling_that_was_followed_stays(happens: Callable[[Dispute, User], User]) -> None:
    game, ann, _ = finished()
    dispute, rae = file(ann, game), reviewer()
    rule(dispute, rae, "dismissed")
    by = happens(dispute, rae)

    assert undoing.obstacle(find(dispute.public_id), by, now=timezone.now())
    with pytest.raises(UndoImpossible):
        undo(dispute, by)
    assert Ruling.objects.filter(dispute=dispute).exists()


def test_without_the_permission_or_with_a_seat_a_ruling_stays() -> None:
    game, ann, _ = finished()
    dispute, rae = file(ann, game), reviewer()
    rule(dispute, rae, "dismissed")

    with pytest.raises(NotPermitted):
        undo(dispute, user(ann))
    Seat.objects.filter(game=dispute.game_id, number=0).update(account=rae)
    with pytest.raises(ReviewerInvolved):
        undo(dispute, rae)


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
    assert not locks.is_suspended(user(bob), now=timezone.now())
    assert bob.get("/me/notices").json()["results"][0]["kind"] == "ruling_undone"
    assert (
        claiming.next_free(reviewer("Sam"), other_than=file(bob, game), now=timezone.now()) is None
    )
