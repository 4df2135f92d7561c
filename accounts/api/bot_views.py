"""Views of the caller's bots and their tokens."""

from datetime import timedelta

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.account_views import NOT_TO_BE_STORED, MakesAccounts
from accounts.api.bodies import BotSerializer, NewBotTokenSerializer
from accounts.api.permissions import signed_in
from accounts.api.shapes import (
    BotListSerializer,
    IssuedTokenSerializer,
    RegisteredSerializer,
    TokenListSerializer,
)
from accounts.api.throttles import CredentialsThrottle, limited_by
from accounts.credentials import tokens
from accounts.credentials.authentication import account_of
from accounts.lifecycle import bots
from api_kit.endpoint import Endpoint
from api_kit.openapi import problem_responses

USERNAME = OpenApiParameter(
    "username", str, OpenApiParameter.PATH, description="The bot's username, in any case."
)


class OwnBotsView(MakesAccounts):
    """List and create bots."""

    permission_classes = signed_in("account")

    @extend_schema(
        operation_id="list_bots",
        tags=["bots"],
        summary="List my bots",
        responses={200: BotListSerializer},
    )
    def get(self, request: Request) -> Response:
        """List your bots, newest first, including deactivated ones. Scope: `account`."""
        return Response(BotListSerializer({"bots": bots.of(account_of(request))}).data)

    @extend_schema(
        operation_id="create_bot",
        tags=["bots"],
        summary="Create a bot",
        request=BotSerializer,
        responses={
            201: RegisteredSerializer,
            **problem_responses(
                "guests_own_no_bots", "too_many_bots", "username_taken", "username_reserved"
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """Create an account that is marked as a bot everywhere, and its first token.

        That token has the scopes `read`, `play` and `bot`. Scope: `account`.
        """
        body = BotSerializer.parse(request.data)
        registered = bots.create(account_of(request), body["username"], now=timezone.now())
        return Response(RegisteredSerializer(registered).data, 201, headers=NOT_TO_BE_STORED)


class BotView(Endpoint):
    """One bot of the caller."""

    permission_classes = signed_in("account")

    @extend_schema(
        operation_id="deactivate_bot",
        parameters=[USERNAME],
        tags=["bots"],
        summary="Deactivate a bot",
        responses={204: None, **problem_responses("no_such_bot")},
    )
    def delete(self, request: Request, username: str) -> Response:
        """Deactivate the bot for good. Its games stay, its name stays taken. Scope: `account`."""
        bots.deactivate(bots.find(account_of(request), username), now=timezone.now())
        return Response(status=204)


class BotTokensView(Endpoint):
    """The tokens of one bot of the caller."""

    permission_classes = signed_in("account")
    throttle_classes = limited_by(CredentialsThrottle)

    @extend_schema(
        operation_id="list_bot_tokens",
        parameters=[USERNAME],
        tags=["bots"],
        summary="List a bot's tokens",
        responses={200: TokenListSerializer, **problem_responses("no_such_bot")},
    )
    def get(self, request: Request, username: str) -> Response:
        """List the tokens that are neither expired nor revoked, newest first. Scope: `account`.

        Revoke a token with `DELETE /api/v1/tokens/{token_id}`.
        """
        live = tokens.live(bots.find(account_of(request), username), now=timezone.now())
        return Response(TokenListSerializer({"tokens": live}).data)

    @extend_schema(
        operation_id="issue_bot_token",
        parameters=[USERNAME],
        tags=["bots"],
        summary="Create a token for a bot",
        request=NewBotTokenSerializer,
        responses={
            201: IssuedTokenSerializer,
            **problem_responses("no_such_bot", "scope_not_allowed", "too_many_tokens"),
        },
    )
    def post(self, request: Request, username: str) -> Response:
        """Create a token with some or all of the scopes `read`, `play`, `bot`. Scope: `account`."""
        body = NewBotTokenSerializer.parse(request.data)
        issued = bots.issue_token(
            bots.find(account_of(request), username),
            name=body["name"],
            scopes=body.get("scopes", tokens.BOT_SCOPES),
            lifetime=timedelta(days=body["expires_in_days"]),
            now=timezone.now(),
        )
        return Response(IssuedTokenSerializer(issued).data, 201, headers=NOT_TO_BE_STORED)
