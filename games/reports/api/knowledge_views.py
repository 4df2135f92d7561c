"""Read what a seat could know."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone
from api_kit.costs import Cost
from games.play import seat_knowledge, visibility
from games.play.api.openapi import parameters
from games.play.api.openapi.schema import operations
from games.play.api.requests.game_reading import WatchableEndpoint, read_head
from games.reports.api import knowledge_answers
from games.reports.api.bodies import KnowledgeQuerySerializer

operation = operations("history")


class KnowledgeView(WatchableEndpoint):
    """What a seat could know after a move."""

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
        parameters=[parameters.WATCH_CODE],
        answers={200: knowledge_answers.KnowledgeJson},
        problems="game_not_found spectators_barred no_such_move no_such_seat not_over_yet "
        "game_closed analysis_unavailable",
    )
    def get(self, request: Request, game_id: str) -> Response:
        head = read_head(request, game_id)
        number, seat = self.query["at"], self.query["seat"]
        visibility.check_knows_as(head, seat)
        knowledge = seat_knowledge.at_position(head, number, seat)
        return Response(knowledge_answers.knowledge(head.game_id, number, seat, knowledge))
