"""The schema of streams, tickets and presence."""

from typing import Any, get_args

from drf_spectacular.utils import PolymorphicProxySerializer, inline_serializer
from rest_framework import serializers

from games.api.feeds.frames import PASSING, EndReason
from games.api.notices.shapes import UnreadNoticesSerializer
from games.api.positions.shapes import (
    AnySerializer,
    MoveSerializer,
    SeatedPlayerSerializer,
    StateSerializer,
    seat_field,
)
from games.models import GameStatus
from games.services.emotes import EMOTES
from games.tournaments.models import TournamentStatus

NEWS = [
    *("invited", "invitation_ended", "joined", "started", "your_turn", "ruled", "over", "closed"),
    *("left", "looked_into"),
]
END_REASONS = [*get_args(EndReason)]
FINAL_REASONS = [reason for reason in END_REASONS if reason not in PASSING]


class ConcernSerializer(AnySerializer):
    """A game that concerns the caller."""

    game = serializers.CharField(help_text="The game's id.")
    version = serializers.IntegerField(help_text="Number of the last move.")
    status = serializers.ChoiceField(choices=GameStatus.choices)
    seat = seat_field(allow_null=True, help_text="Null if you are invited.")
    your_turn = serializers.BooleanField(help_text="Whether the game waits for you.")


class NewsSerializer(ConcernSerializer):
    """News of a game."""

    what = serializers.ListField(child=serializers.ChoiceField(choices=NEWS))


class CancelledTournamentSerializer(AnySerializer):
    """A tournament that was cancelled, for its players."""

    tournament = serializers.CharField(help_text="The tournament's id.")
    status = serializers.ChoiceField(choices=TournamentStatus.choices)


class SnapshotSerializer(AnySerializer):
    """The open games and invitations of the caller."""

    games = ConcernSerializer(many=True)
    unread_notices = serializers.IntegerField(
        help_text="Notices in `/me/notices` that are not marked as read."
    )


class StreamedMoveSerializer(MoveSerializer):
    """A move; the newest one carries the reader's state, if the stream was opened with
    `state=true`.
    """

    state = StateSerializer(
        required=False, help_text="What `/state` shows after this move, byte for byte."
    )


class SeatedPlayersSerializer(AnySerializer):
    """The players of a game."""

    players = SeatedPlayerSerializer(many=True, help_text="By seat, as in the game object.")


class SentEmoteSerializer(AnySerializer):
    """An emote of a player."""

    seat = seat_field()
    emote = serializers.ChoiceField(choices=list(EMOTES))


class ServerTimeSerializer(AnySerializer):
    """The server's clock when it wrote the frame, and the deadline of a game if it was changed
    without a move.
    """

    now = serializers.DateTimeField(help_text="UTC.")
    version = serializers.IntegerField(
        required=False, help_text="Number of the move that the deadline follows."
    )
    deadline = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="The new deadline: after an outage, clocks get its time back.",
    )
    paused = serializers.BooleanField(
        required=False, help_text="Whether the teacher of a class has paused the game."
    )


class WaitingSerializer(AnySerializer):
    """Why no moves come for a while. The stream stays open, and continues by itself."""

    reason = serializers.ChoiceField(choices=["unavailable"])


class StreamEndSerializer(AnySerializer):
    """Why the stream ends."""

    reason = serializers.ChoiceField(choices=END_REASONS)


def frame_shape(name: str, kind: str, data: type[AnySerializer], *, has_id: bool = False) -> Any:
    """Describe a frame: the ``event``, ``id`` and ``data`` of a server-sent event."""
    fields: dict[str, Any] = {"type": serializers.ChoiceField(choices=[kind])}
    if has_id:
        fields["id"] = serializers.IntegerField(help_text="Send it as Last-Event-ID.")
    return inline_serializer(name, {**fields, "data": data()})


STATE_FRAME = frame_shape("StateFrame", "state", StateSerializer, has_id=True)
TIME_FRAME = frame_shape("TimeFrame", "time", ServerTimeSerializer)
WAITING_FRAME = frame_shape("WaitingFrame", "waiting", WaitingSerializer)
END_FRAME = frame_shape("EndFrame", "end", StreamEndSerializer)

GameFrameSerializer = PolymorphicProxySerializer(
    "GameFrame",
    {
        "state": STATE_FRAME,
        "players": frame_shape("PlayersFrame", "players", SeatedPlayersSerializer),
        "move": frame_shape("MoveFrame", "move", StreamedMoveSerializer, has_id=True),
        "emote": frame_shape("EmoteFrame", "emote", SentEmoteSerializer),
        "time": TIME_FRAME,
        "waiting": WAITING_FRAME,
        "end": END_FRAME,
    },
    "type",
)
AccountFrameSerializer = PolymorphicProxySerializer(
    "AccountFrame",
    {
        "snapshot": frame_shape("SnapshotFrame", "snapshot", SnapshotSerializer),
        "game": frame_shape("NewsFrame", "game", NewsSerializer),
        "notices": frame_shape("NoticesFrame", "notices", UnreadNoticesSerializer),
        "tournament": frame_shape("CancelledFrame", "tournament", CancelledTournamentSerializer),
        "time": TIME_FRAME,
        "waiting": WAITING_FRAME,
        "end": END_FRAME,
    },
    "type",
)


class StreamTicketSerializer(AnySerializer):
    """A ticket."""

    ticket = serializers.CharField()
    expires_at = serializers.DateTimeField()


class SeenSeatSerializer(AnySerializer):
    """When a player was last seen."""

    seat = seat_field()
    seen_seconds_ago = serializers.IntegerField(allow_null=True, help_text="Null if never.")


class PresenceSerializer(AnySerializer):
    """Who is present."""

    game = serializers.CharField(help_text="The game's id.")
    seats = SeenSeatSerializer(many=True)
    spectators = serializers.IntegerField()
