"""Compile the engine, the bots and the value models with mypyc if ``GOFISH_COMPILED=1``."""

import os
from pathlib import Path
from typing import Any

from setuptools import setup

GAMES = Path("../../games")
NOT_COMPILED = {
    "engine/commands.py",  # the codec reads the type hints of their classes
    "engine/events.py",
    "engine/options.py",
    "engine/rules.py",
    "engine/visible.py",  # so does the schema of the service
    "engine/refusals.py",  # class attributes of exceptions
    "engine/verify.py",  # run with `python -m`
    "analysis/reading.py",  # these compute nothing
    "analysis/record.py",
    "analysis/table.py",
    "bots/aec.py",  # these need libraries for learning
    "bots/batch.py",
    "bots/gym_env.py",
    "bots/kaggle_env.py",
    "bots/open_spiel_game.py",
    "bots/vector_env.py",
}


def extensions() -> list[Any]:
    """Return the modules to compile, together in one library."""
    if os.environ.get("GOFISH_COMPILED") != "1":
        return []
    from mypyc.build import mypycify

    modules = (
        module
        for package in ("engine", "bots", "analysis", "analysis/values")
        for module in sorted((GAMES / package).glob("*.py"))
        if f"{package}/{module.name}" not in NOT_COMPILED and module.name != "__init__.py"
    )
    level = os.environ.get("GOFISH_OPTIMIZED", "3")
    return mypycify(["--config-file=", *map(str, modules)], opt_level=level)


setup(ext_modules=extensions())
