"""What apps, whose tokens OAuth issues, cannot do although they have the scope ``play``."""

import pytest

from tests import permissions
from tests.permissions import CALLS, World, build_world
from tests.players import Player

pytestmark = pytest.mark.django_db

OF_PEOPLE = (
    *("list_classes", "create_class", "read_class", "delete_class", "direct_class"),
    *("renew_class_codes", "free_class_place", "rename_class_place", "move_pupil"),
    *("form_class_tables", "start_class", "read_class_results"),
    *("create_tournament", "direct_tournament", "name_director", "dismiss_director"),
    *("invite_to_tournament", "take_back_tournament_invitation"),
)


@pytest.fixture
def world() -> World:
    """The callers, among them an app of the host."""
    return build_world()


def test_an_app_neither_hosts_nor_directs(world: World) -> None:
    met = {name: permissions.meets(world, "play app", CALLS[name]) for name in OF_PEOPLE}

    assert met == dict.fromkeys(OF_PEOPLE, "403")


def test_an_app_of_the_host_sees_no_join_code(world: World) -> None:
    path, app = f"/tournaments/{world.names['league']}", world.callers["play app"]

    def code_for(caller: Player) -> object:
        return caller.get(path).json()["join_code"]

    code = code_for(world.callers["player"])
    assert code is not None
    assert code_for(world.callers["read app"]) is None
    assert app.post(f"/tournaments/{world.names['cup']}/withdraw").status_code == 204
    joined = app.post(f"{path}/join", {"code": code})
    assert (joined.status_code, joined.json()["join_code"]) == (200, None)
