"""Views that register people and create guests, and those of the caller's own account."""

from typing import Any

from django.utils import timezone
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from accounts import emails, preferences, registration, renaming
from accounts.api.bodies import (
    AccountChangesSerializer,
    PasswordChangeSerializer,
    RegistrationSerializer,
)
from accounts.api.permissions import signed_in
from accounts.api.schema import RefusalsUncounted, operations
from accounts.api.shapes import AccountSerializer, OwnAccountSerializer, RegisteredSerializer
from accounts.api.throttles import (
    LETTER_QUOTAS,
    MailToChangedAddressThrottle,
    MailToGivenAddressThrottle,
    give_back,
    limited_by,
)
from accounts.credentials import passwords
from accounts.credentials.authentication import account_of, caller, token_used
from api_kit.endpoint import Cost, Endpoint
from api_kit.serializers import EmptySerializer

operation = operations("accounts")

NOT_TO_BE_STORED = {"Cache-Control": "no-store"}


class MakesAccounts(RefusalsUncounted):
    """The base of views that create accounts. Refused requests only use the quota for attempts."""

    throttle_classes = limited_by("registration_tries", "registration", MailToGivenAddressThrottle)

    uncounted = ("registration", *LETTER_QUOTAS)


class AccountsView(MakesAccounts):
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
        """Create an account and its first token. Only this response has its secret.

        If the body has an e-mail address, a verification code is sent to it.
        """
        body = RegistrationSerializer.parse(request.data)
        registered = registration.register(**body, now=timezone.now())
        return Response(RegisteredSerializer(registered).data, 201, headers=NOT_TO_BE_STORED)


class GuestsView(MakesAccounts):
    costs = {"POST": Cost.LIST}
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


class OwnAccountView(Endpoint):
    """Show and change the caller's account.

    ``gofish_api`` adds closing it, which involves games.
    """

    permission_classes = signed_in("read", to_change="account")
    open_to_suspended = ("GET", "DELETE")
    own_pages_only = ("PATCH",)
    has_sent = False

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Give back the uses counted for an e-mail that was not sent."""
        if not self.has_sent:
            give_back(request._request, LETTER_QUOTAS)
        return super().finalize_response(request, response, *args, **kwargs)

    def get_throttles(self) -> list[BaseThrottle]:
        """Count letters for PATCH only: no other method sends one."""
        counted = (MailToChangedAddressThrottle,) if self.request.method == "PATCH" else ()
        return [throttle() for throttle in limited_by(*counted)]

    @operation("read_me", "Show my account", answers={200: OwnAccountSerializer})
    def get(self, request: Request) -> Response:
        """Show the account of the token. Scope: `read`."""
        account = account_of(request)
        if account.email and "account" not in caller(request).scopes and token_used(request).app:
            account.email = ""  # in this answer: apps of others do not see it
        return Response(OwnAccountSerializer(account).data)

    @operation(
        "change_me",
        "Change my account",
        request=AccountChangesSerializer,
        answers={200: OwnAccountSerializer},
        problems="display_name_refused",
    )
    def patch(self, request: Request) -> Response:
        """Change the fields in the body. Scope: `account`.

        A verification code is sent to a new e-mail address. Display names need not be unique, and
        may look alike: show them with the username.
        """
        changes = AccountChangesSerializer.parse(request.data)
        account = account_of(request)
        if "display_name" in changes:
            renaming.change(account, changes["display_name"] or "")
        if "picture" in changes:
            preferences.change_picture(account, changes["picture"] or "")
        if "in_dumps" in changes:
            preferences.change_research(account, in_dumps=changes["in_dumps"])
        if "email" in changes:
            self.has_sent = emails.change(account, changes["email"], now=timezone.now())
        return Response(OwnAccountSerializer(account).data)


class PasswordView(Endpoint):
    costs = {"POST": Cost.PASSWORD}
    own_pages_only = ("POST",)
    permission_classes = signed_in("account")
    throttle_classes = limited_by("credentials")

    @operation(
        "change_password",
        "Change my password",
        request=PasswordChangeSerializer,
        answers={204: None},
        problems="wrong_password guest_has_no_password password_too_weak locked_out",
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
