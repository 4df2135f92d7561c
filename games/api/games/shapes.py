"""Answers about games, for the schema; ``render`` builds them."""

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from api_kit.openapi import ProblemSerializer
from games.api.positions.shapes import (
    VISIBILITIES,
    AnySerializer,
    CommandAnswerSerializer,
    RulesSerializer,
    SeatedPlayerSerializer,
    SeatRatingSerializer,
    seat_field,
)
from games.engine.commands import ON_ABANDON
from games.models import GameStatus
from games.services.analyses.requesting import AnalysisStanding

ANALYSIS_STANDINGS = [each.value for each in AnalysisStanding]


class GameEntrySerializer(AnySerializer):
    """A game in a list. Readers who may not watch it get null from `version` to `winners`."""

    id = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.choices)
    preset = serializers.CharField()
    overlays = serializers.ListField(child=serializers.CharField())
    rules = RulesSerializer(required=False, help_text="With `expand=rules` only.")
    seats = serializers.IntegerField()
    players = SeatedPlayerSerializer(many=True)
    ratings = SeatRatingSerializer(
        many=True,
        help_text="Of players who have one in the family of the preset, and show it.",
    )
    host = seat_field(
        allow_null=True,
        help_text="The lowest seat of a lobby that an account has taken; null after its end.",
    )
    visibility = serializers.ChoiceField(choices=VISIBILITIES)
    spectators = serializers.BooleanField(help_text="Whether others may watch.")
    allow_bots = serializers.BooleanField()
    emotes = serializers.BooleanField(help_text="Whether players may send emotes.")
    turn_seconds = serializers.IntegerField(allow_null=True, help_text="Null for no time limit.")
    on_abandon = serializers.ChoiceField(choices=list(ON_ABANDON))
    aids = serializers.BooleanField(
        help_text="Whether programs may show players what they could know."
    )
    rated = serializers.BooleanField(
        help_text="Whether the result changes ratings. In a lobby: whether it was opened as rated. The "
        "start may change that, since only a few games a day of the same players are rated."
    )
    join_code = serializers.CharField(
        allow_null=True, help_text="Of a private game; shown to its players only."
    )
    watch_code = serializers.CharField(
        allow_null=True,
        help_text="Lets others watch a private game; shown to its players only. Null for none.",
    )
    imported = serializers.BooleanField(
        help_text="Played on another server; does not count in results."
    )
    rematch = serializers.CharField(
        allow_null=True, help_text="Id of the rematch, if there is one that the reader may see."
    )
    rematch_of = serializers.CharField(
        allow_null=True, help_text="Id of the game before, if the reader may see it."
    )
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(allow_null=True, help_text="Number of the last move.")
    turn = seat_field(allow_null=True, help_text="Whose turn it is.")
    to_act = seat_field(allow_null=True, help_text="The seat that the game waits for.")
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="When the referee acts for `to_act`, or closes the lobby, UTC."
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Points by seat, in a series of all deals; null before the start.",
    )
    winners = serializers.ListField(
        child=seat_field(),
        allow_null=True,
        help_text="Seats that won, after rulings; null until the end, and if it does not count.",
    )


class GameSerializer(GameEntrySerializer):
    """A game without its cards.

    Readers who may not watch it get null from `version` to `winners`.
    """

    rules = RulesSerializer()
    analysis = serializers.ChoiceField(
        choices=ANALYSIS_STANDINGS,
        allow_null=True,
        help_text="How far the analysis is; `unavailable` if no model covers the game. Null before the end, in "
        "lists and exports, and for those who may not watch.",
    )


class GamePageSerializer(AnySerializer):
    """A page of games."""

    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    previous = serializers.CharField(allow_null=True)
    results = GameEntrySerializer(many=True)


class PageEndSerializer(AnySerializer):
    """The last line of a list: without it, the list was cut off."""

    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")


GameLineSerializer = PolymorphicProxySerializer(
    "GameLine", [GameEntrySerializer, PageEndSerializer], resource_type_field_name=None, many=False
)


class CreatedGameSerializer(CommandAnswerSerializer):
    """A new game and its first moves."""

    game = GameSerializer()


class OpenedGameSerializer(AnySerializer):
    """The result of one game: the game, or a problem."""

    status = serializers.IntegerField(help_text="201, or the status of the problem.")
    game = GameEntrySerializer(required=False, help_text="As its host sees it.")
    problem = ProblemSerializer(required=False)


class OpenedGamesSerializer(AnySerializer):
    """A result for each game, in the order of the request."""

    results = OpenedGameSerializer(many=True)
