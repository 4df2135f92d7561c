"""Render presets, overlays and sources as JSON."""

from functools import cache

from games.api.positions.members import Json
from games.bots.levels import LEVELS
from games.engine import codec, shuffle
from games.engine.options import OPTIONS, options_schema
from games.engine.presets import OVERLAYS, PRESETS, SOURCES, Preset
from games.engine.rule_sets import compose, overlays_for
from games.services.lobbies import lessons


@cache
def rulesets() -> Json:
    """Return every preset and overlay in short, and the levels of bots; built once."""
    return {
        "presets": [_preset(preset) for preset in PRESETS.values()],
        "overlays": [
            {
                "name": overlay.name,
                "title": overlay.title,
                "summary": overlay.summary,
                "source": _source(overlay.source),
                "options": dict(overlay.options),
                "presets": [name for name in PRESETS if overlay.name in overlays_for(name)],
            }
            for overlay in OVERLAYS.values()
        ],
        "levels": list(LEVELS),
        "lessons": {name: shuffle.commitment(seed) for name, seed in lessons.SEEDS.items()},
    }


def ruleset(preset: Preset) -> Json:
    """Return a preset in full."""
    options = codec.rules_to_json(compose(preset.name))
    return {
        **_preset(preset),
        "how_to_play": list(preset.how_to_play),
        "rules": options,
        "overlays": overlays_for(preset.name),
        "options_schema": options_schema(options),
    }


def source(number: str) -> Json:
    """Return what is based on one of the sources."""
    return {
        "number": number,
        "title": SOURCES[number].title,
        "presets": [preset.name for preset in PRESETS.values() if preset.source == number],
        "overlays": [overlay.name for overlay in OVERLAYS.values() if overlay.source == number],
        "options": [option.name for option in OPTIONS.values() if number in option.source],
    }


def _preset(preset: Preset) -> Json:
    rules = compose(preset.name)
    return {
        "name": preset.name,
        "title": preset.title,
        "summary": preset.summary,
        "ages": preset.ages,
        "players_min": rules.players_min,
        "players_max": rules.players_max,
        "source": _source(preset.source),
        "link": f"/api/v1/rulesets/{preset.name}",
    }


def _source(number: str) -> Json:
    return {
        "number": number,
        "title": SOURCES[number].title,
        "link": f"/api/v1/sources/{number}",
    }
