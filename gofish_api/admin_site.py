"""The admin site: its index in the order of the day's work, and a page on how the service is."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path
from django.utils import timezone

from accounts import suspensions
from accounts.models import User
from accounts.refusals import QuotaUsedUp
from api_kit.throttles import spend_at_address
from gofish_api.api import fallbacks
from gofish_api.observability import status_page

ORDER = ("disputes", "games", "accounts", "auth")


class LoginForm(AdminAuthenticationForm):
    """The admin's own, which suspended accounts do not pass."""

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse whoever is suspended, once he has shown his password."""
        super().confirm_login_allowed(user)
        if _is_suspended(user):
            raise ValidationError("This account is suspended.", code="suspended")


class Desk(AdminSite):
    """Where the service is looked after."""

    site_header = site_title = "Go Fish"
    index_title = "The desk"
    index_template = "desk/index.html"
    site_url = "/api/docs"
    login_form = LoginForm
    enable_nav_sidebar = False  # the lists need the room

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Add the page on the service's health, before the catch-all."""
        return [path("health/", self.admin_view(self.health), name="health"), *super().get_urls()]

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Show the form, or sign in: each try counts, as it does where tokens are issued."""
        if request.method == "POST":
            try:
                spend_at_address(request, "credentials")
            except QuotaUsedUp as refusal:
                return fallbacks.too_many(refusal)
        return super().login(request, extra_context)

    def has_permission(self, request: HttpRequest) -> bool:
        """Let staff in that is not suspended: a suspension ends sessions that are open, too."""
        return super().has_permission(request) and not _is_suspended(request.user)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return what may be seen, disputes first."""
        apps: list[Any] = super().get_app_list(request, app_label)
        return sorted(apps, key=lambda app: (app["app_label"] not in ORDER, _place(app)))

    def health(self, request: HttpRequest) -> HttpResponse:
        """Show how the service is, to those who look after games."""
        reader = request.user
        if not isinstance(reader, User) or not reader.has_perm("games.view_game"):
            raise PermissionDenied
        context = self.each_context(request) | {
            "title": "Health",
            "figures": status_page.read(reader),
        }
        return TemplateResponse(request, "desk/health.html", context)


def _is_suspended(user: object) -> bool:
    return isinstance(user, User) and suspensions.is_suspended(user, now=timezone.now())


def _place(app: Any) -> int:
    return ORDER.index(app["app_label"]) if app["app_label"] in ORDER else 0
