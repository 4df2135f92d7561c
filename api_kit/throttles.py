"""Throttles: the quotas of an operation, as in ``throttle_classes = limited_by(MailThrottle)``."""

import time
from collections.abc import Container, Mapping
from typing import cast

from django.http import HttpRequest
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts import addresses, quotas
from accounts.authentication import caller_if_any
from accounts.quotas import Standing
from accounts.refusals import QuotaUsedUp


class AccountThrottle(BaseThrottle):
    """Counts all requests of an account. A middleware counts all requests of an address."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request.

        :raises QuotaUsedUp: too many requests.
        """
        if bearer := caller_if_any(request):
            spend(request._request, "account", str(bearer.account_id))
        return True


class AddressThrottle(BaseThrottle):
    """Counts unsafe requests of an address, for all operations that share a quota."""

    quota = ""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request.

        :raises QuotaUsedUp: too many requests.
        """
        if self.counts(request):
            spend_at_address(request._request, self.quota)
        return True

    def counts(self, request: Request) -> bool:
        """Return whether a request counts."""
        return request.method not in SAFE_METHODS


class RegistrationThrottle(AddressThrottle):
    """New accounts of guests, people and bots, without refused requests (``MakesAccounts``)."""

    quota = "registration"


class RegistrationAttemptThrottle(AddressThrottle):
    """Requests for new accounts, including refused ones."""

    quota = "registration_tries"


class CredentialsThrottle(AddressThrottle):
    """Operations that check a password or a code."""

    quota = "credentials"


class MailThrottle(AddressThrottle):
    """Operations that send an e-mail."""

    quota = "letters"


class MailToGivenAddressThrottle(MailThrottle):
    """Operations that send an e-mail if the body has an e-mail address."""

    def counts(self, request: Request) -> bool:
        """Return whether the body has an e-mail address."""
        if not super().counts(request):
            return False
        return isinstance(request.data, Mapping) and bool(request.data.get("email"))


def limited_by(*throttles: type[AddressThrottle]) -> tuple[type[BaseThrottle], ...]:
    """Return the throttles of a view: the one that all operations share, and its own."""
    return (AccountThrottle, *throttles)


def spend_at_address(request: HttpRequest, name: str) -> None:
    """Count one use of a quota by the address of a request.

    :raises QuotaUsedUp: too many requests.
    """
    spend(request, name, addresses.of(request) or "nowhere")


def spend(request: HttpRequest, name: str, who: str) -> None:
    """Count one use of a quota, and add what is left to the headers of the response.

    :raises QuotaUsedUp: too many requests.
    """
    standing = quotas.take(name, who, now=time.time())
    if standing is None:
        return
    standings(request).append(standing)
    if standing.is_exceeded:
        raise QuotaUsedUp(
            f"Too many requests. Try again in {standing.reset} seconds.",
            retry_after=standing.reset,
        )


def give_back(request: HttpRequest, names: Container[str]) -> None:
    """Give back what a request used of these quotas, and update the headers of the response."""
    known = standings(request)
    known[:] = [quotas.give_back(s) if s.quota.name in names else s for s in known]


def standings(request: HttpRequest) -> list[Standing]:
    """Return the quotas that a request has used, in order."""
    return cast(list[Standing], request.__dict__.setdefault("quota_standings", []))


def headers(request: HttpRequest) -> dict[str, str]:
    """Return the ``RateLimit`` headers of a response (draft-ietf-httpapi-ratelimit-headers)."""
    known = standings(request)
    if not known:
        return {}
    policies = (f'"{s.quota.name}";q={s.quota.most};w={s.quota.seconds}' for s in known)
    limits = (f'"{s.quota.name}";r={s.left};t={s.reset}' for s in known)
    return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(limits)}
