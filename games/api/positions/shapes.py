"""Answers at the table, for the schema: moves, positions and states; ``render`` builds them."""

from typing import Any

from rest_framework import serializers

from games.api.positions.entry_shapes import (
    CLOSING_REASONS,
    PHASES,
    action_field,
    cards_field,
    event_field,
    event_shape,
    level_field,
    rank_field,
    seat_field,
)

AnySerializer = serializers.Serializer[Any]


class MoveSerializer(AnySerializer):
    """A move of the log, redacted for the reader."""

    number = serializers.IntegerField(min_value=1)
    seat = seat_field(allow_null=True, help_text="Null for the referee.")
    at = serializers.DateTimeField(help_text="UTC.")
    digest = serializers.CharField(help_text="Receipt: link of the log's chain, hexadecimal.")
    events = serializers.ListField(child=event_field())


class BookSerializer(AnySerializer):
    """A laid book; nulls where it lies face down."""

    rank = rank_field(allow_null=True)
    cards = cards_field(allow_null=True)


class VoidBookSerializer(BookSerializer):
    """A book that left play without scoring."""

    seat = seat_field()


class SeatStateSerializer(AnySerializer):
    """One seat of the table."""

    seat = seat_field()
    taken = serializers.BooleanField()
    left = serializers.BooleanField(help_text="Resigned or abandoned.")
    bot = level_field(
        allow_null=True, help_text="Level of the built-in bot that plays it; null for a player."
    )
    hand_size = serializers.IntegerField()
    hand = cards_field(allow_null=True, help_text="Null where the reader may not see it.")
    books = BookSerializer(many=True)
    total = serializers.IntegerField(help_text="Points over the deals of a series.")
    barred = serializers.ListField(
        child=rank_field(), help_text="Ranks in which it cannot score a book."
    )
    misses_turns = serializers.IntegerField()


class PositionSerializer(AnySerializer):
    """A position as one reader may see it."""

    game = serializers.CharField(help_text="The game's id, 11 characters.")
    version = serializers.IntegerField(help_text="Number of the last move.")
    phase = serializers.ChoiceField(choices=PHASES)
    commitment = serializers.CharField(help_text="SHA-256 commitment to the seed of every shuffle.")
    turn_seconds = serializers.IntegerField(allow_null=True, help_text="Null for no time limit.")
    rated = serializers.BooleanField(
        allow_null=True,
        help_text="Whether the result changes ratings, decided at the start. Null before it, and if "
        "the game was not opened as rated.",
    )
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="When the referee acts for `to_act`, or closes the lobby, UTC."
    )
    paused = serializers.BooleanField(
        help_text="Whether the teacher of a class has paused the game: no moves, and no deadline."
    )
    dealer = seat_field(allow_null=True)
    deal = serializers.IntegerField(help_text="Packs dealt from so far.")
    turn = seat_field(allow_null=True, help_text="Whose turn it is.")
    to_act = seat_field(allow_null=True, help_text="The seat that the game waits for.")
    asked = event_shape("asked", allow_null=True, help_text="The ask that awaits its answer.")
    closing = serializers.ChoiceField(choices=CLOSING_REASONS, allow_null=True)
    stock = serializers.IntegerField(help_text="Cards left to draw.")
    stock_cards = cards_field(
        allow_null=True, help_text="Top first; only in replays of games that are over."
    )
    idle_asks = serializers.IntegerField(help_text="Asks since the last draw or book.")
    seats = SeatStateSerializer(many=True)
    void = VoidBookSerializer(many=True)
    discards = BookSerializer(many=True)
    result = event_shape(
        "game_over", allow_null=True, help_text="Of the last deal, once it is over."
    )
    series = event_shape("series_over", allow_null=True, help_text="Of a series, at its end.")
    rulings = serializers.ListField(
        child=event_shape("ruled"), help_text="Oldest first; the last ruling of a case is in force."
    )
    you = seat_field(
        allow_null=True,
        help_text="The reader's seat; null for a spectator, and for a player who has left.",
    )
    spectator = serializers.BooleanField(
        help_text="Whether `you` is null. Only if it is not, `to_act` equal to `you` means your turn."
    )
    legal_actions = serializers.ListField(
        child=action_field(),
        help_text="What the reader may do now: the body for the endpoint named by its type.",
    )


class StateSerializer(PositionSerializer):
    """The current position as one reader may see it."""

    last_move = MoveSerializer()


class CommandAnswerSerializer(AnySerializer):
    """The caller's move, what the referee did after it, and the game now."""

    moves = MoveSerializer(many=True)
    state = StateSerializer()
