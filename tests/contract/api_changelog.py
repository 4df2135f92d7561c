"""Write what is new in the API since the released schema, as Markdown for the changelog.

``python -m tests.contract.api_changelog`` compares ``released.json`` with ``schema.yaml``; two
arguments name other files.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.contract.changes import RELEASED, Json, breaking, follow, read

SCHEMA = Path(__file__).parents[2] / "schema.yaml"
METHODS = ("get", "post", "put", "patch", "delete")
PREFIX = "/api/v1"


def markdown(released: Json, new: Json) -> str:
    """Return the additions, then what breaks clients; each part only if it has an entry."""
    parts = {
        "New operations": _operations(released, new),
        "New parameters, bodies and answers": _of_operations(released, new),
        "New fields and values": _of_schemas(released, new),
        "Breaking changes": breaking(released, new),
    }
    shown = [
        "\n".join((f"#### {title}", "", *(f"- {line}" for line in lines)))
        for title, each in parts.items()
        if (lines := list(each))
    ]
    return "\n\n".join(shown) or "The API is the same."


def _operations(released: Json, new: Json) -> Iterator[str]:
    known = dict(_each_operation(released))
    for where, operation in _each_operation(new):
        if where not in known:
            summary = f": {operation['summary']}" if "summary" in operation else ""
            yield f"`{where}`{summary}"


def _of_operations(released: Json, new: Json) -> Iterator[str]:
    known = dict(_each_operation(released))
    for where, operation in _each_operation(new):
        if (before := known.get(where)) is None:
            continue
        parameters = _parameters(before, released), _parameters(operation, new)
        for name in sorted(parameters[1] - parameters[0]):
            yield f"`{where}`: the parameter {name}"
        if "requestBody" in operation and "requestBody" not in before:
            yield f"`{where}`: a body"
        answers = _answers(before, released), _answers(operation, new)
        for name in sorted(answers[1] - answers[0]):
            yield f"`{where}`: the answer {name}"


def _of_schemas(released: Json, new: Json) -> Iterator[str]:
    known = released["components"]["schemas"]
    for name, schema in sorted(new["components"]["schemas"].items()):
        if name not in known:
            continue  # a new operation or field shows it
        before = known[name]
        fields = _names(schema, "properties") - _names(before, "properties")
        values = _names(schema, "enum") - _names(before, "enum")
        for kind, names in (("field", fields), ("value", values)):
            if names:
                plural = "s" if len(names) > 1 else ""
                yield f"`{name}`: the {kind}{plural} {_listed(names)}"


def _each_operation(document: Json) -> Iterator[tuple[str, Json]]:
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield f"{method.upper()} {path.removeprefix(PREFIX)}", methods[method]


def _parameters(operation: Json, document: Json) -> set[str]:
    """Return the parameters, such as ``` `after` (query)```."""
    followed = (follow(each, document) for each in operation.get("parameters", ()))
    return {f"`{each['name']}` ({each['in']})" for each in followed}


def _answers(operation: Json, document: Json) -> set[str]:
    """Return the statuses of answers, each success with its media types."""
    found = set()
    for status, answer in operation["responses"].items():
        if status == "default":  # the problems that an operation shares with others
            continue
        content = follow(answer, document).get("content", {}) if status.startswith("2") else {}
        found |= {f"{status} as `{media}`" for media in content} or {status}
    return found


def _names(schema: Json, member: str) -> set[str]:
    return {str(name) for name in schema.get(member, ())}


def _listed(names: set[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))


if __name__ == "__main__":
    files = [Path(each) for each in sys.argv[1:3]] or [RELEASED, SCHEMA]
    if not files[0].exists():
        sys.exit(f"{files[0]} does not exist: nothing is released yet.")
    sys.stdout.write(markdown(*map(read, files)) + "\n")
