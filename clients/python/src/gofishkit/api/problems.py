"""Every problem as an exception, by code. Generated from the schema of the API by `clients/python/generate.py`: do not edit."""

import re

from gofishkit.errors import Refused


class ValidationError(Refused):
    """400: Some fields are invalid."""


class MalformedJson(Refused):
    """400: The body is not JSON."""


class DuplicateMember(Refused):
    """400: An object names a member twice."""


class BadRequest(Refused):
    """400: The request cannot be parsed."""


class OriginNotAllowed(Refused):
    """403: Not for pages of other origins."""


class NotFound(Refused):
    """404: Not found."""


class MethodNotAllowed(Refused):
    """405: Method not allowed."""


class NotAcceptable(Refused):
    """406: No acceptable format."""


class BodyTimeout(Refused):
    """408: The body arrived too slowly."""


class BodyTooLarge(Refused):
    """413: The body is too large."""


class UnsupportedMediaType(Refused):
    """415: The body has another media type."""


class RateLimited(Refused):
    """429: Too many requests."""


class InternalError(Refused):
    """500: Internal error."""


class Unavailable(Refused):
    """503: The service is busy."""


class NotAuthenticated(Refused):
    """401: A token is required."""


class InvalidToken(Refused):
    """401: Invalid token."""


class AccountSuspended(Refused):
    """403: The account is suspended."""


class InsufficientScope(Refused):
    """403: The token lacks a scope."""


class NotPermitted(Refused):
    """403: Not permitted."""


class UsernameTaken(Refused):
    """409: The username is taken."""


class UsernameReserved(Refused):
    """422: The username is reserved."""


class DisplayNameRefused(Refused):
    """422: The display name cannot be used."""


class PasswordTooWeak(Refused):
    """422: The password is too weak."""


class WrongCredentials(Refused):
    """401: Wrong username or password."""


class WrongPassword(Refused):
    """403: Wrong current password."""


class LockedOut(Refused):
    """429: Too many wrong passwords."""


class GuestHasNoPassword(Refused):
    """409: A guest has no password."""


class AlreadyRegistered(Refused):
    """409: The account is registered already."""


class NothingToVerify(Refused):
    """409: No e-mail address to verify."""


class InvalidCode(Refused):
    """422: Invalid code."""


class ScopeNotAllowed(Refused):
    """422: The account cannot have this scope."""


class ScopeNotHeld(Refused):
    """403: The token lacks a scope of the new token."""


class TooManyTokens(Refused):
    """409: Too many tokens."""


class NoSuchToken(Refused):
    """404: No such token."""


class GuestsOwnNoBots(Refused):
    """403: Guests cannot own bots."""


class TooManyBots(Refused):
    """409: Too many bots."""


class NoSuchBot(Refused):
    """404: No such bot."""


class NoSuchPlayer(Refused):
    """404: No such player."""


class CannotBlock(Refused):
    """409: You cannot block yourself."""


class TooManyBlocks(Refused):
    """409: Too many blocks."""


class InvalidClientId(Refused):
    """400: Not a client id."""


class InvalidRedirectAddress(Refused):
    """400: Not a redirect address of the app."""


class InvalidClientDocument(Refused):
    """400: The document of the app cannot be used."""


class ClientDocumentPending(Refused):
    """409: The document of the app is being read."""


class PkceRequired(Refused):
    """400: PKCE with S256 is required."""


class UnsupportedResponseType(Refused):
    """400: The response type is not supported."""


class UnsupportedGrantType(Refused):
    """400: The grant type is not supported."""


class InvalidAppScope(Refused):
    """400: Apps cannot have this scope."""


class InvalidResource(Refused):
    """400: The resource is not served here."""


class InvalidGrant(Refused):
    """400: The code is not valid."""


class AuthorizationPending(Refused):
    """400: Not approved yet."""


class SlowDown(Refused):
    """400: Too soon."""


class DeviceRefused(Refused):
    """400: The device was refused."""


class DeviceExpired(Refused):
    """400: The code has expired."""


class InvalidOauthRequest(Refused):
    """400: A parameter is missing or repeated."""


class NoSuchDevice(Refused):
    """404: No device has this code."""


class NoSuchApp(Refused):
    """404: No such app."""


class MalformedCard(Refused):
    """400: No such card."""


class MalformedEntry(Refused):
    """500: The stored game or answer cannot be read."""


class GameNeedsNewerServer(Refused):
    """503: The game needs a newer server."""


class ImpossibleRules(Refused):
    """400: These rules cannot be played."""


class AlreadyStarted(Refused):
    """409: The game has started."""


class GameClosed(Refused):
    """409: The lobby was closed."""


class NotStarted(Refused):
    """409: The game has not started."""


