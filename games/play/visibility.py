"""Decide who may see, watch and join a game. All reads, and every way to a seat, check here.

- A private game exists only for its players and the invited; for others it is not found. An
  invitation shows the lobby, not the play: it is deleted when the game starts or is closed.
- Without spectators, only players see what happens in a game.
- A seat in a private game needs an invitation or the join code.
- The supervisor of a private game, such as the teacher of a class, watches it without a seat.
- The watch code of a private game, which its host makes and revokes, lets others watch it as
  spectators, and opens no seat. Stream tickets, which are in URLs, have a watch pass instead: a
  keyed digest of the code.
- A reviewer who has seen hidden cards of a game takes no seat in it. ``games.desk`` grants and
  records the access.
"""

import secrets
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.registration import owner_and_bots
from games.engine.refusals import GameClosed, NoSuchSeat
from games.log import head_reader, heads
from games.log.heads import GameHead
from games.log.models import Game, GameStatus, Seat
from games.log.refusals import GameNotFound, NotOverYet
from games.play.models import Action, AuditEntry, Invitation
from games.play.refusals import (
    BotsBarred,
    GameIsPublic,
    HasSeenHiddenCards,
    NotHost,
    SpectatorsBarred,
)

_SALT = "games.watch_passes"
_LENGTH = 32  # hexadecimal digits: 128 bits


class WatchPass(NamedTuple):
    """A game, and the digest of a code that was sent for it."""

    game_id: int
    digest: str


def watch_pass_for(game_id: int, code: str) -> WatchPass:
    """Return the pass for a code, right or wrong."""
    keyed = salted_hmac(_SALT, f"{game_id}:{code}", algorithm="sha256")
    return WatchPass(game_id, keyed.hexdigest()[:_LENGTH])


def valid_watch_passes(passes: Collection[WatchPass]) -> set[WatchPass]:
    """Return the passes of codes that are still in use, in one query."""
    games = Game.objects.filter(
        pk__in={watch_pass.game_id for watch_pass in passes}, is_private=True
    )
    codes = dict(games.exclude(watch_code="").values_list("pk", "watch_code"))
    right = {game_id: watch_pass_for(game_id, code).digest for game_id, code in codes.items()}
    return {
        watch_pass
        for watch_pass in passes
        if secrets.compare_digest(
            watch_pass.digest.encode(), right.get(watch_pass.game_id, "").encode()
        )
    }


# Without the letters and digits that people confuse.
CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 8


def new_code() -> str:
    """Return a code of 40 random bits for the host to share."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def visible_games(account_id: int | None) -> QuerySet[Game]:
    """Return the games that an account may see."""
    if account_id is None:  # seats without an account are those of built-in bots
        return Game.objects.filter(is_private=False)
    own = Seat.objects.filter(game=OuterRef("pk"), account_id=account_id)
    invited = Invitation.objects.filter(
        game=OuterRef("pk"), account_id=account_id, declined_at__isnull=True
    )
    return Game.objects.filter(Q(is_private=False) | Exists(own) | Exists(invited))


def listed_games(account_id: int | None, *, status: str | None) -> QuerySet[Game]:
    """Return the games that lists show an account: those of a status, or all but closed lobbies."""
    games = visible_games(account_id)
    return (
        games.exclude(status=GameStatus.CLOSED) if status is None else games.filter(status=status)
    )


def check_sees(game: Game, account_id: int | None, *, watch_pass: WatchPass | None = None) -> None:
    """Check that an account, or the holder of a pass, may see that a game exists, with its rules
    and players.

    :raises GameNotFound: if it may not.
    """
    if not game.is_private or _is_in(game, account_id):
        return
    if watch_pass is None or not (game.has_spectators and valid_watch_passes({watch_pass})):
        raise GameNotFound


def check_watches(
    head: GameHead, account_id: int | None, *, watch_pass: WatchPass | None = None
) -> None:
    """Check that an account, or the holder of a pass, may see what happens in a game.

    Without a seat, the pass for a private game must be valid even if the account is invited,
    because an invitation shows less.

    :raises GameNotFound: if it may not see the game at all.
    :raises SpectatorsBarred: if only players may watch.
    """
    if head.seat is not None:
        return
    if head.is_private and not (
        is_invited(head.game_id, account_id)
        if watch_pass is None
        else valid_watch_passes({watch_pass})
    ):
        raise GameNotFound
    if not head.has_spectators:
        raise SpectatorsBarred("Only the players of this game may watch it.")


def check_sees_as(head: GameHead, seat: int) -> None:
    """Check that a game may be shown as a seat saw it, to all who may watch the game.

    :raises GameClosed: if the game was closed in its lobby.
    :raises NotOverYet: while hands are secret.
    :raises NoSuchSeat: if the game has no such seat.
    """
    heads.check_over(head, "A seat's view shows its hand. Ask again when the game is over.")
    if seat >= head.state.seats:
        raise NoSuchSeat(f"This game has seats 0 to {head.state.seats - 1}.")


def check_knows_as(head: GameHead, seat: int) -> None:
    """Check that what a seat could know may be shown: to all who may watch a finished game, and to
    the seat's own player while a game with aids runs.

    :raises GameClosed: if the game was closed in its lobby.
    :raises NotOverYet: while it would reveal something that the caller has not seen, or the game
        does not allow this aid.
    :raises NoSuchSeat: if the game has no such seat.
    """
    if not head.state.has_ended and seat == head.viewer:
        if Game.objects.filter(pk=head.game_id, aids=True).exists():
            return
        raise NotOverYet("This game has no aids. Ask again when it is over.")
    check_sees_as(head, seat)


def may_watch(game: Game, account_id: int | None) -> bool:
    """Return whether an account that sees a game may also see what happens in it: the rule of
    :func:`check_watches`.
    """
    return game.has_spectators or is_seated(game, account_id)


def check_enters(game: Game, account_id: int, *, is_bot: bool, code: str | None) -> None:
    """Check that an account may take a seat.

    :raises GameNotFound: if the game is private, the code is wrong and there is no invitation.
    :raises BotsBarred: if the account is a bot and the game is for people.
    """
    has_code = secrets.compare_digest((code or "").encode(), game.join_code.encode())
    if game.is_private and not has_code and not _is_in(game, account_id):
        raise GameNotFound
    if is_bot and not game.allows_bots:
        raise BotsBarred("This game does not allow bots.")


def is_invited(game_id: int, account_id: int | None) -> bool:
    """Return whether an account is invited to a lobby and has not declined, or supervises it."""
    return account_id is not None and bool(invited([(game_id, account_id)]))


def invited(guests: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return those of these pairs of a game and an account that :func:`is_invited` accepts; in one
    query.
    """
    games, accounts = {game for game, _ in guests}, {account for _, account in guests}
    standing = Invitation.objects.filter(
        game_id__in=games, account_id__in=accounts, declined_at__isnull=True
    )
    supervised = Game.objects.filter(pk__in=games, supervisor_id__in=accounts)
    let_in = standing.values_list("game_id", "account_id").union(
        supervised.values_list("pk", "supervisor_id")
    )
    return {*guests} & {*let_in}


