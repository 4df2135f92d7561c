"""A bot that follows the stream of a game, resumes after a disconnect, and never asks twice.

    python examples/stream_bot.py                         # quick match: people, then bots
    python examples/stream_bot.py --bots memory expert    # a new game against built-in bots
    python examples/stream_bot.py --open --seats 3        # a new game that waits for players
    python examples/stream_bot.py --join-any              # a free seat in such a game
    python examples/stream_bot.py --game ID               # a free seat in this game
    python examples/stream_bot.py --game ID --token ...   # continue a game
    python examples/stream_bot.py --keep guest.json       # the same command continues its game

Its connections may break and the bot may be killed at any time. The stream resumes after the last
received move (`Last-Event-ID`), so that no move is lost or repeated. The action in a position and
its `Idempotency-Key` depend only on the game and its version: a retry, even by a restarted bot,
sends the same request and gets the same response. `If-Match` executes a command only in that
position.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

PLAYS = {"ask", "answer", "declare", "end_turn", "cut"}  # also legal: expose, misdeal, resign
MOVED_ON = {httpx.codes.CONFLICT, httpx.codes.PRECONDITION_FAILED}
COME_AGAIN = {429, 500, 502, 503, 504}
SILENCE = 45.0  # seconds: three heartbeats
LONGEST_PAUSE = 5.0
ATTEMPTS = 20
FIRST_ATTEMPTS = 6  # to connect, before the server has answered at all: three seconds


class Service:
    """The API, with retries. A retry is safe: each request is a read, or has a key."""

    def __init__(self, server: str, token: str | None) -> None:
        self.http = httpx.Client(base_url=f"{server}/api/v1", timeout=75)
        self.server, self.is_reached = server, False
        self.secret = token or self.become_guest()
        self.http.headers["Authorization"] = f"Bearer {self.secret}"

    def become_guest(self) -> str:
        """Create a guest account and return its token."""
        return str(succeeded(self.send("POST", "/accounts/guest")).json()["token"]["secret"])

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Send a request; header names are written with underscores."""
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        for attempt in range(ATTEMPTS):
            try:
                answer = self.http.request(method, path, json=body, headers=fields)
            except httpx.TransportError as error:  # it may have been executed, or not
                if isinstance(error, httpx.ConnectError) and not self.is_reached:
                    check_patience(self.server, attempt)
                trouble = str(error) or type(error).__name__
            else:
                self.is_reached = True
                if answer.status_code not in COME_AGAIN:
                    return answer
                trouble = problem_text(answer)
            time.sleep(pause_before(attempt))
        sys.exit(f"{method} {path}: {trouble}")

    def frames(self, path: str, last_id: int) -> Iterator[tuple[str, Any]]:
        """Yield the events of a stream with their data, after the move ``last_id``."""
        headers = {"Last-Event-ID": str(last_id)}
        with self.http.stream("GET", path, headers=headers, timeout=SILENCE) as answer:
            if answer.status_code in COME_AGAIN:
                return
            if answer.status_code == httpx.codes.NO_CONTENT:  # no more moves will follow
                yield "end", {"reason": "game_over"}
                return
            if not answer.is_success:
                answer.read()
                succeeded(answer)
            event = ""
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    event = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield event, json.loads(line.removeprefix("data: "))


class Receipts:
    """The commitment and the digests that the server showed during play, to check the transcript.

    If a digest is shown twice, the first one counts. The file, if there is one, is replaced after
    each addition, and a later run of the same game reads it.
    """

    def __init__(self, file: Path | None) -> None:
        self.file, self.game, self.commitment = file, "", ""
        self.digests: dict[int, str] = {}

    def begin(self, game: str, commitment: str) -> None:
        """Record the commitment, before the first move."""
        if self.file is None or self.game:
            return
        self.game, self.commitment = game, commitment
        if self.file.exists():
            kept = json.loads(self.file.read_text())
            if kept["game"] != game:
                sys.exit(f"{self.file} has the receipts of another game, {kept['game']}.")
            self.commitment = kept["commitment"]
            self.digests = {each["number"]: each["digest"] for each in kept["receipts"]}

    def note(self, moves: list[dict[str, Any]]) -> None:
        """Record the digests of moves."""
        if self.file is None:
            return
        for move in moves:
            self.digests.setdefault(move["number"], move["digest"])
        listed = [{"number": number, "digest": self.digests[number]} for number in self.digests]
        content = {
            "format": "gofish-receipts",
            "version": 1,
            "game": self.game,
            "commitment": self.commitment,
            "receipts": listed,
        }
        written = self.file.with_name(self.file.name + ".new")
        written.write_text(json.dumps(content))
        os.replace(written, self.file)


