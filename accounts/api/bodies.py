"""The JSON bodies that account operations take."""

from typing import Any, ClassVar

from rest_framework import serializers

from accounts import names, tokens
from accounts.api.serializers import (
    StrictCharField,
    StrictChoiceField,
    StrictEmailField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
)

SCOPES = list(tokens.SCOPES.items())
_LONGEST_PASSWORD = 128
_LONGEST_CODE = 256


class UsernameField(StrictCharField):
    """A name of the right shape; whether it is free is asked later."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validators=[names.is_username], **options)


class ScopesField(StrictListField):
    """A list of scopes, at least one."""

    def __init__(self, **options: Any) -> None:
        child = StrictChoiceField(choices=SCOPES)
        super().__init__(child=child, min_length=1, max_length=10, **options)


class RegistrationSerializer(StrictSerializer):
    """A person who registers."""

    username = UsernameField(
        help_text="3 to 30 letters, digits, `_` or `-`, starting with a letter."
    )
    password = StrictCharField(max_length=_LONGEST_PASSWORD, help_text="8 characters or more.")
    email = StrictEmailField(
        max_length=254, required=False, help_text="Only ever shown to yourself."
    )


class BotSerializer(StrictSerializer):
    """A bot that is to be."""

    username = UsernameField(help_text="As people's, from the same names.")


class EmptySerializer(StrictSerializer):
    """An empty object."""


class NewBotTokenSerializer(StrictSerializer):
    """What a bot's token is for."""

    name = StrictCharField(
        max_length=60,
        validators=[names.is_visible],
        help_text="To know the token by in your list.",
    )
    scopes = ScopesField(required=False, help_text="All that the account may have if not given.")
    expires_in_days = StrictIntegerField(
        min_value=1,
        max_value=tokens.LONGEST_LIFETIME.days,
        default=tokens.DEFAULT_LIFETIME.days,
    )


class NewTokenSerializer(NewBotTokenSerializer):
    """What the token is for, and the password unless a token is shown."""

    username = StrictCharField(max_length=names.LONGEST, required=False)
    password = StrictCharField(max_length=_LONGEST_PASSWORD, required=False)

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


class CodeSerializer(StrictSerializer):
    """The code of a letter."""

    code = StrictCharField(max_length=_LONGEST_CODE)


class RecoverySerializer(StrictSerializer):
    """Where to write to."""

    email = StrictEmailField(max_length=254)


class NewPasswordSerializer(CodeSerializer):
    """The code of a letter, and the password from now on."""

    new_password = StrictCharField(max_length=_LONGEST_PASSWORD)
