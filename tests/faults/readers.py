"""Correct readers of streams: after each interruption they continue after the last move that they
have.

Checks of the stored games after a fault.
"""

import json
import time
from collections import Counter
from collections.abc import Container, Sequence
from http.client import HTTPConnection, HTTPException, HTTPResponse
from random import Random
from typing import Any, NamedTuple

from games.log import head_reader, ids, reader, replay
from games.log.models import Game, GameStatus, Move, StoredAnswer
from tests import tables
from tests.faults.clients import API, BY_A_PROXY, PATIENCE_SECONDS, PAUSE_SECONDS, Acknowledged
from tests.players import Player

LONGEST_SILENCE = 10.0  # seconds
MOST_FRAMES = 40  # before a reader disconnects by itself


class Frame(NamedTuple):
    """One server-sent event."""

    event: str
    data: Any


class Reader:
    """Reads a game to its end from random servers, and disconnects at random."""

    def __init__(self, ports: Sequence[int], game: str, player: Player, seed: str) -> None:
        self.game, self.player = game, player
        self.moves: list[Any] = []
        self.counts: Counter[str] = Counter()
        self._ports, self._rng = ports, Random(seed)

    def read(self) -> "Reader":
        """Read until the game is over; check that moves arrive in order."""
        deadline, had = time.monotonic() + PATIENCE_SECONDS, 0
        while not self._follow():
            if len(self.moves) > had:
                deadline, had = time.monotonic() + PATIENCE_SECONDS, len(self.moves)
            assert time.monotonic() < deadline, f"{self.game} stands still at move {had}"
        return self

    def _follow(self) -> bool:
        """Open a stream and read for a while; return whether the game is over."""
        port = self._rng.choice(self._ports)
        connection = HTTPConnection("127.0.0.1", port, timeout=LONGEST_SILENCE)
        try:
            answer = self._open(connection)
            return answer is not None and self._read_on(answer)
        except (OSError, HTTPException):
            self._pause("streams broken off")
            return False
        finally:
            connection.close()

    def _open(self, connection: HTTPConnection) -> HTTPResponse | None:
        fields = {"Last-Event-ID": str(len(self.moves))}
        if self.player.secret is not None:
            fields["Authorization"] = f"Bearer {self.player.secret}"
        connection.request("GET", f"{API}/games/{self.game}/stream", headers=fields)
        answer = connection.getresponse()
        if answer.status in (429, 503, *BY_A_PROXY):
            self._pause("streams answered with a retry")
            return None
        assert answer.status in (200, 204), answer.read()
        self.counts["streams"] += 1
        return answer

    def _read_on(self, answer: HTTPResponse) -> bool:
        if answer.status == 204:  # all of a game that is over
            return True
        for _ in range(self._rng.randint(1, MOST_FRAMES)):
            frame = _frame(answer)
            if frame is None:
                self._pause("streams broken off")
                return False
            if frame.event == "move":
                number, due = frame.data["number"], len(self.moves) + 1
                assert number == due, f"move {number} of {self.game} in the place of {due}"
                self.moves.append(frame.data)
            if frame.event == "end":
                reason = frame.data["reason"]
                assert reason in ("game_over", "unavailable"), reason
                return bool(reason == "game_over")
        return False

    def _pause(self, why: str) -> None:
        self.counts[why] += 1
        time.sleep(PAUSE_SECONDS)


def _frame(answer: HTTPResponse) -> Frame | None:
    """Return the next complete frame, or None if the stream ends first."""
    fields: dict[str, str] = {}
    while line := answer.readline():
        if line == b"\n" and fields:
            return Frame(fields["event"], json.loads(fields["data"]))
        if not line.startswith(b":") and line != b"\n":
            name, _, value = line.decode().rstrip("\n").partition(": ")
            fields[name] = value
    return None


def assert_whole(
    acknowledged: Sequence[Acknowledged], *, all_over: bool, unattended: Container[str] = ()
) -> int:
    """Check every game against its log and against the acknowledged commands; return the number of
    moves.

    Every command of a crowd is acknowledged in the end, so a move without an acknowledgement was
    made twice. In ``unattended`` games bots and the referee also move, without acknowledgements.
    """
    assert Game.objects.exists()
    assert not tables.unchecked()
    digests_by_game = _digests(acknowledged)
    count = 0
    for game in Game.objects.all():
        verdict = replay.verify(game)
        assert verdict.holds and verdict.scope == "full", (game, verdict.failure)
        stored = list(reader.stored(game.pk))
        assert [move.number for move in stored] == list(range(1, len(stored) + 1))

        head = head_reader.load(game.pk)
        assert (head.version, head.digest) == (len(stored), stored[-1].digest)
        assert head.state == verdict.state
        assert (game.status == GameStatus.OVER) == head.state.is_over
        assert head.state.is_over or not all_over

        digests = {move.number: move.digest.hex() for move in stored}
        acknowledged_here = digests_by_game.pop(game.public_id)
        assert acknowledged_here.items() <= digests.items()
        assert acknowledged_here == digests or game.public_id in unattended
        count += len(stored)
    assert not digests_by_game, "games that were acknowledged are lost"
    assert StoredAnswer.objects.count() == len(acknowledged)
    return count


def assert_log_holds(game: str) -> int:
    """Check one game's log and position; return its version."""
    row = Game.objects.get(pk=ids.from_text(game) or 0)
    verdict = replay.verify(row)
    assert verdict.holds, verdict.failure
    head = head_reader.load(row.pk)
    assert (head.version, head.state) == (verdict.moves, verdict.state)
    assert Move.objects.filter(game=row).count() == head.version
    return head.version


def _digests(acknowledged: Sequence[Acknowledged]) -> dict[str, dict[int, str]]:
    """Return the acknowledged digests by game and move; each move belongs to one command."""
    found: dict[str, dict[int, str]] = {}
    for each in acknowledged:
        moves = found.setdefault(each.game, {})
        for number, digest in each.moves:
            assert number not in moves, f"move {number} of {each.game} was acknowledged twice"
            moves[number] = digest
    return found
