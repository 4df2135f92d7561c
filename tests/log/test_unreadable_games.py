"""Games that cannot be read: newer code has stored them, as after a rollback or next to a process
that was upgraded first, or they were damaged.
"""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.engine import codec, move_texts, snapshot
from games.log import triggers, writer
from games.log.models import Game, Move, Position
from games.play import inbox
from games.play.results import by_preset
from games.referee import loop, overdue_games
from games.referee.overdue_games import OverdueGames
from tests.players import Player, guest, play_out, seated
from tests.tables import number_of
from tests.timeouts import eventually

pytestmark = pytest.mark.django_db

CODE = "game_needs_newer_server"


@contextmanager
def newer_code(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Write as code would whose every schema number is the next one."""
    with monkeypatch.context() as newer:
        newer.setattr(codec, "RULES_SCHEMA", codec.RULES_SCHEMA + 1)
        newer.setattr(move_texts, "NEWEST", move_texts.NEWEST + 1)
        newer.setattr(writer, "SCHEMA", move_texts.NEWEST)
        newer.setattr(snapshot, "SCHEMA", snapshot.SCHEMA + 1)
        yield
    codec.rules_from_text.cache_clear()


def rewrite_rules(game: str, **changes: Any) -> None:
    """Store the rules of a game as newer code would have."""
    stored = Game.objects.get(pk=number_of(game))
    text = codec.canonical(json.loads(stored.rules) | changes)
    Game.objects.filter(pk=stored.pk).update(rules=text)


def with_newer_rules(game: str) -> None:
    rewrite_rules(game, schema=codec.RULES_SCHEMA + 1)


def with_another_option(game: str) -> None:
    rewrite_rules(game, four_colours=True)


def with_newer_moves(game: str) -> None:
    """Rewrite the log and the position, which then can neither be read nor rebuilt."""
    number = number_of(game)
    triggers.unguard()
    Move.objects.filter(game=number).update(schema=move_texts.NEWEST + 1)
    triggers.guard()
    stored = Position.objects.get(pk=number)
    value = json.loads(stored.state) | {"schema": snapshot.SCHEMA + 1}
    Position.objects.filter(pk=number).update(state=json.dumps(value))


def with_damaged_rules(game: str) -> None:
    Game.objects.filter(pk=number_of(game)).update(rules="[]")


def with_damaged_position(game: str) -> None:
    Position.objects.filter(pk=number_of(game)).update(state='{"schema":1,"entropy":[]}')


@pytest.fixture(params=[with_newer_rules, with_newer_moves])
def make_newer(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Return what makes a stored game one of newer code."""
    made: Callable[[str], None] = request.param
    return made


def make_due(*games: str) -> None:
    """Let the time of the awaited seats be up."""
    numbers = [number_of(game) for game in games]
    ago = timezone.now() - timedelta(seconds=5)
    Position.objects.filter(pk__in=numbers).update(deadline=ago)


def check_refused(answer: Any) -> None:
    """The answer is the documented problem, and promises no time at which it would go away."""
    assert (answer.status_code, answer.json()["code"]) == (503, CODE), answer.content
    assert "Retry-After" not in answer.headers


def check_unknown(player: Player, game: str) -> None:
    """Every way to read the game answers the player that there is none."""
    for path in ("", "/state", "/moves", "/stream"):
        assert player.get(f"/games/{game}{path}").status_code == 404, path
    followed = player.post("/games/stream", {"ids": [game]}, Accept="application/x-ndjson")
    [refused] = json.loads(followed.content.split(b"\n")[0])["data"]["errors"]
    assert refused["error"]["code"] == "game_not_found"


def test_its_own_addresses_answer_a_stable_problem_and_change_nothing(
    make_newer: Callable[[str], None],
) -> None:
    game, ann, _ = seated(2)
    make_newer(game)
    before = (Position.objects.get(pk=number_of(game)).state, Move.objects.count())

    for path in ("/state", "/moves", "/replay?at=1", "/transcript", "/presence", "/stream"):
        check_refused(ann.get(f"/games/{game}{path}"))
    for command, body in (("ask", {"target": 1, "rank": "A"}), ("resign", {})):
        check_refused(ann.post(f"/games/{game}/{command}", body))
    if make_newer is with_newer_rules:
        check_refused(ann.get(f"/games/{game}"))
    assert before == (Position.objects.get(pk=number_of(game)).state, Move.objects.count())


@pytest.mark.parametrize("damage", [with_damaged_rules, with_damaged_position])
def test_a_damaged_game_is_a_stable_problem_and_listed_with_what_is_known(
    damage: Callable[[str], None],
) -> None:
    game, ann, _ = seated(2)
    other = ann.create()
    known = inbox.of_accounts([ann.account])[ann.account][number_of(game)]
    ann.client.raise_request_exception = False
    damage(game)

    for answer in (ann.get(f"/games/{game}/state"), ann.post(f"/games/{game}/resign")):
        assert (answer.status_code, answer.json()["code"]) == (500, "malformed_entry")
    listed = ann.get("/me/games").json()["games"]
    shown = {each["game"]: (each["status"], each["your_turn"]) for each in listed}
    assert shown.keys() == {game, other} and shown[game] == ("running", False)
    mine = inbox.of_accounts([ann.account])[ann.account]
    assert mine[number_of(game)] == known._replace(is_turn=False)
    if damage is with_damaged_rules:
        for path, expected in (("/games", [other, game]), ("/games?expand=rules", [other])):
            assert [each["id"] for each in ann.get(path).json()["results"]] == expected, path


@pytest.mark.parametrize("spoil", [with_newer_moves, with_damaged_rules, with_damaged_position])
def test_strangers_do_not_learn_that_a_private_game_exists(spoil: Callable[[str], None]) -> None:
    ann, stranger = guest(), guest()
    game = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]["id"]
    spoil(game)

    check_unknown(stranger, game)
    check_unknown(Player(), game)
    assert stranger.post(f"/games/{game}/join").status_code == 404


