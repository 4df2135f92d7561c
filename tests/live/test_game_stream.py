"""The stream of a game, from a server process that did not make the moves."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.credentials import tokens
from accounts.models import Token
from games.engine import move_texts
from games.engine.chain import time_text
from games.engine.commands import Rule
from games.live.api import tickets
from games.log import head_reader, ids, writer
from games.log.models import Position
from games.play import outages
from games.play.models import Outage
from games.play.play import advance
from gofish_api.server import connection_health
from tests.classes.school import School
from tests.live.conftest import HEARTBEAT_SECONDS
from tests.live.listeners import Listener
from tests.players import Player, account_of, guest, play_out, seated


def ticket_that_expires(player: Player, game: str, *, in_seconds: float) -> str:
    now = datetime.now(UTC) - tickets.LIFETIME + timedelta(seconds=in_seconds)
    number, token = ids.from_text(game), Token.objects.get(user_id=player.account)
    assert number is not None
    return tickets.issue(number, token, now=now)[0]


pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]


def stream(game: str, query: str = "") -> str:
    return f"/games/{game}/stream{query}"


def an_ask(game: str, *players: Player) -> None:
    """Let the seat whose turn it is make an ask."""
    state = players[0].state(game)
    seat = state["to_act"]
    actions = players[seat].state(game)["legal_actions"]
    ask = next(action for action in actions if action["type"] == "ask")
    assert players[seat].act(game, ask).status_code == 200


def three() -> tuple[str, Player, Player, Player]:
    """Return a game of three that has started, in which a stand-in plays for a seat that leaves."""
    players = guest(), guest(), guest()
    game: str = (
        players[0].post("/games", {"seats": 3, "on_abandon": "stand_in"}).json()["game"]["id"]
    )
    for player in players[1:]:
        assert player.join(game).status_code == 200
    return game, *players


def private_lobby(seats: int) -> tuple[str, str, Player]:
    """Return a private game that waits for players, its code, and its host."""
    host = guest()
    opened = host.post("/games", {"seats": seats, "visibility": "private"}).json()["game"]
    return opened["id"], opened["join_code"], host


def until_drawn(game: str, seat: int, *players: Player) -> None:
    """Let these players and stand-ins ask until a seat has drawn a hidden card."""
    begin = players[0].state(game)["version"]
    for _ in range(100):
        sent = Player().moves(game)[begin:]
        drawn = [each for move in sent for each in move["events"] if each["type"] == "card_drawn"]
        if any(each["seat"] == seat and not each["public"] for each in drawn):
            return
        if Player().state(game)["to_act"] < len(players):
            an_ask(game, *players)
    raise AssertionError("the seat draws no card")


def rule(game: str, ruling: Rule) -> None:
    """Have the referee rule."""
    number = ids.from_text(game)
    assert number is not None
    with transaction.atomic():
        head = head_reader.load(number, lock=True)
        advance(head, ruling, seat=None, account_id=None, now=timezone.now())


def test_an_invited_guest_who_follows_a_private_lobby_does_not_see_the_play(address: str) -> None:
    game, code, ann = private_lobby(3)
    bob, eve = guest(), guest()
    ann.post(f"/games/{game}/invitations", {"player": eve.name})

    with (
        Listener(address, stream(game), eve) as watcher,
        Listener(address, stream(game), ann) as player,
    ):
        watcher.frame()
        player.frame()
        bob.join(game, join_code=code)
        assert ann.post(f"/games/{game}/start").status_code == 200
        *moves, end = watcher.rest()
        assert player.frame() is not None

    seen = {event["type"] for move in moves for event in move.data["events"]}
    assert seen <= {"seat_taken"}
    assert (end.event, end.data) == ("end", {"reason": "invitation_ended"})


def test_a_watcher_follows_the_play_of_a_private_game_until_the_code_is_revoked(
    address: str,
) -> None:
    game, join_code, ann = private_lobby(2)
    bob = guest()
    code = ann.post(f"/games/{game}/watch_code").json()["watch_code"]
    path = f"/games/{game}/stream_ticket"
    query = "?ticket=" + Player().post(path, {"watch_code": code}).json()["ticket"]

    with (
        Listener(address, stream(game, query)) as watcher,
        Listener(address, stream(game), guest(), X_Watch_Code=code) as other,
    ):
        first = watcher.frame()
        other.frame()
        bob.join(game, join_code=join_code)
        an_ask(game, ann, bob)
        version = ann.state(game)["version"]
        seen = watcher.frames(version - 2)
        other.frames(version - 2)
        assert ann.client.delete(f"/api/v1/games/{game}/watch_code").status_code == 204
        ends = [watcher.frame(), other.frame()]
        assert watcher.frame() is None

    assert first is not None and first.data["you"] is None
    assert [frame.id for frame in seen] == [*range(3, version + 1)]
    public = {each["number"]: each for each in ann.moves(game)}
    assert any(frame.data != public[frame.id or 0] for frame in seen)  # not the hand of ann
    assert [end and end.data for end in ends] == [{"reason": "watch_code_ended"}] * 2
    with Listener(address, stream(game, query)) as late:
        assert (late.response.status_code, late.code) == (404, "game_not_found")


def test_each_reader_is_sent_exactly_their_view_of_the_moves(address: str) -> None:
    ann, bob, eve = guest(), guest(), guest()
    game = ann.create()
    listeners = [Listener(address, stream(game, "?after=0"), p) for p in (ann, bob, eve, None)]

    bob.join(game)
    play_out(game, [ann, bob], Random(1))

    for player, listener in zip([ann, bob, eve, Player()], listeners, strict=True):
        with listener:
            state, *moves, end = listener.rest()
            expected = player.moves(game)
            assert (state.event, state.id) == ("state", 0)
            assert [frame.data for frame in moves] == expected
            assert [frame.id for frame in moves] == [*range(1, len(expected) + 1)]
            assert (end.event, end.data) == ("end", {"reason": "game_over"})


def test_a_player_who_leaves_is_sent_a_spectators_moves_from_then_on(address: str) -> None:
    game, ann, bob, eve = three()
    own = eve.moves(game)

    with Listener(address, stream(game, "?after=0"), eve) as listener:
        listener.frames(len(own) + 1)
        assert eve.post(f"/games/{game}/resign").status_code == 200
        until_drawn(game, 2, ann, bob)
        seen = Player().moves(game)
        sent = [frame.data for frame in listener.frames(len(seen) - len(own))]
    with Listener(address, stream(game, "?after=0"), eve) as resumed:
        state, *moves = resumed.frames(len(seen) + 1)

    assert own != seen[: len(own)]
    assert sent == seen[len(own) :]
    assert [frame.data for frame in moves] == seen
    assert state.data["you"] is None


def test_a_player_given_a_seat_back_is_sent_its_moves_again(address: str) -> None:
    game, ann, bob, eve = three()
    start = eve.state(game)["version"]

    with Listener(address, stream(game), eve) as listener:
        listener.frame()
        rule(game, Rule(1, "seat_removed", 2))
        until_drawn(game, 2, ann, bob)
        unseen = Player().moves(game)[start:]
        rule(game, Rule(1, "dismissed"))
        until_drawn(game, 2, ann, bob, eve)
        own = eve.moves(game)[start:]
        sent = [frame.data for frame in listener.frames(len(own))]

    assert sent == unseen + own[len(unseen) :]
    assert unseen != own[: len(unseen)]
    assert sent[len(unseen) :] != Player().moves(game)[start + len(unseen) :]


def test_nothing_is_lost_or_doubled_for_readers_who_reconnect(address: str) -> None:
    game, ann, bob = seated(2)

    def read(player: Player, rng: Random) -> list[int]:
        numbers, is_over = [0], False
        while not is_over:
            with Listener(
                address, stream(game), player, Last_Event_ID=str(numbers[-1])
            ) as listener:
                if listener.response.status_code == 204:
                    break
                for _ in range(rng.randint(1, 12)):
                    if (frame := listener.frame()) is None or frame.event == "end":
                        is_over = frame is not None
                        break
                    if frame.event == "move":
                        assert frame.id is not None
                        numbers.append(frame.id)
        return numbers

    with ThreadPoolExecutor(6) as threads:
        readers = [threads.submit(read, (ann, bob)[n % 2], Random(n)) for n in range(6)]
        play_out(game, [ann, bob], Random(2))
        last = ann.state(game)["version"]

        assert [reader.result(60) for reader in readers] == [[*range(last + 1)]] * 6


def test_a_stream_of_a_finished_game_says_why_it_ends_at_once(address: str) -> None:
    game, ann, _ = seated(2)
    ann.post(f"/games/{game}/resign")
    closed = ann.create()
    ann.post(f"/games/{closed}/leave")

    for ended, reason in ((game, "game_over"), (closed, "game_closed")):
        with Listener(address, stream(ended), ann) as listener:
            state, end = listener.rest()
        assert (state.event, end.event, end.data) == ("state", "end", {"reason": reason})


def test_the_servers_clock_comes_at_the_start_and_with_each_heartbeat(address: str) -> None:
    game, ann, _ = seated(2)
    began = datetime.now(UTC)

    with Listener(address, stream(game), ann) as listener:
        listener.frame()
        listener.read_times(3)
    ended = datetime.now(UTC)

    assert listener.heartbeats == 2
    assert listener.times == sorted(listener.times)
    assert began <= listener.times[0] and listener.times[-1] <= ended


def test_a_clock_that_gets_time_back_is_shown_to_all_readers(address: str) -> None:
    game, ann, _ = seated(2)
    position = Position.objects.get(pk=ids.from_text(game))
    assert position.deadline is not None

    with (
        Listener(address, stream(game), ann) as listener,
        Listener(address, "/games/stream", ann, {"ids": [game]}) as shared,
    ):
        listener.frame()
        shared.frames(2)
        ended = position.deadline - timedelta(hours=1)
        Outage.objects.create(began=ended - timedelta(hours=1), ended=ended)
        while outages.give_back():
            pass
        for each in (listener, shared):
            while not each.clocks:
                each.read_times(len(each.times) + 1)

    deadline = position.deadline + timedelta(hours=1)
    clock = {"version": position.version, "deadline": time_text(deadline), "paused": False}
    assert listener.clocks == [clock]
    assert shared.clocks == [{"game": game, **clock}]


def test_a_pause_is_shown_to_pupils_and_teacher_at_once(address: str) -> None:
    school = School()
    game, _ = school.play()

    with (
        Listener(address, stream(game), school.pupils[1]) as pupil,
        Listener(address, stream(game), school.teacher) as teacher,
    ):
        for each in (pupil, teacher):
            each.frame()
        for action, expected in (("pause", [True]), ("resume", [True, False])):
            assert school.do(action).status_code == 200
            for each in (pupil, teacher):
                while len(each.clocks) < len(expected):
                    each.read_times(len(each.times) + 1)
                assert [clock["paused"] for clock in each.clocks] == expected
    assert pupil.clocks[0]["deadline"] is None and pupil.clocks[1]["deadline"] is not None


def test_a_pupil_whose_seat_another_takes_is_shown_no_hand_of_theirs(address: str) -> None:
    school = School()
    first, second = school.play()

    with Listener(address, stream(second), school.pupils[3]) as away:
        away.frame()
        school.move(3, None)
        assert school.move(1, 2).status_code == 200
        rest = away.rest()

    assert rest[-1].data == {"reason": "seat_left"}
    assert first and school.pupils[1].state(second)["you"] == 0


@pytest.mark.parametrize("way", ["another device", "a new code"])
def test_the_stream_of_a_pupil_ends_with_their_token(address: str, way: str) -> None:
    school = School(places=2)
    (game,) = school.play()

    with Listener(address, stream(game), school.pupils[1]) as first:
        first.frame()
        if way == "another device":
            school.sign_in(1)
        else:
            school.teacher.post(f"{school.path}/codes", {"places": [1]})
        rest = first.rest()

    assert rest[-1].event == "end" and rest[-1].data["reason"] in ("invalid_token", "game_over")


def test_leaving_the_lobby_ends_the_stream(address: str) -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=3)
    bob.join(game)

    with Listener(address, stream(game), bob) as listener:
        listener.frame()
        bob.post(f"/games/{game}/leave")

        assert [frame.data for frame in listener.rest()] == [{"reason": "seat_left"}]


def test_a_lost_notice_costs_one_heartbeat(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, ann, bob = seated(2)
    with Listener(address, stream(game), ann) as listener:
        listener.frame()
        monkeypatch.setattr("games.play.play.announce", lambda *_, **__: None)

        an_ask(game, ann, bob)

        frame = listener.frame()
        assert frame is not None and frame.event == "move"


def test_streams_outlive_the_connections_to_the_database(address: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server to lose")
    game, ann, bob = seated(2)
    with Listener(address, stream(game), ann) as listener:
        first = listener.frame()
        assert first is not None and first.id is not None
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )

        an_ask(game, ann, bob)
        an_ask(game, ann, bob)

        assert [frame.id for frame in listener.frames(2)] == [first.id + 1, first.id + 2]
    # Until then a thread of the server may trust a connection that is gone.
    time.sleep(connection_health.GOOD_FOR)


# --- with the state -------------------------------------------------------------------------------


def test_of_moves_that_arrive_together_the_last_one_carries_the_state(address: str) -> None:
    ann, bob = guest(), guest()
    game = ann.create()

    with (
        Listener(address, stream(game, "?state=true"), ann) as anns,
        Listener(address, stream(game), ann) as plain,
    ):
        anns.frame(), plain.frame()
        made = bob.join(game).json()["moves"]
        with_state, without = anns.frames(len(made)), plain.frames(len(made))

    assert len(made) > 1
    assert ["state" in frame.data for frame in with_state] == [*[False] * (len(made) - 1), True]
    assert with_state[-1].data.pop("state") == ann.state(game)
    assert with_state[-1].data == ann.moves(game)[-1]
    assert not any("state" in frame.data for frame in without)


# --- who may --------------------------------------------------------------------------------------


def test_a_player_who_leaves_is_sent_a_spectators_state(address: str) -> None:
    game, ann, bob, eve = three()
    start = eve.state(game)["version"]

    with Listener(address, stream(game, "?state=true"), eve) as listener:
        listener.frame()
        assert eve.post(f"/games/{game}/resign").status_code == 200
        until_drawn(game, 2, ann, bob)
        states = [
            frame.data["state"]
            for frame in listener.frames(eve.state(game)["version"] - start)
            if "state" in frame.data
        ]

    assert states
    for shown in states:
        assert (shown["you"], shown["spectator"], shown["legal_actions"]) == (None, True, [])
        assert all(seat["hand"] is None for seat in shown["seats"])


def ticket_for(player: Player, game: str) -> str:
    answer = player.post(f"/games/{game}/stream_ticket")
    assert answer.status_code == 201
    ticket: str = answer.json()["ticket"]
    return ticket


def test_a_ticket_is_for_its_game_and_for_its_stream_alone(address: str) -> None:
    game, ann, bob = seated(2)
    ticket = ticket_for(ann, game)
    other = bob.create()

    with Listener(address, stream(other, f"?ticket={ticket}")) as listener:
        assert listener.code == "invalid_ticket"
    spectator = Player()
    [error] = spectator.get(f"/games/{game}/state?ticket={ticket}").json()["errors"]
    assert (error["pointer"], error["code"]) == ("/ticket", "unknown_field")
    assert spectator.post(f"/games/{game}/resign?ticket={ticket}").status_code == 401


@pytest.mark.parametrize("by_ticket", [False, True])
def test_a_revoked_token_ends_its_streams(address: str, by_ticket: bool) -> None:
    game, ann, _ = seated(2)
    query = f"?ticket={ticket_for(ann, game)}" if by_ticket else ""
    began = time.monotonic()
    with Listener(address, stream(game, query), None if by_ticket else ann) as listener:
        listener.frame()

        [token] = tokens.live(account_of(ann), now=datetime.now(UTC))
        tokens.revoke(account_of(ann), token.pk, now=datetime.now(UTC))
        revoked = time.monotonic()

        assert [frame.data for frame in listener.rest()] == [{"reason": "invalid_token"}]
        assert listener.heartbeats <= 2 + (revoked - began) / HEARTBEAT_SECONDS


def test_too_many_streams_are_refused_and_a_closed_one_makes_room(address: str) -> None:
    game, ann, bob = seated(2)
    open_ones = [Listener(address, stream(game), ann) for _ in range(5)]

    with Listener(address, stream(game), ann) as refused:
        assert refused.response.status_code == 429
        assert int(refused.response.headers["retry-after"]) > 0
        assert refused.code == "too_many_streams"
    with Listener(address, stream(game), bob) as other:
        assert other.response.status_code == 200
    for listener in open_ones:
        listener.close()
    for _ in range(50):
        with Listener(address, stream(game), ann) as again:
            if again.response.status_code == 200:
                return
    pytest.fail("no room was made")


def test_a_bad_request_is_refused_before_any_frame(address: str) -> None:
    game, *_ = seated(2)

    for query, headers, code in (
        ("?after=99", {}, "bad_last_event_id"),
        ("", {"Last_Event_ID": "1e3"}, "bad_last_event_id"),
        ("?state=all", {}, "validation_error"),
        ("?ticket=x", {}, "invalid_ticket"),
        ("", {"Accept": "application/xml"}, "not_acceptable"),
    ):
        with Listener(address, stream(game, query), None, **headers) as listener:
            assert listener.code == code, query


def test_games_that_one_may_not_watch_are_not_streamed(address: str) -> None:
    ann, eve = guest(), guest()
    private = ann.post("/games", {"preset": "classic", "seats": 2, "visibility": "private"}).json()
    closed = ann.post("/games", {"preset": "classic", "seats": 2, "spectators": False}).json()

    for game, code in (
        (private["game"]["id"], "game_not_found"),
        (closed["game"]["id"], "spectators_barred"),
        ("00000000000", "game_not_found"),
        ("nonsense", "game_not_found"),
    ):
        with Listener(address, stream(game), eve) as listener:
            assert listener.code == code


def test_it_ends_when_newer_code_has_moved(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, ann, bob = seated(2)

    with Listener(address, stream(game), bob) as listener:
        listener.frame()
        monkeypatch.setattr(writer, "SCHEMA", move_texts.NEWEST + 1)
        assert ann.post(f"/games/{game}/resign").status_code == 200
        [end] = listener.rest()

    assert (end.event, end.data) == ("end", {"reason": "unavailable"})


def test_it_ends_with_the_lobby_that_is_closed(address: str) -> None:
    ann = guest()
    game = ann.create(seats=3)

    with Listener(address, stream(game), None) as listener:
        listener.frame()
        ann.post(f"/games/{game}/leave")
        *moves, end = listener.rest()

    events = [event["type"] for move in moves for event in move.data["events"]]
    assert events == ["seat_left", "closed"]
    assert (end.event, end.data) == ("end", {"reason": "game_closed"})


def test_the_stream_of_a_private_lobby_ends_for_a_guest_who_declines(address: str) -> None:
    ann, eve = guest(), guest()
    game = ann.post("/games", {"seats": 3, "visibility": "private"}).json()["game"]["id"]
    ann.post(f"/games/{game}/invitations", {"player": eve.name})

    with (
        Listener(address, stream(game), eve) as watcher,
        Listener(address, stream(game), ann) as player,
    ):
        watcher.frame()
        player.frame()
        assert eve.post(f"/games/{game}/decline").status_code == 204
        *moves, end = watcher.rest()
        ann.post(f"/games/{game}/bots", {"level": "random"})
        assert player.frame() is not None

    assert not moves
    assert (end.event, end.data) == ("end", {"reason": "invitation_ended"})


def test_last_event_id_goes_before_after(address: str) -> None:
    game, *_ = seated(2)

    with Listener(address, stream(game, "?after=1"), Last_Event_ID="3") as listener:
        assert [frame.id for frame in listener.frames(2)] == [3, 4]


def test_a_ticket_that_has_expired_opens_nothing(address: str) -> None:
    game, ann, _ = seated(2)

    ticket = ticket_that_expires(ann, game, in_seconds=-1)

    with Listener(address, stream(game, f"?ticket={ticket}")) as listener:
        assert listener.response.status_code == 401
        assert listener.code == "invalid_ticket"


def test_a_stream_ends_with_its_ticket(address: str) -> None:
    game, ann, _ = seated(2)

    ticket = ticket_that_expires(ann, game, in_seconds=2)

    with Listener(address, stream(game, f"?ticket={ticket}")) as listener:
        assert listener.rest()[-1].data == {"reason": "ticket_expired"}
