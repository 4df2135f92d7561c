"""What a player may read of a game after leaving it (RULES.md §4.20), and with a token of the scope
`play` alone.
"""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.credentials import tokens
from games.engine.cards import Pack, full_pack
from games.engine.commands import Abandon, Ask, Command, Deal, Resign, Rule
from games.engine.events import Dealt
from games.engine.legal import legal_commands
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.table import Table
from games.log.models import Game
from games.play import inbox
from tests import tables
from tests.players import Player, account_of, guest

pytestmark = pytest.mark.django_db

LEAVER = 1
LEAVE: list[Any] = [
    pytest.param(Resign(LEAVER), id="resigned"),
    pytest.param(Abandon(LEAVER), id="abandoned"),
    pytest.param(Rule(1, "seat_removed", LEAVER), id="removed"),
]


def played(*asides: Command, rules: Rules | None = None, asks: int = 6, deals: int = 1) -> Any:
    """Return a script of three seats in which one of these commands follows every ``asks`` asks."""
    rng = Random(7)
    rules = rules or compose("classic")
    script = list(tables.script(rules, 3, _pack(rng, rules), on_abandon="stand_in"))
    for command in (*asides, None):
        for _ in range(asks):
            script.append(_next(script, rng, rules))
        if command is not None:
            script.append((None, command))
    while sum(isinstance(each, Deal) for _, each in script) < deals:
        script.append(_next(script, rng, rules))
    assert not tables.position(script).is_over
    return script


def hands(state: dict[str, Any]) -> list[int]:
    """Return the seats whose hands are shown."""
    return [seat["seat"] for seat in state["seats"] if seat["hand"] is not None]


def private_cards(moves: list[dict[str, Any]]) -> list[Any]:
    """Return every card in moves that only its drawer or its owner sees."""
    events = [event for move in moves for event in move["events"]]
    drawn = [e["card"] for e in events if e["type"] == "card_drawn" and not e["public"]]
    dealt = [hand for e in events if e["type"] == "dealt" for hand in e["hands"]]
    return [each for each in [*drawn, *dealt] if each is not None]


@pytest.mark.usefixtures("memory")
def test_the_answer_to_a_resignation_is_a_spectators_already() -> None:
    players = [guest() for _ in range(3)]
    game = tables.store(played(asks=2), players)

    answer = players[LEAVER].post(f"/games/{game}/resign")

    assert answer["ETag"].endswith('-s"')
    assert hands(answer.json()["state"]) == []
    assert answer.json()["state"]["you"] is None


def test_later_deals_are_hidden_too() -> None:
    players = [guest() for _ in range(3)]
    rules = compose("pairs", ["series"], {"target_score": 100})
    script = played(Resign(LEAVER), rules=rules, deals=3)
    game = tables.store(script, players)

    events = [event for each in tables.events(script) for event in each]
    assert sum(isinstance(event, Dealt) for event in events) == 3
    assert not private_cards(players[LEAVER].moves(game))


def test_the_turns_of_the_stand_in_are_not_the_leavers() -> None:
    players = [guest() for _ in range(3)]
    script = played()
    while tables.position(script).to_act() != LEAVER:
        script.append(_next(script, Random(3), compose("classic")))
    games = [tables.store([*script, *left], players) for left in ([], [(None, Resign(LEAVER))])]

    found = inbox.of_accounts([players[LEAVER].account])[players[LEAVER].account]
    assert [found[tables.number_of(game)].is_turn for game in games] == [True, False]


@pytest.mark.parametrize("terms", [{"is_private": True}, {"has_spectators": False}])
def test_a_player_who_left_keeps_access_where_spectators_have_none(terms: dict[str, bool]) -> None:
    players = [guest() for _ in range(3)]
    game = tables.store(played(Resign(LEAVER)), players)
    Game.objects.filter(pk=tables.number_of(game)).update(**terms)

    for path in ("", "/state", "/moves", "/replay?at=7", "/stream", "/presence", "/disputes"):
        assert players[LEAVER].get(f"/games/{game}{path}").status_code == 200, path
    assert guest().get(f"/games/{game}/state").status_code in (403, 404)
    assert hands(players[LEAVER].state(game)) == []


