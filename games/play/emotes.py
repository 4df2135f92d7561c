"""Preset emotes at the table. They are no moves: no log, state or transcript has them."""

from datetime import datetime

from games.engine.refusals import GameIsOver
from games.log import heads
from games.log.models import Game
from games.log.notify import emotes
from games.log.notify.emotes import EmoteNotification
from games.play.play import seat_of
from games.play.refusals import EmotesOff

EMOTES = (
    *("hello", "good_luck", "thinking", "hurry", "nice", "lucky"),
    *("go_fish", "oops", "sorry", "thanks", "wow", "good_game"),
)


def send(game_id: int, account_id: int, emote: str, *, now: datetime) -> None:
    """Show an emote of the account's seat to all who follow the game.

    :raises GameNotFound: if there is no such game, or the account may not see it.
    :raises GameClosed: if the game was closed in its lobby.
    :raises AlreadyLeft: if the account has left the game.
    :raises NotSeated: if it has no seat.
    :raises GameIsOver: after the end of the game, when streams have ended.
    :raises EmotesOff: if the host has switched emotes off.
    """
    head = heads.load(game_id, account_id)
    seat = seat_of(head, account_id)
    if head.state.is_over:
        raise GameIsOver
    if not Game.objects.filter(pk=game_id, has_emotes=True).exists():
        raise EmotesOff("The host has switched emotes off in this game.")
    emotes.announce(EmoteNotification(game_id, seat, emote), now=now)
