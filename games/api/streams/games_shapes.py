"""The schema of TV and of streams of several games: frames of one game's stream with its id."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from games.api.games.shapes import GameEntrySerializer
from games.api.positions.shapes import AnySerializer
from games.api.streams.shapes import (
    STATE_FRAME,
    TIME_FRAME,
    WAITING_FRAME,
    SeatedPlayersSerializer,
    SentEmoteSerializer,
    StreamedMoveSerializer,
    StreamEndSerializer,
    frame_shape,
)
from games.queries.lists.tv import CHANNELS, MOST_RECENT


def _game() -> serializers.CharField:
    return serializers.CharField(help_text="The game's id.")


class FollowErrorSerializer(AnySerializer):
    """Why a game is not followed."""

    code = serializers.CharField(help_text="As in a problem document.")
    detail = serializers.CharField()


class NotFollowedSerializer(AnySerializer):
    """An id without a game to follow."""

    id = serializers.CharField(help_text="As sent.")
    error = FollowErrorSerializer()


class FollowingSerializer(AnySerializer):
    """The games that a stream follows."""

    games = serializers.ListField(child=serializers.CharField(), help_text="In the order sent.")
    errors = NotFollowedSerializer(many=True)  # type: ignore[assignment]


class TvChannelSerializer(AnySerializer):
    """A channel and the game that it shows."""

    channel = serializers.ChoiceField(
        choices=list(CHANNELS), help_text="`best` of all, or the name of a preset."
    )
    game = GameEntrySerializer()
    watchers = serializers.IntegerField(
        help_text="Open streams without a seat, recorded every 30 seconds."
    )


class TvSerializer(AnySerializer):
    """The channels that have a game, or games to replay."""

    channels = TvChannelSerializer(many=True)
    recent = GameEntrySerializer(
        many=True,
        help_text=f"While no channel has a game: at most {MOST_RECENT} public games that ended "
        "lately, the best first.",
    )


class ChannelGameSerializer(AnySerializer):
    """The game that begins on a channel."""

    game = _game()
    channel = serializers.ChoiceField(choices=list(CHANNELS))
    details = GameEntrySerializer(help_text="As in `GET /tv`.")


class PlayersOfGameSerializer(SeatedPlayersSerializer):
    """The players of one of the games."""

    game = _game()


class MoveOfGameSerializer(StreamedMoveSerializer):
    """A move of one of the games."""

    game = _game()


class EmoteOfGameSerializer(SentEmoteSerializer):
    """An emote in one of the games."""

    game = _game()


class EndOfGameSerializer(StreamEndSerializer):
    """Why a game is followed no longer, or, without a game, why the stream ends."""

    game = serializers.CharField(required=False, help_text="The game's id.")


GAME_FRAMES: dict[str, Any] = {
    "state": STATE_FRAME,
    "players": frame_shape("PlayersOfGameFrame", "players", PlayersOfGameSerializer),
    "move": frame_shape("MoveOfGameFrame", "move", MoveOfGameSerializer, has_id=True),
    "emote": frame_shape("EmoteOfGameFrame", "emote", EmoteOfGameSerializer),
    "time": TIME_FRAME,
    "waiting": WAITING_FRAME,
    "end": frame_shape("EndOfGameFrame", "end", EndOfGameSerializer),
}
TvFrameSerializer = PolymorphicProxySerializer(
    "TvFrame",
    {"channel": frame_shape("ChannelFrame", "channel", ChannelGameSerializer), **GAME_FRAMES},
    "type",
)
FollowedFrameSerializer = PolymorphicProxySerializer(
    "FollowedFrame",
    {"following": frame_shape("FollowingFrame", "following", FollowingSerializer), **GAME_FRAMES},
    "type",
)
