"""The page of a player: disputes with outcomes, shared addresses, notes, and who may open it."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.lifecycle import bots
from accounts.models import User
from games.disputes.models import Action, AuditEntry, Dispute, PlayerNote, SeatAddress
from games.disputes.players import coincidences, notes
from games.models import Seat
from gofish_api.personal_data import close_account
from tests.desk.cases import add_disputed_games, filed, finished
from tests.desk.people import at_desk
from tests.disputes.desk import rule
from tests.players import Player, guest, seated

pytestmark = pytest.mark.django_db


def account(name: str) -> User:
    return User.objects.get(username=name)


def of(player: Player) -> User:
    return User.objects.get(pk=player.account)


def address(player: Player, *more: object) -> str:
    return "/".join(["/admin/disputes/dispute/player", str(player.account), *map(str, more), ""])


def opened(client: Client, player: Player) -> str:
    answer = client.get(address(player))
    assert answer.status_code == 200
    return answer.content.decode()


def write(client: Client, player: Player, text: str = "Polite.", **more: Any) -> Any:
    return client.post(address(player, "note"), {"text": text, **more})


def test_the_page_shows_disputes_with_their_outcomes(reviewer: Client) -> None:
    game, (ann, bob) = finished()
    other, cid, _ = seated(2)
    against_ann = filed(game, bob, against=0)
    rule(against_ann, account("rita"), "warning", seat=0)
    by_ann = filed(game, ann, against=1)
    rule(by_ann, account("rita"), "dismissed")
    filed(other, cid, move=2)

    context = reviewer.get(address(ann)).context

    assert [(each.dispute, each.outcome) for each in context["filed"]] == [(by_ann, "dismissed")]
    assert [(each.dispute, each.outcome) for each in context["received"]] == [
        (against_ann, "upheld")
    ]
    assert context["record"].filed_counts == {"dismissed": 1}
    assert context["record"].received_counts == {"upheld": 1}
    assert [ruling.kind for ruling in context["record"].rulings] == ["warning"]
    assert [seat.game.public_id for seat in context["record"].games] == [game]


def test_a_look_is_recorded_once_an_hour(reviewer: Client) -> None:
    player = guest()

    with time_machine.travel(timezone.now(), tick=False) as clock:
        opened(reviewer, player)
        opened(reviewer, player)
        clock.shift(timedelta(minutes=61))
        opened(reviewer, player)

    entries = AuditEntry.objects.filter(action=Action.OPENED_PLAYER)
    assert [(entry.actor.username, entry.player_id) for entry in entries] == [
        ("rita", player.account)
    ] * 2
    assert (
        "opened the page of a player"
        in at_desk("otto", "operator").get("/admin/disputes/auditentry/").content.decode()
    )


def test_names_link_to_players_for_reviewers_only(reviewer: Client) -> None:
    game, (ann, bob) = finished()
    dispute = filed(game, bob)
    operator = at_desk("otto", "operator")

    for path in (
        "/admin/disputes/dispute/",
        f"/admin/disputes/dispute/{dispute.pk}/change/",
        "/admin/games/game/",
    ):
        page = reviewer.get(path).content.decode()
        assert f'href="{address(ann)}"' in page and f'href="{address(bob)}"' in page, path
    assert "player-link" not in operator.get("/admin/games/game/").content.decode()


def test_reviewers_do_not_open_their_own_page_nor_their_bots(reviewer: Client) -> None:
    rita = account("rita")
    bot = bots.create(rita, "Ritas-Droid", now=timezone.now()).user

    for own in (rita, bot):
        player = Player(name=own.username, account=own.pk)
        assert reviewer.get(address(player)).status_code == 403
        assert write(reviewer, player).status_code == 403
    assert not AuditEntry.objects.exists()


def test_disputes_of_games_of_the_reader_are_left_out(reviewer: Client) -> None:
    game, (ann, bob) = finished()
    Seat.objects.filter(game__pk=filed(game, ann, against=None).game_id, number=1).update(
        account=account("rita")
    )

    context = reviewer.get(address(ann)).context

    assert (context["filed"], context["record"].filed_counts) == ([], {})
    assert bob.name not in str(context["coincidences"])


# --- shared addresses -----------------------------------------------------------------------------


def play_from(player: Player, game: str, place: bytes, network: bytes = b"n") -> None:
    seat = Seat.objects.get(account=player.account)
    SeatAddress.objects.filter(seat=seat).delete()
    SeatAddress.objects.create(
        seat=seat, address=place.ljust(16), network=network.ljust(16), at=timezone.now()
    )


@pytest.mark.parametrize(
    ("accounts", "is_address", "weight"),
    [
        (2, True, "moderate"),
        (6, False, "none"),
        (4, True, "weak"),
        (12, True, "none"),
        (2, False, "weak"),
    ],
)
def test_a_coincidence_weighs_less_the_more_accounts_share_it(
    accounts: int, is_address: bool, weight: str
) -> None:
    players: list[Player] = []
    while len(players) < accounts:
        game, *pair = seated(2)
        players += pair
    for number, player in enumerate(players[:accounts]):
        play_from(player, game, b"same" if is_address else b"other%d" % number)
    for number, player in enumerate(players[accounts:]):
        play_from(player, game, b"far%d" % number, b"elsewhere")

    found = coincidences.of_player(of(players[0]))

    assert len(found) == accounts - 1
    assert {each.weight for each in found} == {weight}
    assert {each.crowd for each in found} == {accounts}
    [opponent] = [each for each in found if each.account.pk == players[1].account]
    assert (opponent.games_together, opponent.addresses) == (1, int(is_address))


def test_the_page_shows_accounts_and_no_digest(reviewer: Client) -> None:
    game, ann, bob = seated(2)
    for player in (ann, bob):
        play_from(player, game, b"samesamesame")

    page = opened(reviewer, ann)

    assert "One household, or one person with several accounts." in page
    assert "samesame" not in page and b"samesame".hex() not in page


# --- notes ----------------------------------------------------------------------------------------


def test_a_note_is_signed_dated_and_recorded(reviewer: Client) -> None:
    player = guest()

    answer = write(reviewer, player, "Asked about \u202ethe clock.")

    assert answer.status_code == 302
    page = opened(at_desk("sam", "reviewer"), player)
    assert "RIGHT-TO-LEFT OVERRIDE" in page and "\u202e" not in page
    assert "rita" in page and f"{timezone.now():%Y-%m-%d}" in page
    entry = AuditEntry.objects.get(action=Action.NOTED)
    assert (entry.actor.username, entry.player_id, entry.why) == ("rita", player.account, "")


@pytest.mark.parametrize("text", ["", " \n ", "x" * 2_001, "x\0y"])
def test_an_invalid_note_is_refused_at_its_field(reviewer: Client, text: str) -> None:
    player = guest()

    answer = write(reviewer, player, text)

    assert answer.status_code == 200
    assert answer.context["form"].errors["text"]
    assert not PlayerNote.objects.exists()


def test_only_the_author_or_a_superuser_erases_a_note(
    reviewer: Client, admin_client: Client
) -> None:
    player = guest()
    sam = at_desk("sam", "reviewer")
    for _ in range(2):
        write(reviewer, player)
    first, second = PlayerNote.objects.values_list("pk", flat=True)

    answers = [
        client.post(address(player, "note", note, "erase")).status_code
        for client, note in ((sam, first), (reviewer, first), (admin_client, second))
    ]
    again = reviewer.post(address(player, "note", first, "erase"))

    assert answers == [403, 302, 302]
    assert again.status_code == 404
    assert not PlayerNote.objects.exists()
    assert AuditEntry.objects.filter(action=Action.NOTE_ERASED).count() == 2


def test_a_note_on_a_dispute_is_hidden_from_the_involved(reviewer: Client) -> None:
    game, (ann, _) = finished()
    dispute = filed(game, ann, against=None)
    sam = at_desk("sam", "reviewer")
    write(reviewer, ann, "They all complain.", dispute=dispute.pk)
    assert "They all complain." in opened(sam, ann)

    Seat.objects.filter(game=dispute.game_id, number=1).update(account=account("sam"))

    assert "They all complain." not in opened(sam, ann)
    note = PlayerNote.objects.get()
    assert sam.post(address(ann, "note", note.pk, "erase")).status_code == 404


def test_a_player_has_a_bounded_number_of_notes(
    reviewer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "MOST_NOTES", 2)
    player = guest()

    answers = [write(reviewer, player).status_code for _ in range(3)]

    assert answers == [302, 302, 409]


def test_notes_are_in_the_export_without_their_author_and_go_with_the_account(
    reviewer: Client,
) -> None:
    player = guest()
    write(reviewer, player, "Polite.")

    exported = player.get("/me/export").json()
    close_account.close(player.account, now=timezone.now())
    refused = write(reviewer, player, "Closed.")

    assert [note["text"] for note in exported["reviewer_notes"]] == ["Polite."]
    assert "rita" not in str(exported)
    assert not PlayerNote.objects.exists()
    assert refused.status_code == 409
    assert "Write a note" not in opened(reviewer, player)


# --- cost -----------------------------------------------------------------------------------------


def test_the_page_costs_the_same_with_many_disputes(reviewer: Client) -> None:
    counts = []
    for games in (60, 600):
        add_disputed_games(games)
        newest = Dispute.objects.order_by("-pk").first()
        assert newest is not None
        page = f"/admin/disputes/dispute/player/{newest.complainant_id}/"
        reviewer.get(page)  # records that it was opened
        with CaptureQueriesContext(connection) as queries:
            answer = reviewer.get(page)
        assert len(answer.context["filed"]) == 20
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 26
