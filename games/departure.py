"""A player who goes for good: his seats are left or given up, so that nobody waits for him."""

from games import matches, move_log, play
from games.engine import commands
from games.engine.commands import Command
from games.engine.refusals import Refusal
from games.models import Seat, Status
from games.move_log import Tail
from games.refusals import StaleVersion


def leave_all(account_id: int) -> None:
    """Wait for no table, leave every lobby, and resign from every game that runs."""
    matches.forget(account_id)
    open_games = Seat.objects.filter(account_id=account_id).exclude(game__status=Status.OVER)
    for game_id in list(open_games.values_list("game_id", flat=True)):
        _leave(game_id, account_id)


def _leave(game_id: int, account_id: int) -> None:
    def go(tail: Tail) -> Command:
        seat = play.seat_of(tail, account_id)
        return (commands.LeaveSeat if tail.state.phase == "lobby" else commands.Resign)(seat)

    version = move_log.load(game_id, account_id).version
    try:
        play.execute(game_id, account_id, go, if_version=version)
    except StaleVersion:
        _leave(game_id, account_id)
    except Refusal:
        pass  # gone already: removed by the host, replaced by a stand-in, or the game is over