@pytest.mark.parametrize("rewrite", [with_newer_rules, with_another_option])
def test_lists_leave_it_out(rewrite: Callable[[str], None]) -> None:
    game, ann, _ = seated(2)
    other = ann.create()
    rewrite(game)

    for path in ("/games", "/games?mine=true", f"/players/{ann.name}/games"):
        answer = ann.get(path)
        assert answer.status_code == 200, answer.content
        assert [each["id"] for each in answer.json()["results"]] == [other], path


def test_results_leave_it_out(make_newer: Callable[[str], None]) -> None:
    game, *players = seated(2)
    play_out(game, players, Random(1))
    value = json.loads(Position.objects.get(pk=number_of(game)).state)
    make_newer(game)
    Position.objects.filter(pk=number_of(game)).update(
        state=json.dumps(value | {"schema": snapshot.SCHEMA + 1})
    )

    assert by_preset(players[0].account) == {}
    assert players[0].get(f"/players/{players[0].name}").status_code == 200


def test_the_referee_passes_it_over_with_one_line_and_goes_on_with_others(
    make_newer: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(overdue_games, "_unreadable", set())
    game, *_ = seated(2)
    other, *_ = seated(2)
    make_newer(game)
    make_due(game, other)
    before = Position.objects.get(pk=number_of(other)).version

    with caplog.at_level(logging.ERROR, logger="games.referee.overdue_games"):
        for _ in range(3):
            loop.enforce_all()

    lines = [record.getMessage() for record in caplog.records if CODE in record.getMessage()]
    assert len(lines) == 1
    assert game in lines[0]
    assert Position.objects.get(pk=number_of(other)).version > before


def test_moves_go_on_after_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overdue_games, "_unreadable", set())
    monkeypatch.setattr(overdue_games, "MOST_UNREADABLE", 0)
    monkeypatch.setattr(overdue_games, "REST_SECONDS", 0.01)
    unreadable, readable = seated(2)[0], seated(2)[0]
    with_newer_rules(unreadable)
    make_due(unreadable, readable)
    before = Position.objects.get(pk=number_of(readable)).version
    games = OverdueGames()

    def has_moved() -> bool:
        games.step()
        return Position.objects.get(pk=number_of(readable)).version > before

    eventually(has_moved)


def test_a_game_goes_on_when_the_service_is_upgraded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with newer_code(monkeypatch):
        game, ann, bob = seated(2)
        shown = ann.get(f"/games/{game}/state").content

    check_refused(ann.get(f"/games/{game}/state"))

    with newer_code(monkeypatch):
        assert ann.get(f"/games/{game}/state").content == shown
        assert bob.post(f"/games/{game}/resign").status_code == 200
