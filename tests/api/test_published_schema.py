"""`GET /api/schema`: built once, compressed, with a validator; no other answer is compressed."""

import gzip
import json

import pytest
from django.test import Client
from pytest_django import Settings

from gofish_api.api import published_schema
from tests.players import seated

pytestmark = pytest.mark.django_db

PATH = "/api/schema"
JSON = {"Accept": "application/json"}


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "application/vnd.oai.openapi; charset=utf-8"),
        ("application/yaml", "application/yaml; charset=utf-8"),
        ("application/vnd.oai.openapi+json", "application/vnd.oai.openapi+json"),
        ("application/json", "application/json"),
    ],
)
def test_each_representation_has_its_type_and_a_strong_validator(accept: str, kind: str) -> None:
    answer = Client().get(PATH, headers={"Accept": accept})

    assert answer["Content-Type"] == kind
    assert answer["ETag"].startswith('"')
    assert "max-age=" in answer["Cache-Control"]
    assert "Accept-Encoding" in answer["Vary"]


def test_it_is_built_once() -> None:
    Client().get(PATH, headers=JSON)
    before = (
        published_schema._built.cache_info().misses,
        published_schema.document.cache_info().misses,
    )

    for _ in range(3):
        Client().get(PATH, headers=JSON)
        Client().get(f"{PATH}?wait=1", headers=JSON)

    assert (
        published_schema._built.cache_info().misses,
        published_schema.document.cache_info().misses,
    ) == before
    assert before[1] == 1


@pytest.mark.parametrize("coding", ["gzip", "br, gzip;q=0.5", "GZIP"])
def test_a_client_thattakes_gzip_gets_the_same_document_in_a_tenth_of_the_bytes(
    coding: str,
) -> None:
    plain = Client().get(PATH, headers=JSON)
    packed = Client().get(PATH, headers=JSON | {"Accept-Encoding": coding})

    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) * 8 < len(plain.content)
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] != plain["ETag"]
    assert json.loads(plain.content)["openapi"].startswith("3.1")


@pytest.mark.parametrize("coding", ["", "identity", "gzip;q=0", "gzip; q=0.0", "x-gzip-like"])
def test_a_client_that_takes_no_gzip_gets_none(coding: str) -> None:
    assert "Content-Encoding" not in Client().get(PATH, headers={"Accept-Encoding": coding})


def test_a_copy_that_is_current_is_not_sent_again() -> None:
    first = Client().get(PATH)

    again = Client().get(PATH, headers={"If-None-Match": first["ETag"]})
    other = Client().get(PATH, headers={"If-None-Match": '"other"'})
    packed = Client().get(PATH, headers={"If-None-Match": first["ETag"], "Accept-Encoding": "gzip"})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert (other.status_code, packed.status_code) == (200, 200)


def test_every_operation_names_its_cost_class() -> None:
    document = Client().get(PATH, headers=JSON).json()

    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["x-cost"] in ("light", "list", "password", "heavy", "verification"), (
                method,
                path,
            )
    assert document["paths"]["/api/v1/tokens"]["post"]["x-cost"] == "password"
    assert document["paths"]["/api/v1/games/{game_id}/ask"]["post"]["x-cost"] == "light"


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


@pytest.mark.usefixtures("in_one_window")
def test_an_address_reads_it_so_often_and_no_more(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"schema": "2/hour"}

    statuses = [Client().get(PATH).status_code for _ in range(3)]

    assert statuses == [200, 200, 429]
