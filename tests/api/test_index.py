"""The index of the API links to all resources."""

from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("path", ["/api/v1/", "/api"])
def test_other_paths_next_to_the_index_are_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
