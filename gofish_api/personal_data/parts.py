"""The parts of an account's export: the rows of each, and the shape in which they are shown.

Password hashes and digests are not exported. There may be many rows, so each part is read in
chunks, in the order of a key.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from axes.models import AccessAttempt
from django.db.models import Q, QuerySet, Value
from rest_framework import serializers

from accounts import names
from accounts.api.shapes import BlockSerializer, TokenSerializer
from accounts.models import AuthorizationCode, Block, DeviceCode, Notice, ReservedName, Token, User
from games import ids
from games.disputes.models import (
    Action,
    AuditEntry,
    Dispute,
    DisputeStatus,
    Kind,
    PlayerNote,
    Reason,
    Ruling,
    SeatAddress,
    Words,
)
from games.models import (
    BotOffer,
    BotStatus,
    GameAnalysis,
    GameStatus,
    HiddenRatings,
    Invitation,
    LastSeen,
    LobbyExit,
    Match,
    PlayerStatistics,
    Rating,
    RatingEntry,
    RatingGeneration,
    Seat,
    SeatResult,
    StoredAnswer,
)
from games.tournaments.models import (
    Director,
    Entrant,
    Tournament,
    TournamentDecision,
    TournamentInvitation,
)
from games.webhooks.models import Webhook

Key = tuple[Any, ...]
"""The sort key of a row in its part."""


class Chunk(NamedTuple):
    """Consecutive rows of a part."""

    rows: Sequence[Any]
    size: int
    """The number of database rows, including nested ones."""
    last: Key | None
    """The key of the last row; None if no more rows follow."""


class Part(NamedTuple):
    """A table of rows that belong to an account."""

    shape: type[serializers.Serializer[Any]]
    rows: Callable[[int], QuerySet[Any]]
    """Takes an account id."""
    by: str = "pk"
    """The column of the key."""
    key: tuple[type, ...] = (int,)
    """The types of the elements of a key."""

    def read(self, account_id: int, after: Key | None, most: int) -> Chunk:
        """Return up to ``most`` rows after a key, or from the start."""
        rows = self.rows(account_id).order_by(self.by)
        if after is not None:
            rows = rows.filter(**{f"{self.by}__gt": after[0]})
        batch = list(rows[: most + 1])
        last = (getattr(batch[most - 1], self.by),) if len(batch) > most else None
        return Chunk(batch[:most], len(batch[:most]), last)


class BotsPart(Part):
    """Bots with their tokens; a bot whose tokens do not fit is repeated with the rest."""

    def read(self, account_id: int, after: Key | None, most: int) -> Chunk:
        """Return bots after a key, which is (bot id, token id).

        Each bot and each token is a row, so ``most`` must be 2 or more.
        """
        bots = self.rows(account_id).order_by("pk")
        tokens = Token.objects.order_by("user", "pk")
        if after is not None:
            bots = bots.filter(pk__gte=after[0])
            tokens = tokens.filter(Q(user__gt=after[0]) | Q(user=after[0], pk__gt=after[1]))
        batch = list(bots[: most + 1])
        theirs = list(tokens.filter(user__in=[bot.pk for bot in batch])[: most + 1])
        rows: list[Any] = []
        size, last = 0, after
        for bot in batch:
            own = [token for token in theirs if token.user_id == bot.pk]
            if after is not None and bot.pk == after[0] and not own:
                continue  # complete in the previous chunk
            if size == most:
                return Chunk(rows, size, last)
            own_tokens = list(islice(own, most - size - 1))
            rows.append({"account": bot, "tokens": own_tokens})
            size += 1 + len(own_tokens)
            if own_tokens:
                last = (bot.pk, own_tokens[-1].pk)
            elif after is None or bot.pk != after[0]:
                last = (bot.pk, 0)
            if len(own_tokens) < len(own):
                return Chunk(rows, size, last)
        return Chunk(rows, size, None)


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


def _of_bots_too(account_id: int) -> Q:
    """Return a filter for rows of the account and of its bots."""
    return Q(account=account_id) | Q(account__owner=account_id)


def _failed_sign_ins(account_id: int) -> QuerySet[Any]:
    username = User.objects.values_list("username", flat=True).get(pk=account_id)
    return AccessAttempt.objects.filter(username=names.canonical(username))  # type: ignore[no-any-return]


_LIVE = Q(generation__status=RatingGeneration.Status.LIVE)

PARTS: Mapping[str, Part] = {
    "tokens": Part(HeldTokenSerializer, lambda pk: Token.objects.filter(user=pk)),
    "bots": BotsPart(HeldBotSerializer, lambda pk: User.objects.filter(owner=pk), key=(int, int)),
    "webhooks": Part(
        HeldWebhookSerializer,
        lambda pk: Webhook.objects.filter(
            Q(token__user=pk) | Q(token__user__owner=pk)
        ).select_related("token__user"),
    ),
    "notices": Part(
        HeldNoticeSerializer,
        lambda pk: Notice.objects.filter(_of_bots_too(pk)).select_related("account"),
    ),
    "app_codes": Part(HeldGrantSerializer, lambda pk: AuthorizationCode.objects.filter(account=pk)),
    "device_codes": Part(HeldGrantSerializer, lambda pk: DeviceCode.objects.filter(account=pk)),
    "blocks": Part(
        BlockSerializer, lambda pk: Block.objects.filter(account=pk).select_related("blocked")
    ),
    "former_usernames": Part(
        FormerUsernameSerializer, lambda pk: ReservedName.objects.filter(account=pk), key=(str,)
    ),
    "failed_sign_ins": Part(FailedSignInSerializer, _failed_sign_ins),
    "games": Part(
        HeldGameSerializer,
        lambda pk: Seat.objects.filter(account=pk).select_related("game"),
        by="game_id",
    ),
    "invitations": Part(HeldInvitationSerializer, lambda pk: Invitation.objects.filter(account=pk)),
    "lobby_exits": Part(HeldLobbyExitSerializer, lambda pk: LobbyExit.objects.filter(account=pk)),
    "matches": Part(HeldMatchSerializer, lambda pk: Match.objects.filter(account=pk)),
    "tournaments": Part(HeldTournamentSerializer, lambda pk: Tournament.objects.filter(host=pk)),
    "tournament_entries": Part(HeldEntrySerializer, lambda pk: Entrant.objects.filter(account=pk)),
    "tournament_invitations": Part(
        HeldTournamentRoleSerializer, lambda pk: TournamentInvitation.objects.filter(account=pk)
    ),
    "directed_tournaments": Part(
        HeldTournamentRoleSerializer, lambda pk: Director.objects.filter(account=pk)
    ),
    "tournament_decisions": Part(
        HeldTournamentDecisionSerializer, lambda pk: TournamentDecision.objects.filter(actor=pk)
    ),
    "stored_answers": Part(
        HeldAnswerSerializer,
        lambda pk: StoredAnswer.objects.filter(account=pk).only("key", "status", "at"),
        by="key",
        key=(str,),
    ),
    "statistics": Part(
        HeldStatisticsSerializer,
        lambda pk: PlayerStatistics.objects.filter(account=pk),
        by="preset",
        key=(str,),
    ),
    "ratings": Part(
        HeldRatingSerializer,
        lambda pk: Rating.objects.filter(_LIVE, account=pk),
        by="family",
        key=(str,),
    ),
    "rating_history": Part(
        HeldRatingEntrySerializer,
        lambda pk: RatingEntry.objects.filter(_LIVE, account=pk).select_related("number"),
        by="number_id",
    ),
    "hidden_ratings": Part(
        HeldHidingSerializer,
        lambda pk: HiddenRatings.objects.filter(account=pk).annotate(hidden=Value(True)),
        by="account_id",
    ),
    "analyses": Part(
        HeldAnalysisSerializer,
        lambda pk: GameAnalysis.objects.filter(requested_by=pk).defer("data"),
    ),
    "last_seen": Part(
        HeldPresenceSerializer, lambda pk: LastSeen.objects.filter(account=pk), by="account_id"
    ),
    "bot_offers": Part(
        HeldOfferSerializer,
        lambda pk: BotOffer.objects.filter(_of_bots_too(pk)).select_related("account"),
        by="account_id",
    ),
    "bot_statuses": Part(
        HeldStatusSerializer,
        lambda pk: BotStatus.objects.filter(_of_bots_too(pk)).select_related("account"),
        by="account_id",
    ),
    "disputes": Part(
        HeldDisputeSerializer,
        lambda pk: Dispute.objects.filter(complainant=pk).prefetch_related("rulings"),
    ),
    "dispute_words": Part(HeldWordsSerializer, lambda pk: Words.objects.filter(author=pk)),
    "rulings": Part(HeldRulingSerializer, lambda pk: Ruling.all_given.filter(account=pk)),
    "reviews": Part(HeldReviewSerializer, lambda pk: AuditEntry.objects.filter(actor=pk)),
    "reviewer_notes": Part(HeldNoteSerializer, lambda pk: PlayerNote.objects.filter(player=pk)),
    "addresses": Part(
        HeldAddressSerializer,
        lambda pk: SeatAddress.objects.filter(seat__account=pk).select_related("seat"),
    ),
}


class ExportSerializer(serializers.Serializer[Any]):
    """All data stored about an account except secrets and their digests."""

    account = HeldAccountSerializer()
    next = serializers.CharField(
        allow_null=True, help_text="Path of the next page; the last page has none."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the fields with those of the parts between them."""
        fields = super().get_fields()
        parts = {name: part.shape(many=True) for name, part in PARTS.items()}
        return {"account": fields["account"], **parts, "next": fields["next"]}
