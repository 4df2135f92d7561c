"""Many games on one connection: the frames of each game's own stream, with the game's id."""

import json
from random import Random
from typing import Any

import pytest

from api_kit.ndjson import NDJSON
from tests.live.listeners import Frame, LineListener, Listener
from tests.players import Json, Player, guest, play_out, seated

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/games/stream"


def of(game: str, frames: list[Frame]) -> list[Frame]:
    """Return the frames of one game as its own stream would show them."""
    found = []
    for frame in frames:
        if frame.data.get("game") == game:
            data = {k: v for k, v in frame.data.items() if k != "game" or frame.event == "state"}
            found.append(frame._replace(data=data))
    return found


def lines(player: Player, **body: Any) -> list[Json]:
    """Return the first frames, from a server that holds no connection."""
    answer = player.post(PATH, body, Accept="application/x-ndjson")
    assert answer.status_code == 200, answer.content
    return [json.loads(line) for line in answer.content.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "reader"),
    [
        pytest.param(Listener, "player", id="events"),
        pytest.param(LineListener, "spectator", id="lines"),
    ],
)
def test_each_game_has_the_frames_of_its_own_stream(
    address: str, kind: type[Listener], reader: str
) -> None:
    ann, bob = guest(), guest()
    games = [ann.create(), ann.create()]
    caller = ann if reader == "player" else None
    alone = [Listener(address, f"/games/{game}/stream", caller) for game in games]

    with kind(address, PATH, caller, {"ids": games}) as listener:
        for number, game in enumerate(games):
            bob.join(game)
            play_out(game, [ann, bob], Random(number))
        sent = listener.rest()

    assert sent[0].event == "following" and sent[0].data == {"games": games, "errors": []}
    assert (sent[-1].event, sent[-1].data) == ("end", {"reason": "no_games_left"})
    for game, own in zip(games, alone, strict=True):
        with own:
            assert of(game, sent) == own.rest()


def test_what_cannot_be_followed_is_an_error_in_the_first_frame() -> None:
    public, ann, _ = seated(2)
    private = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]["id"]
    closed = ann.post("/games", {"seats": 2, "spectators": False}).json()["game"]["id"]
    ids = [public, private, closed, "0" * 11, "nonsense"]

    [following, *_] = lines(guest(), ids=ids, after={public: 999})
    [own, *_] = lines(ann, ids=ids)

    codes = {each["id"]: each["error"]["code"] for each in following["data"]["errors"]}
    assert following["type"] == "following" and following["data"]["games"] == []
    assert codes == {
        public: "bad_last_event_id",
        private: "game_not_found",
        closed: "spectators_barred",
        "0" * 11: "game_not_found",
        "nonsense": "game_not_found",
    }
    assert own["data"]["games"] == [public, private, closed]


def test_a_guest_follows_a_private_lobby_only_while_invited() -> None:
    ann, bob = guest(), guest()
    game = ann.post("/games", {"seats": 3, "visibility": "private"}).json()["game"]["id"]
    ann.post(f"/games/{game}/invitations", {"player": bob.name})

    assert lines(bob, ids=[game])[0]["data"]["games"] == [game]
    bob.post(f"/games/{game}/decline")
    assert lines(bob, ids=[game])[0]["data"]["games"] == []


@pytest.mark.slow
def test_it_resumes_each_game_after_its_own_cursor(address: str) -> None:
    ann, bob = guest(), guest()
    games = [ann.create(), ann.create(), ann.create()]
    for game in games:
        bob.join(game)
    for number, game in enumerate(games[:2]):
        play_out(game, [ann, bob], Random(number))
    last = {game: ann.state(game)["version"] for game in games}
    after = {games[0]: last[games[0]] - 3, games[1]: last[games[1]], games[2]: 1}

    with LineListener(address, PATH, ann, {"ids": games, "after": after}) as listener:
        bob.post(f"/games/{games[2]}/resign")
        sent = listener.rest()

    for game in games:
        numbers = [f.id for f in sent if f.event == "move" and f.data["game"] == game]
        final = ann.state(game)["version"]
        assert numbers == [*range(after[game] + 1, final + 1)]