@pytest.mark.usefixtures("memory")
def test_a_player_whose_seat_is_restored_sees_it_again() -> None:
    players = [guest() for _ in range(3)]
    script = played(Rule(1, "seat_removed", LEAVER), Rule(1, "dismissed"))
    game = tables.store(script, players)

    answer = players[LEAVER].get(f"/games/{game}/state")
    assert hands(answer.json()) == [LEAVER]
    assert answer["ETag"].endswith(f'-{LEAVER}"')
    assert private_cards(players[LEAVER].moves(game))


def test_when_the_game_is_over_all_is_open_to_a_player_who_left_as_to_all() -> None:
    players = [guest() for _ in range(3)]
    game = tables.store(played(Resign(0), Resign(1)), players)
    assert players[2].post(f"/games/{game}/resign").status_code == 200

    for path in ("/state", "/moves?limit=500", "/replay?at=9", "/transcript"):
        seen = [reader.get(f"/games/{game}{path}").content for reader in (players[0], Player())]
        assert seen[0] == seen[1]
    assert hands(players[0].state(game)) == [0, 1, 2]
    assert hands(players[0].get(f"/games/{game}/replay?at=9").json()) == [0, 1, 2]


READS = ("/state", "/moves", "/replay?at=7", "/stream")


def test_a_token_to_play_reads_its_own_seat() -> None:
    players = [guest() for _ in range(3)]
    game = tables.store(played(), players)
    player = _playing_only(players[LEAVER])

    for path in READS:
        with time_machine.travel(datetime.now(UTC), tick=False):  # a stream sends the time
            whole = players[LEAVER].get(f"/games/{game}{path}")
            answer = player.get(f"/games/{game}{path}")
        assert (answer.status_code, answer.content) == (200, whole.content), path
    ticket = player.post(f"/games/{game}/stream_ticket")
    assert ticket.status_code == 201
    read = Player().get(f"/games/{game}/stream?ticket={ticket.json()['ticket']}")
    assert b'"you":1' in read.content


def test_a_token_to_play_reads_no_game_without_a_seat_of_its_own() -> None:
    players = [guest() for _ in range(3)]
    game = tables.store(played(), players)
    stranger = _playing_only(guest())

    for answer in (
        *(stranger.get(f"/games/{game}{path}") for path in READS),
        stranger.post(f"/games/{game}/stream_ticket"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope")


def test_a_token_to_play_learns_of_no_private_game() -> None:
    players = [guest() for _ in range(3)]
    game = tables.store(played(), players)
    Game.objects.filter(pk=tables.number_of(game)).update(is_private=True)

    assert _playing_only(guest()).get(f"/games/{game}/state").status_code == 404


def _playing_only(player: Player) -> Player:
    return _with_scope(player, "play")


def _with_scope(player: Player, scope: str) -> Player:
    issued = tokens.issue(account_of(player), name="narrow", scopes=[scope], now=timezone.now())
    return Player(issued.secret, name=player.name, account=player.account)


def _pack(rng: Random, rules: Rules) -> Pack:
    pack = list(full_pack(rules.joker_count))
    rng.shuffle(pack)
    return tuple(pack)


def _next(script: Any, rng: Random, rules: Rules) -> tuple[int | None, Command]:
    state = tables.position(script)
    seat = state.to_act()
    if seat is None:
        return None, Deal(_pack(rng, rules))
    legal = [each for each in legal_commands(Table(state), seat) if isinstance(each, Ask)]
    return seat, rng.choice(legal)


@pytest.mark.parametrize("leave", LEAVE)
def test_a_player_who_left_sees_no_hand_any_more(leave: Command) -> None:
    players = [guest() for _ in range(3)]
    leaver = players[LEAVER]
    before = tables.store(played(), players)
    after = tables.store(played(leave), players)

    assert (hands(leaver.state(before)), hands(leaver.state(after))) == ([LEAVER], [])
    assert private_cards(leaver.moves(before))
    assert not private_cards(leaver.moves(after))
    for number in range(1, leaver.state(after)["version"] + 1):
        past = leaver.get(f"/games/{after}/replay?at={number}").json()
        assert (hands(past), private_cards([past["move"]]), past["you"]) == ([], [], None)
