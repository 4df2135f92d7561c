"""The parts of an account's export: the rows of each, which may be many, and what it shows of them:
no password hashes, no digests.
"""

from collections.abc import Callable
from typing import Any

from axes.models import AccessAttempt
from django.db.models import Model, Q, QuerySet, Value
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from rest_framework import serializers

from accounts import names
from accounts.api.shapes import BlockSerializer, TokenSerializer
from accounts.models import AuthorizationCode, Block, DeviceCode, Notice, ReservedName, Token, User
from games import models
from games.classes.models import SchoolClass
from games.desk import models as disputes
from games.desk.models import Dispute
from games.play.models import Action, AuditEntry
from games.tournaments import models as tournaments
from games.webhooks.models import Webhook
from gofish_api.personal_data.rows import (
    BadFaithField,
    BotsPart,
    IdField,
    MovesPathField,
    OrNullEmailField,
    OrNullField,
    Part,
    RowSerializer,
)

TEXT, NUMBER, TIME = serializers.CharField, serializers.IntegerField, serializers.DateTimeField

PARTS: dict[str, Part] = {}
"""The parts by name, in their order on the pages."""


def part(
    name: str,
    model: type[Model],
    columns: str,
    *,
    owner: str = "account",
    of_bots_too: bool = False,
    rows: Callable[[int], QuerySet[Any]] | None = None,
    by: str = "pk",
    key: tuple[type, ...] = (int,),
) -> Callable[[type[RowSerializer]], type[RowSerializer]]:
    """Make a serializer the shape of a part: the rows of a model that refer to the account as their
    ``owner``, or ``rows`` of an account id.

    ``columns`` are the fields in their order. One that the class does not declare is a column.
    """

    def decorate(shape: type[RowSerializer]) -> type[RowSerializer]:
        shape.Meta = type("Meta", (), {"model": model, "fields": columns.split()})  # type: ignore[assignment, misc]
        sources = [str(field.source).split(".") for field in shape._declared_fields.values()]
        related = {"__".join(relations) for *relations, _ in sources if relations}

        def owned(pk: int) -> QuerySet[Any]:
            is_theirs = Q((owner, pk))
            if of_bots_too:
                is_theirs |= Q((f"{owner}__owner", pk))
            found = model._default_manager.filter(is_theirs)
            return found.select_related(*related) if related else found

        PARTS[name] = Part(shape, rows or owned, by, key)
        return shape

    return decorate


def _failed_sign_ins(account_id: int) -> QuerySet[Any]:
    username = User.objects.values_list("username", flat=True).get(pk=account_id)
    return AccessAttempt.objects.filter(username=names.canonical(username))  # type: ignore[no-any-return]


_LIVE = Q(generation__status=models.RatingGeneration.Status.LIVE)


class HeldAccountSerializer(RowSerializer):
    """All stored data of an account except the password hash."""

    display_name = TEXT(source="shown_name", allow_null=True)
    picture = OrNullField(allow_null=True, help_text="The chosen one.")
    email = OrNullEmailField(allow_null=True)
    has_password = serializers.BooleanField(source="has_usable_password")
    suspension_reason = OrNullField(allow_null=True)

    class Meta:
        model = User
        fields = (
            *("username", "display_name", "picture", "email", "email_set_at", "email_verified_at"),
            *("has_password", "is_guest", "is_bot", "is_staff", "is_active", "suspended_until"),
            *("suspension_reason", "created_at", "last_login"),
        )


class HeldTokenSerializer(TokenSerializer):
    """A token, live, expired or revoked."""

    revoked_at = TIME(allow_null=True)
    app = OrNullField(allow_null=True, help_text="The client id of the app that has it.")
    app_origin = OrNullField(allow_null=True)
    resource = OrNullField(allow_null=True)

    class Meta(TokenSerializer.Meta):
        fields = (  # type: ignore[assignment]
            *(*TokenSerializer.Meta.fields, "revoked_at", "app", "app_origin", "resource"),
        )


class HeldBotSerializer(serializers.Serializer[Any]):
    """A bot that the account owns."""

    account = HeldAccountSerializer()
    tokens = HeldTokenSerializer(many=True)


PARTS["tokens"] = Part(HeldTokenSerializer, lambda pk: Token.objects.filter(user=pk))
PARTS["bots"] = BotsPart(
    HeldBotSerializer, lambda pk: User.objects.filter(owner=pk), key=(int, int)
)


