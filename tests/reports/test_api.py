"""POST and GET /games/{game_id}/analysis: who may, when, and within which limits."""

from random import Random
from threading import Event
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.credentials import tokens
from games.analysis.values.weights import VERSION
from games.log.models import Game
from games.reports import requesting, stored_analyses, worker
from games.reports.models import GameAnalysis
from gofish_api.personal_data import close_account
from tests import tables
from tests.players import Player, account_of, guest, play_out, refused, seated
from tests.ratings import rated

pytestmark = pytest.mark.django_db


def over(preset: str = "classic", *overlays: str) -> tuple[str, Player, Player]:
    """Return a game that its last player has resigned, and its players."""
    game, ann, bob = seated(2, preset, *overlays)
    version = bob.state(game)["version"]
    answer = bob.post(f"/games/{game}/resign", If_Match=f'"{version}-1"')
    assert answer.status_code == 200
    return game, ann, bob


def read(player: Player, game: str, **headers: str) -> Any:
    return player.get(f"/games/{game}/analysis", **headers)


def request(player: Player, game: str) -> Any:
    return player.post(f"/games/{game}/analysis")


def store_done(game: str, *, model: str = VERSION, text: bytes = b'{"asks":[]}') -> GameAnalysis:
    """Store an analysis of a game as the worker does."""
    return GameAnalysis.objects.create(
        game_id=tables.number_of(game),
        model=model,
        status="done",
        requested_at=timezone.now(),
        finished_at=timezone.now(),
        data=stored_analyses.pack(text),
    )


def operator() -> Player:
    player = guest()
    user = account_of(player)
    user.is_staff = True
    user.save()
    user.user_permissions.add(Permission.objects.get(codename="view_game"))
    return player


def test_a_player_requests_the_analysis_and_everyone_reads_it() -> None:
    game, ann, bob = seated(2)
    play_out(game, [ann, bob], Random(4))

    def standing() -> str:
        status: str = bob.get(f"/games/{game}").json()["analysis"]
        return status

    assert refused(read(bob, game)) == (404, "not_analysed")
    assert standing() == "none"
    queued = request(ann, game)
    assert standing() == "waiting"
    assert (queued.status_code, queued["Retry-After"]) == (202, "2")
    assert queued.json() == {"game": game, "status": "queued", "ahead": 0}
    assert read(bob, game).status_code == 202
    assert worker.step(Event())

    answer = read(Player(), game)
    assert answer.status_code == 200
    assert standing() == "done"
    shown = answer.json()
    assert (shown["status"], shown["model"], shown["annulled"]) == ("done", VERSION, False)
    analysis = shown["analysis"]
    assert [each["seat"] for each in analysis["players"]] == [0, 1]
    assert sum(each["asks"] for each in analysis["players"]) == len(analysis["asks"]) > 0
    assert all(0 <= ask["hit_chance"] <= 1 for ask in analysis["asks"])
    again = request(bob, game)
    assert (again.status_code, again.json()) == (200, shown)


def test_a_second_request_gets_the_same_job_and_counts_in_no_limit() -> None:
    game, ann, bob = over()

    assert request(ann, game).status_code == 202
    before = request(ann, game)["RateLimit"]
    after = request(ann, game)

    assert after.status_code == 202
    assert _left(after["RateLimit"], "analyses") == _left(before, "analyses")
    assert request(bob, game).status_code == 202
    assert GameAnalysis.objects.count() == 1


def test_only_players_and_operators_request() -> None:
    game, _, _ = over()

    assert refused(request(Player(), game)) == (401, "not_authenticated")
    assert refused(request(guest(), game)) == (403, "not_seated")
    assert refused(request(guest("read"), game)) == (403, "insufficient_scope")
    assert not GameAnalysis.objects.exists()
    assert request(operator(), game).status_code == 202


def test_who_may_not_see_the_replay_learns_nothing_of_the_analysis() -> None:
    game, ann, bob = _private()
    assert request(ann, game).status_code == 202

    assert refused(read(guest(), game)) == (404, "game_not_found")
    assert refused(request(guest(), game)) == (404, "game_not_found")
    assert refused(request(operator(), game)) == (404, "game_not_found")
    assert read(bob, game).status_code == 202


def test_a_running_game_has_no_analysis() -> None:
    game, ann, _ = seated(2)
    store_done(game)  # which no request makes

    assert refused(read(ann, game)) == (409, "not_over_yet")
    assert refused(request(ann, game)) == (409, "not_over_yet")


@pytest.mark.parametrize(
    ("preset", "overlays"),
    [
        pytest.param("pairs", (), id="books of two"),
        pytest.param("classic", ("honour",), id="honour mode"),
    ],
)
def test_rules_without_a_model_are_refused_at_once_with_the_reason(
    preset: str, overlays: tuple[str, ...]
) -> None:
    game, ann, _ = over(preset, *overlays)

    for answer in (request(ann, game), read(ann, game)):
        assert refused(answer) == (422, "analysis_unavailable")
        assert "model" in answer.json()["detail"]
    assert not GameAnalysis.objects.exists()


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [("time", 409, "analysis_failed"), ("not_played", 422, "analysis_unavailable")],
)
def test_a_failure_is_named_and_is_not_queued_again(fault: str, status: int, code: str) -> None:
    game, ann, _ = over()
    request(ann, game)
    GameAnalysis.objects.update(status="failed", fault=fault)

    assert refused(read(ann, game)) == (status, code)
    assert refused(request(ann, game)) == (status, code)


