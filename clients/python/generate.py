"""Write the generated modules of the clients: types, operations, problems, and why streams end.

``python clients/python/generate.py`` reads `schema.yaml` and the service's table of problems.
`make generated` runs it.
"""

import keyword
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parents[2]
TARGET = Path(__file__).parent / "src" / "gofishkit" / "api"
REASONS = ROOT / "clients" / "javascript" / "src" / "reasons.js"
NOTICE = "Generated from the schema of the API by `clients/python/generate.py`: do not edit."
PREFIX = "/api/v1"
FORM = "application/x-www-form-urlencoded"
METHODS = ("get", "post", "put", "patch", "delete")
BY_THE_CLIENT = {"Idempotency-Key", "If-None-Match", "Last-Event-ID"}
"""Headers that have no argument of their own name."""
RENAMED = {"Index": "EntryPoints"}
"""Schemas of released versions by the names that programs may import."""
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}

Json = Mapping[str, Any]


class Argument(NamedTuple):
    """An argument of an operation: its name in Python, its name in the request, and its type."""

    name: str
    sent_as: str
    type: str
    place: str


def main() -> None:
    """Write the modules."""
    for file, text in modules().items():
        file.write_text(text)


def modules() -> dict[Path, str]:
    """Return the text of each generated module by file."""
    schema = yaml.safe_load((ROOT / "schema.yaml").read_text())
    found = {
        "types.py": "\n".join(Types(schema).lines()),
        "operations.py": "\n".join(operation_lines(schema)),
        "problems.py": "\n".join(problem_lines(problems())),
    }
    python = {TARGET / name: formatted(text) for name, text in found.items()}
    return python | {REASONS: reasons(schema)}


def reasons(schema: Json) -> str:
    """Return the module of the JavaScript client that names the reasons that end a stream."""
    listed = schema["components"]["schemas"]["StreamEndReason"]["x-final"]
    lines = "".join(f'  "{reason}",\n' for reason in listed)
    return (
        f"// {NOTICE}\n/** Reasons after which a stream has ended for good. */\n"
        f"export const FINAL_REASONS = Object.freeze([\n{lines}]);\n"
    )


