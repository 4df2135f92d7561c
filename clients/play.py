"""A whole game of Go Fish by two guests, with the Python client that ``make clients`` generates.

python clients/play.py http://127.0.0.1:8000
"""

import sys
from typing import TypeVar

from gofish_client import AuthenticatedClient, Client
from gofish_client.api.accounts import register_guest
from gofish_client.api.lobby import create_game, join
from gofish_client.api.table import ask, read_state
from gofish_client.models import (
    AskAction,
    AskRequest,
    GameOverEvent,
    JoinRequest,
    NewGameRequest,
    Problem,
)

Answer = TypeVar("Answer")


def play(server: str) -> GameOverEvent:
    """Let two guests ask in turn, each the first thing he may, until the last book is laid."""
    ann, bob = guest(server), guest(server)
    opened = said(create_game.sync(client=ann, body=NewGameRequest(seats=2)))
    game = opened.game.id
    state = said(
        join.sync(game, client=bob, body=JoinRequest(entropy="what nobody can foresee"))
    ).state
    while state.result is None:
        me = ann if state.to_act == 0 else bob
        seen = said(read_state.sync(game, client=me))
        choice = next(each for each in seen.legal_actions if isinstance(each, AskAction))
        answer = ask.sync(
            game,
            client=me,
            body=AskRequest(target=choice.target, rank=choice.rank),
            idempotency_key=f"{game}-{seen.version}",
        )
        state = said(answer).state
    return state.result


def guest(server: str) -> AuthenticatedClient:
    """Return a client with an account of its own."""
    registered = said(register_guest.sync(client=Client(server)))
    return AuthenticatedClient(server, token=registered.token.secret)


def said(answer: Answer | Problem | None) -> Answer:
    """Return what was asked for.

    :raises RuntimeError: with the sentence of the problem, if there is one.
    """
    if answer is None or isinstance(answer, Problem):
        raise RuntimeError(answer.detail if answer else "The answer cannot be read.")
    return answer


if __name__ == "__main__":
    result = play(sys.argv[1])
    print(f"{result.reason}: {result.scores}")
