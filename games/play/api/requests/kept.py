"""Let caches keep answers about finished public games, which they check before each use."""

from collections.abc import Iterable
from hashlib import sha256

from django.conf import settings
from rest_framework.request import Request

from games.log.heads import GameHead
from games.play.api.requests.game_reading import reader_id, sent_code

_KEPT = {
    "Cache-Control": "no-cache",
    "Vary": "Authorization, X-Watch-Code, Accept",
    # nginx keeps nothing else, and asks about this each time, as its time is over.
    "X-Accel-Expires": "@1",
}


def headers(request: Request, head: GameHead, shown: Iterable[object] = ()) -> dict[str, str]:
    """Return the headers of an answer that follows from the log and from what else is ``shown``.

    There are none while a game runs, nor for a private one, a token or a watch code.
    """
    is_private = head.is_private or reader_id(request) is not None or sent_code(request) is not None
    if is_private or not head.state.is_over:
        return {}
    source = (
        settings.RELEASE,
        request.build_absolute_uri(),
        request.accepted_media_type,
        head.digest,
        *shown,
    )
    return _KEPT | {"ETag": f'"{sha256(repr(source).encode()).hexdigest()[:32]}"'}
