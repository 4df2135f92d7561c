"""Accounts and tokens in Django's admin, which revokes tokens but never creates or reveals them."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import BadRequest, ValidationError
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Upper
from django.db.models.lookups import Exact
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import cached_property

from accounts import renaming
from accounts.models import ReservedName, Token, User
from accounts.names import skeleton
from accounts.refusals import DisplayNameRefused

MAX_COUNTED = 10_000
"""Rows that a list of the admin counts, and so can show."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # generic in the stubs only
    """Pages of a large table, which is counted up to ``MAX_COUNTED`` rows."""

    @cached_property
    def count(self) -> int:
        """Return the number of rows, or the largest one that is counted."""
        rows: QuerySet[Any] = self.object_list  # type: ignore[assignment]  # the admin gives no list
        return rows.order_by()[:MAX_COUNTED].count()


class CheckedSelection(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A list whose actions take valid primary keys only: Django passes others to the database."""

    def response_action(  # type: ignore[override]  # the stubs are of a later Django
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> HttpResponse | None:
        """Run the action.

        :raises BadRequest: if a selected value cannot be a primary key.
        """
        key = self.model._meta.pk
        for value in request.POST.getlist(ACTION_CHECKBOX_NAME):
            try:
                key.clean(value, None)
            except ValidationError:
                raise BadRequest("A selected row has an invalid key.") from None
            if "\0" in value:
                raise BadRequest("A selected row has an invalid key.")
        return super().response_action(request, queryset)


def _called(term: str) -> Q:
    """Match the account with this username, or those with this verified address."""
    if "@" in term:
        is_it = Exact(Upper("email"), Upper(Value(term)))  # as the index has it
        return Q(is_it, email_verified_at__isnull=False)
    return Q(skeleton=skeleton(term))


class NewUserForm(AdminUserCreationForm):  # type: ignore[type-arg]  # generic in the stubs only
    class Meta:
        model = User
        fields = ("username",)

    def clean_username(self) -> str:
        """Reject a username that looks like another, before the database constraint does."""
        username: str = self.cleaned_data["username"]
        is_taken = User.objects.filter(skeleton=skeleton(username)).exists()
        if is_taken or renaming.is_replaced(skeleton(username)):
            raise ValidationError("This username is taken, or looks like another one.")
        return username


class AccountForm(UserChangeForm):  # type: ignore[type-arg]  # generic in the stubs only
    """The admin form for an account. An empty display name removes it."""

    display_name = forms.CharField(
        label="Display name",
        required=False,
        max_length=renaming.LONGEST_SENT,
        help_text="Shown next to the username; empty for none.",
    )

    def clean_display_name(self) -> str:
        """Normalise a changed display name, and check it as the API does."""
        name = renaming.normalised(self.cleaned_data["display_name"])
        if not name or name == self.instance.display_name:
            return name
        if self.instance.closed_at is not None:
            raise ValidationError("A closed account has no display name.")
        renaming.check_form(name)
        try:
            renaming.check_free(name, self.instance)
        except DisplayNameRefused as refusal:
            raise ValidationError(str(refusal)) from None
        return name


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Accounts. Usernames cannot be changed: games refer to them."""

    form = AccountForm
    add_form = NewUserForm
    list_display = (
        "username",
        "display_name",
        "email",
        "is_guest",
        "is_bot",
        "is_staff",
        "is_active",
    )
    list_filter = ("is_guest", "is_bot", "is_staff", "is_superuser", "is_active")
    search_fields = ("skeleton__exact",)
    search_help_text = "Search by the whole username, in any case, or by a verified e-mail address."
    ordering = ("username",)
    paginator = BoundedPaginator
    show_full_result_count = False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Search by indexes, because a search for parts of names would read the whole table."""
        term = search_term.strip()
        return (queryset.filter(_called(term)) if term else queryset), False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only the listed filters, because a lookup through a relation could show who
        complained.
        """
        return lookup.partition("__")[0] in self.list_filter and "\0" not in value

    readonly_fields = ("username", "is_guest", "is_bot", "owner", "created_at", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "display_name", "password", "email")}),
        ("Kind", {"fields": ("is_guest", "is_bot", "owner")}),
        (
            "Permissions",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        ("Times", {"fields": ("created_at", "last_login")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return no read-only fields for a new account, which needs a username."""
        return (*self.readonly_fields, "has_password") if obj else ()

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Show whether there is a password, and no button to reset it, to those who may not."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or (self.has_change_permission(request, obj) and obj.closed_at is None):
            return fieldsets
        (title, first), *others = fieldsets
        fields = ["has_password" if name == "password" else name for name in first["fields"]]
        return [(title, {**first, "fields": fields}), *others]

    @admin.display(description="has a password", boolean=True)
    def has_password(self, account: User) -> bool:
        return account.has_usable_password()

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False: owners close accounts (``DELETE /me``). Django would list all relations."""
        return False


@admin.register(ReservedName)
class ReservedNameAdmin(CheckedSelection):
    """Usernames that reviewers replaced. Deleting one releases it."""

    list_display = ("skeleton", "at")
    search_fields = ("skeleton",)
    fields = ("skeleton", "at")
    ordering = ("-at",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: a name is reserved where a username is replaced."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: ReservedName | None = None) -> bool:
        """Return False: a reserved name cannot be changed, only released."""
        return False


@admin.register(Token)
class TokenAdmin(CheckedSelection):
    """Tokens, without their digests."""

    list_display = ("prefix", "user", "name", "created_at", "expires_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("user__skeleton__exact",)
    search_help_text = (
        "Search by the whole username, or by a verified e-mail address, of its owner."
    )
    ordering = ("-pk",)
    paginator = BoundedPaginator
    show_full_result_count = False
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

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Token], search_term: str
    ) -> tuple[QuerySet[Token], bool]:
        """Search by the index of the owner."""
        term = search_term.strip()
        owners = User.objects.filter(_called(term)).values("pk")
        return (queryset.filter(user__in=owners) if term else queryset), False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow no filter, because repeated lookups could find out a digest."""
        return False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: only users create their tokens."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        """Return False: a token's scopes are final."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        """Return False: revoked tokens stay, so that their use can be traced."""
        return False

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Return whether the user has Django's permission to change tokens."""
        return super().has_change_permission(request)

    @admin.action(description="Revoke the selected tokens", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        revoked = queryset.filter(revoked_at=None).update(revoked_at=timezone.now())
        self.message_user(request, f"{revoked} tokens revoked.")
