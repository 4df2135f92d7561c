"""Django apps: the service, for its commands and templates, and the admin with this project's
site.
"""

import os
from typing import Any

from django.apps import AppConfig, apps
from django.contrib import admin
from django.contrib.admin.apps import AdminConfig
from django.core import checks

from gofish_api.server import connection_health
from gofish_api.settings.environment import RETIRED, RETIRED_RATES, env


class GofishApiConfig(AppConfig):
    name = "gofish_api"
    verbose_name = "Go Fish service"

    def ready(self) -> None:
        connection_health.watch()


@checks.register
def retired_variables(**_: Any) -> list[checks.CheckMessage]:
    """Name the variables, and the names in `RATES`, that are set but no longer do anything."""
    filled = {name.removesuffix("_FILE") for name, text in os.environ.items() if text}
    known = [it for it in RETIRED.items() if it[0] in filled]
    rates = env("RATES")
    known += [(f"RATES: {name}", why) for name, why in RETIRED_RATES.items() if name in rates]
    return [
        checks.Warning(f"{name} does nothing: {reason}.", hint="Remove it.", id="gofish.W001")
        for name, reason in known
    ]


class DeskConfig(AdminConfig):
    default_site = "gofish_api.admin_site.Desk"

    def ready(self) -> None:
        """Register all models but those of django-otp, whose pages show keys and codes."""
        super().ready()
        for name in ("otp_totp.TOTPDevice", "otp_static.StaticDevice"):
            admin.site.unregister(apps.get_model(name))
