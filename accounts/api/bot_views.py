"""Views of the caller's bots and their tokens."""

from datetime import timedelta

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import registration
from accounts.api.account_views import NOT_TO_BE_STORED, MakesAccounts
from accounts.api.bodies import BotSerializer, NewBotTokenSerializer
from accounts.api.permissions import signed_in
from accounts.api.schema import operations
from accounts.api.shapes import (
    BotListSerializer,
    IssuedTokenSerializer,
    RegisteredSerializer,
    TokenListSerializer,
)
from accounts.api.throttles import limited_by
from accounts.credentials import tokens
from accounts.credentials.authentication import account_of
from api_kit.endpoint import Endpoint

operation = operations("bots")

USERNAME = OpenApiParameter(
    "username", str, OpenApiParameter.PATH, description="The bot's username, in any case."
)


class OwnBotsView(MakesAccounts):
    permission_classes = signed_in("account")

    @operation("list_bots", "List my bots", answers={200: BotListSerializer})
    def get(self, request: Request) -> Response:
        """List your bots, newest first, including deactivated ones. Scope: `account`."""
        return Response(BotListSerializer({"bots": registration.bots_of(account_of(request))}).data)

    @operation(
        "create_bot",
        "Create a bot",
        request=BotSerializer,
        answers={201: RegisteredSerializer},
        problems="guests_own_no_bots too_many_bots username_taken username_reserved",
    )
    def post(self, request: Request) -> Response:
        """Create an account that is marked as a bot everywhere, and its first token.

        That token has the scopes `read`, `play` and `bot`. Scope: `account`.
        """
        body = BotSerializer.parse(request.data)
        registered = registration.create_bot(
            account_of(request), body["username"], now=timezone.now()
        )
        return Response(RegisteredSerializer(registered).data, 201, headers=NOT_TO_BE_STORED)


class BotView(Endpoint):
    permission_classes = signed_in("account")

    @operation(
        "deactivate_bot",
        "Deactivate a bot",
        parameters=[USERNAME],
        answers={204: None},
        problems="no_such_bot",
    )
    def delete(self, request: Request, username: str) -> Response:
        """Deactivate the bot permanently. Its games stay, and its name stays taken. Scope:
        `account`.
        """
        registration.deactivate_bot(
            registration.find_bot(account_of(request), username), now=timezone.now()
        )
        return Response(status=204)


class BotTokensView(Endpoint):
    permission_classes = signed_in("account")
    throttle_classes = limited_by("credentials")

    @operation(
        "list_bot_tokens",
        "List a bot's tokens",
        parameters=[USERNAME],
        answers={200: TokenListSerializer},
        problems="no_such_bot",
    )
    def get(self, request: Request, username: str) -> Response:
        """List the tokens that are neither expired nor revoked, newest first. Scope: `account`.

        Revoke a token with `DELETE /api/v1/tokens/{token_id}`.
        """
        live = tokens.live(registration.find_bot(account_of(request), username), now=timezone.now())
        return Response(TokenListSerializer({"tokens": live}).data)

    @operation(
        "issue_bot_token",
        "Create a token for a bot",
        request=NewBotTokenSerializer,
        parameters=[USERNAME],
        answers={201: IssuedTokenSerializer},
        problems="no_such_bot scope_not_allowed too_many_tokens",
    )
    def post(self, request: Request, username: str) -> Response:
        """Create a token with some or all of the scopes `read`, `play`, `bot`. Scope: `account`."""
        body = NewBotTokenSerializer.parse(request.data)
        issued = registration.issue_bot_token(
            registration.find_bot(account_of(request), username),
            name=body["name"],
            scopes=body.get("scopes", tokens.BOT_SCOPES),
            lifetime=timedelta(days=body["expires_in_days"]),
            now=timezone.now(),
        )
        return Response(IssuedTokenSerializer(issued).data, 201, headers=NOT_TO_BE_STORED)
