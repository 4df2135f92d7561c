"""Watch passes: what a watch code of a private game allows, without the code itself.

A pass is in stream tickets, which are in URLs. So it has a keyed digest of the code.
"""

import secrets
from collections.abc import Collection
from typing import NamedTuple

from django.utils.crypto import salted_hmac

from games.log.models import Game

_SALT = "games.watch_passes"
_LENGTH = 32  # hexadecimal digits: 128 bits


class WatchPass(NamedTuple):
    """A game, and the digest of a code that was sent for it."""

    game_id: int
    digest: str


def pass_for(game_id: int, code: str) -> WatchPass:
    """Return the pass for a code, right or wrong."""
    keyed = salted_hmac(_SALT, f"{game_id}:{code}", algorithm="sha256")
    return WatchPass(game_id, keyed.hexdigest()[:_LENGTH])


def valid(passes: Collection[WatchPass]) -> set[WatchPass]:
    """Return the passes of codes that are still in use, in one query."""
    games = Game.objects.filter(
        pk__in={watch_pass.game_id for watch_pass in passes}, is_private=True
    )
    codes = dict(games.exclude(watch_code="").values_list("pk", "watch_code"))
    right = {game_id: pass_for(game_id, code).digest for game_id, code in codes.items()}
    return {
        watch_pass
        for watch_pass in passes
        if secrets.compare_digest(
            watch_pass.digest.encode(), right.get(watch_pass.game_id, "").encode()
        )
    }
