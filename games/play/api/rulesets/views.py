"""Rule sets: presets, overlays, options, and their source documents."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone
from api_kit.endpoint import Endpoint
from games.engine.presets import OWN, PRESETS, SOURCES
from games.play.api.openapi.schema import operations
from games.play.api.rulesets import answers

operation = operations("rules")


class RulesetsView(Endpoint):
    """Every preset and overlay, and the levels of bots."""

    permission_classes = anyone("read", "class")

    @operation(
        "list_rulesets",
        "List rule sets",
        "The presets, the overlays that vary them, and the levels of built-in bots.",
        answers={200: answers.Rulesets},
    )
    def get(self, request: Request) -> Response:
        return Response(answers.rulesets())


class RulesetView(Endpoint):
    """One preset."""

    permission_classes = anyone("read", "class")

    @operation(
        "read_ruleset",
        "Explain a rule set",
        "The rules in plain words and in full, with a JSON Schema from which a client "
        "can build a form.",
        parameters=[
            OpenApiParameter(
                "preset",
                str,
                OpenApiParameter.PATH,
                enum=list(PRESETS),
                description="The preset's name.",
            )
        ],
        answers={200: answers.FullRuleset},
        problems="not_found",
    )
    def get(self, request: Request, preset: str) -> Response:
        if preset not in PRESETS:
            raise NotFound(f"There is no preset {preset}; GET /api/v1/rulesets lists them.")
        return Response(answers.ruleset(PRESETS[preset]))


class SourceView(Endpoint):
    """A source document."""

    permission_classes = anyone("read", "class")

    @operation(
        "read_source",
        "Show what is based on a source document",
        "The rules come from four documents, identified by three digits. The source "
        f"of what no document has is `{OWN}`.",
        parameters=[
            OpenApiParameter(
                "number",
                str,
                OpenApiParameter.PATH,
                enum=list(SOURCES),
                description=f"The document's three digits, or `{OWN}`.",
            )
        ],
        answers={200: answers.SourceUse},
        problems="not_found",
    )
    def get(self, request: Request, number: str) -> Response:
        if number not in SOURCES:
            raise NotFound(f"There is no document {number}.")
        return Response(answers.source(number))
