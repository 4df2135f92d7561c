"""Streams on which nothing happens for minutes still deliver, at the heartbeat that the service has
by default.
"""

import os
from contextlib import ExitStack

import pytest

from tests.live.listeners import LineListener, Listener
from tests.players import seated
from tests.processes import served

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

HEARTBEATS = int(os.environ.get("IDLE_HEARTBEATS", "20"))
"""How often an idle stream hears from the server before it is used: every 15 seconds, so for five
minutes.
"""


def test_a_stream_that_was_idle_for_minutes_still_delivers() -> None:
    game, ann, bob = seated(2)

    with served() as address, ExitStack() as stack:
        listeners = [
            stack.enter_context(kind(address, path, ann))
            for kind in (Listener, LineListener)
            for path in (f"/games/{game}/stream?state=true", "/me/stream")
        ]
        for listener in listeners:
            listener.frame()
        for listener in listeners:
            listener.read_times(1 + HEARTBEATS)

        bob.post(f"/games/{game}/resign")
        frames = [listener.frame() for listener in listeners]

    of_game, of_account, *_ = frames
    assert of_game is not None and of_account is not None
    assert of_game.data["state"] == ann.state(game)
    assert (of_account.data["game"], of_account.data["what"]) == (game, ["over"])
    assert frames == [of_game, of_account] * 2
