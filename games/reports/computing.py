"""Analyse one game in a child process of bounded time and memory; compute a seat's knowledge.

What a seat could know at a position is kept in memory: the log is append-only, so cached answers
never go stale. They hold what the seat saw and nothing else. Check access before the call.
"""

import pickle
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event

from games.analysis.knowledge import posterior, support
from games.analysis.knowledge.posterior import SeatKnowledge
from games.analysis.knowledge.reading import seen_since_deal, telling_since_deal
from games.analysis.record import Record
from games.analysis.report import AnalysisUnavailable
from games.engine.cards import Seat
from games.engine.rules import Rules
from games.log import reader
from games.log.heads import GameHead
from games.log.refusals import NoSuchMove
from games.reports.analysis_process import LENGTH_BYTES, OUT_OF_MEMORY, UNAVAILABLE
from games.reports.refusals import CannotBeAnalysed
from games.reports.stored_analyses import MOST_BYTES

CRASHED = "crashed"
"""The worker or its child ended ``worker.MOST_TRIES`` times without a result."""
TIME = "time"
MEMORY = "memory"
SIZE = "size"
UNREADABLE = "unreadable"
"""The log of the game cannot be read."""

FAULTS = {
    CRASHED: "It was interrupted too often.",
    TIME: "It took too much time.",
    MEMORY: "It took too much memory.",
    SIZE: "Its result was too long.",
    UNREADABLE: "The log of the game cannot be read.",
}
"""A sentence for each code. Other codes are reasons of ``AnalysisUnavailable``."""


ROOT = Path(__file__).parents[2]
WALL_SECONDS = 600.0
"""The wall-clock limit of a try, for a machine that is too busy to run it."""
POLL_SECONDS = 0.1


class AnalysisFailed(Exception):
    """The analysis exceeded a limit, and would again; ``fault`` is the code."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class TryLost(Exception):
    """The child was killed, crashed or was too slow."""


class Stopped(Exception):
    """The worker is to stop, or the signal that stops a server has ended the child."""


def compute(record: Record, *, stop: Event) -> bytes:
    """Return the JSON of the analysis of a record.

    :raises AnalysisUnavailable: if no model covers the game.
    :raises AnalysisFailed: if the processor time, the memory or the result exceeded its limit.
    :raises TryLost: if the child ended without a result for another reason.
    :raises Stopped: if ``stop`` was set before the end, or the child got SIGTERM, which systemd
        sends to all processes of a server.
    """
    with TemporaryFile() as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "games.reports.analysis_process"],
            cwd=ROOT,
            env={},  # the process needs no secrets
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.DEVNULL,
            process_group=0,  # an interrupt from a terminal reaches only the server
        )
        try:
            _send(process, record)
            _await(process, stop)
        finally:
            process.kill()
            status = process.wait()
            with suppress(BrokenPipeError):
                if process.stdin is not None:
                    process.stdin.close()
        output.seek(0)
        return _result(status, output.read(MOST_BYTES + 1))


def _send(process: subprocess.Popen[bytes], record: Record) -> None:
    """Send the record. Leaves the pipe open: its end tells the child that the parent is gone."""
    assert process.stdin is not None
    body = pickle.dumps(record)
    with suppress(BrokenPipeError):
        process.stdin.write(len(body).to_bytes(LENGTH_BYTES) + body)
        process.stdin.flush()


def _await(process: subprocess.Popen[bytes], stop: Event) -> None:
    until = time.monotonic() + WALL_SECONDS
    while process.poll() is None:
        if stop.wait(POLL_SECONDS):
            raise Stopped
        if time.monotonic() >= until:
            raise TryLost("The child was too slow.")


def _result(status: int, output: bytes) -> bytes:
    match status:
        case 0:
            if len(output) > MOST_BYTES:
                raise AnalysisFailed(SIZE)
            return output
        case _ if status == UNAVAILABLE:
            raise AnalysisUnavailable(output.decode())
        case _ if status == -signal.SIGXCPU:
            raise AnalysisFailed(TIME)
        case _ if status == OUT_OF_MEMORY:
            raise AnalysisFailed(MEMORY)
        case _ if status == -signal.SIGTERM:
            raise Stopped
        case _:
            raise TryLost(f"The child ended with status {status}.")


MOST_KEPT = 256
"""How many answers a process keeps, of about 20 kilobytes each."""


def knowledge_at_position(head: GameHead, number: int, seat: Seat) -> SeatKnowledge:
    """Return what the seat could know after a move; ``because`` of a rank has numbers of moves.

    :raises NoSuchMove: if the game has no such move.
    :raises CannotBeAnalysed: if the rules are not covered.
    :raises MalformedEntry: if a move that is needed cannot be read.
    """
    if not 1 <= number <= head.version:
        raise NoSuchMove(f"This game has moves 1 to {head.version}.")
    try:
        support.check_supported(head.state.rules)
        return _compute(head.game_id, number, seat, head.state.rules, head.state.seats)
    except support.KnowledgeUnavailable as unavailable:
        raise CannotBeAnalysed(str(unavailable)) from None


@lru_cache(maxsize=MOST_KEPT)
def _compute(game_id: int, number: int, seat: Seat, rules: Rules, seats: int) -> SeatKnowledge:
    moves = reader.since_last_deal(game_id, until=number)
    numbered = [(move.number, event) for move in moves for event in move.events]
    events = [event for _, event in numbered]
    found = posterior.knowledge(seen_since_deal(events, rules, seat), rules, seats=seats)
    numbers = [numbered[index][0] for index in telling_since_deal(events)]
    ranks = (
        row._replace(because=tuple(sorted({numbers[index] for index in row.because})))
        for row in found.ranks
    )
    return found._replace(ranks=tuple(ranks))
