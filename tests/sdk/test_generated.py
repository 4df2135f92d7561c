"""The generated modules of the Python package are those of the schema, with every operation."""

import inspect
import runpy

import pytest

from games.api.problems import PROBLEMS
from gofishkit import AsyncClient, Client, problems
from tests.contract.changes import read
from tests.servers import ROOT

FOLDER = ROOT / "clients" / "python"
METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.mark.slow
def test_the_generated_modules_are_up_to_date() -> None:
    modules = runpy.run_path(str(FOLDER / "generate.py"))["modules"]()

    for file, text in modules.items():
        assert file.read_text() == text, f"{file.name}: run make schema"


def test_every_operation_is_a_method_of_both_clients() -> None:
    schema = read(ROOT / "schema.yaml")
    operations = [
        operation["operationId"]
        for methods in schema["paths"].values()
        for method, operation in methods.items()
        if method in METHODS
    ]

    assert len(operations) > 80
    for name in operations:
        assert callable(getattr(Client, name)) and callable(getattr(AsyncClient, name))
        is_stream = name.startswith(("stream_", "export_")) and name != "export_me"
        assert inspect.iscoroutinefunction(getattr(AsyncClient, name)) != is_stream


def test_a_problem_has_its_own_exception() -> None:
    assert problems.BY_CODE["rank_not_held"] is problems.RankNotHeld
    assert problems.BY_CODE.keys() == PROBLEMS.keys()
