"""Disputes and notices in answers, as one reader may see them.

A reader gets their own texts and the rulings, without the texts or names of others.
"""

from datetime import datetime
from typing import Annotated, TypedDict, cast

from accounts.models import Notice
from api_kit.answers import Time, page
from games.desk import claiming, filing, hidden_access
from games.desk.models import Dispute, Kind, Reason, Ruling
from games.engine.chain import time_or_none, time_text
from games.log.entries import GameId, RulingKind, Seat, fill
from games.log.models import Game
from games.play.inbox import NoticeKind
from games.play.models import DeclineReason
from games.tournaments.models import RemovalReason

STATUSES = ("open", "claimed", "ruled", "appealed", "withdrawn")


class Written(TypedDict):
    """A text that the reader wrote."""

    at: Time
    text: str


class RulingJson(TypedDict):
    """A ruling, and the number of its move in the game's log."""

    at: Time
    move: int
    on_appeal: bool
    kind: RulingKind
    seat: Annotated[
        Seat | None, "The seat that it warns, suspends or removes; null if you may not see it."
    ]
    scores: Annotated[list[int] | None, "By seat, where adjusted."]
    until: Annotated[
        Time | None, "End of a suspension; null if permanent, or if you may not see it."
    ]
    reasons: Annotated[
        str | None,
        "Null if the ruling does not concern the reader, or once a party's account is closed.",
    ]


class Appeal(TypedDict):
    """The appeal against the first ruling."""

    at: Time
    yours: bool


class DisputeJson(TypedDict):
    """A dispute as the reader may see it."""

    id: str
    game: GameId
    move: Annotated[int | None, "The number of the disputed move; null for none."]
    reason: Annotated[str, (*Reason.values,)]
    status: Annotated[str, STATUSES, "`claimed`: a reviewer works on it."]
    case: Annotated[int | None, "Its number in the game's log, once it is ruled on."]
    filed_at: Time
    yours: Annotated[bool, "Whether the reader filed it."]
    against: Annotated[Seat | None, "The seat complained about; shown only to the two parties."]
    words: Annotated[list[Written], "The reader's own, oldest first."]
    rulings: Annotated[list[RulingJson], "Oldest first; the last one is in force."]
    appeal: Appeal | None


DisputePage = page("DisputePage", "A page of disputes, newest first.", DisputeJson)


class Look(TypedDict):
    """A reviewer's look at hidden cards while the game ran."""

    at: Time
    move: Annotated[int, "The last move at the time."]
    why: str


class DisputeListJson(TypedDict):
    """The disputes about a game, as the reader may see them."""

    game: GameId
    disputes: Annotated[list[DisputeJson], "Oldest first."]
    looks: Annotated[list[Look], "Shown to the players when the game is over; oldest first."]


def dispute(dispute: Dispute, reader: int, *, now: datetime) -> DisputeJson:
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


def disputes(game: Game, reader: int, *, now: datetime) -> DisputeListJson:
    """Return the disputes about a game as an account may see them."""
    is_player = any(seat.account_id == reader for seat in game.seats.all())
    return {
        "game": game.public_id,
        "disputes": [dispute(filed, reader, now=now) for filed in filing.of_game(game, reader)],
        "looks": [fill(Look, access) for access in hidden_access.disclosed_accesses(game)]
        if is_player
        else [],
    }


def _ruling(dispute: Dispute, ruling: Ruling, reader: int) -> RulingJson:
    is_concerned = filing.concerns(dispute, ruling, reader)
    knows_seat = is_concerned or ruling.kind == Kind.SEAT_REMOVED
    return {
        "at": time_text(ruling.at),
        "move": ruling.move,
        "on_appeal": ruling.is_on_appeal,
        "kind": ruling.kind,
        "seat": ruling.seat if knows_seat else None,
        "scores": ruling.scores,
        "until": time_or_none(ruling.until) if is_concerned else None,
        "reasons": (ruling.reasons or None) if is_concerned else None,
    }


class NoticeData(TypedDict):
    """What a notice is about; null where it does not apply."""

    game: GameId | None
    dispute: Annotated[str | None, "The dispute's id; read a bot's dispute with the bot's token."]
    ruling: RulingKind | None
    seat: Annotated[
        Seat | None, "The seat that the ruling warns, suspends or removes, if you may see it."
    ]
    until: Annotated[Time | None, "End of a suspension; null if permanent."]
    reason: Annotated[
        str | None, DeclineReason, "Why an invitation was declined, if the player says so."
    ]
    tournament: Annotated[str | None, "The tournament's id."]
    removal: Annotated[str | None, RemovalReason, "Why a director removed you from a tournament."]


class NoticeJson(TypedDict):
    """A notice."""

    id: Annotated[int, "Later notices have higher ids."]
    kind: Annotated[str, NoticeKind]
    at: Time
    read_at: Annotated[Time | None, "When it was marked as read."]
    data: NoticeData


NoticePage = page("NoticePage", "A page of notices, newest first.", NoticeJson)


def notice(notice: Notice) -> NoticeJson:
    """Return a notice as JSON."""
    data = cast(NoticeData, dict.fromkeys(NoticeData.__annotations__) | notice.data)
    return fill(NoticeJson, notice, id=notice.pk, at=notice.created_at, data=data)
