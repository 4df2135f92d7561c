"""Notices in answers."""

from typing import Annotated, TypedDict, cast

from accounts.models import Notice
from api_kit.answers import Time, page
from games.desk.notifying import NoticeKind
from games.play.api.positions.members import GameId, RulingKind, Seat, fill
from games.play.models import DeclineReason
from games.tournaments.models import RemovalReason


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
