"""Every failure below /api is a problem document, and every code is documented."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from api_kit.openapi import codes_in
from api_kit.problems import Problem
from gofish_api.api.problem_handler import PROBLEMS
from tests.contract.references import expanded

ACCOUNTS = "/api/v1/accounts"


@pytest.fixture
def client() -> Client:
    """A client that gets an answer even when the service fails."""
    return Client(raise_request_exception=False)


def assert_problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Check the shape of a problem document and return it."""
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    problem: dict[str, Any] = json.loads(answer.content)
    assert problem["code"] == code
    assert problem["status"] == status
    assert problem["type"] == f"/problems/{code}"
    assert problem["title"]
    assert problem["detail"]
    return problem


@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "options"])
@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v2/games", "/api/v1/accounts/", "/api/\0"])
def test_an_unknown_path_is_not_found(client: Client, method: str, path: str) -> None:
    assert_problem(getattr(client, method)(path), 404, "not_found")


@pytest.mark.parametrize("path", [ACCOUNTS, "/api/v1/transcripts/verify"])
@pytest.mark.parametrize(
    ("content_type", "coding"),
    [
        pytest.param("application/json; charset=latin-1", "identity", id="another charset"),
        pytest.param("application/json", "gzip", id="compressed"),
    ],
)
def test_a_body_is_not_guessed_at(
    client: Client, path: str, content_type: str, coding: str
) -> None:
    answer = client.generic("POST", path, b"{}", content_type, headers={"Content-Encoding": coding})

    assert_problem(answer, 415, "unsupported_media_type")


def test_utf_8_may_be_named(client: Client) -> None:
    answer = client.generic("POST", ACCOUNTS, b"{}", 'application/json; charset="UTF-8"')

    assert_problem(answer, 400, "validation_error")


def test_a_body_of_unknown_fields_makes_no_endless_answer(client: Client) -> None:
    body = {f"field{number}": None for number in range(2_000)}

    answer = client.post(ACCOUNTS, body, "application/json")

    assert_problem(answer, 400, "validation_error")
    assert len(answer.content) < 30_000


def test_only_json_is_spoken(client: Client) -> None:
    answer = client.post(ACCOUNTS, {}, "application/json", headers={"Accept": "text/html"})

    assert_problem(answer, 406, "not_acceptable")


@pytest.mark.parametrize("path", ["/api/docs", "/api/redoc", "/api/schema"])
def test_the_documentation_is_public_and_refuses_in_json(
    client: Client, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    answer = client.get(path, headers={"Authorization": "Bearer gf_x"})

    assert answer.status_code == 200
    assert_problem(client.get(path, headers={"Accept": "image/png"}), 406, "not_acceptable")
    assert_problem(client.options(path), 405, "method_not_allowed")
    assert client.post(path)["Allow"] == "GET, HEAD"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


FAILURES = [
    ("bug", 500, "internal_error"),
    ("busy", 503, "unavailable"),
    ("forbidden", 403, "not_permitted"),
    ("missing", 404, "not_found"),
    ("too-big", 413, "body_too_large"),
    ("suspicious", 400, "bad_request"),
]


@pytest.mark.urls("tests.api.failing_urls")
@pytest.mark.parametrize(
    ("failure", "status", "code"),
    [
        *FAILURES,
        ("gone", 503, "unavailable"),
        ("cut", 503, "unavailable"),
        ("taken", 409, "username_taken"),
        ("locked", 429, "locked_out"),
        ("turn", 409, "not_your_turn"),
        ("rank", 422, "rank_not_held"),
        ("rules", 400, "impossible_rules"),
    ],
)
def test_what_a_view_raises_becomes_a_problem(
    client: Client, failure: str, status: int, code: str
) -> None:
    answer = client.get(f"/api/failing/{failure}")

    assert_problem(answer, status, code)
    assert ("Retry-After" in answer) == (status in {429, 503})


@pytest.mark.urls("tests.api.failing_urls")
def test_a_refusal_speaks_for_itself_and_a_failure_keeps_its_mouth_shut(client: Client) -> None:
    details = {
        name: client.get(f"/api/failing/{name}").json()["detail"] for name in ("rank", "bug")
    }

    assert details["rank"] == "You hold no seven."
    assert "swordfish" not in details["bug"]


@pytest.mark.urls("tests.api.failing_urls")
def test_impossible_options_are_pointed_at(client: Client) -> None:
    answer = client.get("/api/failing/rules")

    errors = [(error["pointer"], error["code"]) for error in answer.json()["errors"]]
    assert errors == [
        ("/options/hand~1size", "unknown_option"),
        ("/overlays/0", "unknown_overlay"),
    ]


@pytest.mark.urls("tests.api.failing_urls")
@pytest.mark.parametrize(("failure", "status", "code"), FAILURES)
def test_what_fails_outside_the_views_becomes_a_problem_too(
    client: Client, failure: str, status: int, code: str
) -> None:
    answer = client.get("/api/outside", {"as": failure})

    problem = assert_problem(answer, status, code)
    assert "Traceback" not in str(problem)
    assert client.get("/outside", {"as": failure})["Content-Type"].startswith("text/html")


@pytest.mark.urls("tests.api.failing_urls")
def test_a_failure_is_logged_with_its_traceback(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.get("/api/failing/bug")

    assert any(record.exc_info and "swordfish" in record.message for record in caplog.records)


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=list(PROBLEMS))
def test_every_problem_is_explained_where_its_type_points(client: Client, problem: Problem) -> None:
    code, status, title, meaning = problem

    page = client.get(f"/problems/{code}").content.decode()

    assert re.fullmatch(r"[a-z][a-z_]+", code)
    assert 400 <= status < 600
    assert title in page
    assert meaning in page
    assert meaning.endswith(".")
    assert code in client.get("/problems").content.decode()


def test_no_other_code_is_explained(client: Client) -> None:
    assert client.get("/problems/of_no_answer").status_code == 404


def test_the_index_leads_everywhere(client: Client) -> None:
    links = client.get("/").json()

    for name in ("api", "manual", "guide", "docs", "reference", "schema", "problems"):
        assert client.get(links[name], follow=True).status_code == 200


def test_every_operation_documents_its_problems_by_code(client: Client) -> None:
    schema = client.get("/api/schema", headers={"Accept": "application/json"}).json()

    for path in expanded(schema)["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                codes = codes_in(response["description"])
                assert codes or int(status) < 400
                for code in codes:
                    assert PROBLEMS[code].status == int(status)
            assert {"429", "500", "503"} <= operation["responses"].keys()
            assert operation["summary"]
            assert operation["description"]


@pytest.mark.parametrize(
    "path", ["/", "/docs", "/docs/", "/guide", "/problems", "/healthz", "/readyz"]
)
def test_a_page_is_only_read(path: str) -> None:
    answer = Client(enforce_csrf_checks=True).post(path)

    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
