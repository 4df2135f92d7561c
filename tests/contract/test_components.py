"""Repeated parts of the schema are components, and the document has the same content."""

import json
import re
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings

from api_kit.components import share
from api_kit.openapi import codes_in
from tests.contract.references import Json, expanded
from tests.servers import ROOT

HOOK = "api_kit.components.share"
MOST_BYTES, MOST_LINES = 620_000, 21_500


def configured_hooks() -> list[str]:
    spectacular: dict[str, Any] = settings.SPECTACULAR_SETTINGS
    return list(spectacular["POSTPROCESSING_HOOKS"])


@cache
def document() -> Json:
    schema: Json = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


@cache
def document_in_place() -> Json:
    """Return the document before the hook: each part where it is used."""
    hooks = [each for each in configured_hooks() if each != HOOK]
    with patched_settings({"POSTPROCESSING_HOOKS": hooks}):
        schema: Json = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


def test_the_hook_runs_last() -> None:
    assert configured_hooks()[-1] == HOOK


def test_the_content_does_not_change() -> None:
    before, after = expanded(document_in_place()), expanded(document())

    assert after["paths"] == before["paths"]
    assert after["components"]["schemas"] == before["components"]["schemas"]


def test_problems_of_a_status_share_a_response_and_operations_list_other_codes() -> None:
    ask = document()["paths"]["/api/v1/games/{game_id}/ask"]["post"]["responses"]
    shared = document()["components"]["responses"]

    assert ask["429"] == {"$ref": "#/components/responses/Problem429"}
    assert codes_in(shared["Problem429"]["description"]) == ["rate_limited"]
    assert ask["412"] == {
        "$ref": "#/components/responses/Problem412",
        "description": "`stale_version`",
    }


def test_no_text_has_a_line_separator_written_out_or_as_an_escape() -> None:
    """Generators copy patterns into code, where U+2028 and U+2029 end a regular expression."""
    written = json.dumps(document(), ensure_ascii=False)

    assert re.findall(r"\\u202[89]|[\u2028\u2029]", written) == []


def test_every_component_is_used() -> None:
    text = json.dumps(document())
    unused = [
        f"{kind}/{name}"
        for kind in ("responses", "parameters", "headers", "schemas")
        for name in document()["components"][kind]
        if f'"#/components/{kind}/{name}"' not in text
    ]

    assert unused == []


def test_two_different_parts_with_one_name_are_refused() -> None:
    twice = deepcopy(document_in_place())
    [key, *_] = twice["paths"]["/api/v1/games/{game_id}/ask"]["post"]["parameters"]
    twice["components"]["parameters"] = {key["name"]: {**key, "description": "Another."}}

    with pytest.raises(ValueError, match="Idempotency-Key"):
        share(twice, None, None, True)


def test_the_committed_schema_is_small() -> None:
    text = (ROOT / "schema.yaml").read_text()

    assert len(text.encode()) <= MOST_BYTES
    assert text.count("\n") <= MOST_LINES
