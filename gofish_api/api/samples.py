"""Samples of each operation of the schema in curl, Python and JavaScript.

The pages of the reference show them. They are made from the schema, which does not contain them.
"""

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from keyword import iskeyword
from typing import Any, NamedTuple

Json = Mapping[str, Any]

SERVER = "http://127.0.0.1:8000"
PREFIX = "/api/v1"
BODY_FILE = "body.json"
LONGEST_BODY = 400
"""Characters of JSON. A longer body is read from ``BODY_FILE``."""
WIDTH = 88
"""Characters of a line before a call gets a line for each argument."""
LINES = "application/x-ndjson"
BODIES: Mapping[str, Any] = {
    "answer": {"cards": ["7H", "7S"]},
    "ask": {"target": 1, "rank": "7"},
    "change_me": {"display_name": "Ann of the herrings"},
    "cut": {"position": 26},
    "declare": {"cards": ["7C", "7D", "7H", "7S"]},
    "end_turn": None,
    "expose": {"card": "7H"},
    "misdeal": {"reason": "exposed_card"},
    "resign": None,
}
"""Bodies of operations whose example has every member, also those that exclude each other."""
QUERIES: Mapping[str, Mapping[str, str]] = {
    "read_authorization": {
        "client_id": "https://app.example/client.json",
        "redirect_uri": "https://app.example/done",
        "response_type": "code",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256",
    }
}
"""Queries of operations that need texts."""
FORM = "application/x-www-form-urlencoded"
FOLLOWED = {
    "stream_game": "client.followGame(game_id)",
    "stream_account": "client.followAccount()",
}
"""The streams that the JavaScript client follows."""


class CodeSample(NamedTuple):
    """A complete program. The token, an ETag and what paths name are variables of the caller."""

    title: str
    code: str


