"""The disputes of the demonstration: what is complained of, and how far the desk has come with each."""

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from accounts.models import User
from games import move_log
from games.disputes import addresses, claiming, filing, ruling
from games.disputes.models import Dispute, Reason
from games.disputes.ruling import Verdict
from games.engine.commands import RulingKind
from games.engine.events import Irregularity, Resigned
from games.management.demo import tampering
from games.management.demo.cast import Cast
from games.models import Seat
from games.review import asks, record

Stage = Literal["open", "claimed", "ruled", "appealed", "withdrawn"]


class Complaint(NamedTuple):
    """What the player on the second seat says of the one on the first, and what became of it."""

    reason: Reason
    words: str
    stage: Stage = "open"
    kind: RulingKind = "dismissed"
    template: str = "no_evidence"
    appeal: str = ""
    is_tampered: bool = False
    """Whether somebody has meddled with the log since."""
    is_one_network: bool = False
    """Whether the first and the last seat are played from one network."""

    @property
    def is_against_somebody(self) -> bool:
        """Whether the ruling warns, removes or suspends the player on the first seat."""
        return self.kind in ("warning", "seat_removed", "suspended")


def file(
    complaint: Complaint, game_id: int, cast: Cast, *, filed_at: datetime, now: datetime
) -> Dispute:
    """File a complaint about a game and take it to its stage: ruled on two hours later, claimed just now."""
    if complaint.is_one_network:
        _play_from_one_network(game_id, now)
    move = tampering.rewrite(game_id) if complaint.is_tampered else telling_move(game_id)
    players = _players(game_id)
    dispute = filing.file(
        game_id,
        players[1].pk,
        move_number=move,
        reason=complaint.reason,
        words=complaint.words,
        against=0,
        now=filed_at,
    )
    reviewer = cast.second_reviewer.user
    match complaint.stage:
        case "withdrawn":
            filing.withdraw(dispute.pk, players[1].pk)
        case "claimed":
            claiming.claim(dispute, reviewer, now=now)
        case "ruled" | "appealed":
            _rule(dispute, complaint, reviewer, now=filed_at + timedelta(hours=2))
        case "open":
            pass
    if complaint.stage == "appealed":
        appellant = players[0 if complaint.is_against_somebody else 1]
        filing.appeal(
            dispute.pk, appellant.pk, words=complaint.appeal, now=now - timedelta(hours=3)
        )
    return dispute


def telling_move(game_id: int) -> int:
    """Return the move that a complaint would name: an offence or a departure, else the first seat's luckiest ask."""
    steps = record.of(move_log.read(game_id)).steps
    for step in steps:
        if any(isinstance(event, Irregularity | Resigned) for event in step.move.events):
            return step.move.number
    hits = [ask for ask in asks.judge(steps) if ask.seat == 0 and ask.is_hit]
    return min(hits, key=lambda ask: ask.chance).move if hits else steps[-1].move.number


def _rule(dispute: Dispute, complaint: Complaint, reviewer: User, *, now: datetime) -> None:
    claiming.claim(dispute, reviewer, now=now)
    verdict = Verdict(
        complaint.kind,
        seat=0 if complaint.is_against_somebody else None,
        until=now + timedelta(days=30) if complaint.kind == "suspended" else None,
    )
    later = now + timedelta(minutes=12)
    ruling.rule(dispute, reviewer, verdict, template=complaint.template, now=later)


def _players(game_id: int) -> list[User]:
    seats = Seat.objects.filter(game=game_id, account__isnull=False).select_related("account")
    return [seat.account for seat in seats if seat.account is not None]


def _play_from_one_network(game_id: int, now: datetime) -> None:
    players = _players(game_id)
    for place, player in enumerate(players):
        network = 0 if player == players[-1] else place
        # Networks that are kept for examples (RFC 5737), or for benchmarks (RFC 2544).
        addresses.note(game_id, player.pk, f"198.18.{network}.{place + 1}", now=now)
