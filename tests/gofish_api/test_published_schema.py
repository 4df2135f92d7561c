"""`GET /api/schema`: built once, compressed, with a validator; no other answer is compressed."""

import gzip
import json
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from tests.players import seated

pytestmark = pytest.mark.django_db

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
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]

    assert index["version"] == schema["info"]["version"]
    assert index["operations"]
    for each in index["operations"]:
        operation = schema["paths"][each["path"]][each["method"].lower()]
        assert operation["operationId"] == each["id"]


def test_an_unknown_path_leads_to_the_index(client: Client) -> None:
    problem = client.get("/api/v1/nothing").json()

    assert problem["code"] == "not_found"
    assert problem["detail"].endswith("/api/v1.")
