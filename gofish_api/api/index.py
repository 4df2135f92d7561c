"""The index of the API: paths of its documents, and operations to call first."""

from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api_kit.endpoint import Endpoint
from games.play.api.openapi.schema import operations

operation = operations("service")

PAGES = {
    "manual": "/docs/",
    "guide": "/guide",
    "docs": "/api/docs",
    "reference": "/api/docs",
    "schema": "/api/schema",
    "problems": "/problems",
}
METHODS = ["GET", "POST"]
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
    """An operation that needs nothing from other responses except a token."""

    id = serializers.CharField(help_text="The operation's `operationId` in the schema.")
    method = serializers.ChoiceField(choices=METHODS)
    path = serializers.CharField()


class EntryPointsSerializer(serializers.Serializer[Any]):
    """The service and the paths of its parts on this server."""

    service = serializers.CharField()
    version = serializers.CharField(help_text="Version of the API, which is part of every path.")
    rules = serializers.CharField(help_text="Presets, overlays and options.")
    manual = serializers.CharField(help_text="The documentation.")
    guide = serializers.CharField(help_text="How to write a bot.")
    docs = serializers.CharField(help_text="The operations, to try in a browser.")
    reference = serializers.CharField(help_text="The operations, to read.")
    schema = serializers.CharField(help_text="The OpenAPI schema.")
    problems = serializers.CharField(help_text="The problem codes and their meaning, as text.")
    operations = BeginningSerializer(many=True, help_text="Operations to call first.")


class IndexView(Endpoint):
    """The index of the API."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation(
        "read_index",
        "Show the entry points",
        "Paths of the schema, the documentation and the rules, and operations to call first.",
        answers={200: EntryPointsSerializer},
    )
    def get(self, request: Request) -> Response:
        return Response(INDEX)
