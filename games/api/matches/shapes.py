"""Request bodies and answers of quick match."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from api_kit.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
)
from games import ids
from games.api.games.bodies import OverlaysField
from games.api.live.wait import LONGEST_WAIT
from games.api.positions.entry_shapes import level_field
from games.api.positions.ratings import DIGITS
from games.api.requests.fields import LevelField
from games.engine.chain import time_text
from games.engine.options import MAX_SEATS
from games.engine.presets import OVERLAYS, PRESETS
from games.models import Match
from games.services.lobbies import match_window, matchmaking

LONGEST_MATCH_WAIT = 300  # seconds

Json = dict[str, Any]


class NewMatchSerializer(StrictSerializer):
    """Which table, and how long to wait for people."""

    preset = StrictChoiceField(choices=list(PRESETS), default="classic")
    overlays = OverlaysField()
    seats = StrictIntegerField(min_value=2, max_value=MAX_SEATS)
    rated = StrictBooleanField(
        default=True,
        help_text="Whether the game may be rated. It is if all are registered people, or all are "
        "bots. Those who want no rated game sit together.",
    )
    wait_seconds = StrictIntegerField(
        min_value=0,
        max_value=LONGEST_MATCH_WAIT,
        default=20,
        help_text="How long to wait for people before bots take the empty seats.",
    )
    level = LevelField(
        default="memory",
        help_text="Level of these bots; the player who has waited longest decides.",
    )


class MatchQuerySerializer(QuerySerializer):
    """How long to wait for a seat."""

    wait = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_WAIT,
        default=0,
        help_text="Seconds to wait for a seat if you have none yet.",
    )


class MatchWindowSerializer(serializers.Serializer[Any]):
    """How different the ratings of your opponents may be. It widens while you wait."""

    rating = serializers.FloatField(help_text="Yours.")
    width = serializers.FloatField(
        help_text="The largest difference. That of an opponent who has waited longer may be wider."
    )
    widens_at = serializers.DateTimeField(help_text="When it is wider or gone, UTC.")


class MatchSerializer(serializers.Serializer[Any]):
    """A request for a table, and the game that it led to."""

    id = serializers.CharField()
    status = serializers.ChoiceField(choices=["waiting", "seated"])
    preset = serializers.ChoiceField(choices=list(PRESETS))
    overlays = serializers.ListField(child=serializers.ChoiceField(choices=list(OVERLAYS)))
    seats = serializers.IntegerField()
    level = level_field()
    rated = serializers.BooleanField(
        help_text="Whether you agreed to a rated game. The game says whether it is rated."
    )
    until = serializers.DateTimeField(help_text="When bots fill the table at the latest, UTC.")
    waiting = serializers.IntegerField(help_text="People who wait for this table, including you.")
    window = MatchWindowSerializer(
        allow_null=True,
        help_text="Whom you are seated with; null if anyone fits, because your rating is "
        "provisional, there is none for these rules, or you have waited long enough.",
    )
    game = serializers.CharField(allow_null=True, help_text="The game's id, once you are seated.")


def shown(match: Match) -> Json:
    """Return a match as its account sees it."""
    is_seated = match.game_id is not None
    return {
        "id": match.public_id,
        "status": "seated" if is_seated else "waiting",
        "preset": match.preset,
        "overlays": match.overlays,
        "seats": match.seats,
        "level": match.level,
        "rated": match.rated,
        "until": time_text(match.until),
        "window": None if is_seated else _window(match),
        "waiting": 0 if is_seated else matchmaking.count_waiting(match),
        "game": None if match.game_id is None else ids.to_text(match.game_id),
    }


def _window(match: Match) -> Json | None:
    now_open = match_window.window(match, now=timezone.now())
    if match.mu is None or now_open.width is None or now_open.widens_at is None:
        return None
    return {
        "rating": round(match.mu, DIGITS),
        "width": now_open.width,
        "widens_at": time_text(now_open.widens_at),
    }
