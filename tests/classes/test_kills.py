"""`kill -9` of the server, its helper and its referee while classes play over HTTP.

`CLASSES` says how many play in the nightly run; `KILLS_SEED` repeats one run's choices (the
instants are never the same).
"""

import io
import os
import signal
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Event
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command

from games import ids
from games.classes import results
from games.classes.models import ClassTable, SchoolClass
from games.engine import ruling
from games.engine.events import Asked
from games.log import heads, reader
from games.models import Game, GameStatus, Position
from tests.classes.school import School
from tests.faults.clients import Answer, Lost, send
from tests.faults.logs import assert_log_holds
from tests.faults.processes import Server, children, serving
from tests.patience import PATIENCE
from tests.permissions import _person
from tests.players import Json

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

CLASSES = int(os.environ.get("CLASSES", "5"))
SEED = int(os.environ["KILLS_SEED"])
ROUNDS, PAUSES = 2, 1
TURN_SECONDS = 10
LONGEST_LIFE = 4.0  # seconds between two kills
UNLIMITED = {"RATES": "address=none,account=none,class_sign_ins=none,class_code_uses=none"}
PROCESSES = ("helper_process", "referee_process")
TOO_LATE = {
    *("game_paused", "stale_version", "game_over", "game_not_found", "not_seated", "already_left")
}
"""Refusals of a pupil's move after the teacher, a bot or the referee was faster."""


