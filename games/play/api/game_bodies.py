"""Bodies and queries of the operations that list and open games, and fields that others share."""

from collections.abc import Collection, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts import names
from api_kit.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictObjectField,
    StrictSerializer,
    TimeField,
    UniqueListField,
)
from games.bots.levels import LEVELS
from games.engine.cards import CARD_TEXTS, RANKS, parse_card, parse_rank
from games.engine.commands import ON_ABANDON
from games.engine.lobby import LONGEST_TURN
from games.engine.options import MAX_SEATS, OPTIONS
from games.engine.presets import OVERLAYS, PRESETS
from games.log import ids
from games.log.models import GameStatus, SeatResult
from games.play import create_game
from games.play.create_game import GameTerms


class CardField(StrictChoiceField):
    """A card's text, read as the engine's number."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=CARD_TEXTS, **options)

    def to_internal_value(self, data: Any) -> Any:
        return parse_card(super().to_internal_value(data))


class RankField(StrictChoiceField):
    """A rank's character, read as the engine's number."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=list(RANKS), **options)

    def to_internal_value(self, data: Any) -> Any:
        return parse_rank(super().to_internal_value(data))


class SeatField(StrictIntegerField):
    """A seat's number, from 0."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=MAX_SEATS - 1, **options)


class CardsField(StrictListField):
    """A list of cards."""

    child = CardField()

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=len(CARD_TEXTS), **options)


class LevelField(StrictChoiceField):
    """The level of a built-in bot."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=list(LEVELS), **options)

    def offered(self) -> Collection[str]:
        return create_game.offered_levels()


SHORTEST_TURN = 5  # seconds


MOST_GAMES = 100


STAND_IN = "memory"


@extend_schema_field(
    {
        "type": "object",
        "properties": {
            option.name: {"description": f"{option.meaning} ({option.source})", **option.schema}
            for option in OPTIONS.values()
        },
        "additionalProperties": False,
    }
)
class OptionsField(StrictObjectField):
    """Values of options by name; the engine checks them."""


@extend_schema_field(
    {
        "type": "array",
        "items": {"type": "string", "enum": list(OVERLAYS)},
        "uniqueItems": True,
    }
)
class OverlaysField(UniqueListField):
    """Names of overlays, each once."""

    child = StrictChoiceField(choices=list(OVERLAYS))

    def __init__(self) -> None:
        super().__init__(
            item="overlay", default=list, help_text="Applied to the preset in this order."
        )


