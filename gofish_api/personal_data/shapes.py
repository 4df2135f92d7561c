"""The shapes of what an account's export shows of each row: no password hashes, no digests."""

from typing import Any

from rest_framework import serializers

from accounts.api.shapes import TokenSerializer
from games import ids
from games.disputes.models import (
    Action,
    Dispute,
    DisputeStatus,
    Kind,
    Reason,
)
from games.models import (
    GameAnalysis,
    GameStatus,
    SeatResult,
)
from games.webhooks.models import Webhook


class IdField(serializers.CharField):
    """The id of a game or a dispute, as clients see it."""

    def to_representation(self, value: Any) -> str:
        """Write a number as text."""
        return ids.to_text(value)


class MovesPathField(IdField):
    """The path of a game's moves."""

    def to_representation(self, value: Any) -> str:
        """Write the path for the number of a game."""
        return f"/api/v1/games/{super().to_representation(value)}/moves"


class OrNullField(serializers.CharField):
    """A text, null instead of an empty one."""

    def to_representation(self, value: str) -> Any:
        """Return the text or None."""
        return value or None


class OrNullEmailField(OrNullField, serializers.EmailField):
    """An e-mail address, or null."""


class BadFaithField(serializers.BooleanField):
    """Whether the last ruling on a dispute found bad faith."""

    def get_attribute(self, instance: Dispute) -> bool:
        """Look at the rulings, oldest first."""
        rulings = list(instance.rulings.all())
        return bool(rulings) and rulings[-1].is_bad_faith


class HeldAccountSerializer(serializers.Serializer[Any]):
    """All stored data of an account except the password hash."""

    username = serializers.CharField()
    display_name = serializers.CharField(source="shown_name", allow_null=True)
    picture = OrNullField(allow_null=True, help_text="The chosen one.")
    email = OrNullEmailField(allow_null=True)
    email_set_at = serializers.DateTimeField(allow_null=True)
    email_verified_at = serializers.DateTimeField(allow_null=True)
    has_password = serializers.BooleanField(source="has_usable_password")
    is_guest = serializers.BooleanField()
    is_bot = serializers.BooleanField()
    is_staff = serializers.BooleanField()
    is_active = serializers.BooleanField()
    suspended_until = serializers.DateTimeField(allow_null=True)
    suspension_reason = OrNullField(allow_null=True)
    created_at = serializers.DateTimeField()
    last_login = serializers.DateTimeField(allow_null=True)


class HeldTokenSerializer(TokenSerializer):
    """A token, live, expired or revoked."""

    revoked_at = serializers.DateTimeField(allow_null=True)
    app = OrNullField(allow_null=True, help_text="The client id of the app that has it.")
    app_origin = OrNullField(allow_null=True)
    resource = OrNullField(allow_null=True)

    class Meta(TokenSerializer.Meta):
        fields = (  # type: ignore[assignment]
            *TokenSerializer.Meta.fields,
            "revoked_at",
            "app",
            "app_origin",
            "resource",
        )


class HeldGrantSerializer(serializers.Serializer[Any]):
    """A code of an app or a device, kept for a day."""

    app = serializers.CharField(help_text="The client id.")
    app_name = serializers.CharField()
    app_origin = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True)


class HeldNoticeSerializer(serializers.Serializer[Any]):
    """A stored notice."""

    id = serializers.IntegerField()
    account = serializers.CharField(
        source="account.username", help_text="The account or one of its bots."
    )
    kind = serializers.CharField()
    data = serializers.DictField(help_text="Ids and codes.")  # type: ignore[assignment]
    created_at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)


class HeldBotSerializer(serializers.Serializer[Any]):
    """A bot that the account owns."""

    account = HeldAccountSerializer()
    tokens = HeldTokenSerializer(many=True)


class FailedSignInSerializer(serializers.Serializer[Any]):
    """Wrong passwords for the account from one address; deleted after a successful sign-in."""

    at = serializers.DateTimeField(source="attempt_time")
    address = serializers.IPAddressField(source="ip_address", allow_null=True)
    user_agent = serializers.CharField()
    failures = serializers.IntegerField(source="failures_since_start")


class FormerUsernameSerializer(serializers.Serializer[Any]):
    """A username that a reviewer replaced, in lower case and without look-alikes; you can still
    sign in with it.
    """

    username = serializers.CharField(source="skeleton")
    at = serializers.DateTimeField()


class HeldWebhookSerializer(serializers.Serializer[Any]):
    """A webhook of one of the account's tokens."""

    id = serializers.IntegerField()
    token = serializers.CharField(source="token.name", help_text="The name of its token.")
    account = serializers.CharField(source="token.user.username")
    url = serializers.CharField()
    events = serializers.ListField(child=serializers.CharField())
    status = serializers.CharField(help_text=", ".join(Webhook.Status.values))
    created_at = serializers.DateTimeField()


class HeldGameSerializer(serializers.Serializer[Any]):
    """A game with a seat of the account, and the path of its moves."""

    id = IdField(source="game_id")
    seat = serializers.IntegerField(source="number")
    preset = serializers.CharField(source="game.preset")
    status = serializers.ChoiceField(source="game.status", choices=GameStatus.choices)
    created_at = serializers.DateTimeField(source="game.created_at")
    finished_at = serializers.DateTimeField(source="game.finished_at", allow_null=True)
    result = serializers.ChoiceField(choices=SeatResult.choices, allow_null=True)
    moves = MovesPathField(source="game_id")


class HeldInvitationSerializer(serializers.Serializer[Any]):
    """An invitation to a seat."""

    game = IdField(source="game_id")
    at = serializers.DateTimeField()
    declined_at = serializers.DateTimeField(allow_null=True)
    reason = OrNullField(source="decline_reason", allow_null=True)


