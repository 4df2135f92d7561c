"""Claims, rulings, appeals and suspensions: their effects, and what is refused."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.utils import timezone

from games.disputes import claiming, hidden_access, ruling
from games.disputes.models import Action, AuditEntry, Dispute, SeatAddress
from games.disputes.refusals import (
    ClaimedByAnother,
    DisputeSettled,
    NotClaimed,
    NotPermitted,
    ReasonsMissing,
    ReviewerInvolved,
)
from games.disputes.ruling import RulingDraft
from games.disputes.templates import TEMPLATES
from games.engine.refusals import Refusal, RulingImpossible
from games.models import Game
from games.queries import results
from games.queries.results import ResultCount
from games.services.moves import seat_addresses
from tests import tables
from tests.disputes.desk import file, find, finished, in_a_week, reviewer, rule, shown, user
from tests.players import guest, seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql

UNKNOWN: Any = "pardoned"


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


def test_a_released_dispute_can_be_claimed_again() -> None:
    game, ann, _ = finished()
    dispute, now = file(ann, game), timezone.now()
    rae, sam = reviewer("Rae"), reviewer("Sam")
    claiming.claim(dispute, rae, now=now)

    claiming.release(dispute, rae, now=now)

    assert claiming.claim(dispute, sam, now=now).reviewer == sam
    with pytest.raises(NotClaimed):
        claiming.release(dispute, rae, now=now)


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


@pytest.mark.parametrize(
    ("draft", "template", "refusal"),
    [
        pytest.param(RulingDraft(UNKNOWN), "", RulingImpossible, id="kind"),
        pytest.param(RulingDraft("dismissed"), "unknown", ReasonsMissing, id="template"),
    ],
)
def test_an_unknown_kind_or_template_is_refused_and_nothing_is_recorded(
    draft: RulingDraft, template: str, refusal: type[Refusal]
) -> None:
    game, ann, _ = finished()
    dispute, now = file(ann, game), timezone.now()
    rae = reviewer()
    claiming.claim(dispute, rae, now=now)
    version = ann.state(game)["version"]

    with pytest.raises(refusal):
        ruling.rule(dispute, rae, draft, template=template, reasons="So it is.", now=now)

    assert ann.state(game)["version"] == version
    assert not dispute.rulings.exists()
    if draft.kind == UNKNOWN:
        with pytest.raises(refusal):
            ruling.preview(dispute, draft)


@pytest.mark.slow
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


def test_a_preview_returns_the_effects_and_changes_nothing() -> None:
    game, ann, _ = finished()
    dispute = file(ann, game)
    version = ann.state(game)["version"]

    preview = ruling.preview(dispute, RulingDraft("annulled"))

    assert preview.before == {0: "won", 1: "lost"}
    assert preview.after == {0: "no result", 1: "no result"}
    assert len(preview.sentences) == 1
    assert ann.state(game)["version"] == version


def test_a_ruling_needs_reasons() -> None:
    game, ann, _ = finished()
    dispute, now, rae = file(ann, game), timezone.now(), reviewer()
    claiming.claim(dispute, rae, now=now)

    with pytest.raises(ReasonsMissing):
        ruling.rule(dispute, rae, RulingDraft("dismissed"), reasons=" ", now=now)
    ruled = ruling.rule(dispute, rae, RulingDraft("dismissed"), template="no_evidence", now=now)

    assert ruled.reasons == TEMPLATES["no_evidence"].format(seat="seat 1")


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


def test_a_suspension_expires() -> None:
    game, ann, bob = finished()
    now = timezone.now()

    rule(file(ann, game), reviewer(), "suspended", seat=1, until=now - timedelta(seconds=1))

    assert bob.get("/games?mine=true").status_code == 200


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


@POSTGRESQL
def test_claims_and_rulings_are_in_the_append_only_audit_log() -> None:
    game, ann, _ = finished()
    rule(file(ann, game), reviewer(), "dismissed")

    recorded = list(AuditEntry.objects.order_by("pk").values_list("action", "why"))

    assert recorded == [(Action.CLAIMED, ""), (Action.RULED, "")]
    for change in (
        lambda: AuditEntry.objects.update(why="forged"),
        lambda: AuditEntry.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError, match="the audit is append-only"), transaction.atomic():
            change()
    assert Dispute.objects.get().reviewer is None


def test_addresses_are_stored_as_digests_that_show_a_shared_network() -> None:
    game, ann, bob = seated(2)
    number, now = number_of(game), timezone.now()
    SeatAddress.objects.all().delete()
    for player, address in ((ann, "192.0.2.7"), (ann, "192.0.2.7"), (bob, "192.0.2.9")):
        seat_addresses.record(number, player.account, address, now=now)

    anns, bobs = SeatAddress.objects.order_by("seat__number")
    assert bytes(anns.network) == bytes(bobs.network)
    assert bytes(anns.address) != bytes(bobs.address)
    assert b"192.0.2" not in bytes(anns.address) + bytes(anns.network)
    assert ann.client.delete("/api/v1/me").status_code == 204
    assert SeatAddress.objects.count() == 1


@POSTGRESQL
def test_each_change_of_a_seats_address_is_a_row() -> None:
    game, ann, _ = seated(2)
    SeatAddress.objects.all().delete()
    played_from = ["192.0.2.7", "192.0.2.7", "192.0.2.8", "192.0.2.7"]

    for address in played_from:
        seat_addresses.record(number_of(game), ann.account, address, now=timezone.now())
    seat_addresses.record(number_of(game), guest().account, "192.0.2.7", now=timezone.now())

    first, other, again = (bytes(row.address) for row in SeatAddress.objects.order_by("pk"))
    assert first == again != other


def test_a_request_records_the_address_of_its_seat() -> None:
    guest().create()

    assert SeatAddress.objects.count() == 1


def test_the_groups_have_exactly_their_permissions() -> None:
    permissions = {
        group.name: set(group.permissions.values_list("codename", flat=True))
        for group in Group.objects.all()
    }

    common = {"view_game", "view_seat"}
    assert permissions["reviewer"] == common | {
        "view_dispute",
        "review_disputes",
        "export_disputes",
    }
    assert permissions["operator"] == common | {
        "view_auditentry",
        "view_user",
        "view_token",
        "change_token",
    }


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
