"""A retry gets the first answer again; a refused request is decided again."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.credentials import tokens
from accounts.models import User
from games.log import replay
from games.log.models import Game, StoredAnswer
from games.play import idempotency
from games.play.api import pipeline
from tests import tables
from tests.log import archives
from tests.players import Player, guest, refused

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),  # a taken key rolls the whole transaction back
]


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def ask(player: Player, game: str, key: str, rank: str = "A") -> Any:
    return player.ask(game, 1, rank, Idempotency_Key=key)


def test_the_same_request_under_the_same_key_is_one_move_and_the_same_bytes() -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)

    answers = [ask(ann, game, "one") for _ in range(2)]
    assert bob.ask(game, 0, "2").status_code == 200
    answers.append(ask(ann, game, "one"))

    assert {(answer.status_code, answer.content, answer["ETag"]) for answer in answers} == {
        (200, answers[0].content, answers[0]["ETag"])
    }
    assert ann.state(game)["version"] == answers[0].json()["state"]["version"] + 1


def test_a_retry_late_in_a_long_game_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    monkeypatch.setattr(pipeline, "LONGEST_REPLAY", ann.state(game)["version"])
    monkeypatch.delattr(replay, "state_at")

    first, again = (ask(ann, game, "one") for _ in range(2))

    assert first.status_code == 200
    assert (again.content, again["ETag"]) == (first.content, first["ETag"])


@pytest.mark.parametrize("overlays", [["honour"], ["series"]])
def test_each_answer_of_a_game_is_repeated_after_its_end(overlays: list[str]) -> None:
    ann, *others = players = [guest() for _ in range(3)]
    body = {"seats": 3, "overlays": overlays, "turn_seconds": 30, "on_abandon": "stand_in"}
    game = ann.post("/games", body).json()["game"]["id"]
    for player in others:
        player.join(game)
    rng = Random(7)
    sent: list[tuple[Player, dict[str, Any], dict[str, str], Any]] = []

    def send(player: Player, action: dict[str, Any]) -> None:
        tag = player.get(f"/games/{game}/state")["ETag"]
        headers = {"Idempotency_Key": str(len(sent))}
        answer = player.act(game, action, If_Match=tag, **headers)
        assert answer.status_code == 200
        sent.append((player, action, headers, answer))

    while len(sent) < 40:
        player = players[ann.state(game)["to_act"]]
        legal = player.state(game)["legal_actions"]
        send(player, rng.choice([each for each in legal if each["type"] != "resign"]))
    for player in players:
        send(player, {"type": "resign"})
    archives.run()
    assert archives.is_archived(game)

    for player, action, headers, answer in sent:
        again = player.act(game, action, **headers)
        assert (again.content, again["ETag"]) == (answer.content, answer["ETag"])


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda ann, game: ask(ann, game, "one", rank="3"), id="another body"),
        pytest.param(
            lambda ann, game: ann.post("/games", {"seats": 2}, Idempotency_Key="one"),
            id="a new game",
        ),
        pytest.param(
            lambda ann, _: ask(ann, tables.dealt(ann, guest(), pack=tables.TWO_HANDS), "one"),
            id="another game",
        ),
    ],
)
def test_the_same_key_for_another_request_is_refused(other: Callable[[Player, str], Any]) -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    version = ask(ann, game, "one").json()["state"]["version"]

    answer = other(ann, game)

    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert ann.state(game)["version"] == version


def test_the_keys_of_two_accounts_are_independent() -> None:
    ann, bob = guest(), guest()
    body = {"seats": 2}

    games = {
        player.post("/games", body, Idempotency_Key="one").json()["game"]["id"]
        for player in (ann, bob, ann, bob)
    }

    assert len(games) == 2


def test_a_refused_request_gets_no_answer_of_another_account() -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    assert ask(ann, game, "one").status_code == 200

    assert ask(bob, game, "one").status_code == 422  # of a seat about itself


def test_a_used_key_does_not_tell_strangers_that_a_private_game_exists() -> None:
    ann, eve = guest(), guest()
    opened = ann.post("/games", {"seats": 2, "visibility": "private"})
    private = opened.json()["game"]["id"]
    eve.post("/games", {"seats": 2}, Idempotency_Key="one")

    there, nowhere = (refused(ask(eve, game, "one")) for game in (private, "00000000000"))

    assert there == nowhere == (422, "idempotency_key_reused")


def test_a_key_belongs_to_the_account_and_not_to_the_token() -> None:
    ann = guest()
    issued = tokens.issue(User.objects.get(), name="other", scopes=("play",), now=timezone.now())
    ann.post("/games", {"seats": 2}, Idempotency_Key="~" * 64)

    Player(issued.secret).post("/games", {"seats": 2}, Idempotency_Key="~" * 64)

    assert Game.objects.count() == 1


def test_a_retry_of_a_refused_request_is_decided_again() -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    body = {"target": 0, "rank": "2"}
    refused = bob.post(f"/games/{game}/ask", body, Idempotency_Key="one")
    ask(ann, game, "other")

    answer = bob.post(f"/games/{game}/ask", body, Idempotency_Key="one")

    assert (refused.status_code, refused.json()["code"]) == (409, "not_your_turn")
    assert answer.status_code == 200


def test_the_key_comes_before_the_version() -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    etag = ann.get(f"/games/{game}/state")["ETag"]
    first = ann.ask(game, 1, "A", Idempotency_Key="one", If_Match=etag)

    again = ann.ask(game, 1, "A", Idempotency_Key="one", If_Match=etag)

    assert again.content == first.content


@pytest.mark.usefixtures("in_one_window")
@pytest.mark.parametrize("quota", ["keys", "keys_address"])
def test_beyond_the_quota_a_new_key_is_refused_and_a_known_key_gets_its_answer(
    settings: Any, quota: str
) -> None:
    settings.RATES = settings.RATES | {quota: "1/hour"}
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    version = ann.state(game)["version"]
    first = ann.post("/games", {"seats": 2}, Idempotency_Key="one")

    refused = ask(ann, game, "two")

    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert int(refused["Retry-After"]) > 0
    assert ann.state(game)["version"] == version
    assert ann.post("/games", {"seats": 2}, Idempotency_Key="one").content == first.content
    other = ask(ann, game, "one")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert ann.ask(game, 1, "A").status_code == 200


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("", id="empty"),
        pytest.param("x" * 65, id="too long"),
        pytest.param("clé", id="beyond ASCII"),
        pytest.param("one\0", id="with a NUL"),
    ],
)
def test_a_key_that_cannot_be_read_is_refused(key: str) -> None:
    ann = guest()

    answer = ann.post("/games", {"seats": 2}, Idempotency_Key=key)

    assert (answer.status_code, answer.json()["code"]) == (400, "bad_idempotency_key")
    assert not Game.objects.exists()


def test_an_answer_is_repeated_for_a_day() -> None:
    ann = guest()
    with time_machine.travel("2026-02-01T12:00:00Z", tick=False) as clock:
        first = ann.post("/games", {"seats": 2}, Idempotency_Key="one")
        clock.shift(timedelta(hours=23, minutes=59))
        within = ann.post("/games", {"seats": 2}, Idempotency_Key="one")
        clock.shift(timedelta(minutes=1))
        after = ann.post("/games", {"seats": 3}, Idempotency_Key="one")

    assert within.content == first.content
    assert (after.status_code, Game.objects.count()) == (201, 2)
    assert StoredAnswer.objects.count() == 1


def test_a_key_serves_another_move_after_a_day() -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    with time_machine.travel("2026-02-01T12:00:00Z", tick=False) as clock:
        moves = [ask(ann, game, "one"), bob.ask(game, 0, "8")]
        clock.shift(timedelta(days=1))
        moves.append(ask(ann, game, "one", rank="3"))

    assert [move.status_code for move in moves] == [200] * 3


def test_old_answers_are_purged_across_gaps_in_their_keys(now: datetime) -> None:
    ann = guest()
    gap = 2 * idempotency.PROCESSES
    for number in range(3):
        ann.post("/games", {"seats": 2}, Idempotency_Key=str(number))
        stored = StoredAnswer.objects.filter(key=str(number))
        stored.update(id=stored.get().pk + number * gap)
    StoredAnswer.objects.update(at=now - idempotency.KEPT)
    ann.post("/games", {"seats": 2}, Idempotency_Key="young")

    assert idempotency.purge(now=now, most=2) == 2
    assert idempotency.purge(now=now, most=2) == 1
    assert StoredAnswer.objects.get().key == "young"


def test_deleting_an_account_deletes_its_stored_answers() -> None:
    User.objects.create(username="Cara")
    cara = User.objects.get()
    key = idempotency.IdempotencyKey(cara.pk, "one", bytes(32), timezone.now())
    idempotency.store(key.rows(idempotency.RenderedAnswer(200, {}, b"{}")))

    cara.delete()

    assert not StoredAnswer.objects.exists()


PACKED = "201f75000018355d7d02fcdea17858b7447129"  # by dictionary 1


def test_an_answer_that_release_0_2_compressed_is_repeated() -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    ask(ann, game, "one")
    StoredAnswer.objects.update(body=bytes.fromhex(PACKED), dictionary=1)

    again = ask(ann, game, "one")

    assert (again.status_code, again.json(), again["ETag"]) == (200, {"moves": []}, '"5-0"')
    assert ask(ann, game, "one", rank="3").json()["code"] == "idempotency_key_reused"


@pytest.mark.parametrize(
    "damage",
    [
        *({"body": body} for body in (b"damaged", b"5", b'[1,2,2,0,"soon"]', b"[1,2,1,0,null]")),
        {"dictionary": 0},
    ],
)
def test_a_damaged_answer_is_reported_and_nothing_is_carried_out_again(
    damage: dict[str, object],
) -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    ask(ann, game, "one")
    version = ann.state(game)["version"]
    StoredAnswer.objects.update(**damage)

    again = ask(ann, game, "one")

    assert (again.status_code, again.json()["code"]) == (500, "malformed_entry")
    assert ann.state(game)["version"] == version
