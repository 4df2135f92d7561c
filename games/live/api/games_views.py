"""Follow several games on one connection, and read or follow the game on TV."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone
from accounts.credentials.authentication import caller_if_any, reader_id
from api_kit.endpoint import Cost, Endpoint
from api_kit.problems import Problem, problem_of
from api_kit.refusals import ScopeMissing
from games.live import frames, start_stream, tv_feed
from games.live.answers import FollowedFrame, Tv, TvFrame
from games.live.api.bodies import FollowedGamesSerializer, TvStreamQuerySerializer
from games.live.connection_registry import ConnectionRegistry
from games.live.exchange import Exchange
from games.live.frames import FrameFormat
from games.live.game_reader import GameFrameFormat, ReaderTerms, opening
from games.live.start_stream import FRAME_RENDERERS
from games.live.stream import Stream, StreamCredentials
from games.live.tv_feed import SNAPSHOT, TvListener
from games.log import ids, metrics
from games.log.refusals import GameNotFound
from games.play import followed
from games.play.api.schema import operations
from games.play.followed import WatchedGame, WatchRefusal
from games.play.refusals import BadCursor

operation = operations("live")


class GamesStreamView(Endpoint):
    costs = {"POST": Cost.LIST}
    permission_classes = anyone("read", "play")
    renderer_classes = FRAME_RENDERERS

    @operation(
        "stream_games",
        "Follow many games",
        "Follows up to 100 games on one connection: server-sent events, or "
        "newline-delimited JSON. First `following`: the games that you may watch, and an error for "
        "each other id. Then for each game the frames of `GET /games/{game_id}/stream`; their "
        "`data` begins with `game`, the id of the game. An `end` with `game` is the end of that "
        "game; the one without it is the end of the stream, which comes after the last game. To "
        "resume, send the last `id` of each game in `after`. A game counts as one open connection. "
        "Changes nothing.",
        request=FollowedGamesSerializer,
        answers={
            (200, FrameFormat.EVENTS.value): FollowedFrame,
            (200, FrameFormat.LINES.value): FollowedFrame,
        },
        problems="too_many_streams",
    )
    def post(self, request: Request) -> HttpResponse:
        body = FollowedGamesSerializer.parse(request.data)
        sent: list[str] = body["ids"]
        numbers = {text: ids.from_text(text) for text in sent}
        read = followed.read([n for n in numbers.values() if n is not None], reader_id(request))
        now, after = timezone.now(), body["after"]
        games: list[ReaderTerms] = []
        running: list[ReaderTerms] = []
        errors: dict[str, Problem] = {}
        written: list[bytes] = []
        frame_format = start_stream.format_of(request)
        for text, number in numbers.items():
            game = None if number is None else read[number]
            problem = _problem(request, game, after.get(text))
            if problem is not None or not isinstance(game, WatchedGame):
                errors[text] = problem or problem_of(GameNotFound)
                continue
            begun = opening(
                game,
                reader_id(request),
                now=now,
                after=after.get(text),
                wants_state=body["state"],
                wants_emotes=body["emotes"],
            )
            games.append(begun.terms)
            if not begun.is_complete:
                running.append(begun.terms)
            written += map(GameFrameFormat(frame_format, text).write, begun.frames)
        if running:
            start_stream.follow_games(request, running)
        else:
            written.append(frame_format.write(frames.end("no_games_left")))
        following = frames.following([terms.game_id for terms in games], errors)
        return start_stream.opened(request, following, then=b"".join(written))


def _problem(
    request: Request, game: WatchedGame | WatchRefusal | None, after: int | None
) -> Problem | None:
    """Return why a game is not followed, or None."""
    if not isinstance(game, WatchedGame):
        return problem_of(GameNotFound if game is None else game)
    bearer = caller_if_any(request)
    if game.head.seat is None and bearer is not None and "read" not in bearer.scopes:
        return problem_of(ScopeMissing)  # ``play`` suffices to read one's own seat
    if after is not None and after > game.head.version:
        return problem_of(BadCursor)
    return None


class TvView(Endpoint):
    costs = {"GET": Cost.LIST}
    permission_classes = anyone("read")

    @operation(
        "read_tv",
        "Find a game to watch",
        "The public game that is most worth watching now, and one for each preset: running, open "
        "to spectators, with a move in the last minute, or in the last five while a person is "
        "at the table. A player counts at the game where "
        "they were seen last. Games of two registered people or more come first, then those of "
        "one; then rated games, those that more registered people watch, and the latest move. "
        "Shown as a reader without an account sees it, and up to two seconds old. Follow it with "
        "its stream, and ask again when it ends. While no game is played, `recent` has games to "
        "replay.",
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
    query_shape = TvStreamQuerySerializer
    permission_classes = anyone("read")
    renderer_classes = FRAME_RENDERERS

    @operation(
        "stream_tv",
        "Watch TV",
        "Follows the game on a channel of `GET /tv`, and the next one when it ends or had no move "
        "for five minutes: server-sent events, or newline-delimited JSON. `channel` names the "
        "game that begins. The frames of its stream follow as a spectator sees them; their `data` "
        "begins with `game`, the id. While there is no game, the stream waits for one. It counts "
        "as one open connection. It cannot be resumed: each stream begins with the game that the "
        "channel shows.",
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
