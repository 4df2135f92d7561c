"""Frames that are put together from shared parts: their bytes, and the redaction law over them."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import orjson
import pytest
from hypothesis import given, settings

from games.api.feeds.frames import Frame, FrameFormat
from games.api.feeds.frames_by_seat import FramesBySeat
from games.api.positions import render
from games.engine.cards import Seat
from games.engine.commands import Resign
from games.engine.events import Event
from games.engine.rules import Rules
from games.engine.state import State
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from tests.engine import games
from tests.engine.games import Setting
from tests.engine.test_redaction import assert_same_bytes, playable
from tests.profiles import sized

GAMES = sized(6, nightly=120)
AT = datetime(2026, 1, 2, tzinfo=UTC)


def spliced(events: Sequence[Event], state: State, viewer: Seat | None) -> str:
    """Return the frame of a move with the state after it, as a stream sends it."""
    moves = FramesBySeat((_move(events),), state.rules, _head(state))
    return moves.between(0, 1, viewer, FrameFormat.EVENTS, with_state=True).decode()


def plain(events: Sequence[Event], state: State, viewer: Seat | None) -> str:
    """Return the same frame, written for this viewer alone."""
    head = _head(state)._replace(seat=viewer)
    move = render.move(_move(events), head.viewer, state.rules)
    data = {**move, "state": {**render.position(head), "last_move": move}}
    return FrameFormat.EVENTS.write(Frame("move", orjson.dumps(data), 1)).decode()


def differences(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield the frames of a game that differ from those written for one viewer alone."""
    for place, move in enumerate(games.play(setting)):
        frames = FramesBySeat((_move(move.events),), setting.rules, _head(move.after))
        for viewer in (None, place % setting.seats, (place + 1) % setting.seats):
            seen = frames.between(0, 1, viewer, FrameFormat.EVENTS, with_state=True).decode()
            expected = plain(move.events, move.after, viewer)
            if seen != expected:
                yield seen, expected


def _move(events: Sequence[Event]) -> LoggedMove:
    return LoggedMove(1, 0, Resign(0), tuple(events), AT, bytes(32))


def _head(state: State) -> GameHead:
    return GameHead(7, bytes(32), 1, bytes(32), state, None, deadline=AT)


@given(games.settings_of_games())
@settings(max_examples=GAMES)
def test_a_frame_has_the_bytes_of_one_written_for_its_viewer_alone(setting: Setting) -> None:
    assert not list(differences(setting))


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*playable()])
def test_frames_under_each_preset_and_overlay(rules: Rules) -> None:
    assert not list(differences(Setting(rules, rules.players_max, 1, "hostile")))


@given(games.settings_of_games())
@settings(max_examples=GAMES)
def test_a_frame_does_not_depend_on_hidden_cards(setting: Setting) -> None:
    assert_same_bytes(setting, look=spliced)
