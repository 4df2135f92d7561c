"""Asks on what the process knows: one statement checks everything, or else all is read again."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts import suspensions
from accounts.credentials import known_bearers, tokens
from accounts.models import Token, User
from games.engine import commands
from games.engine.decide import step
from games.log import heads, known_heads, rebuild, writer
from games.log.next_move import next_move
from games.log.writer import VersionConflict
from games.models import Move, Position
from games.services.moves import play
from gofish_api.personal_data import close_account
from tests import tables
from tests.players import Player, account_of, guest, later, refused, seated
from tests.tables import number_of

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
]

Table = tuple[str, Player, Player]


@pytest.fixture
def table() -> Table:
    """A game that this process knows with both players; the first is to act."""
    ann, bob = guest(), guest()
    game = tables.dealt(ann, bob, pack=tables.TWO_HANDS)
    for player in (ann, bob) * 2:  # the first time, the use of the token is noted
        player.state(game)
    return game, ann, bob


def asked(player: Player, game: str, **headers: str) -> tuple[Any, list[str]]:
    """Ask seat 1 for aces; return the answer, and the first words of the statements."""
    with CaptureQueriesContext(connection) as captured:
        answer = player.ask(game, 1, "A", **headers)
    return answer, [query["sql"] for query in captured]


def reads(statements: list[str]) -> list[str]:
    """Return the statements that only read."""
    return [each for each in statements if each.lstrip()[:6] == "SELECT"]


def test_an_ask_on_what_is_known_reads_nothing(table: Table) -> None:
    game, ann, _ = table

    answer, statements = asked(ann, game, Idempotency_Key="one")

    assert answer.status_code == 200
    assert not reads(statements)
    [written] = [each for each in statements if "UPDATE games_position" in each]
    assert "accounts_token" in written and "accounts_user" in written


def revoke(player: Player) -> None:
    tokens.revoke_all(account_of(player), now=timezone.now())


def suspend(player: Player) -> None:
    suspensions.suspend(account_of(player), reason="abuse", until=None)


def expire(player: Player) -> None:
    Token.objects.filter(user=player.account).update(expires_at=timezone.now())


def close(player: Player) -> None:
    close_account.close(account_of(player).pk, now=timezone.now())


def deactivate(player: Player) -> None:
    User.objects.filter(pk=player.account).update(is_active=False)


ENDS = [
    pytest.param(revoke, (401, "invalid_token"), id="revoked"),
    pytest.param(expire, (401, "invalid_token"), id="expired"),
    pytest.param(close, (401, "invalid_token"), id="closed"),
    pytest.param(suspend, (403, "account_suspended"), id="suspended"),
    pytest.param(deactivate, (401, "invalid_token"), id="deactivated"),
]
REQUESTS: list[Any] = [
    pytest.param(lambda ann, game: ann.ask(game, 1, "A"), id="an ask"),
    pytest.param(lambda ann, game: ann.ask(game, 1, "K"), id="a refused ask"),
    pytest.param(lambda ann, game: ann.ask(game, 1, "nonsense"), id="a bad body"),
    pytest.param(lambda ann, game: ann.ask(game, 1, "A", If_Match="x"), id="a bad header"),
    pytest.param(lambda ann, game: ann.get(f"/games/{game}/ask"), id="no such method"),
    pytest.param(lambda ann, game: ann.post(f"/games/{game}/resign"), id="the end of a game"),
]


@pytest.mark.parametrize("request_of", REQUESTS)
@pytest.mark.parametrize(("end", "refusal"), ENDS)
def test_a_token_that_ended_is_refused_first_whatever_is_sent(
    table: Table,
    end: Callable[[Player], None],
    refusal: tuple[int, str],
    request_of: Callable[[Player, str], Any],
) -> None:
    game, ann, bob = table
    end(ann)
    over = timezone.now() - timedelta(days=1)
    User.objects.filter(pk=bob.account).update(suspended_until=over)  # nothing to Ann
    moves = Move.objects.count()

    assert refused(request_of(ann, game)) == refusal
    assert Move.objects.count() == moves


def test_a_retry_with_a_token_that_ended_gets_no_stored_answer(table: Table) -> None:
    game, ann, _ = table
    assert ann.ask(game, 1, "A", Idempotency_Key="k").status_code == 200
    revoke(ann)

    assert refused(ann.ask(game, 1, "A", Idempotency_Key="k")) == (401, "invalid_token")


def test_a_move_of_another_process_is_not_overwritten(table: Table) -> None:
    game, ann, bob = table
    play.act(number_of(game), ann.account, lambda seat: commands.Ask(seat, 1, 12))

    assert refused(ann.ask(game, 1, "A")) == (409, "not_your_turn")
    assert bob.ask(game, 0, "2").status_code == 200
    log = tables.log_of(game)
    assert log.position == log.replayed


def test_a_log_that_ends_with_another_digest_is_not_continued(table: Table) -> None:
    number = number_of(table[0])
    head = heads.load(number)
    command = commands.Ask(0, 1, 12)
    events, state = step(head.state, command)
    other = head._replace(digest=bytes(32))  # as long, but of another game
    after, _, row = next_move(
        other, seat=0, command=command, events=events, state=state, at=timezone.now()
    )

    with pytest.raises(VersionConflict):
        writer.write(other, after, [row])

    assert heads.load(number) == head
    assert Move.objects.count() == head.version


def clocked() -> tuple[str, Player, list[Any]]:
    """Return a game with a clock, the player to act and what they may do, all known."""
    ann, bob = guest(), guest()
    game = ann.post("/games", {"seats": 2, "turn_seconds": 60}).json()["game"]["id"]
    bob.join(game)
    player = (ann, bob)[ann.state(game)["to_act"]]
    return game, player, [player.state(game)["legal_actions"] for _ in range(2)][-1]


def test_the_time_of_a_turn_is_the_stored_one() -> None:
    game, player, legal = clocked()
    Position.objects.filter(pk=number_of(game)).update(deadline=timezone.now())

    assert refused(player.act(game, legal[0])) == (409, "not_your_turn")


def test_a_clock_that_ran_out_is_enforced_on_what_is_known() -> None:
    game, player, legal = clocked()

    with later(61):
        assert refused(player.act(game, legal[0])) == (409, "not_your_turn")


def test_a_state_that_is_known_is_not_read_again(table: Table) -> None:
    game, ann, bob = table
    before = ann.state(game)
    Position.objects.filter(pk=number_of(game)).update(state="damaged")

    assert ann.state(game) == before
    assert bob.state(game)["seats"] != before["seats"]
    known_heads.clear()
    assert refused(ann.get(f"/games/{game}/state")) == (500, "malformed_entry")


def test_what_is_known_shows_a_player_who_left_and_strangers_no_more() -> None:
    ann, bob, eve = guest(), guest(), guest()
    answer = ann.post("/games", {"seats": 2, "visibility": "private"}).json()
    game = answer["game"]["id"]
    bob.join(game, join_code=answer["game"]["join_code"])
    for _ in range(2):
        ann.state(game)

    for _ in range(2):
        assert eve.get(f"/games/{game}/state").status_code == 404
        assert refused(eve.ask(game, 1, "A")) == (404, "game_not_found")


def test_a_repaired_position_replaces_what_is_known() -> None:
    game, *players = seated(2)
    number = number_of(game)
    seat = players[0].state(game)["to_act"]
    player = players[seat]
    right = [player.state(game) for _ in range(2)][-1]
    state = heads.load(number).state
    wrong = heads.load(number)._replace(state=state._replace(hands=state.hands[::-1]))
    known_heads.clear()
    known_heads.note(wrong, heads.load_with_last(number, None)[1], None)
    Position.objects.filter(pk=number).update(state="{}")

    assert rebuild.rebuild(number).differed

    assert player.state(game)["seats"] == right["seats"]
    assert player.act(game, right["legal_actions"][0]).status_code == 200
    log = tables.log_of(game)
    assert log.position == log.replayed


def test_a_game_that_other_processes_move_is_read_first(table: Table) -> None:
    game, ann, _ = table
    known = known_heads.find(number_of(game))
    assert known is not None
    stale = heads.load(number_of(game))._replace(digest=bytes(32))

    known_heads.compare(stale)
    assert known_heads.find_seated(number_of(game), ann.account) is None
    for _ in range(known_heads.TRUSTED):
        assert known_heads.find_seated(number_of(game), ann.account) is None
        known_heads.compare(known.head)

    assert known_heads.find_seated(number_of(game), ann.account) is not None


def test_games_and_tokens_are_kept_for_some_time_and_in_limited_numbers(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ann, _ = table
    assert ann.secret is not None
    digest = tokens.digest(ann.secret)
    monkeypatch.setattr(known_heads, "MOST", 1)
    monkeypatch.setattr(known_bearers, "MOST", 1)
    for player in (other := seated(2))[1:]:
        for _ in range(2):
            player.state(other[0])

    assert known_heads.find(number_of(game)) is None and known_bearers.find(digest) is None
    assert (len(known_heads._known), len(known_bearers._known)) == (1, 1)

    monkeypatch.setattr(known_heads, "SECONDS", 0.0)
    monkeypatch.setattr(known_bearers, "SECONDS", 0.0)
    ann.state(game)
    assert known_heads.find(number_of(game)) is None and known_bearers.find(digest) is None


def test_no_game_is_known_that_is_not_running(table: Table) -> None:
    game, ann, bob = table

    assert ann.post(f"/games/{game}/resign").status_code == 200

    bob.state(game)
    assert known_heads.find(number_of(game)) is None


def test_the_use_of_a_token_is_noted_each_hour_though_it_is_known(table: Table) -> None:
    game, ann, _ = table
    used = Token.objects.get(user=ann.account).last_used_at

    with later(3700):
        known_bearers.clear()  # as minutes later
        assert ann.ask(game, 1, "A").status_code == 200

    now_used = Token.objects.get(user=ann.account).last_used_at
    assert used and now_used and now_used - used > timedelta(hours=1)


def test_without_checks_in_writes_each_ask_reads_the_token_first(
    table: Table, settings: Settings
) -> None:
    game, ann, _ = table
    settings.WRITES_CHECK_TOKENS = False

    answer, statements = asked(ann, game)

    assert answer.status_code == 200
    [read] = reads(statements)
    assert "accounts_token" in read
    [written] = [each for each in statements if "UPDATE games_position" in each]
    assert "accounts_" not in written


def test_a_suspension_that_ends_lets_the_player_go_on(table: Table) -> None:
    game, ann, _ = table
    suspend(ann)
    assert refused(ann.ask(game, 1, "A")) == (403, "account_suspended")

    suspensions.lift(User.objects.get(pk=ann.account))

    assert ann.ask(game, 1, "A").status_code == 200
