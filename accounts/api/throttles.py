"""Throttles: the quotas of an operation, as in ``throttle_classes = limited_by(MailThrottle)``."""

import time
from collections.abc import Container, Mapping
from typing import cast

from django.http import HttpRequest
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts import quotas
from accounts.credentials.authentication import account_of, caller_if_any
from accounts.emails import Purpose
from accounts.quotas import QuotaStanding
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


class ChangeThrottle(BaseThrottle):
    """Counts the unsafe requests of an account, and with a second quota those of its address."""

    quotas: tuple[str, ...] = ()

    def allow_request(self, request: Request, view: object) -> bool:
        bearer = caller_if_any(request)
        if bearer is not None and request.method not in SAFE_METHODS:
            of_account, *of_address = self.quotas
            spend(request._request, of_account, str(bearer.account_id))
            for quota in of_address:
                spend_at_address(request._request, quota)
        return True


class AddressThrottle(BaseThrottle):
    """Counts unsafe requests of an address, for all operations that share a quota."""

    quota = ""

    def allow_request(self, request: Request, view: object) -> bool:
        if self.counts(request):
            spend_at_address(request._request, self.quota)
        return True

    def counts(self, request: Request) -> bool:
        return request.method not in SAFE_METHODS


LETTER_QUOTAS = ("letters", "letters_to_one")


class MailThrottle(AddressThrottle):
    """Operations that send an e-mail: all of them, and those of one purpose to one recipient.

    The second limit keeps one address from using up what a recipient gets in an hour
    (``recipient``).
    """

    quota = "letters"
    purpose: Purpose

    def allow_request(self, request: Request, view: object) -> bool:
        super().allow_request(request, view)
        recipient = self.recipient(request) if self.counts(request) else None
        if isinstance(recipient, str) and recipient:
            letter = f"{self.purpose} {recipient.strip().lower()}"
            spend_at_address(request._request, "letters_to_one", of=letter)
        return True

    def recipient(self, request: Request) -> object:
        return request.data.get("email") if isinstance(request.data, Mapping) else None


class RecoveryMailThrottle(MailThrottle):
    purpose = "recovery"


class VerificationMailThrottle(MailThrottle):
    """E-mails to the address of the caller."""

    purpose = "verification"

    def recipient(self, request: Request) -> object:
        bearer = caller_if_any(request)
        return None if bearer is None else account_of(request).email


class MailToGivenAddressThrottle(MailThrottle):
    """Operations that send an e-mail if the body has an e-mail address."""

    purpose: Purpose = "registration"

    def counts(self, request: Request) -> bool:
        return super().counts(request) and bool(self.recipient(request))


class MailToChangedAddressThrottle(MailToGivenAddressThrottle):
    """A change of the account's address."""

    purpose = "verification"


def limited_by(*throttles: str | type[BaseThrottle]) -> tuple[type[BaseThrottle], ...]:
    """Return the throttles of a view: the one that all operations share, and its own.

    The name of a quota stands for the ``AddressThrottle`` with it.
    """
    own = (_with(each) if isinstance(each, str) else each for each in throttles)
    return (AccountThrottle, *own)


def _with(quota: str) -> type[AddressThrottle]:
    return type("QuotaThrottle", (AddressThrottle,), {"quota": quota})


def spend_at_address(request: HttpRequest, name: str, *, of: object = None, uses: int = 1) -> None:
    """Count uses of a quota by the address of a request, separately for each ``of``.

    :raises QuotaUsedUp: too many requests.
    """
    sender = quotas.address_of(request) or "nowhere"
    spend(request, name, sender if of is None else f"{sender} {of}", uses=uses)


def spend(request: HttpRequest, name: str, who: str, *, uses: int = 1) -> None:
    """Count uses of a quota, and add what is left to the headers of the response.

    :raises QuotaUsedUp: too many requests.
    """
    standing = quotas.take(name, who, uses=uses, now=time.time())
    if standing is None:
        return
    standings(request).append(standing)
    if standing.is_exceeded:
        raise QuotaUsedUp(
            f"Too many requests. Try again in {standing.reset} seconds.",
            retry_after=standing.reset,
        )


def give_back(request: HttpRequest, names: Container[str], *, uses: int = 1) -> None:
    """Give back what a request used of these quotas, and update the headers of the response."""
    known = standings(request)
    known[:] = [
        quotas.give_back(spent, uses=uses) if spent.quota.name in names else spent
        for spent in known
    ]


def standings(request: HttpRequest) -> list[QuotaStanding]:
    """Return the quotas that a request has used, in order."""
    return cast(list[QuotaStanding], request.__dict__.setdefault("quota_standings", []))


def headers(request: HttpRequest) -> dict[str, str]:
    """Return the ``RateLimit`` headers of a response (draft-ietf-httpapi-ratelimit-headers)."""
    known = standings(request)
    if not known:
        return {}
    policies = (f'"{s.quota.name}";q={s.quota.most};w={s.quota.seconds}' for s in known)
    limits = (f'"{s.quota.name}";r={s.left};t={s.reset}' for s in known)
    return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(limits)}
