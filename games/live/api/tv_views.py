"""The games worth watching now: read them, or follow one and the next one after its end."""

from dataclasses import dataclass

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone
from accounts.credentials.authentication import caller_if_any
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from games.live import start_stream
from games.live.api import tv_feed
from games.live.api.answers import Tv, TvFrame
from games.live.api.bodies import TvStreamQuerySerializer
from games.live.api.tv_feed import TvListener
from games.live.api.tv_snapshot import SNAPSHOT
from games.live.connection_registry import ConnectionRegistry
from games.live.exchange import Exchange
from games.live.frames import FrameFormat
from games.live.start_stream import FRAME_RENDERERS
from games.live.stream import Stream, StreamCredentials
from games.log import metrics
from games.play.api.openapi.schema import operations

operation = operations("live")


class TvView(Endpoint):
    """The public games that are worth watching now."""

    costs = {"GET": Cost.LIST}
    permission_classes = anyone("read")

    @operation(
        "read_tv",
        "Find a game to watch",
        "The public game that is worth watching now, and one for each preset: running, "
        "open to spectators, with a move in the last five minutes. A player counts at the game where "
        "they were seen last. Games of two registered people or more come first, then those of "
        "one; then rated games, those that more registered people watch, and the latest move. Shown "
        "as to a reader without an account, and up to two seconds old. Follow it with its stream, "
        "and ask again when it ends. While no game is played, `recent` has games to replay.",
        answers={200: Tv},
    )
    def get(self, request: Request) -> Response:
        return Response(SNAPSHOT.read())


@dataclass(frozen=True, slots=True)
class TvStream:
    """A hold: a channel and its reader."""

    registry: ConnectionRegistry
    credentials: StreamCredentials
    format: FrameFormat
    channel: str
    account_id: int | None
    wants_emotes: bool

    async def __call__(self, exchange: Exchange) -> None:
        """Send the answer, then the games of the channel, until the reader leaves."""
        with metrics.OPEN_STREAMS.labels("tv").track_inprogress():
            await exchange.begin()
            feed = tv_feed.feed_of(self.registry)
            stream = Stream(exchange, self.credentials, self.format)
            listener = TvListener(
                feed,
                stream,
                self.channel,
                account_id=self.account_id,
                wants_emotes=self.wants_emotes,
            )
            self.registry.heartbeat.add(listener)
            feed.join(listener)
            try:
                await stream.hold()
            finally:
                feed.leave(listener)
                listener.close()


class TvStreamView(Endpoint):
    """The stream of a channel."""

    query_shape = TvStreamQuerySerializer
    permission_classes = anyone("read")
    renderer_classes = FRAME_RENDERERS

    @operation(
        "stream_tv",
        "Watch TV",
        "Follows the game on a channel of `GET /tv`, and the next one when it ends or "
        "when nothing moved in it for five minutes: server-sent events, or newline-delimited JSON. "
        "`channel` says which game begins. The frames of its stream follow as a spectator sees "
        "them; their `data` begins with `game`, the id. Without a game the stream waits for one. "
        "It counts as one open connection. It cannot be resumed: each begins with the game that "
        "the channel shows.",
        answers={
            (200, FrameFormat.EVENTS.value): TvFrame,
            (200, FrameFormat.LINES.value): TvFrame,
        },
        problems="too_many_streams",
    )
    def get(self, request: Request) -> HttpResponse:
        connection = start_stream.admitted(request)
        if connection is not None:
            bearer = caller_if_any(request)
            connection.hold = TvStream(
                connection.registry,
                start_stream.credentials_of(request),
                start_stream.format_of(request),
                self.query["channel"],
                None if bearer is None else bearer.account_id,
                self.query["emotes"],
            )
        return start_stream.opened(request)