class HeldClassSerializer(serializers.Serializer[Any]):
    """A class of the account. Its names and results are in `GET /classes/{id}`."""

    class_id = IdField(source="pk")
    name = serializers.CharField()
    kind = serializers.CharField()
    size = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    delete_at = serializers.DateTimeField()


class HeldTournamentSerializer(serializers.Serializer[Any]):
    """A tournament that the account hosts."""

    tournament = IdField(source="pk")
    name = serializers.CharField()
    status = serializers.CharField()


class HeldEntrySerializer(serializers.Serializer[Any]):
    """The account as a player of a tournament."""

    tournament = IdField(source="tournament_id")
    number = serializers.IntegerField()
    status = serializers.CharField()
    removal = OrNullField(allow_null=True)
    place = serializers.IntegerField()


class HeldTournamentRoleSerializer(serializers.Serializer[Any]):
    """A tournament that the account directs, or is invited to."""

    tournament = IdField(source="tournament_id")


class HeldTournamentDecisionSerializer(serializers.Serializer[Any]):
    """A decision of the account about a tournament."""

    tournament = IdField(source="tournament_id")
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()


class HeldLobbyExitSerializer(serializers.Serializer[Any]):
    """How often the account left or was removed from a lobby; kept until the game starts or is
    closed.
    """

    game = IdField(source="game_id")
    count = serializers.IntegerField()


class HeldMatchSerializer(serializers.Serializer[Any]):
    """The account's last request for a quick match."""

    id = serializers.CharField(source="public_id")
    preset = serializers.CharField()
    overlays = serializers.ListField(child=serializers.CharField())
    seats = serializers.IntegerField()
    until = serializers.DateTimeField()
    game = IdField(source="game_id", allow_null=True)


class HeldAnswerSerializer(serializers.Serializer[Any]):
    """A response that is stored for retries of a request, for a day."""

    key = serializers.CharField()
    status = serializers.IntegerField()
    at = serializers.DateTimeField()


class HeldStatisticsSerializer(serializers.Serializer[Any]):
    """The account's results in the finished games of a preset."""

    preset = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    shared = serializers.IntegerField()
    lost = serializers.IntegerField()


class HeldRatingSerializer(serializers.Serializer[Any]):
    """The account's rating in a family of presets."""

    family = serializers.CharField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    games = serializers.IntegerField()
    at = serializers.DateTimeField()


class HeldRatingEntrySerializer(serializers.Serializer[Any]):
    """How a game changed a rating of the account."""

    game = IdField(source="number.game_id")
    number = serializers.IntegerField(
        source="number_id", help_text="Place in the order of all rated games."
    )
    family = serializers.CharField()
    place = serializers.IntegerField(help_text="From 0.")
    mu_before = serializers.FloatField()
    sigma_before = serializers.FloatField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()


class HeldHidingSerializer(serializers.Serializer[Any]):
    """That the account hides its ratings."""

    hidden = serializers.BooleanField()


class HeldAnalysisSerializer(serializers.Serializer[Any]):
    """An analysis of a game that the account requested."""

    game = IdField(source="game_id")
    at = serializers.DateTimeField(source="requested_at")
    status = serializers.CharField(help_text=", ".join(GameAnalysis.Status.values))


class HeldPresenceSerializer(serializers.Serializer[Any]):
    """When the account was last seen, and at which game."""

    at = serializers.DateTimeField()
    game = IdField(source="game_id", allow_null=True)


class HeldOfferSerializer(serializers.Serializer[Any]):
    """What a bot offers to play."""

    account = serializers.CharField(source="account.username")
    presets = serializers.ListField(child=serializers.CharField())


class HeldStatusSerializer(serializers.Serializer[Any]):
    """What a bot last announced that it accepts."""

    account = serializers.CharField(source="account.username")
    at = serializers.DateTimeField()
    presets = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.IntegerField())
    turn_seconds_min = serializers.IntegerField(allow_null=True)
    untimed = serializers.BooleanField()
    capacity = serializers.IntegerField()


class HeldDisputeSerializer(serializers.Serializer[Any]):
    """A dispute that the account filed."""

    id = serializers.CharField(source="public_id")
    game = IdField(source="game_id")
    move = serializers.IntegerField(allow_null=True)
    reason = serializers.ChoiceField(choices=Reason.choices)
    status = serializers.CharField(help_text=", ".join(DisputeStatus.values))
    filed_at = serializers.DateTimeField()
    is_bad_faith = BadFaithField(
        help_text="Whether a reviewer found that it was not filed in good faith."
    )


class HeldWordsSerializer(serializers.Serializer[Any]):
    """A text that the account wrote about a dispute that it filed or appealed in."""

    dispute = IdField(source="dispute_id")
    text = serializers.CharField()
    at = serializers.DateTimeField()


class HeldRulingSerializer(serializers.Serializer[Any]):
    """A ruling against the account."""

    dispute = IdField(source="dispute_id")
    kind = serializers.ChoiceField(choices=Kind.choices)
    until = serializers.DateTimeField(allow_null=True)
    reasons = serializers.CharField()
    at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class HeldReviewSerializer(serializers.Serializer[Any]):
    """An action of the account as a reviewer; without a game if it was about a player."""

    action = serializers.ChoiceField(choices=Action.choices)
    game = IdField(source="game_id", allow_null=True)
    why = serializers.CharField()
    at = serializers.DateTimeField()


class HeldNoteSerializer(serializers.Serializer[Any]):
    """A note of a reviewer on the account."""

    text = serializers.CharField()
    at = serializers.DateTimeField()


class HeldAddressSerializer(serializers.Serializer[Any]):
    """The time from which a seat was played from a new address.

    The address itself is not readable.
    """

    game = IdField(source="seat.game_id")
    at = serializers.DateTimeField()
