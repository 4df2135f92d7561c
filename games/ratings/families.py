"""Families of presets: games that need the same skill share one rating."""

from collections.abc import Mapping, Sequence

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "go_fish": ("classic", "bicycle", "pagat"),
    "pairs": ("pairs",),
    "authors": ("bicycle_authors", "pagat_authors"),
}
"""The presets of each family. Fishing for books of four, for pairs, and asking without a stock."""
RATED_OVERLAYS = ("series", "play_on")
"""The overlays that leave a game rateable: they change its length, not its skill."""

_FAMILY_OF = {preset: family for family, presets in FAMILIES.items() for preset in presets}


def family_of(preset: str, overlays: Sequence[str] = ()) -> str | None:
    """Return the family in which a game with these rules is rated, or None if it cannot be rated.

    >>> family_of("bicycle", ["series"]), family_of("classic", ["open_hand"])
    ('go_fish', None)
    """
    if any(overlay not in RATED_OVERLAYS for overlay in overlays):
        return None
    return _FAMILY_OF.get(preset)
