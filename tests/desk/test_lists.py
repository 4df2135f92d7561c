"""The lists of disputes and of the audit log: order, filters, search and number of queries."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts import registration
from accounts.models import User
from games.desk import claiming, coincidences, filing, undoing, workload
from games.desk.models import Dispute, PlayerNote, Reason, SeatAddress
from games.desk.models import DisputeStatus as State
from games.desk.workload import DeskCounts
from games.log.models import Seat
from games.play.models import Action, AuditEntry
from gofish_api.personal_data import close_account
from tests.desk.cases import at_desk, filed, finished, staff
from tests.desk.review import registered, rule
from tests.players import Player, guest, seated
from tests.tables import number_of

pytestmark = pytest.mark.django_db

QUEUE = "/admin/disputes/dispute/"


def listed(client: Client, **query: Any) -> list[str]:
    """Return the disputes on the list's first page, in its order."""
    answer = client.get(QUEUE, query)
    assert answer.status_code == 200
    return [dispute.public_id for dispute in answer.context["cl"].result_list]


def test_waiting_disputes_come_first_and_the_oldest_at_the_top(reviewer: Client) -> None:
    game, ann, bob = seated(2)
    other, cid, _ = seated(2)
    first, second, third = (
        filed(game, ann, move=2),
        filed(game, bob, move=2),
        filed(other, cid, move=2),
    )
    Dispute.objects.filter(pk=first.pk).update(status=State.WITHDRAWN)

    assert listed(reviewer) == [second.public_id, third.public_id]
    assert listed(reviewer, state="all") == [second.public_id, third.public_id, first.public_id]


def test_a_row_shows_the_parties_with_their_earlier_complaints(reviewer: Client) -> None:
    game, ann, bob = seated(2)
    filed(game, bob, against=0, move=2)
    again, *_ = seated(2)
    filed(again, registered(ann), against=None, move=2)

    page = reviewer.get(QUEUE).content.decode()

    for name, count in ((bob.name, "1 filed, 0 against"), (ann.name, "1 filed, 1 against")):
        assert re.search(rf"{name}(</a>)?<br><span[^>]*>{count}<", page), name
    assert "0\xa0minutes ago" in page
    assert "cheating or collusion" in page
    assert '<td class="field-preset">Go Fish</td>' in page


@pytest.mark.parametrize(
    "state, expected",
    [
        pytest.param("waiting", {"open", "lapsed", "mine", "theirs"}, id="waiting"),
        pytest.param("mine", {"mine"}, id="mine"),
        pytest.param("", {"open", "lapsed", "mine", "theirs"}, id="no choice"),
        pytest.param("free", {"open", "lapsed"}, id="free"),
        pytest.param("claimed", {"mine", "theirs"}, id="claimed"),
        pytest.param("ruled", {"ruled"}, id="ruled on"),
        pytest.param("withdrawn", set(), id="withdrawn"),
    ],
)
def test_disputes_are_filtered_by_their_state(
    reviewer: Client, state: str, expected: set[str]
) -> None:
    rita = int(reviewer.session["_auth_user_id"])
    otto = int(at_desk("otto", "reviewer").session["_auth_user_id"])
    soon, past = (timezone.now() + timedelta(minutes=sign) for sign in (9, -9))
    changes: dict[str, dict[str, Any]] = {
        "open": {},
        "lapsed": {"reviewer_id": rita, "claimed_until": past},
        "mine": {"reviewer_id": rita, "claimed_until": soon},
        "theirs": {"reviewer_id": otto, "claimed_until": soon},
        "ruled": {"status": State.RULED},
    }
    names = {}
    for name, changed in changes.items():
        game, ann, _ = seated(2)
        dispute = filed(game, ann, move=2)
        Dispute.objects.filter(pk=dispute.pk).update(**changed)
        names[dispute.public_id] = name

    assert {names[each] for each in listed(reviewer, state=state)} == expected


def test_disputes_are_found_by_ids_names_reason_and_preset(reviewer: Client) -> None:
    game, ann, bob = seated(2, "pagat")
    other, cid, _ = seated(2)
    dispute = filed(game, bob, reason=Reason.ABANDONMENT, move=2)
    filed(other, cid, move=2)

    for term in (game, dispute.public_id, ann.name, bob.name):
        assert listed(reviewer, q=term) == [dispute.public_id], term
    assert listed(reviewer, q="stranger") == []
    assert listed(reviewer, reason="abandonment") == [dispute.public_id]
    assert listed(reviewer, preset="pagat") == [dispute.public_id]


def test_the_audit_log_is_read_only() -> None:
    operator = at_desk("otto", "operator")
    reviewer = at_desk("rita", "reviewer")
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    reviewer.post(f"{QUEUE}{dispute.pk}/claim/")
    entry = AuditEntry.objects.get(action=Action.CLAIMED)

    page = operator.get("/admin/disputes/auditentry/", {"q": dispute.public_id}).content.decode()

    assert "claimed a dispute" in page
    assert "rita" in page
    for path in ("add/", f"{entry.pk}/delete/", f"{entry.pk}/change/"):
        changed = operator.post(f"/admin/disputes/auditentry/{path}", {"post": "yes", "why": "x"})
        assert changed.status_code == 403
    assert AuditEntry.objects.get() == entry
    assert reviewer.get("/admin/disputes/auditentry/").status_code == 403


