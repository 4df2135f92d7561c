"""Views that send or accept codes in e-mails: address verification and password reset."""

from django.utils import timezone
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import emails
from accounts.api.bodies import CodeSerializer, NewPasswordSerializer, RecoverySerializer
from accounts.api.permissions import signed_in
from accounts.api.schema import operations
from accounts.api.throttles import (
    CredentialsThrottle,
    RecoveryMailThrottle,
    VerificationMailThrottle,
    limited_by,
)
from accounts.credentials.authentication import account_of
from api_kit.endpoint import Cost, Endpoint
from api_kit.serializers import EmptySerializer

operation = operations("accounts")


class VerificationLetterView(Endpoint):
    """Send the verification letter again."""

    own_pages_only = ("POST",)
    permission_classes = signed_in("account")
    throttle_classes = limited_by(VerificationMailThrottle)

    @operation(
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
    """Accept a verification code."""

    own_pages_only = ("POST",)
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = limited_by(CredentialsThrottle)

    @operation(
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
    """Send password reset codes."""

    own_pages_only = ("POST",)
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = limited_by(RecoveryMailThrottle)

    @operation(
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
    """Accept a password reset code."""

    costs = {"POST": Cost.PASSWORD}
    own_pages_only = ("POST",)
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = limited_by(CredentialsThrottle)

    @operation(
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
