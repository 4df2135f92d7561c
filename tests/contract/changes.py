"""Find changes between two schemas that would break a client of the released one.

``python -m tests.contract.changes RELEASED NEW`` lists them. ``--write`` stores a schema as the
released one, reduced to what clients depend on.
"""

import json
import pickle
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

Json = dict[str, Any]

RELEASED = Path(__file__).with_name("released.json")
TEXTS = ("description", "summary", "example", "examples", "title", "externalDocs", "tags")
NAMED = ("properties", "paths", "schemas", "responses", "parameters", "headers", "requestBodies")
SMALLEST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
LARGEST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
EXTENSIBLE = "x-extensible"
BOTH_WAYS = ("format", "pattern", "multipleOf", "uniqueItems")
_KEPT = "#/components/schemas/"


def follow(part: Json, document: Json) -> Json:
    """Return the target of a reference, or the part itself if it is no reference.

    :raises KeyError: the target does not exist.
    """
    while "$ref" in part:
        target: Any = document
        for name in part["$ref"].removeprefix("#/").split("/"):
            target = target[name.replace("~1", "/").replace("~0", "~")]
        part = target
    return part


def samples(document: Json, schema: Json, within: str = "") -> list[Any]:
    """Return the examples of a schema: its own, or one composed for each alternative.

    :raises KeyError: the schema of this name has a text or a fraction, but no example.
    """
    within = schema.get("$ref", within).rpartition("/")[2]
    schema = follow(schema, document)
    if "examples" in schema:
        return list(schema["examples"])
    if "const" in schema or "enum" in schema:
        return [schema["const"] if "const" in schema else schema["enum"][0]]
    ways = [*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())[:1]]
    if "null" in schema.get("type", ()) or {"type": "null"} in ways:
        return [None]
    if ways:
        return [sample for way in ways for sample in samples(document, way, within)]
    match schema["type"]:
        case "array":
            return [samples(document, schema["items"], within)[:1]]
        case "object":
            members = schema.get("properties", {}).items()
            return [{name: samples(document, each, within)[0] for name, each in members}]
        case "integer":
            return [schema.get("minimum", 1)]
        case "boolean":
            return [False]
        case _:
            raise KeyError(within)


def expanded(document: Json) -> Json:
    """Return the document with all references resolved, except those to schemas."""
    result: Json = _expand(document, document)
    return result


def _expand(part: Any, document: Json) -> Any:
    if isinstance(part, list):
        return [_expand(each, document) for each in part]
    if not isinstance(part, dict):
        return part
    reference = part.get("$ref")
    if isinstance(reference, str) and not reference.startswith(_KEPT):
        siblings = {name: each for name, each in part.items() if name != "$ref"}
        return {**_expand(follow(part, document), document), **siblings}
    return {name: _expand(each, document) for name, each in part.items()}


def breaking(released: Json, new: Json) -> list[str]:
    """Return the changes that break a client of the released schema, one line each."""
    return sorted(set(_Comparison(released, new).found()))


