"""File the disputes of the demonstration, tamper with a log, and take each dispute to its stage.

All are filed before the first is settled: a ruling may suspend a player, who then cannot file.
"""

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from django.db import transaction

from accounts.models import User
from games.desk import claiming, filing, ruling, undoing
from games.desk.models import Dispute, Reason
from games.desk.review import records
from games.desk.ruling import RulingDraft
from games.engine import move_texts
from games.engine.commands import RulingKind
from games.engine.events import CardDrawn
from games.log import reader, triggers
from games.log.models import Move, Seat
from games.management.demo_people import Cast, Occasion, Subject
from games.play import seats


def rewrite(game_id: int, number: int) -> None:
    """Change the card that a seat drew with a move of a finished game.

    Drops the triggers for one statement and restores them in the same transaction. The digests
    stay, because players received them with every move.
    """
    move, _, after = records.replayed(reader.read(game_id)).steps[number - 1]
    forged = [
        event._replace(card=after.stock[-1]) if isinstance(event, CardDrawn) else event
        for event in move.events
    ]
    stored = Move.objects.filter(game=game_id, number=number)
    schema = stored.values_list("schema", flat=True).get()
    with transaction.atomic():
        triggers.unguard()
        stored.update(events=move_texts.write(move.command, forged, schema).events)
        triggers.guard()


Stage = Literal["open", "claimed", "ruled", "appealed", "withdrawn"]


class Complaint(NamedTuple):
    """A complaint about a move, and its result."""

    subject: Subject
    reason: Reason
    words: str
    stage: Stage = "open"
    kind: RulingKind = "dismissed"
    template: str = "no_evidence"
    appeal: str = ""
    is_tampered: bool = False
    """Whether the log was tampered with before the complaint."""
    is_one_network: bool = False
    """Whether the accused and another seat share a network."""
    is_bad_faith: bool = False
    """Whether the ruling finds that it was not filed in good faith."""
    is_first_undone: bool = False
    """Whether the reviewer first annulled the game by mistake, and undid that."""

    @property
    def names_a_player(self) -> bool:
        """Whether the ruling warns, removes or suspends the accused."""
        return self.kind in ("warning", "seat_removed", "suspended")


def file(
    complaint: Complaint,
    occasion: Occasion,
    game_id: int,
    *,
    filed_at: datetime,
    now: datetime,
) -> Dispute:
    """File a complaint about a game and return its dispute."""
    players = _players(game_id)
    complainant = players[occasion.complainant]
    if complaint.is_one_network:
        _play_from_one_network(game_id, players, occasion, now)
    if complaint.is_tampered:
        rewrite(game_id, occasion.move)
    return filing.file(
        game_id,
        complainant.pk,
        move_number=occasion.move,
        reason=complaint.reason,
        words=complaint.words,
        against=occasion.accused,
        now=filed_at,
    )


def settle(complaint: Complaint, dispute: Dispute, cast: Cast, *, now: datetime) -> None:
    """Take a dispute to its stage: ruled on two hours after it was filed, claimed just now."""
    reviewer = cast.second_reviewer.user
    complainant_id = dispute.complainant_id
    assert complainant_id is not None
    match complaint.stage:
        case "withdrawn":
            filing.withdraw(dispute.pk, complainant_id)
        case "claimed":
            claiming.claim(dispute, reviewer, now=now)
        case "ruled" | "appealed":
            _rule(dispute, complaint, reviewer, now=dispute.filed_at + timedelta(hours=2))
        case "open":
            pass
    if complaint.stage == "appealed":
        is_against = dispute.accused_id is not None and complaint.names_a_player
        appellant_id = dispute.accused_id if is_against else complainant_id
        assert appellant_id is not None
        filing.appeal(
            dispute.pk, appellant_id, words=complaint.appeal, now=now - timedelta(hours=3)
        )


def _rule(dispute: Dispute, complaint: Complaint, reviewer: User, *, now: datetime) -> None:
    claiming.claim(dispute, reviewer, now=now)
    if complaint.is_first_undone:
        mistaken = RulingDraft("annulled")
        at = now + timedelta(minutes=5)
        ruling.rule(dispute, reviewer, mistaken, template="knew_too_much", now=at)
        undoing.undo(dispute, reviewer, now=at + timedelta(minutes=2))
        dispute.refresh_from_db()
    verdict = RulingDraft(
        complaint.kind,
        seat=dispute.against if complaint.names_a_player else None,
        until=now + timedelta(days=30) if complaint.kind == "suspended" else None,
        is_bad_faith=complaint.is_bad_faith,
    )
    later = now + timedelta(minutes=12)
    ruling.rule(dispute, reviewer, verdict, template=complaint.template, now=later)


def _players(game_id: int) -> dict[int, User]:
    seats = Seat.objects.filter(game=game_id, account__isnull=False).select_related("account")
    return {seat.number: seat.account for seat in seats if seat.account is not None}


def _play_from_one_network(
    game_id: int, players: dict[int, User], occasion: Occasion, now: datetime
) -> None:
    together = {occasion.accused, max(players.keys() - {occasion.complainant, occasion.accused})}
    for seat, player in players.items():
        network = 0 if seat in together else seat + 1
        # 198.18.0.0/15 is reserved for benchmarks (RFC 2544).
        seats.record(game_id, player.pk, f"198.18.{network}.{seat + 1}", now=now)
