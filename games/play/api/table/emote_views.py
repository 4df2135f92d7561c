"""Send emotes at a table."""

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.api.permissions import signed_in
from accounts.api.throttles import AccountThrottle, spend
from accounts.credentials.authentication import caller, caller_if_any
from api_kit.endpoint import Endpoint
from api_kit.serializers import StrictChoiceField, StrictSerializer
from games.play import emotes
from games.play.api.openapi.schema import operations
from games.play.api.requests.game_reading import read_id
from games.play.emotes import EMOTES

operation = operations("table")


class EmoteSerializer(StrictSerializer):
    """One of the preset emotes."""

    emote = StrictChoiceField(choices=list(EMOTES))


class EmoteThrottle(BaseThrottle):
    """Limits the emotes of an account in a game."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request.

        :raises QuotaUsedUp: if there were too many.
        """
        bearer = caller_if_any(request)
        if bearer is not None:
            game = request.parser_context["kwargs"]["game_id"]
            spend(request._request, "emotes", f"{bearer.account_id} {game}")
        return True


class EmotesView(Endpoint):
    """The emotes of a game."""

    permission_classes = signed_in("play", "class")
    throttle_classes = (AccountThrottle, EmoteThrottle)

    @operation(
        "send_emote",
        "Send an emote",
        "Shows one of twelve preset emotes to those who follow the game, in an `emote` "
        "frame. It is no move: no log, state or transcript has it. Players whom others have blocked "
        "are not shown to these, and do not learn of it. Scope: `play`.",
        request=EmoteSerializer,
        answers={204: None},
        problems=(
            "game_not_found spectators_barred not_seated emotes_off game_closed game_over "
            "already_left"
        ),
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        emote = EmoteSerializer.parse(request.data)["emote"]
        account_id = caller(request).account_id
        emotes.send(read_id(game_id), account_id, emote, now=timezone.now())
        return HttpResponse(status=204)
