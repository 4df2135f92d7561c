"""What the service refuses beyond the rules of the game.

Refusal (``games.engine.refusals``)
├── GameNotFound      there is no such game, or the caller may not know of it
├── SpectatorsBarred  only players may watch the game
├── BotsBarred        the game is for people
├── TooManyGames      the account plays as many games at once as one may
├── AlreadyWaiting    the account waits for a table already
├── MatchNotFound     there is no such match of the caller's
├── NoSuchPlayer      nobody has this username
├── InvitationDeclined  the player has declined an invitation to this game
├── TooManyInvitations  the game has invited as many players as it may
├── NotInvitable      the player cannot be invited now
├── NotInvited        the caller holds no invitation to the game
├── NotSeated         the caller has no seat in the game
├── AlreadySeated     the caller sits at the table already
├── LeftTooOften      the account has left this lobby, or was removed, as often as one may
├── NotHost           only the host may do this
├── StaleVersion      the game has moved on since the version the caller named
├── VersionNeeded     a late command would be an offence, so it must name the version it was made for
├── InvalidTicket     a ticket does not open the stream of this game
├── NoSuchMove        the game has no move of this number
├── NotOverYet        the seed is secret, and so the transcript, until the game is over
├── TooMuchToCheck    a check of a transcript used up its time or memory
└── KeyReused         an idempotency key belongs to another request
"""

from games.engine.refusals import NotNow, Refusal


class GameNotFound(Refusal):
    """There is no such game, or it is private: one sentence for both, so that it tells neither."""

    code = "game_not_found"

    def __init__(self) -> None:
        super().__init__(
            "There is no such game, or it is private: its host has a code for friends."
        )


class NotSeated(Refusal):
    """Only a player of the game may do this."""

    code = "not_seated"


class AlreadySeated(NotNow):
    """One account sits on one seat of a game."""

    code = "already_seated"


class LeftTooOften(NotNow):
    """One account takes a seat in the same lobby a few times only."""

    code = "left_too_often"


class NotHost(Refusal):
    """The host is the player on the lowest seat of the lobby."""

    code = "not_host"


class StaleVersion(Refusal):
    """The version named by ``If-Match`` is not the last."""

    code = "stale_version"


class VersionNeeded(Refusal):
    """In honour mode a command that comes late could be an offence (RULES.md §5)."""

    code = "version_needed"


class KeyReused(Refusal):
    """One key is for one request."""

    code = "idempotency_key_reused"


class InvalidTicket(Refusal):
    """A ticket is for one game, and for some minutes."""

    code = "invalid_ticket"


class NoSuchMove(Refusal):
    """Moves are numbered from 1 to the game's version."""

    code = "no_such_move"


class NotOverYet(NotNow):
    """Who has the seed knows every card."""

    code = "not_over_yet"


class TooMuchToCheck(Refusal):
    """A check of a transcript used up its time or memory."""

    code = "too_much_to_check"


class SpectatorsBarred(Refusal):
    """The host wants no spectators."""

    code = "spectators_barred"


class BotsBarred(Refusal):
    """The host wants to play with people."""

    code = "bots_barred"


class TooManyGames(NotNow):
    """Finish one before you begin another."""

    code = "too_many_games"


class AlreadyWaiting(NotNow):
    """One waits for one table at a time."""

    code = "already_waiting"


class MatchNotFound(Refusal):
    """A match is there for its own account alone, until the next one."""

    code = "match_not_found"

    def __init__(self) -> None:
        super().__init__("You have no such match; the latest is the only one that is kept.")


class InvitationDeclined(NotNow):
    """Who has declined is not asked again for the same game."""

    code = "invitation_declined"


class TooManyInvitations(NotNow):
    """A game invites some players, not everybody."""

    code = "too_many_invitations"


class NotInvitable(NotNow):
    """The player holds as many invitations as one may; the inviter is not told so."""

    code = "not_invitable"


class NotInvited(Refusal):
    """There is no invitation to decline."""

    code = "not_invited"


class NoSuchPlayer(Refusal):
    """Nobody is called so."""

    code = "no_such_player"