@pytest.mark.slow
def test_classes_through_kills_of_every_process(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    rng, kills, kinds = Random(SEED), Counter[str](), cycle(("server", *PROCESSES))
    schools = [
        School(_person(f"Teacher{number}"), places=6, turn_seconds=TURN_SECONDS)
        for number in range(CLASSES)
    ]
    with (
        serving(tmp_path, settings=UNLIMITED, command=("serve",)) as [server],
        ThreadPoolExecutor(2 * CLASSES) as threads,
    ):
        evenings = [
            Evening(server.port, school, kills, seed=SEED + number)
            for number, school in enumerate(schools)
        ]
        running = [threads.submit(evening.direct, ROUNDS, PAUSES) for evening in evenings]
        running += [threads.submit(evening.play) for evening in evenings]
        while not all(each.done() for each in running):
            evenings[0].look()  # the server and its helper have come back
            time.sleep(rng.uniform(0, LONGEST_LIFE))
            kill(server, doomed := next(kinds))
            kills[doomed] += 1
            if failed := [each for each in running if each.done() and each.exception()]:
                for evening in evenings:
                    evening.is_over.set()
                failed[0].result()
    assert "Traceback" not in server.output(), server.output()
    counts = Counter({f"kills of {name}": count for name, count in kills.items()})
    for school, evening in zip(schools, evenings, strict=True):
        counts += evening.counts + assert_sound(school)
    assert Game.objects.count() == ClassTable.objects.count()
    call_command("verify_games", stdout=io.StringIO())
    assert counts["moves"] and counts["commands refused by the pause"]
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    request.node.user_properties.append(("counts", summary))


def kill(server: Server, kind: str) -> None:
    """Kill the server with all that it started, or one process of them."""
    if kind == "server":
        server.kill()
        server.start()
        return
    for pid in children(server.pid, kind):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


class Evening:
    """A class that its teacher directs and its pupils play, each in a thread, through all kills."""

    def __init__(self, port: int, school: School, kills: Counter[str], *, seed: int) -> None:
        self.port, self.school, self.kills = port, school, kills
        self.rng = Random(seed)
        self.tokens: dict[int, str] = {}
        self.is_over = Event()
        self.counts = Counter[str]()

    def direct(self, rounds: int, pauses: int) -> None:
        """Be the teacher, from the first sign-in to the end."""
        try:
            self.do("open")
            for place, code in self.school.codes.items():
                signed_in = self.insist("", "POST", "/class_sign_in", {"code": code})
                self.tokens[place] = signed_in.json["token"]
            for number in range(rounds):
                self.change("tables", {"by": "results" if number else "lot"})
                self.change("start", {})
                for _ in range(pauses):
                    self.move_two()
                    time.sleep(self.rng.uniform(0, LONGEST_LIFE))
                    self.pause_through_a_kill()
                self.do("finish")
            self.do("end")
        finally:
            self.is_over.set()

    def move_two(self) -> None:
        """Let bots play for two pupils of different tables, who then change places."""
        places = [
            self.rng.choice([seat["place"] for seat in table["seats"] if seat["place"]])
            for table in self.look()["tables"]
            if table["status"] == "playing"
        ]
        for table in (None, *range(len(places), 0, -1)):
            for place in places if table is None else [places[-table]]:
                self.change(f"places/{place}/move", {"table": table})
        self.look()

    def pause_through_a_kill(self) -> None:
        """Pause until a process was killed; nothing may move meanwhile."""
        self.do("pause")
        before, kills = self.look(), sum(self.kills.values())
        deadline = time.monotonic() + PATIENCE
        while sum(self.kills.values()) == kills:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        after = self.look()
        assert before["paused"] and after["paused"]
        for table, then in zip(after["tables"], before["tables"], strict=True):
            assert (table["version"], table["deadline"]) == (then["version"], None)
        self.counts["pauses"] += 1
        self.do("resume")

    def play(self) -> None:
        """Be all pupils: look again and again, and move when it is one's turn."""
        rng = Random(self.rng.random())
        while not self.is_over.is_set():
            for token in [*self.tokens.values()]:
                self.play_once(token, rng)
            time.sleep(0.02)

    def play_once(self, token: str, rng: Random) -> None:
        """Move once if it is one's turn, also in a paused game."""
        mine = self.insist(token, "GET", f"{self.school.path}/mine")
        if mine.status == 401 and self.is_over.is_set():
            return
        game = mine.json.get("game")
        answer = self.insist(token, "GET", f"/games/{game}/state") if game else None
        if answer is None or answer.status != 200:  # moved away meanwhile, or signed out
            return
        state = answer.json
        actions = [each for each in state["legal_actions"] if each["type"] == "ask"]
        if actions and state["to_act"] == state["you"]:
            sent = {
                "Idempotency_Key": str(UUID(int=rng.getrandbits(128))),
                "If_Match": answer.headers["etag"],
            }
            asked = self.insist(token, "POST", f"/games/{game}/ask", rng.choice(actions), **sent)
            assert asked.status == 200 or asked.status == 401 or asked.code in TOO_LATE, asked
            if asked.status == 200:
                self.counts["commands acknowledged"] += 1
            elif asked.code == "game_paused":
                self.counts["commands refused by the pause"] += 1

    def look(self) -> Json:
        """Return the class as its teacher sees it; each pupil plays at one table at most."""
        shown: Json = self.insist(self.secret, "GET", self.school.path).json
        seated = [
            seat["place"]
            for table in shown["tables"]
            for seat in table["seats"]
            if table["status"] == "playing" and seat["place"] is not None and not seat["bot"]
        ]
        assert len(seated) == len({*seated}), shown["tables"]
        return shown

    def do(self, action: str) -> None:
        self.change("direct", {"action": action})

    def change(self, path: str, body: Json) -> None:
        """Send a teacher's command until it is answered; a refusal may follow a lost success."""
        answer = self.insist(self.secret, "POST", f"{self.school.path}/{path}", body)
        late = ("class_not_possible_now", "class_over", "no_free_seat")
        assert answer.status == 200 or answer.code in late, answer

    @property
    def secret(self) -> str:
        return self.school.teacher.secret or ""

    def insist(
        self, secret: str, method: str, path: str, body: Json | None = None, **headers: str
    ) -> Answer:
        """Send a request until it is answered."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                answer = send(self.port, secret, method, path, body, **headers)
            except Lost:
                self.counts["requests without an answer"] += 1
            else:
                if answer.status not in (429, 503):
                    assert answer.status < 500, (method, path, answer)
                    return answer
                self.counts["requests answered with a retry"] += 1
            assert time.monotonic() < deadline, f"{method} {path} is never answered"
            time.sleep(0.05)


def assert_sound(school: School) -> Counter[str]:
    """Assert that nothing of a class that has ended was lost or done twice."""
    row = SchoolClass.objects.get(pk=ids.from_text(school.opened["id"]) or 0)
    lines = results.of_class(row)  # stores those of games that ended by themselves
    tables = [*ClassTable.objects.filter(school_class=row)]
    assert row.ended_at is not None and row.round == ROUNDS
    assert len(tables) == 2 * ROUNDS and all(table.result for table in tables)
    assert not Position.objects.filter(paused_left__isnull=False).exists()
    moves = 0
    for table in tables:
        assert table.game is not None and table.game.status == GameStatus.OVER
        moves += assert_log_holds(table.game.public_id)
        assert table.result is not None
        assert [(seat["books"], seat["asks"]) for seat in table.result] == from_the_log(table)
        stored, table.result = table.result, None
        results.take(table)
        assert table.result == stored
    for number in range(1, ROUNDS + 1):
        seated = [place for table in tables if table.round == number for place in table.seats]
        assert {*seated} >= {*school.codes}, "a pupil has no seat"
    assert sum(line.asks for line in lines) == sum(
        seat["asks"]
        for table in tables
        for place, seat in zip(table.seats, table.result or (), strict=True)
        if place is not None
    )
    return Counter({"games": len(tables), "moves": moves})


def from_the_log(table: ClassTable) -> list[tuple[int, int]]:
    """Return books and asks of each seat, from the events."""
    assert table.game_id is not None
    events: list[Any] = [event for move in reader.read(table.game_id) for event in move.events]
    asks = Counter(event.seat for event in events if isinstance(event, Asked))
    scores = ruling.scores(heads.load(table.game_id).state) or ()
    return [(books, asks[seat]) for seat, books in enumerate(scores)]