def bare(part: Any, *, is_names: bool = False) -> Any:
    """Return a part of a schema without descriptions; ``is_names``: its keys are names."""
    if isinstance(part, list):
        return [bare(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        name: bare(each, is_names=name in NAMED and not is_names)
        for name, each in part.items()
        if is_names or name not in TEXTS
    }


class _Comparison:
    def __init__(self, released: Json, new: Json) -> None:
        self.released, self.new = released, new
        self.compared: set[tuple[str, str, bool]] = set()

    def found(self) -> Iterator[str]:
        for path, methods in self.released["paths"].items():
            for method, before in methods.items():
                where = f"{method.upper()} {path}"
                after = self.new["paths"].get(path, {}).get(method)
                if after is None:
                    yield f"{where}: the operation is gone"
                else:
                    yield from self._operation(where, before, after)

    def _operation(self, where: str, before: Json, after: Json) -> Iterator[str]:
        if before["operationId"] != after["operationId"]:
            yield f"{where}: the operationId is {after['operationId']} now"
        yield from self._security(where, before["security"], after["security"])
        yield from self._parameters(where, before, after)
        yield from self._body(where, before.get("requestBody"), after.get("requestBody"))
        for status, answer in before["responses"].items():
            here, now = f"{where} {status}", after["responses"].get(status)
            if now is None:
                if status.startswith(("2", "3")):
                    yield f"{here}: the response is gone"
                continue
            answer, now = follow(answer, self.released), follow(now, self.new)
            yield from self._headers(here, answer, now)
            yield from self._contents(here, answer, now, is_sent=False)

    def _security(self, where: str, before: list[Json], after: list[Json]) -> Iterator[str]:
        for way in before or [{}]:
            ways = after or [{}]
            if not any(
                all(name in way and set(scopes) <= set(way[name]) for name, scopes in new.items())
                for new in ways
            ):
                yield f"{where}: {way or 'no token'} is refused now"

    def _parameters(self, where: str, before: Json, after: Json) -> Iterator[str]:
        known = _by_place(before, self.released)
        now = _by_place(after, self.new)
        for place, parameter in known.items():
            here = f"{where} {place[0]} {place[1]}"
            if place not in now:
                yield f"{here}: the parameter is gone"
            else:
                yield from self._schema(here, parameter["schema"], now[place]["schema"], True)
        for place, parameter in now.items():
            if parameter.get("required") and not known.get(place, {}).get("required"):
                yield f"{where} {place[0]} {place[1]}: is required now"

    def _body(self, where: str, before: Json | None, after: Json | None) -> Iterator[str]:
        before = None if before is None else follow(before, self.released)
        after = None if after is None else follow(after, self.new)
        if before is None and after is not None and after.get("required"):
            yield f"{where}: a body is required now"
        elif before is not None and after is None:
            yield f"{where}: the body is gone"
        elif before is not None and after is not None:
            if after.get("required") and not before.get("required"):
                yield f"{where}: a body is required now"
            yield from self._contents(f"{where} body", before, after, is_sent=True)

    def _headers(self, where: str, before: Json, after: Json) -> Iterator[str]:
        for name in before.get("headers", {}):
            if name not in after.get("headers", {}):
                yield f"{where}: the header {name} is gone"

    def _contents(self, where: str, before: Json, after: Json, *, is_sent: bool) -> Iterator[str]:
        for media, content in before.get("content", {}).items():
            now = after.get("content", {}).get(media)
            if now is None:
                yield f"{where}: {media} is gone"
            else:
                yield from self._schema(where, content["schema"], now["schema"], is_sent)

    def _schema(self, where: str, before: Json, after: Json, is_sent: bool) -> Iterator[str]:
        """Compare schemas: of what clients send, it may only widen; of what they read, only
        narrow.
        """
        names = before.get("$ref", ""), after.get("$ref", "")
        if all(names):
            if (*names, is_sent) in self.compared:
                return
            self.compared.add((*names, is_sent))
            where = names[0].rpartition("/")[2]
        before, after = _resolved(before, self.released), _resolved(after, self.new)
        wide, narrow = (after, before) if is_sent else (before, after)
        yield from _kinds(where, wide, narrow, is_sent)
        yield from _bounds(where, wide, narrow)
        yield from self._properties(where, before, after, is_sent)
        if "items" in before and "items" in after:
            yield from self._schema(f"{where}[]", before["items"], after["items"], is_sent)
        yield from self._alternatives(where, before, after, is_sent)

    def _properties(self, where: str, before: Json, after: Json, is_sent: bool) -> Iterator[str]:
        known, now = before.get("properties", {}), after.get("properties", {})
        must_before, must_now = set(before.get("required", ())), set(after.get("required", ()))
        for name, schema in known.items():
            if name not in now:
                yield f"{where}.{name}: is gone"
            else:
                yield from self._schema(f"{where}.{name}", schema, now[name], is_sent)
        if is_sent:
            for name in must_now - must_before:
                yield f"{where}.{name}: is required now"
        else:
            for name in (must_before - must_now) & set(now):
                yield f"{where}.{name}: is optional now"

    def _alternatives(self, where: str, before: Json, after: Json, is_sent: bool) -> Iterator[str]:
        known, now = _alternatives(before), _alternatives(after)
        for name in known.keys() & now.keys():
            yield from self._schema(where, known[name], now[name], is_sent)
        if not is_sent and before.get(EXTENSIBLE):
            return
        for name in known.keys() - now.keys() if is_sent else now.keys() - known.keys():
            yield f"{where}: the alternative {name} is {'refused now' if is_sent else 'new'}"


def _kinds(where: str, wide: Json, narrow: Json, is_sent: bool) -> Iterator[str]:
    """Compare types and values: ``narrow`` must fit into ``wide``.

    What clients read may get new values where the schema says that it is extensible.
    """
    allowed, given = _types(wide), _types(narrow)
    if allowed and not given <= allowed:
        yield f"{where}: {' and '.join(sorted(given - allowed))} does not fit"
    if "enum" in wide or "const" in wide:
        extra = set(_values(narrow)) - set(_values(wide))
        if extra and not is_sent and wide.get(EXTENSIBLE):
            return
        if extra or not _values(narrow):
            shown = ", ".join(sorted(map(str, extra))) or "anything"
            yield f"{where}: the value {shown} is {'refused now' if is_sent else 'new'}"


def _bounds(where: str, wide: Json, narrow: Json) -> Iterator[str]:
    for name in SMALLEST:
        if name in wide and wide[name] > narrow.get(name, float("-inf")):
            yield f"{where}: {name} {wide[name]} is too strict"
    for name in LARGEST:
        if name in wide and wide[name] < narrow.get(name, float("inf")):
            yield f"{where}: {name} {wide[name]} is too strict"
    for name in BOTH_WAYS:
        if name in wide and wide[name] != narrow.get(name):
            if name == "pattern" and _is_wider(wide[name], str(narrow.get(name))):
                continue
            yield f"{where}: {name} {wide[name]} is too strict"


def _is_wider(pattern: str, before: str) -> bool:
    """Return whether a pattern has a new alternative, or is one of any number of characters written
    in another way.
    """
    if pattern.startswith(f"{before}|"):
        return True
    if not (pattern.endswith("+$") and before.endswith("+$")):
        return False
    texts = [chr(code) for code in range(0x10000)]
    kept = [text for text in texts if re.search(before, text)]
    return bool(kept) and kept == [text for text in texts if re.search(pattern, text)]


def _types(schema: Json) -> set[str]:
    kinds = schema.get("type", [])
    return {kinds} if isinstance(kinds, str) else set(kinds)


def _values(schema: Json) -> list[Any]:
    return [schema["const"]] if "const" in schema else list(schema.get("enum", ()))


def _alternatives(schema: Json) -> dict[str, Json]:
    """Return the alternatives of a value by component name, or else by type."""
    ways = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
    return {way.get("$ref", "").rpartition("/")[2] or str(way.get("type")): way for way in ways}


def _by_place(operation: Json, document: Json) -> dict[tuple[str, str], Json]:
    parameters = [follow(each, document) for each in operation.get("parameters", ())]
    return {(each["in"], each["name"]): each for each in parameters}


def _resolved(schema: Json, document: Json) -> Json:
    """Follow a reference, and merge the parts of an ``allOf``."""
    if "$ref" in schema:
        return _resolved(follow(schema, document), document)
    merged: Json = {}
    for part in schema.get("allOf", ()):
        merged |= _resolved(part, document)
    return merged | {name: each for name, each in schema.items() if name != "allOf"}


def read(path: Path) -> Json:
    """Read a schema in JSON or YAML. A file is parsed once, but each call returns a document of its
    own.
    """
    return pickle.loads(_pickled(path))  # type: ignore[no-any-return]  # noqa: S301


@cache
def _pickled(path: Path) -> bytes:
    """Return a parsed file in the form that is copied fastest."""
    text = path.read_text()
    if path.suffix == ".json":
        return pickle.dumps(json.loads(text))
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return pickle.dumps(yaml.load(text, Loader=loader))  # noqa: S506


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        text = json.dumps(bare(read(Path(sys.argv[2]))), separators=(",", ":"), sort_keys=True)
        RELEASED.write_text(text.replace('}},"', '}},\n"') + "\n")
    else:
        lines = breaking(*map(read, map(Path, sys.argv[1:3])))
        sys.exit("\n".join(lines) or None)
