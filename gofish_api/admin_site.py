"""The admin site: its login with a second factor, its index and its status page."""

from base64 import b32encode
from typing import Any

from django import forms
from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.signals import user_login_failed
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django_otp.forms import OTPAuthenticationFormMixin

from accounts import locks
from accounts.api.throttles import spend_at_address
from accounts.credentials import codes
from accounts.models import User
from accounts.refusals import InvalidCode, QuotaUsedUp
from games.desk import audit, workload
from games.play.models import Action
from gofish_api.api import fallbacks
from gofish_api.observability import health

ORDER = ("disputes", "games", "accounts", "auth")


NO_CODE = (
    "Enter the code of your app, or a printed code. If you have none, ask an administrator for a "
    "link to enrol."
)


class LoginForm(OTPAuthenticationFormMixin, AdminAuthenticationForm):  # type: ignore[misc]
    """Django's login form for the admin, with a second factor; it refuses suspended accounts."""

    otp_token = forms.CharField(
        label="Code",
        required=False,
        max_length=codes.MAX_CODE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
        help_text="From your app, or a printed one, if your account has a second factor.",
    )
    otp_error_messages = OTPAuthenticationFormMixin.otp_error_messages | {
        "token_required": NO_CODE,
        "device_required": NO_CODE,
        "invalid_token": "This code is wrong, expired or was used.",
    }

    def clean_otp_token(self) -> str:
        return codes.normalised(self.cleaned_data["otp_token"])

    def clean(self) -> dict[str, Any]:
        """Check the code after the password. Wrong codes count like wrong passwords."""
        cleaned: dict[str, Any] = super().clean()
        user: User | None = self.user_cache
        if user is None or not codes.is_required(user):
            return cleaned
        try:
            self.clean_otp(user)
        except ValidationError:
            if cleaned.get("otp_token"):
                audit.record(user, Action.WRONG_CODE, user, "", now=timezone.now())
                user_login_failed.send(
                    __name__, credentials={"username": cleaned["username"]}, request=self.request
                )
            raise
        return cleaned

    def _chosen_device(self, user: User) -> Any:
        return codes.device_for(user, self.cleaned_data.get("otp_token", ""))

    def _update_form(self, user: User) -> None:
        """Keep the password out of the page, which the mixin would write into it."""

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse a suspended account. Runs after the check of the password, to reveal nothing."""
        super().confirm_login_allowed(user)
        if _is_suspended(user):
            raise ValidationError("This account is suspended.", code="suspended")


class Desk(AdminSite):
    site_header = site_title = "Go Fish"
    index_title = "The referee's desk"
    index_template = "desk/index.html"
    site_url = None  # the header has links to all parts of the service
    login_form = LoginForm
    login_template = "desk/login.html"
    enable_nav_sidebar = False  # the lists need the width

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Add the pages of this site before the catch-all pattern."""
        return [
            path("health/", self.admin_view(self.health), name="health"),
            path("enrol/", self.enrol, name="enrol"),
            path("link/<int:account_id>/", self.admin_view(self.enrolment_link), name="link"),
            *super().get_urls(),
        ]

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """Show the first page, with the counts of waiting disputes for those who may see them."""
        reader, context = request.user, extra_context or {}
        if isinstance(reader, User) and reader.has_perm("disputes.view_dispute"):
            context = context | {"counts": workload.of_desk(reader, now=timezone.now())}
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
        """Return whether the account is staff, not suspended, and gave a code if it needs one.

        A suspension, enrolling, or the end of the second factor ends open sessions.
        """
        user = request.user
        if not super().has_permission(request) or not isinstance(user, User) or _is_suspended(user):
            return False
        known = vars(request)  # the admin asks for the view, and again for its header
        if "gave_code" not in known:
            device = getattr(user, "otp_device", None)  # OTPMiddleware reads the session
            known["gave_code"] = device is not None or not codes.is_required(user)
        return bool(known["gave_code"])

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
            "figures": health.read(reader),
        }
        return TemplateResponse(request, "desk/health.html", context)

    @method_decorator(never_cache)
    def enrol(self, request: HttpRequest) -> HttpResponse:
        """Enrol the account of a link: show a key, then check a code and show printed codes."""
        link = request.GET.get("code", "")
        context = self.each_context(request) | {"title": "Second factor"}
        try:
            account = context["account"] = codes.holder(codes.LINK, link)
            if code := request.POST.get("otp_token", "")[: codes.MAX_CODE_LENGTH]:
                with transaction.atomic():
                    context["printed"] = codes.enrol(link, code)
                    done = Action.ENROLLED if context["printed"] else Action.WRONG_CODE
                    audit.record(account, done, account, "", now=timezone.now())
                context["is_wrong"] = not context["printed"]
            elif request.method == "POST":
                device = codes.new_key(link)
                import segno  # as for invitations

                qr = segno.make_qr(device.config_url).svg_inline(scale=4, border=4, light="#fff")
                context["qr"] = mark_safe(qr)  # noqa: S308 - segno writes paths and no text
                context["key"] = b32encode(device.bin_key).decode()
        except InvalidCode:
            return TemplateResponse(request, "desk/enrol.html", context, status=410)
        return TemplateResponse(request, "desk/enrol.html", context)

    def enrolment_link(self, request: HttpRequest, account_id: int) -> HttpResponse:
        """Show superusers a new link with which another member of the staff enrols."""
        staff = User.objects.filter(is_staff=True, is_active=True)
        account = get_object_or_404(staff, pk=account_id)
        reader = request.user
        if not isinstance(reader, User) or not reader.is_superuser or reader == account:
            raise PermissionDenied
        context = self.each_context(request) | {"title": "Second factor", "account": account}
        if request.method == "POST":
            with transaction.atomic():
                code = codes.make_link(account)
                audit.record(reader, Action.ENROLMENT_LINK, account, "", now=timezone.now())
            address = reverse("admin:enrol", current_app=self.name)
            context["link"] = request.build_absolute_uri(f"{address}?code={code}")
        return TemplateResponse(request, "desk/enrolment_link.html", context)


def _is_suspended(user: object) -> bool:
    return isinstance(user, User) and locks.is_suspended(user, now=timezone.now())


def _place(app: Any) -> int:
    return ORDER.index(app["app_label"]) if app["app_label"] in ORDER else 0
