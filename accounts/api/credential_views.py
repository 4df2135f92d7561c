"""Views of the caller's tokens, and of codes in e-mails: address verification, password reset."""

from datetime import timedelta

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import emails
from accounts.api.account_views import NOT_TO_BE_STORED
from accounts.api.bodies import (
    CodeSerializer,
    FirstTokenSerializer,
    NewPasswordSerializer,
    NewTokenSerializer,
    RecoverySerializer,
    TokenTestSerializer,
)
from accounts.api.permissions import anyone, signed_in
from accounts.api.schema import operations
from accounts.api.shapes import (
    IssuedTokenSerializer,
    TestedToken,
    TestedTokens,
    TokenListSerializer,
)
from accounts.api.throttles import (
    RecoveryMailThrottle,
    VerificationMailThrottle,
    give_back,
    limited_by,
    spend_at_address,
)
from accounts.credentials import passwords, tokens
from accounts.credentials.authentication import account_of, caller_if_any, token_used
from accounts.credentials.tokens import TokenFacts
from api_kit.endpoint import Cost, Endpoint
from api_kit.serializers import EmptySerializer

operation = operations("tokens")

QUOTA = "token_tests"


class TokensView(Endpoint):
    costs = {"POST": Cost.PASSWORD}
    own_pages_only = ("POST",)
    throttle_classes = limited_by("credentials")

    def get_permissions(self) -> list[BasePermission]:
        """Return the permissions: POST accepts a password, all other methods need a token."""
        classes = anyone("account") if self.request.method == "POST" else signed_in("account")
        return [permission() for permission in classes]

    @operation("list_tokens", "List my tokens", answers={200: TokenListSerializer})
    def get(self, request: Request) -> Response:
        """List the tokens that are neither expired nor revoked, newest first, without secrets.

        Scope: `account`.
        """
        live = tokens.live(account_of(request), now=timezone.now())
        return Response(TokenListSerializer({"tokens": live}).data)

    @operation(
        "issue_token",
        "Create a token",
        request=NewTokenSerializer,
        answers={201: IssuedTokenSerializer},
        problems="not_authenticated wrong_credentials insufficient_scope scope_not_held "
        "scope_not_allowed too_many_tokens locked_out",
    )
    def post(self, request: Request) -> Response:
        """Create a token with a username and password or, without them, with an existing token.

        The existing token needs the scope `account`. The new one gets only scopes that it has.
        """
        shape = NewTokenSerializer if caller_if_any(request) else FirstTokenSerializer
        body = shape.parse(request.data)
        if "username" in body:
            user = passwords.check(request._request, body["username"], body["password"])
            issuer = None
        else:
            user = account_of(request)
            issuer = token_used(request)
        issued = tokens.issue(
            user,
            name=body["name"],
            scopes=body.get("scopes", tokens.scopes_of(user)),
            lifetime=timedelta(days=body["expires_in_days"]),
            issuer=issuer,
            now=timezone.now(),
        )
        return Response(IssuedTokenSerializer(issued).data, 201, headers=NOT_TO_BE_STORED)

    @operation("revoke_all_tokens", "Revoke all my tokens", answers={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke all tokens, including the one of this request. Scope: `account`.

        A guest who does this loses the account.
        """
        tokens.revoke_all(account_of(request), now=timezone.now())
        return Response(status=204)


class TokenTestView(Endpoint):
    """Test tokens.

    Every token counts as not valid until it is found, so the refusal at the limit reveals nothing.
    """

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation(
        "test_tokens",
        "Test tokens",
        request=TokenTestSerializer,
        answers={200: TestedTokens},
    )
    def post(self, request: Request) -> Response:
        """Check whether up to 100 tokens are valid; show account, scopes and expiry of valid ones.

        A token that never existed, has expired or was revoked is not valid, and nothing else is
        shown about it. An address may test 300 such tokens a minute.
        """
        secrets = TokenTestSerializer.parse(request.data)["tokens"]
        spend_at_address(request._request, QUOTA, uses=len(secrets))
        answers = tokens.examine(secrets, now=timezone.now())
        give_back(request._request, (QUOTA,), uses=len(answers) - answers.count(None))
        shown = TestedTokens(results=[_tested(facts) for facts in answers])
        return Response(shown, headers=NOT_TO_BE_STORED)


class TokenView(Endpoint):
    permission_classes = signed_in("account")

    @operation(
        "revoke_token",
        "Revoke a token",
        parameters=[
            OpenApiParameter(
                "token_id", int, OpenApiParameter.PATH, description="An id from a list of tokens."
            )
        ],
        answers={204: None},
        problems="no_such_token",
    )
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke a token, even the one of this request. Scope: `account`."""
        tokens.revoke(account_of(request), token_id, now=timezone.now())
        return Response(status=204)


def _tested(facts: TokenFacts | None) -> TestedToken:
    """Return a tested token."""
    return {
        "valid": facts is not None,
        "scopes": facts and facts.scopes,
        "username": facts and facts.username,
        "expires_at": facts and facts.expires_at,
        "resource": facts and facts.resource,
    }


mail_operation = operations("accounts")


class VerificationLetterView(Endpoint):
    own_pages_only = ("POST",)
    permission_classes = signed_in("account")
    throttle_classes = limited_by(VerificationMailThrottle)

    @mail_operation(
        "send_verification",
        "Send the verification letter again",
        request=EmptySerializer,
        answers={202: None},
        problems="nothing_to_verify",
    )
    def post(self, request: Request) -> Response:
        """Send a verification code to the account's e-mail address. Scope: `account`."""
        EmptySerializer.parse(request.data)
        emails.send_verification(account_of(request))
        return Response(status=202)


class EmailVerificationView(Endpoint):
    own_pages_only = ("POST",)
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = limited_by("credentials")

    @mail_operation(
        "verify_email",
        "Verify an e-mail address",
        request=CodeSerializer,
        answers={204: None},
        problems="invalid_code",
    )
    def post(self, request: Request) -> Response:
        """Verify the address that received this code. A code is valid once, for a day."""
        body = CodeSerializer.parse(request.data)
        emails.verify(body["code"], now=timezone.now())
        return Response(status=204)


class RecoveryView(Endpoint):
    own_pages_only = ("POST",)
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = limited_by(RecoveryMailThrottle)

    @mail_operation(
        "ask_for_password_reset",
        "Request a password reset",
        request=RecoverySerializer,
        answers={202: None},
    )
    def post(self, request: Request) -> Response:
        """Send a code to the address if it is the verified address of an account.

        The response is the same for every address.
        """
        body = RecoverySerializer.parse(request.data)
        emails.send_codes(body["email"])
        return Response(status=202)


class NewPasswordView(Endpoint):
    costs = {"POST": Cost.PASSWORD}
    own_pages_only = ("POST",)
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = limited_by("credentials")

    @mail_operation(
        "reset_password",
        "Reset a password",
        request=NewPasswordSerializer,
        answers={204: None},
        problems="invalid_code password_too_weak",
    )
    def post(self, request: Request) -> Response:
        """Set a new password and revoke every token. A code is valid once, for an hour."""
        body = NewPasswordSerializer.parse(request.data)
        emails.reset(body["code"], body["new_password"], now=timezone.now())
        return Response(status=204)
