"""Invite players to a lobby, and decline.

Make, renew and revoke the watch code of a private game.

Quick match: wait for a table, read whether one was found, and cancel.
"""

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import signed_in
from accounts.api.throttles import AccountThrottle
from accounts.credentials.authentication import caller
from api_kit.endpoint import Endpoint
from api_kit.serializers import EmptySerializer
from games.live import start_stream
from games.log import ids
from games.play import host_actions, inbox, invitations, matchmaking, visibility
from games.play.api import lobby_answers, schema
from games.play.api.bodies import (
    DeclineSerializer,
    InvitationSerializer,
    MatchQuerySerializer,
    NewMatchSerializer,
)
from games.play.api.game_reading import read_id
from games.play.api.lobby_answers import WatchCode
from games.play.api.paging import CreationThrottle
from games.play.api.retries import once
from games.play.api.schema import operations
from games.play.refusals import MatchNotFound

operation = operations("lobby")


class InvitationsView(Endpoint):
    """Invitations to a lobby."""

    permission_classes = signed_in("read", to_change="play")

    @operation(
        "list_invitations",
        "List the invitations to a lobby",
        "For the host, before the start: at most 20, oldest first, and who declined for "
        "which reason. Scope: `read`.",
        answers={200: lobby_answers.SentInvitationList},
        problems="game_not_found not_seated not_host spectators_barred already_started game_closed",
    )
    def get(self, request: Request, game_id: str) -> Response:
        sent = host_actions.invited(read_id(game_id), caller(request).account_id)
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
        "player who has declined cannot be invited again. A game invites 20 players at most. "
        "Invitations end when the game starts or is closed. Scope: `play`.",
        request=InvitationSerializer,
        answers={204: None},
        problems=(
            "game_not_found no_such_player invitation_declined too_many_invitations "
            "not_invitable not_seated not_host spectators_barred already_started game_closed"
        ),
    )
    def post(self, request: Request, game_id: str) -> Response:
        body = InvitationSerializer.parse(request.data)
        host_actions.invite(read_id(game_id), caller(request).account_id, username=body["player"])
        return Response(status=204)


class DeclineView(Endpoint):
    """The caller declines an invitation."""

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
    """An invitation for everyone who gets the link."""

    permission_classes = signed_in("play")

    @operation(
        "read_invitation_link",
        "Get a link to a lobby",
        "For players of a lobby. The address has the game's id and join code in its "
        "fragment, as in `#game=…&code=…`, which browsers send to no server. Its page is the one "
        "that the operator has set, or `/` of this service. Everyone who gets the link can join. "
        "Scope: `play`.",
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
    """The watch code of a private game."""

    permission_classes = signed_in("play")

    @operation(
        "renew_watch_code",
        "Make or renew the watch code",
        "For the host of a private game, before and after the start. Everyone who has the "
        "code may watch as a spectator. The code before is void. All players see the code in the game. "
        "Scope: `play`.",
        request=EmptySerializer,
        answers={200: WatchCode},
        problems=_PROBLEMS,
    )
    def post(self, request: Request, game_id: str) -> Response:
        EmptySerializer.parse(request.data)
        code = visibility.renew(read_id(game_id), caller(request).account_id)
        return Response(WatchCode(watch_code=code), headers={"Cache-Control": "no-store"})

    @operation(
        "revoke_watch_code",
        "Revoke the watch code",
        "For the host. Open streams of watchers end with `watch_code_ended` at their next "
        "heartbeat, and their tickets open nothing. Scope: `play`.",
        answers={204: None},
        problems=_PROBLEMS,
    )
    def delete(self, request: Request, game_id: str) -> Response:
        visibility.revoke(read_id(game_id), caller(request).account_id)
        return Response(status=204)


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
        parameters=[schema.LOCATION],
        answers={201: lobby_answers.MatchJson},
        problems="impossible_rules already_waiting too_many_games",
    )
    @once
    def post(self, request: Request) -> Response:
        body = NewMatchSerializer.parse(request.data)
        match = matchmaking.enter(caller(request).account_id, **body)
        location = {"Location": f"/api/v1/matches/{match.public_id}"}
        return Response(lobby_answers.match(match), 201, headers=location)


class MatchView(Endpoint):
    """One match of the caller's."""

    query_shape = MatchQuerySerializer
    permission_classes = signed_in("read", to_change="play")

    @operation(
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
