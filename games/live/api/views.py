"""Follow games live: streams, tickets for them, and presence."""

from datetime import datetime

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import notices
from accounts.api.permissions import anyone, signed_in
from accounts.credentials.authentication import BearerToken, caller, caller_if_any, token_used
from api_kit.endpoint import Cost, Endpoint
from api_kit.serializers import EmptySerializer
from games.engine.chain import time_text
from games.live import answers, frames, start_stream
from games.live.api import tickets
from games.live.api.bodies import (
    AccountStreamQuerySerializer,
    NewTicketSerializer,
    StreamQuerySerializer,
)
from games.live.api.tickets import AccountTicket, StreamTicket, pass_in, ticket_of
from games.live.frames import FrameFormat
from games.live.start_stream import FRAME_RENDERERS
from games.play import inbox, presence
from games.play.api import schema
from games.play.api.game_reading import (
    WatchableEndpoint,
    pass_of,
    read_head,
    read_id,
    read_with_players,
)
from games.play.api.schema import operations

operation = operations("live")

FRAME_MEDIA = [media.value for media in FrameFormat]


class GameStreamView(WatchableEndpoint):
    costs = {"GET": Cost.LIST}
    query_shape = StreamQuerySerializer
    authentication_classes = (StreamTicket, BearerToken)
    permission_classes = anyone("read", "play", "class")
    renderer_classes = FRAME_RENDERERS

    @operation(
        "stream_game",
        "Follow a game",
        "Server-sent events, or newline-delimited JSON. First `state`, the game as it is now, and "
        "`players`, which is sent again when names, seats or presence change; then a `move` for "
        "each move after the cursor, the same as in `/moves`, with its number as `id`; `emote` "
        "for an emote of a player, unless `emotes=false`; `time` with the server's clock, at the "
        "start and at each heartbeat; `end` with the reason before the service closes the stream. "
        "The cursor is `Last-Event-ID`, or `after`, or the state's version. A resumed stream can "
        "repeat moves that its `state` includes: those with a `number` up to the state's "
        "`version`. With `state=true`, the newest move carries the state after it; if moves "
        "arrive together, only the last one does. After you leave the game, you get a spectator's "
        "view. 204 tells a browser to stop: the game is over, or was closed in its lobby, and you "
        "have all of it.",
        parameters=[schema.LAST_EVENT_ID, schema.WATCH_CODE],
        answers={(200, *FRAME_MEDIA): answers.GameFrame, 204: None},
        problems=(
            "game_not_found spectators_barred bad_last_event_id invalid_ticket too_many_streams"
        ),
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        ticket = ticket_of(request)
        game = read_with_players(request, game_id, watch_pass=pass_in(ticket))
        version = game.head.version
        after = start_stream.cursor(request, self.query.get("after"), version=version)
        if game.head.state.has_ended and after == version:
            return HttpResponse(status=204)
        first = start_stream.follow_game(
            request,
            game,
            after=after,
            expires_at=ticket and ticket.expires_at,
            wants_state=self.query["state"],
            wants_emotes=self.query["emotes"],
        )
        return start_stream.opened(request, *first)


class AccountStreamView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = AccountStreamQuerySerializer
    authentication_classes = (AccountTicket, BearerToken)
    permission_classes = signed_in("read")
    renderer_classes = FRAME_RENDERERS

    @operation(
        "stream_account",
        "Follow all that concerns me",
        "Server-sent events, or newline-delimited JSON. First `snapshot` with your open games, "
        "your invitations and the number of unread notices. Then `game` when something happens in "
        "a game: invited, invitation ended (it was declined, or the game started or was closed), "
        "joined, started, your turn, over, closed, left; `ruled` when a dispute about it was "
        "ruled on, even long after its end; and `looked_into` when it is over and a reviewer "
        "looked at hidden cards while it ran. The last frame of a game has its final status, even "
        "if you left a seat or an invitation ended. Within a heartbeat, `notices` reports a new "
        "number of unread notices, and `tournament` that a tournament in which you take part was "
        "cancelled. `time` has the server's clock, at the start and at each heartbeat. A stream "
        "cannot be resumed: each begins with a snapshot.",
        answers={(200, *FRAME_MEDIA): answers.AccountFrame},
        problems="invalid_ticket too_many_streams",
    )
    def get(self, request: Request) -> HttpResponse:
        account_id, ticket = caller(request).account_id, ticket_of(request)
        mine = inbox.of_accounts([account_id]).get(account_id, {})
        unread = notices.unread([account_id])[account_id]
        start_stream.follow_account(
            request, mine, unread=unread, expires_at=ticket and ticket.expires_at
        )
        games = [mine[game_id] for game_id in sorted(mine)]
        return start_stream.opened(request, frames.snapshot(games, unread_notices=unread.number))


class StreamTicketView(WatchableEndpoint):
    permission_classes = anyone("read", "play", "class")

    @operation(
        "create_stream_ticket",
        "Get a ticket for a stream",
        "For browsers, whose `EventSource` sends no token: open "
        "`/games/{game_id}/stream?ticket=…`. The ticket only opens streams of this game, as you "
        "may see it. It lasts 15 minutes, for any number of connections. Without a token, send the "
        "`watch_code` of a private game.",
        request=NewTicketSerializer,
        parameters=[schema.WATCH_CODE],
        answers={201: answers.StreamTicketJson},
        problems="game_not_found spectators_barred not_authenticated",
    )
    def post(self, request: Request, game_id: str) -> Response:
        NewTicketSerializer.parse(request.data)
        watch_pass = pass_of(request, read_id(game_id))
        token = None if caller_if_any(request) is None else token_used(request)
        if token is None and watch_pass is None:
            raise NotAuthenticated
        head = read_head(request, game_id)
        is_watcher = head.is_private and head.seat is None
        digest = watch_pass.digest if watch_pass and is_watcher else None
        return _issued(tickets.issue(head.game_id, token, digest, now=timezone.now()))


class AccountStreamTicketView(Endpoint):
    permission_classes = signed_in("read")

    @operation(
        "create_account_stream_ticket",
        "Get a ticket for my stream",
        "For browsers, whose `EventSource` sends no token: open `/me/stream?ticket=…`. "
        "The ticket only opens the stream of this account, and no stream of a game. It lasts 15 "
        "minutes, for any number of connections.",
        request=EmptySerializer,
        answers={201: answers.StreamTicketJson},
    )
    def post(self, request: Request) -> Response:
        EmptySerializer.parse(request.data)
        return _issued(tickets.issue_for_account(token_used(request), now=timezone.now()))


class PresenceView(WatchableEndpoint):
    permission_classes = anyone("read", "class")

    @operation(
        "read_presence",
        "See who is present",
        "Seconds since each player was last seen, by a request or an open stream, and "
        "the number of open streams without a seat. Recorded every 30 seconds, so both can lag.",
        parameters=[schema.WATCH_CODE],
        answers={200: answers.PresenceJson},
        problems="game_not_found spectators_barred",
    )
    def get(self, request: Request, game_id: str) -> Response:
        head = read_head(request, game_id)
        there = presence.of_game(head.game_id, now=timezone.now())
        return Response(answers.presence(game_id, there))


def _issued(issued: tuple[str, datetime]) -> Response:
    """Return a ticket and its expiry."""
    ticket, expires_at = issued
    return Response(
        answers.StreamTicketJson(ticket=ticket, expires_at=time_text(expires_at)),
        status=201,
        headers={"Cache-Control": "no-store"},
    )
