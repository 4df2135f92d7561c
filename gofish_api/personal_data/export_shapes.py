"""The shapes of an account's export."""

from rest_framework import serializers

from accounts.api.shapes import HoldingsSerializer
from games.disputes.models import Action, Kind, Reason
from games.disputes.models import DisputeStatus as DisputeStatus
from games.models import GameAnalysis, GameStatus


class HeldGameSerializer(serializers.Serializer[object]):
    """A game with a seat of the account, and the path of its moves."""

    id = serializers.CharField()
    seat = serializers.IntegerField()
    preset = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.choices)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    moves = serializers.CharField()


class HeldInvitationSerializer(serializers.Serializer[object]):
    """An invitation to a seat."""

    game = serializers.CharField()
    at = serializers.DateTimeField()
    declined_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_null=True)


class HeldLobbyExitSerializer(serializers.Serializer[object]):
    """How often the account left or was removed from a lobby; kept until the game starts or is
    closed.
    """

    game = serializers.CharField()
    count = serializers.IntegerField()


class HeldMatchSerializer(serializers.Serializer[object]):
    """The account's last request for a quick match."""

    id = serializers.CharField()
    preset = serializers.CharField()
    overlays = serializers.ListField(child=serializers.CharField())
    seats = serializers.IntegerField()
    until = serializers.DateTimeField()
    game = serializers.CharField(allow_null=True)


class HeldAnswerSerializer(serializers.Serializer[object]):
    """A response that is stored for retries of a request, for a day."""

    key = serializers.CharField()
    status = serializers.IntegerField()
    at = serializers.DateTimeField()


class HeldStatisticsSerializer(serializers.Serializer[object]):
    """The account's results in the finished games of a preset."""

    preset = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    shared = serializers.IntegerField()
    lost = serializers.IntegerField()


class HeldRatingSerializer(serializers.Serializer[object]):
    """The account's rating in a family of presets."""

    family = serializers.CharField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    games = serializers.IntegerField()
    at = serializers.DateTimeField()


class HeldRatingEntrySerializer(serializers.Serializer[object]):
    """How a game changed a rating of the account."""

    game = serializers.CharField()
    number = serializers.IntegerField(help_text="Place in the order of all rated games.")
    family = serializers.CharField()
    place = serializers.IntegerField(help_text="From 0.")
    mu_before = serializers.FloatField()
    sigma_before = serializers.FloatField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()


class HeldHidingSerializer(serializers.Serializer[object]):
    """That the account hides its ratings."""

    hidden = serializers.BooleanField()


class HeldAnalysisSerializer(serializers.Serializer[object]):
    """An analysis of a game that the account requested."""

    game = serializers.CharField()
    at = serializers.DateTimeField()
    status = serializers.CharField(help_text=", ".join(GameAnalysis.Status.values))


class HeldPresenceSerializer(serializers.Serializer[object]):
    """When the account was last seen, and at which game."""

    at = serializers.DateTimeField()
    game = serializers.CharField(allow_null=True)


class HeldOfferSerializer(serializers.Serializer[object]):
    """What a bot offers to play."""

    account = serializers.CharField()
    presets = serializers.ListField(child=serializers.CharField())


class HeldStatusSerializer(serializers.Serializer[object]):
    """What a bot last announced that it accepts."""

    account = serializers.CharField()
    at = serializers.DateTimeField()
    presets = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.IntegerField())
    turn_seconds_min = serializers.IntegerField(allow_null=True)
    untimed = serializers.BooleanField()
    capacity = serializers.IntegerField()


class HeldDisputeSerializer(serializers.Serializer[object]):
    """A dispute that the account filed."""

    id = serializers.CharField()
    game = serializers.CharField()
    move = serializers.IntegerField(allow_null=True)
    reason = serializers.ChoiceField(choices=Reason.choices)
    status = serializers.CharField(help_text=", ".join(DisputeStatus.values))
    filed_at = serializers.DateTimeField()
    is_bad_faith = serializers.BooleanField(
        help_text="Whether a reviewer found that it was not filed in good faith."
    )


class HeldWordsSerializer(serializers.Serializer[object]):
    """A text that the account wrote about a dispute that it filed or appealed in."""

    dispute = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField()


class HeldRulingSerializer(serializers.Serializer[object]):
    """A ruling against the account."""

    dispute = serializers.CharField()
    kind = serializers.ChoiceField(choices=Kind.choices)
    until = serializers.DateTimeField(allow_null=True)
    reasons = serializers.CharField()
    at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class HeldReviewSerializer(serializers.Serializer[object]):
    """An action of the account as a reviewer; without a game if it was about a player."""

    action = serializers.ChoiceField(choices=Action.choices)
    game = serializers.CharField(allow_null=True)
    why = serializers.CharField()
    at = serializers.DateTimeField()


class HeldNoteSerializer(serializers.Serializer[object]):
    """A note of a reviewer on the account."""

    text = serializers.CharField()
    at = serializers.DateTimeField()


class HeldAddressSerializer(serializers.Serializer[object]):
    """The time from which a seat was played from a new address.

    The address itself is not readable.
    """

    game = serializers.CharField()
    at = serializers.DateTimeField()


class ExportSerializer(HoldingsSerializer):
    """All data stored about an account except secrets and their digests."""

    games = HeldGameSerializer(many=True)
    invitations = HeldInvitationSerializer(many=True)
    lobby_exits = HeldLobbyExitSerializer(many=True)
    matches = HeldMatchSerializer(many=True)
    stored_answers = HeldAnswerSerializer(many=True)
    statistics = HeldStatisticsSerializer(many=True)
    ratings = HeldRatingSerializer(many=True)
    rating_history = HeldRatingEntrySerializer(many=True)
    hidden_ratings = HeldHidingSerializer(many=True)
    analyses = HeldAnalysisSerializer(many=True)
    last_seen = HeldPresenceSerializer(many=True)
    bot_offers = HeldOfferSerializer(many=True)
    bot_statuses = HeldStatusSerializer(many=True)
    disputes = HeldDisputeSerializer(many=True)
    dispute_words = HeldWordsSerializer(many=True)
    rulings = HeldRulingSerializer(many=True)
    reviews = HeldReviewSerializer(many=True)
    reviewer_notes = HeldNoteSerializer(many=True)
    addresses = HeldAddressSerializer(many=True)
    next = serializers.CharField(
        allow_null=True, help_text="Path of the next page; the last page has none."
    )
