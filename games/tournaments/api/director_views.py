"""What hosts and directors of tournaments do."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import signed_in_person
from accounts.credentials.authentication import caller
from api_kit.endpoint import Cost, Endpoint
from api_kit.serializers import EmptySerializer
from games.log import ids
from games.play.api.retries import once
from games.play.api.schema import operations
from games.tournaments import access, directing, hosting, refusals
from games.tournaments.api.answers import InvitedCount, TournamentJson
from games.tournaments.api.bodies import DirectSerializer, TournamentGuestsSerializer
from games.tournaments.api.views import shown
from games.tournaments.models import RemovalReason
from games.tournaments.refusals import TournamentNotFound

operation = operations("tournaments", refusals)

DIRECTOR = OpenApiParameter(
    "username", OpenApiTypes.STR, OpenApiParameter.PATH, description="The director's username."
)
INVITED = OpenApiParameter(
    "username",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    description="The invited player's username.",
)

_SIMPLE = {
    "pause": directing.pause,
    "resume": directing.resume,
    "begin": directing.begin,
    "cancel": directing.cancel,
}


class DirectView(Endpoint):
    costs = {"POST": Cost.LIST}
    permission_classes = signed_in_person("play")

    @operation(
        "direct_tournament",
        "Direct a tournament",
        "For the host and the directors. `pause` and `resume` new tables; `extend`; `begin` the "
        "tournament, or the round that players confirm, at once; `remove` a player from the next "
        "round on; `cancel`. A director who plays, or whose bot plays, can neither remove others "
        "nor shorten a round. Scope: `play`.",
        request=DirectSerializer,
        answers={200: TournamentJson},
        problems=(
            "tournament_not_found not_director director_plays removes_themselves "
            "no_such_player not_entered not_possible_now tournament_over"
        ),
    )
    @once
    def post(self, request: Request, tournament_id: str) -> Response:
        body = DirectSerializer.parse(request.data)
        number, account_id = ids.read(tournament_id, TournamentNotFound), caller(request).account_id
        match body:
            case {"action": "extend", "by": by}:
                directing.extend(account_id, number, by=by)
            case {"action": "remove", "player": player, "reason": reason}:
                directing.remove(account_id, number, player, RemovalReason(reason))
            case {"action": action}:
                _SIMPLE[action](account_id, number)
            case _:
                pass  # the serializer has checked it
        return Response(shown(access.find(number, account_id), account_id))


class DirectorView(Endpoint):
    permission_classes = signed_in_person("play")

    @operation(
        "name_director",
        "Name a director",
        "For the host. Registered people can direct, at most 10. Repeating it changes "
        "nothing. Scope: `play`.",
        request=EmptySerializer,
        parameters=[DIRECTOR],
        answers={204: None},
        problems=(
            "tournament_not_found not_tournament_host no_such_player host_directs "
            "not_invitable tournament_for_others too_many_to_invite tournament_over"
        ),
    )
    def put(self, request: Request, tournament_id: str, username: str) -> Response:
        EmptySerializer.parse(request.data)
        number = ids.read(tournament_id, TournamentNotFound)
        hosting.name_director(caller(request).account_id, number, username)
        return Response(status=204)

    @operation(
        "dismiss_director",
        "Dismiss a director",
        "For the host. Repeating it changes nothing. Scope: `play`.",
        request=EmptySerializer,
        parameters=[DIRECTOR],
        answers={204: None},
        problems=(
            "tournament_not_found not_tournament_host no_such_player host_directs tournament_over"
        ),
    )
    def delete(self, request: Request, tournament_id: str, username: str) -> Response:
        EmptySerializer.parse(request.data)
        number = ids.read(tournament_id, TournamentNotFound)
        hosting.dismiss_director(caller(request).account_id, number, username)
        return Response(status=204)


class TournamentInvitationsView(Endpoint):
    costs = {"POST": Cost.LIST}
    permission_classes = signed_in_person("play")

    @operation(
        "invite_to_tournament",
        "Invite players to a tournament",
        "For the host and the directors. Invited players see the tournament in `GET "
        "/tournaments?mine=true`, and join without a code. They get no message. `not_invitable` "
        "names players who cannot be invited now; then none of the players is invited. Scope: "
        "`play`.",
        request=TournamentGuestsSerializer,
        answers={200: InvitedCount},
        problems=(
            "tournament_not_found not_director no_such_player too_many_to_invite "
            "not_invitable tournament_over"
        ),
    )
    @once
    def post(self, request: Request, tournament_id: str) -> Response:
        names = TournamentGuestsSerializer.parse(request.data)["players"]
        number = ids.read(tournament_id, TournamentNotFound)
        invited = hosting.invite(caller(request).account_id, number, names)
        return Response(InvitedCount(invited=invited))


class TournamentInvitationView(Endpoint):
    permission_classes = signed_in_person("play")

    @operation(
        "take_back_tournament_invitation",
        "Take back an invitation to a tournament",
        "For the host and the directors, and for the invited player, who declines it. A player "
        "who has joined stays; use `remove` instead. Repeating it changes nothing. Scope: `play`.",
        request=EmptySerializer,
        parameters=[INVITED],
        answers={204: None},
        problems="tournament_not_found not_director no_such_player tournament_over",
    )
    def delete(self, request: Request, tournament_id: str, username: str) -> Response:
        EmptySerializer.parse(request.data)
        number = ids.read(tournament_id, TournamentNotFound)
        hosting.take_back_invitation(caller(request).account_id, number, username)
        return Response(status=204)
