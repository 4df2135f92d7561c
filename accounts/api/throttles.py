"""How often one address may try the operations that make or check credentials.

Rates are settings, ``REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]``, by scope; the defaults stand here.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class AddressThrottle(SimpleRateThrottle):
    """Counts what an address changes, or tries to, with all operations of one scope."""

    default_rate = ""

    def get_rate(self) -> str | None:
        """Return the rate of the settings, or else the default; None is without limit."""
        rates: Mapping[Any, Any] = api_settings.DEFAULT_THROTTLE_RATES
        rate: str | None = rates.get(self.scope, self.default_rate)
        return rate

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return one key an address and scope; reading is not counted."""
        if request.method in SAFE_METHODS:
            return None
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class RegistrationThrottle(AddressThrottle):
    """New accounts and guests."""

    scope = "registration"
    default_rate = "60/hour"


class CredentialsThrottle(AddressThrottle):
    """Whatever checks a password."""

    scope = "credentials"
    default_rate = "30/min"
