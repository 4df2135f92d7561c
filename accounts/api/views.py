"""The account operations: read the body, make one call, show the result."""

from datetime import timedelta

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import passwords, profile, registration, tokens
from accounts.api import examples
from accounts.api.bodies import (
    AccountChangesSerializer,
    AccountSerializer,
    EmptySerializer,
    IssuedTokenSerializer,
    NewTokenSerializer,
    PasswordChangeSerializer,
    RegisteredSerializer,
    RegistrationSerializer,
    TokenListSerializer,
)
from accounts.api.permissions import anyone, signed_in
from accounts.api.schema import WITH_BODY, problem_responses
from accounts.api.throttles import CredentialsThrottle, RegistrationThrottle
from accounts.authentication import caller, token_used

NOT_TO_BE_STORED = {"Cache-Control": "no-store"}


class AccountsView(APIView):
    """Register."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (RegistrationThrottle,)

    @extend_schema(
        operation_id="register",
        tags=["accounts"],
        summary="Register an account",
        request=RegistrationSerializer,
        responses={
            201: RegisteredSerializer,
            **problem_responses("username_taken", "username_reserved", "password_too_weak"),
        },
        examples=examples.REGISTER,
    )
    def post(self, request: Request) -> Response:
        """Answer with the account and a first token. Its secret is shown this once."""
        body = RegistrationSerializer.parse(request.data)
        registered = registration.register(**body, now=timezone.now())
        return Response(RegisteredSerializer(registered).data, 201, headers=NOT_TO_BE_STORED)


class GuestsView(APIView):
    """Play without registering."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (RegistrationThrottle,)

    @extend_schema(
        operation_id="register_guest",
        tags=["accounts"],
        summary="Get a guest account",
        request=None,
        responses={201: RegisteredSerializer, **problem_responses(*WITH_BODY)},
        examples=examples.REGISTER_GUEST,
    )
    def post(self, request: Request) -> Response:
        """Invent a name, ask for nothing, and answer with a token that lasts a year.

        There is no password: who loses the token loses the account.
        """
        EmptySerializer.parse(request.data)
        registered = registration.register_guest(now=timezone.now())
        return Response(RegisteredSerializer(registered).data, 201, headers=NOT_TO_BE_STORED)


class MeView(APIView):
    """The caller's own account."""

    permission_classes = signed_in("read", to_change="account")

    @extend_schema(
        operation_id="me",
        tags=["accounts"],
        summary="Show my account",
        responses={200: AccountSerializer},
        examples=examples.ME,
    )
    def get(self, request: Request) -> Response:
        """Show the account that the token belongs to. Scope: `read`."""
        return Response(AccountSerializer(caller(request)).data)

    @extend_schema(
        operation_id="change_me",
        tags=["accounts"],
        summary="Change my account",
        request=AccountChangesSerializer,
        responses={200: AccountSerializer},
        examples=examples.CHANGE_ME,
    )
    def patch(self, request: Request) -> Response:
        """Change the fields given; the others stay as they are. Scope: `account`."""
        changes = AccountChangesSerializer.parse(request.data)
        account = caller(request)
        if "email" in changes:
            profile.change_email(account, changes["email"])
        return Response(AccountSerializer(account).data)


class PasswordView(APIView):
    """The caller's password."""

    permission_classes = signed_in("account")
    throttle_classes = (CredentialsThrottle,)

    @extend_schema(
        operation_id="change_password",
        tags=["accounts"],
        summary="Change my password",
        request=PasswordChangeSerializer,
        responses={
            204: None,
            **problem_responses(
                "wrong_password", "guest_has_no_password", "password_too_weak", "locked_out"
            ),
        },
        examples=examples.CHANGE_PASSWORD,
    )
    def post(self, request: Request) -> Response:
        """Set a new password and revoke every other token of the account. Scope: `account`."""
        body = PasswordChangeSerializer.parse(request.data)
        passwords.change(
            request._request,
            token_used(request),
            current=body["current_password"],
            new=body["new_password"],
            now=timezone.now(),
        )
        return Response(status=204)


class TokensView(APIView):
    """The caller's tokens."""

    throttle_classes = (CredentialsThrottle,)

    def get_permissions(self) -> list[BasePermission]:
        """A token can be had for a password; everything else here needs a token already."""
        classes = anyone("account") if self.request.method == "POST" else signed_in("account")
        return [permission() for permission in classes]

    @extend_schema(
        operation_id="list_tokens",
        tags=["tokens"],
        summary="List my tokens",
        responses={200: TokenListSerializer},
        examples=examples.LIST_TOKENS,
    )
    def get(self, request: Request) -> Response:
        """List those neither expired nor revoked, newest first, without their secrets.

        Scope: `account`.
        """
        live = tokens.live(caller(request), now=timezone.now())
        return Response(TokenListSerializer({"tokens": live}).data)

    @extend_schema(
        operation_id="issue_token",
        tags=["tokens"],
        summary="Issue a token",
        request=NewTokenSerializer,
        responses={
            201: IssuedTokenSerializer,
            **problem_responses(
                "not_authenticated",
                "wrong_credentials",
                "insufficient_scope",
                "scope_not_held",
                "too_many_tokens",
                "locked_out",
            ),
        },
        examples=examples.ISSUE_TOKEN,
    )
    def post(self, request: Request) -> Response:
        """Issue one for a username and password or, without them, for the token that is shown.

        That token needs the scope `account` and passes on no scope that it lacks.
        """
        body = NewTokenSerializer.parse(request.data)
        if "username" in body:
            user = passwords.check(request._request, body["username"], body["password"])
            issuer = None
        else:
            user = caller(request)
            issuer = token_used(request)
        issued = tokens.issue(
            user,
            name=body["name"],
            scopes=body.get("scopes", tokens.PERSONAL_SCOPES),
            lifetime=timedelta(days=body["expires_in_days"]),
            issuer=issuer,
            now=timezone.now(),
        )
        return Response(IssuedTokenSerializer(issued).data, 201, headers=NOT_TO_BE_STORED)


class TokenView(APIView):
    """One token of the caller."""

    permission_classes = signed_in("account")

    @extend_schema(
        operation_id="revoke_token",
        tags=["tokens"],
        summary="Revoke a token",
        responses={204: None, **problem_responses("no_such_token")},
    )
    def delete(self, request: Request, token_id: int) -> Response:
        """Make it useless from now on, also if it is the one in use. Scope: `account`."""
        tokens.revoke(caller(request), token_id, now=timezone.now())
        return Response(status=204)
