"""``/me/stream``: what concerns its reader."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from accounts.credentials import tokens
from accounts.models import Token, User
from games.desk import hidden_access
from games.live.api import tickets
from games.log.models import Game, Position
from games.play import overdue
from games.tournaments import entering, hosting
from tests.desk.review import file, finished, registered, reviewer, rule
from tests.live.listeners import Frame, Listener
from tests.players import Player, account_of, guest, play_out, seated
from tests.processes import served
from tests.servers import overriding
from tests.tables import number_of
from tests.tournaments.club import Club

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NOTHING = {"games": [], "unread_notices": 0}


def news(listener: Listener) -> tuple[str, list[str]]:
    """Return the next news of a game; frames with the number of unread notices are skipped."""
    while (frame := listener.frame()) is not None and frame.event == "notices":
        pass
    assert frame is not None and frame.event == "game"
    return frame.data["game"], frame.data["what"]


def snapshot(listener: Listener) -> Frame:
    frame = listener.frame()
    assert frame is not None and frame.event == "snapshot"
    return frame


def test_it_begins_with_the_games_that_are_not_over(address: str) -> None:
    finished, ann, bob = seated(2)
    play_out(finished, [ann, bob], Random(1))
    waiting = ann.create()

    with Listener(address, "/me/stream", ann) as listener:
        [game] = snapshot(listener).data["games"]

    assert game == {
        "game": waiting,
        "version": 2,
        "status": "lobby",
        "seat": 0,
        "your_turn": False,
    }


def test_it_tells_of_invitations_seats_starts_turns_and_departures(address: str) -> None:
    ann, bob = guest(), guest()
    with Listener(address, "/me/stream", bob) as listener:
        assert snapshot(listener).data == NOTHING

        game = ann.create(seats=3)
        ann.post(f"/games/{game}/invitations", {"player": bob.name})
        assert news(listener) == (game, ["invited"])
        bob.join(game)
        assert news(listener) == (game, ["joined"])
        bob.post(f"/games/{game}/leave")
        assert news(listener) == (game, ["left"])

        other = bob.create()
        assert news(listener) == (other, ["joined"])
        ann.join(other)
        assert "started" in news(listener)[1]


@pytest.mark.parametrize("end", ["expire", "leave"])
def test_a_closed_lobby_reaches_who_waited_and_who_was_invited(address: str, end: str) -> None:
    ann, eve = guest(), guest()
    game = ann.create(seats=3)
    ann.post(f"/games/{game}/invitations", {"player": eve.name})
    with (
        Listener(address, "/me/stream", ann) as waiting,
        Listener(address, "/me/stream", eve) as invited,
    ):
        for listener in (waiting, invited):
            snapshot(listener)

        if end == "leave":
            ann.post(f"/games/{game}/leave")
        else:
            Position.objects.filter(pk=number_of(game)).update(deadline=timezone.now())
            overdue.enforce(number_of(game))

        seen = [frame.data for frame in (waiting.frame(), invited.frame()) if frame]
    assert [frame["status"] for frame in seen] == ["closed", "closed"]
    assert seen[0]["what"] == (["left"] if end == "leave" else ["closed"])
    assert seen[1]["what"] == ["invitation_ended"]


def test_an_invited_account_that_never_joined_gets_invitation_ended(address: str) -> None:
    ann, bob, eve = guest(), guest(), guest()
    game = ann.create(seats=3)
    ann.post(f"/games/{game}/invitations", {"player": eve.name})
    bob.join(game)
    with Listener(address, "/me/stream", eve) as listener:
        assert [each["seat"] for each in snapshot(listener).data["games"]] == [None]

        assert ann.post(f"/games/{game}/start").status_code == 200

        frame = listener.frame()
    assert frame is not None
    assert (frame.data["what"], frame.data["status"]) == (["invitation_ended"], "running")


def test_a_cancelled_tournament_reaches_its_players() -> None:
    host, ann = registered(guest()), registered(guest())
    soon = (timezone.now() + timedelta(hours=1)).isoformat()
    terms = {"name": "Cup", "seats": 2, "turn_seconds": 30, "starts_at": soon, "rounds": 3}
    cup = host.post("/tournaments", terms).json()["id"]
    assert ann.post(f"/tournaments/{cup}/join", {}).status_code == 200
    with (
        served(**overriding(STREAM_HEARTBEAT_SECONDS=0.2)) as address,
        Listener(address, "/me/stream", ann) as listener,
    ):
        snapshot(listener)
        assert host.post(f"/tournaments/{cup}/direct", {"action": "cancel"}).status_code == 200

        frames = [listener.frame(), listener.frame()]
    assert [(frame.event, frame.data) for frame in frames if frame] == [
        ("tournament", {"tournament": cup, "status": "cancelled"}),
        ("notices", {"unread_notices": 1}),
    ]


def test_an_invitation_is_sent_at_once_and_not_at_the_next_heartbeat() -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=3)
    with (
        served(**overriding(STREAM_HEARTBEAT_SECONDS=60)) as address,
        Listener(address, "/me/stream", bob) as listener,
    ):
        snapshot(listener)

        ann.post(f"/games/{game}/invitations", {"player": bob.name})

        assert news(listener) == (game, ["invited"])


def test_every_turn_and_the_end_are_sent(address: str) -> None:
    game, ann, bob = seated(2)
    with Listener(address, "/me/stream", ann) as listener:
        snapshot(listener)

        play_out(game, [ann, bob], Random(5))

        news_kinds = []
        while "over" not in news_kinds:
            news_kinds += news(listener)[1]
    assert set(news_kinds) == {"your_turn", "over"}
    with Listener(address, "/me/stream", ann) as listener:
        assert snapshot(listener).data == NOTHING


def unread(listener: Listener) -> int:
    """Return the next number of unread notices; frames with news of games are skipped."""
    while (frame := listener.frame()) is not None and frame.event == "game":
        pass
    assert frame is not None and frame.event == "notices"
    count: int = frame.data["unread_notices"]
    return count


def test_unread_notices_are_counted_in_the_snapshot_and_when_they_come_and_go(
    address: str,
) -> None:
    game, ann, bob = finished()
    dispute = file(ann, game)
    with Listener(address, "/me/stream", bob) as bobs:
        assert snapshot(bobs).data["unread_notices"] == 0

        rule(dispute, reviewer(), "annulled")

        assert unread(bobs) == 1
        [notice] = bob.get("/me/notices").json()["results"]
        bob.post("/me/notices/read", {"up_to": notice["id"]})
        assert unread(bobs) == 0
    with Listener(address, "/me/stream", ann) as anns:
        assert snapshot(anns).data["unread_notices"] == 1


def test_a_ruling_is_sent_to_every_player_even_after_the_game(address: str) -> None:
    game, ann, bob = finished()
    dispute = file(ann, game)
    with (
        Listener(address, "/me/stream", ann) as anns,
        Listener(address, "/me/stream", bob) as bobs,
    ):
        snapshot(anns), snapshot(bobs)

        rule(dispute, reviewer(), "dismissed")

        assert news(anns) == news(bobs) == (game, ["ruled"])


def test_a_look_into_a_running_game_is_sent_with_its_end_and_not_before(address: str) -> None:
    game, ann, bob = seated(2)
    sam = reviewer("Sam", "look_into_running_games")
    with Listener(address, "/me/stream", ann) as listener:
        snapshot(listener)

        table = Game.objects.get(pk=number_of(game))
        hidden_access.record_access(table, sam, why="A tip.", now=timezone.now())
        bob.post(f"/games/{game}/resign")

        assert news(listener) == (game, ["over", "looked_into"])


def test_a_suspension_ends_the_streams_of_the_account_and_of_no_other(address: str) -> None:
    game, ann, bob = finished()
    dispute = file(ann, game)
    running = bob.create()
    with (
        Listener(address, "/me/stream", ann) as anns,
        Listener(address, "/me/stream", bob) as bobs,
        Listener(address, f"/games/{running}/stream", bob) as watching,
    ):
        snapshot(anns), snapshot(bobs)

        rule(dispute, reviewer(), "suspended", seat=1)

        for ended in (bobs, watching):
            assert ended.rest()[-1].data == {"reason": "invalid_token"}
        assert news(anns) == (game, ["ruled"])
        ann.create()
        assert news(anns)[1] == ["joined"]
    with Listener(address, "/me/stream", bob) as again:
        assert again.code == "account_suspended"


def ticket_of(player: Player) -> str:
    answer = player.post("/me/stream_ticket")
    assert answer.status_code == 201
    assert answer["Cache-Control"] == "no-store"
    ticket: str = answer.json()["ticket"]
    return ticket


def test_a_ticket_of_one_kind_opens_no_stream_of_the_other(address: str) -> None:
    game, ann, _ = seated(2)
    of_game = ann.post(f"/games/{game}/stream_ticket").json()["ticket"]

    for path, ticket in (
        ("/me/stream", of_game),
        (f"/games/{game}/stream", ticket_of(ann)),
        ("/me/stream", "forged"),
        ("/me/stream", ticket_of(ann)[:-4] + "AAAA"),
    ):
        with Listener(address, f"{path}?ticket={ticket}") as listener:
            assert (listener.response.status_code, listener.code) == (401, "invalid_ticket")


def test_a_ticket_ends_with_its_time_and_with_its_token(address: str) -> None:
    ann = guest()
    token = Token.objects.get(user_id=ann.account)
    past, soon = (
        tickets.issue_for_account(
            token, now=timezone.now() - tickets.LIFETIME + timedelta(seconds=s)
        )
        for s in (-1, 2)
    )

    with Listener(address, f"/me/stream?ticket={past[0]}") as listener:
        assert listener.code == "invalid_ticket"
    with Listener(address, f"/me/stream?ticket={soon[0]}") as listener:
        assert listener.rest()[-1].data == {"reason": "ticket_expired"}
    with Listener(address, f"/me/stream?ticket={ticket_of(ann)}") as listener:
        snapshot(listener)
        tokens.revoke(account_of(ann), token.pk, now=timezone.now())
        assert listener.rest()[-1].data == {"reason": "invalid_token"}


def test_without_the_front_it_is_a_snapshot_and_the_time() -> None:
    with time_machine.travel(datetime(2026, 1, 5, 18, 30, tzinfo=UTC), tick=False):
        answer = guest().get("/me/stream")

    assert answer.content == (
        b'event: snapshot\ndata: {"games":[],"unread_notices":0}\n\n'
        b'event: time\ndata: {"now":"2026-01-05T18:30:00.000000Z"}\n\n'
    )
    assert Player().get("/me/stream").status_code == 401


# --- private tournaments --------------------------------------------------------------------------


def test_a_dismissed_director_is_shut_out_and_a_player_follows_on(address: str) -> None:
    director, player = guest(), guest()
    User.objects.filter(pk=director.account).update(is_guest=False)
    club = Club(0, entry="code")
    hosting.name_director(club.host.pk, club.id, director.name)
    entering.join(player.account, club.id, code=club.row.join_code)
    path = f"/tournaments/{club.row.public_id}/stream"

    with Listener(address, path, director) as shut_out, Listener(address, path, player) as own:
        for listener in (shut_out, own):
            begins = [listener.frame(), listener.frame()]
            assert [frame and frame.event for frame in begins] == ["round", "standing"]
        hosting.dismiss_director(club.host.pk, club.id, director.name)

        assert [frame.data for frame in shut_out.rest()] == [{"reason": "invitation_ended"}]
        frame = own.frame()
        assert frame is not None and frame.event == "round"
    assert director.get(path).status_code == 404


def test_a_ticket_opens_nothing_but_the_stream(address: str) -> None:
    ann = guest()
    ticket = ticket_of(ann)

    assert Player().get(f"/me/notices?ticket={ticket}").status_code == 401
    assert Player().post(f"/me/stream_ticket?ticket={ticket}").status_code == 401
    assert ann.get(f"/me/notices?ticket={ticket}").status_code == 400


def test_a_token_without_the_scope_opens_none(address: str) -> None:
    with Listener(address, "/me/stream", guest("play")) as listener:
        assert listener.code == "insufficient_scope"


def test_games_of_others_are_not_sent(address: str) -> None:
    eve = guest()
    with Listener(address, "/me/stream", eve) as listener:
        snapshot(listener)

        seated(2)
        own = eve.create()

        assert news(listener) == (own, ["joined"])