class NewGameSerializer(StrictSerializer):
    """The rules and the number of seats."""

    preset = StrictChoiceField(choices=list(PRESETS), default="classic")
    overlays = OverlaysField()
    options = OptionsField(
        default=dict, help_text="Single options; they override the preset and the overlays."
    )
    seats = StrictIntegerField(
        min_value=2, max_value=MAX_SEATS, help_text="The game starts when all seats are taken."
    )
    visibility = StrictChoiceField(
        choices=["public", "private"],
        default="public",
        help_text="A private game is not listed. Players join with its code or by invitation.",
    )
    spectators = StrictBooleanField(default=True, help_text="Whether others may watch.")
    allow_bots = StrictBooleanField(default=True, help_text="Whether bots may take seats.")
    emotes = StrictBooleanField(default=True, help_text="Whether players may send emotes.")
    turn_seconds = StrictIntegerField(
        min_value=SHORTEST_TURN,
        max_value=LONGEST_TURN,
        allow_null=True,
        default=None,
        help_text="Seconds for each action that the game waits for; null for no time limit.",
    )
    on_abandon = StrictChoiceField(
        choices=list(ON_ABANDON),
        default="end",
        help_text="When a player leaves, the game ends, or a built-in bot takes over the seat.",
    )
    stand_in = LevelField(
        required=False,
        help_text=f"Level of stand-ins if `on_abandon` is `stand_in`; `{STAND_IN}` by default.",
    )
    aids = StrictBooleanField(
        default=False,
        help_text="Whether programs may show players what they could know, such as who was seen "
        "with which cards. Clients should respect it; the server cannot check it.",
    )
    rated = StrictBooleanField(
        default=False,
        help_text="Whether the result changes ratings. Only a public game with the options of its "
        "preset, without `aids`, of registered people or of bots can be rated.",
    )
    bots = StrictListField(
        child=LevelField(),
        default=list,
        max_length=MAX_SEATS - 1,
        help_text="Levels of the built-in bots on the seats after yours.",
    )
    lesson = StrictChoiceField(
        choices=list(create_game.SEEDS),
        required=False,
        help_text="One of the `lessons` of the rule sets. The game is private, not rated, and against bots only.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that the bots fit, that a lesson is for one player and bots, and that
        ``stand_in`` is given only with ``on_abandon=stand_in``.
        """
        if len(attrs["bots"]) >= attrs["seats"]:
            detail = f"At most {attrs['seats'] - 1} bots fit in this game."
            raise serializers.ValidationError({"bots": detail}, code="too_many")
        is_alone = len(attrs["bots"]) == attrs["seats"] - 1
        if "lesson" in attrs and (
            attrs["rated"] or attrs["visibility"] == "public" or not is_alone
        ):
            detail = "A lesson is private, not rated, and has bots on all other seats."
            raise serializers.ValidationError({"lesson": detail}, code="not_applicable")
        if attrs["on_abandon"] == "stand_in":
            attrs.setdefault("stand_in", STAND_IN)
        elif "stand_in" in attrs:
            detail = "Leave it out, or set on_abandon to stand_in."
            raise serializers.ValidationError({"stand_in": detail}, code="not_applicable")
        return attrs


def terms_of(body: Mapping[str, Any]) -> GameTerms:
    """Return the terms in the values of a :class:`NewGameSerializer`."""
    return GameTerms(
        is_private=body["visibility"] == "private",
        has_spectators=body["spectators"],
        allows_bots=body["allow_bots"],
        turn_seconds=body["turn_seconds"],
        on_abandon=body["on_abandon"],
        stand_in=body.get("stand_in"),
        aids=body["aids"],
        has_emotes=body["emotes"],
        rated=body["rated"],
    )


class GamePageQuerySerializer(QuerySerializer):
    """The status of the games to list, the page, and what its entries show."""

    status = StrictChoiceField(
        choices=GameStatus.choices, required=False, help_text="Only games with this status."
    )
    expand = StrictChoiceField(
        choices=["rules"], required=False, help_text="Show every option of each game in `rules`."
    )
    cursor = serializers.CharField(
        required=False,
        help_text="From `next` or `previous` of the same list, with the same filters and order.",
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_GAMES, default=20, help_text="Games per page."
    )


class LobbyQuerySerializer(GamePageQuerySerializer):
    """Which games to list, and in which order."""

    id = serializers.CharField(
        max_length=ids.LENGTH,
        required=False,
        help_text="Only the game with this id, or none if the caller may not see it.",
    )
    preset = StrictChoiceField(
        choices=list(PRESETS), required=False, help_text="Only games of this preset."
    )
    seats = serializers.IntegerField(
        min_value=2,
        max_value=MAX_SEATS,
        required=False,
        help_text="Only games with this number of seats.",
    )
    free_seats = serializers.IntegerField(
        min_value=1,
        max_value=MAX_SEATS,
        required=False,
        help_text="Only lobbies with at least this many free seats.",
    )
    player = serializers.CharField(
        max_length=names.LONGEST,
        required=False,
        help_text="Only games in which this player has a seat. A username; case does not matter.",
    )
    bots_allowed = serializers.BooleanField(
        required=False, help_text="Only games that allow bots, or only those that do not."
    )
    turn_seconds_max = serializers.IntegerField(
        min_value=SHORTEST_TURN,
        max_value=LONGEST_TURN,
        required=False,
        help_text="Only games with a time limit of at most this many seconds for each action.",
    )
    untimed = serializers.BooleanField(
        required=False, help_text="Only games without a time limit, or only those with one."
    )
    created_after = TimeField(required=False, help_text="Only games created after this time.")
    created_before = TimeField(required=False, help_text="Only games created before this time.")
    mine = serializers.BooleanField(
        required=False, help_text="Only games in which the caller has a seat."
    )
    invited = serializers.BooleanField(
        required=False, help_text="Only games to which the caller is invited."
    )
    result = StrictChoiceField(
        choices=SeatResult.choices,
        required=False,
        help_text="Only games in which the caller has this result, after rulings.",
    )
    sort = StrictChoiceField(
        choices=["newest", "oldest"], default="newest", help_text="By the time of creation."
    )
