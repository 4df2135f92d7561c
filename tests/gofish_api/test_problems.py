"""Every failure below /api is a problem document of a documented code, and every answer has the
headers of the API.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from structlog.contextvars import get_contextvars

from accounts.refusals import LockedOut, UsernameTaken
from api_kit.openapi import codes_in
from api_kit.refusals import ServiceRefusal
from games.engine.refusals import NotYourTurn, OptionError, RankNotHeld, Refusal, RulesRefused
from games.problems import PROBLEMS
from gofish_api import urls
from gofish_api.api import published_schema
from gofish_api.urls import handler400, handler403, handler404, handler500
from tests.contract.changes import expanded

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

RAISED: dict[str, Exception] = {
    "bug": RuntimeError("the password is swordfish"),
    "busy": OperationalError("database is locked"),
    "gone": InterfaceError("connection already closed"),
    "cut": InternalError("received 2 results from command 'COMMIT'"),
    "forbidden": PermissionDenied(),
    "missing": Http404("No Game matches the given query."),
    "too-big": RequestDataTooBig(),
    "suspicious": SuspiciousOperation(),
    "taken": UsernameTaken("Ann is taken."),
    "locked": LockedOut("Wait.", retry_after=30),
    "turn": NotYourTurn("Seat 2 is to ask."),
    "rank": RankNotHeld("You hold no seven."),
    "rules": RulesRefused(
        (
            OptionError("hand/size", "unknown_option", "There is no option hand/size."),
            OptionError("overlays/0", "unknown_overlay", "There is one overlay."),
        )
    ),
}


def _view(failure: Exception) -> Callable[..., Any]:
    class Failing(APIView):
        authentication_classes = ()
        permission_classes = (AllowAny,)

        def get(self, request: Request) -> Response:
            raise failure

    return Failing.as_view()


def outside(request: HttpRequest) -> HttpResponse:
    """Fail outside API views, as middleware would."""
    raise RAISED[request.GET["as"]]


def streaming(_: HttpRequest) -> StreamingHttpResponse:
    """Answer in parts."""
    return StreamingHttpResponse(iter([b"1", b"2"]))


urlpatterns = [
    *(path(f"api/v1/failing/{name}", _view(failure)) for name, failure in RAISED.items()),
    path("api/v1/streaming", streaming),
    path("api/v1/outside", outside),
    path("api/outside", outside),
    path("outside", outside),
    *urls.urlpatterns,
]

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


@pytest.mark.parametrize("method", ["get", "put", "delete", "options"])
@pytest.mark.parametrize("path", ["/api", "/api/", "/api/\0"])
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


def test_a_body_of_unknown_fields_makes_no_endless_answer(client: Client) -> None:
    body = {f"field{number}": None for number in range(2_000)}

    answer = client.post(ACCOUNTS, body, "application/json")

    assert_problem(answer, 400, "validation_error")
    assert len(answer.content) < 30_000


@pytest.mark.parametrize("path", ["/api/docs", "/api/schema"])
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


@pytest.mark.urls(__name__)
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
    answer = client.get(f"/api/v1/failing/{failure}")

    assert_problem(answer, status, code)
    assert ("Retry-After" in answer) == (status in {429, 503})


@pytest.mark.urls(__name__)
def test_a_refusal_speaks_for_itself_and_a_failure_keeps_its_mouth_shut(client: Client) -> None:
    details = {
        name: client.get(f"/api/v1/failing/{name}").json()["detail"] for name in ("rank", "bug")
    }

    assert details["rank"] == "You hold no seven."
    assert "swordfish" not in details["bug"]


@pytest.mark.urls(__name__)
def test_impossible_options_are_pointed_at(client: Client) -> None:
    answer = client.get("/api/v1/failing/rules")

    errors = [(error["pointer"], error["code"]) for error in answer.json()["errors"]]
    assert errors == [
        ("/options/hand~1size", "unknown_option"),
        ("/overlays/0", "unknown_overlay"),
    ]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(("failure", "status", "code"), FAILURES)
def test_what_fails_outside_the_views_becomes_a_problem_too(
    client: Client, failure: str, status: int, code: str
) -> None:
    answer = client.get("/api/outside", {"as": failure})

    problem = assert_problem(answer, status, code)
    assert "Traceback" not in str(problem)
    assert client.get("/outside", {"as": failure})["Content-Type"].startswith("text/html")


def test_every_problem_is_explained_where_its_type_points(client: Client) -> None:
    for code, status, title, meaning in PROBLEMS.values():
        page = client.get(f"/problems/{code}").content.decode()

        assert page.startswith(f"{title}\n\n{meaning}\n\ncode    {code}\nstatus  {status} ")
        assert meaning.endswith(".")
    listed = client.get("/problems").content.decode().splitlines()
    assert [line.split()[1] for line in listed] == [*PROBLEMS]


def test_no_other_code_is_explained(client: Client) -> None:
    assert client.get("/problems/of_no_answer").status_code == 404


# --- every answer ---------------------------------------------------------------------------------

HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
LOGGER = "django_structlog.middlewares.request"


@pytest.mark.django_db
@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("HEAD", "/api/v1/rulesets", 200),
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api/v1/me", 401),
        ("GET", "/api/v1/failing/bug", 500),
        ("GET", "/api/v1/outside?as=bug", 500),
        ("GET", "/api/v1/streaming", 200),
    ],
)
def test_every_response_has_the_headers_of_the_api(
    client: Client, method: str, address: str, status: int
) -> None:
    answer = client.generic(method, address)

    assert answer.status_code == status
    assert {name: answer[name] for name in HEADERS} == HEADERS
    assert answer["Permissions-Policy"].startswith("camera=()")
    assert answer["Vary"].split(", ").count("origin") == 1
    assert "RateLimit" in answer and "Access-Control-Allow-Origin" not in answer
    if answer.streaming:
        assert "Content-Length" not in answer
    elif method != "HEAD":
        assert answer["Content-Length"] == str(len(answer.content))


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_pages_of_other_origins_can_read_a_failure(client: Client) -> None:
    answer = client.get("/api/v1/failing/bug", headers={"Origin": "https://elsewhere.example"})

    assert answer.status_code == 500 and answer.json()["code"] == "internal_error"
    assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_refusal_of_the_rate_limit_has_the_headers_too(
    client: Client, settings: Settings
) -> None:
    settings.RATES = {**settings.RATES, "address": "1/hour"}

    answers = [client.get("/api/v1/rulesets") for _ in range(2)]

    assert answers[1].status_code == 429
    assert {name: answers[1][name] for name in HEADERS} == HEADERS
    assert answers[1]["Content-Length"] == str(len(answers[1].content))


@pytest.mark.django_db
@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "times"),
    [
        ("/api/v1/failing/bug", 1),
        ("/api/v1/outside?as=bug", 1),
        ("/api/v1/failing/busy", 0),
    ],
)
def test_a_bug_sends_the_signal_that_collectors_of_errors_receive(
    client: Client, address: str, times: int
) -> None:
    received: list[str] = []

    def receive(request: HttpRequest, **_: object) -> None:
        received.append(request.path)

    got_request_exception.connect(receive)
    try:
        client.get(address)
    finally:
        got_request_exception.disconnect(receive)

    assert received == [address.partition("?")[0]] * times


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_failure_is_logged_once_with_its_traceback(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.get("/api/v1/failing/bug")

    [record] = [each for each in caplog.records if each.name == LOGGER]
    assert isinstance(record.msg, dict)
    assert record.msg["event"] == "request_failed" and "request_id" in record.msg
    assert any(each.exc_info and "swordfish" in each.message for each in caplog.records)
    assert get_contextvars() == {}


# --- codes ----------------------------------------------------------------------------------------


def stated_below(kind: type[Any]) -> list[str]:
    """Return the codes that the subclasses of a class state."""
    below = kind.__subclasses__()
    codes = [each.code for each in below if "meaning" in vars(each)]
    return codes + [code for each in below for code in stated_below(each)]


def test_every_refusal_is_a_problem_of_its_own_code() -> None:
    codes = stated_below(ServiceRefusal) + stated_below(Refusal)

    assert sorted(codes) == sorted(PROBLEMS)


def test_every_code_is_documented_in_the_schema_under_its_status() -> None:
    schema = published_schema.document()
    documented = {
        (code, PROBLEMS[code].status if status == "default" else int(status))
        for operations in expanded(schema)["paths"].values()
        for operation in operations.values()
        for status, response in operation["responses"].items()
        for code in codes_in(response["description"])
    }
    before_any_operation = "bad_request method_not_allowed"
    of_the_referee_and_the_log = (
        "bad_pack game_needs_newer_server malformed_card malformed_entry no_clock"
    )
    of_a_shape_checked_before_and_of_commands = "bad_entropy already_imported transcript_broken"
    of_the_desk = (
        "already_renamed claimed_by_another note_not_found not_claimed player_closed"
        " reasons_missing reviewer_involved ruling_impossible too_many_notes undo_impossible"
    )
    elsewhere = {
        *before_any_operation.split(),
        *of_the_referee_and_the_log.split(),
        *of_a_shape_checked_before_and_of_commands.split(),
        *of_the_desk.split(),
    }

    assert documented == {
        (code, problem.status) for code, problem in PROBLEMS.items() if code not in elsewhere
    }
