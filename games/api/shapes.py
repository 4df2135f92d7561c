"""The schema of the answers of game operations; ``render`` builds them."""

from typing import Any

from rest_framework import serializers

from games.api.entry_shapes import (
    CHECKS,
    CLOSING_REASONS,
    PHASES,
    VERDICT_SCOPES,
    VISIBILITIES,
    RulesSerializer,
    action_field,
    cards_field,
    event_field,
    event_shape,
    level_field,
    rank_field,
    seat_field,
)
from games.engine import receipts
from games.models import GameStatus

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
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="When the referee acts for `to_act`, or closes the lobby, UTC."
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
    legal_actions = serializers.ListField(
        child=action_field(),
        help_text="What the reader may do now: the body for the endpoint named by its type.",
    )


class StateSerializer(PositionSerializer):
    """The current position as one reader may see it."""

    last_move = MoveSerializer()


class ReplayedPositionSerializer(PositionSerializer):
    """A past position as one reader may see it; of a game that is over, with all cards."""

    move = MoveSerializer(help_text="The move that led to it.")


class CommandAnswerSerializer(AnySerializer):
    """The caller's move, what the referee did after it, and the game now."""

    moves = MoveSerializer(many=True)
    state = PositionSerializer()


class MovePageSerializer(AnySerializer):
    """A page of moves, oldest first."""

    game = serializers.CharField()
    version = serializers.IntegerField(help_text="Number of the game's last move.")
    moves = MoveSerializer(many=True)


class SeatedPlayerSerializer(AnySerializer):
    """The player of a seat."""

    seat = seat_field()
    player = serializers.CharField(allow_null=True, help_text="Username; null for a built-in bot.")
    is_bot = serializers.BooleanField(help_text="A built-in bot, or a bot's account.")
    bot = level_field(allow_null=True, help_text="Level of the built-in bot that was seated.")


class GameSerializer(AnySerializer):
    """A game without its position."""

    id = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.choices)
    preset = serializers.CharField()
    overlays = serializers.ListField(child=serializers.CharField())
    rules = RulesSerializer()
    seats = serializers.IntegerField()
    players = SeatedPlayerSerializer(many=True)
    visibility = serializers.ChoiceField(choices=VISIBILITIES)
    spectators = serializers.BooleanField(help_text="Whether others may watch.")
    allow_bots = serializers.BooleanField()
    join_code = serializers.CharField(
        allow_null=True, help_text="Of a private game; shown to its players only."
    )
    imported = serializers.BooleanField(
        help_text="Played on another server; does not count in results."
    )
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class GamePageSerializer(AnySerializer):
    """A page of games, newest first."""

    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    previous = serializers.CharField(allow_null=True)
    results = GameSerializer(many=True)


class CreatedGameSerializer(CommandAnswerSerializer):
    """A new game and its first moves."""

    game = GameSerializer()


class SourceSerializer(AnySerializer):
    """A document that rules come from."""

    number = serializers.CharField()
    title = serializers.CharField()
    link = serializers.CharField(help_text="What is based on it.")


class RulesetSerializer(AnySerializer):
    """A preset in short."""

    name = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    ages = serializers.CharField()
    players_min = serializers.IntegerField()
    players_max = serializers.IntegerField()
    source = SourceSerializer()  # type: ignore[assignment]  # DRF's own name for another thing
    link = serializers.CharField()


class OverlaySerializer(AnySerializer):
    """A variation of a preset."""

    name = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    source = SourceSerializer()  # type: ignore[assignment]  # DRF's own name for another thing
    options = serializers.DictField(help_text="What it sets.")
    presets = serializers.ListField(
        child=serializers.CharField(), help_text="Presets that it fits."
    )


class RulesetsSerializer(AnySerializer):
    """All presets and overlays."""

    presets = RulesetSerializer(many=True)
    overlays = OverlaySerializer(many=True)


class FullRulesetSerializer(RulesetSerializer):
    """A preset in full."""

    how_to_play = serializers.ListField(child=serializers.CharField())
    rules = RulesSerializer()
    overlays = serializers.ListField(
        child=serializers.CharField(), help_text="Overlays that can be applied to it."
    )
    options_schema = serializers.DictField(help_text="JSON Schema (2020-12) of the options.")


class SourceUseSerializer(AnySerializer):
    """What is based on a source document."""

    number = serializers.CharField()
    title = serializers.CharField()
    presets = serializers.ListField(child=serializers.CharField())
    overlays = serializers.ListField(child=serializers.CharField())
    options = serializers.ListField(child=serializers.CharField())


class TranscriptFileSerializer(AnySerializer):
    """A finished game, complete; GET /transcripts/schema has its JSON Schema."""

    format = serializers.CharField()
    version = serializers.IntegerField()
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
