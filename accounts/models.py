"""The models of accounts: columns and constraints only."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Coalesce, Lower, Replace, Upper
from django.utils import timezone

from accounts.names import LONGEST, LOOK_ALIKES, canonical, is_username, skeleton


def _skeleton_of(column: str) -> models.Func:
    """Return ``names.skeleton`` as SQL."""
    folded: models.Func = Lower(column)
    for character, twin in LOOK_ALIKES.items():
        folded = Replace(folded, models.Value(character), models.Value(twin))
    return folded


class UserManager(BaseUserManager["User"]):
    """Finds accounts by username. ``accounts.registration`` registers people."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the account with this username, in any spelling with the same canonical form.

        :raises User.DoesNotExist: no account has this username.
        """
        name = canonical(username or "")
        # All usernames are ASCII. Databases differ in how they fold other letters.
        if not name.isascii() or "\0" in name:
            raise self.model.DoesNotExist
        return self.get(skeleton=skeleton(name), username__iexact=name)

    def create_user(self, username: str, password: str | None = None, **columns: object) -> "User":
        """Store an account for Django's own tools, without checking the username."""
        user = self.model(username=username, **columns)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, username: str, password: str | None = None, **columns: object
    ) -> "User":
        """Store an account with all permissions in the admin."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **columns)


class User(AbstractBaseUser, PermissionsMixin):
    """A person, a guest without a password, or a bot that a person owns."""

    username = models.CharField(max_length=LONGEST, validators=[is_username])
    skeleton = models.GeneratedField(
        expression=_skeleton_of("username"),
        output_field=models.CharField(max_length=LONGEST),
        db_persist=True,
        help_text="The name without case and look-alikes; no two accounts share it.",
    )
    display_name = models.CharField(
        max_length=LONGEST,
        blank=True,
        db_default="",
        help_text="Shown next to the username; empty for none.",
    )
    picture = models.CharField(
        max_length=16,
        blank=True,
        db_default="",
        help_text="The chosen one of players.pictures; empty for none.",
    )
    in_dumps = models.BooleanField(
        default=True,
        db_default=True,
        help_text="Whether finished public games may be in dumps for research.",
    )
    email = models.EmailField(blank=True)
    email_set_at = models.DateTimeField(null=True, editable=False)
    email_verified_at = models.DateTimeField(null=True, editable=False)
    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False)
    is_pupil = models.BooleanField(
        default=False,
        db_default=False,
        help_text="A guest of one class: only that class knows of it.",
    )
    owner = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="bots", null=True, blank=True
    )
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(
        null=True, editable=False, help_text="When the account was emptied for good."
    )
    suspended_until = models.DateTimeField(
        null=True, editable=False, help_text="Shut out until then; year 9999 is for good."
    )
    suspension_reason = models.CharField(max_length=32, blank=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["username"], name="one_account_a_username"),
            models.UniqueConstraint(fields=["skeleton"], name="no_look_alike_usernames"),
            models.CheckConstraint(
                condition=models.Q(owner__isnull=True) | models.Q(is_bot=True),
                name="only_bots_have_owners",
            ),
            models.CheckConstraint(
                condition=~models.Q(is_bot=True, is_guest=True), name="no_bot_is_a_guest"
            ),
        ]
        indexes = [
            models.Index(
                Upper("email"),  # the expression of `iexact` on PostgreSQL
                name="verified_addresses",
                condition=models.Q(email_verified_at__isnull=False),
            ),
        ]

    @property
    def shown_name(self) -> str | None:
        """The display name; None without one, and for a closed account."""
        return None if self.closed_at is not None else self.display_name or None

    @property
    def is_email_verified(self) -> bool:
        """Whether the owner has confirmed the current address with a code."""
        return self.email_verified_at is not None


class ReservedName(models.Model):
    """A username that was replaced and that no account may take, without case and look-alikes."""

    skeleton = models.CharField(max_length=LONGEST, primary_key=True)
    account = models.ForeignKey(
        User, on_delete=models.SET_NULL, related_name="+", null=True, editable=False
    )
    at = models.DateTimeField(editable=False)

    class Meta:
        default_permissions = ("view", "delete")

    def __str__(self) -> str:
        return self.skeleton


class Token(models.Model):
    """A bearer token. Only its digest is stored, so a stolen table gives no access."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    scopes = models.JSONField()
    digest = models.BinaryField(max_length=32, unique=True, editable=False)
    prefix = models.CharField(max_length=8, editable=False)
    created_at = models.DateTimeField(editable=False)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)
    app = models.CharField(
        max_length=500,
        blank=True,
        db_default="",
        editable=False,
        help_text="The client id of the app that the token was issued to; empty for none.",
    )
    app_origin = models.CharField(
        max_length=300,
        blank=True,
        db_default="",
        editable=False,
        help_text="Where the app received the token: a host, a scheme, `loopback` or `device`.",
    )
    resource = models.CharField(
        max_length=500,
        blank=True,
        db_default="",
        editable=False,
        help_text="The resource that the app named (RFC 8707); empty for none.",
    )

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(Coalesce("revoked_at", "expires_at"), name="tokens_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"


class Grant(models.Model):
    """What an account gives to an app, or is asked for. Codes are stored as digests."""

    digest = models.BinaryField(max_length=32, unique=True)
    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", null=True)
    app = models.CharField(max_length=500)
    app_name = models.CharField(max_length=60)
    app_origin = models.CharField(max_length=300)
    scopes = models.JSONField()
    resource = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True, help_text="When it was exchanged for a token.")
    token = models.ForeignKey(Token, on_delete=models.SET_NULL, related_name="+", null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.app_name}, {self.created_at:%Y-%m-%d %H:%M} UTC"


class AuthorizationCode(Grant):
    """A code that an app exchanges for a token (RFC 6749), with its PKCE challenge (RFC 7636)."""

    redirect_uri = models.CharField(max_length=500)
    challenge = models.CharField(max_length=43)

    class Meta:
        default_permissions = ()


class DeviceCode(Grant):
    """A device that waits until an account approves it (RFC 8628)."""

    user_code = models.BinaryField(max_length=32, unique=True, help_text="A keyed digest.")
    decided_at = models.DateTimeField(null=True)
    is_approved = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()


class Block(models.Model):
    """A player whom an account has blocked; ``blocks`` states how many."""

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["account", "blocked"], name="blocked_once"),
        ]

    def __str__(self) -> str:
        return f"block of {self.at:%Y-%m-%d %H:%M} UTC"


class Notice(models.Model):
    """A notice in the inbox of an account; ``notices`` states how many are kept and how long."""

    account = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    kind = models.CharField(max_length=32, help_text="A code.")
    data = models.JSONField(help_text="Ids and codes; never a name or a text.")
    created_at = models.DateTimeField(db_index=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        ordering: ClassVar[list[str]] = ["pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["account", "-id"], name="notices_of_an_account"),
            models.Index(
                fields=["account"],
                name="unread_notices",
                condition=models.Q(read_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.created_at:%Y-%m-%d %H:%M} UTC"
