"""Make the wiring an app, so that Django finds its commands and templates; and the admin one with our own site."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig

from gofish_api.server import connection_health


class GofishApiConfig(AppConfig):
    name = "gofish_api"
    verbose_name = "Go Fish service"

    def ready(self) -> None:
        """Watch over the database's connections."""
        connection_health.watch()


class DeskConfig(AdminConfig):
    default_site = "gofish_api.admin_site.Desk"
