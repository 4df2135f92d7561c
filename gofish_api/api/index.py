"""Where a client begins that knows the service's address alone: what there is to read, and what can be called first."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api_kit.endpoint import Endpoint

PAGES = {
    "manual": "/docs/",
    "guide": "/guide",
    "docs": "/api/docs",
    "reference": "/api/redoc",
    "schema": "/api/schema",
    "problems": "/problems",
}
BEGINNINGS = {
    "list_rulesets": ("GET", "/api/v1/rulesets"),
    "register_guest": ("POST", "/api/v1/accounts/guest"),
    "register": ("POST", "/api/v1/accounts"),
    "issue_token": ("POST", "/api/v1/tokens"),
    "read_me": ("GET", "/api/v1/me"),
    "list_games": ("GET", "/api/v1/games"),
    "create_game": ("POST", "/api/v1/games"),
    "enter_match": ("POST", "/api/v1/matches"),
    "stream_account": ("GET", "/api/v1/me/stream"),
    "verify_transcript": ("POST", "/api/v1/transcripts/verify"),
}
INDEX = {
    "service": "Go Fish",
    "version": settings.SPECTACULAR_SETTINGS["VERSION"],
    "rules": "/api/v1/rulesets",
    **PAGES,
    "operations": [
        {"id": name, "method": method, "path": path} for name, (method, path) in BEGINNINGS.items()
    ],
}


class BeginningSerializer(serializers.Serializer[Any]):
    """An operation that needs nothing from another answer but a token."""

    id = serializers.CharField(help_text="The operation's `operationId` in the schema.")
    method = serializers.ChoiceField(choices=["GET", "POST"])
    path = serializers.CharField()


class IndexSerializer(serializers.Serializer[Any]):
    """What the service is and where its parts are, as paths on this server."""

    service = serializers.CharField()
    version = serializers.CharField(help_text="Of the API; it stands in every path.")
    rules = serializers.CharField(help_text="What can be played.")
    manual = serializers.CharField(help_text="The documentation as pages to read.")
    guide = serializers.CharField(help_text="How to write a bot.")
    docs = serializers.CharField(help_text="The operations, for people to try.")
    reference = serializers.CharField(help_text="The same, to read.")
    schema = serializers.CharField(help_text="The OpenAPI schema.")
    problems = serializers.CharField(help_text="What the codes of refusals mean, as text.")
    operations = BeginningSerializer(many=True, help_text="What can be called first.")


class IndexView(Endpoint):
    """The index of the API."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="read_index",
        tags=["service"],
        summary="See where to begin",
        description="Paths of the schema, the documentation and the rules, and the operations that "
        "can be called first.",
        responses={200: IndexSerializer},
        examples=[OpenApiExample("response", value=INDEX, response_only=True)],
    )
    def get(self, request: Request) -> Response:
        return Response(INDEX)
