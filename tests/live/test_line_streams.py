"""Streams as newline-delimited JSON: the same frames, cursors, limits and problems as server-sent
events.
"""

from random import Random

import pytest

from api_kit.ndjson import NDJSON
from tests.live.listeners import LineListener, Listener
from tests.players import Player, guest, play_out, seated

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def stream(game: str, query: str = "") -> str:
    return f"/games/{game}/stream{query}"


@pytest.mark.parametrize("query", ["?after=0", "?after=0&state=true"])
def test_every_reader_is_sent_the_frames_of_the_event_stream(address: str, query: str) -> None:
    ann, bob = guest(), guest()
    game = ann.create()
    readers = [ann, bob, None]
    pairs = [
        (
            Listener(address, stream(game, query), each),
            LineListener(address, stream(game, query), each),
        )
        for each in readers
    ]

    bob.join(game)
    play_out(game, [ann, bob], Random(1))

    for events, lines in pairs:
        with events, lines:
            expected, sent = events.rest(), lines.rest()
            assert lines.response.headers["content-type"] == NDJSON
            moves = [frame for frame in sent if frame.event == "move"]
            assert [frame.id for frame in moves] == [*range(1, len(moves) + 1)]
            if "state" not in query:
                assert sent == expected
            else:  # which moves arrive together may differ between two readers
                assert [(f.event, f.id) for f in sent] == [(f.event, f.id) for f in expected]
                assert moves[-1].data["state"]["phase"] == "over"


def test_an_idle_stream_sends_empty_lines_and_the_time(address: str) -> None:
    game, ann, _ = seated(2)

    with LineListener(address, stream(game), ann) as listener:
        listener.frame()
        listener.read_times(3)

    assert listener.heartbeats == 2
    assert listener.times == sorted(listener.times)


def test_a_cursor_resumes_it_as_it_resumes_the_event_stream(address: str) -> None:
    game, *players = seated(2)
    play_out(game, players, Random(3))
    last = Player().state(game)["version"]

    with LineListener(address, stream(game, "?after=1"), Last_Event_ID=str(last - 2)) as listener:
        assert [frame.id for frame in listener.rest()] == [last - 2, last - 1, last, None]
    with LineListener(address, stream(game, f"?after={last}")) as complete:
        assert complete.response.status_code == 204


def test_the_account_stream_has_lines_too(address: str) -> None:
    ann = guest()

    with LineListener(address, "/me/stream", ann) as listener:
        snapshot = listener.frame()
        game = ann.create()
        news = listener.frame()

    assert snapshot is not None and news is not None
    assert (snapshot.event, snapshot.data) == ("snapshot", {"games": [], "unread_notices": 0})
    assert (news.event, news.data["game"], news.data["what"]) == ("game", game, ["joined"])
    assert listener.response.headers["content-type"] == NDJSON


@pytest.mark.parametrize("path", ["/games/{}/stream", "/me/stream"])
def test_the_answer_says_that_it_depends_on_the_accept_header(address: str, path: str) -> None:
    game, ann, _ = seated(2)

    for kind in (Listener, LineListener):
        with kind(address, path.format(game), ann) as listener:
            assert "Accept" in listener.response.headers["vary"].split(", ")


@pytest.mark.parametrize(
    ("query", "headers", "code"),
    [
        pytest.param("?after=99", {}, "bad_last_event_id", id="a move to come"),
        pytest.param("?ticket=x", {}, "invalid_ticket", id="a forged ticket"),
        pytest.param("?since=1", {}, "validation_error", id="an unknown parameter"),
        pytest.param("", {"Accept": "application/json"}, "not_acceptable", id="plain JSON"),
    ],
)
def test_a_refusal_is_a_problem_document(
    address: str, query: str, headers: dict[str, str], code: str
) -> None:
    game, *_ = seated(2)

    with LineListener(address, stream(game, query), None, **headers) as listener:
        assert listener.code == code


def test_both_formats_share_the_limit_of_open_connections(address: str) -> None:
    game, ann, _ = seated(2)
    open_ones = [
        kind(address, stream(game), ann)
        for kind in (Listener, LineListener, Listener, LineListener, Listener)
    ]

    with LineListener(address, stream(game), ann) as refused:
        assert refused.response.status_code == 429
        assert refused.code == "too_many_streams"
    for listener in open_ones:
        listener.close()
