"""The JSON bodies that account operations take."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.exceptions import ErrorDetail

from accounts import names, tokens
from api_kit.serializers import (
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

    def cross_field_errors(self, data: Mapping[Any, Any]) -> dict[str, list[ErrorDetail]]:
        """Report half of a username and password with everything else that is wrong."""
        halves = (("username", "password"), ("password", "username"))
        return super().cross_field_errors(data) | {
            missing: [ErrorDetail(f"Required where a {given} is given.", "required")]
            for given, missing in halves
            if given in data and missing not in data
        }


class FirstTokenSerializer(NewTokenSerializer):
    """The same from a caller who shows no token."""

    def cross_field_errors(self, data: Mapping[Any, Any]) -> dict[str, list[ErrorDetail]]:
        """Report with a missing name all else that a second attempt would lack."""
        # Where nothing but the password is missing, it is the caller that is not known: 401, and not 400.
        missing = () if "name" in data else {"username", "password"} - data.keys()
        sentence = "Required where no token is shown."
        absent = {field: [ErrorDetail(sentence, "required")] for field in sorted(missing)}
        return super().cross_field_errors(data) | absent


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
