"""Disputes over the API: filing, reading, and what is refused."""

from typing import Any

import pytest

from games.disputes import filing
from games.disputes.models import Dispute, Reason, Words
from games.models import Game
from tests.disputes.desk import (
    COMPLAINT,
    WORDS,
    file,
    find,
    finished,
    registered,
    reviewer,
    rule,
    shown,
)
from tests.players import Player, guest, refused, seated

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


def test_a_spectator_of_a_public_game_files_one_too() -> None:
    game, _, _ = seated(2)

    assert file(registered(guest()), game, against=None).seat is None


def test_guests_dispute_only_games_that_they_played() -> None:
    game, _, _ = seated(2)

    answer = guest().post(f"/games/{game}/disputes", COMPLAINT)

    assert refused(answer) == (403, "not_seated")
    assert not Dispute.objects.exists()


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


def test_the_seats_of_both_sides_are_kept_with_their_accounts() -> None:
    game, ann, bob = seated(2)

    dispute = file(ann, game)

    assert (dispute.seat, dispute.complainant_id) == (0, ann.account)
    assert (dispute.against, dispute.accused_id) == (1, bob.account)


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        pytest.param({"move": 99}, 404, "no_such_move", id="an unknown move"),
        pytest.param({"move": 0}, 400, "validation_error", id="move 0"),
        pytest.param({"move": True}, 400, "validation_error", id="a move that is not a number"),
        pytest.param({"against": 2}, 422, "no_such_seat", id="an unknown seat"),
        pytest.param({"against": 6}, 400, "validation_error", id="a seat beyond any game"),
        pytest.param({"reason": "spite"}, 400, "validation_error", id="an unknown reason"),
        pytest.param({"words": "  \n"}, 400, "validation_error", id="no words"),
        pytest.param({"words": "x\0"}, 400, "validation_error", id="a NUL"),
        pytest.param({"words": "x" * 2001}, 400, "validation_error", id="too many characters"),
        pytest.param({"status": "ruled"}, 400, "validation_error", id="an unknown field"),
    ],
)
def test_an_invalid_dispute_is_refused(change: dict[str, Any], status: int, code: str) -> None:
    game, ann, _ = seated(2)

    answer = ann.post(f"/games/{game}/disputes", COMPLAINT | change)

    assert refused(answer) == (status, code)
    assert not Dispute.objects.exists()


@pytest.mark.parametrize("reason", ["abusive_name", "other"])
@pytest.mark.parametrize("move", [{}, {"move": None}], ids=["left out", "null"])
def test_a_dispute_about_a_name_or_something_else_needs_no_move(
    reason: str, move: dict[str, None]
) -> None:
    game, ann, bob = seated(2)
    body = {"reason": reason, "words": WORDS, "against": 1, **move}

    answer = ann.post(f"/games/{game}/disputes", body)

    assert (answer.status_code, answer.json()["move"]) == (201, None)
    rule(find(answer.json()["id"]), reviewer(), "warning", seat=1)
    assert shown(bob, find(answer.json()["id"]))["rulings"][0]["kind"] == "warning"
    assert ann.get("/me/export").json()["disputes"][0]["move"] is None


@pytest.mark.parametrize("move", [{}, {"move": None}], ids=["left out", "null"])
@pytest.mark.parametrize("reason", sorted({*Reason.values} - {"abusive_name", "other"}))
def test_every_other_dispute_names_a_move(reason: str, move: dict[str, None]) -> None:
    game, ann, _ = seated(2)

    answer = ann.post(f"/games/{game}/disputes", {"reason": reason, "words": WORDS, **move})

    assert refused(answer) == (400, "validation_error")
    [error] = answer.json()["errors"]
    assert (error["pointer"], error["code"]) == ("/move", "required")
    assert not Dispute.objects.exists()


@pytest.mark.parametrize("change", [{}, {"reason": "abusive_name", "move": None}])
def test_a_game_in_its_lobby_cannot_be_disputed(change: dict[str, Any]) -> None:
    ann = guest()

    answer = ann.post(f"/games/{ann.create()}/disputes", COMPLAINT | change)

    assert refused(answer) == (409, "not_started")


def test_only_its_players_dispute_a_private_game() -> None:
    ann, bob, eve = guest(), guest(), guest()
    opened = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]
    assert bob.join(opened["id"], join_code=opened["join_code"]).status_code == 200
    path = f"/games/{opened['id']}/disputes"

    assert refused(eve.post(path, COMPLAINT)) == (404, "game_not_found")
    assert refused(eve.get(path)) == (404, "game_not_found")
    assert bob.post(path, COMPLAINT).status_code == 201


def test_only_its_players_dispute_a_game_without_spectators() -> None:
    ann = guest()
    game = ann.post("/games", {"seats": 2, "spectators": False}).json()["game"]["id"]
    guest().join(game)

    answer = guest().post(f"/games/{game}/disputes", COMPLAINT)

    assert refused(answer) == (403, "spectators_barred")


def test_an_imported_game_cannot_be_disputed() -> None:
    game, ann, _ = finished()
    Game.objects.update(imported_from={"game": "x", "players": []})

    assert refused(ann.post(f"/games/{game}/disputes", COMPLAINT)) == (409, "played_elsewhere")


@POSTGRESQL
def test_an_account_has_one_waiting_dispute_per_game() -> None:
    game, ann, bob = seated(2)
    dispute = file(ann, game)

    assert refused(ann.post(f"/games/{game}/disputes", COMPLAINT)) == (409, "already_disputed")
    file(bob, game)
    ann.client.delete(f"/api/v1/disputes/{dispute.public_id}")
    file(ann, game)


@POSTGRESQL
def test_a_dispute_that_was_appealed_waits_again() -> None:
    game, ann, bob = finished()
    dispute = file(ann, game)
    rule(dispute, reviewer(), "annulled")
    assert bob.post(f"/disputes/{dispute.public_id}/appeal", {"words": "No."}).status_code == 200

    assert refused(ann.post(f"/games/{game}/disputes", COMPLAINT)) == (409, "already_disputed")


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
    settings.RATES = settings.RATES | {"disputes": "none"}
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
def test_writing_about_disputes_has_a_rate_limit_per_account(settings: Any) -> None:
    settings.RATES = settings.RATES | {"disputes": "1/hour"}
    game, ann, bob = seated(2)
    file(ann, game)

    answer = ann.post(f"/games/{game}/disputes", COMPLAINT)

    assert refused(answer) == (429, "rate_limited")
    assert ann.get(f"/games/{game}/disputes").status_code == 200
    file(bob, game)


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


@pytest.mark.parametrize("text", ["00000000000", "nothing", "zzzzzzzzzzz"])
def test_an_unknown_dispute_is_not_found(text: str) -> None:
    assert refused(guest().get(f"/disputes/{text}")) == (404, "dispute_not_found")


def test_a_ruling_reveals_neither_the_complainant_nor_their_words() -> None:
    game, ann, bob, cleo = seated(3)
    dispute = file(ann, game)
    rule(dispute, reviewer(), "warning", seat=1)

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


@POSTGRESQL
def test_a_spectator_sees_only_their_own_disputes() -> None:
    game, ann, _ = seated(2)
    eve = registered(guest())
    file(eve, game, against=None)
    rule(file(ann, game), reviewer(), "dismissed")

    listed = eve.get(f"/games/{game}/disputes").json()["disputes"]

    assert [each["yours"] for each in listed] == [True]
    assert Words.objects.count() == 2
