"""Every preset and every overlay, to parametrise tests of whole games with."""

import pytest

from games.engine.presets import OVERLAYS, PRESETS

MORE = pytest.mark.slow
"""Marks of further sets of rules: some suffice in `make test`."""
BASIC = ("classic", "with jokers and honour")

_ALL: dict[str, tuple[str, list[str]]] = {
    **{preset: (preset, []) for preset in PRESETS},
    **{
        f"with {overlay.name}": ((overlay.over or ("classic",))[0], [overlay.name])
        for overlay in OVERLAYS.values()
    },
    "with jokers and honour": ("classic", ["wild_cards", "honour"]),
    "bicycle with honour and pairs": ("bicycle", ["honour", "pairs"]),
}
ALL = [
    pytest.param(*rules, id=name, marks=() if name in BASIC else MORE)
    for name, rules in _ALL.items()
]
"""A preset and overlays each."""
