"""The changelog of the API names what a schema adds to the released one, and what it breaks."""

from tests.contract.api_changelog import markdown
from tests.contract.changes import Json, bare
from tests.contract.test_changes import current, operation, schemas

NEW: Json = {"operationId": "wave", "security": [{}], "responses": {"204": {}}, "summary": "Wave"}


def test_the_same_schema_has_no_changelog() -> None:
    assert markdown(current(), current()) == "The API is the same."


def test_every_kind_of_addition_is_named() -> None:
    new = current()
    new["paths"]["/api/v1/wave"] = {"post": NEW}
    ask = operation(new, "/games/{game_id}/ask", "post")
    ask["parameters"].append({"in": "header", "name": "X-Mood", "schema": {"type": "string"}})
    ask["responses"]["202"] = {"content": {"text/plain": {"schema": {"type": "string"}}}}
    ask["responses"]["418"] = {}
    operation(new, "/games", "get")["requestBody"] = {"content": {}}
    schemas(new)["SeatState"]["properties"]["mood"] = {"type": "string"}
    schemas(new)["MisdealReason"]["enum"] += ["rain", "snow"]

    lines = markdown(current(), new).splitlines()

    assert "- `POST /wave`: Wave" in lines
    assert "- `POST /games/{game_id}/ask`: the parameter `X-Mood` (header)" in lines
    assert "- `POST /games/{game_id}/ask`: the answer 202 as `text/plain`" in lines
    assert "- `POST /games/{game_id}/ask`: the answer 418" in lines
    assert "- `GET /games`: a body" in lines
    assert "- `SeatState`: the field `mood`" in lines
    assert "- `MisdealReason`: the values `rain`, `snow`" in lines
    assert lines[0] == "#### New operations"


def test_what_breaks_clients_has_a_part_of_its_own() -> None:
    new = current()
    del schemas(new)["SeatState"]["properties"]["hand_size"]

    _, _, broken = markdown(current(), new).partition("#### Breaking changes\n\n")

    assert "hand_size" in broken


def test_a_new_operation_without_its_texts_is_named_too() -> None:
    new = current()
    new["paths"]["/api/v1/wave"] = {"post": bare(NEW)}

    assert "- `POST /wave`" in markdown(current(), new).splitlines()
