"""Which games can be rated, and who may sit in them.

A rated game is for one pool from its creation on: registered people, or bots.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from accounts.models import User
from games.log.models import Game
from games.play.create_game import GameTerms
from games.play.refusals import NotRateable, RatedForOthers
from games.ratings.families import RATED_OVERLAYS, family_of
from games.ratings.pools import PlayerKind, Pool, pool_of
from games.ratings.results import kind_of


def check_terms(
    terms: GameTerms,
    *,
    preset: str,
    overlays: Sequence[str],
    options: Mapping[str, Any] | None,
    seated: Collection[User],
    has_levels: bool,
) -> None:
    """Check that a new game can be rated if its terms say so.

    ``seated`` are the accounts that sit in it from the start, ``has_levels`` says whether built-in
    bots do. A private game of strangers cannot be rated; a rematch is checked by its first game.

    :raises NotRateable: if it cannot be rated.
    """
    if not terms.rated:
        return
    if terms.is_private:
        raise NotRateable("A rated game is public.")
    if terms.aids:
        raise NotRateable("A rated game has no aids.")
    if options:
        raise NotRateable("A rated game has the options of its preset.")
    if family_of(preset, overlays) is None:
        allowed = " and ".join(RATED_OVERLAYS)
        raise NotRateable(f"A rated game has no overlays but {allowed}.")
    kinds = {kind_of(account) for account in seated}
    if "guest" in kinds:
        raise NotRateable("Guests play games that are not rated. Register first.")
    if has_levels and "person" in kinds:
        raise NotRateable("A rated game of people has no built-in bots.")
    if len(kinds) > 1:
        raise NotRateable("A rated game is for people or for bots, not for both.")


def check_joins(game: Game, account: User) -> None:
    """Check that an account may sit in a game, whose seats and accounts were prefetched.

    :raises RatedForOthers: if the game is rated, and not for players of this kind.
    """
    if not game.rated:
        return
    if account.is_guest:
        raise RatedForOthers("This game is rated. Guests play games that are not. Register first.")
    seated = [seat.account for seat in game.seats.all() if seat.account is not None]
    if any(other.is_bot != account.is_bot for other in seated):
        raise RatedForOthers(
            "This game is rated. It is for people or for bots, as its host is one."
        )


def check_seats_level(host: User) -> None:
    """Check that the host of a rated game may seat a built-in bot.

    :raises RatedForOthers: if the host is not a bot.
    """
    if not host.is_bot:
        raise RatedForOthers("This game is rated: people play it without built-in bots.")


def pool_of_accounts(accounts: Collection[User], *, has_levels: bool) -> Pool | None:
    """Return the pool of these accounts at one table, with built-in bots or without, or None."""
    kinds: list[PlayerKind] = [kind_of(account) for account in accounts]
    return pool_of([*kinds, "level"] if has_levels else kinds)
