"""Answers are kept compressed, and come back byte for byte, also those that other code kept."""

from collections.abc import Sequence
from hashlib import sha256
from uuid import uuid4

import pytest
from django.utils import timezone

from games.engine.refusals import NewerSchema
from games.models import StoredAnswer
from games.services.moves import idempotency, packed_answers
from games.services.moves.idempotency import RenderedAnswer
from tests.games.test_idempotency import ask
from tests.players import Player, guest, seated
from tests.tables import TWO_HANDS, dealt
from tests.threads import at_once

DICTIONARIES = {1: "4650162d3a694177fd6e5e78b63ba3dc7e4e64458af25ea56c0403330fd04908"}
"""SHA-256 of each dictionary that was ever in use: answers in databases need it."""


def test_dictionaries_are_never_changed() -> None:
    assert {
        number: sha256(packed_answers.path_of(number).read_bytes()).hexdigest()
        for number in range(1, packed_answers.NEWEST + 1)
    } == DICTIONARIES


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        pytest.param({}, b"", id="empty"),
        pytest.param({"ETag": '"12-0"'}, b"{}", id="short"),
        pytest.param({"Location": "/a\nb\\"}, b"\n\n\x00\xff", id="any bytes"),
        pytest.param({"ETag": '"1-s"'}, bytes(range(256)) * 4096, id="a megabyte"),
    ],
)
def test_what_is_packed_comes_back(headers: dict[str, str], body: bytes) -> None:
    packed = packed_answers.pack(headers, body)

    assert packed_answers.unpack(packed_answers.NEWEST, packed) == (headers, body)


def test_threads_pack_at_once() -> None:
    bodies = [str(number).encode() * 500 for number in range(6)]

    def packed(body: bytes) -> set[bytes]:
        return {packed_answers.pack({}, body) for _ in range(300)}

    found = at_once(*[lambda body=body: packed(body) for body in bodies])

    for body, [only] in zip(bodies, found, strict=True):
        assert packed_answers.unpack(packed_answers.NEWEST, only) == ({}, body)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seats", [2, 6])
def test_answers_take_at_most_300_bytes_on_average(seats: int) -> None:
    """With the row and its indexes, 600 on PostgreSQL: ``bench.wal`` measures that."""
    game, *players = seated(seats)

    sent = play(game, players, most=20)

    rows = StoredAnswer.objects.filter(dictionary=packed_answers.NEWEST)
    stored = {key: bytes(body) for key, body in rows.values_list("key", "body")}
    assert sum(map(len, stored.values())) / len(stored) <= 300
    unpacked = {
        key: packed_answers.unpack(packed_answers.NEWEST, body)[1] for key, body in stored.items()
    }
    assert unpacked == sent and len(sent) == 20


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_older_code_stored_is_repeated() -> None:
    ann, game = asker_and_game()
    first = ask(ann, game, "one")
    print_ = fingerprint(game)
    StoredAnswer.objects.update(
        fingerprint=print_, headers={"ETag": first["ETag"]}, body=first.content, dictionary=None
    )

    again = ask(ann, game, "one")

    assert (again.status_code, again.content, again["ETag"]) == (200, first.content, first["ETag"])
    other = ask(ann, game, "one", rank="3")
    assert other.json()["code"] == "idempotency_key_reused"


@pytest.mark.django_db(transaction=True)
def test_older_code_finds_that_a_compressed_answer_is_of_another_request() -> None:
    """It compares whole fingerprints. So it never sends compressed bytes, and nothing twice."""
    ann, game = asker_and_game()
    ask(ann, game, "one")

    stored = bytes(StoredAnswer.objects.get().fingerprint)

    assert stored != fingerprint(game)
    assert fingerprint(game).startswith(stored) and len(stored) == 16


@pytest.mark.django_db(transaction=True)
def test_an_answer_of_a_newer_dictionary_waits_for_newer_code() -> None:
    ann, game = asker_and_game()
    ask(ann, game, "one")
    version = ann.state(game)["version"]
    StoredAnswer.objects.update(dictionary=packed_answers.NEWEST + 1)

    again = ask(ann, game, "one")

    assert (again.status_code, again.json()["code"]) == (503, "game_needs_newer_server")
    assert ann.state(game)["version"] == version
    with pytest.raises(NewerSchema):
        idempotency.find_all(ann.account, ["one"], fingerprint(game), now=timezone.now())


@pytest.mark.django_db
@pytest.mark.parametrize("damage", [{"body": b"damaged"}, {"body": b""}, {"dictionary": 0}])
def test_a_damaged_answer_is_reported_and_nothing_is_carried_out_again(
    damage: dict[str, object],
) -> None:
    ann, game = asker_and_game()
    ask(ann, game, "one")
    version = ann.state(game)["version"]
    StoredAnswer.objects.update(**damage)

    again = ask(ann, game, "one")

    assert (again.status_code, again.json()["code"]) == (500, "malformed_entry")
    assert ann.state(game)["version"] == version


@pytest.mark.django_db
def test_answers_of_both_forms_are_found_together() -> None:
    ann, now, print_ = guest(), timezone.now(), bytes(range(32))
    answer = RenderedAnswer(201, {"Location": "/x"}, b'{"x":1}')
    idempotency.store([idempotency.row(ann.account, "new", print_, answer, now=now)])
    StoredAnswer.objects.create(
        account_id=ann.account,
        key="old",
        fingerprint=print_,
        status=answer.status,
        headers=answer.headers,
        body=answer.body,
        at=now,
    )

    found = idempotency.find_all(ann.account, ["old", "new"], print_, now=now)

    assert found == {"old": answer, "new": answer}


def asker_and_game() -> tuple[Player, str]:
    ann, bob = guest(), guest()
    return ann, dealt(ann, bob, pack=TWO_HANDS)


def fingerprint(game: str) -> bytes:
    """Return the whole fingerprint of the ask that ``ask`` sends."""
    return idempotency.fingerprint(
        method="POST", path=f"/api/v1/games/{game}/ask", body=b'{"target":1,"rank":"A"}'
    )


def play(game: str, players: Sequence[Player], *, most: int) -> dict[str, bytes]:
    """Make asks with keys; return the bodies of the answers by key."""
    sent: dict[str, bytes] = {}
    while len(sent) < most:
        player = players[players[0].state(game)["to_act"]]
        legal = player.state(game)["legal_actions"]
        key = str(uuid4())
        answer = player.act(game, legal[len(sent) % (len(legal) - 1)], Idempotency_Key=key)
        assert answer.status_code == 200, answer.content
        sent[key] = answer.content
    return sent
