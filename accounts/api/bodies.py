"""Serializers of the request bodies of account operations."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.exceptions import ErrorDetail, ValidationError

from accounts import names, preferences, renaming
from accounts.credentials import tokens
from api_kit.serializers import (
    StrictBooleanField,
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
    """A username of the right form. Whether it is free is checked later."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validators=[names.is_username], **options)


class ScopesField(StrictListField):
    """A list of scopes, at least one."""

    def __init__(self, **options: Any) -> None:
        child = StrictChoiceField(choices=SCOPES)
        super().__init__(child=child, min_length=1, max_length=10, **options)


class DisplayNameField(StrictCharField):
    """A display name of the right form, normalised. Whether it is free is checked later."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=renaming.LONGEST_SENT, validators=[renaming.check_form], **options
        )

    def to_internal_value(self, data: Any) -> str:
        """Return the normalised name.

        :raises ValidationError: it is too long. The time to normalise a text grows with its square.
        """
        text = super().to_internal_value(data)
        if len(text) > renaming.LONGEST_SENT:
            self.fail("max_length", max_length=renaming.LONGEST_SENT)
        return renaming.normalised(text)


class RegistrationSerializer(StrictSerializer):
    """The username, password and optional e-mail address of a new account."""

    username = UsernameField(
        help_text="3 to 30 letters, digits, `_` or `-`, starting with a letter."
    )
    password = StrictCharField(max_length=_LONGEST_PASSWORD, help_text="8 characters or more.")
    email = StrictEmailField(
        max_length=254, required=False, help_text="Private: only you can see it."
    )


class BotSerializer(StrictSerializer):
    """The username of a new bot."""

    username = UsernameField(help_text="The same rules as for people; no account may share it.")


class NewBotTokenSerializer(StrictSerializer):
    """The name, scopes and lifetime of a new token of a bot."""

    name = StrictCharField(
        max_length=60,
        validators=[names.is_visible],
        help_text="A label for your list of tokens.",
    )
    scopes = ScopesField(required=False, help_text="Default: all scopes that the account may have.")
    expires_in_days = StrictIntegerField(
        min_value=1,
        max_value=tokens.LONGEST_LIFETIME.days,
        default=tokens.DEFAULT_LIFETIME.days,
    )


class NewTokenSerializer(NewBotTokenSerializer):
    """The name, scopes and lifetime of a new token, and credentials if no token is sent."""

    username = StrictCharField(max_length=names.LONGEST, required=False)
    password = StrictCharField(max_length=_LONGEST_PASSWORD, required=False)

    schema_extras: ClassVar[dict[str, Any]] = {
        "dependentRequired": {"username": ["password"], "password": ["username"]}
    }

    def cross_field_errors(self, data: Mapping[Any, Any]) -> dict[str, list[ErrorDetail]]:
        """Report a username without a password, and the reverse, with all other errors."""
        halves = (("username", "password"), ("password", "username"))
        return super().cross_field_errors(data) | {
            missing: [ErrorDetail(f"Required together with {given}.", "required")]
            for given, missing in halves
            if given in data and missing not in data
        }


class FirstTokenSerializer(NewTokenSerializer):
    """The body of a new token from a caller without a token."""

    def cross_field_errors(self, data: Mapping[Any, Any]) -> dict[str, list[ErrorDetail]]:
        """Report missing credentials together with a missing name."""
        # If only the credentials are missing, the caller is not authenticated: 401, not 400.
        missing = () if "name" in data else {"username", "password"} - data.keys()
        sentence = "Required without a token."
        absent = {field: [ErrorDetail(sentence, "required")] for field in sorted(missing)}
        return super().cross_field_errors(data) | absent


class SecretsField(StrictListField):
    """A list of secrets. No error quotes what was sent: it may be a token in the wrong place."""

    def __init__(self) -> None:
        secret = StrictCharField(max_length=tokens.LONGEST_SECRET, allow_blank=True)
        super().__init__(child=secret, min_length=1, max_length=tokens.MOST_AT_ONCE)

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, list):
            raise ValidationError("Expected a JSON list of tokens.", code="not_a_list")
        return super().to_internal_value(data)


class TokenTestSerializer(StrictSerializer):
    """The tokens to test."""

    tokens = SecretsField()


class AccountChangesSerializer(StrictSerializer):
    """Changes of an account."""

    email = StrictEmailField(
        max_length=254, allow_null=True, required=False, help_text="`null` removes it."
    )
    display_name = DisplayNameField(
        allow_null=True,
        required=False,
        help_text="1 to 30 characters, in Unicode's form NFKC with single spaces. Invisible ones "
        "only where a script spells with them. `null` removes it.",
    )
    picture = StrictChoiceField(
        choices=preferences.PICTURES,
        allow_null=True,
        required=False,
        help_text="A drawn fish. `null` removes the choice; the service then chooses.",
    )
    in_dumps = StrictBooleanField(
        required=False,
        help_text="False keeps your games, and those of your bots, out of future dumps of games.",
    )


class PasswordChangeSerializer(StrictSerializer):
    """The current and the new password."""

    current_password = StrictCharField(max_length=_LONGEST_PASSWORD)
    new_password = StrictCharField(max_length=_LONGEST_PASSWORD)


class CodeSerializer(StrictSerializer):
    """The code in a letter."""

    code = StrictCharField(max_length=_LONGEST_CODE)


class RecoverySerializer(StrictSerializer):
    """The e-mail address of an account."""

    email = StrictEmailField(max_length=254)


class NewPasswordSerializer(CodeSerializer):
    """The code in a letter, and the new password."""

    new_password = StrictCharField(max_length=_LONGEST_PASSWORD)
