"""The demonstration data: what ``seed_demo`` adds to a database, and when it refuses."""

import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.desk.models import Dispute, DisputeStatus, Ruling
from games.engine.presets import PRESETS
from games.log import replay
from games.log.models import Game
from tests.desk.cases import install_groups
from tests.players import Player, guest

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def seed() -> str:
    install_groups()
    printed = StringIO()
    call_command("seed_demo", stdout=printed)
    return printed.getvalue()


def test_the_data_have_games_of_every_kind_and_each_password_opens_its_pages() -> None:
    User.objects.create_user("north")
    guest().create()

    printed = seed()

    for preset in PRESETS:
        games = Game.objects.filter(preset=preset)
        assert set(games.values_list("status", flat=True)) >= {"over", "running"}, preset
        assert games.filter(disputes__isnull=False).exists(), preset
    assert set(Dispute.objects.values_list("status", flat=True)) == set(DisputeStatus.values)
    assert {*Ruling.objects.values_list("kind", flat=True)} == {"dismissed", "warning", "suspended"}
    [broken] = [game.pk for game in Game.objects.all() if replay.check(game.pk).faults]
    dispute = Dispute.objects.get(game=broken)
    desk = {name: logged_in(name, printed) for name in ("reviewer", "second-reviewer", "operator")}
    page = desk["reviewer"].get(f"/admin/disputes/dispute/{dispute.pk}/change/").content.decode()
    assert re.search(rf"The log is broken</strong> Move {dispute.move}: ", page)
    opened = {
        name: [at.get(f"/admin/disputes/{path}/").status_code for path in ("dispute", "auditentry")]
        for name, at in desk.items()
    }
    assert opened == {"reviewer": [200, 403], "second-reviewer": [200, 403], "operator": [403, 200]}
    password = re.search(r"north-2, northeast, .* Their password: (\S+)", printed)
    assert password is not None
    token = Player().post("/tokens", {"username": "north-2", "password": password[1], "name": "x"})
    assert token.status_code == 201, token.content
    games_before = Game.objects.count()
    with pytest.raises(CommandError, match="exists already"):
        seed()
    assert Game.objects.count() == games_before


def test_it_refuses_in_production(settings: Any) -> None:
    settings.PRODUCTION = True

    with pytest.raises(CommandError, match="not for production"):
        seed()
    assert not Game.objects.exists()


def logged_in(name: str, printed: str) -> Client:
    """Return a client that logged in with the printed password."""
    password = re.search(rf"^  {name} +(\S+) ", printed, re.MULTILINE)
    assert password is not None
    client = Client(SERVER_NAME="localhost")
    answer = client.post("/admin/login/", {"username": name, "password": password[1]})
    assert answer.status_code == 302, answer.content
    return client
