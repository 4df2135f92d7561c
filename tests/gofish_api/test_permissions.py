"""The table of permissions in docs/api/operations.md matches the answers of the API.

``make generated`` writes it.
"""

import os

import pytest

from gofish_api.api import published_schema
from tests import permissions
from tests.databases import ON_ONE
from tests.players import Player
from tests.readme_tables import API_PAGE, rendered, with_block

pytestmark = pytest.mark.django_db


def test_every_operation_is_in_the_table() -> None:
    schema = published_schema.document()
    operations = {
        operation["operationId"] for path in schema["paths"].values() for operation in path.values()
    }

    assert operations == permissions.CALLS.keys() | permissions.STREAMED


@ON_ONE
def test_the_page_says_who_may_what() -> None:
    written = API_PAGE.read_text()

    met = with_block(
        written, "permissions", rendered(["operation", *permissions.CALLERS], permissions.table())
    )

    if os.environ.get("WRITE_GENERATED"):
        API_PAGE.write_text(met)
    assert met == written or os.environ.get("WRITE_GENERATED")


def test_an_app_of_the_host_sees_no_join_code() -> None:
    world = permissions.build_world()
    path, app = f"/tournaments/{world.names['league']}", world.callers["play app"]

    def code_for(caller: Player) -> object:
        return caller.get(path).json()["join_code"]

    code = code_for(world.callers["player"])
    assert code is not None
    assert code_for(world.callers["read app"]) is None
    assert app.post(f"/tournaments/{world.names['cup']}/withdraw").status_code == 204
    joined = app.post(f"{path}/join", {"code": code})
    assert (joined.status_code, joined.json()["join_code"]) == (200, None)
