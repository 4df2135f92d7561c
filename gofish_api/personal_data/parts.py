"""The parts of an account's export: the rows of each, which may be many.

Each part is read in chunks, in the order of a key.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from axes.models import AccessAttempt
from django.db.models import Q, QuerySet, Value
from rest_framework import serializers

from accounts import names
from accounts.api.shapes import BlockSerializer
from accounts.models import AuthorizationCode, Block, DeviceCode, Notice, ReservedName, Token, User
from games.classes.models import SchoolClass
from games.disputes.models import (
    AuditEntry,
    Dispute,
    PlayerNote,
    Ruling,
    SeatAddress,
    Words,
)
from games.models import (
    BotOffer,
    BotStatus,
    GameAnalysis,
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
from gofish_api.personal_data import shapes

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


def _of_bots_too(account_id: int) -> Q:
    """Return a filter for rows of the account and of its bots."""
    return Q(account=account_id) | Q(account__owner=account_id)


def _failed_sign_ins(account_id: int) -> QuerySet[Any]:
    username = User.objects.values_list("username", flat=True).get(pk=account_id)
    return AccessAttempt.objects.filter(username=names.canonical(username))  # type: ignore[no-any-return]


_LIVE = Q(generation__status=RatingGeneration.Status.LIVE)

PARTS: Mapping[str, Part] = {
    "tokens": Part(shapes.HeldTokenSerializer, lambda pk: Token.objects.filter(user=pk)),
    "bots": BotsPart(
        shapes.HeldBotSerializer, lambda pk: User.objects.filter(owner=pk), key=(int, int)
    ),
    "webhooks": Part(
        shapes.HeldWebhookSerializer,
        lambda pk: Webhook.objects.filter(
            Q(token__user=pk) | Q(token__user__owner=pk)
        ).select_related("token__user"),
    ),
    "notices": Part(
        shapes.HeldNoticeSerializer,
        lambda pk: Notice.objects.filter(_of_bots_too(pk)).select_related("account"),
    ),
    "app_codes": Part(
        shapes.HeldGrantSerializer, lambda pk: AuthorizationCode.objects.filter(account=pk)
    ),
    "device_codes": Part(
        shapes.HeldGrantSerializer, lambda pk: DeviceCode.objects.filter(account=pk)
    ),
    "blocks": Part(
        BlockSerializer, lambda pk: Block.objects.filter(account=pk).select_related("blocked")
    ),
    "former_usernames": Part(
        shapes.FormerUsernameSerializer,
        lambda pk: ReservedName.objects.filter(account=pk),
        key=(str,),
    ),
    "failed_sign_ins": Part(shapes.FailedSignInSerializer, _failed_sign_ins),
    "games": Part(
        shapes.HeldGameSerializer,
        lambda pk: Seat.objects.filter(account=pk).select_related("game"),
        by="game_id",
    ),
    "invitations": Part(
        shapes.HeldInvitationSerializer, lambda pk: Invitation.objects.filter(account=pk)
    ),
    "lobby_exits": Part(
        shapes.HeldLobbyExitSerializer, lambda pk: LobbyExit.objects.filter(account=pk)
    ),
    "matches": Part(shapes.HeldMatchSerializer, lambda pk: Match.objects.filter(account=pk)),
    "classes": Part(shapes.HeldClassSerializer, lambda pk: SchoolClass.objects.filter(owner=pk)),
    "tournaments": Part(
        shapes.HeldTournamentSerializer, lambda pk: Tournament.objects.filter(host=pk)
    ),
    "tournament_entries": Part(
        shapes.HeldEntrySerializer, lambda pk: Entrant.objects.filter(account=pk)
    ),
    "tournament_invitations": Part(
        shapes.HeldTournamentRoleSerializer,
        lambda pk: TournamentInvitation.objects.filter(account=pk),
    ),
    "directed_tournaments": Part(
        shapes.HeldTournamentRoleSerializer, lambda pk: Director.objects.filter(account=pk)
    ),
    "tournament_decisions": Part(
        shapes.HeldTournamentDecisionSerializer,
        lambda pk: TournamentDecision.objects.filter(actor=pk),
    ),
    "stored_answers": Part(
        shapes.HeldAnswerSerializer,
        lambda pk: StoredAnswer.objects.filter(account=pk).only("key", "status", "at"),
        by="key",
        key=(str,),
    ),
    "statistics": Part(
        shapes.HeldStatisticsSerializer,
        lambda pk: PlayerStatistics.objects.filter(account=pk),
        by="preset",
        key=(str,),
    ),
    "ratings": Part(
        shapes.HeldRatingSerializer,
        lambda pk: Rating.objects.filter(_LIVE, account=pk),
        by="family",
        key=(str,),
    ),
    "rating_history": Part(
        shapes.HeldRatingEntrySerializer,
        lambda pk: RatingEntry.objects.filter(_LIVE, account=pk).select_related("number"),
        by="number_id",
    ),
    "hidden_ratings": Part(
        shapes.HeldHidingSerializer,
        lambda pk: HiddenRatings.objects.filter(account=pk).annotate(hidden=Value(True)),
        by="account_id",
    ),
    "analyses": Part(
        shapes.HeldAnalysisSerializer,
        lambda pk: GameAnalysis.objects.filter(requested_by=pk).defer("data"),
    ),
    "last_seen": Part(
        shapes.HeldPresenceSerializer,
        lambda pk: LastSeen.objects.filter(account=pk),
        by="account_id",
    ),
    "bot_offers": Part(
        shapes.HeldOfferSerializer,
        lambda pk: BotOffer.objects.filter(_of_bots_too(pk)).select_related("account"),
        by="account_id",
    ),
    "bot_statuses": Part(
        shapes.HeldStatusSerializer,
        lambda pk: BotStatus.objects.filter(_of_bots_too(pk)).select_related("account"),
        by="account_id",
    ),
    "disputes": Part(
        shapes.HeldDisputeSerializer,
        lambda pk: Dispute.objects.filter(complainant=pk).prefetch_related("rulings"),
    ),
    "dispute_words": Part(shapes.HeldWordsSerializer, lambda pk: Words.objects.filter(author=pk)),
    "rulings": Part(shapes.HeldRulingSerializer, lambda pk: Ruling.all_given.filter(account=pk)),
    "reviews": Part(shapes.HeldReviewSerializer, lambda pk: AuditEntry.objects.filter(actor=pk)),
    "reviewer_notes": Part(
        shapes.HeldNoteSerializer, lambda pk: PlayerNote.objects.filter(player=pk)
    ),
    "addresses": Part(
        shapes.HeldAddressSerializer,
        lambda pk: SeatAddress.objects.filter(seat__account=pk).select_related("seat"),
    ),
}


class ExportSerializer(serializers.Serializer[Any]):
    """All data stored about an account except secrets and their digests."""

    account = shapes.HeldAccountSerializer()
    next = serializers.CharField(
        allow_null=True, help_text="Path of the next page; the last page has none."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the fields with those of the parts between them."""
        fields = super().get_fields()
        parts = {name: part.shape(many=True) for name, part in PARTS.items()}
        return {"account": fields["account"], **parts, "next": fields["next"]}
