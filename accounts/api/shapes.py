"""The answers of account operations."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict

from rest_framework import serializers

from accounts import notices, preferences
from accounts.api.bodies import ScopesField
from accounts.credentials import tokens
from accounts.models import Token, User

PICTURE_HELP = (
    "A drawn fish, such as `clownfish`: the chosen one, else one that the service chooses. New "
    "ones may be added. Null for a closed account."
)


class AccountSerializer(serializers.ModelSerializer[User]):
    """An account, for its owner."""

    display_name = serializers.CharField(
        source="shown_name",
        allow_null=True,
        help_text="Not unique: show it with the username. Null without one.",
    )
    picture = serializers.SerializerMethodField(help_text=PICTURE_HELP)
    email = serializers.EmailField(allow_null=True)
    is_email_verified = serializers.BooleanField(help_text="Required for a password reset.")
    owner = serializers.CharField(
        source="owner.username", allow_null=True, help_text="The owner of a bot."
    )
    is_active = serializers.BooleanField(help_text="False for a deactivated bot.")
    in_dumps = serializers.BooleanField(
        help_text="Whether finished public games may be in dumps for research."
    )
    suspended_until = serializers.DateTimeField(
        allow_null=True, help_text="The year 9999 means permanently."
    )
    suspension_reason = serializers.CharField(help_text="A code; empty if not suspended.")

    class Meta:
        model = User
        fields = (
            "username",
            "display_name",
            "picture",
            "email",
            "is_email_verified",
            "is_guest",
            "is_bot",
            "owner",
            "is_active",
            "in_dumps",
            "suspended_until",
            "suspension_reason",
            "created_at",
        )
        read_only_fields = fields

    def get_picture(self, account: User) -> str | None:
        """Return the picture of the account."""
        return preferences.shown(account)

    def to_representation(self, instance: User) -> dict[str, Any]:
        """Return null for a missing e-mail address, not an empty string."""
        account = super().to_representation(instance)
        return {**account, "email": account["email"] or None}


class OwnAccountSerializer(AccountSerializer):
    """The caller's account, with its number of unread notices."""

    unread_notices = serializers.SerializerMethodField(
        help_text="Notices in `/me/notices` that are not marked as read."
    )

    class Meta(AccountSerializer.Meta):
        fields = (*AccountSerializer.Meta.fields, "unread_notices")  # type: ignore[assignment]
        read_only_fields = fields  # type: ignore[assignment]

    def get_unread_notices(self, account: User) -> int:
        """Return the number of unread notices."""
        return notices.unread([account.pk])[account.pk].number


class TokenSerializer(serializers.ModelSerializer[Token]):
    """A token, without its secret."""

    scopes = ScopesField()

    class Meta:
        model = Token
        fields = ("id", "name", "scopes", "prefix", "created_at", "expires_at", "last_used_at")
        read_only_fields = fields


class TokenListSerializer(serializers.Serializer[Any]):
    """Live tokens, newest first."""

    tokens = TokenSerializer(many=True)


class IssuedTokenSerializer(serializers.Serializer[tokens.Issued]):
    """A new token with its secret, which no other response contains."""

    id = serializers.IntegerField(source="token.id")
    name = serializers.CharField(source="token.name")
    scopes = ScopesField(source="token.scopes")
    secret = serializers.CharField(help_text="Send it as `Authorization: Bearer`. Store it safely.")
    expires_at = serializers.DateTimeField(source="token.expires_at")


class TestedToken(TypedDict):
    """A tested token. Nothing is shown about an invalid one."""

    valid: bool
    username: str | None
    scopes: Annotated[Sequence[str] | None, ScopesField]
    expires_at: Annotated[datetime | None, serializers.DateTimeField]
    resource: NotRequired[
        Annotated[str | None, "The resource that an app named when it got the token (RFC 8707)."]
    ]


class TestedTokens(TypedDict):
    """The tested tokens, in the order of the request."""

    results: list[TestedToken]


class RegisteredSerializer(serializers.Serializer[Any]):
    """A new account and its first token."""

    account = AccountSerializer(source="user")
    token = IssuedTokenSerializer(source="issued")


class BotListSerializer(serializers.Serializer[Any]):
    """The bots of an account, newest first."""

    bots = AccountSerializer(many=True)


class BlockSerializer(serializers.Serializer[Any]):
    """A player whom the account has blocked."""

    player = serializers.CharField(source="blocked.username", help_text="Username.")
    at = serializers.DateTimeField()


class BlockListSerializer(serializers.Serializer[Any]):
    """The players whom the account has blocked, newest first."""

    blocks = BlockSerializer(many=True)
