"""A complete client in one file: it plays Go Fish at random and uses only the HTTP API.

    python examples/random_bot.py --seats 2      # creates a game and waits for a second player
    python examples/random_bot.py --join-any     # takes a seat in it, and both play to the end

It shows what every good client does. A command has an `Idempotency-Key`, which is the same for
every retry, so that a lost response never causes a second ask. It has `If-Match`, so that it is
executed only in the position that it was chosen for. `If-None-Match` makes repeated reads of the
state cheap.
"""

import argparse
import json
import os
import random
import secrets
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import httpx

PLAYS = {"ask", "answer", "declare", "end_turn", "cut"}  # also legal: expose, misdeal, resign
COME_AGAIN = {429, 500, 502, 503, 504}
ATTEMPTS = 8
FIRST_ATTEMPTS = 4  # to connect, before the server has answered at all: four seconds
LONGEST_WAIT = 60.0  # seconds

IN_WORDS = {
    "created": "the game is opened for {seats} players",
    "seat_taken": "seat {seat} is taken",
    "entropy_added": "seat {seat} adds entropy",
    "seat_left": "seat {seat} is free again",
    "started": "the game starts",
    "closed": "the lobby is closed: {reason}",
    "dealer_drawn": "seat {seat} deals",
    "pack_cut": "seat {seat} cuts below {position} cards",
    "dealt": "{counts} cards are dealt, {stock} are left to draw",
    "asked": "seat {seat} asks seat {target} for {what}",
    "cards_given": "seat {seat} gives {cards}",
    "go_fish": "seat {seat} says go fish",
    "card_drawn": "seat {seat} draws {what}",
    "book_made": "seat {seat} lays the book of {rank}",
    "book_voided": "the book of {rank} of seat {seat} does not count",
    "book_discarded": "seat {seat} loses the book of {rank}",
    "turn_continues": "seat {seat} goes on",
    "turn_closing": "seat {seat} may lay books",
    "player_skipped": "seat {seat} is skipped",
    "turn_passed": "seat {to} is next",
    "irregularity": "seat {seat} commits an offence: {kind}",
    "card_exposed": "seat {seat} shows {card}",
    "misdealt": "seat {seat} claims a misdeal",
    "timed_out": "the time of seat {seat} runs out",
    "resigned": "seat {seat} resigns",
    "abandoned": "seat {seat} is given up",
    "stand_in_seated": "a stand-in plays seat {seat} on",
    "ruled": "the referee rules on case {case}: {kind}",
    "seat_restored": "the player of seat {seat} plays it on again",
    "game_over": "the deal is over by {reason}: books {scores}, won by {winners}",
    "series_continues": "totals {totals}, seat {seat} deals next",
    "series_over": "the series is over: totals {totals}, won by {winners}",
}


