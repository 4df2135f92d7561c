"""Read moves and matches, and wait for new ones."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from accounts.api.permissions import anyone, signed_in
from accounts.api.throttles import AccountThrottle
from accounts.credentials.authentication import caller
from api_kit import ndjson
from api_kit.endpoint import Cost, Endpoint
from api_kit.ndjson import JSON, JSON_OR_LINES, NDJSON
from api_kit.serializers import EmptySerializer
from games.live import start_stream
from games.log import ids, reader
from games.log.heads import GameHead
from games.play import inbox, matchmaking
from games.play.api import (
    game_reading,
    history_answers,
    list_bodies,
    lobby_answers,
    position_answers,
    schema,
)
from games.play.api.bodies import (
    MatchQuerySerializer,
    NewMatchSerializer,
)
from games.play.api.game_reading import WatchableEndpoint, is_current, read_head
from games.play.api.game_views import CreationThrottle
from games.play.api.position_answers import MoveJson
from games.play.api.retries import once
from games.play.api.schema import operations
from games.play.refusals import MatchNotFound

operation = operations("history")
lobby_operation = operations("lobby")
_VALIDATED = [schema.WATCH_CODE, schema.IF_NONE_MATCH, schema.etag_header(200, 304)]


class MovesView(WatchableEndpoint):
    costs = {"GET": Cost.LIST}
    query_shape = list_bodies.MovesQuerySerializer
    renderer_classes = JSON_OR_LINES
    permission_classes = anyone("read", "play", "class")

    @operation(
        "read_moves",
        "Read moves",
        "Moves after `after`, oldest first. All moves together make up the game. They show your "
        "own hand, so they replay your seat until you leave it; then you read all of them as a "
        "spectator. With `wait` and no move to read, the answer is sent with the next move, or "
        "empty when the time is up. As newline-delimited JSON, one move per line; the last line "
        "names the next page.",
        parameters=_VALIDATED,
        answers={
            (200, JSON): history_answers.MovePage,
            (200, NDJSON): history_answers.MoveLine,
            304: None,
        },
        problems="game_not_found spectators_barred too_many_streams",
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        query, head = self.query, read_head(request, game_id)
        headers = game_reading.headers(request, head)
        if headers and is_current(request, headers["ETag"]):
            return HttpResponse(status=304, headers=headers)
        # Stop at the head: seats are renumbered at the start, so later moves may show another hand.
        after, limit = query["after"], query["limit"]
        logged = reader.read(head.game_id, after=after, until=head.version, limit=limit)
        if query["wait"] and query["after"] >= head.version and not head.state.has_ended:
            start_stream.wait(request, head, after=query["after"], seconds=query["wait"])
        moves = position_answers.moves(head, logged)
        if ndjson.is_accepted(request):
            return Response([*moves, _end_of_page(request, head, moves)], headers=headers)
        page = history_answers.MovePage(game=game_id, version=head.version, moves=moves)
        return Response(page, headers=headers)


def _end_of_page(
    request: Request, head: GameHead, moves: Sequence[MoveJson]
) -> history_answers.MovesEnd:
    """Return the last line of a page of moves."""
    is_last = not moves or moves[-1]["number"] == head.version
    address = request.build_absolute_uri()
    following = None if is_last else replace_query_param(address, "after", moves[-1]["number"])
    return {"next": following, "version": head.version}


class MatchesView(Endpoint):
    permission_classes = signed_in("play")
    throttle_classes = (AccountThrottle, CreationThrottle)

    @lobby_operation(
        "enter_match",
        "Quick match: find a table",
        "Seats you with the next people who want the same preset, overlays and number "
        "of seats, in order of arrival. If your rating is not provisional, `window` says how "
        "different the ratings of the others may be; it widens while you wait. When your wait is "
        "over, bots take the empty seats. The "
        "game begins at once, with 60 seconds per turn and stand-ins for players who leave. "
        "`/me/stream` announces it, and `GET /matches/{match_id}?wait=60` waits for it. You can "
        "have one match at a time. The deal has no entropy of players. Scope: `play`.",
        request=NewMatchSerializer,
        parameters=[schema.LOCATION],
        answers={201: lobby_answers.MatchJson},
        problems="impossible_rules level_not_offered already_waiting too_many_games",
    )
    @once
    def post(self, request: Request) -> Response:
        body = NewMatchSerializer.parse(request.data)
        match = matchmaking.enter(caller(request).account_id, **body)
        location = {"Location": f"/api/v1/matches/{match.public_id}"}
        return Response(lobby_answers.match(match), 201, headers=location)


class MatchView(Endpoint):
    query_shape = MatchQuerySerializer
    permission_classes = signed_in("read", to_change="play")

    @lobby_operation(
        "read_match",
        "Check whether a table was found",
        "With `wait`, the answer is sent when you have a seat, when `window` "
        "widens, or when the time is up. A match is kept until your next one. Scope: `read`.",
        answers={200: lobby_answers.MatchJson},
        problems="match_not_found too_many_streams",
    )
    def get(self, request: Request, match_id: str) -> Response:
        number, account_id = ids.read(match_id, MatchNotFound), caller(request).account_id
        wait: int = self.query["wait"]
        known = inbox.of_accounts([account_id]).get(account_id, {}) if wait else {}
        match = matchmaking.find(number, account_id)
        if wait and match.game_id is None:
            start_stream.await_seat(request, match, known=known, seconds=wait)
        return Response(lobby_answers.match(match))

    @lobby_operation(
        "cancel_match",
        "Stop waiting for a table",
        "After you got a seat, resign in the game instead. Scope: `play`.",
        request=EmptySerializer,
        answers={204: None},
        problems="match_not_found already_started",
    )
    def delete(self, request: Request, match_id: str) -> Response:
        EmptySerializer.parse(request.data)
        matchmaking.cancel(ids.read(match_id, MatchNotFound), caller(request).account_id)
        return Response(status=204)
