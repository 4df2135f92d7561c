"""Find the analysis of a game that readers get, and how long one that waits still has to wait."""

from games.reports.models import GameAnalysis

Status = GameAnalysis.Status
TO_DO = (Status.QUEUED, Status.RUNNING)
"""The statuses of jobs that the worker has not finished."""


def find(game_id: int, *, model: str, with_data: bool = True) -> GameAnalysis | None:
    """Return the analysis of a game to show, or else the job to compute it, or None.

    ``model`` is the version of the current models. An analysis by older ones is shown until theirs
    is done.
    """
    of_game = GameAnalysis.objects.filter(game=game_id).order_by("pk")
    rows = {row.model: row for row in (of_game if with_data else of_game.defer("data"))}
    current = rows.pop(model, None)
    if current is not None and current.status == Status.DONE:
        return current
    done = [row for row in rows.values() if row.status == Status.DONE]
    return done[-1] if done else current


def ahead_of(job: GameAnalysis) -> int:
    """Return how many jobs the worker takes before this one."""
    earlier = GameAnalysis.objects.filter(status__in=TO_DO, requested_at__lt=job.requested_at)
    return 0 if job.status == Status.RUNNING else earlier.count()