@pytest.mark.slow
def test_a_game_of_which_little_is_missing_does_not_wait_for_one_of_which_much_is(
    address: str,
) -> None:
    ann, bob = guest(), guest()
    long, short = games = [ann.create(), ann.create()]
    for game in games:
        bob.join(game)
    play_out(long, [ann, bob], Random(1))
    after = {long: 1, short: ann.state(short)["version"] - 1}

    with LineListener(address, PATH, ann, {"ids": games, "after": after}) as listener:
        while (frame := listener.frame()) is None or frame.event != "move":
            pass

    assert frame.data["game"] == short


@pytest.mark.slow
def test_the_newest_move_carries_the_readers_own_state(address: str) -> None:
    ann, bob = guest(), guest()
    games = [ann.create(), bob.create()]

    with LineListener(address, PATH, ann, {"ids": games, "state": True}) as listener:
        listener.frames(3)
        bob.join(games[0])
        while "state" not in (frame := listener.frame()).data:  # type: ignore[union-attr]
            pass

    assert frame is not None and frame.data["state"] == ann.state(games[0])
    assert frame.data["state"]["you"] == 0


@pytest.mark.slow
def test_a_player_who_leaves_a_private_lobby_gets_no_more_of_it(address: str) -> None:
    ann, bob = guest(), guest()
    opened = ann.post("/games", {"seats": 3, "visibility": "private"}).json()["game"]
    bob.join(opened["id"], join_code=opened["join_code"])
    public, *_ = seated(2)

    with LineListener(address, PATH, bob, {"ids": [opened["id"], public]}) as listener:
        listener.frames(3)
        bob.post(f"/games/{opened['id']}/leave")
        sent = [listener.frame()]
        ann.post(f"/games/{opened['id']}/bots", {})
        ann.post(f"/games/{opened['id']}/start")
        listener.read_times(len(listener.times) + 3)

    assert sent[0] is not None
    assert sent[0].data == {"game": opened["id"], "reason": "seat_left"}


@pytest.mark.slow
def test_each_game_counts_as_an_open_connection_until_it_ends(address: str) -> None:
    ann, bob = guest(), guest()
    games = [ann.create() for _ in range(5)]
    for game in games:
        bob.join(game)

    with Listener(address, PATH, ann, {"ids": games}) as listener:
        with Listener(address, f"/games/{games[0]}/stream", ann) as refused:
            assert refused.code == "too_many_streams"
        with Listener(address, PATH, ann, {"ids": games[:1]}) as refused:
            assert refused.code == "too_many_streams"
        bob.post(f"/games/{games[4]}/resign")
        while (frame := listener.frame()) is not None and frame.event != "end":
            pass
        with Listener(address, f"/games/{games[0]}/stream", ann) as admitted:
            assert admitted.response.status_code == 200
    with Listener(address, PATH, ann, {"ids": games}) as again:
        assert again.response.status_code == 200


# --- streams as newline-delimited JSON ------------------------------------------------------------


def stream(game: str, query: str = "") -> str:
    return f"/games/{game}/stream{query}"


@pytest.mark.slow
def test_every_reader_is_sent_the_frames_of_the_event_stream(address: str) -> None:
    ann, bob = guest(), guest()
    game = ann.create()
    readers = [ann, bob, None]
    pairs = [
        (
            Listener(address, stream(game, "?after=0"), each),
            LineListener(address, stream(game, "?after=0"), each),
        )
        for each in readers
    ]

    bob.join(game)
    play_out(game, [ann, bob], Random(1))

    for events, lines in pairs:
        with events, lines:
            expected, sent = events.rest(), lines.rest()
            assert lines.response.headers["content-type"] == NDJSON
            assert sent == expected


@pytest.mark.slow
def test_a_cursor_resumes_it_as_it_resumes_the_event_stream(address: str) -> None:
    game, *players = seated(2)
    play_out(game, players, Random(3))
    last = Player().state(game)["version"]

    with LineListener(address, stream(game, "?after=1"), Last_Event_ID=str(last - 2)) as listener:
        assert [frame.id for frame in listener.rest()] == [last - 2, last - 1, last, None]
    with LineListener(address, stream(game, f"?after={last}")) as complete:
        assert complete.response.status_code == 204


@pytest.mark.slow
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
