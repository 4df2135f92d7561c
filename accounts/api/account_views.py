"""Views that create accounts: register a person, create a guest, register a guest."""

from django.utils import timezone
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.bodies import RegistrationSerializer
from accounts.api.permissions import signed_in
from accounts.api.refusals_uncounted import RefusalsUncounted
from accounts.api.schema import operations
from accounts.api.shapes import AccountSerializer, RegisteredSerializer
from accounts.api.throttles import (
    LETTER_QUOTAS,
    MailToGivenAddressThrottle,
    RegistrationAttemptThrottle,
    RegistrationThrottle,
    limited_by,
)
from accounts.credentials.authentication import account_of
from accounts.lifecycle import registration
from api_kit.costs import Cost
from api_kit.serializers import EmptySerializer

operation = operations("accounts")

NOT_TO_BE_STORED = {"Cache-Control": "no-store"}


class MakesAccounts(RefusalsUncounted):
    """The base of views that create accounts. Refused requests only use the quota for attempts."""

    throttle_classes = limited_by(
        RegistrationAttemptThrottle,
        RegistrationThrottle,
        MailToGivenAddressThrottle,
    )

    uncounted = ("registration", *LETTER_QUOTAS)


class AccountsView(MakesAccounts):
    """Register."""

    costs = {"POST": Cost.PASSWORD}
    own_pages_only = ("POST",)
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation(
        "register",
        "Register an account",
        request=RegistrationSerializer,
        answers={201: RegisteredSerializer},
        problems="username_taken username_reserved password_too_weak",
    )
    def post(self, request: Request) -> Response:
        """Create an account and its first token. The response is the only one with its secret.

        If the body has an e-mail address, a letter with a verification code is sent to it.
        """
        body = RegistrationSerializer.parse(request.data)
        registered = registration.register(**body, now=timezone.now())
        return Response(RegisteredSerializer(registered).data, 201, headers=NOT_TO_BE_STORED)


class GuestsView(MakesAccounts):
    """Create a guest account."""

    own_pages_only = ("POST",)
    other_pages = "GUEST_ORIGINS"
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation(
        "register_guest",
        "Get a guest account",
        request=EmptySerializer,
        answers={201: RegisteredSerializer},
        problems="origin_not_allowed",
    )
    def post(self, request: Request) -> Response:
        """Create an account with a random name and a token that is valid for a year.

        It has no password: if you lose the token, you lose the account.
        """
        EmptySerializer.parse(request.data)
        registered = registration.register_guest(now=timezone.now())
        return Response(RegisteredSerializer(registered).data, 201, headers=NOT_TO_BE_STORED)


class PromotionView(MakesAccounts):
    """Register a guest account."""

    costs = {"POST": Cost.PASSWORD}
    own_pages_only = ("POST",)
    permission_classes = signed_in("account")

    @operation(
        "promote_guest",
        "Register my guest account",
        request=RegistrationSerializer,
        answers={200: AccountSerializer},
        problems="already_registered username_taken username_reserved password_too_weak",
    )
    def post(self, request: Request) -> Response:
        """Give a guest account a username and a password. It keeps its games and tokens.

        Scope: `account`.
        """
        body = RegistrationSerializer.parse(request.data)
        account = account_of(request)
        registration.promote_guest(account, **body, now=timezone.now())
        return Response(AccountSerializer(account).data)
