"""Accounts and tokens in Django's admin. Tokens are read and revoked there, never made or shown."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Token, User
from accounts.names import skeleton


class NewUserForm(AdminUserCreationForm):  # type: ignore[type-arg]  # generic in the stubs only
    """The admin's form for a new account."""

    class Meta:
        model = User
        fields = ("username",)

    def clean_username(self) -> str:
        """Refuse a name that looks like another before the database does."""
        username: str = self.cleaned_data["username"]
        if User.objects.filter(skeleton=skeleton(username)).exists():
            raise ValidationError("This name is taken, or too like another name.")
        return username


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Accounts. A name is final: the log of games and people's memory go by it."""

    add_form = NewUserForm
    list_display = ("username", "email", "is_guest", "is_bot", "is_staff", "is_active")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_superuser", "is_active")
    search_fields = ("username", "email")
    ordering = ("username",)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow the filters that are offered, and no others: a lookup of relations would show who complained."""
        return lookup.partition("__")[0] in self.list_filter and "\0" not in value

    readonly_fields = ("username", "is_guest", "is_bot", "owner", "created_at", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        ("Kind", {"fields": ("is_guest", "is_bot", "owner")}),
        (
            "May",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        ("Times", {"fields": ("created_at", "last_login")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """A new account still needs its name."""
        return self.readonly_fields if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Accounts are closed (``DELETE /me``). The question before a deletion lists all that leads to an account."""
        return False


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Tokens, without anything that opens a door."""

    list_display = ("prefix", "user", "name", "created_at", "expires_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name", "prefix")
    fields = (
        "user",
        "name",
        "scopes",
        "prefix",
        "created_at",
        "expires_at",
        "last_used_at",
        "revoked_at",
    )
    actions = ("revoke",)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow no filter at all: by trying, an address would find out a digest."""
        return False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only their users make tokens."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        """Nobody changes what a token may do."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        """Revoked tokens stay, so that their use can be traced."""
        return False

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Who may change tokens may revoke them."""
        return super().has_change_permission(request)

    @admin.action(description="Revoke the selected tokens", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        """Make the selected tokens useless."""
        revoked = queryset.filter(revoked_at=None).update(revoked_at=timezone.now())
        self.message_user(request, f"{revoked} revoked.")
