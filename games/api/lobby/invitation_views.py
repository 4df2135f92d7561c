"""Invite players to a lobby, and decline."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.credentials.authentication import caller
from api_kit.endpoint import Endpoint
from api_kit.openapi import WITH_BODY
from api_kit.permissions import signed_in
from games.api.lobby.bodies import InvitationSerializer
from games.api.openapi import parameters
from games.api.openapi.schema import responses
from games.api.requests.fields import EmptySerializer
from games.api.requests.game_reading import read_id
from games.services import host_actions, invitations


class InvitationsView(Endpoint):
    """Invitations to a lobby."""

    permission_classes = signed_in("play")

    @extend_schema(
        operation_id="invite",
        tags=["lobby"],
        summary="Invite a player",
        description="For the host, before the start. The invited player sees the game in `GET "
        "/games?invited=true` and joins without a code. Inviting twice is the same as once. A "
        "player who has declined cannot be invited again. A game invites 20 players at most. "
        "Invitations end when the game starts or is closed. Scope: `play`.",
        request=InvitationSerializer,
        parameters=[parameters.GAME_ID],
        responses={
            204: None,
            **responses(
                "game_not_found",
                "no_such_player",
                "invitation_declined",
                "too_many_invitations",
                "not_invitable",
                "not_seated",
                "not_host",
                "spectators_barred",
                "already_started",
                "game_closed",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        body = InvitationSerializer.parse(request.data)
        host_actions.invite(read_id(game_id), caller(request).account_id, username=body["player"])
        return Response(status=204)


class DeclineView(Endpoint):
    """The caller declines an invitation."""

    permission_classes = signed_in("play")

    @extend_schema(
        operation_id="decline",
        tags=["lobby"],
        summary="Decline an invitation",
        description="The game disappears from your invitations, and its host cannot invite you to "
        "it again. Declining twice is the same as once. Scope: `play`.",
        request=None,
        parameters=[parameters.GAME_ID],
        responses={
            204: None,
            **responses(
                "game_not_found",
                "not_invited",
                "already_seated",
                "already_started",
                "game_closed",
                *WITH_BODY,
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        EmptySerializer.parse(request.data)
        invitations.decline(read_id(game_id), caller(request).account_id)
        return Response(status=204)
