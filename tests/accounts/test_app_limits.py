"""What apps, whose tokens OAuth issues, cannot do although they have the scope ``play``."""

import pytest

from accounts.credentials import tokens
from accounts.models import Token
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
    """The callers, with an app of the player that may read and play."""
    built = build_world()
    player = built.callers["player"]
    app = permissions._with_scopes(player, "read", "play")
    Token.objects.filter(digest=tokens.digest(str(app.secret))).update(app="example")
    return built._replace(callers={**built.callers, "app": app})


def test_an_app_neither_hosts_nor_directs(world: World) -> None:
    met = {name: permissions._meets(world, "app", CALLS[name]) for name in OF_PEOPLE}

    assert met == dict.fromkeys(OF_PEOPLE, "403")


def test_an_app_joins_and_plays(world: World) -> None:
    names = ("create_game", "ask", "list_tournaments", "confirm_round", "read_tournament")

    met = {name: permissions._meets(world, "app", CALLS[name]) for name in names}

    assert met == dict.fromkeys(names, permissions.MAY)


def test_an_app_of_the_host_sees_no_join_code(world: World) -> None:
    path = f"/tournaments/{world.names['league']}"

    def code_for(caller: Player) -> object:
        return caller.get(path).json()["join_code"]

    code = code_for(world.callers["player"])
    assert code is not None
    assert code_for(world.callers["app"]) is None
    assert (
        world.callers["app"].post(f"/tournaments/{world.names['cup']}/withdraw").status_code == 204
    )
    joined = world.callers["app"].post(f"{path}/join", {"code": code})
    assert joined.status_code == 200, joined.json()
    assert joined.json()["join_code"] is None
