"""Compose the rules of a game from a preset, overlays and options."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.option_values import parse_options
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.refusals import OptionError, RulesRefused
from games.engine.rules import Rules


def overlays_for(preset: str) -> list[str]:
    """Return the overlays that can be added to a preset."""
    return [name for name in OVERLAYS if _fits(preset, name)]


def compose(
    preset: str, overlays: Sequence[str] = (), options: Mapping[str, Any] | None = None
) -> Rules:
    """Return the rules of a preset, changed by the overlays in their order, then by the options.

    :raises RulesRefused: with one error per field, for unknown names, invalid values, and options
        that cannot be played together at any number of seats.
    """
    errors = []
    if preset not in PRESETS:
        known = ", ".join(PRESETS)
        errors.append(
            OptionError("preset", "unknown_preset", f"Unknown preset. The presets are {known}.")
        )
    for place, name in enumerate(overlays):
        field = f"overlays/{place}"
        if name not in OVERLAYS:
            known = ", ".join(OVERLAYS)
            errors.append(
                OptionError(field, "unknown_overlay", f"Unknown overlay. The overlays are {known}.")
            )
        elif OVERLAYS[name].over and preset not in OVERLAYS[name].over:
            over = " and ".join(OVERLAYS[name].over)
            detail = f"{name} can be added only to {over}: the other presets already play on."
            errors.append(OptionError(field, "overlay_not_for_preset", detail))
    if errors:
        raise RulesRefused(tuple(errors))
    values = dict(PRESETS[preset].options)
    for name in overlays:
        values |= OVERLAYS[name].options
    return Rules(**parse_options(values | dict(options or {}))).check()


def _fits(preset: str, overlay: str) -> bool:
    try:
        compose(preset, [overlay])
    except RulesRefused:
        return False
    return True
