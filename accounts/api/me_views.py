"""Views of the caller's own account."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from accounts.api.bodies import AccountChangesSerializer, PasswordChangeSerializer
from accounts.api.permissions import signed_in
from accounts.api.schema import operations
from accounts.api.shapes import OwnAccountSerializer
from accounts.api.throttles import (
    LETTER_QUOTAS,
    CredentialsThrottle,
    MailToChangedAddressThrottle,
    give_back,
    limited_by,
)
from accounts.credentials import passwords
from accounts.credentials.authentication import account_of, caller, token_used
from accounts.messages import emails
from accounts.players import display_names, pictures, research
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint

operation = operations("accounts")


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
        """Give back what was counted for a letter not sent."""
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

        A letter with a verification code is sent to a new e-mail address. Display names need not
        be unique, and may look alike: show them with the username.
        """
        changes = AccountChangesSerializer.parse(request.data)
        account = account_of(request)
        if "display_name" in changes:
            display_names.change(account, changes["display_name"] or "")
        if "picture" in changes:
            pictures.change(account, changes["picture"] or "")
        if "in_dumps" in changes:
            research.change(account, in_dumps=changes["in_dumps"])
        if "email" in changes:
            self.has_sent = emails.change(account, changes["email"], now=timezone.now())
        return Response(OwnAccountSerializer(account).data)


class PasswordView(Endpoint):
    """Change the caller's password."""

    costs = {"POST": Cost.PASSWORD}
    own_pages_only = ("POST",)
    permission_classes = signed_in("account")
    throttle_classes = limited_by(CredentialsThrottle)

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