class GameFull(Refused):
    """409: The game is full."""


class NoSuchSeat(Refused):
    """422: No such seat."""


class SeatTaken(Refused):
    """409: The seat is taken."""


class SeatEmpty(Refused):
    """409: The seat is empty."""


class TooFewSeats(Refused):
    """409: Too few players."""


class TooManySeatings(Refused):
    """409: Too many seatings in this lobby."""


class BadEntropy(Refused):
    """422: Invalid entropy."""


class EntropyAlreadyGiven(Refused):
    """409: You have already given entropy."""


class GameOver(Refused):
    """409: The game is over."""


class AlreadyLeft(Refused):
    """409: You have left the game."""


class NoClock(Refused):
    """500: The game has no clock."""


class WrongAskForm(Refused):
    """422: Wrong form of ask."""


class NotYourTurn(Refused):
    """409: It is not your turn."""


class WrongPhase(Refused):
    """409: Not possible now."""


class BadTarget(Refused):
    """422: Not a seat that you can ask."""


class TargetHasNoCards(Refused):
    """422: The seat has no cards."""


class RankNotHeld(Refused):
    """422: You hold none of that rank."""


class CardAlreadyHeld(Refused):
    """422: You hold that card."""


class RankClosed(Refused):
    """422: The rank is closed."""


class CardOutOfPlay(Refused):
    """422: The card is out of play."""


class DuplicateCard(Refused):
    """422: A card is listed twice."""


class CardNotHeld(Refused):
    """422: You do not hold this card."""


class NotABook(Refused):
    """422: Not a book."""


class CardNotAsked(Refused):
    """422: This card was not asked for."""


class CardAlreadyExposed(Refused):
    """422: The card is already exposed."""


class HonourOnly(Refused):
    """422: Only in honour mode."""


class BadCut(Refused):
    """422: Invalid cut."""


class MisdealNotAllowed(Refused):
    """422: You cannot claim a misdeal."""


class RulingImpossible(Refused):
    """422: The ruling does not fit the game."""


class BadPack(Refused):
    """500: Internal error in the pack of cards."""


class GameNotFound(Refused):
    """404: No such game."""


class NoSuchMove(Refused):
    """404: No such move."""


class NotOverYet(Refused):
    """409: The game is not over yet."""


class TranscriptVersionTooLow(Refused):
    """409: The transcript needs a newer version."""


class TranscriptBroken(Refused):
    """422: The transcript is invalid."""


class AlreadyImported(Refused):
    """409: This server already has the game."""


class PartialNotation(Refused):
    """422: The notation hides cards."""


class TooMuchToCheck(Refused):
    """422: The transcript takes too long to verify."""


class NotSeated(Refused):
    """403: You have no seat in this game."""


class GamePaused(Refused):
    """409: The game is paused."""


class NotABot(Refused):
    """403: Only bots have a status."""


class AlreadySeated(Refused):
    """409: You already have a seat."""


class LeftTooOften(Refused):
    """409: You left or were removed from this lobby too often."""


class NotHost(Refused):
    """403: You are not the host."""


class StaleVersion(Refused):
    """412: The game has moved on."""


class VersionNeeded(Refused):
    """428: If-Match is required."""


class IdempotencyKeyReused(Refused):
    """422: The key belongs to another request."""


class SpectatorsBarred(Refused):
    """403: No spectators."""


class GameIsPublic(Refused):
    """409: The game is public."""


class EmotesOff(Refused):
    """403: No emotes."""


class BotsBarred(Refused):
    """403: No bots."""


class LevelNotOffered(Refused):
    """422: The level is not offered yet."""


class NotRateable(Refused):
    """422: This game cannot be rated."""


class RatedForOthers(Refused):
    """403: The rated game is for other players."""


class TooManyGames(Refused):
    """409: Too many games at once."""


class AlreadyWaiting(Refused):
    """409: You are already waiting for a table."""


class MatchNotFound(Refused):
    """404: No such match."""


class InvitationDeclined(Refused):
    """409: The invitation was declined."""


class TooManyInvitations(Refused):
    """409: Too many invitations."""


class NotInvitable(Refused):
    """409: The player cannot be invited now."""


class NotInvited(Refused):
    """403: You are not invited."""


class BadIdempotencyKey(Refused):
    """400: Invalid Idempotency-Key."""


class BadIfMatch(Refused):
    """400: Invalid If-Match."""


class BadLastEventId(Refused):
    """400: Invalid position in the log."""


class TooManyStreams(Refused):
    """429: Too many open connections."""


class HasLooked(Refused):
    """403: You have seen hidden cards of this game."""


class InvalidTicket(Refused):
    """401: Invalid ticket."""


class RatingsHidden(Refused):
    """404: The ratings are hidden."""


