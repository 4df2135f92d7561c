"""Caches may keep what strangers read of finished public games, and learn of each change.

`GET /api/schema`: built once, compressed, with a validator; no other answer is compressed.
"""

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import registration
from accounts.models import User
from games.play.api.history_views import NotationRenderer
from gofish_api.api import published_schema
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
    registration.close_account(ann.account, now=timezone.now())


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


PATH = "/api/schema"
JSON = {"Accept": "application/json"}


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("application/yaml", "application/yaml; charset=utf-8"),
        ("application/json", "application/json"),
    ],
)
def test_each_representation_has_its_type_and_a_strong_validator(accept: str, kind: str) -> None:
    answer = Client().get(PATH, headers={"Accept": accept})

    assert answer["Content-Type"] == kind
    assert answer["ETag"].startswith('"')
    assert "max-age=" in answer["Cache-Control"]
    assert "Accept-Encoding" in answer["Vary"]


def test_a_client_that_takes_gzip_gets_the_same_document() -> None:
    plain = Client().get(PATH, headers=JSON)
    packed = Client().get(PATH, headers=JSON | {"Accept-Encoding": "br, gzip;q=0.5"})

    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) * 8 < len(plain.content)
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] != plain["ETag"]
    assert json.loads(plain.content)["openapi"].startswith("3.1")


@pytest.mark.parametrize("coding", ["", "gzip;q=0"])
def test_a_client_that_takes_no_gzip_gets_none(coding: str) -> None:
    assert "Content-Encoding" not in Client().get(PATH, headers={"Accept-Encoding": coding})


def test_a_copy_that_is_current_is_not_sent_again() -> None:
    first = Client().get(PATH)

    again = Client().get(PATH, headers={"If-None-Match": first["ETag"]})
    other = Client().get(PATH, headers={"If-None-Match": '"other"'})
    packed = Client().get(PATH, headers={"If-None-Match": first["ETag"], "Accept-Encoding": "gzip"})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert (other.status_code, packed.status_code) == (200, 200)


def test_states_games_and_answers_to_commands_are_never_compressed() -> None:
    game, *players = seated(2)
    ann = players[0]
    takes = {"Accept_Encoding": "gzip, br"}
    to_act = players[ann.state(game)["to_act"]]
    action = to_act.state(game)["legal_actions"][0]

    answers = [
        ann.get(f"/games/{game}/state", **takes),
        ann.get(f"/games/{game}", **takes),
        ann.get("/games", **takes),
        ann.get(f"/games/{game}/moves", **takes),
        to_act.act(game, action, **takes),
    ]

    for answer in answers:
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer
        assert not answer.get("ETag", "").startswith("W/")


# --- the index ------------------------------------------------------------------------------------


@pytest.fixture
def index(client: Client) -> dict[str, Any]:
    answer = client.get("/api/v1")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"
    found: dict[str, Any] = answer.json()
    return found


def test_every_page_of_the_index_is_there(client: Client, index: dict[str, Any]) -> None:
    for name in ("rules", "manual", "guide", "docs", "reference", "schema", "problems"):
        assert client.get(index[name], follow=True).status_code == 200


def test_every_operation_of_the_index_is_in_the_schema(index: dict[str, Any]) -> None:
    schema = published_schema.document()

    assert index["version"] == schema["info"]["version"]
    assert index["operations"]
    for each in index["operations"]:
        operation = schema["paths"][each["path"]][each["method"].lower()]
        assert operation["operationId"] == each["id"]


def test_an_unknown_path_leads_to_the_index(client: Client) -> None:
    problem = client.get("/api/v1/nothing").json()

    assert problem["code"] == "not_found"
    assert problem["detail"].endswith("/api/v1.")