def is_seated(game: Game, account_id: int | None) -> bool:
    """Return whether an account has a seat in a game, or had one and left; prefetch ``seats``."""
    if account_id is None:  # seats without an account are those of built-in bots
        return False
    return any(seat.account_id == account_id for seat in game.seats.all())


def _is_in(game: Game, account_id: int | None) -> bool:
    return is_seated(game, account_id) or is_invited(game.pk, account_id)


def renew_watch_code(game_id: int, account_id: int) -> str:
    """Give a private game a new watch code, and return it. An earlier one becomes invalid.

    :raises GameNotFound: if there is no such game, or the account may not see it.
    :raises GameClosed: if the game was closed in its lobby.
    :raises NotHost: unless the account is the host.
    :raises GameIsPublic: if everyone may watch the game.
    :raises SpectatorsBarred: if only players may watch.
    """
    _check_may_share(game_id, account_id)
    code = new_code()
    Game.objects.filter(pk=game_id).update(watch_code=code)
    return code


def revoke_watch_code(game_id: int, account_id: int) -> None:
    """Revoke the watch code of a game, if there is one. Raises as :func:`renew_watch_code`."""
    _check_may_share(game_id, account_id)
    Game.objects.filter(pk=game_id).update(watch_code="")


def _check_may_share(game_id: int, account_id: int) -> None:
    head = head_reader.load(game_id, account_id)
    check_watches(head, account_id)
    if head.state.phase == "closed":
        raise GameClosed
    if head.seat is None or head.seat != head.state.host():
        raise NotHost(
            "Only the host can do this: the player on the lowest seat of a person who has not left."
        )
    if not head.is_private:
        raise GameIsPublic("Everyone may watch this game without a code.")
    if not head.has_spectators:
        raise SpectatorsBarred("Only the players of this game may watch it, so it has no code.")


def check_has_not_seen_cards(game_id: int, account_id: int) -> None:
    """Check that no account of the same owner has seen the game's hidden cards.

    :raises HasSeenHiddenCards: if one of them saw them before the game was over.
    """
    accesses = AuditEntry.objects.filter(game=game_id, action=Action.ACCESSED_RUNNING)
    # Accesses are rare, so taking a seat mostly costs one index lookup.
    actors = set(accesses.order_by().values_list("actor", flat=True))
    if not actors:
        return
    account = User.objects.get(pk=account_id)
    if owner_and_bots(account).filter(pk__in=actors).exists():
        raise HasSeenHiddenCards(
            "You, your owner or one of your bots has seen hidden cards of this game."
        )


def games_with_hidden_access(game_ids: Collection[int]) -> set[int]:
    """Return which of these games are over and had an access to hidden cards while they ran."""
    if not game_ids:
        return set()
    entries = AuditEntry.objects.filter(
        game_id__in=game_ids, game__status=GameStatus.OVER, action=Action.ACCESSED_RUNNING
    )
    return set(entries.values_list("game_id", flat=True))
