"""The service keeps to its own schema, whatever is sent: requests made up from it.

Bounded here; `HYPOTHESIS_PROFILE=nightly` makes up many more.
"""

import re
from fnmatch import fnmatch
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis
from pytest_django import Settings
from schemathesis.checks import CheckFunction, load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.specs.openapi.checks import (
    ignored_auth,
    negative_data_rejection,
    positive_data_acceptance,
    response_schema_conformance,
)

from gofish_api.wsgi import application
from api_kit.openapi import codes_in
from tests import players
from tests.profiles import sized

pytestmark = [pytest.mark.slow]

CASES = sized(4, nightly=500)
"""Random requests per operation, in addition to those from its examples and limits."""


OF_APPS = {"invalid_client_id", "invalid_app_scope", "invalid_resource"}
OF_AUTHORIZATIONS = {"invalid_redirect_address", "unsupported_response_type", "pkce_required"}

# Rules that the schema cannot express. Valid requests may be refused for these only: by the code of
# the problem, or by the pointer of an error and its code.
BEYOND_THE_SCHEMA = {
    # Options fit one another, the preset and the number of seats; bots fit into the seats.
    "create_game": {"impossible_rules", "/bots too_many", "/* not_applicable"},
    "create_games": {
        "impossible_rules",
        "/games/*/bots too_many",
        "/games/*/own_bots required",
        "/games/*/seats too_few",
        "/games/*/stand_in not_applicable",
    },
    "enter_match": {"impossible_rules"},
    # An ask is for a rank or for a card, which is no joker. In a schema, this would break the names
    # of generated clients.
    "ask": {"/rank invalid", "/card invalid"},
    # A cursor stands in the page before.
    "list_games": {"/cursor invalid"},
    "list_player_games": {"/cursor invalid"},
    "export_me": {"/after invalid"},
    "export_games": {"/cursor invalid", "/ids duplicate"},
    "export_player_games": {
        "/cursor invalid",
        "/finished not_applicable",
        "/opponent no_such_player",
        "/since overflow",
        "/until overflow",
    },
    # Client ids, addresses, challenges, scopes and grants have forms of their own.
    "read_authorization": {*OF_APPS, *OF_AUTHORIZATIONS},
    "approve_authorization": {*OF_APPS, *OF_AUTHORIZATIONS},
    "begin_device": {*OF_APPS, "invalid_oauth_request"},
    "exchange_code": {
        "invalid_grant",
        "invalid_oauth_request",
        "invalid_resource",
        "pkce_required",
        "unsupported_grant_type",
    },
    "revoke_app_token": {"invalid_oauth_request"},  # a parameter that is repeated
    # What counts is the length without repeated spaces, and which alphabets a name mixes.
    "change_me": {"/display_name *"},
    # Each name once.
    "lookup_players": {"/usernames duplicate"},
    "list_notices": {"/cursor invalid"},
    "read_player_ratings": {"/cursor invalid"},
    "read_leaderboard": {"/cursor invalid", "/cursor not_applicable"},
    "list_my_disputes": {"/cursor invalid"},
    # To Python, U+001C to U+001F and U+0085 are spaces too.
    "file_dispute": {"/words blank"},
    "add_to_dispute": {"/words blank"},
    "appeal": {"/words blank"},
    # A stream begins at a move that there is, and in a game that is followed.
    "stream_game": {"bad_last_event_id"},
    "stream_games": {"/after unknown_field", "/ids duplicate"},
    # The format of a tournament says which terms it has; its start is in the future. In UTC, a time
    # of year 1 or 9999 may be of no year.
    "create_tournament": {
        "impossible_rules",
        "/starts_at in_the_past",
        "/starts_at overflow",
        "/starts_at too_far_ahead",
        "/* not_applicable",
        "/* required",
        "/* too_many",
        "/players_max too_few",
        "/name *",
    },
    "direct_tournament": {"/* not_applicable", "/* required"},
    # Names have a letter, rules go together, places differ; tables are listed if formed by hand.
    "create_class": {"/name *", "impossible_rules"},
    "renew_class_codes": {"/places duplicate"},
    "form_class_tables": {"/tables required", "/tables not_applicable", "/tables duplicate"},
    "list_tournaments": {"/cursor invalid"},
    "list_tournament_tables": {"/cursor invalid"},
    "read_standings": {"/cursor invalid"},
    "export_tournament": {"/cursor invalid", "/ids duplicate"},
    "stream_tournament": {"bad_last_event_id"},
    # Which hosts and ports there are in an address.
    "register_webhook": {"/url bad_url"},
    # A transcript's schema is one of its own, `/transcripts/schema`; it can be wrong at any place.
    "verify_transcript": {"* no_transcript", "* no_receipts", "* no_notation"},
}
NO_OPERATION = {"bad_request", "not_found", "method_not_allowed"}
"""Problems of host names, paths and methods that are none of an operation."""
APART = "verify_transcript"
"""It reads no table, and starts a process for each request."""

STREAMS = [
    "stream_game",
    "stream_games",
    "stream_tv",
    "stream_account",
    "stream_tournament",
    "export_games",
    "export_tournament",
    "export_player_games",
]
"""Their events' data, or lines, are JSON as text, which the tool does not look into."""

CONFIG: dict[str, Any] = {
    "generation": {"allow-x00": False, "database": "none"},  # no string of ours has NUL
    "checks": {
        # The schema says what a request looks like; whether it can be done depends on the
        # game, the account and the clock.
        "positive_data_acceptance": {
            "expected-statuses": ["2xx", 304, 401, 403, 404, 409, 412, 422, 428, 429]
        },
    },
    # The version of a game that has just started; the tool's own ETags are none of ours.
    "parameters": {"header.If-Match": '"6"'},
}


