"""A yardstick: an empty DRF view without middleware, authentication or a database."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
settings.MIDDLEWARE, settings.ROOT_URLCONF, settings.ALLOWED_HOSTS = [], __name__, ["*"]
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework.renderers import JSONRenderer  # noqa: E402
from rest_framework.request import Request  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.views import APIView  # noqa: E402

from games.live.exchange import Receive, Send  # noqa: E402
from gofish_api.server.http import Scope, call, environ_of  # noqa: E402


class NullView(APIView):
    """An empty view."""

    authentication_classes: tuple[Any, ...] = ()
    permission_classes: tuple[Any, ...] = ()
    throttle_classes: tuple[Any, ...] = ()
    renderer_classes = (JSONRenderer,)

    def post(self, request: Request) -> Response:
        """Return an empty object."""
        return Response({}, headers={"Content-Length": "2"})


urlpatterns = [path("null", NullView.as_view())]
_django, _threads = get_wsgi_application(), ThreadPoolExecutor(4)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Let Django answer in a thread, as the service does."""
    environ = environ_of(scope, (await receive()).get("body", b""))
    loop = asyncio.get_running_loop()
    await (await loop.run_in_executor(_threads, call, _django, environ)).send(send)
