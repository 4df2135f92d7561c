"""Let others into a game: invitations, the watch code of a private game, and quick match."""

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import signed_in
from accounts.credentials.authentication import caller
from api_kit.endpoint import Endpoint
from api_kit.serializers import EmptySerializer
from games.play import invitations, lobby_actions, visibility
from games.play.api import lobby_answers
from games.play.api.bodies import (
    DeclineSerializer,
    InvitationSerializer,
)
from games.play.api.game_reading import read_id
from games.play.api.lobby_answers import WatchCode
from games.play.api.schema import operations

operation = operations("lobby")


class InvitationsView(Endpoint):
    permission_classes = signed_in("read", to_change="play")

    @operation(
        "list_invitations",
        "List the invitations to a lobby",
        "For the host, before the start: at most 20, oldest first, with those who declined and "
        "their reasons. Scope: `read`.",
        answers={200: lobby_answers.SentInvitationList},
        problems="game_not_found not_seated not_host spectators_barred already_started game_closed",
    )
    def get(self, request: Request, game_id: str) -> Response:
        sent = lobby_actions.invited(read_id(game_id), caller(request).account_id)
        return Response(
            lobby_answers.SentInvitationList(
                invitations=[lobby_answers.sent_invitation(invitation) for invitation in sent]
            )
        )

    @operation(
        "invite",
        "Invite a player",
        "For the host, before the start. The invited player sees the game in `GET "
        "/games?invited=true` and joins without a code. Inviting twice is the same as once. A "
        "player who has declined cannot be invited again. At most 20 players can be invited to a "
        "game. Invitations end when the game starts or is closed. Scope: `play`.",
        request=InvitationSerializer,
        answers={204: None},
        problems=(
            "game_not_found no_such_player invitation_declined too_many_invitations "
            "not_invitable not_seated not_host spectators_barred already_started game_closed"
        ),
    )
    def post(self, request: Request, game_id: str) -> Response:
        body = InvitationSerializer.parse(request.data)
        lobby_actions.invite(read_id(game_id), caller(request).account_id, username=body["player"])
        return Response(status=204)


class DeclineView(Endpoint):
    permission_classes = signed_in("play")

    @operation(
        "decline",
        "Decline an invitation",
        "The game disappears from your invitations, and its host cannot invite you to "
        "it again. The host gets a notice with your reason, if you give one. Declining twice is the "
        "same as once. Scope: `play`.",
        request=DeclineSerializer,
        answers={204: None},
        problems="game_not_found not_invited already_seated already_started game_closed",
    )
    def post(self, request: Request, game_id: str) -> Response:
        body = DeclineSerializer.parse(request.data)
        invitations.decline(read_id(game_id), caller(request).account_id, **body)
        return Response(status=204)


class InvitationLinkView(Endpoint):
    permission_classes = signed_in("play")

    @operation(
        "read_invitation_link",
        "Get a link to a lobby",
        "For players of a lobby. The URL has the game's id and join code in its fragment, as in "
        "`#game=…&code=…`, which browsers send to no server. It opens the page that the operator "
        "has set, or `/` of this service. Anyone with the link can join. Scope: `play`.",
        answers={200: lobby_answers.InvitationLink},
        problems="game_not_found not_seated spectators_barred already_started game_closed",
    )
    def get(self, request: Request, game_id: str) -> Response:
        game = invitations.shared_lobby(read_id(game_id), caller(request).account_id)
        page = settings.INVITATION_PAGE or request.build_absolute_uri("/")
        link = lobby_answers.invitation_link(game, page=page)
        return Response(link, headers={"Cache-Control": "no-store"})


_PROBLEMS = "game_not_found spectators_barred not_host game_closed game_is_public"


class WatchCodeView(Endpoint):
    permission_classes = signed_in("play")

    @operation(
        "renew_watch_code",
        "Make or renew the watch code",
        "For the host of a private game, before and after the start. Anyone with the code may "
        "watch as a spectator. An earlier code becomes invalid. All players see the code in the "
        "game. Scope: `play`.",
        request=EmptySerializer,
        answers={200: WatchCode},
        problems=_PROBLEMS,
    )
    def post(self, request: Request, game_id: str) -> Response:
        EmptySerializer.parse(request.data)
        code = visibility.renew_watch_code(read_id(game_id), caller(request).account_id)
        return Response(WatchCode(watch_code=code), headers={"Cache-Control": "no-store"})

    @operation(
        "revoke_watch_code",
        "Revoke the watch code",
        "For the host. Open streams of watchers end with `watch_code_ended` at their next "
        "heartbeat, and their tickets stop working. Scope: `play`.",
        answers={204: None},
        problems=_PROBLEMS,
    )
    def delete(self, request: Request, game_id: str) -> Response:
        visibility.revoke_watch_code(read_id(game_id), caller(request).account_id)
        return Response(status=204)
