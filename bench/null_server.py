"""A yardstick: an empty DRF view without middleware, authentication or a database."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="only for measuring",  # noqa: S106  # protects nothing
    USE_TZ=True,
    REST_FRAMEWORK={"UNAUTHENTICATED_USER": None},
)

import django  # noqa: E402

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
