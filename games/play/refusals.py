"""What games refuse beyond their rules, and the problems that operations of any feature list."""

import sys

import accounts.refusals
import api_kit.refusals
import games.engine.refusals
import games.log.refusals
import games.ratings.refusals
from api_kit.problems import stated_in
from api_kit.refusals import (
    BadInput,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    ServiceRefusal,
    TooOften,
    Unauthenticated,
)


class GamePaused(Conflict, code="game_paused", title="The game is paused"):
    """The teacher of the class has paused it. Wait until paused in the state is false."""


class NotABot(Forbidden, code="not_a_bot", title="Only bots have a status"):
    """POST /api/v1/me/bots creates a bot. Announce with the bot's own token."""


class AlreadySeated(Conflict, code="already_seated", title="You already have a seat"):
    """An account has one seat in a game. Read the state of the game."""

    def __init__(self, sentence: str, *, game: str | None = None) -> None:
        super().__init__(sentence)
        self.game = game


class LeftTooOften(
    Conflict, code="left_too_often", title="You left or were removed from this lobby too often"
):
    """After 3 exits from a lobby, by leaving or by removal, an account cannot join it again."""


class NotHost(Forbidden, code="not_host", title="You are not the host"):
    """The host is the player on the lowest taken seat."""


class StaleVersion(
    ServiceRefusal, kind="stale", code="stale_version", title="The game has moved on"
):
    """Nothing was recorded. Read the state, decide again, and send its ETag as If-Match."""


class VersionNeeded(
    ServiceRefusal, kind="version_needed", code="version_needed", title="If-Match is required"
):
    """In honour mode, a late command could be an offence. Send the ETag of the state as
    If-Match.
    """


class KeyReused(Invalid, code="idempotency_key_reused", title="The key belongs to another request"):
    """A retry must be the same request. Send a new Idempotency-Key with a new request."""


class SpectatorsBarred(Forbidden, code="spectators_barred", title="No spectators"):
    """Only the players of this game may watch it."""


class GameIsPublic(Conflict, code="game_is_public", title="The game is public"):
    """Everyone may watch a public game. Only a private game has a watch code."""


class EmotesOff(Forbidden, code="emotes_off", title="No emotes"):
    """The host has switched emotes off in this game."""


class BotsBarred(Forbidden, code="bots_barred", title="No bots"):
    """The host has excluded bot accounts from this game."""


class LevelNotOffered(Invalid, code="level_not_offered", title="The level is not offered yet"):
    """GET /api/v1/rulesets lists the levels of this service. Its operator sets ALLOW_MASTER=true
    when no process of release 0.2 is left: those play `master` at random.
    """


class NotRateable(Invalid, code="not_rateable", title="This game cannot be rated"):
    """A rated game is public, has a preset with no options and no overlays but series and play_on,
    no aids, and is opened by a registered account. People play it without built-in bots.
    """


class RatedForOthers(
    Forbidden, code="rated_for_others", title="The rated game is for other players"
):
    """A rated game is for registered people or for bots, as its host is one. Guests can play games
    that are not rated.
    """


class TooManyGames(Conflict, code="too_many_games", title="Too many games at once"):
    """Finish or leave one of your games first."""


class AlreadyWaiting(Conflict, code="already_waiting", title="You are already waiting for a table"):
    """Cancel the match first: DELETE /api/v1/matches/{id}."""


class MatchNotFound(NotFound, code="match_not_found", title="No such match"):
    """Only your latest match is kept. Start another with POST /api/v1/matches."""


class InvitationDeclined(Conflict, code="invitation_declined", title="The invitation was declined"):
    """A player who has declined cannot be invited to the same game again."""


class TooManyInvitations(Conflict, code="too_many_invitations", title="Too many invitations"):
    """A game can invite at most 20 players, including those who declined."""


class NotInvitable(Conflict, code="not_invitable", title="The player cannot be invited now"):
    """Try again later."""


class NotInvited(Forbidden, code="not_invited", title="You are not invited"):
    """You have no invitation to this game."""


# Headers of a request, its cursor, and open connections


class BadIdempotencyKey(BadInput, code="bad_idempotency_key", title="Invalid Idempotency-Key"):
    """Send 1 to 64 visible ASCII characters, such as a UUID."""


class BadIfMatch(BadInput, code="bad_if_match", title="Invalid If-Match"):
    """Send an ETag of the state, such as "12-0", or several with commas between."""


class BadCursor(BadInput, code="bad_last_event_id", title="Invalid position in the log"):
    """Last-Event-ID and after take the number of a move of this game, or 0."""


class TooManyStreams(TooOften, code="too_many_streams", title="Too many open connections"):
    """Close a stream or a waiting request before you open another."""


class HasSeenHiddenCards(
    Forbidden, code="has_looked", title="You have seen hidden cards of this game"
):
    """A reviewer who has looked at hidden cards of a game cannot take a seat in it, nor can their
    bots.
    """


class InvalidTicket(Unauthenticated, code="invalid_ticket", title="Invalid ticket"):
    """A ticket opens one stream, of a game or of an account, for some minutes. Get a new one from
    POST /api/v1/games/{id}/stream_ticket or POST /api/v1/me/stream_ticket.
    """


KNOWN = stated_in(
    api_kit.refusals,
    accounts.refusals,
    games.engine.refusals,
    games.log.refusals,
    sys.modules[__name__],
    games.ratings.refusals,
)
"""The problems of games and of all below them by their codes; ``games.problems`` adds the rest."""
