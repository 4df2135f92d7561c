"""Quick match: wait for a table, read whether one was found, and cancel."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import signed_in
from accounts.api.throttles import AccountThrottle
from accounts.credentials.authentication import caller
from api_kit.endpoint import Endpoint
from api_kit.serializers import EmptySerializer
from games.live import start_stream
from games.log import ids
from games.play import inbox, matchmaking
from games.play.api.lobby import answers
from games.play.api.lobby.bodies import MatchQuerySerializer, NewMatchSerializer
from games.play.api.openapi import parameters
from games.play.api.openapi.schema import operations
from games.play.api.requests.retries import once
from games.play.api.requests.throttles import CreationThrottle
from games.play.refusals import MatchNotFound

operation = operations("lobby")


class MatchesView(Endpoint):
    """A new match."""

    permission_classes = signed_in("play")
    throttle_classes = (AccountThrottle, CreationThrottle)

    @operation(
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
        parameters=[parameters.LOCATION],
        answers={201: answers.MatchJson},
        problems="impossible_rules already_waiting too_many_games",
    )
    @once
    def post(self, request: Request) -> Response:
        body = NewMatchSerializer.parse(request.data)
        match = matchmaking.enter(caller(request).account_id, **body)
        location = {"Location": f"/api/v1/matches/{match.public_id}"}
        return Response(answers.match(match), 201, headers=location)


class MatchView(Endpoint):
    """One match of the caller's."""

    query_shape = MatchQuerySerializer
    permission_classes = signed_in("read", to_change="play")

    @operation(
        "read_match",
        "Check whether a table was found",
        "With `wait`, the answer is sent when you have a seat, when `window` "
        "widens, or when the time is up. A match is kept until your next one. Scope: `read`.",
        answers={200: answers.MatchJson},
        problems="match_not_found too_many_streams",
    )
    def get(self, request: Request, match_id: str) -> Response:
        number, account_id = ids.read(match_id, MatchNotFound), caller(request).account_id
        wait: int = self.query["wait"]
        known = inbox.of_accounts([account_id]).get(account_id, {}) if wait else {}
        match = matchmaking.find(number, account_id)
        if wait and match.game_id is None:
            start_stream.await_seat(request, match, known=known, seconds=wait)
        return Response(answers.match(match))

    @operation(
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
