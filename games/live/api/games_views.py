"""Follow several games on one connection."""

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from accounts.api.permissions import anyone
from accounts.credentials.authentication import caller_if_any
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from api_kit.problems import Problem
from games.live import frames, start_stream
from games.live.api.answers import FollowedFrame
from games.live.api.bodies import FollowedGamesSerializer
from games.live.frames import FrameFormat
from games.live.game_part import GameFrameFormat
from games.live.game_reader import ReaderTerms, opening
from games.live.start_stream import FRAME_RENDERERS
from games.log import ids
from games.play import followed
from games.play.api.openapi.schema import operations
from games.play.api.problems import PROBLEMS
from games.play.api.requests.game_reading import reader_id
from games.play.followed import WatchedGame, WatchRefusal

operation = operations("live")


class GamesStreamView(Endpoint):
    """The stream of several games."""

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
                errors[text] = problem or PROBLEMS["game_not_found"]
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
        return PROBLEMS["game_not_found" if game is None else game.code]
    bearer = caller_if_any(request)
    if game.head.seat is None and bearer is not None and "read" not in bearer.scopes:
        return PROBLEMS["insufficient_scope"]  # ``play`` suffices to read one's own seat
    if after is not None and after > game.head.version:
        return PROBLEMS["bad_last_event_id"]
    return None