@part(
    "webhooks",
    Webhook,
    "id token account url events status created_at",
    owner="token__user",
    of_bots_too=True,
)
class HeldWebhookSerializer(RowSerializer):
    """A webhook of one of the account's tokens."""

    token = TEXT(source="token.name", help_text="The name of its token.")
    account = TEXT(source="token.user.username")
    status = TEXT(help_text=", ".join(Webhook.Status.values))


@part("notices", Notice, "id account kind data created_at read_at", of_bots_too=True)
class HeldNoticeSerializer(RowSerializer):
    """A stored notice."""

    account = TEXT(source="account.username", help_text="The account or one of its bots.")
    data = serializers.DictField(help_text="Ids and codes.")  # type: ignore[assignment]


GRANT = "app app_name app_origin scopes created_at used_at"


@part("device_codes", DeviceCode, GRANT)
@part("app_codes", AuthorizationCode, GRANT)
class HeldGrantSerializer(RowSerializer):
    """A code of an app or a device, kept for a day."""

    app = TEXT(help_text="The client id.")


PARTS["blocks"] = Part(
    BlockSerializer, lambda pk: Block.objects.filter(account=pk).select_related("blocked")
)


FACTOR = "confirmed created_at last_used_at failures failed_at"


@part("authenticator_apps", TOTPDevice, FACTOR, owner="user")
@part("printed_codes", StaticDevice, FACTOR, owner="user")
class HeldSecondFactorSerializer(RowSerializer):
    """A second factor of staff, without its key and codes; not confirmed while a link waits."""

    failures = NUMBER(source="throttling_failure_count")
    failed_at = TIME(source="throttling_failure_timestamp", allow_null=True)


@part("former_usernames", ReservedName, "username at", key=(str,))
class FormerUsernameSerializer(RowSerializer):
    """A username that a reviewer replaced, in lower case and without look-alikes; you can still
    sign in with it.
    """

    username = TEXT(source="skeleton")


@part("failed_sign_ins", AccessAttempt, "at address user_agent failures", rows=_failed_sign_ins)
class FailedSignInSerializer(RowSerializer):
    """Wrong passwords for the account from one address; deleted after a successful sign-in."""

    at = TIME(source="attempt_time")
    address = serializers.IPAddressField(source="ip_address", allow_null=True)
    failures = NUMBER(source="failures_since_start")


@part(
    "games",
    models.Seat,
    "id seat preset status created_at finished_at result moves",
    by="game_id",
)
class HeldGameSerializer(RowSerializer):
    """A game with a seat of the account, and the path of its moves."""

    id = IdField(source="game_id")
    seat = NUMBER(source="number")
    preset = TEXT(source="game.preset")
    status = serializers.ChoiceField(source="game.status", choices=models.GameStatus.choices)
    created_at = TIME(source="game.created_at")
    finished_at = TIME(source="game.finished_at", allow_null=True)
    result = serializers.ChoiceField(choices=models.SeatResult.choices, allow_null=True)
    moves = MovesPathField(source="game_id")


@part("invitations", models.Invitation, "game at declined_at reason")
class HeldInvitationSerializer(RowSerializer):
    """An invitation to a seat."""

    reason = OrNullField(source="decline_reason", allow_null=True)


@part("lobby_exits", models.LobbyExit, "game count")
class HeldLobbyExitSerializer(RowSerializer):
    """How often the account left or was removed from a lobby; kept until the game starts or is
    closed.
    """


@part("matches", models.Match, "id preset overlays seats until game")
class HeldMatchSerializer(RowSerializer):
    """The account's last request for a quick match."""

    id = TEXT(source="public_id")


@part("classes", SchoolClass, "class_id name kind size created_at delete_at", owner="owner")
class HeldClassSerializer(RowSerializer):
    """A class of the account. Its names and results are in `GET /classes/{id}`."""

    class_id = IdField(source="pk")


@part("tournaments", tournaments.Tournament, "tournament name status", owner="host")
class HeldTournamentSerializer(RowSerializer):
    """A tournament that the account hosts."""

    tournament = IdField(source="pk")


@part("tournament_entries", tournaments.Entrant, "tournament number status removal place")
class HeldEntrySerializer(RowSerializer):
    """The account as a player of a tournament."""

    removal = OrNullField(allow_null=True)


@part("directed_tournaments", tournaments.Director, "tournament")
@part("tournament_invitations", tournaments.TournamentInvitation, "tournament")
class HeldTournamentRoleSerializer(RowSerializer):
    """A tournament that the account directs, or is invited to."""


@part(
    "tournament_decisions",
    tournaments.TournamentDecision,
    "tournament number at kind",
    owner="actor",
)
class HeldTournamentDecisionSerializer(RowSerializer):
    """A decision of the account about a tournament."""