def test_a_damaged_analysis_is_named_and_the_next_read_is_the_same() -> None:
    game, ann, _ = over()
    stored = store_done(game)
    data = bytes(stored.data or b"")
    stored.data = data[:10] + bytes([data[10] ^ 1]) + data[11:]
    stored.save()

    for answer in (read(ann, game), request(ann, game), read(ann, game)):
        assert refused(answer) == (409, "analysis_failed")
        assert "damaged" in answer.json()["detail"]


def test_an_account_has_few_jobs_in_the_queue() -> None:
    ann, bob = guest(), guest()
    games = [_over_between(ann, bob) for _ in range(requesting.MOST_OF_ACCOUNT + 1)]

    for game in games[:-1]:
        assert request(ann, game).status_code == 202
    refusal = request(ann, games[-1])
    assert refused(refusal) == (429, "too_many_analyses")
    assert int(refusal["Retry-After"]) > 0
    assert request(bob, games[-1]).json()["ahead"] == requesting.MOST_OF_ACCOUNT


def test_the_queue_is_bounded() -> None:
    game, _, _ = over()
    many = [
        GameAnalysis(
            game_id=tables.number_of(game), model=f"x{number}", requested_at=timezone.now()
        )
        for number in range(requesting.MOST_IN_QUEUE)
    ]
    other, bob, _ = over()
    GameAnalysis.objects.bulk_create(many)

    refusal = request(bob, other)
    assert refused(refusal) == (429, "analysis_queue_full")
    assert int(refusal["Retry-After"]) > 0
    GameAnalysis.objects.filter(model="x0").update(status="failed")
    assert request(bob, other).status_code == 202


def test_a_game_of_too_many_moves_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, ann, _ = over()
    moves = ann.state(game)["version"]

    monkeypatch.setattr(requesting, "MOST_MOVES", moves - 1)
    for answer in (request(ann, game), read(ann, game)):
        assert refused(answer) == (422, "analysis_unavailable")
        assert "moves" in answer.json()["detail"]
    assert not GameAnalysis.objects.exists()
    monkeypatch.setattr(requesting, "MOST_MOVES", moves)
    assert request(ann, game).status_code == 202


def test_requests_of_an_account_and_of_an_address_have_a_quota(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, bob, eve = guest(), guest(), guest()
    first, second, third = (_over_between(ann, bob) for _ in range(3))
    monkeypatch.setitem(settings.RATES, "analyses", "1/day")
    monkeypatch.setitem(settings.RATES, "analyses_address", "2/day")

    assert request(ann, first).status_code == 202
    assert refused(request(ann, second)) == (429, "rate_limited")
    assert refused(request(eve, second)) == (403, "not_seated")
    assert request(bob, second).status_code == 202
    assert refused(request(bob, third)) == (429, "rate_limited")


def test_an_etag_saves_the_body_until_the_game_is_annulled() -> None:
    ann, bob = rated.person(), rated.person()
    game_id = rated.won(ann, bob)
    game = Game.objects.get(pk=game_id).public_id
    store_done(game)
    first = read(Player(), game)

    assert read(Player(), game, If_None_Match=first["ETag"]).status_code == 304
    rated.rule(game_id, "annulled")
    then = read(Player(), game, If_None_Match=first["ETag"])
    assert (then.status_code, then.json()["annulled"]) == (200, True)


def test_a_closed_account_is_named_in_no_request() -> None:
    game, ann, _ = over()
    request(ann, game)
    exported = _exported(ann)
    assert [(each["game"], each["status"]) for each in exported] == [(game, "queued")]

    close_account.close(ann.account, now=timezone.now())

    assert GameAnalysis.objects.get().requested_by is None


def _left(header: str, quota: str) -> str:
    [found] = [part for part in header.split(", ") if part.startswith(f'"{quota}"')]
    return found.split(";")[1]


def _private() -> tuple[str, Player, Player]:
    ann, bob = guest(), guest()
    opened = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]
    game: str = opened["id"]
    assert bob.join(game, join_code=opened["join_code"]).status_code == 200
    assert bob.post(f"/games/{game}/resign").status_code == 200
    return game, ann, bob


def _over_between(ann: Player, bob: Player) -> str:
    game: str = ann.create(seats=2)
    assert bob.join(game).status_code == 200
    assert bob.post(f"/games/{game}/resign").status_code == 200
    return game


def _exported(player: Player) -> Any:
    secret = tokens.issue(
        account_of(player), name="all", scopes=["account"], now=timezone.now()
    ).secret
    return Player(secret).get("/me/export").json()["analyses"]
