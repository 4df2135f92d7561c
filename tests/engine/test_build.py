"""Which engine a process has loaded."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from games.engine import build, decide, evolve, table, view


def test_the_build_is_that_of_every_module_of_the_rules() -> None:
    files = [Path(str(module.__file__)) for module in (decide, evolve, table, view)]

    are_compiled = {path.name.endswith(tuple(EXTENSION_SUFFIXES)) for path in files}

    assert are_compiled == {build.loaded() == "compiled"}


def test_the_checkout_holds_no_compiled_module() -> None:
    checkout = Path(__file__).parents[2] / "games"

    assert not [path for suffix in EXTENSION_SUFFIXES for path in checkout.rglob(f"*{suffix}")]
