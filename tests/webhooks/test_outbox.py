"""The outbox: news of the log become messages, once, with ids and nothing else."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import locks, notices
from accounts.models import Token, User
from accounts.notices import NewNotice
from games.log import ids, writer
from games.tournaments import directing, entering
from games.webhooks import outbox, registering
from games.webhooks.delivering import Claimed, Turn
from games.webhooks.models import Delivery, FollowedGame, FollowedTournament, Webhook
from games.webhooks.outbox import MOST_DUE, Outbox
from games.webhooks.registering import MOST_QUEUED
from tests import tables
from tests.players import Player, guest, seated, seated_by_requests
from tests.threads import at_once
from tests.tournaments.club import Club
from tests.webhooks import hooks
from tests.webhooks.hooks import clear, confirmed, waiting

pytestmark = pytest.mark.django_db(transaction=True)
POSTGRESQL = pytest.mark.postgresql


def give_notices(account: int, count: int, **data: str) -> None:
    with transaction.atomic():
        locks.lock_all([account])
        notices.send([NewNotice(account, "renamed", data)] * count, now=timezone.now())


def user_of(player: Player) -> User:
    return User.objects.get(pk=player.account)


@POSTGRESQL
def test_a_game_tells_of_its_start_its_turns_and_its_end() -> None:
    ann, bob = guest(), guest()
    webhook = confirmed(bob)

    game = ann.create(seats=2)
    bob.join(game)
    version = bob.state(game)["version"]
    assert ("game.started", {"game": game, "version": version}) in waiting(webhook)
    clear(webhook)
    to_act = bob.state(game)["to_act"]
    clear(webhook)
    ann.post(f"/games/{game}/resign")

    over = {"game": game, "version": bob.state(game)["version"]}
    assert waiting(webhook) == [("game.over", over)]
    assert to_act in (0, 1)
    assert not FollowedGame.objects.exists()


def test_a_turn_is_sent_when_it_comes_and_not_after_ones_own_ask_that_keeps_it() -> None:
    game, *players = seated(2)
    hooks_of = [confirmed(player, "turn.yours") for player in players]
    assert [waiting(webhook) for webhook in hooks_of] == [[], []]

    turns = 0
    while turns < 3:
        state = players[0].state(game)
        seat = state["to_act"]
        after = ask(players[seat], game)
        if after["to_act"] != seat and after["phase"] != "over":
            turns += 1
            sent = [("turn.yours", {"game": game, "version": after["version"]})]
            assert waiting(hooks_of[1 - seat]) == sent
            clear(hooks_of[1 - seat])
        assert waiting(hooks_of[seat]) == []


@POSTGRESQL
def test_a_newer_turn_of_a_game_replaces_one_that_waits() -> None:
    game, *players = seated(2)
    webhook = confirmed(players[0], "turn.yours")

    sent, version = 0, 0
    while sent < 2:
        seat = players[0].state(game)["to_act"]
        after = ask(players[seat], game)
        if seat == 1 and after["to_act"] == 0:
            sent, version = sent + 1, after["version"]
            hooks.read_news()

    assert waiting(webhook) == [("turn.yours", {"game": game, "version": version})]


def test_a_turn_replaces_none_of_another_game() -> None:
    ann, bob = guest(), guest()
    webhook = confirmed(bob, "turn.yours")
    one, other = (tables.dealt(ann, bob, pack=tables.TWO_HANDS) for _ in range(2))

    for player, game, target, rank in (
        (ann, one, 1, "A"),
        (ann, other, 1, "A"),
        (bob, one, 0, "8"),
        (ann, one, 1, "9"),
    ):
        player.ask(game, target, rank)
        hooks.read_news()

    assert [data["game"] for _, data in waiting(webhook)] == [other, one]


def ask(player: Player, game: str) -> Any:
    """Make the first legal ask, and return the state after it."""
    asks = player.state(game)["legal_actions"]
    action = next(action for action in asks if action["type"] == "ask")
    return player.act(game, action).json()["state"]


def test_it_tells_of_invitations_matches_notices_and_rulings() -> None:
    ann, bob = guest(), guest()
    webhook = confirmed(bob, "invitation.received", "match.found", "notice", "dispute.ruled")
    game = ann.create(seats=2)
    ann.post(f"/games/{game}/invitations", {"player": bob.name})
    give_notices(bob.account, 1, dispute="d", game="g")
    match = bob.post("/matches", {"seats": 2}).json()["id"]
    found = ann.post("/matches", {"seats": 2}).json()["game"]

    sent = dict(waiting(webhook))

    notice = notices.of_account(bob.account).get()
    assert sent == {
        "invitation.received": {"game": game},
        "notice": {"notice": notice.pk},
        "dispute.ruled": {"dispute": "d", "game": "g"},
        "match.found": {"match": match, "game": found},
    }
    assert waiting(webhook) == list(sent.items()), "nothing is sent twice"


def test_news_that_cannot_be_read_hold_up_no_one_else(monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = (confirmed(guest(), "notice", "dispute.ruled") for _ in range(2))
    for webhook in (bad, good):
        give_notices(webhook.token.user_id, 1, dispute="d")
    queue = outbox._queue

    def fail(webhook: Webhook, **options: Any) -> bool:
        if webhook == bad:
            raise KeyError("game")
        return queue(webhook, **options)

    monkeypatch.setattr(outbox, "_queue", fail)
    assert [kind for kind, _ in waiting(good)] == ["notice"]
    monkeypatch.undo()
    assert [kind for kind, _ in waiting(bad)] == ["notice"]


def test_what_happened_before_the_confirmation_is_not_sent() -> None:
    _, ann, _ = seated(2)
    give_notices(ann.account, 2)

    assert waiting(confirmed(ann)) == []


def test_a_game_that_began_and_ended_between_two_looks_is_sent() -> None:
    ann, bob = guest(), guest()
    webhook = confirmed(bob, "game.started", "game.over")
    game = ann.create(seats=2)
    bob.join(game)
    ann.post(f"/games/{game}/resign")

    data = {"game": game, "version": bob.state(game)["version"]}
    assert sorted(waiting(webhook), key=str) == [("game.over", data), ("game.started", data)]


@POSTGRESQL
def test_a_full_queue_lets_the_cursor_rest_and_loses_nothing() -> None:
    ann = guest()
    webhook = confirmed(ann, "notice")
    give_notices(ann.account, 250)

    sent = []
    while batch := waiting(webhook):
        assert len(batch) <= MOST_QUEUED
        sent += [data["notice"] for _, data in batch]
        Delivery.objects.all().delete()

    assert sorted(map(int, map(str, sent))) == sorted(
        notices.of_account(ann.account).values_list("pk", flat=True)
    )


@POSTGRESQL
def test_news_are_read_in_pieces_while_deliveries_are_due_and_after_failures() -> None:
    ann = guest()
    webhook = confirmed(ann, "notice")
    give_notices(ann.account, 250)
    queue = registering.queued(webhook)

    hooks.read_news()
    assert MOST_DUE < queue.count() < MOST_QUEUED
    queue.filter(pk__in=queue.values("pk")[:5]).delete()
    assert not Outbox().step(now=timezone.now())
    queue.update(next_try_at=timezone.now() + timedelta(hours=1))
    hooks.read_news()

    assert MOST_QUEUED - 3 < queue.count() <= MOST_QUEUED


@POSTGRESQL
def test_two_processes_at_once_tell_each_event_once() -> None:
    ann = guest()
    webhook = confirmed(ann, "notice")
    give_notices(ann.account, 60)

    at_once(*[lambda: Outbox().step(now=timezone.now())] * 4)

    assert len(waiting(webhook)) == 60


@POSTGRESQL
@pytest.mark.parametrize("end", ["revoked", "expired", "suspended", "closed"])
def test_a_dead_token_gets_nothing_not_even_what_waits(end: str) -> None:
    ann = guest()
    webhook = confirmed(ann, "notice")
    give_notices(ann.account, 3)
    hooks.read_news()
    now = timezone.now()
    if end == "suspended":
        User.objects.filter(pk=ann.account).update(suspended_until=now + timedelta(days=1))
    elif end == "closed":
        ann.client.delete("/api/v1/me")
    else:
        changed = {"revoked_at": now} if end == "revoked" else {"expires_at": now}
        Token.objects.filter(user=ann.account).update(**changed)

    assert hooks.claim(webhook) == []
    if end != "suspended":
        registering.purge(now=timezone.now(), most=10)
        assert not Webhook.objects.exists()
        assert not Delivery.objects.exists()


def test_messages_have_ids_and_versions_and_nothing_else() -> None:
    """No secret can leave in a message, because each value is an id or a number."""
    ann, bob = guest(), guest()
    webhook = confirmed(bob)
    give_notices(bob.account, 1, dispute=ids.to_text(5), game=ids.to_text(6))
    bob.post("/matches", {"seats": 2})
    game = ann.create(seats=2)
    ann.post(f"/games/{game}/invitations", {"player": bob.name})
    ann.post("/matches", {"seats": 2})
    club = Club(users=[user_of(ann), user_of(bob)])
    club.start()
    hooks.read_news()
    club.confirm()
    hooks.read_news()

    kinds = set()
    for delivery in webhook.deliveries.all():
        claimed = Claimed(delivery, webhook, timezone.now(), Turn(webhook.pk, 0, False))
        body, _ = claimed.message(at=0)
        message = json.loads(body)
        assert message.keys() == {"type", "timestamp", "data"}
        for name, value in message["data"].items():
            numbers = {"version", "notice", "round"}
            assert name in numbers | {"game", "match", "dispute", "tournament", "challenge"}
            if name in {"game", "match", "dispute", "tournament"}:
                assert re.fullmatch("[0-9A-Za-z]{11}", value)
            elif name != "challenge":
                assert isinstance(value, int)
        kinds.add(message["type"])
    assert kinds >= {"challenge", "notice", "dispute.ruled", "match.found", "game.started"}
    assert kinds >= {"tournament.round", "tournament.table_ready"}


@POSTGRESQL
def test_an_ask_sends_the_same_statements_with_webhooks_as_without() -> None:
    game, *players = seated_by_requests(2)
    ask(players[players[0].state(game)["to_act"]], game)

    def asked() -> list[str]:
        seat = players[0].state(game)["to_act"]
        action = next(a for a in players[seat].state(game)["legal_actions"] if a["type"] == "ask")
        writer.clear_recent()  # the first ask of a player is read first
        with CaptureQueriesContext(connection) as statements:
            assert players[seat].act(game, action).status_code == 200
        return [query["sql"].split(" ", 1)[0] for query in statements.captured_queries]

    before = asked()
    for player in players:
        confirmed(player)

    assert asked() == before


@POSTGRESQL
def test_it_tells_of_the_rounds_the_tables_and_the_end_of_a_tournament() -> None:
    ann, bob = guest(), guest()
    webhook = confirmed(ann, "tournament.round", "tournament.table_ready", "tournament.over")
    club = Club(users=[user_of(ann), user_of(bob)], rounds=2)
    data = {"tournament": club.row.public_id}

    club.start()
    assert waiting(webhook) == [("tournament.round", data | {"round": 1})]
    club.confirm()
    first = {"round": 1, "game": ids.to_text(club.tables[0].game_id or 0)}
    assert waiting(webhook)[1:] == [("tournament.table_ready", data | first)]
    club.play_tables()
    assert ("tournament.round", data | {"round": 2}) in waiting(webhook)
    assert [kind for kind, _ in waiting(webhook)].count("tournament.round") == 1, "the newer one"
    club.play_round()
    hooks.clear(webhook)
    assert not FollowedTournament.objects.exists()
    assert waiting(webhook) == []


def test_only_who_can_confirm_hears_of_a_round_and_an_arena_asks_once() -> None:
    ann, bob, eve = guest(), guest(), guest()
    webhooks = [confirmed(player, "tournament.round") for player in (ann, bob)]
    users = [user_of(player) for player in (ann, bob, eve)]
    club = Club(users=users, format="arena", rounds=None, minutes=10)
    entering.pause(users[1].pk, club.id)
    late = confirmed(eve, "tournament.round", "tournament.over")

    club.start()
    hooks.read_news()
    club.confirm(users[1])
    club.play_tables()

    data = {"tournament": club.row.public_id, "round": 1}
    assert [waiting(webhook) for webhook in webhooks] == [[("tournament.round", data)], []]
    directing.cancel(club.host.pk, club.id)
    assert [kind for kind, _ in waiting(late)] == ["tournament.round", "tournament.over"]
