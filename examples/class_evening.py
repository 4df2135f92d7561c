"""A class of 24 pupils at 6 tables, from the codes to the deletion, over HTTP.

    python examples/class_evening.py --server http://127.0.0.1:8000

Registers a teacher, opens a class, signs all pupils in, plays, pauses, moves a pupil, plays a
second round by results, reads the results as CSV, and deletes the class. Prints how long each step
took.
"""

import argparse
import random
import secrets
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx

PUPILS, SEATS = 24, 4
PLAYS = {"ask", "answer", "declare", "end_turn", "cut"}


class Caller:
    """Someone with a token."""

    def __init__(self, server: str, token: str | None = None) -> None:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.http = httpx.Client(base_url=f"{server}/api/v1", headers=headers, timeout=60)

    def get(self, path: str) -> Any:
        """Read a path."""
        answer = self.http.get(path)
        answer.raise_for_status()
        return answer.json()

    def post(self, path: str, body: object = None) -> Any:
        """Send a body."""
        answer = self.http.post(path, json=body if body is not None else {})
        answer.raise_for_status()
        return answer.json()


class Evening:
    """A teacher, their class and its pupils."""

    def __init__(self, server: str) -> None:
        self.server = server
        account = {
            "username": f"Teacher{secrets.token_hex(4)}",
            "password": secrets.token_urlsafe(16),
        }
        self.teacher = Caller(server, Caller(server).post("/accounts", account)["token"]["secret"])
        terms = {"name": "5b", "language": "en", "places": PUPILS, "seats": SEATS}
        self.opened = self.teacher.post("/classes", terms)
        self.path = f"/classes/{self.opened['id']}"
        self.pupils: dict[int, Caller] = {}

    def do(self, action: str) -> Any:
        """Direct the class."""
        return self.teacher.post(f"{self.path}/direct", {"action": action})

    def join(self) -> None:
        """Sign all pupils in, as many at once as a class would."""
        self.do("open")

        def sign_in(line: dict[str, Any]) -> tuple[int, Caller]:
            signed_in = Caller(self.server).post("/class_sign_in", {"code": line["code"]})
            return signed_in["place"], Caller(self.server, signed_in["token"])

        with ThreadPoolExecutor(8) as pool:
            self.pupils = dict(pool.map(sign_in, self.opened["codes"]))

    def start(self, by: str) -> list[str]:
        """Form tables and start them; return the games."""
        self.teacher.post(f"{self.path}/tables", {"by": by})
        started = self.teacher.post(f"{self.path}/start", {"minutes": 10})
        assert len(started["tables"]) == PUPILS // SEATS, started["tables"]
        return [table["game"] for table in started["tables"]]

    def play(self, moves: int, rng: random.Random) -> int:
        """Let each pupil act when it is their turn; return how many moves were made."""
        made = 0
        for _ in range(moves):
            for pupil in self.pupils.values():
                made += self.move_of(pupil, rng)
        return made

    def move_of(self, pupil: Caller, rng: random.Random) -> int:
        """Make one move of a pupil if they have one; return how many were made."""
        game = pupil.get(f"{self.path}/mine")["game"]
        if game is None:
            return 0
        state = pupil.get(f"/games/{game}/state")
        actions = [action for action in state["legal_actions"] if action["type"] in PLAYS]
        if not actions or state["to_act"] != state["you"]:
            return 0
        action = rng.choice(actions)
        answer = pupil.http.post(f"/games/{game}/{action['type']}", json=action)
        assert answer.status_code in (200, 409), answer.text
        return int(answer.status_code == 200)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Print how long a step took."""
    begun = time.monotonic()
    yield
    print(f"{name}: {time.monotonic() - begun:.1f} s", flush=True)


def main(arguments: list[str]) -> None:
    """Play the evening."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", default="http://127.0.0.1:8000")
    parser.add_argument("--turns", type=int, default=3, help="rounds of moves in each part")
    options = parser.parse_args(arguments)
    rng = random.Random(1)
    with step("opened a class"):
        evening = Evening(options.server)
    with step(f"{PUPILS} pupils signed in"):
        evening.join()
    with step("6 tables formed and started"):
        games = evening.start("lot")
    with step("played"):
        print(f"  {evening.play(options.turns, rng)} moves")
    with step("paused and resumed"):
        assert evening.do("pause")["paused"]
        pupil = next(iter(evening.pupils.values()))
        state = pupil.get(f"/games/{pupil.get(f'{evening.path}/mine')['game']}/state")
        assert state["paused"] and state["deadline"] is None
        assert evening.play(1, rng) == 0
        assert not evening.do("resume")["paused"]
    with step("moved a pupil, and let a bot play for another"):
        seats = {
            seat["place"]: table["number"]
            for table in evening.teacher.get(evening.path)["tables"]
            for seat in table["seats"]
        }
        first, second = (next(p for p, t in seats.items() if t == table) for table in (1, 2))
        evening.teacher.post(f"{evening.path}/places/{second}/move", {"table": None})
        evening.teacher.post(f"{evening.path}/places/{first}/move", {"table": 2})
        assert evening.pupils[first].get(f"{evening.path}/mine")["game"] == games[1]
    with step("a second round by results"):
        evening.play(options.turns, rng)
        evening.do("finish")
        evening.start("results")
        evening.play(options.turns, rng)
    with step("ended and exported"):
        assert evening.do("end")["status"] == "over"
        csv = evening.teacher.http.get(f"{evening.path}/results", headers={"Accept": "text/csv"})
        assert len(csv.text.splitlines()) == PUPILS + 1
        print("  " + "\n  ".join(csv.text.splitlines()[:4]))
    with step("deleted"):
        assert evening.teacher.http.delete(evening.path).status_code == 204
        assert evening.teacher.http.get(evening.path).status_code == 404
        for pupil in evening.pupils.values():
            assert pupil.http.get(f"/games/{games[0]}/state").status_code == 401


if __name__ == "__main__":
    main(sys.argv[1:])
