"""Caches may keep what strangers read of finished public games, and learn of each change."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts import preferences
from accounts.models import User
from games.play.api.history_views import NotationRenderer
from tests.desk import review
from tests.players import Player, guest, seated

pytestmark = pytest.mark.django_db

ANSWERS = {
    "moves": ("moves?limit=500", "application/json"),
    "lines": ("moves?limit=500", "application/x-ndjson"),
    "replay": ("replay?at=5", "application/json"),
    "transcript": ("transcript", "application/json"),
    "notation": ("transcript", NotationRenderer.media_type),
}
WITH_NAMES = {"transcript", "notation"}


def rule(game: str, ann: Player) -> None:
    review.rule(review.file(ann, game), review.reviewer(), "annulled")


def rename(game: str, ann: Player) -> None:
    User.objects.filter(pk=ann.account).update(username="annabel")


def close(game: str, ann: Player) -> None:
    preferences.close(ann.account, now=timezone.now())


def read(game: str, kind: str, reader: Player | None = None, **headers: str) -> Any:
    path, accept = ANSWERS[kind]
    return (reader or Player()).get(f"/games/{game}/{path}", Accept=accept, **headers)


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        (rule, {"moves", "lines", "transcript", "notation"}),
        (rename, WITH_NAMES),
        (close, WITH_NAMES),
    ],
)
def test_a_kept_answer_is_current_until_what_it_shows_changes(
    change: Callable[[str, Player], None], changed: set[str]
) -> None:
    game, ann, _ = review.finished()
    before = {kind: read(game, kind) for kind in ANSWERS}
    for kind, answer in before.items():
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")
        assert answer["ETag"][0] == '"' and "RateLimit" not in answer
        again = read(game, kind, If_None_Match=answer["ETag"])
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert len({answer["ETag"] for answer in before.values()}) == len(ANSWERS)

    change(game, ann)

    for kind, answer in before.items():
        after = read(game, kind, If_None_Match=answer["ETag"])
        if kind in changed:
            assert after.status_code == 200 and after.content != answer.content
            assert after["ETag"] != answer["ETag"]
        else:  # a replay is the same after a ruling, but read again
            assert after.status_code == 304 or after.content == answer.content


@pytest.mark.parametrize("kind", ANSWERS)
def test_nothing_is_kept_of_a_running_or_private_game_or_for_a_token(kind: str) -> None:
    over, ann, _ = review.finished()
    tag = read(over, kind)["ETag"]
    running, *_ = seated(2)
    host = guest()
    lobby = host.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]
    private = lobby["id"]
    assert guest().join(private, join_code=lobby["join_code"]).status_code == 200
    code = host.post(f"/games/{private}/watch_code").json()["watch_code"]
    host.post(f"/games/{private}/resign")

    answers = [
        read(over, kind, ann, If_None_Match=tag),
        read(over, kind, X_Watch_Code=code, If_None_Match=tag),
        read(private, kind, host),
        read(private, kind, X_Watch_Code=code),
        *([] if kind == "transcript" else [read(running, kind)]),
    ]

    for answer in answers:
        assert answer.status_code == 200
        assert "ETag" not in answer and "X-Accel-Expires" not in answer