class NoSuchFamily(Refused):
    """404: No such family."""


class NotOnLeaderboard(Refused):
    """404: The player is not on the leaderboard."""


class NotAnalysed(Refused):
    """404: The game is not analysed."""


class AnalysisUnavailable(Refused):
    """422: The game cannot be analysed."""


class AnalysisFailed(Refused):
    """409: The analysis failed."""


class TooManyAnalyses(Refused):
    """429: Too many analyses at once."""


class AnalysisQueueFull(Refused):
    """429: The queue of analyses is full."""


class DisputeNotFound(Refused):
    """404: No such dispute."""


class AlreadyDisputed(Refused):
    """409: You already have a dispute about this game."""


class PlayedElsewhere(Refused):
    """409: The game was played on another server."""


class TooManyDisputes(Refused):
    """409: Spectators have disputed this game."""


class TooManyWords(Refused):
    """409: Too many texts."""


class DisputeSettled(Refused):
    """409: The dispute is settled."""


class NotRuledYet(Refused):
    """409: There is no ruling yet."""


class AppealedAlready(Refused):
    """409: Already appealed."""


class ClaimedByAnother(Refused):
    """409: Claimed by another reviewer."""


class NotClaimed(Refused):
    """409: Not claimed."""


class ReviewerInvolved(Refused):
    """403: The reviewer is involved."""


class ReasonsMissing(Refused):
    """422: A reason is missing."""


class NoteNotFound(Refused):
    """404: No such note."""


class TooManyNotes(Refused):
    """409: Too many notes."""


class PlayerClosed(Refused):
    """409: The account is closed."""


class AlreadyRenamed(Refused):
    """409: The username has changed."""


class UndoImpossible(Refused):
    """409: The ruling cannot be undone."""


class TournamentNotFound(Refused):
    """404: No such tournament."""


class TournamentNameReserved(Refused):
    """422: The name is reserved."""


class TournamentForOthers(Refused):
    """403: The tournament is for others."""


class BotsNotConfirmed(Refused):
    """422: Bots take part."""


class AlreadyEntered(Refused):
    """409: You already take part."""


class NotEntered(Refused):
    """403: Not in this tournament."""


class RemovedFromTournament(Refused):
    """403: You were removed from this tournament."""


class HasRemovedOthers(Refused):
    """403: You removed a player from this tournament."""


class TournamentFull(Refused):
    """409: The tournament is full."""


class TooLateToJoin(Refused):
    """409: Too late to join."""


class TournamentsOverlap(Refused):
    """409: Two tournaments at the same time."""


class TournamentOver(Refused):
    """409: The tournament has ended."""


class NothingToConfirm(Refused):
    """409: Nothing to confirm now."""


class TooManyChanges(Refused):
    """409: Too many changes."""


class NotDirector(Refused):
    """403: You do not direct this tournament."""


class NotTournamentHost(Refused):
    """403: You are not the host of this tournament."""


class DirectorPlays(Refused):
    """403: You play in this tournament."""


class RemovesThemselves(Refused):
    """422: You cannot remove yourself."""


class HostDirects(Refused):
    """409: The host always directs."""


class NotPossibleNow(Refused):
    """409: Not possible now."""


class TooManyTournaments(Refused):
    """409: Too many tournaments."""


class TooManyToInvite(Refused):
    """409: Too many players or directors."""


class ClassNotFound(Refused):
    """404: No such class."""


class ClassForPeople(Refused):
    """403: Only people have classes."""


class ClassNameReserved(Refused):
    """422: The name is reserved."""


class TooManyClasses(Refused):
    """409: Too many classes or tables."""


class ClassOver(Refused):
    """409: The class has ended."""


class ClassNotPossibleNow(Refused):
    """409: Not possible now."""


class NoSuchPlace(Refused):
    """404: No such place."""


class NoSuchTable(Refused):
    """404: No such table."""


class NoFreeSeat(Refused):
    """409: No free seat."""


class NoSuchCode(Refused):
    """404: The code is not right."""


class SignInClosed(Refused):
    """409: The class is not open."""


class ClassFull(Refused):
    """409: All places are taken."""


class NameTakenInClass(Refused):
    """409: The name is taken."""


class WebhookNotFound(Refused):
    """404: No such webhook."""


class DeliveryNotFound(Refused):
    """404: No such delivery."""


class TooManyWebhooks(Refused):
    """409: Too many webhooks."""


class WebhookNotActive(Refused):
    """409: The webhook is not active."""


class WebhookBusy(Refused):
    """409: The queue is full."""


BY_CODE: dict[str, type[Refused]] = {
    re.sub("(?!^)(?=[A-Z])", "_", each.__name__).lower(): each for each in Refused.__subclasses__()
}
