"""Play a whole game of Go Fish by two guests, with the Python client of ``make clients``.

python clients/play.py http://127.0.0.1:8000 --receipts receipts.json
"""

import argparse
import json
from pathlib import Path
from typing import TypeVar

from gofish_client import AuthenticatedClient, Client
from gofish_client.api.accounts import register_guest
from gofish_client.api.lobby import create_game, join
from gofish_client.api.table import ask, read_state
from gofish_client.models import (
    AskAction,
    AskRequest,
    CommandAnswer,
    CreatedGame,
    GameOverEvent,
    JoinRequest,
    NewGameRequest,
    Problem,
)

Answer = TypeVar("Answer")


def play(server: str, receipts: Path | None) -> GameOverEvent:
    """Let two guests play: each makes the first legal ask, until the game is over."""
    ann, bob = guest(server), guest(server)
    opened = checked(create_game.sync(client=ann, body=NewGameRequest(seats=2)))
    game, commitment = opened.game.id, opened.state.commitment
    digests: dict[int, str] = {}

    def record(shown: CommandAnswer | CreatedGame) -> None:
        """Save the digests of the moves, for ``python -m games.engine.verify --receipts``."""
        digests.update({move.number: move.digest for move in shown.moves})
        if receipts is not None:
            receipts.write_text(json.dumps(receipts_of(game, commitment, digests)))

    record(opened)
    joined = checked(join.sync(game, client=bob, body=JoinRequest(entropy="what no one can guess")))
    record(joined)
    state = joined.state
    while state.result is None:
        me = ann if state.to_act == 0 else bob
        seen = checked(read_state.sync(game, client=me))
        choice = next(each for each in seen.legal_actions if isinstance(each, AskAction))
        answer = ask.sync(
            game,
            client=me,
            body=AskRequest(target=choice.target, rank=choice.rank),
            idempotency_key=f"{game}-{seen.version}",
        )
        played = checked(answer)
        record(played)
        state = played.state
    return state.result


def receipts_of(game: str, commitment: str, digests: dict[int, str]) -> dict[str, object]:
    """Return the content of a receipts file."""
    listed = [{"number": number, "digest": digest} for number, digest in digests.items()]
    return {
        "format": "gofish-receipts",
        "version": 1,
        "game": game,
        "commitment": commitment,
        "receipts": listed,
    }


def guest(server: str) -> AuthenticatedClient:
    """Create a guest account; return its client."""
    registered = checked(register_guest.sync(client=Client(server)))
    return AuthenticatedClient(server, token=registered.token.secret)


def checked(answer: Answer | Problem | None) -> Answer:
    """Return a response that is no problem.

    :raises RuntimeError: it is a problem; the message is its detail.
    """
    if answer is None or isinstance(answer, Problem):
        raise RuntimeError(answer.detail if answer else "The response cannot be parsed.")
    return answer


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play a whole game of Go Fish by two guests.")
    parser.add_argument("server")
    parser.add_argument("--receipts", type=Path, metavar="FILE", help="save receipts of the game")
    args = parser.parse_args()
    result = play(args.server, args.receipts)
    print(f"{result.reason}: {result.scores}")
