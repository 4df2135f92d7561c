"""Limit how often one account and one address open games, and how many they follow."""

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.api.throttles import give_back, spend, spend_at_address
from accounts.credentials.authentication import caller, caller_if_any
from accounts.refusals import QuotaUsedUp

QUOTAS = ("creation", "creation_address")


def spend_creations(request: Request, count: int) -> None:
    """Count games that a request may open. If they are too many, count none of them.

    :raises QuotaUsedUp: if there were too many.
    """
    try:
        spend(request._request, QUOTAS[0], str(caller(request).account_id), uses=count)
        spend_at_address(request._request, QUOTAS[1], uses=count)
    except QuotaUsedUp:
        give_back(request._request, QUOTAS, uses=count)
        raise


class CreationThrottle(BaseThrottle):
    """Limits requests that may open a game: a new game, a rematch, or a match."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request.

        :raises QuotaUsedUp: if there were too many.
        """
        bearer = caller_if_any(request)
        if request.method not in SAFE_METHODS and bearer is not None:
            spend(request._request, "creation", str(bearer.account_id))
            spend_at_address(request._request, "creation_address")
        return True


def spend_games(request: Request, count: int) -> None:
    """Count games that a request begins to follow: each costs what a stream of its own would.

    :raises QuotaUsedUp: if there were too many.
    """
    bearer = caller_if_any(request)
    if bearer is not None:
        spend(request._request, "followed", str(bearer.account_id), uses=count)
    spend_at_address(request._request, "followed_address", uses=count)