class Bot:
    """One seat of one game."""

    def __init__(self, service: Service, game: str, receipts: Receipts) -> None:
        self.service, self.game, self.path = service, game, f"/games/{game}"
        self.receipts = receipts
        self.last, self.version, self.reconnections = 0, 0, -1

    def play(self) -> None:
        """Follow the stream to the end of the game, and reconnect when it breaks."""
        attempt, is_over = 0, False
        while not is_over:
            self.reconnections += 1
            received = self.last
            with suppress(httpx.TransportError):  # disconnected, or no heartbeat
                is_over = self.follow()
            attempt = 0 if self.last > received else attempt + 1
            if attempt == ATTEMPTS:
                sys.exit("The stream cannot be read.")
            if not is_over:
                time.sleep(pause_before(attempt))
        state = succeeded(self.service.send("GET", f"{self.path}/state")).json()
        if state["phase"] == "closed":
            print("The lobby was closed before the game started.")
            return
        result = state["series"] or state["result"]
        verb = "won" if state["you"] in result["winners"] else "did not win"
        print(f"Over: I {verb} on seat {state['you']}, {self.reconnections} reconnections")

    def follow(self) -> bool:
        """Follow one stream until it ends; return whether the game is over."""
        for event, data in self.service.frames(f"{self.path}/stream", self.last):
            if event == "state":
                self.receipts.begin(self.game, data["commitment"])
            if event == "move" and data["number"] > self.last:
                self.receipts.note([data])
                self.last = data["number"]
                print(f"{self.last:4}  {'; '.join(map(in_words, data['events']))}", flush=True)
            if event == "state" or (event == "move" and self.last > self.version):
                self.act()
            if event == "end":
                return self.is_over(data["reason"])
        return False

    def is_over(self, reason: str) -> bool:
        """Return whether the game is over; leave if the stream has ended for another reason."""
        if reason in ("game_over", "game_closed"):
            return True
        address, kind = f"{self.service.server}/api/schema", "application/json"
        schema = succeeded(self.service.send("GET", address, Accept=kind)).json()
        if reason in schema["components"]["schemas"]["StreamEndReason"]["x-final"]:
            sys.exit(f"The stream has ended for good: {reason}")
        return False

    def act(self) -> None:
        """Act while the game waits for this seat."""
        state = succeeded(self.service.send("GET", f"{self.path}/state")).json()
        while state["to_act"] is not None and state["to_act"] == state["you"]:
            name = f"{self.game}-{state['version']}"
            action = choose(state["legal_actions"], random.Random(name))
            etag = f'"{state["version"]}-{state["you"]}"'
            path = f"{self.path}/{action['type']}"
            answer = self.service.send("POST", path, action, Idempotency_Key=name, If_Match=etag)
            if answer.status_code in MOVED_ON:
                break  # the stream will show the move of the conflict
            state = succeeded(answer).json()["state"]
        self.version = state["version"]


def choose(legal: list[Any], rng: random.Random) -> dict[str, Any]:
    """Return a random action that advances the game."""
    return dict(rng.choice([action for action in legal if action["type"] in PLAYS] or legal))


def find_game(service: Service, args: argparse.Namespace, name: str) -> str:
    """Create a game, or join one or quick match; the same ``name`` gives the same new game."""
    if args.join_any:
        return join_any(service)
    rules = {"preset": args.preset, "overlays": args.overlay}
    key = {"Idempotency_Key": name}
    if args.bots or args.open:
        seats = len(args.bots) + 1 if args.bots else args.seats
        body = {**rules, "seats": seats, "bots": args.bots}
        game = succeeded(service.send("POST", "/games", body, **key)).json()["game"]["id"]
        if args.open:
            service.send("POST", f"/games/{game}/entropy", entropy(), Idempotency_Key=new_key())
        return str(game)
    body = {**rules, "seats": args.seats, "wait_seconds": args.wait}
    match = succeeded(service.send("POST", "/matches", body, **key)).json()
    while match["game"] is None:
        print(f"Waiting: {match['waiting']} of {match['seats']} are there", flush=True)
        match = succeeded(service.send("GET", f"/matches/{match['id']}?wait=60")).json()
    return str(match["game"])


def kept_in(file: Path, server: str) -> dict[str, str]:
    """Return what an earlier run stored: the guest's token, and the key of its request for a
    game.
    """
    if not file.exists():
        return {}
    if os.name == "posix" and file.stat().st_mode & 0o077:
        sys.exit(f"Others may read {file}, which contains a token. Run: chmod 600 {file}")
    kept: dict[str, str] = json.loads(file.read_text())
    if kept["server"] != server:
        sys.exit(f"{file} is of a game on {kept['server']}.")
    return kept


