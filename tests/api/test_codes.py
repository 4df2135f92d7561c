"""The codes of problems: those raised, those in the table and those in the schema are the same."""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from accounts import refusals as accounts
from api_kit.openapi import codes_in
from api_kit.problems import CALLER, REQUEST
from games import refusals as games
from games.api.requests import refusals as api
from games.classes import refusals as classes
from games.disputes import refusals as disputes
from games.engine import refusals as engine
from games.log import transcripts
from games.tournaments import refusals as tournaments
from games.webhooks import refusals as webhooks
from gofish_api.api.problem_handler import PROBLEMS
from tests.contract.references import expanded

TREES = (accounts.AccountRefusal, engine.Refusal)


def codes_of_refusals() -> list[str]:
    """Return the codes of the refusals that are raised: leaf classes, and parents that are raised
    themselves.
    """
    found = {
        kind
        for module in (
            *(accounts, engine, games, api, transcripts),
            *(disputes, tournaments, classes, webhooks),
        )
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, TREES) and _has_code(kind)
        if kind is engine.MalformedEntry or not any(map(_has_code, kind.__subclasses__()))
    }
    return sorted(kind.code for kind in found)


def _has_code(kind: type) -> bool:
    """Return whether a class has a code other than its parent's."""
    return "code" in vars(kind)


@pytest.fixture(scope="module")
def documented() -> dict[str, set[int]]:
    """Return the codes in the schema, each with its statuses."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    codes: dict[str, set[int]] = {}
    for path in expanded(schema)["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                for code in codes_in(response["description"]):
                    codes.setdefault(code, set()).add(int(status))
    return codes


def test_the_table_has_the_codes_of_all_refusals_and_of_the_plumbing_and_no_others() -> None:
    assert set(PROBLEMS) == set(codes_of_refusals()) | set(REQUEST) | set(CALLER)


def test_no_two_refusals_share_a_code() -> None:
    codes = codes_of_refusals()

    assert codes == sorted(set(codes))


def test_every_code_is_documented_in_the_schema_under_its_status(
    documented: dict[str, set[int]],
) -> None:
    before_any_operation = {"bad_request", "method_not_allowed"}
    of_the_referee_and_the_log = {
        "bad_pack",
        "game_needs_newer_server",
        "malformed_card",
        "malformed_entry",
        "no_clock",
    }
    of_a_shape_checked_before = {"bad_entropy"}
    of_commands = {"already_imported", "transcript_broken"}
    of_the_desk = {
        "already_renamed",
        "claimed_by_another",
        "note_not_found",
        "not_claimed",
        "player_closed",
        "reasons_missing",
        "reviewer_involved",
        "ruling_impossible",
        "too_many_notes",
        "undo_impossible",
    }

    assert set(PROBLEMS) - set(documented) == (
        before_any_operation
        | of_the_referee_and_the_log
        | of_a_shape_checked_before
        | of_commands
        | of_the_desk
    )
    assert all(documented[code] == {PROBLEMS[code].status} for code in documented)
