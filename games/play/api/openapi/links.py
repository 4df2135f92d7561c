"""Links of the OpenAPI schema, from an answer to the next request."""

from typing import Any

LINKS = {
    "list_games": ("join", "read_game"),
    "create_game": ("join", "read_game", "read_state"),
    "join": ("start", "ask", "read_state"),
    "start": ("ask", "read_state"),
    "read_state": ("ask", "read_moves"),
    "ask": ("ask", "read_state", "read_moves", "read_replay"),
}

_GAME = {"list_games": "/results/0/id", "read_state": "/game"}  # in others with the state
_ACTION = {"read_state": "/legal_actions/0"}


def add_links(
    result: dict[str, Any], generator: object, request: object, public: bool
) -> dict[str, Any]:
    """Add the links to the successful answers.

    A postprocessing hook of drf-spectacular.
    """
    for methods in result["paths"].values():
        for operation in methods.values():
            source = operation["operationId"]
            if targets := LINKS.get(source):
                [success] = [
                    status for status in ("200", "201") if status in operation["responses"]
                ]
                links = {target: _link(source, target) for target in targets}
                operation["responses"][success]["links"] = links
    return result


def _link(source: str, target: str) -> dict[str, Any]:
    game = _GAME.get(source, "/state/game")
    link: dict[str, Any] = {
        "operationId": target,
        "parameters": {"game_id": f"$response.body#{game}"},
    }
    match target:
        case "join":
            link["requestBody"] = {"entropy": "text that cannot be predicted"}
        case "ask":
            action = _ACTION.get(source, "/state/legal_actions/0")
            link["requestBody"] = f"$response.body#{action}"
            link["description"] = "The first legal action, if it is your turn."
        case "read_replay":
            link["parameters"]["at"] = "$response.body#/state/version"
        case _:
            pass
    return link
