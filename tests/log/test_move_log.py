"""The log of a game: its chain, its replay, and what is kept in step with it."""

import hashlib
import hmac
import json
from datetime import UTC
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import commands, shuffle
from games.engine.refusals import MalformedEntry, RankNotHeld
from games.log import reader
from games.log.models import Game, GameStatus, Move, Position
from games.log.models import Seat as SeatRow
from tests import builders, tables
from tests.players import guest, play_out, seated, seated_by_requests, statements

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

# The move and the position, on PostgreSQL in one: the process wrote the move before. The
# notification is not among them.
STATEMENTS_OF_AN_ASK = 1 if connection.vendor == "postgresql" else 2
# The token with the position and its last move.
STATEMENTS_OF_A_STATE = 1


def recomputed_digests(game: str) -> list[bytes]:
    """Work the chain out from the columns alone, by its definition (docs/log-and-fairness.md)."""
    row = Game.objects.get(pk=tables.number_of(game))
    seed = bytes(row.seed)
    digest, digests = hashlib.sha256(b"gofish-seed-1" + seed).digest(), []
    for move in Move.objects.filter(game=row).order_by("number"):
        entry = {
            "number": move.number,
            "seat": move.seat,
            "at": move.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            "schema": move.schema,
            "command": json.loads(move.command),
            "events": json.loads(move.events),
        }
        text = json.dumps(entry, sort_keys=True, separators=(",", ":"))
        key = hmac.new(seed, move.number.to_bytes(8, "big"), "sha256").digest()
        digest = hashlib.sha256(digest + key + text.encode()).digest()
        digests.append(digest)
    return digests


def test_every_digest_follows_from_the_columns_before_it() -> None:
    game, *players = seated(3)
    play_out(game, players, Random(1))

    stored = [
        bytes(digest) for digest in Move.objects.order_by("number").values_list("digest", flat=True)
    ]
    shown = [move["digest"] for move in players[0].moves(game)]
    assert stored == recomputed_digests(game)
    assert shown == [digest.hex() for digest in stored]
    assert bytes(Position.objects.get().digest) == stored[-1]


@pytest.mark.parametrize("preset", ["classic", "bicycle", "pairs"])
def test_the_log_replays_to_the_stored_position_at_every_move(preset: str) -> None:
    game, *players = seated(3, preset)
    rng = Random(7)
    state = players[0].state(game)
    while state["phase"] != "over":
        seat = state["to_act"]
        legal = players[seat].state(game)["legal_actions"]
        action = rng.choice([each for each in legal if each["type"] not in ("misdeal", "resign")])
        state = players[seat].act(game, action).json()["state"]

        log = tables.log_of(game)
        assert log.position == log.replayed
        assert log.numbers == list(range(1, state["version"] + 1))


def test_the_status_follows_the_game() -> None:
    ann, bob = guest(), guest()
    game = ann.create()
    statuses = [Game.objects.get().status]

    bob.join(game)
    statuses.append(Game.objects.get().status)
    assert Game.objects.get().finished_at is None
    ann.post(f"/games/{game}/resign")
    statuses.append(Game.objects.get().status)

    assert statuses == [GameStatus.LOBBY, GameStatus.RUNNING, GameStatus.OVER]
    assert Game.objects.get().finished_at == Move.objects.latest("number").at


def test_seats_that_move_together_at_the_start_stay_with_their_accounts() -> None:
    ann, bob, cara, dora = (guest() for _ in range(4))
    game = ann.create(seats=6)
    for player, seat in ((bob, 5), (cara, 3), (dora, 1)):
        player.join(game, seat=seat)
    dora.post(f"/games/{game}/leave")

    ann.post(f"/games/{game}/start")

    rows = SeatRow.objects.order_by("number").values_list("number", "account_id")
    assert list(rows) == [(0, ann.account), (1, cara.account), (2, bob.account)]
    assert [player.state(game)["you"] for player in (ann, bob, cara, dora)] == [0, 2, 1, None]
    assert Game.objects.get().seat_count == 3


@pytest.mark.django_db(transaction=True)
def test_a_refused_command_is_recorded_nowhere() -> None:
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    before = tables.log_of(game)

    with pytest.raises(RankNotHeld):
        tables.act(tables.number_of(game), ann.account, lambda seat: builders.ask(seat, 1, "2"))

    assert tables.log_of(game) == before


def test_a_row_of_an_unknown_schema_is_not_guessed_at() -> None:
    game = guest().create()
    Move.objects.create(
        game_id=tables.number_of(game),
        number=3,
        schema=999,
        command='{"type": "start"}',
        events="[]",
        at=tables.BEGIN,
        digest=bytes(32),
    )

    with pytest.raises(MalformedEntry):
        list(reader.read(tables.number_of(game)))


def test_the_deal_follows_from_the_seed_and_what_the_players_added() -> None:
    ann, bob = guest(), guest()
    game = ann.create()
    ann.post(f"/games/{game}/entropy", {"entropy": "seven herrings"})
    bob.join(game, entropy="nine")

    [deal] = [
        move.command
        for move in reader.read(tables.number_of(game))
        if isinstance(move.command, commands.Deal)
    ]
    seed = bytes(Game.objects.get().seed)
    given = ((0, "seven herrings"), (1, "nine"))
    assert deal.pack == shuffle.shuffled_pack(seed, given, "deal 1", joker_count=0)


def test_no_ask_or_state_of_a_whole_game_costs_more_statements_than_it_may() -> None:
    game, *players = seated_by_requests(2)
    rng = Random(3)
    asking, reading = [], set()
    state = players[0].state(game)
    while state["phase"] != "over":
        player = players[state["to_act"]]
        with CaptureQueriesContext(connection) as read:
            legal = player.state(game)["legal_actions"]
        action = rng.choice([each for each in legal if each["type"] == "ask"])
        with CaptureQueriesContext(connection) as asked:
            state = player.act(game, action).json()["state"]
        reading.add(statements(read))
        asking.append(statements(asked) if state["phase"] == "ask" else 0)

    with_a_read = [each for each in asking if each > STATEMENTS_OF_AN_ASK]
    assert with_a_read == [STATEMENTS_OF_AN_ASK + 1] * 2, "the first ask of each player"
    assert max(reading) == STATEMENTS_OF_A_STATE
