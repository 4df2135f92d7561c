"""Export a dispute with its texts, rulings, audit log and the transcript of its game."""

from datetime import datetime
from typing import Any

import orjson
from django.db import transaction

from accounts.models import User
from games.desk import audit, involvement
from games.desk.models import Dispute, Ruling
from games.desk.refusals import NotPermitted, ReasonsMissing
from games.engine.refusals import MalformedEntry
from games.engine.report import describe
from games.log import replay, transcripts
from games.log.models import Game
from games.play.models import Action, AuditEntry

PERMISSION = "disputes.export_disputes"

Json = dict[str, Any]


def export(dispute: Dispute, reviewer: User, *, why: str, now: datetime) -> Json:
    """Return a dispute about a finished game with its evidence; record the export in the audit log.

    ``transcript`` is None if the log cannot be read; the verdict then names the broken move.

    :raises NotPermitted: if the reviewer lacks ``PERMISSION``.
    :raises ReviewerInvolved: if the reviewer is involved in the game.
    :raises ReasonsMissing: if ``why`` is blank.
    :raises NotOverYet: if the game is running, because its seed is still secret.
    """
    if not reviewer.has_perm(PERMISSION):
        raise NotPermitted("You may not export disputes.")
    involvement.check_not_involved(dispute.game_id, reviewer)
    if not why.strip():
        raise ReasonsMissing("Give the reason for the export.")
    with transaction.atomic():
        transcript = _transcript(dispute.game)
        audit.record(reviewer, Action.EXPORTED, dispute, why.strip(), now=now)
    verdict = replay.verify(dispute.game)
    return {
        "dispute": dispute.public_id,
        "game": dispute.game.public_id,
        "move": dispute.move,
        "reason": dispute.reason,
        "status": dispute.status,
        "filed_at": dispute.filed_at,
        "seat": dispute.seat,
        "against": dispute.against,
        "words": _words(dispute),
        "rulings": _rulings(dispute),
        "audit": _audit(dispute),
        "verdict": [*describe(verdict), *replay.disagreements(dispute.game, verdict)],
        "transcript": transcript,
    }


def _transcript(game: Game) -> Json | None:
    try:
        written: Json = orjson.loads(transcripts.write(game))
    except MalformedEntry:
        return None
    return written


def _words(dispute: Dispute) -> list[Json]:
    return [
        {
            "by": str(words.author),
            "is_appeal": words.is_appeal,
            "text": words.text,
            "at": words.at,
        }
        for words in dispute.words.select_related("author")
    ]


def _rulings(dispute: Dispute) -> list[Json]:
    return [
        {
            "by": str(ruling.reviewer),
            "kind": ruling.kind,
            "seat": ruling.seat,
            "scores": ruling.scores,
            "until": ruling.until,
            "reasons": ruling.reasons,
            "move": ruling.move,
            "at": ruling.at,
            "undone_at": ruling.undone_at,
        }
        for ruling in Ruling.all_given.filter(dispute=dispute).select_related("reviewer")
    ]


def _audit(dispute: Dispute) -> list[Json]:
    entries = AuditEntry.objects.filter(dispute=dispute).select_related("actor").order_by("pk")
    return [
        {"by": str(entry.actor), "action": entry.action, "why": entry.why, "at": entry.at}
        for entry in entries
    ]
