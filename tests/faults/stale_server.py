"""`manage.py` in which every head that the process knows is one move old, and yet trusted.

python -m tests.faults.stale_server serve --port 8000
"""

import os
import sys

import django
from django.core.management import execute_from_command_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
django.setup()

from games.log import known_heads  # noqa: E402
from games.log.heads import GameHead  # noqa: E402
from games.log.reader import LoggedMove  # noqa: E402

_note = known_heads.note
_newest: dict[int, tuple[GameHead, LoggedMove]] = {}
_before: dict[int, tuple[GameHead, LoggedMove]] = {}


def note(head: GameHead, last: LoggedMove, account_id: int | None) -> None:
    """Remember the head before this one, with the seat of the account."""
    game = head.game_id
    newest = _newest.setdefault(game, (head, last))
    if newest[0].version < head.version:
        _before[game], _newest[game] = newest, (head, last)
    if game in _before:
        stale, its_last = _before[game]
        _note(stale._replace(seat=head.seat), its_last, account_id)


if __name__ == "__main__":
    known_heads.TRUSTED = 0
    known_heads.note = note
    execute_from_command_line(sys.argv)
