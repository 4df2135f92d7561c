"""Personal data in disputes: export, erasure with the account, and purge of old addresses."""

from datetime import timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from games.disputes import claiming, undoing
from games.disputes.models import AuditEntry, Dispute, Ruling, SeatAddress, Words
from gofish_api.personal_data import close_account
from tests.disputes.desk import WORDS, file, find, finished, in_a_week, reviewer, rule, shown, user
from tests.players import Json, Player, guest, seated_by_requests

pytestmark = pytest.mark.django_db


def export(player: Player) -> Json:
    answer = player.get("/me/export")
    assert answer.status_code == 200
    exported: Json = answer.json()
    return exported


def test_an_export_has_an_accounts_own_texts_and_rulings_and_none_of_the_other_party() -> None:
    game, ann, bob = finished()
    dispute = file(ann, game)
    rule(dispute, reviewer(), "suspended", seat=1, until=in_a_week())
    bob.post(f"/disputes/{dispute.public_id}/appeal", {"words": "Not I."})

    anns, bobs = export(ann), export(bob)

    [filed] = anns["disputes"]
    assert (filed["id"], filed["game"], filed["move"]) == (dispute.public_id, game, 6)
    assert (filed["reason"], filed["status"]) == ("cheating_or_collusion", "appealed")
    assert [words["text"] for words in anns["dispute_words"]] == [WORDS]
    assert (anns["rulings"], bobs["disputes"]) == ([], [])
    assert [words["text"] for words in bobs["dispute_words"]] == ["Not I."]
    [ruled] = bobs["rulings"]
    assert (ruled["dispute"], ruled["kind"]) == (dispute.public_id, "suspended")
    assert ruled["reasons"] == "So it is."
    assert WORDS not in str(bobs)
    assert "Rae" not in str(bobs) + str(anns)
    assert [set(row) for row in bobs["addresses"]] == [{"game", "at"}] * len(bobs["addresses"])
    assert bobs["addresses"]


def test_an_export_has_a_ruling_that_was_undone() -> None:
    game, ann, bob = finished()
    dispute, rae = file(ann, game), reviewer()
    rule(dispute, rae, "warning", seat=1)

    undoing.undo(find(dispute.public_id), rae, now=timezone.now())

    [ruled] = export(bob)["rulings"]
    assert ruled["kind"] == "warning" and ruled["undone_at"] is not None


def test_bad_faith_is_that_of_the_ruling_that_counts() -> None:
    game, ann, _ = finished()
    dispute = file(ann, game)

    def is_bad_faith() -> bool:
        [filed] = export(ann)["disputes"]
        found: bool = filed["is_bad_faith"]
        return found

    rule(dispute, reviewer(), "dismissed", is_bad_faith=True)
    assert is_bad_faith()

    ann.post(f"/disputes/{dispute.public_id}/appeal", {"words": "It was in good faith."})
    rule(find(dispute.public_id), reviewer("Sam"), "warning", seat=1)
    assert not is_bad_faith()


def test_a_reviewer_exports_their_audit_entries() -> None:
    game, ann, _ = finished()
    rae = guest_reviewer()
    dispute, now = file(ann, game), timezone.now()

    claiming.claim(dispute, user(rae), now=now)
    claiming.release(dispute, user(rae), why="No time.", now=now)

    reviews = export(rae)["reviews"]
    assert [(review["action"], review["game"], review["why"]) for review in reviews] == [
        ("claimed", game, ""),
        ("released", game, "No time."),
    ]


def test_closing_an_account_erases_its_words_and_addresses() -> None:
    game, ann, bob = finished()
    waiting = file(ann, game)
    ruled = file(bob, game, against=0)
    rule(ruled, reviewer(), "dismissed")

    for player in (ann, bob):
        assert player.client.delete("/api/v1/me").status_code == 204

    assert set(Words.objects.values_list("text", flat=True)) == {""}
    assert not SeatAddress.objects.exists()
    assert find(waiting.public_id).status == "withdrawn"
    assert find(ruled.public_id).rulings.get().reasons == ""
    assert Dispute.objects.count() == 2


@pytest.mark.parametrize("closes", ["complainant", "accused"])
def test_closing_an_account_erases_reasons_of_earlier_rulings_on_it_for_all(closes: str) -> None:
    game, ann, bob = finished()
    dispute = file(ann, game)
    rule(dispute, reviewer("Rae"), "warning", seat=1)
    closed, other = (ann, bob) if closes == "complainant" else (bob, ann)
    of_others = rule(file(*reversed(finished()[:2])), reviewer("Sam"), "dismissed")

    assert closed.client.delete("/api/v1/me").status_code == 204

    assert [each["reasons"] for each in shown(other, dispute)["rulings"]] == [None]
    of_others.refresh_from_db()
    assert of_others.reasons == "So it is."
    assert "So it is." not in AuditEntry.objects.values_list("why", flat=True)
    assert not close_account.unfinished(now=timezone.now()).exists()
    Ruling.objects.filter(dispute=dispute).update(reasons="So it was.")
    [interrupted] = close_account.unfinished(now=timezone.now())
    assert interrupted.pk == closed.account
    Ruling.objects.filter(dispute=dispute).update(at=timezone.now())
    close_account.finish([closed.account])
    assert shown(other, dispute)["rulings"][0]["reasons"] == "So it was."


def test_addresses_are_purged_when_they_expire_and_not_before() -> None:
    seated_by_requests(2)
    kept = settings.ADDRESSES_KEPT
    old, young = SeatAddress.objects.order_by("pk")
    SeatAddress.objects.filter(pk=old.pk).update(at=timezone.now() - kept - timedelta(minutes=1))
    SeatAddress.objects.filter(pk=young.pk).update(at=timezone.now() - kept + timedelta(minutes=1))
    printed = StringIO()

    call_command("purge_addresses", stdout=printed)

    assert printed.getvalue() == "Digests of addresses deleted: 1.\n"
    assert [row.pk for row in SeatAddress.objects.all()] == [young.pk]


def guest_reviewer() -> Player:
    """Return a player who is also a reviewer."""
    player = guest()
    account = user(player)
    account.user_permissions.set(reviewer("Sam").user_permissions.all())
    return player
