"""The renderer of newline-delimited JSON, and the choice between JSON and lines."""

import json
from collections.abc import Iterator
from itertools import islice

import pytest
from django.test import RequestFactory
from rest_framework.exceptions import NotAcceptable
from rest_framework.request import Request

from api_kit import ndjson
from api_kit.negotiation import FirstChoice


def test_each_value_is_one_line_whatever_it_holds() -> None:
    rows = [{"words": "two\nlines\r\n\u2028"}, {"next": None}]

    written = ndjson.NDJSONRenderer().render(rows)

    assert written.endswith(b"\n") and written.count(b"\n") == 2
    assert [json.loads(line) for line in written.splitlines()] == rows


def test_lines_are_written_at_the_pace_of_the_values() -> None:
    def endless() -> Iterator[int]:
        yield 1
        yield 2
        raise AssertionError("read too far")

    assert [*islice(ndjson.lines(endless()), 2)] == [b"1\n", b"2\n"]


def test_an_answer_without_data_has_no_line() -> None:
    assert ndjson.NDJSONRenderer().render(None) == b""


@pytest.mark.parametrize(
    ("accept", "is_lines"),
    [
        ("application/x-ndjson", True),
        ("application/x-ndjson; charset=utf-8", True),
        ("application/x-ndjson, application/json", False),
        ("*/*", False),
        ("application/*", False),
        ("application/json", False),
    ],
)
def test_json_is_the_default_and_lines_are_chosen_by_name(accept: str, is_lines: bool) -> None:
    assert chosen(accept) is is_lines


def test_another_format_is_refused() -> None:
    with pytest.raises(NotAcceptable):
        chosen("text/csv")


def chosen(accept: str) -> bool:
    """Return whether lines are the answer to an Accept header."""
    request = Request(RequestFactory().get("/", headers={"Accept": accept}))
    renderers = [each() for each in ndjson.JSON_OR_LINES]
    request.accepted_renderer, _ = FirstChoice().select_renderer(request, renderers)
    return ndjson.is_accepted(request)