class Service:
    """The API, with retries. A retry is safe: each request is a read, or has a key."""

    def __init__(self, server: str) -> None:
        self.http = httpx.Client(base_url=f"{server}/api/v1", timeout=10)
        self.server, self.is_reached = server, False

    def sign_in(self, token: str | None) -> None:
        """Use this token or, without one, create a guest account."""
        secret = token or self.post("/accounts/guest").json()["token"]["secret"]
        self.http.headers["Authorization"] = f"Bearer {secret}"

    def get(self, path: str, *, etag: str = "", **query: Any) -> httpx.Response:
        """Send a GET; the status is 304 if the resource still has this ETag."""
        known = {"If-None-Match": etag} if etag else {}
        return self._send("GET", path, params=query, headers=known)

    def post(self, path: str, body: Any = None, *, etag: str = "") -> httpx.Response:
        """Send a command; the ETag identifies the position that it was chosen for."""
        headers = {"Idempotency-Key": str(uuid.uuid4())} | ({"If-Match": etag} if etag else {})
        return self._send("POST", path, json={} if body is None else body, headers=headers)

    def _send(self, method: str, path: str, **request: Any) -> httpx.Response:
        for attempt in range(ATTEMPTS):
            wait = 0.25 * 2**attempt
            try:
                answer = self.http.request(method, path, **request)
            except httpx.TransportError as error:  # it may have been executed, or not
                if isinstance(error, httpx.ConnectError) and not self.is_reached:
                    check_patience(self.server, attempt)
                trouble = str(error) or type(error).__name__
            else:
                self.is_reached = True
                if answer.status_code not in COME_AGAIN:
                    return answer
                trouble = problem_text(answer)
                wait = float(answer.headers.get("Retry-After", wait))
            if wait > LONGEST_WAIT:
                break
            time.sleep(wait)
        sys.exit(f"{method} {path}: {trouble}")


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

    def __init__(
        self, service: Service, rng: random.Random, pause: float, receipts: Receipts
    ) -> None:
        self.service, self.rng, self.pause = service, rng, pause
        self.receipts = receipts
        self.path, self.etag, self.state, self.seen = "", "", dict[str, Any](), 0

    def open(self, *, seats: int, preset: str, overlays: list[str]) -> None:
        """Create a game, then add entropy: it counts only after the commitment to the seed."""
        body = {"seats": seats, "preset": preset, "overlays": overlays}
        game = succeeded(self.service.post("/games", body)).json()["game"]["id"]
        print(f"Opened game {game}", flush=True)
        self.path = f"/games/{game}"
        while self.read()["phase"] == "lobby" and not self.command("entropy", entropy()):
            pass

    def join(self, game: str) -> bool:
        """Try to take a seat; return whether this succeeded."""
        self.path, self.etag, self.seen = f"/games/{game}", "", 0
        while (state := self.read())["phase"] == "lobby" and state["you"] is None:
            if all(seat["taken"] for seat in state["seats"]) or self.command("join", entropy()):
                continue
            if self.read()["version"] == state["version"]:  # refused, and not a conflict
                break
        return state["you"] is not None

    def join_any(self) -> None:
        """Wait for a game with a free seat, and join it."""
        while True:
            lobby = succeeded(self.service.get("/games", status="lobby", limit=100)).json()
            if any(self.join(game["id"]) for game in lobby["results"]):
                return
            time.sleep(self.pause)

    def play(self) -> None:
        """Play until the game is over or its lobby is closed."""
        while self.read()["phase"] not in ("over", "closed"):
            while action := self.choose():
                if not self.command(action["type"], action):
                    break
            time.sleep(self.pause)
        if self.state["phase"] == "closed":
            return
        result = self.state["series"] or self.state["result"]
        points = result.get("totals") or result["scores"]
        verb = "won" if self.state["you"] in result["winners"] else "did not win"
        print(f"Over: I {verb} on seat {self.state['you']}; points by seat: {points}")

    def read(self) -> dict[str, Any]:
        """Read the state, if it has changed."""
        answer = self.service.get(f"{self.path}/state", etag=self.etag)
        if answer.status_code != httpx.codes.NOT_MODIFIED:
            self.state, self.etag = succeeded(answer).json(), answer.headers["ETag"]
            self.tell()
        return self.state

    def choose(self) -> dict[str, Any] | None:
        """Return a random action, or None if it is not this seat's turn to act."""
        state = self.state
        if state["you"] is None or state["to_act"] != state["you"]:
            return None
        legal = state["legal_actions"]
        return dict(self.rng.choice([a for a in legal if a["type"] in PLAYS] or legal))

    def command(self, name: str, body: dict[str, Any]) -> bool:
        """Send a command; return False if the position has changed."""
        answer = self.service.post(f"{self.path}/{name}", body, etag=self.etag)
        if answer.status_code in (httpx.codes.CONFLICT, httpx.codes.PRECONDITION_FAILED):
            return False
        self.state, self.etag = succeeded(answer).json()["state"], answer.headers["ETag"]
        self.tell()
        return True

    def tell(self) -> None:
        """Print the new moves, one per line."""
        if self.state["you"] is not None:
            self.receipts.begin(self.state["game"], self.state["commitment"])
        while self.seen < self.state["version"]:
            page = succeeded(self.service.get(f"{self.path}/moves", after=self.seen)).json()
            if self.receipts.game:
                self.receipts.note(page["moves"])
            for move in page["moves"]:
                print(f"{move['number']:4}  {'; '.join(map(in_words, move['events']))}", flush=True)
                self.seen = move["number"]


def in_words(event: dict[str, Any]) -> str:
    """Describe an event; what this seat may not see is null."""
    what = event.get("card") or event.get("rank") or "a card"
    shown = {key: ", ".join(map(str, v)) if isinstance(v, list) else v for key, v in event.items()}
    return IN_WORDS.get(event["type"], "{type}").format_map({**shown, "what": what})


def entropy() -> dict[str, str]:
    """Return random entropy, so that the server cannot have chosen the deal."""
    return {"entropy": secrets.token_hex(16)}


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
    parser = argparse.ArgumentParser(description="Play one game of Go Fish at random.")
    parser.add_argument("--server", default="http://127.0.0.1:8000")
    parser.add_argument(
        "--token", default=os.environ.get("GOFISH_TOKEN"), help="default: create a guest"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--game", metavar="ID", help="join this game")
    where.add_argument(
        "--join-any", action="store_true", help="join any game that waits for players"
    )
    parser.add_argument("--seats", type=int, default=2, help="of the new game (2)")
    parser.add_argument("--preset", default="classic", help="of the new game (classic)")
    parser.add_argument(
        "--overlay", action="append", default=[], help="changes the preset; may be repeated"
    )
    parser.add_argument("--seed", type=int, help="makes the choices repeatable")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between two reads (0.5)")
    parser.add_argument(
        "--receipts",
        type=Path,
        metavar="FILE",
        help="save the commitment and the digests of moves, for python3 -m games.engine.verify --receipts FILE",
    )
    args = parser.parse_args()

    service = Service(args.server)
    service.sign_in(args.token)
    bot = Bot(service, random.Random(args.seed), args.pause, Receipts(args.receipts))
    if args.join_any:
        bot.join_any()
    elif not args.game:
        bot.open(seats=args.seats, preset=args.preset, overlays=args.overlay)
    elif not bot.join(args.game):
        sys.exit(f"Game {args.game} has no free seat.")
    bot.play()


if __name__ == "__main__":
    main()
