"""A yardstick: an empty DRF view without middleware, authentication or a database."""

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


class NullView(APIView):
    """An empty view."""

    authentication_classes: tuple[Any, ...] = ()
    permission_classes: tuple[Any, ...] = ()
    renderer_classes = (JSONRenderer,)

    def post(self, request: Request) -> Response:
        """Return an empty object."""
        return Response({}, headers={"Content-Length": "2"})


urlpatterns = [path("null", NullView.as_view())]
application = get_wsgi_application()
