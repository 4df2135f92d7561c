"""The stream of a private tournament ends when its reader may no longer see it."""

import pytest

from accounts.models import User
from games.tournaments import entering, hosting
from tests.live.listeners import Listener
from tests.players import guest
from tests.tournaments.club import Club

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_a_dismissed_director_is_shut_out_and_a_player_follows_on(address: str) -> None:
    director, player = guest(), guest()
    User.objects.filter(pk=director.account).update(is_guest=False)
    club = Club(0, entry="code")
    hosting.name_director(club.host.pk, club.id, director.name)
    entering.join(player.account, club.id, code=club.row.join_code)
    path = f"/tournaments/{club.row.public_id}/stream"

    with Listener(address, path, director) as shut_out, Listener(address, path, player) as own:
        for listener in (shut_out, own):
            begins = [listener.frame(), listener.frame()]
            assert [frame and frame.event for frame in begins] == ["round", "standing"]
        hosting.dismiss_director(club.host.pk, club.id, director.name)

        assert [frame.data for frame in shut_out.rest()] == [{"reason": "invitation_ended"}]
        frame = own.frame()
        assert frame is not None and frame.event == "round"
    assert director.get(path).status_code == 404
