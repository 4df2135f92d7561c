"""Every path of the service."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView

from gofish_api import client_pages as web
from gofish_api.api import fallbacks, pages, published_schema
from gofish_api.docs import views as docs
from gofish_api.observability import health
from gofish_api.personal_data import close_account, export


class ReadableRedirect(RedirectView):
    """A redirect that answers a wrong method with 405."""

    http_method_names = ("get", "head")


urlpatterns = [
    path("", pages.index),
    path("api/v1/", include("games.urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/classes/<str:class_id>", close_account.ClassView.as_view()),
    path("api/v1/me", export.MeView.as_view()),
    path("api/v1/me/export", export.ExportView.as_view()),
    path("api/v1", pages.IndexView.as_view()),
    path("api/schema", published_schema.SchemaView.as_view(), name="schema"),
    path("api/docs", published_schema.SwaggerPage.as_view()),
    path("api/redoc", csrf_exempt(RedirectView.as_view(url="/api/docs"))),
    re_path(r"^api(?:/.*)?$", fallbacks.UnknownPath.as_view()),
    path("docs/", docs.page),
    path("docs/<path:path>", docs.page),
    path("docs", csrf_exempt(ReadableRedirect.as_view(url="/docs/"))),
    path("guide", csrf_exempt(ReadableRedirect.as_view(url="/docs/guide-bot"))),
    path("problems", pages.problems),
    path("problems/<slug:code>", pages.problem),
    *(path(client_path, web.page) for client_path in web.PATHS),
    path(web.FRAMED_PATH, web.framed_page),
    path("robots.txt", web.robots),
    path(".well-known/security.txt", pages.security),
    path(".well-known/oauth-authorization-server", pages.authorization_server),
    path(".well-known/oauth-protected-resource", pages.protected_resource),
    path(".well-known/oauth-protected-resource/api/v1", pages.protected_resource),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path(settings.ADMIN_PATH, admin.site.urls),
    path(settings.ADMIN_PATH.rstrip("/"), RedirectView.as_view(pattern_name="admin:index")),
]

handler400 = fallbacks.bad_request
handler403 = fallbacks.permission_denied
handler404 = fallbacks.not_found
handler500 = fallbacks.server_error