@part(
    "stored_answers",
    models.StoredAnswer,
    "key status at",
    rows=lambda pk: models.StoredAnswer.objects.filter(account=pk).only("key", "status", "at"),
    by="key",
    key=(str,),
)
class HeldAnswerSerializer(RowSerializer):
    """A response that is stored for retries of a request, for a day."""


@part(
    "statistics", models.PlayerStatistics, "preset played won shared lost", by="preset", key=(str,)
)
class HeldStatisticsSerializer(RowSerializer):
    """The account's results in the finished games of a preset."""


@part(
    "ratings",
    models.Rating,
    "family mu sigma games at",
    rows=lambda pk: models.Rating.objects.filter(_LIVE, account=pk),
    by="family",
    key=(str,),
)
class HeldRatingSerializer(RowSerializer):
    """The account's rating in a family of presets."""


@part(
    "rating_history",
    models.RatingEntry,
    "game number family place mu_before sigma_before mu sigma",
    rows=lambda pk: models.RatingEntry.objects.filter(_LIVE, account=pk).select_related("number"),
    by="number_id",
)
class HeldRatingEntrySerializer(RowSerializer):
    """How a game changed a rating of the account."""

    game = IdField(source="number.game_id")
    number = NUMBER(source="number_id", help_text="Place in the order of all rated games.")
    place = NUMBER(help_text="From 0.")


@part(
    "hidden_ratings",
    models.HiddenRatings,
    "hidden",
    rows=lambda pk: models.HiddenRatings.objects.filter(account=pk).annotate(hidden=Value(True)),
    by="account_id",
)
class HeldHidingSerializer(RowSerializer):
    """That the account hides its ratings."""

    hidden = serializers.BooleanField()


@part(
    "analyses",
    models.GameAnalysis,
    "game at status",
    rows=lambda pk: models.GameAnalysis.objects.filter(requested_by=pk).defer("data"),
)
class HeldAnalysisSerializer(RowSerializer):
    """An analysis of a game that the account requested."""

    at = TIME(source="requested_at")
    status = TEXT(help_text=", ".join(models.GameAnalysis.Status.values))


@part("last_seen", models.LastSeen, "at game", by="account_id")
class HeldPresenceSerializer(RowSerializer):
    """When the account was last seen, and at which game."""


@part("bot_offers", models.BotOffer, "account presets", of_bots_too=True, by="account_id")
class HeldOfferSerializer(RowSerializer):
    """What a bot offers to play."""

    account = TEXT(source="account.username")


@part(
    "bot_statuses",
    models.BotStatus,
    "account at presets seats turn_seconds_min untimed capacity",
    of_bots_too=True,
    by="account_id",
)
class HeldStatusSerializer(RowSerializer):
    """What a bot last announced as accepted."""

    account = TEXT(source="account.username")
    seats = serializers.ListField(child=NUMBER())


@part(
    "disputes",
    Dispute,
    "id game move reason status filed_at is_bad_faith",
    rows=lambda pk: Dispute.objects.filter(complainant=pk).prefetch_related("rulings"),
)
class HeldDisputeSerializer(RowSerializer):
    """A dispute that the account filed."""

    id = TEXT(source="public_id")
    reason = serializers.ChoiceField(choices=disputes.Reason.choices)
    status = TEXT(help_text=", ".join(disputes.DisputeStatus.values))
    is_bad_faith = BadFaithField(
        help_text="Whether a reviewer found that it was not filed in good faith."
    )


@part("dispute_words", disputes.Words, "dispute text at", owner="author")
class HeldWordsSerializer(RowSerializer):
    """A text that the account wrote about a dispute that it filed or appealed in."""


@part(
    "rulings",
    disputes.Ruling,
    "dispute kind until reasons at undone_at",
    rows=lambda pk: disputes.Ruling.all_given.filter(account=pk),
)
class HeldRulingSerializer(RowSerializer):
    """A ruling against the account."""

    kind = serializers.ChoiceField(choices=disputes.Kind.choices)


@part("reviews", AuditEntry, "action game why at", owner="actor")
class HeldReviewSerializer(RowSerializer):
    """An action of the account as a reviewer; without a game if it was about a player."""

    action = serializers.ChoiceField(choices=Action.choices)


@part("reviewer_notes", disputes.PlayerNote, "text at", owner="player")
class HeldNoteSerializer(RowSerializer):
    """A note of a reviewer on the account."""


@part("addresses", disputes.SeatAddress, "game at", owner="seat__account")
class HeldAddressSerializer(RowSerializer):
    """The time from which a seat was played from a new address.

    The address itself is not readable.
    """

    game = IdField(source="seat.game_id")


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