class SampleCall(NamedTuple):
    """What the samples of an operation send."""

    operation: str
    method: str
    path: str
    """Below the base of the API, with names in braces."""
    query: Mapping[str, Any]
    body: Any
    is_spread: bool
    """Whether the Python client takes the members of the body as arguments."""
    is_form: bool
    """Whether the body is a form. The JavaScript client sends none."""
    takes_token: bool
    takes_version: bool
    media_type: str
    """That of the answer if it is a stream or lines only; else an empty text."""

    @property
    def names(self) -> Sequence[str]:
        """The names in the path."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def is_from_file(self) -> bool:
        """Whether the body is too long for a sample."""
        return self.body is not None and len(json.dumps(self.body)) > LONGEST_BODY


def call_of(
    path: str, method: str, operation: Json, *, parameters: Sequence[Json], shape: Json, body: Any
) -> SampleCall:
    """Describe the call of an operation with a body, or with None.

    ``parameters`` and ``shape``, the schema of the body, are no references themselves.
    """
    named = {each["name"] for each in parameters}
    taken = {name.lower().replace("-", "_").removeprefix("x_") for name in named}
    success = next(each for code, each in operation["responses"].items() if code[0] == "2")
    media_types = success.get("content", {})
    is_json = any(each.endswith("json") and each != LINES for each in media_types)
    members = shape.get("properties", {})
    return SampleCall(
        operation=operation["operationId"],
        method=method.upper(),
        path=path.removeprefix(PREFIX),
        query=QUERIES.get(operation["operationId"])
        or {
            each["name"]: each["schema"].get("minimum", 1)
            for each in parameters
            if each["in"] == "query" and each.get("required")
        },
        body=BODIES.get(operation["operationId"], body),
        is_spread=bool(members) and not any(iskeyword(each) or each in taken for each in members),
        is_form=FORM in operation.get("requestBody", {}).get("content", {}),
        takes_token=any("bearer" in each for each in operation["security"]),
        takes_version="If-Match" in named and method != "get",
        media_type="" if is_json else next(iter(media_types), ""),
    )


def samples_of(call: SampleCall) -> list[CodeSample]:
    """Return the samples of a call, in the order in which a page shows them."""
    return [
        CodeSample("curl", _curl(call)),
        CodeSample("Python", _python(call)),
        CodeSample("JavaScript", _javascript(call)),
    ]


def _curl(call: SampleCall) -> str:
    path = re.sub(r"{(\w+)}", r"$\1", call.path) + _query(call)
    options = [f'--fail-with-body "{SERVER}{PREFIX}{path}"']
    if call.media_type:
        options.insert(0, "--no-buffer")
    if call.method != ("GET" if call.body is None else "POST"):
        options.insert(0, f"--request {call.method}")
    if call.takes_token:
        options.append('--header "Authorization: Bearer $token"')
    if call.takes_version:
        options.append('--header "If-Match: $etag"')
    if call.is_form:
        options += [f"--data-urlencode {shlex.quote(f'{k}={v}')}" for k, v in call.body.items()]
    elif call.body is not None:
        text = shlex.quote(json.dumps(call.body, ensure_ascii=False))
        options.append("--header 'Content-Type: application/json'")
        options.append(f"--data {f'@{BODY_FILE}' if call.is_from_file else text}")
    return "curl " + " \\\n  ".join(options) + "\n"


def _python(call: SampleCall) -> str:
    arguments = [*call.names]
    if call.body is not None and not call.is_spread:
        arguments.append("body" if call.is_from_file else _literal(call.body, "python"))
    arguments += [f"{name}={value!r}" for name, value in call.query.items()]
    if call.takes_version:
        arguments.append("if_match=etag")
    if call.body is not None and call.is_spread:
        members = [f"{name}={_literal(each, 'python')}" for name, each in call.body.items()]
        arguments += ["**body"] if call.is_from_file else members
    made = _called(f"client.{call.operation}", arguments)
    lines = ["import json", ""] if call.is_from_file else []
    lines += ["from gofishkit import Client", ""]
    lines.append(f'client = Client("{SERVER}"{", token" if call.takes_token else ""})')
    if call.is_from_file:
        lines += [f'with open("{BODY_FILE}") as file:', "    body = json.load(file)"]
    if call.media_type:
        lines += [f"for each in {made}:", "    print(each)"]
    else:
        lines.append(_called("print", [made]) if len(made) < WIDTH - 7 else f"answer = {made}")
    return "\n".join(lines) + "\n"


def _javascript(call: SampleCall) -> str:
    body = "body" if call.is_from_file else f"body: {_literal(call.body, 'js')}"
    lines = ['import { readFile } from "node:fs/promises";'] if call.is_from_file else []
    is_followed = call.operation in FOLLOWED
    if not call.is_form and (is_followed or not call.media_type):
        token = ", token" if call.takes_token else ""
        lines += ['import { Client } from "gofish-client";', ""]
        lines.append(f'const client = new Client({{ server: "{SERVER}"{token} }});')
    if call.is_from_file:
        lines.append(f'const body = JSON.parse(await readFile("{BODY_FILE}", "utf8"));')
    if is_followed:
        lines.append(f"for await (const frame of {FOLLOWED[call.operation]}) console.log(frame);")
    elif call.is_form:
        lines += _posted(call)
    elif call.media_type:
        lines += _fetched(call)
    else:
        options = [f"params: {{ {', '.join(call.names)} }}"] if call.names else []
        options += [f"query: {_literal(call.query, 'js')}"] if call.query else []
        options += [body] if call.body is not None else []
        options += ["etag"] if call.takes_version else []
        sent = f'const answer = await client.{call.method.lower()}("{call.path}"'
        wrapped = f", {_called('', options, '{}', room=WIDTH - len(sent))}" if options else ""
        lines.append(f"{sent}{wrapped});")
        lines.append("console.log(answer);")
    return "\n".join(lines) + "\n"


def _posted(call: SampleCall) -> list[str]:
    """Return the lines that send a form, without the client."""
    body = _called("new URLSearchParams", [_literal(call.body, "js")])
    options = [f'method: "{call.method}"', f"body: {body}"]
    sent = f'const answer = await fetch("{SERVER}{PREFIX}{call.path}"'
    return [
        f"{sent}, {_called('', options, '{}', room=WIDTH - len(sent))});",
        "if (!answer.ok) throw new Error(await answer.text());",
        "console.log(await answer.text());",
    ]


def _fetched(call: SampleCall) -> list[str]:
    """Return the lines that read an answer piece by piece, without the client."""
    address = f"`{SERVER}{PREFIX}{call.path.replace('{', '${')}{_query(call)}`"
    headers = ["Authorization: `Bearer ${token}`"] if call.takes_token else []
    headers += ['"Content-Type": "application/json"'] if call.body is not None else []
    options = [] if call.method == "GET" else [f'method: "{call.method}"']
    options += [_called("headers: ", headers, "{}")] if headers else []
    if call.body is not None:
        options.append(f"body: JSON.stringify({_literal(call.body, 'js')})")
    sent = f"const answer = await fetch({address}"
    given = f", {_called('', options, '{}', room=WIDTH - len(sent))}" if options else ""
    return [
        f"{sent}{given});",
        "const text = answer.body.pipeThrough(new TextDecoderStream());",
        "for await (const piece of text) console.log(piece);",
    ]


def _query(call: SampleCall) -> str:
    return (
        "?" + "&".join(f"{name}={each}" for name, each in call.query.items()) if call.query else ""
    )


def _called(name: str, arguments: Sequence[str], brackets: str = "()", *, room: int = WIDTH) -> str:
    """Return a call, or an object, with a line for each argument where one line is too long."""
    opening, closing = brackets[0], brackets[1]
    joined = ", ".join(arguments)
    inner = f" {joined} " if brackets == "{}" else joined
    if len(name) + len(inner) < room and "\n" not in inner:
        return f"{name}{opening}{inner}{closing}"
    lines = "".join(f"\n  {each.replace(chr(10), chr(10) + '  ')}," for each in arguments)
    return f"{name}{opening}{lines}\n{closing}"


def _literal(value: Any, language: str) -> str:
    """Return JSON as Python or JavaScript writes it."""
    if isinstance(value, Mapping):
        keys = (name if language == "js" and name.isidentifier() else f'"{name}"' for name in value)
        pairs = (
            f"{key}: {_literal(each, language)}"
            for key, each in zip(keys, value.values(), strict=True)
        )
        return f"{{{', '.join(pairs)}}}" if language == "python" else f"{{ {', '.join(pairs)} }}"
    if isinstance(value, list):
        return f"[{', '.join(_literal(each, language) for each in value)}]"
    if language == "python" and (value is None or isinstance(value, bool)):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)
