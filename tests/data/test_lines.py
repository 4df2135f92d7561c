"""Lists as newline-delimited JSON: the entries of the JSON answers, one a line, and the next page
at the end.
"""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from api_kit import ndjson
from api_kit.ndjson import NDJSON
from tests.players import API, Player, guest, play_out, seated

pytestmark = pytest.mark.django_db

Json = dict[str, Any]


def lines(player: Player, path: str) -> list[Json]:
    """Return the lines of an answer."""
    answer = player.get(path, Accept=NDJSON)
    assert (answer.status_code, answer["Content-Type"]) == (200, NDJSON)
    assert answer.content.endswith(b"\n")
    return [json.loads(line) for line in answer.content.splitlines()]


def every_page(player: Player, path: str) -> Iterator[Json]:
    """Yield the entries of all pages, by the addresses in the last lines."""
    following: str | None = path
    while following is not None:
        *entries, end = lines(player, following)
        yield from entries
        following = end["next"] and end["next"].partition(API)[2]


@pytest.mark.parametrize("path", ["/games?mine=true&limit=2", "/players/{}/games?limit=2"])
def test_the_pages_of_a_list_hold_its_entries_newest_first(path: str) -> None:
    ann = guest()
    made = [ann.create(seats=3) for _ in range(5)]
    ann.post("/games", {"seats": 2, "visibility": "private"})
    path = path.format(ann.name)

    for reader in (ann, guest(), Player()):
        if reader is ann or "mine" not in path:
            expected = reader.get(path.replace("limit=2", "limit=100")).json()["results"]
            assert [*every_page(reader, path)] == expected
            assert [game["id"] for game in expected if game["id"] in made] == made[::-1]


def test_the_pages_of_moves_hold_the_readers_view_of_every_move() -> None:
    game, ann, bob = seated(2)
    play_out(game, [ann, bob], Random(1))

    for reader in (ann, bob, Player()):
        expected = reader.moves(game)
        assert [*every_page(reader, f"/games/{game}/moves?limit=7")] == expected
    [end] = lines(ann, f"/games/{game}/moves?after={len(expected)}")
    assert end == {"next": None, "version": len(expected)}


@pytest.mark.parametrize("path", ["/games", "/games/{game}/moves"])
def test_the_answer_depends_on_the_accept_header_alone(path: str) -> None:
    game, ann, _ = seated(2)
    path = path.format(game=game, player=ann.name)

    for accept, kind in (
        ("*/*", "application/json"),
        (f"{NDJSON}, application/json", "application/json"),
        (NDJSON, NDJSON),
    ):
        answer = ann.get(path, Accept=accept)
        assert answer["Content-Type"] == kind
        assert "Accept" in answer["Vary"].split(", ")
    refused = ann.get(path, Accept="text/csv")
    assert (refused.status_code, refused.json()["code"]) == (406, "not_acceptable")


@pytest.mark.parametrize(
    ("path", "code"),
    [("/games/00000000000/moves", "game_not_found")],
)
def test_a_refusal_is_a_problem_document(path: str, code: str) -> None:
    answer = Player().get(path, Accept=NDJSON)

    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code


# --- the renderer ---------------------------------------------------------------------------------


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
