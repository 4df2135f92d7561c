"""Which operations count against which quota: ``throttle_classes = limited_by(Registration)``."""

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
    """All that one account does, from wherever. What one address does is counted in front."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request.

        :raises QuotaUsedUp: there were too many.
        """
        if bearer := caller_if_any(request):
            spend(request._request, "account", str(bearer.account_id))
        return True


class AddressThrottle(BaseThrottle):
    """What one address changes, or tries to, with all operations of one quota; reading is free."""

    quota = ""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request.

        :raises QuotaUsedUp: there were too many.
        """
        if self.counts(request):
            spend_at_address(request._request, self.quota)
        return True

    def counts(self, request: Request) -> bool:
        """Tell whether a request counts."""
        return request.method not in SAFE_METHODS


class RegistrationThrottle(AddressThrottle):
    """New accounts, of guests, people and bots: those that are made (``MakesAccounts``)."""

    quota = "registration"


class RegistrationAttemptThrottle(AddressThrottle):
    """Requests for new accounts, whatever becomes of them."""

    quota = "registration_tries"


class CredentialsThrottle(AddressThrottle):
    """Whatever checks a password or a code."""

    quota = "credentials"


class MailThrottle(AddressThrottle):
    """Whatever sends an e-mail."""

    quota = "letters"


class MailToGivenAddressThrottle(MailThrottle):
    """Whatever sends an e-mail if the body gives an address for one."""

    def counts(self, request: Request) -> bool:
        """Count only requests that give an address."""
        if not super().counts(request):
            return False
        return isinstance(request.data, Mapping) and bool(request.data.get("email"))


def limited_by(*throttles: type[AddressThrottle]) -> tuple[type[BaseThrottle], ...]:
    """Return a view's throttles: its own beside the one that all operations share."""
    return (AccountThrottle, *throttles)


def spend_at_address(request: HttpRequest, name: str) -> None:
    """Count one use by the address that a request comes from.

    :raises QuotaUsedUp: there were too many.
    """
    spend(request, name, addresses.of(request) or "nowhere")


def spend(request: HttpRequest, name: str, who: str) -> None:
    """Count one use of a quota, and let the answer say what is left.

    :raises QuotaUsedUp: there were too many.
    """
    standing = quotas.take(name, who, now=time.time())
    if standing is None:
        return
    standings(request).append(standing)
    if standing.is_exceeded:
        raise QuotaUsedUp(
            f"Too many requests; try again in {standing.reset} seconds.",
            retry_after=standing.reset,
        )


def give_back(request: HttpRequest, names: Container[str]) -> None:
    """Undo what a request used up of these quotas, and let the answer say so."""
    known = standings(request)
    known[:] = [quotas.give_back(s) if s.quota.name in names else s for s in known]


def standings(request: HttpRequest) -> list[Standing]:
    """Return the quotas that a request counted against so far."""
    return cast(list[Standing], request.__dict__.setdefault("quota_standings", []))


def headers(request: HttpRequest) -> dict[str, str]:
    """Return the ``RateLimit`` fields of an answer (draft-ietf-httpapi-ratelimit-headers)."""
    known = standings(request)
    if not known:
        return {}
    policies = (f'"{s.quota.name}";q={s.quota.most};w={s.quota.seconds}' for s in known)
    limits = (f'"{s.quota.name}";r={s.left};t={s.reset}' for s in known)
    return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(limits)}