def formatted(text: str) -> str:
    """Return the module in the project's format."""
    command = [sys.executable, "-m", "ruff", "format", "--line-length=100", "--isolated", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout


class Types:
    """Every schema as a ``TypedDict`` or an alias.

    A choice with ``x-extensible`` is the type of its values, because it may get new ones.
    """

    def __init__(self, schema: Json) -> None:
        self._schemas: Json = schema["components"]["schemas"]
        self._classes: list[str] = []
        self._aliases: dict[str, list[str]] = {}

    def lines(self) -> Iterator[str]:
        """Yield the lines of the module."""
        for name, shape in self._schemas.items():
            if shape.get("properties"):
                self._add_class(name, shape)
            else:
                listed = self._listed_values(shape)
                self._aliases[name] = [f"{name}: TypeAlias = {self._type_of(shape, name)}", *listed]
        yield f'"""The types of requests and answers. {NOTICE}"""'
        yield "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict"
        yield from self._classes
        for name in self._aliases:
            yield from self._with_needed(name, set())
        yield from (f"{before} = {name}" for before, name in RENAMED.items())
        yield f"FINAL_REASONS = {(*self._schemas['StreamEndReason']['x-final'],)!r}"
        yield '"""Reasons after which a stream has ended for good."""'

    def _with_needed(self, name: str, above: set[str]) -> Iterator[str]:
        """Yield the lines of an alias after those that it needs, each once."""
        lines = self._aliases[name]
        self._aliases[name] = []
        for word in re.findall(r"\w+", lines[0]) if lines else ():
            if word in self._aliases and word not in above | {name}:
                yield from self._with_needed(word, above | {name})
        yield from lines

    def _add_class(self, name: str, shape: Json) -> None:
        required = set(shape.get("required", ()))
        members = []
        for member, part in shape["properties"].items():
            written = self._type_of(part, name + pascal(member))
            members.append((member, written if member in required else f"NotRequired[{written}]"))
        if any(keyword.iskeyword(member) for member, _ in members):
            pairs = ", ".join(f'"{member}": "{written}"' for member, written in members)
            self._classes.append(f'{name} = TypedDict("{name}", {{{pairs}}})')
            return
        self._classes.append(f"class {name}(TypedDict):")
        if "description" in shape:
            self._classes.append(f"    {docstring(shape)}")
        self._classes += [f'    {member}: "{written}"' for member, written in members]

    def _type_of(self, shape: Json, name: str) -> str:
        if "$ref" in shape:
            return str(shape["$ref"]).rpartition("/")[2]
        for members in ("oneOf", "anyOf", "allOf"):
            if members in shape:
                return " | ".join(self._type_of(each, name) for each in shape[members])
        if "const" in shape:
            return f"Literal[{shape['const']!r}]".replace('"', "'")
        if "enum" in shape and not shape.get("x-extensible"):
            return f"Literal[{', '.join(map(repr, shape['enum']))}]"
        kinds = shape.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return " | ".join(self._type_of_kind(kind, shape, name) for kind in kinds) or "Any"

    def _type_of_kind(self, kind: str, shape: Json, name: str) -> str:
        if kind == "array":
            return f"list[{self._type_of(shape['items'], name)}]"
        if kind != "object":
            return SCALARS[kind]
        if shape.get("properties"):
            self._add_class(name, shape)
            return name
        values = shape.get("additionalProperties")
        return f"dict[str, {self._type_of(values, name) if isinstance(values, dict) else 'Any'}]"

    @staticmethod
    def _listed_values(shape: Json) -> list[str]:
        if "enum" not in shape or not shape.get("x-extensible"):
            return []
        values = ", ".join(map(str, shape["enum"]))
        return [f'"""One of {values}; new values may come."""']


def operation_lines(schema: Json) -> Iterator[str]:
    """Yield the lines of the module of operations: a class for each kind of client."""
    operations = [
        (method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]
    shapes = [Operation(schema, *each) for each in operations]
    yield f'"""Every operation of the API. {NOTICE}"""'
    yield '# mypy: disable-error-code="no-any-return"'
    yield "from collections.abc import Iterator"
    yield "from typing import Any, Unpack\n"
    yield "from gofishkit.api import types"
    yield "from gofishkit.api.calls import Call, awaited, path, present, streamed, tag"
    yield "class Operations:"
    yield '    """The operations as methods of a client."""'
    yield "    def _send(self, call: Call) -> Any: raise NotImplementedError"
    for name in ("_lines", "_frames"):
        yield f"    def {name}(self, call: Call) -> Iterator[Any]: raise NotImplementedError"
    for shape in shapes:
        yield from (f"    {line}" for line in shape.lines())
    yield "class AsyncOperations:"
    yield '    """The operations as methods of an asynchronous client, as in `Operations`."""'
    yield from (f"    {shape.asynchronous_line()}" for shape in shapes)


class Operation:
    """One operation, as a method of a client."""

    def __init__(self, schema: Json, method: str, path: str, operation: Json) -> None:
        self._schema, self._method, self._operation = schema, method, operation
        self._path = path.removeprefix(PREFIX)
        listed = [self._argument(each) for each in operation.get("parameters", [])]
        self._arguments = [each for each in listed if each.sent_as not in BY_THE_CLIENT]
        self._has_key = any(each.sent_as == "Idempotency-Key" for each in listed)
        self._content: Json = operation.get("requestBody", {}).get("content", {})
        self._body = next(
            (str(each["schema"]["$ref"]).rpartition("/")[2] for each in self._content.values()), ""
        )
        success = next(each for code, each in operation["responses"].items() if code[0] == "2")
        self._answers: Json = self._at(success).get("content", {})

    def lines(self) -> Iterator[str]:
        """Yield the lines of the method."""
        kind, result = self._kind_and_result()
        returned = result if kind == "_send" else f"Iterator[{result}]"
        name = self._operation["operationId"]
        yield f"def {name}({', '.join(self._signature())}) -> {returned}:"
        yield f"    {docstring({'description': self._text()})}"
        yield f"    {'' if result == 'None' else 'return '}self.{kind}({self._call()})"

    def asynchronous_line(self) -> str:
        """Return the line that makes the method of an asynchronous client."""
        name = self._operation["operationId"]
        made_by = "awaited" if self._kind_and_result()[0] == "_send" else "streamed"
        return f"{name} = {made_by}(Operations.{name})"

    def _text(self) -> str:
        text = self._operation.get("description", "")
        summary = str(self._operation["summary"]).rstrip(".") + "."
        return f"{summary}\n\n{text}" if text else summary

    def _signature(self) -> Iterator[str]:
        yield "self"
        for each in self._arguments:
            if each.place == "path":
                yield f"{each.name}: {each.type}"
        if self._body and not self._is_spread():
            yield f"body: types.{self._body}"
        named = [each for each in self._arguments if each.place != "path"]
        if named or self._has_key:
            yield "*"
        for each in named:
            yield f"{each.name}: {each.type} | None = None"
        if self._has_key:
            yield "idempotency_key: str | None = None"
        if self._is_spread():
            yield f"**body: Unpack[types.{self._body}]"

    def _call(self) -> str:
        template = re.sub(r"\{(\w+)\}", lambda found: "{}", self._path)
        placed = [each.name for each in self._arguments if each.place == "path"]
        parts = [repr(self._method.upper()), f"path({', '.join([repr(template), *placed])})"]
        for place in ("query", "header"):
            pairs = ", ".join(
                f"{each.sent_as!r}: {self._sent(each)}"
                for each in self._arguments
                if each.place == place
            )
            if pairs:
                parts.append(f"{place}=present({{{pairs}}})")
        if self._body:
            parts.append("body=body, is_form=True" if FORM in self._content else "body=body")
        if self._has_key:
            parts.append("key=idempotency_key, takes_key=True")
        if "application/json" not in self._answers and self._answers:
            parts.append(f"accept={self._media_type()!r}")
        return f"Call({', '.join(parts)})"

    @staticmethod
    def _sent(argument: Argument) -> str:
        return f"tag({argument.name})" if argument.sent_as == "If-Match" else argument.name

    def _media_type(self) -> str:
        lines = "application/x-ndjson"
        return lines if lines in self._answers else next(iter(self._answers))

    def _kind_and_result(self) -> tuple[str, str]:
        if not self._answers:
            return "_send", "None"
        shape = self._answers.get("application/json") or self._answers[self._media_type()]
        reference = shape["schema"].get("$ref")
        result = "types." + reference.rpartition("/")[2] if reference else "dict[str, Any]"
        if "text/event-stream" in self._answers:
            return "_frames", result
        is_json = any(each.endswith("json") and "ndjson" not in each for each in self._answers)
        return ("_send" if is_json else "_lines"), result

    def _is_spread(self) -> bool:
        """Return whether the members of the body are keyword arguments."""
        members = self._schema["components"]["schemas"].get(self._body, {}).get("properties", {})
        taken = {each.name for each in self._arguments} | {"self", "idempotency_key"}
        return bool(members) and not any(
            keyword.iskeyword(each) or each in taken for each in members
        )

    def _at(self, part: Json) -> Json:
        """Return a part of the schema, or the component that it refers to."""
        if "$ref" not in part:
            return part
        _, components, kind, name = str(part["$ref"]).split("/")
        found: Json = self._schema[components][kind][name]
        return found

    def _argument(self, parameter: Json) -> Argument:
        parameter = self._at(parameter)
        sent_as = str(parameter["name"])
        name = sent_as.lower().replace("-", "_").removeprefix("x_")
        name += "_" if keyword.iskeyword(name) else ""
        written = Types(self._schema)._type_of(parameter["schema"], "")
        if sent_as == "If-Match":
            written = "types.State | str"
        elif sent_as == "after":
            written = "int | str"
        elif written not in ("str", "int", "bool"):
            written = "str"
        return Argument(name, sent_as, written, str(parameter["in"]))


def problems() -> list[tuple[str, int, str]]:
    """Return code, status and title of every problem of the service."""
    sys.path.append(str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
    from games.problems import PROBLEMS

    return [(problem.code, problem.status, problem.title) for problem in PROBLEMS.values()]


def problem_lines(rows: Sequence[tuple[str, int, str]]) -> Iterator[str]:
    """Yield the lines of the module of problems."""
    yield f'"""Every problem as an exception, by code. {NOTICE}"""'
    yield "import re\n"
    yield "from gofishkit.errors import Refused"
    for code, status, title in rows:
        yield f"class {pascal(code)}(Refused):"
        yield f'    """{status}: {title}."""'
    yield "BY_CODE: dict[str, type[Refused]] = {"
    yield '    re.sub("(?!^)(?=[A-Z])", "_", each.__name__).lower(): each'
    yield "    for each in Refused.__subclasses__()"
    yield "}"


def docstring(shape: Json) -> str:
    """Return a description as a docstring."""
    text = " ".join(str(shape.get("description", "")).split("\n\n")[0].split())
    rest = " ".join(" ".join(str(shape.get("description", "")).split("\n\n")[1:]).split())
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    if not rest:
        return f'"""{text}"""'
    return f'"""{text}\n\n        {rest}\n        """'


def pascal(name: str) -> str:
    """Return a name as that of a class."""
    return "".join(word.capitalize() for word in name.split("_"))


if __name__ == "__main__":
    main()
