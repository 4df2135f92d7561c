"""The demonstration data: what ``seed_demo`` adds to a database, and when it refuses."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from io import StringIO
from itertools import islice
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.db.models import F
from django.test import Client

from accounts import suspensions
from accounts.models import ReservedName, User
from games.disputes.models import AuditEntry, Dispute, DisputeStatus, Ruling, Words
from games.engine.events import (
    Asked,
    BookMade,
    CardDrawn,
    CardsGiven,
    Event,
    GoFish,
    Irregularity,
    Resigned,
)
from games.engine.presets import PRESETS
from games.log import reader, rebuild
from games.management.demo import cast as casting
from games.management.demo import complaints, scenes
from games.models import Game, Move, Seat
from tests.desk.people import install_groups
from tests.players import Player, guest

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


Fits = Callable[[Sequence[Event], int | None, int | None], bool]


def gave(events: Sequence[Event], seat: int | None, to: int | None) -> bool:
    """Return whether a seat gave cards to another."""
    return any(isinstance(e, CardsGiven) and (e.seat, e.to) == (seat, to) for e in events)


def has(kind: type[Event], events: Sequence[Event], **fields: Any) -> bool:
    """Return whether there is an event of a type with these fields."""
    return any(isinstance(e, kind) and fields.items() <= e._asdict().items() for e in events)


FITS: dict[str, Fits] = {
    "They ask me for just": lambda events, complainant, accused: gave(events, complainant, accused),
    "Too lucky by half": lambda events, complainant, accused: gave(events, complainant, accused),
    "They had what I asked": lambda events, complainant, accused: (
        gave(events, accused, complainant) and has(Irregularity, events, seat=accused)
    ),
    "That is not the card": lambda events, complainant, _: has(CardDrawn, events, seat=complainant),
    "Gone, in the middle": lambda events, _, accused: has(Resigned, events, seat=accused),
    "A player with that name": lambda _, complainant, accused: None not in (complainant, accused),
    "They ask only me": lambda events, complainant, accused: has(
        Asked, events, seat=accused, target=complainant
    ),
    "That book of mine": lambda events, complainant, _: has(BookMade, events, seat=complainant),
    "I asked for the wrong": lambda events, complainant, _: has(GoFish, events, to=complainant),
}
"""By the opening of the complaint: whether the move fits the seats of both parties."""


def seed(*arguments: str) -> str:
    install_groups()
    printed = StringIO()
    call_command("seed_demo", *arguments, stdout=printed)
    return printed.getvalue()


def test_the_data_has_games_of_every_kind_and_one_broken_log() -> None:
    printed = seed()

    _has_games_of_every_preset(printed)
    _has_one_broken_log(printed)
    _every_complaint_fits_its_move()
    _every_account_is_older_than_its_games()
    _a_warned_player_can_appeal(printed)


def _every_complaint_fits_its_move() -> None:
    for dispute in Dispute.objects.select_related("game"):
        words = dispute.words.get(is_appeal=False)
        opening = next(text for text in FITS if words.text.startswith(text))
        *_, move = islice(reader.read(dispute.game_id), dispute.move)

        assert words.author_id == dispute.complainant_id
        assert dispute.seat != dispute.against
        assert FITS[opening](move.events, dispute.seat, dispute.against), (opening, move)


def _every_account_is_older_than_its_games() -> None:
    seats = Seat.objects.filter(account__isnull=False)
    assert not seats.filter(account__created_at__gte=F("game__created_at")).exists()


def _a_warned_player_can_appeal(printed: str) -> None:
    found = re.search(
        r"^Dispute with a ruling that (\S+) can appeal against: (\S+)$", printed, re.MULTILINE
    )
    password = re.search(r"Their password: (\S+)", printed)
    assert found is not None
    assert password is not None
    login = {"username": found[1], "password": password[1], "name": "x"}
    player = Player(Player().post("/tokens", login).json()["secret"])

    ruled = player.get(f"/disputes/{found[2]}").json()["rulings"]
    appealed = player.post(f"/disputes/{found[2]}/appeal", {"words": "My line was down."})

    assert [ruling["kind"] for ruling in ruled] == ["warning"]
    assert appealed.status_code == 200, appealed.content


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


def test_it_is_added_to_existing_games_but_not_twice() -> None:
    guest().create()
    seed()
    games = Game.objects.count()

    with pytest.raises(CommandError, match="exists already"):
        seed()

    assert Game.objects.count() == games == len([*scenes.acts()]) + 1


@pytest.mark.parametrize("seed", range(3))
def test_the_desk_settles_every_complaint_though_all_players_are_suspended_by_then(
    seed: int,
) -> None:
    """Chance decides who complains and who is suspended: no dispute may need its players to be let
    in.
    """
    install_groups()
    now, rng = datetime.now(UTC), Random(seed)
    cast = casting.gather(now=now)
    filed = [scenes.perform(act, cast, now=now, rng=rng) for act in scenes.DISPUTED]
    for player in cast.players:
        suspensions.suspend(player, reason="cheating_or_collusion", until=None)

    for each in filed:
        assert each is not None
        complaints.settle(each.complaint, each.dispute, cast, now=now)

    reached = set(Dispute.objects.values_list("status", flat=True))
    assert reached == set(DisputeStatus.values)


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