def test_disputes_are_filtered_by_people(reviewer: Client) -> None:
    rita = User.objects.get(username="rita")
    game, ann, bob = seated(2)
    other, cid, _ = seated(2)
    first, second = filed(game, bob, against=0, move=2), filed(other, cid, against=None, move=2)
    claiming.claim(first, rita, now=timezone.now())
    rule(second, rita, "dismissed")
    both = {"state": "all"}

    assert listed(reviewer, filed_by=bob.name.upper()) == [first.public_id]
    assert listed(reviewer, filed_by=ann.name) == []
    assert listed(reviewer, filed_against=ann.name) == [first.public_id]
    assert set(listed(reviewer, reviewed_by="rita", **both)) == {first.public_id, second.public_id}
    assert listed(reviewer, reviewed_by="rita", filed_by=cid.name, **both) == [second.public_id]
    assert listed(reviewer, filed_by="stranger") == []
    assert listed(reviewer, filed_by="x" * 3_000) == []


def test_the_first_page_counts_what_waits(reviewer: Client) -> None:
    rita = User.objects.get(username="rita")
    game, ann, bob = seated(2)
    other, cid, _ = seated(2)
    own, rita_plays, _ = seated(2)
    free, mine, appealed = (
        filed(game, ann, move=2),
        filed(game, bob, move=2),
        filed(other, cid, move=2),
    )
    filed(own, rita_plays, move=2)
    Seat.objects.filter(game=number_of(own), number=1).update(account=rita)
    oldest = timezone.now() - timedelta(days=3, minutes=1)
    Dispute.objects.filter(pk=free.pk).update(filed_at=oldest)
    Dispute.objects.filter(pk=appealed.pk).update(status=State.APPEALED)
    claiming.claim(mine, rita, now=timezone.now())

    first, queue = reviewer.get("/admin/"), reviewer.get(QUEUE)

    for answer in (first, queue):
        assert answer.context["counts"] == DeskCounts(3, free=2, mine=1, appeals=1, oldest=oldest)
        assert "3\xa0days" in answer.content.decode()


def read(name: str = "rita") -> workload.DeskStatistics:
    return workload.read(User.objects.get(username=name), now=timezone.now())


def test_work_and_overturned_rulings_are_counted_by_reviewer(reviewer: Client) -> None:
    rae, sam = staff("rae", "reviewer"), staff("sam", "reviewer")
    for second in ("dismissed", "warning"):
        game, (_, bob) = finished()
        dispute = filed(game, bob)
        now = timezone.now()
        rule(dispute, rae, "warning", seat=0, now=now + timedelta(minutes=30))
        filing.appeal(dispute.pk, bob.account, words="So?", now=now)
        seat = 0 if second == "warning" else None
        rule(Dispute.objects.get(pk=dispute.pk), sam, second, seat=seat)
    game, ann, _ = seated(2)
    slip = filed(game, ann, move=2)
    rule(slip, rae, "dismissed")
    undoing.undo(slip, rae, now=timezone.now())

    works = {work.reviewer.username: work for work in read().reviewers}

    first, again = works["rae"], works["sam"]
    assert (first.rulings, first.appealed, first.overturned, first.undone) == (2, 2, 1, 1)
    assert (again.rulings, again.on_appeal, again.appealed) == (2, 2, 0)
    assert first.from_filing is not None and 1_750 < first.from_filing < 1_850
    assert first.at_work == 0 and again.from_filing is None


def test_reporters_are_counted_with_their_accuracy(reviewer: Client) -> None:
    rae = staff("rae", "reviewer")
    game, (ann, bob) = finished()
    rule(filed(game, ann, against=1), rae, "warning", seat=1)
    rule(filed(game, ann, against=1), rae, "dismissed")
    rule(filed(game, bob), rae, "dismissed", is_bad_faith=True)

    reporters = {each.player.pk: each for each in read().reporters}

    assert reporters[ann.account].accuracy == 50
    assert (reporters[bob.account].accuracy, reporters[bob.account].bad_faith) == (0, 1)


def test_cases_of_the_reader_are_not_counted(reviewer: Client) -> None:
    game, (ann, _) = finished()
    rule(filed(game, ann, against=1), staff("rae", "reviewer"), "dismissed")
    rita = User.objects.get(username="rita")
    Seat.objects.filter(game=Dispute.objects.get().game_id, number=1).update(account=rita)

    found = read()

    assert (found.reporters, found.reviewers) == ([], [])
    assert sum(week.filed + week.ruled for week in found.weeks) == 0


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


def test_reviewers_do_not_open_their_own_page_nor_their_bots(reviewer: Client) -> None:
    rita = account("rita")
    bot = registration.create_bot(rita, "Ritas-Droid", now=timezone.now()).user

    for own in (rita, bot):
        player = Player(name=own.username, account=own.pk)
        assert reviewer.get(address(player)).status_code == 403
        assert write(reviewer, player).status_code == 403
    assert not AuditEntry.objects.exists()


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