def loaded(config: dict[str, Any]) -> Any:
    """Return the schema of the service, for the tool to make requests from.

    JSON is read in a hundredth of the time of YAML.
    """
    return schemathesis.openapi.from_wsgi(
        "/api/schema",
        application,
        config=SchemathesisConfig.from_dict(config),
        headers={"Accept": "application/json"},
    )


schema = loaded(CONFIG)
NAMES = {
    operation["operationId"]
    for path in schema.raw_schema["paths"].values()
    for operation in path.values()
    if "operationId" in operation
}


MADE_UP = {"game_id": r"[0-9A-Za-z]{11}", "seat": r"[0-9]+", "token_id": r"[0-9]+"}
"""What a made-up value looks like that may be replaced: one that is wrong on purpose stays wrong.
"""


class World:
    """What there is to be found: the made-up requests ask for it every other time."""

    path_parameters: dict[str, Any] = {}
    headers: dict[str, str] = {}


@schema.hook
def map_path_parameters(context: Any, path_parameters: dict[str, Any]) -> dict[str, Any]:
    """Put what exists in the place of every other made-up value."""
    return {name: _found(name, value) for name, value in (path_parameters or {}).items()}


def _found(name: str, value: object) -> object:
    is_chosen = sum(str(value).encode(errors="replace")) % 2
    if is_chosen and re.fullmatch(MADE_UP.get(name, ".+"), str(value)):
        return World.path_parameters.get(name, value)
    return value


@pytest.fixture
def world(transactional_db: None, settings: Settings) -> None:
    """A game that runs, with a player of it as the caller, who is limited by nothing."""
    settings.RATES = dict.fromkeys(settings.RATES, "none")
    meet()


def meet() -> None:
    """Let two players begin a game."""
    game, ann, bob = players.seated(2)
    World.path_parameters = {
        "game_id": game,
        "username": bob.name,
        "preset": "classic",
        "seat": 1,
        "token_id": 1,
        "number": "1",
    }
    World.headers = _shows(ann.secret)


def _shows(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


# Letters are sent meanwhile by a thread of its own, which draws their ids: nothing that repeats.
UNREPEATED = pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
BOUNDED = hypothesis(max_examples=CASES, deadline=None, suppress_health_check=[*HealthCheck])


# What only PostgreSQL refuses, such as a NUL in a text, is in the tests of bad input.
@UNREPEATED
@pytest.mark.parametrize("name", sorted(NAMES - {APART}))
def test_every_answer_matches_the_schema(name: str, world: None) -> None:
    """What `schema.parametrize()` does, but the cases of an operation are made when its test runs.

    The tool makes those of all operations while tests are collected, which takes each worker ten
    seconds, also one that runs other tests. Its public way to make them later, a schema from a
    fixture, needs an attribute of nodes that this pytest does not have (``_nodeid``).
    """
    [operation] = (each.ok() for each in schema.include(operation_id=name).get_all_operations())
    constants = make_constants_value_source(schema)
    load_all_checks()
    test = build_operation_test(
        config=schema.config,
        operation=operation,
        test_func=matches_the_schema,
        given_kwargs={},
        feedback=FeedbackSources(constants_value_source=constants),
    )

    test()


@BOUNDED
def matches_the_schema(case: Any) -> None:
    response = case.call(headers=World.headers)
    case.validate_response(
        response, headers=World.headers, excluded_checks=checks_to_exclude(case, response)
    )
    assert_listed(case, response)


def assert_listed(case: Any, response: Any) -> None:
    """Check that the operation lists the problem: by its status, or among those of its default."""
    answers = case.operation.definition.raw["responses"]
    listed = answers.get(str(response.status_code), answers["default"])
    if response.status_code >= 400 and (code := response.json()["code"]) not in NO_OPERATION:
        assert code in codes_in(listed["description"])


def checks_to_exclude(case: Any, response: Any) -> list[CheckFunction]:
    """Return the checks that do not apply to an answer."""
    name = case.operation.definition.raw["operationId"]
    if response.status_code == 413:  # refused without being read
        return [negative_data_rejection]
    if response.status_code == 400 and all(
        any(fnmatch(reason, pattern) for pattern in BEYOND_THE_SCHEMA.get(name, ()))
        for reason in _reasons(response.json())
    ):
        return [positive_data_acceptance]
    if name == "create_games" and response.status_code == 200:
        # Each game is refused by itself, as for options of its rules.
        refused = any(result["status"] == 400 for result in response.json()["results"])
        return [negative_data_rejection] if refused else []
    if name == "verify_transcript" and response.status_code == 200:
        # That a claim of the wrong type does not hold is the answer, not a refusal to answer. Rules
        # that lack an option are read as older transcripts are.
        return [negative_data_rejection]
    if response.status_code == 200 and name == "stream_account":
        return [response_schema_conformance, ignored_auth]  # a made-up ticket next to a token
    if response.status_code == 200 and name in STREAMS:
        return [response_schema_conformance]
    return []


def _reasons(problem: dict[str, Any]) -> set[str]:
    """Return why a request was refused: the places that were wrong and how, or the problem's
    code.
    """
    if problem["code"] == "validation_error":
        return {f"{error['pointer'] or 'body'} {error['code']}" for error in problem["errors"]}
    return {problem["code"]}
