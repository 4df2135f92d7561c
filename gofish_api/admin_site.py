"""The admin site: its login, its index and its status page."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils import timezone

from accounts import suspensions
from accounts.api.throttles import spend_at_address
from accounts.models import User
from accounts.refusals import QuotaUsedUp
from games.disputes.workload import counts
from gofish_api.api import fallbacks
from gofish_api.observability import status_page

ORDER = ("disputes", "games", "accounts", "auth")


class LoginForm(AdminAuthenticationForm):
    """The login form of Django's admin, which also refuses suspended accounts."""

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse a suspended account. Runs after the check of the password, to reveal nothing."""
        super().confirm_login_allowed(user)
        if _is_suspended(user):
            raise ValidationError("This account is suspended.", code="suspended")


class Desk(AdminSite):
    """The admin site of the service."""

    site_header = site_title = "Go Fish"
    index_title = "The referee's desk"
    index_template = "desk/index.html"
    site_url = None  # the header has links to all parts of the service
    login_form = LoginForm
    enable_nav_sidebar = False  # the lists need the width

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Add the status page before the catch-all pattern."""
        return [path("health/", self.admin_view(self.health), name="health"), *super().get_urls()]

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """Show the first page, with the counts of waiting disputes for those who may see them."""
        reader, context = request.user, extra_context or {}
        if isinstance(reader, User) and reader.has_perm("disputes.view_dispute"):
            context = context | {"counts": counts.of_desk(reader, now=timezone.now())}
        return super().index(request, context)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Show the form, or log in. Attempts share the rate limit of issuing tokens."""
        if request.method == "POST":
            try:
                spend_at_address(request, "credentials")
            except QuotaUsedUp as refusal:
                return fallbacks.too_many(refusal)
        return super().login(request, extra_context)

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the account is staff and not suspended.

        A suspension ends open sessions.
        """
        return super().has_permission(request) and not _is_suspended(request.user)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return the applications that the account may see, disputes first."""
        apps: list[Any] = super().get_app_list(request, app_label)
        reader = request.user
        may_list = isinstance(reader, User) and reader.has_perm("disputes.view_dispute")
        for app in apps:
            if app["app_label"] == "disputes" and app_label is None and may_list:
                app["app_url"] = reverse("admin:disputes_dispute_changelist", current_app=self.name)
        return sorted(apps, key=lambda app: (app["app_label"] not in ORDER, _place(app)))

    def health(self, request: HttpRequest) -> HttpResponse:
        """Show the status of the service to accounts that may view games."""
        reader = request.user
        if not isinstance(reader, User) or not reader.has_perm("games.view_game"):
            raise PermissionDenied
        context = self.each_context(request) | {
            "title": "Status of the service",
            "figures": status_page.read(reader),
        }
        return TemplateResponse(request, "desk/health.html", context)


def _is_suspended(user: object) -> bool:
    return isinstance(user, User) and suspensions.is_suspended(user, now=timezone.now())


def _place(app: Any) -> int:
    return ORDER.index(app["app_label"]) if app["app_label"] in ORDER else 0
