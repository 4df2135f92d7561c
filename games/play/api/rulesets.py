"""Rule sets: presets, overlays, options, and their source documents."""

from functools import cache
from typing import Annotated, Any, TypedDict

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone
from api_kit.endpoint import Endpoint
from games.engine import codec, shuffle
from games.engine.options import OPTIONS, options_schema
from games.engine.presets import OVERLAYS, OWN, PRESETS, SOURCES, Preset
from games.engine.rule_sets import compose, overlays_for
from games.log.entries import AnyRules, Level, fill
from games.play import create_game
from games.play.api.schema import operations


class SourceJson(TypedDict):
    """A document that rules come from."""

    number: str
    title: str
    link: Annotated[str, "What is based on it."]


class Ruleset(TypedDict):
    """A preset in short."""

    name: str
    title: str
    summary: str
    ages: str
    players_min: int
    players_max: int
    source: SourceJson
    link: str


class OverlayJson(TypedDict):
    """A variation of a preset."""

    name: str
    title: str
    summary: str
    source: SourceJson
    options: Annotated[dict[str, Any], "What it sets."]
    presets: Annotated[list[str], "Presets that it fits."]


class Rulesets(TypedDict):
    """All presets and overlays, and the levels of built-in bots."""

    presets: list[Ruleset]
    overlays: list[OverlayJson]
    levels: Annotated[list[Level], "Weakest first."]
    lessons: Annotated[dict[str, str], "The commitment of each lesson's games."]


class FullRuleset(Ruleset):
    """A preset in full."""

    how_to_play: list[str]
    rules: AnyRules
    overlays: Annotated[list[str], "Overlays that can be applied to it."]
    options_schema: Annotated[dict[str, Any], "JSON Schema (2020-12) of the options."]


class SourceUse(TypedDict):
    """What is based on a source document."""

    number: str
    title: str
    presets: list[str]
    overlays: list[str]
    options: list[str]


@cache
def rulesets(levels: tuple[str, ...]) -> Rulesets:
    """Return every preset and overlay in short, and these levels of bots; built once."""
    return {
        "presets": [_preset(preset) for preset in PRESETS.values()],
        "overlays": [
            fill(
                OverlayJson,
                overlay,
                source=_source(overlay.source),
                options=dict(overlay.options),
                presets=[name for name in PRESETS if overlay.name in overlays_for(name)],
            )
            for overlay in OVERLAYS.values()
        ],
        "levels": list(levels),
        "lessons": {name: shuffle.commitment(seed) for name, seed in create_game.SEEDS.items()},
    }


def ruleset(preset: Preset) -> FullRuleset:
    """Return a preset in full."""
    options = codec.rules_to_json(compose(preset.name))
    return {
        **_preset(preset),
        "how_to_play": list(preset.how_to_play),
        "rules": options,
        "overlays": overlays_for(preset.name),
        "options_schema": options_schema(options),
    }


def source(number: str) -> SourceUse:
    """Return what is based on one of the sources."""
    return {
        "number": number,
        "title": SOURCES[number].title,
        "presets": [preset.name for preset in PRESETS.values() if preset.source == number],
        "overlays": [overlay.name for overlay in OVERLAYS.values() if overlay.source == number],
        "options": [option.name for option in OPTIONS.values() if number in option.source],
    }


def _preset(preset: Preset) -> Ruleset:
    rules = compose(preset.name)
    return fill(
        Ruleset,
        preset,
        players_min=rules.players_min,
        players_max=rules.players_max,
        source=_source(preset.source),
        link=f"/api/v1/rulesets/{preset.name}",
    )


def _source(number: str) -> SourceJson:
    return {
        "number": number,
        "title": SOURCES[number].title,
        "link": f"/api/v1/sources/{number}",
    }


operation = operations("rules")


class RulesetsView(Endpoint):
    permission_classes = anyone("read", "class")

    @operation(
        "list_rulesets",
        "List rule sets",
        "The presets, the overlays that vary them, and the levels of built-in bots.",
        answers={200: Rulesets},
    )
    def get(self, request: Request) -> Response:
        return Response(rulesets(create_game.offered_levels()))


class RulesetView(Endpoint):
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
        answers={200: FullRuleset},
        problems="not_found",
    )
    def get(self, request: Request, preset: str) -> Response:
        if preset not in PRESETS:
            raise NotFound(f"There is no preset {preset}; GET /api/v1/rulesets lists them.")
        return Response(ruleset(PRESETS[preset]))


class SourceView(Endpoint):
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
        answers={200: SourceUse},
        problems="not_found",
    )
    def get(self, request: Request, number: str) -> Response:
        if number not in SOURCES:
            raise NotFound(f"There is no document {number}.")
        return Response(source(number))
