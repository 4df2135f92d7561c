"""Choose the games whose moves may leave the log for the archive."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.desk.models import WAITING, Dispute
from games.log.models import Game, GameStatus, Move


def archivable(*, before: datetime) -> QuerySet[Game]:
    """Return the games that ended before a time and are in the log, by id.

    Leaves out a game with a dispute that waits for a ruling, or that was ruled on since: rulings,
    undoings and appeals follow each other closely.
    """
    disputes = Dispute.objects.filter(
        Q(status__in=WAITING) | Q(ruled_at__gte=before), game=OuterRef("pk")
    )
    first_moves = Move.objects.filter(game=OuterRef("pk"), number=1)
    over = Game.objects.filter(status=GameStatus.OVER, finished_at__lt=before)
    return over.filter(~Exists(disputes), Exists(first_moves)).order_by("pk")
