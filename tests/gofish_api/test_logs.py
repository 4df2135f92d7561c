"""The service's own logs contain no card, no token and no seed."""

import json
import logging
import re
from random import Random

import pytest
from django.utils import timezone

from games.engine import snapshot
from games.engine.cards import CARD_TEXTS
from games.log import triggers
from games.log.models import Game, Move, Position
from games.referee import loop, overdue_games
from tests.players import guest, play_out, seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db


def logged(caplog: pytest.LogCaptureFixture) -> str:
    """Return everything logged, the fields of each record included."""
    return "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)


def test_a_game_is_played_without_a_word_of_what_is_secret_in_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)

    game, *players = seated(3)
    play_out(game, players, Random(4))
    players[0].ask(game, 1, "A", Idempotency_Key="between-us")

    logs = logged(caplog)
    assert f"POST /api/v1/games/{game}/ask" in logs
    cards = rf"\b({'|'.join(CARD_TEXTS)})\b"
    assert re.findall(cards, re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|0x[0-9a-f]+", "", logs)) == []
    seed = bytes(Game.objects.get().seed)
    for secret in (
        seed.hex(),
        repr(seed),
        "between-us",
        *(player.secret or "" for player in players),
    ):
        assert secret not in logs


def test_a_request_is_logged_once_with_its_account(caplog: pytest.LogCaptureFixture) -> None:
    ann = guest()
    caplog.set_level(logging.INFO)

    ann.get("/me?a=b")

    [line] = [each.msg for each in caplog.records if "/me" in str(each.msg)]
    assert isinstance(line, dict) and line.pop("request_id") and line.pop("timestamp")
    assert line == {
        "code": 400,
        "event": "request_finished",
        "level": "info",
        "logger": "django_structlog.middlewares.request",
        "request": "GET /api/v1/me",
        "user_id": ann.account,
    }


def test_a_refused_command_is_logged_without_what_it_asked_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    game, ann, bob = seated(2)
    waiting = (ann, bob)[1 - ann.state(game)["to_act"]]
    caplog.clear()

    waiting.post(f"/games/{game}/ask", {"target": 0, "card": "QS"})
    guest().client.get(f"/api/v1/games/{game}/state?ticket=very-secret")

    logs = logged(caplog)
    assert "409" in logs or "422" in logs
    assert "QS" not in logs.replace(game, "")
    assert "very-secret" not in logs


def test_a_log_that_cannot_be_read_is_logged_with_game_and_move_and_without_its_text(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overdue_games, "_unreadable", set())
    game, ann, _ = seated(2)
    ann.client.raise_request_exception = False
    spoil(game)
    caplog.set_level(logging.INFO)

    answer = ann.get(f"/games/{game}/state")
    loop.enforce_all()

    assert (answer.status_code, answer.json()["code"]) == (500, "malformed_entry")
    logs = written(caplog)
    by_request, by_referee = [line for line in logs.splitlines() if "MalformedEntry" in line]
    for line in (by_request, by_referee):
        assert game in line
        assert "move 1" in line
    assert "Traceback" not in logs
    assert "QS" not in logs.replace(game, "")


def spoil(game: str) -> None:
    """Let the first move be one that cannot be read and that names a card, and the position depend
    on it.
    """
    events = '[{"type":"asked","card":"QS"}]'
    triggers.unguard()
    Move.objects.filter(game=number_of(game), number=1).update(events=events)
    triggers.guard()
    position = Position.objects.get(pk=number_of(game))
    position.state = json.dumps(json.loads(position.state) | {"schema": snapshot.SCHEMA + 1})
    position.deadline = timezone.now()
    position.save()


@pytest.mark.urls("tests.gofish_api.test_problems")
def test_a_failure_is_logged_without_the_ticket_in_its_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    client = guest().client
    client.raise_request_exception = False

    answer = client.get("/api/v1/failing/busy?ticket=very-secret")

    assert answer.status_code >= 500
    logs = written(caplog)
    assert "/api/v1/failing/busy" in logs
    assert "very-secret" not in logs


def written(caplog: pytest.LogCaptureFixture) -> str:
    """Return everything logged as it is written."""
    formatter = logging.getLogger().handlers[0].formatter
    assert formatter is not None
    return "\n".join(formatter.format(record) for record in caplog.records)
