"""Django apps: the service, for its commands and templates, and the admin with this project's
site.
"""

from django.apps import AppConfig, apps
from django.contrib import admin
from django.contrib.admin.apps import AdminConfig

from gofish_api.server import connection_health


class GofishApiConfig(AppConfig):
    name = "gofish_api"
    verbose_name = "Go Fish service"

    def ready(self) -> None:
        """Connect the health check of database connections."""
        connection_health.watch()


class DeskConfig(AdminConfig):
    default_site = "gofish_api.admin_site.Desk"

    def ready(self) -> None:
        """Register all models but those of django-otp, whose pages show keys and codes."""
        super().ready()
        for name in ("otp_totp.TOTPDevice", "otp_static.StaticDevice"):
            admin.site.unregister(apps.get_model(name))
