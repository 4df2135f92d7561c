"""Answers from the move log, for the schema: pages of moves, replays, transcripts,
verifications.
"""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from games.api.positions.shapes import (
    CHECKS,
    VERDICT_SCOPES,
    AnySerializer,
    MoveSerializer,
    PositionSerializer,
    RulesSerializer,
    SentRulesSerializer,
    seat_field,
)
from games.engine import receipts


class ReplayedPositionSerializer(PositionSerializer):
    """A past position as one reader may see it; of a game that is over, with all cards."""

    move = MoveSerializer(help_text="The move that led to it.")


class MovePageSerializer(AnySerializer):
    """A page of moves, oldest first."""

    game = serializers.CharField()
    version = serializers.IntegerField(help_text="Number of the game's last move.")
    moves = MoveSerializer(many=True)


class MovesEndSerializer(AnySerializer):
    """The last line of a page of moves: without it, the page was cut off."""

    next = serializers.CharField(
        allow_null=True, help_text="Address of the next page; null if the last move is on this one."
    )
    version = serializers.IntegerField(help_text="Number of the game's last move.")


MoveLineSerializer = PolymorphicProxySerializer(
    "MoveLine", [MoveSerializer, MovesEndSerializer], resource_type_field_name=None, many=False
)


class AnnotatedPlayerSerializer(AnySerializer):
    """The name of a player when the transcript was written."""

    seat = seat_field()
    username = serializers.CharField(
        allow_null=True, help_text="Null for a closed account, and for a built-in bot."
    )


class AnnotationsSerializer(AnySerializer):
    """What is not proved: no digest covers it, and imports ignore it."""

    players = AnnotatedPlayerSerializer(many=True)


class TranscriptFileSerializer(AnySerializer):
    """A finished game, complete; GET /transcripts/schema has its JSON Schema."""

    format = serializers.CharField()
    version = serializers.IntegerField(
        help_text="1: commands and events are objects. 2: those of moves of schema 3 are arrays, and a "
        "command is null if the first event implies it."
    )
    game = serializers.CharField()
    preset = serializers.CharField()
    overlays = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.DictField())
    rules = RulesSerializer()
    commitment = serializers.CharField()
    seed = serializers.CharField()
    entropy = serializers.ListField(child=serializers.JSONField())
    result = serializers.DictField()
    series = serializers.DictField(allow_null=True)
    rulings = serializers.ListField(
        child=serializers.DictField(), required=False, help_text="Present if there is one."
    )
    moves = serializers.ListField(child=serializers.DictField())
    annotations: Any = AnnotationsSerializer(required=False)


class ReceiptSerializer(AnySerializer):
    """The digest of a move, as shown during play."""

    number = serializers.IntegerField(min_value=1)
    digest = serializers.CharField(help_text="Hexadecimal.")


class ReceiptsSerializer(AnySerializer):
    """Receipts that a client saved during play."""

    format = serializers.ChoiceField(choices=[receipts.FORMAT])
    version = serializers.IntegerField()
    game = serializers.CharField(help_text="Not compared: an imported game gets another id.")
    commitment = serializers.CharField(help_text="As the state showed it before the deal.")
    receipts = serializers.ListField(
        child=ReceiptSerializer(), help_text=f"At most {receipts.MOST_RECEIPTS:,}."
    )


class VerificationRequestSerializer(TranscriptFileSerializer):
    """A transcript, and receipts to compare its log with."""

    rules = SentRulesSerializer()
    annotations = serializers.DictField(
        required=False, help_text="Any object; no digest covers it, so it proves nothing."
    )
    receipts = ReceiptsSerializer(
        required=False,
        help_text="Receipts saved during play; without them, the log could be invented.",
    )


class FailureSerializer(AnySerializer):
    """The first check that failed."""

    move = serializers.IntegerField(allow_null=True, help_text="Null for the log as a whole.")
    check = serializers.ChoiceField(choices=CHECKS)
    reason = serializers.CharField()


class VerdictSerializer(AnySerializer):
    """The result of verifying a transcript."""

    holds = serializers.BooleanField()
    moves = serializers.IntegerField(help_text="Number of valid moves, from the first.")
    scope = serializers.ChoiceField(
        choices=VERDICT_SCOPES,
        help_text="`chain`: the rules version is unknown, only digests were checked.",
    )
    failure = FailureSerializer(allow_null=True)
    proved_until = serializers.IntegerField(
        allow_null=True,
        help_text="Up to this move, the receipts prove that the log is the one shown during play. "
        "0 if they prove only the commitment; null without receipts or if a check failed.",
    )
    unproved = serializers.ListField(
        child=serializers.CharField(),
        help_text="What remains unproved of a valid transcript, in sentences.",
    )
