"""Changes of the schema that break clients of the last release are found, and only those."""

import pickle
from collections.abc import Callable
from functools import cache

import pytest

from games.engine.options import OPTIONS
from gofish_api.api.schema_hooks import CLOSED
from tests.contract.changes import RELEASED, Json, bare, breaking, read
from tests.contract.references import expanded
from tests.servers import ROOT


@cache
def pickled() -> bytes:
    return pickle.dumps(bare(expanded(read(ROOT / "schema.yaml"))))


def current() -> Json:
    return pickle.loads(pickled())  # type: ignore[no-any-return]  # noqa: S301


def schemas(document: Json) -> Json:
    return document["components"]["schemas"]  # type: ignore[no-any-return]


def operation(document: Json, path: str, method: str) -> Json:
    return document["paths"][f"/api/v1{path}"][method]  # type: ignore[no-any-return]


def an_operation_is_gone(document: Json) -> None:
    del document["paths"]["/api/v1/games/{game_id}/ask"]


def an_operation_has_another_name(document: Json) -> None:
    operation(document, "/games/{game_id}/ask", "post")["operationId"] = "fish"


def a_field_is_required(document: Json) -> None:
    request = schemas(document)["AskRequest"]
    request["properties"]["mood"] = {"type": "string"}
    request["required"].append("mood")


def an_optional_field_is_required(document: Json) -> None:
    schemas(document)["AskRequest"]["required"].append("rank")


def a_property_is_gone(document: Json) -> None:
    seat = schemas(document)["SeatState"]
    del seat["properties"]["hand_size"]
    seat["required"].remove("hand_size")


def a_property_is_optional(document: Json) -> None:
    schemas(document)["SeatState"]["required"].remove("hand_size")


def a_property_may_be_null(document: Json) -> None:
    schemas(document)["SeatState"]["properties"]["hand_size"]["type"] = ["integer", "null"]


def a_choice_is_refused(document: Json) -> None:
    schemas(document)["MisdealReason"]["enum"].pop()


def a_response_has_a_new_value(document: Json) -> None:
    schemas(document)["Phase"]["enum"].append("tea")


def a_limit_is_tighter(document: Json) -> None:
    schemas(document)["NewGameRequest"]["properties"]["seats"]["maximum"] = 4


def a_parameter_is_required(document: Json) -> None:
    for parameter in operation(document, "/games/{game_id}/ask", "post")["parameters"]:
        parameter["required"] = True


def a_parameter_is_gone(document: Json) -> None:
    parameters = operation(document, "/games", "get")["parameters"]
    parameters[:] = [each for each in parameters if each["name"] != "status"]


def a_body_is_required(document: Json) -> None:
    operation(document, "/games/{game_id}/resign", "post")["requestBody"]["required"] = True


def a_header_is_gone(document: Json) -> None:
    del operation(document, "/games/{game_id}/state", "get")["responses"]["200"]["headers"]["ETag"]


def another_scope_is_needed(document: Json) -> None:
    operation(document, "/games/{game_id}/ask", "post")["security"] = [{"bearer": ["account"]}]


def a_token_is_required(document: Json) -> None:
    operation(document, "/games", "get")["security"] = [{"bearer": ["read"]}]


def an_extensible_choice_may_be_anything(document: Json) -> None:
    schemas(document)["NoticeKind"]["enum"] = []


def a_property_has_a_new_alternative(document: Json) -> None:
    cards = schemas(document)["Book"]["properties"]["rank"]
    cards["oneOf"].append({"$ref": "#/components/schemas/Card"})


BREAKING = (
    (an_operation_is_gone, "POST /api/v1/games/{game_id}/ask: the operation is gone"),
    (
        an_operation_has_another_name,
        "POST /api/v1/games/{game_id}/ask: the operationId is fish now",
    ),
    (a_field_is_required, "AskRequest.mood: is required now"),
    (an_optional_field_is_required, "AskRequest.rank: is required now"),
    (a_property_is_gone, "SeatState.hand_size: is gone"),
    (a_property_is_optional, "SeatState.hand_size: is optional now"),
    (a_property_may_be_null, "SeatState.hand_size: null does not fit"),
    (a_choice_is_refused, "MisdealReason: the value too_few_cards is refused now"),
    (a_response_has_a_new_value, "Phase: the value tea is new"),
    (an_extensible_choice_may_be_anything, "NoticeKind: the value anything is new"),
    (a_property_has_a_new_alternative, "Book.rank: the alternative Card is new"),
    (a_limit_is_tighter, "NewGameRequest.seats: maximum 4 is too strict"),
    (
        a_parameter_is_required,
        "POST /api/v1/games/{game_id}/ask header If-Match: is required now",
    ),
    (a_parameter_is_gone, "GET /api/v1/games query status: the parameter is gone"),
    (a_body_is_required, "POST /api/v1/games/{game_id}/resign: a body is required now"),
    (a_header_is_gone, "GET /api/v1/games/{game_id}/state 200: the header ETag is gone"),
    (
        another_scope_is_needed,
        "POST /api/v1/games/{game_id}/ask: {'bearer': ['play']} is refused now",
    ),
    (a_token_is_required, "GET /api/v1/games: no token is refused now"),
)


@pytest.mark.parametrize(("change", "line"), BREAKING, ids=lambda it: getattr(it, "__name__", ""))
def test_a_breaking_change_is_found(change: Callable[[Json], None], line: str) -> None:
    new = current()
    change(new)

    assert line in breaking(current(), new)


