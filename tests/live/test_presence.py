"""Who is there."""

from datetime import UTC, datetime
from typing import Any

import pytest

from games.log.models import Audience, Seat
from games.play import presence
from games.play.presence import Spectators
from tests.accounts import people
from tests.live.listeners import Listener
from tests.players import Player, guest, seated_by_requests
from tests.timeouts import eventually

pytestmark = pytest.mark.django_db(transaction=True)


def there(game: str) -> Any:
    return Player().get(f"/games/{game}/presence").json()


def seen(game: str) -> list[int | None]:
    return [seat["seen_seconds_ago"] for seat in there(game)["seats"]]


def test_a_player_is_seen_when_they_play_or_read() -> None:
    ann, bob = guest(), guest()
    game = ann.create()
    bob.join(game)
    Seat.objects.update(seen_at=None)
    presence._recorded.clear()

    assert seen(game) == [None, None]
    bob.state(game)

    of_ann, of_bob = seen(game)
    assert of_ann is None and of_bob is not None


@pytest.mark.slow
def test_open_streams_show_their_players_and_count_the_others(address: str) -> None:
    game, ann, _ = seated_by_requests(2)
    Seat.objects.update(seen_at=None)

    with (
        Listener(address, f"/games/{game}/stream", ann) as player,
        Listener(address, f"/games/{game}/stream") as one,
        Listener(address, f"/games/{game}/stream", guest()) as other,
    ):
        for listener in (player, one, other):
            listener.frame()
        eventually(lambda: there(game)["spectators"] and seen(game) != [None, None])

        assert there(game)["spectators"] in (1, 2)  # counted while they came
        assert seen(game)[1] is None and seen(game)[0] in (0, 1)


@pytest.mark.slow
def test_registered_people_who_watch_are_counted(address: str) -> None:
    game, *_ = seated_by_requests(2)
    eve = people.register("Eve").issued.secret

    with Listener(address, f"/games/{game}/stream", Player(eve)) as listener:
        listener.frame()
        eventually(lambda: Audience.objects.filter(spectators=1, registered=1).exists())


def test_an_expired_count_of_spectators_is_gone() -> None:
    game, *_ = seated_by_requests(2)
    number = Seat.objects.first()
    assert number is not None
    past = datetime.now(UTC) - presence.STALE
    Audience.objects.create(game_id=number.game_id, process="killed", spectators=7, at=past)

    assert there(game)["spectators"] == 0
    presence.note_watched({number.game_id: Spectators(1, set())}, now=datetime.now(UTC))
    assert [row.spectators for row in Audience.objects.all()] == [1]
