"""A dispute at the desk: shown, claimed, ruled on and appealed; and what is refused."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.desk import bulk_dismissal, claiming, ruling
from games.desk.models import Dispute, DisputeStatus, Ruling
from games.desk.ruling import RulingDraft
from games.log import head_reader, triggers
from games.log.models import Move, Position, Seat
from games.play.models import Action, AuditEntry
from gofish_api.personal_data import close_account
from tests.desk.cases import at_desk, filed, finished, staff
from tests.players import guest, seated
from tests.tables import log_of

pytestmark = pytest.mark.django_db

DISMISSED = {"kind": "dismissed", "template": "log_is_sound"}
EXPORT_FORM = '/export/">'


@pytest.fixture
def dispute() -> Dispute:
    game, (_, bob) = finished()
    return filed(game, bob)


def send(client: Client, dispute: Dispute, action: str, **body: Any) -> Any:
    return client.post(f"/admin/disputes/dispute/{dispute.pk}/{action}/", body)


def shown(client: Client, dispute: Dispute, **query: Any) -> str:
    answer = client.get(f"/admin/disputes/dispute/{dispute.pk}/change/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def ruled(client: Client, dispute: Dispute, **verdict: Any) -> Any:
    """Claim a dispute and rule on it."""
    assert send(client, dispute, "claim").status_code == 302
    return send(client, dispute, "rule", **verdict, confirm="yes")


def test_a_dispute_is_shown_with_its_words_parties_and_move(
    reviewer: Client, dispute: Dispute
) -> None:
    page = shown(reviewer, dispute)

    for text in (
        "cheating or collusion",
        "Seat 0 knew my cards.",
        str(dispute.complainant),
        "accused",
        "The log is intact",
        '<li id="move-12" class="disputed" aria-current="true">',
        'value="12"',
    ):
        assert text in page, text
    entries = AuditEntry.objects.filter(action=Action.ACCESSED)
    assert [entry.dispute for entry in entries] == [dispute]


def test_seats_count_from_one_on_every_page(reviewer: Client) -> None:
    game, (ann, bob) = finished()
    dispute = filed(game, bob, words="I object.")
    send(reviewer, dispute, "claim")
    warning = {"kind": "warning", "seat": "0", "reasons": "{seat}, please."}
    number = dispute.game_id

    pages = [
        shown(reviewer, dispute),
        send(reviewer, dispute, "rule", **warning).content.decode(),
        reviewer.get(f"/admin/games/game/{number}/board/").content.decode(),
        reviewer.get(f"/admin/games/game/{number}/change/").content.decode(),
        reviewer.get(reverse("admin:disputes_player", args=[ann.account])).content.decode(),
    ]

    for page in pages:
        text = unescape(re.sub(r"<[^>]*>", " ", page))
        assert re.search("[Ss]eat", text)
        assert not re.search(r"[Ss]eats?\s+0\b|\b0\s+guest-", text)
    assert f"Seat 1 ({ann.name}) asks seat 2 ({bob.name})" in pages[0]


def test_a_dispute_without_a_move_is_shown_ruled_and_exported(reviewer: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob, move=None, reason="abusive_name")
    last = head_reader.load(dispute.game_id).version

    page = shown(reviewer, dispute)
    send(reviewer, dispute, "claim")
    preview = send(reviewer, dispute, "rule", **DISMISSED).content.decode()
    send(reviewer, dispute, "rule", **DISMISSED, confirm="yes")
    exported = send(reviewer, dispute, "export", why="For the league.").json()

    assert f'<li id="move-{last}" class="" aria-current="true">' in page
    assert 'class="disputed"' not in page
    assert "None" not in page + preview
    assert exported["move"] is None
    assert "complaint dismissed" in shown(reviewer, dispute)


def test_a_confirmed_ruling_is_a_move_and_a_row_with_its_reasons(
    reviewer: Client, dispute: Dispute
) -> None:
    moves = Move.objects.filter(game=dispute.game).count()

    answer = ruled(reviewer, dispute, kind="warning", seat="0", template="knew_too_much")

    dispute.refresh_from_db()
    ruling = Ruling.objects.get()
    assert answer.status_code == 302
    assert (dispute.status, ruling.kind, ruling.seat) == (DisputeStatus.RULED, "warning", 0)
    assert ruling.move == moves + 1
    log = log_of(dispute.game.public_id)
    assert log.position == log.replayed
    assert "player warned" in shown(reviewer, dispute)
    assert AuditEntry.objects.filter(action=Action.RULED, actor__username="rita").exists()


def test_scores_are_adjusted_by_seat(reviewer: Client, dispute: Dispute) -> None:
    ruled(reviewer, dispute, kind="adjusted", score_0="3", score_1="9", reasons="As it was.")

    assert Ruling.objects.get().scores == [3, 9]


def test_a_suspension_ends_on_the_date_entered(reviewer: Client, dispute: Dispute) -> None:
    day = (timezone.now() + timedelta(days=30)).date()

    ruled(
        reviewer,
        dispute,
        kind="suspended",
        seat="0",
        lasts="until",
        until=str(day),
        reasons="Cheated.",
    )

    account = Seat.objects.get(game=dispute.game, number=0).account
    assert account is not None
    assert account.suspended_until is not None
    assert account.suspended_until.date() == day


@pytest.mark.parametrize(
    "verdict, field, code",
    [
        pytest.param({"kind": "dismissed"}, "reasons", None, id="without reasons"),
        pytest.param({"kind": "warning", "reasons": "So."}, "__all__", None, id="a warning of no seat"),
        pytest.param({"kind": "warning", "seat": "7", "reasons": "So."}, "seat", "invalid_choice", id="an unknown seat"),
        pytest.param({"kind": "seat_removed", "seat": "0", "reasons": "So."}, "kind", "invalid_choice", id="a seat of a finished game removed"),
        pytest.param({"kind": "suspended", "seat": "0", "reasons": "So."}, "lasts", None, id="a suspension without a length"),
        pytest.param({"kind": "suspended", "seat": "0", "lasts": "until", "until": "2020-01-05", "reasons": "So."}, "until", None, id="a suspension until a past date"),
    ],
)  # fmt: skip
def test_an_invalid_ruling_is_refused_at_its_field(
    reviewer: Client, dispute: Dispute, verdict: dict[str, str], field: str, code: str | None
) -> None:
    answer = ruled(reviewer, dispute, **verdict)

    assert answer.status_code == 200
    errors = answer.context["form"].errors.as_data()
    assert code in [error.code for error in errors[field]]
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    "verdict",
    [
        pytest.param({"kind": "dismissed", "seat": "0"}, id="a dismissal with a seat"),
        pytest.param({"kind": "dismissed", "until": "soon"}, id="a dismissal with no date"),
        pytest.param({"kind": "suspended", "seat": "0", "lasts": "for_good", "until": "2020-01-05"}, id="for good with a date"),
        pytest.param({"kind": "annulled", "is_bad_faith": "on"}, id="an annulment in bad faith"),
    ],
)  # fmt: skip
def test_fields_that_the_kind_does_not_use_do_not_count(
    reviewer: Client, dispute: Dispute, verdict: dict[str, str]
) -> None:
    answer = ruled(reviewer, dispute, **verdict, reasons="So.")

    given = Ruling.objects.get()
    assert answer.status_code == 302
    assert (given.kind, given.until, given.scores) == (verdict["kind"], None, None)
    assert given.seat == (0 if verdict["kind"] in ("warning", "suspended") else None)
    assert not given.is_bad_faith


def test_templates_and_own_words_have_their_placeholders_filled(
    reviewer: Client, dispute: Dispute
) -> None:
    send(reviewer, dispute, "claim")
    verdict = {
        "kind": "warning",
        "seat": "1",
        "template": "knew_too_much",
        "reasons": "See {move} and {move!r} {other}.",
    }

    preview = send(reviewer, dispute, "rule", **verdict).content.decode()
    send(reviewer, dispute, "rule", **verdict, confirm="yes")

    words = (
        "Seat 2 asked repeatedly for cards that it could not have known of. "
        "See move 12 and {move!r} {other}."
    )
    assert words in preview
    assert Ruling.objects.get().reasons == words


@pytest.mark.parametrize(
    ("own", "known", "unknown"),
    [
        ("Seat {seat} is suspended until {until}.", "Seat 1 is suspended until 2026-12-10.", "The seat is suspended for good."),
        ("At {move}, the {seat} lied.", "At move 12, seat 1 lied.", "At the disputed moves, the seat lied."),
    ],
)  # fmt: skip
def test_no_word_before_a_placeholder_is_doubled(own: str, known: str, unknown: str) -> None:
    filled = ruling.values(seat=0, move=12, until=datetime(2026, 12, 10, tzinfo=UTC))
    assert ruling.compose("", own, filled) == known

    filled = ruling.values(seat=None, move=None, until=None)
    assert ruling.compose("", own, filled) == unknown


def test_a_complaint_in_bad_faith_is_marked_for_the_desk_only(
    reviewer: Client, dispute: Dispute
) -> None:
    complainant = dispute.complainant

    ruled(reviewer, dispute, **DISMISSED, is_bad_faith="on")

    assert Ruling.objects.get().is_bad_faith
    assert "not in good faith" in shown(reviewer, dispute)
    player = f"/admin/disputes/dispute/player/{complainant.pk}/"
    assert "1 dismissed, not in good faith" in reviewer.get(player).content.decode()


def test_a_disputed_private_game_is_not_shown_without_access(reviewer: Client) -> None:
    game, _, bob = seated(2)
    dispute = filed(game, bob, move=3)
    dispute.game.is_private = True
    dispute.game.save()

    page = shown(reviewer, dispute)
    other = shown(at_desk("sam", "reviewer", may=("look_into_running_games",)), dispute)

    assert f"/{dispute.game.pk}/access/" in other
    assert f"/{dispute.game.pk}/access/" not in page and "You lack the permission" in page
    assert 'class="felt' not in page + other


def test_an_export_has_the_dispute_and_a_transcript_that_verifies(
    reviewer: Client, dispute: Dispute
) -> None:
    ruled(reviewer, dispute, **DISMISSED)

    answer = send(reviewer, dispute, "export", why="For the league.")

    exported = answer.json()
    assert f"dispute-{dispute.public_id}.json" in answer["Content-Disposition"]
    assert [words["text"] for words in exported["words"]] == ["Seat 0 knew my cards."]
    assert [given["kind"] for given in exported["rulings"]] == ["dismissed"]
    assert [entry["action"] for entry in exported["audit"]] == ["claimed", "ruled", "exported"]
    assert guest().post("/transcripts/verify", exported["transcript"]).json()["holds"]
    entry = AuditEntry.objects.get(action=Action.EXPORTED)
    assert (entry.why, entry.dispute) == ("For the league.", dispute)


def test_an_export_needs_a_finished_game_and_a_reason(reviewer: Client, dispute: Dispute) -> None:
    game, ann, _ = seated(2)
    running = filed(game, ann, move=3)

    answers = [
        send(reviewer, dispute, "export", why=" "),
        send(reviewer, running, "export", why="For the league."),
    ]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert not AuditEntry.objects.exists()
    assert EXPORT_FORM in shown(reviewer, dispute)
    assert EXPORT_FORM not in shown(reviewer, running)


def test_a_disputed_running_game_shows_only_what_spectators_see(reviewer: Client) -> None:
    game, _, bob = seated(2)
    dispute = filed(game, bob, move=3)

    page = shown(reviewer, dispute)

    assert 'class="felt' in page
    assert "seat=truth" not in page
    assert not AuditEntry.objects.exists()


BUTTON = "Undo the ruling"
BARRED = "You cannot undo your ruling."


@pytest.fixture
def sam() -> Client:
    return at_desk("sam", "reviewer")


def rule(dispute: Dispute, by: str, draft: RulingDraft) -> None:
    reviewer, now = User.objects.get(username=by), timezone.now()
    claimed = claiming.claim(Dispute.objects.get(pk=dispute.pk), reviewer, now=now)
    ruling.rule(claimed, reviewer, draft, reasons="So it is.", now=now)


def undo(dispute: Dispute, client: Client) -> int:
    return client.post(f"/admin/disputes/dispute/{dispute.pk}/undo/").status_code


def test_it_is_offered_and_done(reviewer: Client, sam: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    rule(dispute, "rita", RulingDraft("dismissed"))

    assert BUTTON in shown(reviewer, dispute)
    assert BUTTON not in shown(sam, dispute) and BARRED not in shown(sam, dispute)
    assert undo(dispute, reviewer) == 302


def test_a_game_that_cannot_be_read_bars_it(reviewer: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    rule(dispute, "rita", RulingDraft("dismissed"))
    Position.objects.filter(pk=dispute.game_id).update(state="7")

    page = shown(reviewer, dispute)

    assert BUTTON not in page
    assert BARRED in page and "cannot be read" in page
    assert undo(dispute, reviewer) == 409


def test_it_says_that_the_dispute_of_a_closed_account_ends(reviewer: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    rule(dispute, "rita", RulingDraft("dismissed"))
    assert "ends as withdrawn" not in shown(reviewer, dispute)
    close_account.close(bob.account, now=timezone.now())

    assert "ends as withdrawn" in shown(reviewer, dispute)
    answer = reviewer.post(f"/admin/disputes/dispute/{dispute.pk}/undo/", follow=True)

    assert "so the dispute is withdrawn" in answer.content.decode()
    assert Dispute.objects.get().status == DisputeStatus.WITHDRAWN


def test_a_claim_on_a_game_that_cannot_be_read_can_be_released(reviewer: Client) -> None:
    game, (_, bob) = finished()
    dispute = filed(game, bob)
    reviewer.post(f"/admin/disputes/dispute/{dispute.pk}/claim/")
    Position.objects.filter(pk=dispute.game_id).update(state="7")

    page = shown(reviewer, dispute)

    assert "Release this dispute" in page
    assert "You cannot rule on this dispute." in page and "Preview the ruling" not in page
    assert reviewer.post(f"/admin/disputes/dispute/{dispute.pk}/release/").status_code == 302


QUEUE = "/admin/disputes/dispute/"


@pytest.fixture
def disputes() -> list[Dispute]:
    games = [seated(2) for _ in range(3)]
    return [filed(game, ann, against=1, move=2) for game, ann, _ in games]


def select(client: Client, disputes: list[Dispute], **more: Any) -> Any:
    chosen = [each.pk for each in disputes]
    return client.post(QUEUE, {"action": "dismiss", "_selected_action": chosen, **more})


def dismiss(client: Client, disputes: list[Dispute], **more: Any) -> Any:
    return select(client, disputes, apply="yes", **{"reasons": "Nothing at {move}."} | more)


def test_each_is_ruled_on_with_the_same_reason(reviewer: Client, disputes: list[Dispute]) -> None:
    asked = select(reviewer, disputes)
    answer = dismiss(reviewer, disputes, is_bad_faith="on")

    assert asked.status_code == 200 and "Dismiss 3 disputes" in asked.content.decode()
    assert answer.status_code == 302
    assert set(Dispute.objects.values_list("status", flat=True)) == {DisputeStatus.RULED}
    for given in Ruling.objects.select_related("dispute__game"):
        assert (given.reasons, given.is_bad_faith) == ("Nothing at move 2.", True)
        log = log_of(given.dispute.game.public_id)
        assert log.position == log.replayed
    assert AuditEntry.objects.filter(action="ruled").count() == 3


def test_the_others_are_dismissed_if_one_cannot_be(
    reviewer: Client, disputes: list[Dispute]
) -> None:
    sam = staff("sam", "reviewer")
    claiming.claim(disputes[0], sam, now=timezone.now())

    answer = dismiss(reviewer, disputes)

    messages = [str(each) for each in answer.wsgi_request._messages]
    assert messages[0] == "Dismissed: 2 of 3."
    assert disputes[0].public_id in messages[1] and claiming.CLAIMED_BY_ANOTHER in messages[1]
    assert Dispute.objects.get(pk=disputes[0].pk).reviewer == sam


def test_disputes_of_own_games_are_not_among_them(
    reviewer: Client, disputes: list[Dispute]
) -> None:
    rita = User.objects.get(username="rita")
    Seat.objects.filter(game=disputes[0].game_id, number=1).update(account=rita)

    dismiss(reviewer, disputes)

    assert Dispute.objects.get(pk=disputes[0].pk).status == DisputeStatus.OPEN
    assert Ruling.objects.count() == 2


@pytest.mark.parametrize("words", [{"reasons": " "}, {"reasons": "x" * 4_001}])
def test_a_reason_is_needed(
    reviewer: Client, disputes: list[Dispute], words: dict[str, str]
) -> None:
    answer = select(reviewer, disputes, apply="yes", **words)

    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not AuditEntry.objects.exists()


def damage_position(game: int) -> None:
    Position.objects.filter(pk=game).update(state="7")


def store_by_newer_code(game: int) -> None:
    triggers.unguard()
    Position.objects.filter(pk=game).update(state='{"schema":99}')
    Move.objects.filter(game=game).update(schema=99)


@pytest.mark.parametrize(
    "damage",
    [damage_position, store_by_newer_code],
)
def test_a_game_that_is_damaged_does_not_stop_the_others(
    reviewer: Client, disputes: list[Dispute], damage: Callable[[int], None]
) -> None:
    damage(disputes[1].game_id)

    answer = dismiss(reviewer, disputes)

    assert answer.status_code == 302
    first, *others = [str(each) for each in answer.wsgi_request._messages]
    [refused] = others
    assert first == "Dismissed: 2 of 3."
    assert disputes[1].public_id in refused and "was not dismissed." in refused
    kept = Dispute.objects.get(pk=disputes[1].pk)
    assert (kept.status, kept.reviewer) == (DisputeStatus.OPEN, None)
    assert Ruling.objects.count() == 2
    page = reviewer.get(QUEUE)
    assert page.status_code == 200 and disputes[1].public_id in page.content.decode()


def test_at_most_fifty_at_once(
    reviewer: Client, disputes: list[Dispute], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("games.desk.admin.dispute_list.MOST_AT_ONCE", 2)
        assert dismiss(reviewer, disputes).status_code == 302
    assert not Ruling.objects.exists()
    assert bulk_dismissal.MOST_AT_ONCE == 50

    dismiss(reviewer, disputes[:1], select_across="1")

    assert Ruling.objects.count() == 3
