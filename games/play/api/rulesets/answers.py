"""Presets, overlays and sources in answers."""

from functools import cache
from typing import Annotated, Any, TypedDict

from games.bots.levels import LEVELS
from games.engine import codec, shuffle
from games.engine.options import OPTIONS, options_schema
from games.engine.presets import OVERLAYS, PRESETS, SOURCES, Preset
from games.engine.rule_sets import compose, overlays_for
from games.play import lessons
from games.play.api.positions.entries import AnyRules
from games.play.api.positions.members import Level, fill


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
def rulesets() -> Rulesets:
    """Return every preset and overlay in short, and the levels of bots; built once."""
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
        "levels": list(LEVELS),
        "lessons": {name: shuffle.commitment(seed) for name, seed in lessons.SEEDS.items()},
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
