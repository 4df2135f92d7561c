"""Limit how often one account and one address open games."""

from rest_framework.request import Request

from accounts.api.throttles import ChangeThrottle, give_back, spend, spend_at_address
from accounts.credentials.authentication import caller
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


class CreationThrottle(ChangeThrottle):
    """Limits requests that may open a game: a new game, a rematch, or a match."""

    quotas = ("creation", "creation_address")
