"""Answers about tournaments, for the schema; ``render`` builds them."""

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from games.api.games.shapes import PageEndSerializer
from games.api.positions.shapes import AnySerializer, seat_field
from games.api.streams.shapes import END_FRAME, TIME_FRAME, frame_shape
from games.tournaments.models import (
    EntrantStatus,
    EntryWay,
    Format,
    Kinds,
    RemovalReason,
    RoundPhase,
    TournamentStatus,
)

TABLE_STATUSES = ["waiting", "playing", "over", "void"]
END_REASONS = ["played", "by_director", "too_few_players"]


class TournamentPlayerSerializer(AnySerializer):
    """A player."""

    username = serializers.CharField()
    display_name = serializers.CharField(allow_null=True, help_text="Not unique.")
    picture = serializers.CharField(allow_null=True, help_text="A drawn fish.")
    is_bot = serializers.BooleanField()


class PlacePointsSerializer(AnySerializer):
    """The points of the places at a table."""

    seats = serializers.IntegerField()
    points = serializers.ListField(
        child=serializers.FloatField(), help_text="First place first. Equal players share."
    )


class OwnTableSerializer(AnySerializer):
    """The table at which the caller sits now."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()
    game = serializers.CharField(
        allow_null=True, help_text="The game's id; null until it is opened."
    )


class OwnEntrySerializer(AnySerializer):
    """What the tournament is to the caller."""

    status = serializers.ChoiceField(
        choices=EntrantStatus.choices, allow_null=True, help_text="Null if you did not join."
    )
    ready = serializers.BooleanField(help_text="Whether you have confirmed this round.")
    directs = serializers.BooleanField()
    place = serializers.IntegerField(allow_null=True)
    removal = serializers.ChoiceField(
        choices=RemovalReason.choices, allow_null=True, help_text="Why you were removed."
    )
    table = OwnTableSerializer(allow_null=True)


class TournamentEntrySerializer(AnySerializer):
    """A tournament in a list."""

    id = serializers.CharField()
    name = serializers.CharField(help_text="Chosen by the host; not unique.")
    host = serializers.CharField(help_text="Username.")
    status = serializers.ChoiceField(choices=TournamentStatus.choices)
    format = serializers.ChoiceField(choices=Format.choices)
    preset = serializers.CharField()
    overlays = serializers.ListField(child=serializers.CharField())
    seats = serializers.IntegerField()
    turn_seconds = serializers.IntegerField()
    starts_at = serializers.DateTimeField(help_text="UTC.")
    players = serializers.IntegerField(help_text="Who take part now.")
    players_min = serializers.IntegerField()
    players_max = serializers.IntegerField()
    entry = serializers.ChoiceField(choices=EntryWay.choices)
    kinds = serializers.ChoiceField(choices=Kinds.choices)
    rated = serializers.BooleanField(
        help_text="Whether its games are. Those beyond the daily limit of a pair count in the "
        "standings only."
    )
    rounds = serializers.IntegerField(allow_null=True, help_text="Null for an arena.")
    minutes = serializers.IntegerField(allow_null=True, help_text="Of an arena.")
    late_until = serializers.IntegerField(help_text="The last round in which players may join.")
    round = serializers.IntegerField(
        help_text="0 before the start. Each pairing of an arena is one."
    )
    phase = serializers.ChoiceField(
        choices=RoundPhase.choices, allow_null=True, help_text="Null unless it runs."
    )
    confirmed = serializers.IntegerField(
        help_text="Players who have confirmed this round, or are in the arena."
    )
    confirm_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when players confirm this round."
    )
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Of an arena that started.")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    end_reason = serializers.ChoiceField(choices=END_REASONS, allow_null=True)
    version = serializers.IntegerField(help_text="Grows with every change.")


class TournamentSerializer(TournamentEntrySerializer):
    """A tournament."""

    place_points = PlacePointsSerializer(many=True, help_text="Fixed when it was opened.")
    directors = serializers.ListField(child=serializers.CharField(), help_text="Usernames.")
    join_code = serializers.CharField(
        allow_null=True, help_text="Shown to the host and the directors only."
    )
    me = OwnEntrySerializer(allow_null=True, help_text="Null without a token.")


class TournamentPageSerializer(AnySerializer):
    """A page of tournaments, newest first."""

    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    previous = serializers.CharField(allow_null=True)
    results = TournamentEntrySerializer(many=True)


class StandingSerializer(AnySerializer):
    """The line of a player."""

    place = serializers.IntegerField(
        allow_null=True, help_text="Equal players share it; null before the first standings."
    )
    player = TournamentPlayerSerializer()
    status = serializers.ChoiceField(choices=EntrantStatus.choices)
    points = serializers.FloatField()
    games = serializers.IntegerField()
    firsts = serializers.IntegerField(help_text="Games won, also with others.")
    rests = serializers.IntegerField(
        help_text="Rounds without a table or an opponent; each gives the mean of a table."
    )
    margin = serializers.FloatField(
        allow_null=True, help_text="Mean of the own books less those of the others at the table."
    )
    luck = serializers.FloatField(
        allow_null=True,
        help_text="Points a game, more or less, that luck alone explains in 95 % of cases.",
    )
    behind_first = serializers.BooleanField(
        help_text="Whether luck alone does not explain the distance to the first."
    )
    certainty = serializers.CharField(help_text="The same as a sentence.")


class StandingsPageSerializer(AnySerializer):
    """A page of standings, best first."""

    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    previous = serializers.CharField(allow_null=True)
    results = StandingSerializer(many=True)


class TableSeatSerializer(AnySerializer):
    """A player at a table, and what they got there."""

    seat = seat_field()
    player = TournamentPlayerSerializer()
    place = serializers.IntegerField(
        allow_null=True, help_text="From 1; null until the end, and if the game does not count."
    )
    points = serializers.FloatField(allow_null=True, help_text="Null until the end.")
    books = serializers.IntegerField(allow_null=True, help_text="Null until the end.")
    left = serializers.BooleanField(help_text="Whether the player left; they are last.")


class TournamentTableSerializer(AnySerializer):
    """A table."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()
    status = serializers.ChoiceField(
        choices=TABLE_STATUSES,
        help_text="`void`: fewer than two players could be seated; one who could rests.",
    )
    game = serializers.CharField(allow_null=True, help_text="The game's id.")
    players = TableSeatSerializer(many=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class TournamentTablePageSerializer(AnySerializer):
    """A page of tables, in the order of rounds."""

    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    previous = serializers.CharField(allow_null=True)
    results = TournamentTableSerializer(many=True)


TournamentTableLineSerializer = PolymorphicProxySerializer(
    "TournamentTableLine",
    [TournamentTableSerializer, PageEndSerializer],
    resource_type_field_name=None,
    many=False,
)


class InvitedCountSerializer(AnySerializer):
    """How many players are invited."""

    invited = serializers.IntegerField()


class TopStandingsSerializer(AnySerializer):
    """The beginning of the standings."""

    results = StandingSerializer(many=True, help_text="The first 20.")


class ReloadSerializer(AnySerializer):
    """More tables changed than are sent: read them by `GET …/tables`."""

    limit = serializers.IntegerField(help_text="How many are sent, the latest ones.")


TournamentFrameSerializer = PolymorphicProxySerializer(
    "TournamentFrame",
    {
        "round": frame_shape("RoundFrame", "round", TournamentEntrySerializer, has_id=True),
        "reload": frame_shape("ReloadFrame", "reload", ReloadSerializer),
        "table": frame_shape("TableFrame", "table", TournamentTableSerializer, has_id=True),
        "standing": frame_shape("StandingFrame", "standing", TopStandingsSerializer, has_id=True),
        "time": TIME_FRAME,
        "end": END_FRAME,
    },
    "type",
)
