"""The demonstration data: what ``seed_demo`` adds to a database, and when it refuses."""

import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.test import Client

from accounts.models import ReservedName, User
from games.disputes.models import AuditEntry, Dispute, DisputeStatus, Ruling, Words
from games.engine.presets import PRESETS
from games.log import rebuild
from games.management.demo import scenes
from games.models import Game, Move, Seat
from tests.desk.people import install_groups
from tests.players import Player, guest

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def seed(*arguments: str) -> str:
    install_groups()
    printed = StringIO()
    call_command("seed_demo", *arguments, stdout=printed)
    return printed.getvalue()


def test_the_data_has_games_of_every_kind_and_one_broken_log() -> None:
    printed = seed()

    _has_games_of_every_preset(printed)
    _has_one_broken_log(printed)
    games = Game.objects.count()
    with pytest.raises(CommandError, match="exists already"):
        seed()
    assert Game.objects.count() == games


def _has_games_of_every_preset(printed: str) -> None:
    assert f"Games: {Game.objects.count()}. Disputed games: {len(scenes.DISPUTED)}." in printed
    for preset in PRESETS:
        games = Game.objects.filter(preset=preset)
        assert set(games.values_list("status", flat=True)) == {"over", "running"}, preset
        assert games.filter(disputes__isnull=False).exists(), preset
    assert set(Seat.objects.values_list("bot", flat=True)) >= {"", "random", "memory", "expert"}
    assert set(Dispute.objects.values_list("status", flat=True)) == set(DisputeStatus.values)
    assert Dispute.objects.filter(game__status="running").exists()
    assert Dispute.objects.exclude(reviewer=None).count() == 1
    assert set(Ruling.objects.values_list("kind", flat=True)) == {
        "dismissed",
        "warning",
        "suspended",
    }
    assert Words.objects.filter(is_appeal=True).count() == 2
    assert set(AuditEntry.objects.values_list("action", flat=True)) == {
        "claimed",
        "ruled",
        "undid",
        "noted",
        "renamed",
    }
    assert Ruling.all_given.exclude(undone_at=None).count() == 1
    assert Ruling.objects.filter(is_bad_faith=True).count() == 1
    assert ReservedName.objects.exists()
    for dispute in Dispute.objects.select_related("game"):
        assert dispute.game.created_at < dispute.filed_at


def _has_one_broken_log(printed: str) -> None:
    broken = {
        game.pk: report.faults
        for game in Game.objects.all()
        if (report := rebuild.check(game.pk)).faults
    }
    [(game_id, faults)] = broken.items()
    dispute = Dispute.objects.get(game=game_id)

    desk = logged_in("reviewer", printed)
    page = desk.get(f"/admin/disputes/dispute/{dispute.pk}/change/").content.decode()

    assert f"Move {dispute.move} (digest)" in faults[0]
    assert re.search(rf"The log is broken</strong> Move {dispute.move}: ", page)
    assert re.search(r"The top of the stock was \S+, the log has \S+\.", page)
    assert page.count('class="mark">broken here</span>') == 1
    assert f'href="?move={dispute.move}#board-title"' in page
    assert f'<p class="errornote" data-broken="{dispute.move}">' in page
    # Honest players may be lucky, so either finding is right.
    assert re.search("No seat guessed unusually well|Seat .* guessed", page)
    assert 'class="fine"' not in page
    assert page.count("Computed from a broken log.") == 3
    assert dispute.move is not None
    before = desk.get(f"/admin/disputes/dispute/{dispute.pk}/change/?move={dispute.move - 1}")
    assert f'data-broken="{dispute.move}" hidden>' in before.content.decode()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Move.objects.filter(game=game_id).update(events="[]")


def test_each_printed_password_opens_the_pages_of_its_role() -> None:
    User.objects.create_user("north")
    guest().create()
    printed = seed()
    appealed = Dispute.objects.filter(status="appealed")[0]
    claim = f"/admin/disputes/dispute/{appealed.pk}/claim/"
    queue, audit = "/admin/disputes/dispute/", "/admin/disputes/auditentry/"

    desk = {name: logged_in(name, printed) for name in ("reviewer", "second-reviewer", "operator")}
    password = re.search(r"north-2, northeast, .* Their password: (\S+)", printed)
    assert password is not None
    token = Player().post("/tokens", {"username": "north-2", "password": password[1], "name": "x"})

    opened = {
        name: [at.get(path).status_code for path in (queue, audit)] for name, at in desk.items()
    }
    assert opened == {"reviewer": [200, 403], "second-reviewer": [200, 403], "operator": [403, 200]}
    assert token.status_code == 201, token.content
    assert desk["second-reviewer"].post(claim).status_code == 403, (
        "it gave the ruling appealed against"
    )
    assert desk["reviewer"].post(claim).status_code == 302


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
