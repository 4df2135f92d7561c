"""Limit how many games are followed on shared connections, by one account and from one address."""

from rest_framework.request import Request

from accounts.api.throttles import spend, spend_at_address
from accounts.credentials.authentication import caller_if_any


def spend_games(request: Request, count: int) -> None:
    """Count games that a request begins to follow: each costs what a stream of its own would.

    :raises QuotaUsedUp: if there were too many.
    """
    bearer = caller_if_any(request)
    if bearer is not None:
        spend(request._request, "followed", str(bearer.account_id), uses=count)
    spend_at_address(request._request, "followed_address", uses=count)
