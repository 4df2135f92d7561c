"""Request and read the analysis of a finished game."""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts import locks
from games.analysis.report import AnalysisUnavailable, supported
from games.analysis.report.support import SENTENCES
from games.analysis.values.weights import VERSION
from games.engine.rules import Rules
from games.log import heads, ids
from games.log.heads import GameHead
from games.log.models import GameStatus
from games.log.refusals import NotSeated
from games.play.game_details import AnalysisStanding, GameDetails
from games.reports import stored_analyses
from games.reports.computing import FAULTS
from games.reports.models import GameAnalysis
from games.reports.refusals import (
    AnalysisGivenUp,
    AnalysisQueueFull,
    CannotBeAnalysed,
    NotAnalysed,
    TooManyAnalyses,
)
from games.reports.stored_analyses import TO_DO

MOST_IN_QUEUE = 200
"""Jobs in the queue; requests at the same instant may exceed it by their number."""
MOST_OF_ACCOUNT = 3
"""Jobs of one account in the queue."""
MOST_MOVES = 3_500
"""Moves of a game: the JSON of more would be longer than the worker stores."""
OPERATOR = "games.view_game"
"""The permission of operators, who may request the analysis of any game that they see."""
RETRY_SECONDS = 30


class Requested(NamedTuple):
    """The job or the result of a request, and whether the request made the job."""

    analysis: GameAnalysis
    is_new: bool


def standing(details: GameDetails, rules: Rules) -> AnalysisStanding | None:
    """Return how far the analysis of a game is, without reading it.

    None before the end, and for accounts that may not watch the game.
    """
    game = details.game
    if details.standing is None or game.status != GameStatus.OVER:
        return None
    analysis = stored_analyses.find(game.pk, model=VERSION, with_data=False)
    try:
        if analysis is None:
            _check_supported(rules, game.seat_count, details.standing.version)
            return AnalysisStanding.NONE
        _check_not_failed(analysis)
    except (CannotBeAnalysed, AnalysisGivenUp):
        return AnalysisStanding.UNAVAILABLE
    return AnalysisStanding.WAITING if analysis.status in TO_DO else AnalysisStanding.DONE


def read(head: GameHead) -> GameAnalysis:
    """Return the analysis of a finished game, or else the job to compute it.

    :raises GameClosed: if the game was closed in its lobby.
    :raises NotOverYet: while hands are secret.
    :raises NotAnalysed: if it was not requested.
    :raises CannotBeAnalysed: if no model covers the game.
    :raises AnalysisGivenUp: if it failed.
    """
    _check_over(head)
    analysis = find(head.game_id)
    if analysis is None:
        _check_covered(head)
        game = ids.to_text(head.game_id)
        raise NotAnalysed(f"Request it with POST /api/v1/games/{game}/analysis.")
    _check_not_failed(analysis)
    return analysis


def request(head: GameHead, account_id: int, *, now: datetime) -> Requested:
    """Queue the analysis of a finished game, or return the one that there is.

    Raises as :func:`read`, except ``NotAnalysed``, and:

    :raises InvalidToken: if the account was closed meanwhile.
    :raises AccountSuspended: if the account is suspended.
    :raises NotSeated: unless the account played in the game, or is an operator's.
    :raises TooManyAnalyses: if too many jobs of the account are in the queue.
    :raises AnalysisQueueFull: if too many jobs are in the queue.
    """
    _check_over(head)
    with transaction.atomic():
        account = locks.lock_active(account_id)
        is_operator = account.is_staff and account.has_perm(OPERATOR)
        if head.seat is None and not is_operator:
            raise NotSeated("Only players of this game, and operators, can request its analysis.")
        analysis = find(head.game_id)
        if analysis is not None:
            _check_not_failed(analysis)
            return Requested(analysis, is_new=False)
        _check_covered(head)
        _check_room(account_id)
        return add(head.game_id, account_id, now=now)


def add(game_id: int, account_id: int | None, *, now: datetime) -> Requested:
    """Queue a job for the current models unless there is one."""
    row, is_new = GameAnalysis.objects.get_or_create(
        game_id=game_id,
        model=VERSION,
        defaults={"requested_by_id": account_id, "requested_at": now},
    )
    return Requested(row, is_new)


def find(game_id: int) -> GameAnalysis | None:
    """Return the analysis of a game to show, or else the job to compute it, or None."""
    return stored_analyses.find(game_id, model=VERSION)


def _check_covered(head: GameHead) -> None:
    _check_supported(head.state.rules, head.state.seats, head.version)


def _check_supported(rules: Rules, seats: int, moves: int) -> None:
    """Check that a model covers the rules and the seats of a game, and that it is short enough."""
    if moves > MOST_MOVES:
        raise CannotBeAnalysed(f"The game has more than {MOST_MOVES} moves.")
    try:
        supported(rules, seats)
    except AnalysisUnavailable as error:
        raise CannotBeAnalysed(str(error)) from None


def _check_over(head: GameHead) -> None:
    heads.check_over(head, "The analysis reveals every hand. Ask again when the game is over.")


def _check_not_failed(analysis: GameAnalysis) -> None:
    if analysis.status == GameAnalysis.Status.FAILED:
        if analysis.fault in SENTENCES:
            raise CannotBeAnalysed(SENTENCES[analysis.fault])
        reason = FAULTS.get(analysis.fault, "A newer version of the service states why.")
        raise AnalysisGivenUp(f"The game could not be analysed. {reason}")


def _check_room(account_id: int) -> None:
    to_do = GameAnalysis.objects.filter(status__in=TO_DO)
    if to_do.filter(requested_by=account_id).count() >= MOST_OF_ACCOUNT:
        raise TooManyAnalyses(
            f"You have {MOST_OF_ACCOUNT} analyses in the queue, the maximum. Wait for one.",
            retry_after=RETRY_SECONDS,
        )
    if to_do.count() >= MOST_IN_QUEUE:
        raise AnalysisQueueFull(
            "Too many analyses wait already. Try again later.", retry_after=RETRY_SECONDS
        )