def keep(file: Path, **kept: str) -> None:
    """Write the file atomically, readable for its owner only."""
    handle, unnamed = tempfile.mkstemp(dir=file.parent)  # created with mode 0600
    with open(handle, "w") as written:
        json.dump(kept, written)
    os.replace(unnamed, file)


def join_any(service: Service) -> str:
    """Wait for a game with a free seat, join it and return its id."""
    while True:
        lobby = succeeded(service.send("GET", "/games?status=lobby&free_seats=1&limit=100")).json()
        for game in lobby["results"]:
            if is_seated(service, game["id"]):
                return str(game["id"])
        time.sleep(1)


def is_seated(service: Service, game: str) -> bool:
    """Take a free seat if the player has none in the game; return whether they have one then."""
    path = f"/games/{game}"
    if succeeded(service.send("GET", f"{path}/state")).json()["you"] is not None:
        return True
    answer = service.send("POST", f"{path}/join", entropy(), Idempotency_Key=new_key())
    return answer.is_success


def entropy() -> dict[str, str]:
    """Return random entropy, so that the server cannot have chosen the deal."""
    return {"entropy": os.urandom(16).hex()}


def new_key() -> str:
    """Return a key for a request that a restarted bot does not send again."""
    return os.urandom(16).hex()


def in_words(event: dict[str, Any]) -> str:
    """Return an event as one line."""
    shown = (f"{key}={value}" for key, value in event.items() if key not in ("type", "rules"))
    return " ".join([event["type"], *shown])


def pause_before(attempt: int) -> float:
    """Return the seconds to wait before a retry."""
    return min(0.1 * 2.0**attempt, LONGEST_PAUSE)


def check_patience(server: str, attempt: int) -> None:
    """Leave with advice if the server was never reached, after a few attempts."""
    if attempt + 1 == FIRST_ATTEMPTS:
        sys.exit(
            f"No server answers at {server}. Start one with `make run` in the project's folder, "
            "or name another with --server."
        )


def succeeded(answer: httpx.Response) -> httpx.Response:
    """Return a successful response, or exit with its problem."""
    return answer if answer.is_success else sys.exit(problem_text(answer))


def problem_text(answer: httpx.Response) -> str:
    """Return the problem of a response as one line."""
    try:
        return "{status} {code}: {detail}".format_map(answer.json())
    except (ValueError, KeyError):  # not from the service but from a proxy
        return f"{answer.status_code} {answer.reason_phrase}"


def main() -> None:
    """Play one game with the options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--server", default="http://127.0.0.1:8000")
    parser.add_argument(
        "--token", default=os.environ.get("GOFISH_TOKEN"), help="default: a new guest"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--game", help="continue this game, or take a free seat in it")
    where.add_argument("--join-any", action="store_true", help="join any game with a free seat")
    where.add_argument("--open", action="store_true", help="open a game and wait for players")
    where.add_argument("--bots", nargs="*", default=[], metavar="LEVEL", help="play against these")
    parser.add_argument("--seats", type=int, default=2, help="of the new game or in quick match")
    parser.add_argument("--wait", type=int, default=20, help="seconds to wait for people in it")
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--overlay", action="append", default=[])
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="store the guest's token in FILE, which only you can read, until the game is over: after a crash "
        "the same command continues the same game as the same guest",
    )
    parser.add_argument(
        "--receipts",
        type=Path,
        metavar="FILE",
        help="save the commitment and the digests of moves, for python3 -m games.engine.verify --receipts FILE",
    )
    args = parser.parse_args()
    if args.keep and (args.token or args.join_any):
        parser.error("--keep is for guests: leave --token and --join-any out, GOFISH_TOKEN unset")
    kept = kept_in(args.keep, args.server) if args.keep else {}
    service = Service(args.server, kept.get("token", args.token))
    key = kept.get("key") or new_key()
    if args.keep and not kept:
        keep(args.keep, server=args.server, token=service.secret, key=key)
    game = args.game or find_game(service, args, key)
    if not is_seated(service, game):
        sys.exit(f"This token has no seat in game {game}, and cannot take one.")
    print(f"Playing game {game}", flush=True)
    if not args.token and not args.keep:  # only this process knows the guest's token
        again = f"--server {args.server} --game {game} --token {service.secret}"
        print(f"After a crash: {sys.executable} {sys.argv[0]} {again}", flush=True)
    Bot(service, game, Receipts(args.receipts)).play()
    if args.keep:
        args.keep.unlink()


if __name__ == "__main__":
    main()
