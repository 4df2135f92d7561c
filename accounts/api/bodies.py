"""The JSON bodies of the account operations, those that come in and those that go out."""

from typing import Any, ClassVar

from rest_framework import serializers

from accounts import names, tokens
from accounts.api.serializers import (
    StrictCharField,
    StrictChoiceField,
    StrictEmailField,
    StrictIntegerField,
    StrictSerializer,
)
from accounts.models import Token, User

_LONGEST_PASSWORD = 128


class UsernameField(StrictCharField):
    """A name of the right shape; whether it is free is asked later."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validators=[names.is_username], **options)


class ScopesField(serializers.ListField):
    """A list of scopes, at least one."""

    def __init__(self, **options: Any) -> None:
        child = StrictChoiceField(choices=list(tokens.SCOPES.items()))
        super().__init__(child=child, min_length=1, max_length=10, **options)


# In


class RegistrationSerializer(StrictSerializer):
    """A person who registers."""

    username = UsernameField(
        help_text="3 to 30 letters, digits, `_` or `-`, starting with a letter."
    )
    password = StrictCharField(max_length=_LONGEST_PASSWORD, help_text="8 characters or more.")
    email = StrictEmailField(
        max_length=254, required=False, help_text="Only ever shown to yourself."
    )


class EmptySerializer(StrictSerializer):
    """An empty object."""


class NewTokenSerializer(StrictSerializer):
    """What the token is for, and the password unless a token is shown."""

    username = StrictCharField(max_length=names.LONGEST, required=False)
    password = StrictCharField(max_length=_LONGEST_PASSWORD, required=False)
    name = StrictCharField(max_length=60, help_text="To know the token by in your list.")
    scopes = ScopesField(required=False, help_text="`read`, `play` and `account` if not given.")
    expires_in_days = StrictIntegerField(
        min_value=1,
        max_value=tokens.LONGEST_LIFETIME.days,
        default=tokens.DEFAULT_LIFETIME.days,
    )

    schema_extras: ClassVar[dict[str, Any]] = {
        "dependentRequired": {"username": ["password"], "password": ["username"]}
    }

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A username and a password come together."""
        for given, missing in (("username", "password"), ("password", "username")):
            if given in attrs and missing not in attrs:
                raise serializers.ValidationError(
                    {missing: f"Required where a {given} is given."}, code="required"
                )
        return attrs


class AccountChangesSerializer(StrictSerializer):
    """What may be changed of an account."""

    email = StrictEmailField(
        max_length=254, allow_null=True, required=False, help_text="`null` removes it."
    )


class PasswordChangeSerializer(StrictSerializer):
    """The password so far and the one from now on."""

    current_password = StrictCharField(max_length=_LONGEST_PASSWORD)
    new_password = StrictCharField(max_length=_LONGEST_PASSWORD)


# Out


class AccountSerializer(serializers.ModelSerializer[User]):
    """An account, as its owner sees it."""

    email = serializers.EmailField(allow_null=True)

    class Meta:
        model = User
        fields = ("username", "email", "is_guest", "is_bot", "created_at")
        read_only_fields = fields

    def to_representation(self, instance: User) -> dict[str, Any]:
        """No address is null, not an empty one."""
        shown = super().to_representation(instance)
        return {**shown, "email": shown["email"] or None}


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
    """A new token with its secret, which is never shown again."""

    id = serializers.IntegerField(source="token.id")
    name = serializers.CharField(source="token.name")
    scopes = ScopesField(source="token.scopes")
    secret = serializers.CharField(help_text="Goes into `Authorization: Bearer`. Keep it.")
    expires_at = serializers.DateTimeField(source="token.expires_at")


class RegisteredSerializer(serializers.Serializer[Any]):
    """A new account and the token to use it with."""

    account = AccountSerializer(source="user")
    token = IssuedTokenSerializer(source="issued")
