"""Tell whether the engine was compiled or runs as pure Python."""

from importlib.machinery import EXTENSION_SUFFIXES
from typing import Literal

from games.engine import decide

Build = Literal["compiled", "pure"]


def loaded() -> Build:
    """Return which engine this process has loaded: both play alike, one is faster."""
    is_compiled = decide.__file__.endswith(tuple(EXTENSION_SUFFIXES))
    return "compiled" if is_compiled else "pure"
