"""Disputes over the API: filing, reading, and what is refused."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from games.desk import filing, undoing
from games.desk.models import Dispute, Ruling, SeatAddress, Words
from games.log.models import Game
from games.play.models import AuditEntry
from gofish_api.personal_data import close_account
from tests.desk.review import (
    COMPLAINT,
    WORDS,
    file,
    find,
    finished,
    in_a_week,
    registered,
    reviewer,
    rule,
    shown,
)
from tests.players import Json, Player, guest, refused, seated, seated_by_requests

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql


@POSTGRESQL
def test_a_player_files_a_dispute_and_reads_it() -> None:
    game, ann, _ = seated(2)

    answer = ann.post(f"/games/{game}/disputes", COMPLAINT)

    filed = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/disputes/{filed['id']}")
    assert [words.pop("at") for words in filed["words"]] == [filed.pop("filed_at")]
    assert filed == {
        "id": filed["id"],
        "game": game,
        "move": 6,
        "reason": "cheating_or_collusion",
        "status": "open",
        "case": None,
        "yours": True,
        "against": 1,
        "words": [{"text": WORDS}],
        "rulings": [],
        "appeal": None,
    }
    assert shown(ann, find(filed["id"]))["words"][0]["text"] == WORDS


@pytest.mark.parametrize(
    ("terms", "who", "refusal"),
    [
        pytest.param({}, registered, None, id="a registered spectator"),
        pytest.param({}, None, (403, "not_seated"), id="a guest who did not play"),
        pytest.param({"visibility": "private"}, registered, (404, "game_not_found"), id="private"),
        pytest.param({"spectators": False}, registered, (403, "spectators_barred"), id="barred"),
    ],
)
def test_who_did_not_play_disputes_only_public_games(
    terms: dict[str, Any], who: Callable[[Player], Player] | None, refusal: tuple[int, str] | None
) -> None:
    ann, bob, other = guest(), guest(), guest()
    opened = ann.post("/games", {"seats": 2, **terms}).json()["game"]
    path = f"/games/{opened['id']}/disputes"
    assert refused(ann.post(path, COMPLAINT)) == (409, "not_started")
    code = {"join_code": opened["join_code"]} if opened["join_code"] else {}
    assert bob.join(opened["id"], **code).status_code == 200

    answer = (who or (lambda each: each))(other).post(path, COMPLAINT)

    if refusal is None:
        assert (answer.status_code, Dispute.objects.get().seat) == (201, None)
    else:
        assert refused(answer) == refusal
        assert not Dispute.objects.exists()
    filed = file(bob, opened["id"], against=0)
    assert (filed.seat, filed.complainant_id) == (1, bob.account)
    assert (filed.against, filed.accused_id) == (0, ann.account)


def test_an_imported_game_cannot_be_disputed() -> None:
    game, ann, _ = finished()
    Game.objects.update(imported_from={"game": "x", "players": []})

    assert refused(ann.post(f"/games/{game}/disputes", COMPLAINT)) == (409, "played_elsewhere")


@POSTGRESQL
def test_few_disputes_of_spectators_wait_and_players_can_always_file() -> None:
    game, ann, _ = seated(2)
    first, *_ = [file(registered(guest()), game) for _ in range(filing.MOST_OF_SPECTATORS)]
    late = registered(guest())

    assert refused(late.post(f"/games/{game}/disputes", COMPLAINT)) == (409, "too_many_disputes")
    file(ann, game)
    rule(first, reviewer(), "dismissed")
    file(late, game)
    assert refused(late.post(f"/games/{game}/disputes", COMPLAINT)) == (409, "already_disputed")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        pytest.param({"move": 99}, 404, "no_such_move", id="an unknown move"),
        pytest.param({"against": 2}, 422, "no_such_seat", id="an unknown seat"),
        pytest.param({"words": "  \n"}, 400, "validation_error", id="no words"),
        pytest.param({"move": None}, 400, "validation_error", id="cheating at no move"),
    ],
)
def test_an_invalid_dispute_is_refused(change: dict[str, Any], status: int, code: str) -> None:
    game, ann, _ = seated(2)

    answer = ann.post(f"/games/{game}/disputes", COMPLAINT | change)

    assert refused(answer) == (status, code)
    assert not Dispute.objects.exists()


@pytest.mark.parametrize("move", [{}, {"move": None}], ids=["left out", "null"])
def test_a_dispute_about_a_name_needs_no_move(move: dict[str, None]) -> None:
    game, ann, bob = seated(2)
    body = {"reason": "abusive_name", "words": WORDS, "against": 1, **move}

    answer = ann.post(f"/games/{game}/disputes", body)

    assert (answer.status_code, answer.json()["move"]) == (201, None)
    rule(find(answer.json()["id"]), reviewer(), "warning", seat=1)
    assert shown(bob, find(answer.json()["id"]))["rulings"][0]["kind"] == "warning"
    assert ann.get("/me/export").json()["disputes"][0]["move"] is None


@POSTGRESQL
def test_an_account_has_one_waiting_dispute_per_game() -> None:
    game, ann, bob = seated(2)
    dispute = file(ann, game)

    assert refused(ann.post(f"/games/{game}/disputes", COMPLAINT)) == (409, "already_disputed")
    file(bob, game)
    ann.client.delete(f"/api/v1/disputes/{dispute.public_id}")
    file(ann, game)


@POSTGRESQL
def test_words_are_added_while_it_waits_and_only_by_its_complainant() -> None:
    game, ann, bob = finished()
    dispute = file(ann, game)
    path = f"/disputes/{dispute.public_id}/words"

    added = ann.post(path, {"words": "And my queen."})

    assert [words["text"] for words in added.json()["words"]] == [WORDS, "And my queen."]
    assert refused(bob.post(path, {"words": "No."})) == (404, "dispute_not_found")
    rule(dispute, reviewer(), "dismissed")
    assert refused(ann.post(path, {"words": "But!"})) == (409, "dispute_settled")
    assert refused(bob.post(path, {"words": "No."})) == (403, "not_permitted")


def test_a_dispute_takes_a_limited_number_of_texts(settings: Any) -> None:
    game, ann, _ = seated(2)
    path = f"/disputes/{file(ann, game).public_id}/words"

    statuses = [ann.post(path, {"words": "And."}).status_code for _ in range(filing.MOST_WORDS)]

    assert statuses == [200] * (filing.MOST_WORDS - 1) + [409]


@POSTGRESQL
def test_a_withdrawn_dispute_is_settled() -> None:
    game, ann, bob = seated(2)
    dispute = file(ann, game)
    path = f"/api/v1/disputes/{dispute.public_id}"

    assert refused(bob.client.delete(path)) == (404, "dispute_not_found")
    assert ann.client.delete(path).status_code == 204
    assert shown(ann, dispute)["status"] == "withdrawn"
    assert refused(ann.client.delete(path)) == (409, "dispute_settled")
    appeal = ann.post(f"/disputes/{dispute.public_id}/appeal", {"words": "Once more."})
    assert refused(appeal) == (409, "not_ruled_yet")


@pytest.mark.usefixtures("in_one_window")
def test_writing_about_disputes_has_a_rate_limit_per_address(settings: Any) -> None:
    settings.RATES = settings.RATES | {"disputes_address": "2/hour"}
    game, ann, bob = seated(2)
    dispute = file(ann, game)
    file(bob, game)
    path, words = f"/api/v1/disputes/{dispute.public_id}/words", {"words": WORDS}

    assert refused(ann.client.post(path, words)) == (429, "rate_limited")
    assert ann.client.post(path, words, REMOTE_ADDR="192.0.2.9").status_code == 200


def test_a_dispute_is_hidden_from_others_until_it_is_ruled_on() -> None:
    game, ann, bob = seated(2)
    dispute = file(ann, game)

    for other in (bob, guest()):
        assert refused(other.get(f"/disputes/{dispute.public_id}")) == (404, "dispute_not_found")
        assert other.get(f"/games/{game}/disputes").json()["disputes"] == []
    assert Player().get(f"/games/{game}/disputes").status_code == 401


def test_a_ruling_reveals_neither_the_complainant_nor_their_words() -> None:
    game, ann, bob, cleo = seated(3)
    dispute = file(ann, game)
    rule(dispute, reviewer(), "warning", seat=1)

    eve = registered(guest())
    file(eve, game, against=None)
    assert [each["yours"] for each in eve.get(f"/games/{game}/disputes").json()["disputes"]] == [
        True
    ]
    for_bob, for_cleo = (
        other.get(f"/games/{game}/disputes").json()["disputes"][0] for other in (bob, cleo)
    )

    assert (for_bob["yours"], for_bob["words"], for_bob["against"]) == (False, [], 1)
    assert (for_bob["rulings"][0]["seat"], for_bob["rulings"][0]["reasons"]) == (1, "So it is.")
    assert (for_cleo["against"], for_cleo["rulings"][0]["seat"]) == (None, None)
    assert for_cleo["rulings"][0]["reasons"] is None
    for seen in (for_bob, for_cleo):
        assert WORDS not in str(seen)
        assert ann.name not in str(seen)


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


def test_closing_an_account_erases_its_words_and_addresses() -> None:
    game, ann, bob = finished()
    waiting = file(ann, game)
    ruled = file(bob, game, against=0)
    rae = reviewer()
    rule(ruled, rae, "dismissed")
    undoing.undo(find(ruled.public_id), rae, now=timezone.now())
    rule(ruled, rae, "dismissed")

    for player in (ann, bob):
        assert player.client.delete("/api/v1/me").status_code == 204

    assert set(Words.objects.values_list("text", flat=True)) == {""}
    assert not SeatAddress.objects.exists()
    assert find(waiting.public_id).status == "withdrawn"
    assert [*Ruling.all_given.values_list("reasons", flat=True)] == ["", ""]  # one was undone
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