def shared() -> Json:
    """Return the document of now with parts of two operations moved to the components."""
    document = current()
    parts = document["components"] | {"responses": {}, "parameters": {}, "requestBodies": {}}
    answers = operation(document, "/games/{game_id}/state", "get")["responses"]
    parts["responses"]["State"] = answers["200"]
    answers["200"] = {"$ref": "#/components/responses/State"}
    ask = operation(document, "/games/{game_id}/ask", "post")
    parts["parameters"] |= {each["name"]: each for each in ask["parameters"]}
    ask["parameters"] = [
        {"$ref": f"#/components/parameters/{name}"} for name in parts["parameters"]
    ]
    parts["requestBodies"]["Ask"] = ask["requestBody"]
    ask["requestBody"] = {"$ref": "#/components/requestBodies/Ask"}
    return document | {"components": parts}


def test_moving_parts_to_the_components_is_no_change() -> None:
    assert breaking(current(), shared()) == []
    assert breaking(shared(), current()) == []


def test_a_breaking_change_of_a_component_is_found() -> None:
    new = shared()
    parts = new["components"]
    del parts["responses"]["State"]["headers"]["ETag"]
    content = parts["responses"]["State"]["content"]
    content["application/json"]["schema"] = {"$ref": "#/components/schemas/Game"}
    parts["parameters"]["If-Match"]["required"] = True
    parts["requestBodies"]["Ask"]["content"] = {}

    assert {
        "GET /api/v1/games/{game_id}/state 200: the header ETag is gone",
        "State.legal_actions: is gone",
        "POST /api/v1/games/{game_id}/ask header If-Match: is required now",
        "POST /api/v1/games/{game_id}/ask body: application/json is gone",
    } <= set(breaking(current(), new))


def an_operation_is_new(document: Json) -> None:
    document["paths"]["/api/v1/tea"] = document["paths"]["/api/v1/games"]


def an_optional_field_is_new(document: Json) -> None:
    schemas(document)["AskRequest"]["properties"]["mood"] = {"type": "string"}


def a_property_is_new(document: Json) -> None:
    seat = schemas(document)["SeatState"]
    seat["properties"]["mood"] = {"type": "string"}
    seat["required"].append("mood")


def a_choice_is_new(document: Json) -> None:
    choices = schemas(document)["NewGameRequest"]["properties"]["on_abandon"]
    choices["allOf"] = [{"type": "string", "enum": ["end", "stand_in", "tea"]}]


def an_extensible_choice_is_new(document: Json) -> None:
    schemas(document)["NoticeKind"]["enum"].append("tea_served")


def an_event_is_new(document: Json) -> None:
    schemas(document)["TeaServedEvent"] = {"type": "object"}
    schemas(document)["Event"]["oneOf"].append({"$ref": "#/components/schemas/TeaServedEvent"})


def a_limit_is_wider(document: Json) -> None:
    schemas(document)["NewGameRequest"]["properties"]["seats"]["maximum"] = 8


def a_pattern_is_written_in_another_way(document: Json) -> None:
    text = schemas(document)["EntropyRequest"]["properties"]["entropy"]
    text["pattern"] = text["pattern"].replace("\\u0000-\\u001f", "\\u0000\\u0001-\\u001f")


def a_pattern_has_a_new_alternative(document: Json) -> None:
    for each in operation(document, "/games/{game_id}/ask", "post")["parameters"]:
        if each["name"] == "If-Match":
            each["schema"]["pattern"] += "|^tea$"


def a_problem_is_new(document: Json) -> None:
    answers = operation(document, "/games/{game_id}/ask", "post")["responses"]
    answers["418"] = answers["422"]


@pytest.mark.parametrize(
    "change",
    [
        an_operation_is_new,
        an_optional_field_is_new,
        a_property_is_new,
        a_choice_is_new,
        an_extensible_choice_is_new,
        an_event_is_new,
        a_limit_is_wider,
        a_pattern_is_written_in_another_way,
        a_pattern_has_a_new_alternative,
        a_problem_is_new,
    ],
    ids=lambda it: it.__name__,
)
def test_a_compatible_change_is_accepted(change: Callable[[Json], None]) -> None:
    new = current()
    change(new)

    assert breaking(current(), new) == []


def test_the_documentation_names_what_gets_no_new_values() -> None:
    document = read(ROOT / "schema.yaml")
    choices = {name for name, each in schemas(document).items() if "enum" in each}
    text = (ROOT / "docs" / "api" / "concepts.md").read_text()
    _, _, section = text.partition("## What may change")

    assert {name for name in choices if "x-extensible" not in schemas(document)[name]} == CLOSED
    assert {name for name in choices if f"`{name}`" in section} == CLOSED


@pytest.mark.skipif(not RELEASED.exists(), reason="nothing is released yet: make release-schema")
def test_clients_of_the_last_release_still_work() -> None:
    assert breaking(read(RELEASED), current()) == []


@pytest.mark.skipif(not RELEASED.exists(), reason="nothing is released yet: make release-schema")
def test_the_changelog_names_every_option_that_the_last_release_lacks() -> None:
    released = schemas(read(RELEASED))["Rules"]["properties"].keys()
    changelog = (ROOT / "CHANGELOG.md").read_text()

    assert [name for name in OPTIONS.keys() - released if f"`{name}`" not in changelog] == []
