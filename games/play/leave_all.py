"""Remove accounts from all games, so that no game waits for them."""

import logging
import time

from games.engine import commands
from games.engine.commands import Command
from games.engine.refusals import MalformedEntry
from games.log import head_reader, ids
from games.log.heads import GameHead
from games.log.models import OPEN, Seat
from games.log.reader import error_summary
from games.log.refusals import REFUSALS
from games.play import matchmaking, outages, overdue, play
from games.play.refusals import StaleVersion

_NEXT_HEARTBEAT = 2.5 * outages.INTERVAL
"""The next heartbeat has come by then: two are at most two intervals apart."""

logger = logging.getLogger(__name__)


def leave_all(*account_ids: int) -> None:
    """Cancel quick match, leave every lobby, and resign from every running game of these accounts.

    Each step is a separate transaction. After an interruption, a second call completes the rest. A
    game whose log cannot be read, for example because newer code has stored it, is left by a call
    of code that can read it. If this process commits no heartbeat, overdue games wait once for the
    next one; in an outage, a later call leaves them.
    """
    for account_id in account_ids:
        matchmaking.forget(account_id)
    seats = Seat.objects.filter(account_id__in=account_ids, game__status__in=OPEN)
    held = list(seats.values_list("game_id", "account_id").order_by("account_id"))
    stay = [(game_id, account) for game_id, account in held if not _leave(game_id, account)]
    if stay and outages.clock_time() is not None:
        time.sleep(_NEXT_HEARTBEAT.total_seconds())
        stay = [(game_id, account) for game_id, account in stay if not _leave(game_id, account)]
    for game_id, _ in stay:
        logger.warning("A seat stays in game %s: clocks stand still", ids.to_text(game_id))


def _leave(game_id: int, account_id: int) -> bool:
    """Leave a game; return False if it is overdue and clocks stand still now."""

    def leave_or_resign(head: GameHead) -> Command:
        seat = play.seat_of(head, account_id)
        return (commands.LeaveSeat if head.state.phase == "lobby" else commands.Resign)(seat)

    def leave() -> None:
        version = head_reader.load(game_id, account_id).version  # required in honour mode
        play.execute(game_id, account_id, leave_or_resign, if_version=frozenset({version}))

    while True:
        try:
            overdue.enforce_and_retry(leave)
        except StaleVersion:  # another command committed, so this terminates
            continue
        except play.GameOverdue:
            return False
        except MalformedEntry as error:
            logger.warning(
                "A seat stays in game %s: %s", ids.to_text(game_id), error_summary(error)
            )
        except REFUSALS:
            pass  # already out: removed by the host, replaced by a stand-in, or the game has ended
        return True
