"""Read the watch code of a request, and limit the codes that an address tries."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from accounts.api.throttles import give_back, spend_at_address
from api_kit.endpoint import Endpoint
from games.queries import watching
from games.queries.watching import WatchPass

HEADER = "X-Watch-Code"
FIELD = "watch_code"
QUOTA = "join_code"

_KEY = "HTTP_X_WATCH_CODE"


class WatchCodeThrottle(BaseThrottle):
    """Counts requests with a watch code, before any look at the game, like those with a join
    code.
    """

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request.

        :raises QuotaUsedUp: if there were too many.
        """
        if sent_code(request) is not None:
            spend_at_address(request._request, QUOTA)
        return True


class WatchableEndpoint(Endpoint):
    """The base of views that accept a watch code. Only codes that open nothing stay counted."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the throttles of the view, and the one of watch codes."""
        return [*super().get_throttles(), WatchCodeThrottle()]

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Give back what was counted for a code that was right, and keep caches from storing what
        a code opens.
        """
        if response.status_code < 400:
            give_back(request._request, (QUOTA,))
        if _KEY in request._request.META:
            # Unlike Authorization, the header of the code is unknown to shared caches.
            response.headers.setdefault("Cache-Control", "no-store")
        return super().finalize_response(request, response, *args, **kwargs)


def pass_of(request: Request, game_id: int) -> WatchPass | None:
    """Return the pass for the code in a request, or None without one."""
    code = sent_code(request)
    return None if code is None else watching.pass_for(game_id, code)


def sent_code(request: Request) -> str | None:
    """Return the code in the header, or else in the body, or None."""
    code: str | None = request._request.META.get(_KEY)
    if code is None and request.method == "POST" and isinstance(request.data, Mapping):
        sent = request.data.get(FIELD)
        code = sent if isinstance(sent, str) else None
    return code
