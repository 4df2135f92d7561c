"""Request and read the analysis of a finished game, and read what a seat could know."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone, signed_in
from accounts.api.throttles import AccountThrottle, ChangeThrottle, give_back
from accounts.credentials.authentication import caller
from api_kit.endpoint import Cost
from api_kit.serializers import EmptySerializer, QuerySerializer
from games.engine.options import MAX_SEATS
from games.play import visibility
from games.play.api import schema
from games.play.api.game_reading import GameEndpoint, WatchableEndpoint, read_head
from games.play.api.schema import operations
from games.reports import computing, refusals, requesting
from games.reports.api import answers


class KnowledgeQuerySerializer(QuerySerializer):
    """A position, and the seat that remembers."""

    at = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The position after this move."
    )
    seat = serializers.IntegerField(
        min_value=0, max_value=MAX_SEATS - 1, help_text="The seat that remembers all it saw."
    )


operation = operations("history", refusals)

QUOTAS = ("analyses", "analyses_address")
_PROBLEMS = (
    "game_not_found spectators_barred not_over_yet game_closed analysis_unavailable analysis_failed"
)
_RETRY_AFTER = OpenApiParameter(
    "Retry-After",
    OpenApiTypes.INT,
    OpenApiParameter.HEADER,
    response=[202],
    description="Seconds to wait before the next attempt.",
)


class AnalysisThrottle(ChangeThrottle):
    """Limits requests that queue an analysis, by account and by address."""

    quotas = QUOTAS


class AnalysisView(GameEndpoint, WatchableEndpoint):
    costs = {"GET": Cost.LIST}
    throttle_classes = (AccountThrottle, AnalysisThrottle)
    has_queued = False

    def get_permissions(self) -> list[Any]:
        """Return who may read an analysis, or request one."""
        is_read = self.request.method in SAFE_METHODS
        chosen = anyone("read", "play") if is_read else signed_in("play")
        return [permission() for permission in chosen]

    @operation(
        "read_analysis",
        "Read the analysis of a finished game",
        "The opinion of a model: what each ask cost, accuracy and luck of each seat, "
        "and the moves that decided. Visible to all who may see the replay. While it is computed, "
        "the answer is 202. After an upgrade, the analysis of the older models is shown until it "
        "is rebuilt.",
        parameters=[
            schema.IF_NONE_MATCH,
            schema.WATCH_CODE,
            schema.etag_header(200, 304),
            _RETRY_AFTER,
        ],
        answers={200: answers.StoredAnalysis, 202: answers.WaitingAnalysis, 304: None},
        problems=f"not_analysed {_PROBLEMS}",
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        head = read_head(request, game_id, self.found)
        return answers.answer(request, head, requesting.read(head))

    @operation(
        "request_analysis",
        "Request the analysis of a finished game",
        "For its players, and for operators. One analysis is computed at a time. A second request "
        "gets the same analysis and does not count. Scope: `play`.",
        request=EmptySerializer,
        parameters=[schema.WATCH_CODE, schema.etag_header(200), _RETRY_AFTER],
        answers={200: answers.StoredAnalysis, 202: answers.WaitingAnalysis},
        problems=f"not_seated too_many_analyses analysis_queue_full {_PROBLEMS}",
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        EmptySerializer.parse(request.data)
        head = read_head(request, game_id, self.found)
        requested = requesting.request(head, caller(request).account_id, now=timezone.now())
        self.has_queued = requested.is_new
        return answers.answer(request, head, requested.analysis)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Give back the quota of a request that queued nothing."""
        if not self.has_queued:
            give_back(request._request, QUOTAS)
        return super().finalize_response(request, response, *args, **kwargs)


class KnowledgeView(WatchableEndpoint):
    costs = {"GET": Cost.HEAVY}
    query_shape = KnowledgeQuerySerializer
    permission_classes = anyone("read", "play")

    @operation(
        "read_knowledge",
        "Read what a seat could know after a move",
        "Where each card certainly was for a player who remembers all that the seat "
        "saw, and the chances of the other cards. All orders of the pack that fit what the seat "
        "saw are equally likely. For a game that is over, or for your own seat in a running game "
        "with `aids`.",
        parameters=[schema.WATCH_CODE],
        answers={200: answers.KnowledgeJson},
        problems="game_not_found spectators_barred no_such_move no_such_seat not_over_yet "
        "game_closed analysis_unavailable",
    )
    def get(self, request: Request, game_id: str) -> Response:
        head = read_head(request, game_id)
        number, seat = self.query["at"], self.query["seat"]
        visibility.check_knows_as(head, seat)
        knowledge = computing.knowledge_at_position(head, number, seat)
        return Response(answers.knowledge(head.game_id, number, seat, knowledge))
