"""Render disputes as JSON for one reader: their own texts and the rulings, without the texts or
names of others.
"""

from datetime import datetime
from typing import Any

from games.disputes import claiming, filing, hidden_access
from games.disputes.hidden_access import HiddenAccess
from games.disputes.models import Dispute, Kind, Ruling
from games.engine.chain import time_text
from games.models import Game

Json = dict[str, Any]


def dispute(dispute: Dispute, reader: int, *, now: datetime) -> Json:
    """Return a dispute as an account may see it; prefetch its words and rulings."""
    words = list(dispute.words.all())
    appeal = next((statement for statement in words if statement.is_appeal), None)
    return {
        "id": dispute.public_id,
        "game": dispute.game.public_id,
        "move": dispute.move,
        "reason": dispute.reason,
        "status": "claimed" if claiming.is_claimed(dispute, now=now) else dispute.status,
        "case": dispute.case,
        "filed_at": time_text(dispute.filed_at),
        "yours": reader == dispute.complainant_id,
        "against": dispute.against if filing.is_party(dispute, reader) else None,
        "words": [
            {"at": time_text(statement.at), "text": statement.text}
            for statement in words
            if statement.author_id == reader
        ],
        "rulings": [_ruling(dispute, ruling, reader) for ruling in dispute.rulings.all()],
        "appeal": None
        if appeal is None
        else {"at": time_text(appeal.at), "yours": appeal.author_id == reader},
    }


def disputes(game: Game, reader: int, *, now: datetime) -> Json:
    """Return the disputes about a game as an account may see them."""
    is_player = any(seat.account_id == reader for seat in game.seats.all())
    return {
        "game": game.public_id,
        "disputes": [dispute(filed, reader, now=now) for filed in filing.of_game(game, reader)],
        "looks": [_access(access) for access in hidden_access.disclosed_accesses(game)]
        if is_player
        else [],
    }


def _ruling(dispute: Dispute, ruling: Ruling, reader: int) -> Json:
    is_concerned = filing.concerns(dispute, ruling, reader)
    knows_seat = is_concerned or ruling.kind == Kind.SEAT_REMOVED
    return {
        "at": time_text(ruling.at),
        "move": ruling.move,
        "on_appeal": ruling.is_on_appeal,
        "kind": ruling.kind,
        "seat": ruling.seat if knows_seat else None,
        "scores": ruling.scores,
        "until": time_text(ruling.until) if ruling.until and is_concerned else None,
        "reasons": (ruling.reasons or None) if is_concerned else None,
    }


def _access(access: HiddenAccess) -> Json:
    return {"at": time_text(access.at), "move": access.move, "why": access.why}
