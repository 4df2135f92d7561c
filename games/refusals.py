"""What the service refuses beyond the rules of the game."""

from accounts.refusals import NoSuchPlayer as NoSuchPlayer
from accounts.refusals import TooOften
from games.engine.refusals import NotNow, Refusal


class GameNotFound(Refusal):
    """There is no such game, or it is private.

    One sentence for both, so that it reveals neither.
    """

    code = "game_not_found"
    sentence = "No such game, or it is private. Check the id, or ask its host for an invitation or the join code."


class NotSeated(Refusal):
    """Only a player of the game may do this."""

    code = "not_seated"


class GamePaused(NotNow):
    """No seat moves in a paused game."""

    code = "game_paused"
    sentence = "The game is paused. Wait until your teacher lets it go on."


class NotABot(Refusal):
    """Only accounts of bots announce what they accept."""

    code = "not_a_bot"
    sentence = "Only accounts of bots have a status. Create one with POST /api/v1/me/bots."


class AlreadySeated(NotNow):
    """An account has at most one seat in a game; the problem names the ``game``."""

    code = "already_seated"

    def __init__(self, sentence: str, *, game: str | None = None) -> None:
        super().__init__(sentence)
        self.game = game


class LeftTooOften(NotNow):
    """After ``lobby.MOST_EXITS`` exits, an account cannot take a seat of the lobby again."""

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
    """A key belongs to one request."""

    code = "idempotency_key_reused"


class InvalidTicket(Refusal):
    """A ticket is valid for one stream and for some minutes."""

    code = "invalid_ticket"


class NoSuchMove(Refusal):
    """Moves are numbered from 1 to the game's version."""

    code = "no_such_move"


class NotOverYet(NotNow):
    """The seed reveals every card."""

    code = "not_over_yet"


class TranscriptVersionTooLow(Refusal):
    """A log has moves that only a newer version of transcripts can carry."""

    code = "transcript_version_too_low"


class NotationIsPartial(Refusal):
    """A notation of what one viewer saw hides cards, so that nothing in it can be verified."""

    code = "partial_notation"


class TooMuchToCheck(Refusal):
    """The verification of a transcript exceeded its time or memory."""

    code = "too_much_to_check"


class SpectatorsBarred(Refusal):
    """The host has disabled spectators."""

    code = "spectators_barred"


class GameIsPublic(NotNow):
    """Everyone may watch a public game, so it needs no watch code."""

    code = "game_is_public"


class EmotesOff(Refusal):
    """The host has switched emotes off."""

    code = "emotes_off"


class BotsBarred(Refusal):
    """The host has excluded bots."""

    code = "bots_barred"


class NotRateable(Refusal):
    """A game on these terms, or opened by this account, cannot be rated."""

    code = "not_rateable"


class RatedForOthers(Refusal):
    """A rated game is for registered people only, or for bots only, as its host is one."""

    code = "rated_for_others"


class TooManyGames(NotNow):
    """The number of open games of an account is limited."""

    code = "too_many_games"


class AlreadyWaiting(NotNow):
    """An account waits for one table at a time."""

    code = "already_waiting"


class MatchNotFound(Refusal):
    """A match is visible to its own account, until the next one."""

    code = "match_not_found"
    sentence = "You have no such match. Only your latest match is kept."


class InvitationDeclined(NotNow):
    """A player who has declined cannot be invited to the same game again."""

    code = "invitation_declined"


class TooManyInvitations(NotNow):
    """The number of invitations of a game is limited."""

    code = "too_many_invitations"


class NotInvitable(NotNow):
    """The player has reached the limit of invitations; the inviter does not learn the reason."""

    code = "not_invitable"


class NotInvited(Refusal):
    """There is no invitation to decline."""

    code = "not_invited"


class RatingsHidden(Refusal):
    """The player shows their ratings to no other account."""

    code = "ratings_hidden"
    sentence = "This player does not show their ratings."


class NoSuchFamily(Refusal):
    """Ratings are kept for each family of presets."""

    code = "no_such_family"


class NotOnLeaderboard(Refusal):
    """A leaderboard lists ratings that are certain and recent enough, and not hidden."""

    code = "not_on_leaderboard"
    sentence = (
        "This player is not on the leaderboard: their rating is provisional, hidden, or not recent."
    )


class NotAnalysed(Refusal):
    """An analysis is computed on request only."""

    code = "not_analysed"


class CannotBeAnalysed(Refusal):
    """Analyses and what a seat knows cover most rules only; the message states what is not."""

    code = "analysis_unavailable"


class AnalysisGivenUp(NotNow):
    """The analysis exceeded a limit or was interrupted too often; the message states which."""

    code = "analysis_failed"


class TooManyAnalyses(TooOften):
    """The number of an account's analyses in the queue is limited."""

    code = "too_many_analyses"


class AnalysisQueueFull(TooOften):
    """The queue of analyses is bounded."""

    code = "analysis_queue_full"
