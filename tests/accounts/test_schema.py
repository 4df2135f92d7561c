"""Accounts and their problems in the OpenAPI schema."""

from typing import Any

import pytest
from django.test import Client

from api_kit.openapi import codes_in, problem_responses
from api_kit.problems import PROBLEMS
from tests.contract.references import expanded


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The schema of the whole service."""
    answer = Client().get("/api/schema", headers={"Accept": "application/json"})
    generated: dict[str, Any] = answer.json()
    return expanded(generated)


def codes(schema: dict[str, Any], path: str, method: str) -> set[str]:
    """Return the problem codes that an operation documents."""
    responses = schema["paths"][path][method]["responses"].values()
    return {code for response in responses for code in codes_in(response["description"])}


def test_an_operation_documents_its_own_and_the_shared_problems(
    schema: dict[str, Any],
) -> None:
    documented = codes(schema, "/api/v1/accounts", "post")

    assert {"username_taken", "malformed_json", "body_too_large", "unavailable"} <= documented
    assert not {"not_authenticated", "invalid_token"} & documented


@pytest.mark.parametrize(
    ("path", "method", "security"),
    [
        ("/api/v1/accounts", "post", []),
        ("/api/v1/me", "get", [{"bearer": ["read"]}]),
        ("/api/v1/tokens", "get", [{"bearer": ["account"]}]),
        ("/api/v1/tokens", "post", [{"bearer": ["account"]}, {}]),
    ],
)
def test_an_operation_documents_the_scope_that_it_needs(
    schema: dict[str, Any], path: str, method: str, security: list[dict[str, Any]]
) -> None:
    assert schema["paths"][path][method]["security"] == security


def test_a_strict_body_allows_no_additional_properties(schema: dict[str, Any]) -> None:
    body = schema["components"]["schemas"]["NewTokenRequest"]

    assert body["additionalProperties"] is False
    assert body["dependentRequired"] == {"username": ["password"], "password": ["username"]}


def test_problems_of_one_status_share_a_response() -> None:
    responses = problem_responses("username_reserved", "username_taken", "password_too_weak")

    assert [status for status, _ in responses] == [422, 409]


def test_an_unknown_code_cannot_be_documented() -> None:
    assert "no_such_code" not in PROBLEMS
    with pytest.raises(KeyError):
        problem_responses("no_such_code")
