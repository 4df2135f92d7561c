"""The types of requests and answers. Generated from the schema of the API by `clients/python/generate.py`: do not edit."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AbandonedEvent(TypedDict):
    type: "Literal['abandoned']"
    seat: "int"


class AccessToken(TypedDict):
    """A token (RFC 6749). There is no refresh token: ask again when it ends."""

    access_token: "str"
    token_type: "str"
    expires_in: "int"
    scope: "str"


class Account(TypedDict):
    """An account, for its owner."""

    username: "str"
    display_name: "str | None"
    picture: "str | None"
    email: "str | None"
    is_email_verified: "bool"
    is_guest: "bool"
    is_bot: "bool"
    owner: "str | None"
    is_active: "bool"
    in_dumps: "bool"
    suspended_until: "str | None"
    suspension_reason: "str"
    created_at: "str"


class AccountChangesRequest(TypedDict):
    """Changes of an account."""

    email: "NotRequired[str | None]"
    display_name: "NotRequired[str | None]"
    picture: "NotRequired[Picture | None]"
    in_dumps: "NotRequired[bool]"


class Accuracy(TypedDict):
    """How little the asks of a seat cost."""

    value: "float"
    error: "float"


class Analysis(TypedDict):
    """The opinion of a model on a finished game."""

    model: "str"
    family: "RatingFamilyName"
    seats: "int"
    asks: "list[JudgedAsk]"
    win_chances: "list[WinChances]"
    players: "list[PlayerAnalysis]"
    turning_points: "list[TurningPoint]"


class AnnotatedPlayer(TypedDict):
    """The name of a player when the transcript was written."""

    seat: "int"
    username: "str | None"


class Annotations(TypedDict):
    """What is not proved: no digest covers it, and imports ignore it."""

    players: "list[AnnotatedPlayer]"


class AnswerAction(TypedDict):
    type: "Literal['answer']"
    cards: "list[Card]"


class AnswerRequest(TypedDict):
    """The cards handed over; an empty list means go fish."""

    type: "NotRequired[Literal['answer']]"
    cards: "list[Card]"


class Appeal(TypedDict):
    """The appeal against the first ruling."""

    at: "str"
    yours: "bool"


class ApprovalRequest(TypedDict):
    """The parameters of an authorization request that the player approves."""

    client_id: "str"
    redirect_uri: "str"
    response_type: "str"
    response_mode: "NotRequired[str]"
    code_challenge: "str"
    code_challenge_method: "str"
    scope: "NotRequired[str]"
    state: "NotRequired[str]"
    resource: "NotRequired[str]"


class AskAction(TypedDict):
    type: "Literal['ask']"
    target: "int"
    rank: "NotRequired[Rank]"
    card: "NotRequired[Card]"


class AskRequest(TypedDict):
    """The seat to ask, and a rank or, with `ask_by=card`, a card."""

    type: "NotRequired[Literal['ask']]"
    target: "int"
    rank: "NotRequired[Rank]"
    card: "NotRequired[Card]"


class AskedEvent(TypedDict):
    type: "Literal['asked']"
    seat: "int"
    target: "int"
    rank: "Rank"
    card: "NotRequired[Card]"


class AskingApp(TypedDict):
    """The app that asks. Only the host of an app of kind `web` is certain."""

    client_id: "str"
    name: "str"
    kind: "AskingAppKind"
    origin: "str"


class Authorization(TypedDict):
    """What an app asks for."""

    app: "AskingApp"
    scopes: "list[Scope]"
    resource: "str | None"
    expires_in_days: "int"
    refuse_url: "str"


class Beginning(TypedDict):
    """An operation that needs nothing from other responses except a token."""

    id: "str"
    method: "Method"
    path: "str"


class BestAsk(TypedDict):
    """The ask with the highest win chance by what the asker may know."""

    ask: "RankAsk"
    win: "float"


class Block(TypedDict):
    """A player whom the account has blocked."""

    player: "str"
    at: "str"


class BlockList(TypedDict):
    """The players whom the account has blocked, newest first."""

    blocks: "list[Block]"


class Book(TypedDict):
    """A laid book; nulls where it lies face down."""

    rank: "Rank | None"
    cards: "list[Card] | None"


class BookDiscardedEvent(TypedDict):
    type: "Literal['book_discarded']"
    seat: "int"
    rank: "Rank"
    cards: "list[Card]"
    reason: "Literal['fish_penalty']"


class BookMadeEvent(TypedDict):
    type: "Literal['book_made']"
    seat: "int"
    rank: "Rank"
    cards: "list[Card]"


class BookVoidedEvent(TypedDict):
    type: "Literal['book_voided']"
    seat: "int"
    rank: "Rank"
    cards: "list[Card]"
    reason: "VoidReason"


class BotList(TypedDict):
    """The bots of an account, newest first."""

    bots: "list[Account]"


class BotOffer(TypedDict):
    """The presets that a bot plays."""

    presets: "list[PresetName]"


class BotOfferRequest(TypedDict):
    """The presets that a bot plays."""

    presets: "list[PresetName]"


class BotRequest(TypedDict):
    """The username of a new bot."""

    username: "str"


class BotStatus(TypedDict):
    """What a bot accepts now."""

    presets: "list[PresetName]"
    seats: "list[int]"
    turn_seconds_min: "int | None"
    untimed: "bool"
    capacity: "int"
    expires_at: "str"


class BotStatusBodyRequest(TypedDict):
    """What a bot accepts now."""

    presets: "NotRequired[list[PresetName]]"
    seats: "NotRequired[list[int]]"
    turn_seconds_min: "NotRequired[int | None]"
    untimed: "NotRequired[bool]"
    capacity: "int"


class CancelledFrame(TypedDict):
    type: "Literal['tournament']"
    data: "CancelledTournament"


class CancelledTournament(TypedDict):
    """A tournament that was cancelled, for its players."""

    tournament: "str"
    status: "TournamentStatus"


class CardDrawnEvent(TypedDict):
    type: "Literal['card_drawn']"
    seat: "int"
    card: "Card | None"
    reason: "DrawReason"
    public: "bool"


class CardExposedEvent(TypedDict):
    type: "Literal['card_exposed']"
    seat: "int"
    card: "Card"


class CardsGivenEvent(TypedDict):
    type: "Literal['cards_given']"
    seat: "int"
    to: "int"
    cards: "list[Card]"


class ChallengeAnswerRequest(TypedDict):
    """The proof that the receiver knows the secret."""

    answer: "str"


class ChallengeMessage(TypedDict):
    type: "Literal['challenge']"
    timestamp: "str"
    data: "ChallengeMessageData"


class ChallengeMessageData(TypedDict):
    """A challenge."""

    challenge: "str"


class ChannelFrame(TypedDict):
    type: "Literal['channel']"
    data: "ChannelGame"


class ChannelGame(TypedDict):
    """The game that begins on a channel."""

    game: "str"
    channel: "Channel"
    details: "GameEntry"


class ClassCodeLine(TypedDict):
    """The code of a place."""

    place: "int"
    name: "str"
    code: "str"


class ClassCodeRequest(TypedDict):
    """The code, as the pupil typed it."""

    code: "str"


class ClassCodes(TypedDict):
    """New codes. No other answer contains them."""

    codes: "list[ClassCodeLine]"
    party_code: "str | None"


class ClassDetail(TypedDict):
    """A class as its teacher sees it."""

    id: "str"
    name: "str"
    kind: "ClassKind"
    language: "ClassLanguage"
    status: "ClassStatus"
    size: "int"
    signed_in: "int"
    sign_in_until: "str | None"
    paused: "bool"
    emotes: "bool"
    preset: "str"
    overlays: "list[str]"
    seats: "int"
    turn_seconds: "int | None"
    created_at: "str"
    delete_at: "str"
    round: "int"
    round_ends_at: "str | None"
    places: "list[ClassPlace]"
    tables: "list[ClassTable]"


class ClassEntry(TypedDict):
    """A class in a list."""

    id: "str"
    name: "str"
    kind: "ClassKind"
    language: "ClassLanguage"
    status: "ClassStatus"
    size: "int"
    signed_in: "int"
    sign_in_until: "str | None"
    paused: "bool"
    emotes: "bool"
    preset: "str"
    overlays: "list[str]"
    seats: "int"
    turn_seconds: "int | None"
    created_at: "str"
    delete_at: "str"
    round: "int"
    round_ends_at: "str | None"


class ClassList(TypedDict):
    """The classes of a teacher, newest first."""

    results: "list[ClassEntry]"


class ClassNames(TypedDict):
    """Free names of a party; none for the code of a place."""

    name: "str"
    language: "ClassLanguage"
    names: "list[str]"


class ClassPlace(TypedDict):
    """A place."""

    number: "int"
    name: "str"
    signed_in: "bool"
    online: "bool"
    table: "int | None"


class ClassResults(TypedDict):
    """The results of a class, best first."""

    name: "str"
    rounds: "int"
    results: "list[PupilResult]"


class ClassSeat(TypedDict):
    """A seat of a table."""

    seat: "int"
    place: "int | None"
    name: "str | None"
    bot: "bool"
    hand_size: "int | None"


class ClassSignInRequest(TypedDict):
    """The code and, at a party, the name that the pupil chose."""

    code: "str"
    name: "NotRequired[str]"


class ClassTable(TypedDict):
    """A table of the last round, as spectators see it."""

    number: "int"
    status: "ClassTableStatus"
    game: "str | None"
    seats: "list[ClassSeat]"
    version: "int | None"
    turn: "int | None"
    deadline: "str | None"
    scores: "list[int] | None"


class ClosedEvent(TypedDict):
    type: "Literal['closed']"
    reason: "CloseReason"


class CodeRequest(TypedDict):
    """The code in a letter."""

    code: "str"


class CommandAnswer(TypedDict):
    """The caller's move, what the referee did after it, and the game now."""

    moves: "list[Move]"
    state: "State"


class ComplaintRequest(TypedDict):
    """What a complaint is about."""

    move: "NotRequired[int | None]"
    reason: "DisputeReason"
    words: "str"
    against: "NotRequired[int | None]"


class Concern(TypedDict):
    """A game that concerns the caller."""

    game: "str"
    version: "int"
    status: "GameStatus"
    seat: "int | None"
    your_turn: "bool"


class ConnectedApp(TypedDict):
    """An app with access to the account."""

    id: "int"
    name: "str"
    client_id: "str"
    origin: "str"
    scopes: "list[Scope]"
    since: "str"
    last_used_at: "str | None"
    expires_at: "str"


class ConnectedAppList(TypedDict):
    """The apps with access to the account."""

    apps: "list[ConnectedApp]"


class CreatedEvent(TypedDict):
    type: "Literal['created']"
    rules: "Rules"
    rules_version: "int"
    seats: "int"
    commitment: "str"
    dealer: "NotRequired[int]"
    turn_seconds: "NotRequired[int]"
    on_abandon: "OnAbandon"
    stand_in: "NotRequired[Level]"
    aids: "NotRequired[bool]"
    rated: "NotRequired[bool]"


class CreatedGame(TypedDict):
    """A new game and its first moves."""

    moves: "list[Move]"
    state: "State"
    game: "Game"


class CutAction(TypedDict):
    type: "Literal['cut']"
    position: "int"


class CutRequest(TypedDict):
    """How many cards to move from the top to the bottom."""

    type: "NotRequired[Literal['cut']]"
    position: "int"


class DealerDrawnEvent(TypedDict):
    type: "Literal['dealer_drawn']"
    seat: "int"
    rounds: "list[list[list[Any]]]"


class DealtEvent(TypedDict):
    type: "Literal['dealt']"
    dealer: "int"
    counts: "list[int]"
    stock: "int"
    hands: "list[list[Card] | None]"


class DeclareAction(TypedDict):
    type: "Literal['declare']"
    cards: "list[Card]"


class DeclareRequest(TypedDict):
    """The cards of a book."""

    type: "NotRequired[Literal['declare']]"
    cards: "list[Card]"


class DeclineRequest(TypedDict):
    """Why the player declines."""

    reason: "NotRequired[DeclineReason]"


class Delivery(TypedDict):
    """A message that waits, or that was tried."""

    id: "str"
    type: "DeliveryType"
    status: "DeliveryStatus"
    created_at: "str"
    tries: "int"
    tried_at: "str | None"
    answer: "int | None"
    error: "str | None"
    next_try_at: "str | None"


class DeliveryList(TypedDict):
    """What waits for a webhook, and its last 100 finished deliveries, newest first."""

    deliveries: "list[Delivery]"


class DeviceAuthorization(TypedDict):
    """What the device shows, and what it polls with."""

    device_code: "str"
    user_code: "str"
    verification_uri: "str"
    verification_uri_complete: "str"
    expires_in: "int"
    interval: "int"


class DeviceDecisionRequest(TypedDict):
    """Whether a device gets access."""

    user_code: "str"
    approve: "bool"


class DeviceRequestRequest(TypedDict):
    """The form of a device that begins (RFC 8628)."""

    client_id: "str"
    scope: "NotRequired[str]"
    resource: "NotRequired[str]"


class DirectClassRequest(TypedDict):
    """What a teacher decides."""

    action: "ClassAction"


class DirectRequest(TypedDict):
    """What a director decides."""

    action: "TournamentAction"
    by: "NotRequired[int]"
    player: "NotRequired[str]"
    reason: "NotRequired[RemovalReason]"


class Dispute(TypedDict):
    """A dispute as the reader may see it."""

    id: "str"
    game: "str"
    move: "int | None"
    reason: "DisputeReason"
    status: "DisputeStatus"
    case: "int | None"
    filed_at: "str"
    yours: "bool"
    against: "int | None"
    words: "list[Written]"
    rulings: "list[Ruling]"
    appeal: "Appeal | None"


class DisputeList(TypedDict):
    """The disputes about a game, as the reader may see them."""

    game: "str"
    disputes: "list[Dispute]"
    looks: "list[Look]"


class DisputePage(TypedDict):
    """A page of disputes, newest first."""

    next: "str | None"
    previous: "str | None"
    results: "list[Dispute]"


class DisputeRuledMessage(TypedDict):
    type: "Literal['dispute.ruled']"
    timestamp: "str"
    data: "RulingMessageData"


class Dump(TypedDict):
    """A dump of the games of a month."""

    name: "str"
    month: "str"
    software: "str"
    license: "str"
    series: "str"
    has_exact: "bool"
    libraries: "dict[str, str]"
    counts: "dict[str, int]"
    files: "list[DumpFile]"
    replaces: "list[str]"


class DumpFile(TypedDict):
    """A file of a dump."""

    name: "str"
    size: "int"
    sha256: "str"
    link: "str"


class DumpList(TypedDict):
    """The newest dump of each month."""

    dumps: "list[Dump]"


class EmoteFrame(TypedDict):
    type: "Literal['emote']"
    data: "SentEmote"


class EmoteOfGame(TypedDict):
    """An emote in one of the games."""

    seat: "int"
    emote: "Emote"
    game: "str"


class EmoteOfGameFrame(TypedDict):
    type: "Literal['emote']"
    data: "EmoteOfGame"


class EmoteRequest(TypedDict):
    """One of the preset emotes."""

    emote: "Emote"


class EndFrame(TypedDict):
    type: "Literal['end']"
    data: "StreamEnd"


class EndOfGame(TypedDict):
    """Why a game is no longer followed, or, without a game, why the stream ends."""

    reason: "StreamEndReason"
    game: "NotRequired[str]"


class EndOfGameFrame(TypedDict):
    type: "Literal['end']"
    data: "EndOfGame"


class EndTurnAction(TypedDict):
    type: "Literal['end_turn']"


class EndTurnRequest(TypedDict):
    """An object with only the type, or no body."""

    type: "NotRequired[Literal['end_turn']]"


class EntropyAddedEvent(TypedDict):
    type: "Literal['entropy_added']"
    seat: "int"
    entropy: "str"


class EntropyRequest(TypedDict):
    """Entropy for the deal."""

    entropy: "str"


class EntryPoints(TypedDict):
    """The service and the paths of its parts on this server."""

    service: "str"
    version: "str"
    rules: "str"
    manual: "str"
    guide: "str"
    docs: "str"
    reference: "str"
    schema: "str"
    problems: "str"
    operations: "list[Beginning]"


class Export(TypedDict):
    """All data stored about an account except secrets and their digests."""

    account: "HeldAccount"
    tokens: "list[HeldToken]"
    bots: "list[HeldBot]"
    webhooks: "list[HeldWebhook]"
    notices: "list[HeldNotice]"
    app_codes: "list[HeldGrant]"
    device_codes: "list[HeldGrant]"
    blocks: "list[Block]"
    printed_codes: "list[HeldSecondFactor]"
    authenticator_apps: "list[HeldSecondFactor]"
    former_usernames: "list[FormerUsername]"
    failed_sign_ins: "list[FailedSignIn]"
    games: "list[HeldGame]"
    invitations: "list[HeldInvitation]"
    lobby_exits: "list[HeldLobbyExit]"
    matches: "list[HeldMatch]"
    classes: "list[HeldClass]"
    tournaments: "list[HeldTournament]"
    tournament_entries: "list[HeldEntry]"
    tournament_invitations: "list[HeldTournamentRole]"
    directed_tournaments: "list[HeldTournamentRole]"
    tournament_decisions: "list[HeldTournamentDecision]"
    stored_answers: "list[HeldAnswer]"
    statistics: "list[HeldStatistics]"
    ratings: "list[HeldRating]"
    rating_history: "list[HeldRatingEntry]"
    hidden_ratings: "list[HeldHiding]"
    analyses: "list[HeldAnalysis]"
    last_seen: "list[HeldPresence]"
    bot_offers: "list[HeldOffer]"
    bot_statuses: "list[HeldStatus]"
    disputes: "list[HeldDispute]"
    dispute_words: "list[HeldWords]"
    rulings: "list[HeldRuling]"
    reviews: "list[HeldReview]"
    reviewer_notes: "list[HeldNote]"
    addresses: "list[HeldAddress]"
    next: "str | None"


ExportBodyRequest = TypedDict(
    "ExportBodyRequest",
    {
        "ids": "list[str]",
        "cursor": "NotRequired[str]",
        "version": "NotRequired[int]",
        "as": "NotRequired[ExportContent]",
    },
)


class ExportError(TypedDict):
    """Why a game is not exported."""

    code: "str"
    detail: "str"


class ExportLine(TypedDict):
    """A line of an export: one game, or the end.

    A game has `id`, `cursor`, and one of `transcript`, `game` and `error`. The last line has only `next`: null, or the cursor to continue with. An answer without that line was cut off.
    """

    id: "NotRequired[str]"
    transcript: "NotRequired[TranscriptFile]"
    game: "NotRequired[Game]"
    error: "NotRequired[ExportError]"
    cursor: "NotRequired[str]"
    next: "NotRequired[str | None]"


class ExposeAction(TypedDict):
    type: "Literal['expose']"
    card: "Card"


class ExposeRequest(TypedDict):
    """A card of your hand."""

    type: "NotRequired[Literal['expose']]"
    card: "Card"


class FailedSignIn(TypedDict):
    """Wrong passwords for the account from one address; deleted after a successful sign-in."""

    at: "str"
    address: "str | None"
    user_agent: "str"
    failures: "int"


class Failure(TypedDict):
    """The first check that failed."""

    move: "int | None"
    check: "Check"
    reason: "str"


class FamilyRating(TypedDict):
    """A player's rating in a family."""

    rating: "float"
    uncertainty: "float"
    family: "RatingFamilyName"
    pool: "RatingPool"
    provisional: "bool"
    certainty: "RatingCertainty"
    certainty_text: "str"
    games: "int"
    last_game_at: "str"


class FieldError(TypedDict):
    """An error in one field of the request."""

    pointer: "str"
    code: "str"
    detail: "str"


class FollowError(TypedDict):
    """Why a game is not followed."""

    code: "str"
    detail: "str"


class FollowedGamesRequest(TypedDict):
    """The games to follow, and where each begins."""

    ids: "list[str]"
    after: "NotRequired[dict[str, int]]"
    state: "NotRequired[bool]"
    emotes: "NotRequired[bool]"


class Following(TypedDict):
    """The games that a stream follows."""

    games: "list[str]"
    errors: "list[NotFollowed]"


class FollowingFrame(TypedDict):
    type: "Literal['following']"
    data: "Following"


class FormTablesRequest(TypedDict):
    """How to form the tables of a round."""

    by: "WayOfSeating"
    seats: "NotRequired[int]"
    tables: "NotRequired[list[list[int]]]"


class FormerUsername(TypedDict):
    """A username that a reviewer replaced, in lower case and without look-alikes; you can still sign in with it."""

    username: "str"
    at: "str"


class FullRuleset(TypedDict):
    """A preset in full."""

    name: "str"
    title: "str"
    summary: "str"
    ages: "str"
    players_min: "int"
    players_max: "int"
    source: "Source"
    link: "str"
    how_to_play: "list[str]"
    rules: "Rules"
    overlays: "list[str]"
    options_schema: "dict[str, Any]"


class Game(TypedDict):
    """A game without its cards.

    Readers who may not watch it get null from `version` to `winners`.
    """

    id: "str"
    status: "GameStatus"
    preset: "str"
    overlays: "list[str]"
    rules: "Rules"
    analysis: "AnalysisStanding | None"
    seats: "int"
    players: "list[SeatedPlayer]"
    ratings: "list[SeatRating]"
    host: "int | None"
    visibility: "Visibility"
    spectators: "bool"
    allow_bots: "bool"
    emotes: "bool"
    turn_seconds: "int | None"
    on_abandon: "OnAbandon"
    aids: "bool"
    rated: "bool"
    join_code: "str | None"
    watch_code: "str | None"
    imported: "bool"
    rematch: "str | None"
    rematch_of: "str | None"
    created_at: "str"
    finished_at: "str | None"
    version: "int | None"
    turn: "int | None"
    to_act: "int | None"
    deadline: "str | None"
    scores: "list[int] | None"
    winners: "list[int] | None"


class GameEntry(TypedDict):
    """A game in a list. Readers who may not watch it get null from `version` to `winners`."""

    id: "str"
    status: "GameStatus"
    preset: "str"
    overlays: "list[str]"
    rules: "NotRequired[Rules]"
    analysis: "NotRequired[AnalysisStanding | None]"
    seats: "int"
    players: "list[SeatedPlayer]"
    ratings: "list[SeatRating]"
    host: "int | None"
    visibility: "Visibility"
    spectators: "bool"
    allow_bots: "bool"
    emotes: "bool"
    turn_seconds: "int | None"
    on_abandon: "OnAbandon"
    aids: "bool"
    rated: "bool"
    join_code: "str | None"
    watch_code: "str | None"
    imported: "bool"
    rematch: "str | None"
    rematch_of: "str | None"
    created_at: "str"
    finished_at: "str | None"
    version: "int | None"
    turn: "int | None"
    to_act: "int | None"
    deadline: "str | None"
    scores: "list[int] | None"
    winners: "list[int] | None"


class GameMessageData(TypedDict):
    """A game."""

    game: "str"
    version: "int"


class GameOverEvent(TypedDict):
    type: "Literal['game_over']"
    reason: "EndReason"
    scores: "list[int]"
    winners: "list[int]"


class GameOverMessage(TypedDict):
    type: "Literal['game.over']"
    timestamp: "str"
    data: "GameMessageData"


class GamePage(TypedDict):
    """A page of games."""

    next: "str | None"
    previous: "str | None"
    results: "list[GameEntry]"


class GameStartedMessage(TypedDict):
    type: "Literal['game.started']"
    timestamp: "str"
    data: "GameMessageData"


class GoFishEvent(TypedDict):
    type: "Literal['go_fish']"
    seat: "int"
    to: "int"
    draws: "bool"


class HeadToHead(TypedDict):
    """How often a player was placed before another."""

    username: "str"
    other: "str"
    family: "RatingFamilyName"
    ahead: "int"
    equal: "int"
    behind: "int"
    last: "list[Meeting]"


class HeldAccount(TypedDict):
    """All stored data of an account except the password hash."""

    username: "str"
    display_name: "str | None"
    picture: "str | None"
    email: "str | None"
    email_set_at: "str | None"
    email_verified_at: "str | None"
    has_password: "bool"
    is_guest: "bool"
    is_bot: "bool"
    is_staff: "bool"
    is_active: "bool"
    suspended_until: "str | None"
    suspension_reason: "str | None"
    created_at: "str"
    last_login: "str | None"


class HeldAddress(TypedDict):
    """The time from which a seat was played from a new address.

    The address itself is not readable.
    """

    game: "str"
    at: "str"


class HeldAnalysis(TypedDict):
    """An analysis of a game that the account requested."""

    game: "str"
    at: "str"
    status: "str"


class HeldAnswer(TypedDict):
    """A response that is stored for retries of a request, for a day."""

    key: "str"
    status: "int"
    at: "str"


class HeldBot(TypedDict):
    """A bot that the account owns."""

    account: "HeldAccount"
    tokens: "list[HeldToken]"


class HeldClass(TypedDict):
    """A class of the account. Its names and results are in `GET /classes/{id}`."""

    class_id: "str"
    name: "str"
    kind: "str"
    size: "int"
    created_at: "str"
    delete_at: "str"


class HeldDispute(TypedDict):
    """A dispute that the account filed."""

    id: "str"
    game: "str"
    move: "int | None"
    reason: "HeldDisputeReason"
    status: "str"
    filed_at: "str"
    is_bad_faith: "bool"


class HeldEntry(TypedDict):
    """The account as a player of a tournament."""

    tournament: "str"
    number: "int"
    status: "str"
    removal: "str | None"
    place: "int"


class HeldGame(TypedDict):
    """A game with a seat of the account, and the path of its moves."""

    id: "str"
    seat: "int"
    preset: "str"
    status: "GameStatus"
    created_at: "str"
    finished_at: "str | None"
    result: "Result | None"
    moves: "str"


class HeldGrant(TypedDict):
    """A code of an app or a device, kept for a day."""

    app: "str"
    app_name: "str"
    app_origin: "str"
    scopes: "list[str]"
    created_at: "str"
    used_at: "str | None"


class HeldHiding(TypedDict):
    """That the account hides its ratings."""

    hidden: "bool"


class HeldInvitation(TypedDict):
    """An invitation to a seat."""

    game: "str"
    at: "str"
    declined_at: "str | None"
    reason: "str | None"


class HeldLobbyExit(TypedDict):
    """How often the account left or was removed from a lobby; kept until the game starts or is closed."""

    game: "str"
    count: "int"


class HeldMatch(TypedDict):
    """The account's last request for a quick match."""

    id: "str"
    preset: "str"
    overlays: "list[str]"
    seats: "int"
    until: "str"
    game: "str | None"


class HeldNote(TypedDict):
    """A note of a reviewer on the account."""

    text: "str"
    at: "str"


class HeldNotice(TypedDict):
    """A stored notice."""

    id: "int"
    account: "str"
    kind: "str"
    data: "dict[str, Any]"
    created_at: "str"
    read_at: "str | None"


class HeldOffer(TypedDict):
    """What a bot offers to play."""

    account: "str"
    presets: "list[str]"


class HeldPresence(TypedDict):
    """When the account was last seen, and at which game."""

    at: "str"
    game: "str | None"


class HeldRating(TypedDict):
    """The account's rating in a family of presets."""

    family: "str"
    mu: "float"
    sigma: "float"
    games: "int"
    at: "str"


class HeldRatingEntry(TypedDict):
    """How a game changed a rating of the account."""

    game: "str"
    number: "int"
    family: "str"
    place: "int"
    mu_before: "float"
    sigma_before: "float"
    mu: "float"
    sigma: "float"


class HeldReview(TypedDict):
    """An action of the account as a reviewer; without a game if it was about a player."""

    action: "ReviewAction"
    game: "str | None"
    why: "str"
    at: "str"


class HeldRuling(TypedDict):
    """A ruling against the account."""

    dispute: "str"
    kind: "HeldRulingKind"
    until: "str | None"
    reasons: "str"
    at: "str"
    undone_at: "str | None"


class HeldSecondFactor(TypedDict):
    """A second factor of staff, without its key and codes; not confirmed while a link waits."""

    confirmed: "bool"
    created_at: "str | None"
    last_used_at: "str | None"
    failures: "int"
    failed_at: "str | None"


class HeldStatistics(TypedDict):
    """The account's results in the finished games of a preset."""

    preset: "str"
    played: "int"
    won: "int"
    shared: "int"
    lost: "int"


class HeldStatus(TypedDict):
    """What a bot last announced as accepted."""

    account: "str"
    at: "str"
    presets: "list[str]"
    seats: "list[int]"
    turn_seconds_min: "int | None"
    untimed: "bool"
    capacity: "int"


class HeldToken(TypedDict):
    """A token, live, expired or revoked."""

    id: "int"
    name: "str"
    scopes: "list[Scope]"
    prefix: "str"
    created_at: "str"
    expires_at: "str"
    last_used_at: "str | None"
    revoked_at: "str | None"
    app: "str | None"
    app_origin: "str | None"
    resource: "str | None"


class HeldTournament(TypedDict):
    """A tournament that the account hosts."""

    tournament: "str"
    name: "str"
    status: "str"


class HeldTournamentDecision(TypedDict):
    """A decision of the account about a tournament."""

    tournament: "str"
    number: "int"
    at: "str"
    kind: "str"


class HeldTournamentRole(TypedDict):
    """A tournament that the account directs, or is invited to."""

    tournament: "str"


class HeldWebhook(TypedDict):
    """A webhook of one of the account's tokens."""

    id: "int"
    token: "str"
    account: "str"
    url: "str"
    events: "list[str]"
    status: "str"
    created_at: "str"


class HeldWords(TypedDict):
    """A text that the account wrote about a dispute that it filed or appealed in."""

    dispute: "str"
    text: "str"
    at: "str"


class InvitationLink(TypedDict):
    """A link to a lobby."""

    game: "str"
    join_code: "str | None"
    url: "str"
    text: "str"
    qr: "str"


class InvitationMessageData(TypedDict):
    """An invitation."""

    game: "str"


class InvitationReceivedMessage(TypedDict):
    type: "Literal['invitation.received']"
    timestamp: "str"
    data: "InvitationMessageData"


class InvitationRequest(TypedDict):
    """Who is invited."""

    player: "str"


class InvitedCount(TypedDict):
    """How many players are invited."""

    invited: "int"


class IrregularityEvent(TypedDict):
    type: "Literal['irregularity']"
    seat: "int"
    kind: "Offence"
    rank: "Rank"
    penalties: "list[Penalty]"
    card: "NotRequired[Card]"


class IssuedToken(TypedDict):
    """A new token with its secret, which no other response contains."""

    id: "int"
    name: "str"
    scopes: "list[Scope]"
    secret: "str"
    expires_at: "str"


class IssuedWebhook(TypedDict):
    """A webhook with its secret, which is shown once."""

    id: "int"
    url: "str"
    events: "list[WebhookEvent]"
    status: "WebhookStatus"
    reason: "WebhookEnd | None"
    created_at: "str"
    failing_since: "str | None"
    old_secret_until: "str | None"
    secret: "str"


class JoinRequest(TypedDict):
    """Which seat, entropy for the deal, and the code of a private game."""

    join_code: "NotRequired[str]"
    seat: "NotRequired[int]"
    entropy: "NotRequired[str]"


class JoinTournamentRequest(TypedDict):
    """What some tournaments need to join."""

    code: "NotRequired[str]"
    with_bots: "NotRequired[bool]"


class JudgedAsk(TypedDict):
    """One ask with its judgement. Every chance is the asker's."""

    number: "int"
    seat: "int"
    ask: "RankAsk"
    hit: "bool"
    provable: "AskCertainty | None"
    hit_chance: "float"
    win_before: "float"
    win: "float"
    cost: "float"
    win_after: "float"
    best: "BestAsk"


class Knowledge(TypedDict):
    """What a seat that remembers everything could know after a move."""

    game: "str"
    number: "int"
    seat: "int"
    method: "KnowledgeMethod"
    error: "float"
    cards: "list[KnownCard]"
    ranks: "list[KnownRank]"


class KnownCard(TypedDict):
    """Where a card certainly or possibly is."""

    card: "Card"
    place: "Place | None"
    seat: "int | None"
    chances: "PlaceChances"


class KnownRank(TypedDict):
    """Whether a seat holds at least one card of a rank."""

    rank: "Rank"
    seat: "int"
    holds: "bool | None"
    chance: "float"
    because: "list[int]"


class Leaderboard(TypedDict):
    """A page of a leaderboard, the best first."""

    family: "RatingFamilyName"
    pool: "RatingPool"
    uncertainty_max: "float"
    active_days: "int"
    next: "str | None"
    previous: "str | None"
    results: "list[RankedPlayer]"


class Look(TypedDict):
    """A reviewer's look at hidden cards while the game ran."""

    at: "str"
    move: "int"
    why: "str"


class Lookup(TypedDict):
    """An entry for each name, in the order of the names."""

    players: "list[LookupEntry]"


class LookupBodyRequest(TypedDict):
    """The players to look up."""

    usernames: "list[str]"


class LookupEntry(TypedDict):
    """A name with its player, or with an error."""

    username: "str"
    player: "NotRequired[Profile]"
    online: "NotRequired[bool]"
    playing: "NotRequired[str | None]"
    error: "NotRequired[LookupError]"


class LookupError(TypedDict):
    """Why a name has no player."""

    code: "str"
    detail: "str"


class Luck(TypedDict):
    """The part of the win that the cards gave a seat, compared with the expected value."""

    value: "float"
    error: "float"
    deal: "float"
    draws: "float"


class Match(TypedDict):
    """A request for a table, and the game that it led to."""

    id: "str"
    status: "MatchStatus"
    preset: "PresetName"
    overlays: "list[OverlayName]"
    seats: "int"
    level: "Level"
    rated: "bool"
    until: "str"
    window: "MatchWindow | None"
    waiting: "int"
    game: "str | None"


class MatchFoundMessage(TypedDict):
    type: "Literal['match.found']"
    timestamp: "str"
    data: "MatchMessageData"


class MatchMessageData(TypedDict):
    """A match and its game."""

    match: "str"
    game: "str"


class MatchWindow(TypedDict):
    """How different the ratings of your opponents may be. It widens while you wait."""

    rating: "float"
    width: "float"
    widens_at: "str"


class Meeting(TypedDict):
    """A rated game of two players."""

    number: "int"
    game: "str"
    place: "int"
    other_place: "int"
    at: "str"


class MisdealAction(TypedDict):
    type: "Literal['misdeal']"
    reason: "MisdealReason"


class MisdealRequest(TypedDict):
    """What went wrong in the deal."""

    type: "NotRequired[Literal['misdeal']]"
    reason: "MisdealReason"


class MisdealtEvent(TypedDict):
    type: "Literal['misdealt']"
    seat: "int"
    reason: "MisdealReason"


class Move(TypedDict):
    """A move of the log, redacted for the reader."""

    number: "int"
    seat: "int | None"
    at: "str"
    digest: "str"
    events: "list[Event]"


class MoveFrame(TypedDict):
    type: "Literal['move']"
    id: "int"
    data: "StreamedMove"


class MoveOfGame(TypedDict):
    """A move of one of the games."""

    number: "int"
    seat: "int | None"
    at: "str"
    digest: "str"
    events: "list[Event]"
    state: "NotRequired[State]"
    game: "str"


class MoveOfGameFrame(TypedDict):
    type: "Literal['move']"
    id: "int"
    data: "MoveOfGame"


class MovePage(TypedDict):
    """A page of moves, oldest first."""

    game: "str"
    version: "int"
    moves: "list[Move]"


class MovePupilRequest(TypedDict):
    """The new table of a pupil."""

    table: "int | None"


class MovesEnd(TypedDict):
    """The last line of a page of moves: without it, the page was cut off."""

    next: "str | None"
    version: "int"


class NewBotTokenRequest(TypedDict):
    """The name, scopes and lifetime of a new token of a bot."""

    name: "str"
    scopes: "NotRequired[list[Scope]]"
    expires_in_days: "NotRequired[int]"


class NewClassRequest(TypedDict):
    """The terms of a class."""

    name: "str"
    kind: "NotRequired[ClassKind]"
    language: "ClassLanguage"
    places: "int"
    preset: "NotRequired[PresetName]"
    overlays: "NotRequired[list[OverlayName]]"
    seats: "NotRequired[int]"
    turn_seconds: "NotRequired[int | None]"
    emotes: "NotRequired[bool]"
    keep_days: "NotRequired[int]"


class NewGameRequestOptions(TypedDict):
    """Single options; they override the preset and the overlays."""

    players_min: "NotRequired[int]"
    players_max: "NotRequired[int]"
    deal_table: "NotRequired[dict[str, int] | Literal['all']]"
    hand_size: "NotRequired[None | int]"
    joker_count: "NotRequired[int]"
    dealer_selection: "NotRequired[DealerSelection]"
    dealer_rotation: "NotRequired[DealerRotation]"
    cut_by_right: "NotRequired[bool]"
    redeal_on_exposed: "NotRequired[bool]"
    ask_by: "NotRequired[AskBy]"
    ask_held_card: "NotRequired[AskHeldCard]"
    transfer: "NotRequired[Transfer]"
    book_size: "NotRequired[BookSize]"
    book_display: "NotRequired[BookDisplay]"
    extra_turn_on_book: "NotRequired[bool]"
    turn_passes_to: "NotRequired[TurnPassesTo]"
    on_empty_hand: "NotRequired[OnEmptyHand]"
    mid_turn_empty: "NotRequired[MidTurnEmpty]"
    end_on_empty_hand: "NotRequired[EndOnEmptyHand]"
    end_on_empty_stock: "NotRequired[bool]"
    tie_break: "NotRequired[TieBreak]"
    fish_penalty: "NotRequired[bool]"
    open_hands: "NotRequired[bool]"
    target_score: "NotRequired[None | int]"
    referee: "NotRequired[Referee]"
    stalemate_limit: "NotRequired[int]"


class NewGameRequest(TypedDict):
    """The rules and the number of seats."""

    preset: "NotRequired[PresetName]"
    overlays: "NotRequired[list[OverlayName]]"
    options: "NotRequired[NewGameRequestOptions]"
    seats: "int"
    visibility: "NotRequired[Visibility]"
    spectators: "NotRequired[bool]"
    allow_bots: "NotRequired[bool]"
    emotes: "NotRequired[bool]"
    turn_seconds: "NotRequired[int | None]"
    on_abandon: "NotRequired[OnAbandon]"
    stand_in: "NotRequired[Level]"
    aids: "NotRequired[bool]"
    rated: "NotRequired[bool]"
    bots: "NotRequired[list[Level]]"
    lesson: "NotRequired[Literal['first-game']]"


class NewMatchRequest(TypedDict):
    """Which table, and how long to wait for people."""

    preset: "NotRequired[PresetName]"
    overlays: "NotRequired[list[OverlayName]]"
    seats: "int"
    rated: "NotRequired[bool]"
    wait_seconds: "NotRequired[int]"
    level: "NotRequired[Level]"


class NewPasswordRequest(TypedDict):
    """The code in a letter, and the new password."""

    code: "str"
    new_password: "str"


class NewTicketRequest(TypedDict):
    """What a ticket is made for."""

    watch_code: "NotRequired[str]"


class NewTokenRequest(TypedDict):
    """The name, scopes and lifetime of a new token, and credentials if no token is sent."""

    name: "str"
    scopes: "NotRequired[list[Scope]]"
    expires_in_days: "NotRequired[int]"
    username: "NotRequired[str]"
    password: "NotRequired[str]"


class NewTournamentRequest(TypedDict):
    """The terms of a tournament."""

    name: "str"
    format: "NotRequired[TournamentFormat]"
    preset: "NotRequired[PresetName]"
    overlays: "NotRequired[list[OverlayName]]"
    seats: "int"
    turn_seconds: "int"
    starts_at: "str"
    players_min: "NotRequired[int]"
    players_max: "NotRequired[int]"
    entry: "NotRequired[TournamentEntryKind]"
    kinds: "NotRequired[TournamentPlayers]"
    rated: "NotRequired[bool]"
    rounds: "NotRequired[int]"
    minutes: "NotRequired[int]"
    late_until: "NotRequired[int]"


class NewWebhookRequest(TypedDict):
    """A webhook to register."""

    url: "str"
    events: "list[WebhookEvent]"


class News(TypedDict):
    """News of a game."""

    game: "str"
    version: "int"
    status: "GameStatus"
    seat: "int | None"
    your_turn: "bool"
    what: "list[NewsKind]"


class NewsFrame(TypedDict):
    type: "Literal['game']"
    data: "News"


class NotFollowed(TypedDict):
    """An id without a game to follow."""

    id: "str"
    error: "FollowError"


class Notice(TypedDict):
    """A notice."""

    id: "int"
    kind: "NoticeKind"
    at: "str"
    read_at: "str | None"
    data: "NoticeData"


class NoticeData(TypedDict):
    """What a notice is about; null where it does not apply."""

    game: "str | None"
    dispute: "str | None"
    ruling: "RulingKind | None"
    seat: "int | None"
    until: "str | None"
    reason: "DeclineReason | None"
    tournament: "str | None"
    removal: "RemovalReason | None"


class NoticeMessage(TypedDict):
    type: "Literal['notice']"
    timestamp: "str"
    data: "NoticeMessageData"


class NoticeMessageData(TypedDict):
    """A notice."""

    notice: "int"


class NoticePage(TypedDict):
    """A page of notices, newest first."""

    next: "str | None"
    previous: "str | None"
    results: "list[Notice]"


class NoticesFrame(TypedDict):
    type: "Literal['notices']"
    data: "UnreadNotices"


class Numbers(TypedDict):
    """A rating and how uncertain it is."""

    rating: "float"
    uncertainty: "float"


class OnlineBot(TypedDict):
    """A bot account that was seen within 90 seconds."""

    username: "str"
    owner: "str | None"
    presets: "list[PresetName] | None"
    playing: "NotRequired[str | None]"
    status: "BotStatus | None"


class OnlineBots(TypedDict):
    """The bots that are online, the last seen first."""

    bots: "list[OnlineBot]"


class OpenedClass(TypedDict):
    """A new class with its codes."""

    id: "str"
    name: "str"
    kind: "ClassKind"
    language: "ClassLanguage"
    status: "ClassStatus"
    size: "int"
    signed_in: "int"
    sign_in_until: "str | None"
    paused: "bool"
    emotes: "bool"
    preset: "str"
    overlays: "list[str]"
    seats: "int"
    turn_seconds: "int | None"
    created_at: "str"
    delete_at: "str"
    round: "int"
    round_ends_at: "str | None"
    places: "list[ClassPlace]"
    tables: "list[ClassTable]"
    codes: "list[ClassCodeLine]"
    party_code: "str | None"


class OpenedGame(TypedDict):
    """The result of one game: the game, or a problem."""

    status: "int"
    game: "NotRequired[GameEntry]"
    problem: "NotRequired[Problem]"


class OpenedGames(TypedDict):
    """A result for each game, in the order of the request."""

    results: "list[OpenedGame]"


class OrganisedGameRequestOptions(TypedDict):
    """Single options; they override the preset and the overlays."""

    players_min: "NotRequired[int]"
    players_max: "NotRequired[int]"
    deal_table: "NotRequired[dict[str, int] | Literal['all']]"
    hand_size: "NotRequired[None | int]"
    joker_count: "NotRequired[int]"
    dealer_selection: "NotRequired[DealerSelection]"
    dealer_rotation: "NotRequired[DealerRotation]"
    cut_by_right: "NotRequired[bool]"
    redeal_on_exposed: "NotRequired[bool]"
    ask_by: "NotRequired[AskBy]"
    ask_held_card: "NotRequired[AskHeldCard]"
    transfer: "NotRequired[Transfer]"
    book_size: "NotRequired[BookSize]"
    book_display: "NotRequired[BookDisplay]"
    extra_turn_on_book: "NotRequired[bool]"
    turn_passes_to: "NotRequired[TurnPassesTo]"
    on_empty_hand: "NotRequired[OnEmptyHand]"
    mid_turn_empty: "NotRequired[MidTurnEmpty]"
    end_on_empty_hand: "NotRequired[EndOnEmptyHand]"
    end_on_empty_stock: "NotRequired[bool]"
    tie_break: "NotRequired[TieBreak]"
    fish_penalty: "NotRequired[bool]"
    open_hands: "NotRequired[bool]"
    target_score: "NotRequired[None | int]"
    referee: "NotRequired[Referee]"
    stalemate_limit: "NotRequired[int]"


class OrganisedGameRequest(TypedDict):
    """A game to open, and who is in it."""

    preset: "NotRequired[PresetName]"
    overlays: "NotRequired[list[OverlayName]]"
    options: "NotRequired[OrganisedGameRequestOptions]"
    seats: "int"
    visibility: "NotRequired[Visibility]"
    spectators: "NotRequired[bool]"
    allow_bots: "NotRequired[bool]"
    emotes: "NotRequired[bool]"
    turn_seconds: "NotRequired[int | None]"
    on_abandon: "NotRequired[OnAbandon]"
    stand_in: "NotRequired[Level]"
    aids: "NotRequired[bool]"
    rated: "NotRequired[bool]"
    bots: "NotRequired[list[Level]]"
    take_seat: "NotRequired[bool]"
    own_bots: "NotRequired[list[str]]"
    invite: "NotRequired[list[str]]"


class OrganisedGamesRequest(TypedDict):
    """Games to open."""

    games: "list[OrganisedGameRequest]"


class Overlay(TypedDict):
    """A variation of a preset."""

    name: "str"
    title: "str"
    summary: "str"
    source: "Source"
    options: "dict[str, Any]"
    presets: "list[str]"


class OwnAccount(TypedDict):
    """The caller's account, with its number of unread notices."""

    username: "str"
    display_name: "str | None"
    picture: "str | None"
    email: "str | None"
    is_email_verified: "bool"
    is_guest: "bool"
    is_bot: "bool"
    owner: "str | None"
    is_active: "bool"
    in_dumps: "bool"
    suspended_until: "str | None"
    suspension_reason: "str"
    created_at: "str"
    unread_notices: "int"


class OwnClass(TypedDict):
    """A class as its pupil sees it."""

    id: "str"
    name: "str"
    language: "ClassLanguage"
    status: "ClassStatus"
    paused: "bool"
    emotes: "bool"
    round: "int"
    round_ends_at: "str | None"
    place: "int"
    me: "str"
    table: "int | None"
    game: "str | None"


class OwnEntry(TypedDict):
    """What the tournament is to the caller."""

    status: "EntrantStatus | None"
    ready: "bool"
    directs: "bool"
    place: "int | None"
    removal: "RemovalReason | None"
    table: "OwnTable | None"


class OwnGame(TypedDict):
    """An open game in which the caller has a seat."""

    game: "str"
    status: "GameStatus"
    preset: "PresetName"
    seat: "int"
    version: "int"
    your_turn: "bool"
    deadline: "str | None"


class OwnGames(TypedDict):
    """The open games of the caller, those that wait for them first."""

    games: "list[OwnGame]"


class OwnResults(TypedDict):
    """The caller's results in the games of a preset against built-in bots of a level."""

    preset: "PresetName"
    played: "int"
    won: "int"
    shared: "int"
    lost: "int"
    bots: "str | None"


class OwnStatistics(TypedDict):
    """The caller's results, by preset and level."""

    newest: "int"
    results: "list[OwnResults]"


class OwnTable(TypedDict):
    """The table at which the caller sits now."""

    round: "int"
    number: "int"
    game: "str | None"


class PackCutEvent(TypedDict):
    type: "Literal['pack_cut']"
    seat: "int"
    position: "int"


class PageEnd(TypedDict):
    """The last line of a list: without it, the list was cut off."""

    next: "str | None"


class PasswordChangeRequest(TypedDict):
    """The current and the new password."""

    current_password: "str"
    new_password: "str"


class PlaceChances(TypedDict):
    """The chances of the places of a card; all 0 for a laid card."""

    seats: "list[float]"
    stock: "float"


class PlacePoints(TypedDict):
    """The points of the places at a table."""

    seats: "int"
    points: "list[float]"


class PlayerAnalysis(TypedDict):
    """The play and the luck of one seat."""

    seat: "int"
    asks: "int"
    accuracy: "Accuracy | None"
    luck: "Luck"


class PlayerRatings(TypedDict):
    """The ratings of a player, and a page of the history in one family, newest first."""

    username: "str"
    hidden: "bool"
    ratings: "list[FamilyRating]"
    by_seats: "list[SeatCountResults]"
    next: "str | None"
    previous: "str | None"
    results: "list[RatingEntry]"


class PlayerSkippedEvent(TypedDict):
    type: "Literal['player_skipped']"
    seat: "int"
    reason: "SkipReason"


class PlayersFrame(TypedDict):
    type: "Literal['players']"
    data: "SeatedPlayers"


class PlayersOfGame(TypedDict):
    """The players of one of the games."""

    players: "list[SeatedPlayer]"
    game: "str"


class PlayersOfGameFrame(TypedDict):
    type: "Literal['players']"
    data: "PlayersOfGame"


class Presence(TypedDict):
    """Who is present."""

    game: "str"
    seats: "list[SeenSeat]"
    spectators: "int"


class Problem(TypedDict):
    """A problem document (RFC 9457).

    `code` is for programs; `title` and `detail` are for people.
    """

    type: "str"
    title: "str"
    status: "int"
    detail: "str"
    code: "str"
    errors: "NotRequired[list[FieldError]]"
    game: "NotRequired[str]"
    error: "NotRequired[str]"
    error_description: "NotRequired[str]"


class Profile(TypedDict):
    """The public profile of a player."""

    username: "str"
    display_name: "str | None"
    picture: "str | None"
    since: "str"
    is_guest: "bool"
    is_bot: "bool"
    owner: "str | None"
    results: "list[Results]"
    ratings: "list[FamilyRating] | None"


class PupilResult(TypedDict):
    """What a pupil got in all games."""

    place: "int"
    name: "str"
    rank: "int"
    games: "int"
    firsts: "int"
    books: "int"
    asks: "int"
    hits: "int"
    tables: "list[TableLine]"


class PupilToken(TypedDict):
    """The token of a pupil. No other answer contains it."""

    token: "str"
    expires_at: "str"
    class_id: "str"
    place: "int"
    name: "str"
    code: "str | None"


class RankAsk(TypedDict):
    """An ask for a rank."""

    target: "int"
    rank: "Rank"


class RankedPlayer(TypedDict):
    """A player of a leaderboard."""

    rating: "float"
    uncertainty: "float"
    rank: "int | None"
    username: "str"
    display_name: "str | None"
    picture: "str | None"
    games: "int"
    last_game_at: "str"


class RatingEntry(TypedDict):
    """How a game changed a rating."""

    number: "int"
    game: "str"
    generation: "int"
    preset: "PresetName"
    seats: "int"
    place: "int"
    before: "Numbers"
    after: "Numbers"
    at: "str"


class RatingFamilies(TypedDict):
    """All families."""

    families: "list[RatingFamily]"


class RatingFamily(TypedDict):
    """Presets that share a rating."""

    family: "RatingFamilyName"
    presets: "list[PresetName]"


class RatingVisibility(TypedDict):
    """Whether the caller's ratings are hidden."""

    hidden: "bool"


class RatingVisibilityBodyRequest(TypedDict):
    """Whether to hide ratings."""

    hidden: "bool"


class ReadNoticesRequest(TypedDict):
    """Which notices to mark as read: either all up to one, or some."""

    up_to: "NotRequired[int]"
    ids: "NotRequired[list[int]]"


class ReceiptRequest(TypedDict):
    """The digest of a move, as shown during play."""

    number: "int"
    digest: "str"


class ReceiptsRequest(TypedDict):
    """Receipts that a client saved during play."""

    format: "Literal['gofish-receipts']"
    version: "int"
    game: "str"
    commitment: "str"
    receipts: "list[ReceiptRequest]"


class RecoveryRequest(TypedDict):
    """The e-mail address of an account."""

    email: "str"


class Redirect(TypedDict):
    """Where the player is sent."""

    redirect_to: "str"


class Registered(TypedDict):
    """A new account and its first token."""

    account: "Account"
    token: "IssuedToken"


class RegistrationRequest(TypedDict):
    """The username, password and optional e-mail address of a new account."""

    username: "str"
    password: "str"
    email: "NotRequired[str]"


class Reload(TypedDict):
    """More tables changed than are sent: read them with `GET …/tables`."""

    limit: "int"


class ReloadFrame(TypedDict):
    type: "Literal['reload']"
    data: "Reload"


class RenewCodesRequest(TypedDict):
    """Which codes to renew."""

    places: "NotRequired[list[int]]"


class ReplayedPosition(TypedDict):
    """A past position as one reader may see it; with all cards if the game is over."""

    game: "str"
    version: "int"
    deadline: "str | None"
    paused: "bool"
    phase: "ReplayedPhase"
    commitment: "str"
    turn_seconds: "int | None"
    rated: "bool | None"
    dealer: "int | None"
    deal: "int"
    turn: "int | None"
    to_act: "int | None"
    asked: "AskedEvent | None"
    closing: "ClosingReason | None"
    stock: "int"
    stock_cards: "list[Card] | None"
    idle_asks: "int"
    seats: "list[SeatState]"
    void: "list[VoidBook]"
    discards: "list[Book]"
    result: "GameOverEvent | None"
    series: "SeriesOverEvent | None"
    rulings: "list[RuledEvent]"
    you: "int | None"
    spectator: "bool"
    legal_actions: "list[Action]"
    move: "Move"


class ResignAction(TypedDict):
    type: "Literal['resign']"


class ResignRequest(TypedDict):
    """An object with only the type, or no body."""

    type: "NotRequired[Literal['resign']]"


class ResignedEvent(TypedDict):
    type: "Literal['resigned']"
    seat: "int"


class Results(TypedDict):
    """A player's results in the finished games of a preset. Imported games do not count, nor, in a profile, games with built-in bots."""

    preset: "PresetName"
    played: "int"
    won: "int"
    shared: "int"
    lost: "int"


class RevocationRequest(TypedDict):
    """The form of a revocation (RFC 7009)."""

    token: "str"
    token_type_hint: "NotRequired[str]"
    client_id: "NotRequired[str]"


class RoundFrame(TypedDict):
    type: "Literal['round']"
    id: "int"
    data: "TournamentEntry"


class RoundMessageData(TypedDict):
    """A round of a tournament."""

    tournament: "str"
    round: "int"


class RuledEvent(TypedDict):
    type: "Literal['ruled']"
    case: "int"
    kind: "RulingKind"
    seat: "NotRequired[int]"
    scores: "NotRequired[list[int]]"
    winners: "NotRequired[list[int]]"


class Rules(TypedDict):
    """Every option of a game; GET /rulesets/{preset} has the JSON Schema of each."""

    players_min: "int"
    players_max: "int"
    deal_table: "dict[str, int] | Literal['all']"
    hand_size: "int | None"
    joker_count: "int"
    dealer_selection: "DealerSelection"
    dealer_rotation: "DealerRotation"
    cut_by_right: "bool"
    redeal_on_exposed: "bool"
    ask_by: "AskBy"
    ask_held_card: "AskHeldCard"
    transfer: "Transfer"
    book_size: "BookSize"
    book_display: "BookDisplay"
    extra_turn_on_book: "bool"
    turn_passes_to: "TurnPassesTo"
    on_empty_hand: "OnEmptyHand"
    mid_turn_empty: "MidTurnEmpty"
    end_on_empty_hand: "EndOnEmptyHand"
    end_on_empty_stock: "bool"
    tie_break: "TieBreak"
    fish_penalty: "bool"
    open_hands: "bool"
    target_score: "int | None"
    referee: "Referee"
    stalemate_limit: "int"


class RulesRequest(TypedDict):
    """Options of a game; one that is missing has its default."""

    players_min: "NotRequired[int]"
    players_max: "NotRequired[int]"
    deal_table: "NotRequired[dict[str, int] | Literal['all']]"
    hand_size: "NotRequired[int | None]"
    joker_count: "NotRequired[int]"
    dealer_selection: "NotRequired[DealerSelection]"
    dealer_rotation: "NotRequired[DealerRotation]"
    cut_by_right: "NotRequired[bool]"
    redeal_on_exposed: "NotRequired[bool]"
    ask_by: "NotRequired[AskBy]"
    ask_held_card: "NotRequired[AskHeldCard]"
    transfer: "NotRequired[Transfer]"
    book_size: "NotRequired[BookSize]"
    book_display: "NotRequired[BookDisplay]"
    extra_turn_on_book: "NotRequired[bool]"
    turn_passes_to: "NotRequired[TurnPassesTo]"
    on_empty_hand: "NotRequired[OnEmptyHand]"
    mid_turn_empty: "NotRequired[MidTurnEmpty]"
    end_on_empty_hand: "NotRequired[EndOnEmptyHand]"
    end_on_empty_stock: "NotRequired[bool]"
    tie_break: "NotRequired[TieBreak]"
    fish_penalty: "NotRequired[bool]"
    open_hands: "NotRequired[bool]"
    target_score: "NotRequired[int | None]"
    referee: "NotRequired[Referee]"
    stalemate_limit: "NotRequired[int]"


class Ruleset(TypedDict):
    """A preset in short."""

    name: "str"
    title: "str"
    summary: "str"
    ages: "str"
    players_min: "int"
    players_max: "int"
    source: "Source"
    link: "str"


class Rulesets(TypedDict):
    """All presets and overlays, and the levels of built-in bots."""

    presets: "list[Ruleset]"
    overlays: "list[Overlay]"
    levels: "list[Level]"
    lessons: "dict[str, str]"


class Ruling(TypedDict):
    """A ruling, and the number of its move in the game's log."""

    at: "str"
    move: "int"
    on_appeal: "bool"
    kind: "RulingKind"
    seat: "int | None"
    scores: "list[int] | None"
    until: "str | None"
    reasons: "str | None"


class RulingMessageData(TypedDict):
    """A dispute and its game."""

    dispute: "str"
    game: "str"


class SeatCountResults(TypedDict):
    """Results of rated games of a preset with a number of seats."""

    preset: "PresetName"
    seats: "int"
    games: "int"
    first: "int"
    mean_place: "float"


class SeatLeftEvent(TypedDict):
    type: "Literal['seat_left']"
    seat: "int"


class SeatRating(TypedDict):
    """The rating of the player of a seat, in the family of the game's preset."""

    rating: "float"
    uncertainty: "float"
    seat: "int"
    provisional: "bool"


class SeatRestoredEvent(TypedDict):
    type: "Literal['seat_restored']"
    seat: "int"


class SeatState(TypedDict):
    """One seat of the table."""

    seat: "int"
    taken: "bool"
    left: "bool"
    bot: "Level | None"
    hand_size: "int"
    hand: "list[Card] | None"
    books: "list[Book]"
    total: "int"
    barred: "list[Rank]"
    misses_turns: "int"


class SeatTakenEvent(TypedDict):
    type: "Literal['seat_taken']"
    seat: "int"
    entropy: "NotRequired[str]"
    bot: "NotRequired[Level]"


class SeatedBotRequest(TypedDict):
    """The level and the seat of the bot."""

    level: "NotRequired[Level]"
    seat: "NotRequired[int]"


class SeatedPlayer(TypedDict):
    """The player of a seat."""

    seat: "int"
    player: "str | None"
    display_name: "str | None"
    picture: "str | None"
    kind: "SeatedPlayerKind"
    is_bot: "bool"
    bot: "Level | None"
    online: "bool | None"


class SeatedPlayers(TypedDict):
    """The players of a game."""

    players: "list[SeatedPlayer]"


class SeenSeat(TypedDict):
    """When a player was last seen."""

    seat: "int"
    seen_seconds_ago: "int | None"


class SentEmote(TypedDict):
    """An emote of a player."""

    seat: "int"
    emote: "Emote"


class SentInvitation(TypedDict):
    """An invitation to a lobby."""

    player: "str"
    at: "str"
    declined_at: "str | None"
    reason: "DeclineReason | None"


class SentInvitationList(TypedDict):
    """The invitations to a lobby, oldest first."""

    invitations: "list[SentInvitation]"


class SeriesContinuesEvent(TypedDict):
    type: "Literal['series_continues']"
    seat: "int"
    totals: "list[int]"


class SeriesOverEvent(TypedDict):
    type: "Literal['series_over']"
    totals: "list[int]"
    winners: "list[int]"


class ServerTime(TypedDict):
    """The server's clock when it wrote the frame, and the deadline of a game if it was changed without a move."""

    now: "str"
    version: "NotRequired[int]"
    deadline: "NotRequired[str | None]"
    paused: "NotRequired[bool]"


class Snapshot(TypedDict):
    """The open games and invitations of the caller."""

    games: "list[Concern]"
    unread_notices: "int"


class SnapshotFrame(TypedDict):
    type: "Literal['snapshot']"
    data: "Snapshot"


class Source(TypedDict):
    """A document that rules come from."""

    number: "str"
    title: "str"
    link: "str"


class SourceUse(TypedDict):
    """What is based on a source document."""

    number: "str"
    title: "str"
    presets: "list[str]"
    overlays: "list[str]"
    options: "list[str]"


class StandInSeatedEvent(TypedDict):
    type: "Literal['stand_in_seated']"
    seat: "int"
    bot: "NotRequired[Level]"


class Standing(TypedDict):
    """The line of a player."""

    place: "int | None"
    player: "TournamentPlayer"
    status: "EntrantStatus"
    points: "float"
    games: "int"
    firsts: "int"
    rests: "int"
    margin: "float | None"
    luck: "float | None"
    behind_first: "bool"
    certainty: "str"


class StandingFrame(TypedDict):
    type: "Literal['standing']"
    id: "int"
    data: "TopStandings"


class StandingsPage(TypedDict):
    """A page of standings, best first."""

    next: "str | None"
    previous: "str | None"
    results: "list[Standing]"


class StartClassRequest(TypedDict):
    """The planned length of a round."""

    minutes: "NotRequired[int]"


class StartedEvent(TypedDict):
    type: "Literal['started']"
    seats: "list[int]"
    rated: "NotRequired[bool]"


class State(TypedDict):
    """The current position as one reader may see it."""

    game: "str"
    version: "int"
    deadline: "str | None"
    paused: "bool"
    phase: "Phase"
    commitment: "str"
    turn_seconds: "int | None"
    rated: "bool | None"
    dealer: "int | None"
    deal: "int"
    turn: "int | None"
    to_act: "int | None"
    asked: "AskedEvent | None"
    closing: "ClosingReason | None"
    stock: "int"
    stock_cards: "list[Card] | None"
    idle_asks: "int"
    seats: "list[SeatState]"
    void: "list[VoidBook]"
    discards: "list[Book]"
    result: "GameOverEvent | None"
    series: "SeriesOverEvent | None"
    rulings: "list[RuledEvent]"
    you: "int | None"
    spectator: "bool"
    legal_actions: "list[Action]"
    last_move: "Move"


class StateFrame(TypedDict):
    type: "Literal['state']"
    id: "int"
    data: "State"


class StoredAnalysis(TypedDict):
    """The analysis of a game."""

    game: "str"
    status: "Literal['done']"
    model: "str"
    annulled: "bool"
    analysis: "Analysis"


class StreamEnd(TypedDict):
    """Why the stream ends."""

    reason: "StreamEndReason"


class StreamTicket(TypedDict):
    """A ticket."""

    ticket: "str"
    expires_at: "str"


class StreamedMove(TypedDict):
    """A move; the newest one carries the reader's state, if the stream was opened with `state=true`."""

    number: "int"
    seat: "int | None"
    at: "str"
    digest: "str"
    events: "list[Event]"
    state: "NotRequired[State]"


class TableFrame(TypedDict):
    type: "Literal['table']"
    id: "int"
    data: "TournamentTable"


class TableLine(TypedDict):
    """What a pupil got at a table."""

    round: "int"
    table: "int"
    books: "int"
    first: "bool"


class TableMessageData(TypedDict):
    """A table of a tournament."""

    tournament: "str"
    round: "int"
    game: "str"


class TableSeat(TypedDict):
    """A player at a table, and what they got there."""

    seat: "int"
    player: "TournamentPlayer"
    place: "int | None"
    points: "float | None"
    books: "int | None"
    left: "bool"


class TestedToken(TypedDict):
    """A tested token. Nothing is shown about an invalid one."""

    valid: "bool"
    username: "str | None"
    scopes: "list[Scope] | None"
    expires_at: "str | None"
    resource: "NotRequired[str | None]"


class TestedTokens(TypedDict):
    """The tested tokens, in the order of the request."""

    results: "list[TestedToken]"


class TimeFrame(TypedDict):
    type: "Literal['time']"
    data: "ServerTime"


class TimedOutEvent(TypedDict):
    type: "Literal['timed_out']"
    seat: "int"


class Token(TypedDict):
    """A token, without its secret."""

    id: "int"
    name: "str"
    scopes: "list[Scope]"
    prefix: "str"
    created_at: "str"
    expires_at: "str"
    last_used_at: "str | None"


class TokenExchangeRequest(TypedDict):
    """The form of an exchange of a code for a token."""

    grant_type: "str"
    client_id: "str"
    code: "NotRequired[str]"
    redirect_uri: "NotRequired[str]"
    code_verifier: "NotRequired[str]"
    device_code: "NotRequired[str]"
    resource: "NotRequired[str]"


class TokenList(TypedDict):
    """Live tokens, newest first."""

    tokens: "list[Token]"


class TokenTestRequest(TypedDict):
    """The tokens to test."""

    tokens: "list[str]"


class TopStandings(TypedDict):
    """The beginning of the standings."""

    results: "list[Standing]"


class Tournament(TypedDict):
    """A tournament."""

    id: "str"
    name: "str"
    host: "str"
    status: "TournamentStatus"
    format: "TournamentFormat"
    preset: "str"
    overlays: "list[str]"
    seats: "int"
    turn_seconds: "int"
    starts_at: "str"
    players: "int"
    players_min: "int"
    players_max: "int"
    entry: "TournamentEntryKind"
    kinds: "TournamentPlayers"
    rated: "bool"
    rounds: "int | None"
    minutes: "int | None"
    late_until: "int"
    round: "int"
    phase: "TournamentPhase | None"
    confirmed: "int"
    confirm_until: "str | None"
    ends_at: "str | None"
    created_at: "str"
    started_at: "str | None"
    finished_at: "str | None"
    end_reason: "TournamentEndReason | None"
    version: "int"
    place_points: "list[PlacePoints]"
    directors: "list[str]"
    join_code: "str | None"
    me: "OwnEntry | None"


class TournamentEntry(TypedDict):
    """A tournament in a list."""

    id: "str"
    name: "str"
    host: "str"
    status: "TournamentStatus"
    format: "TournamentFormat"
    preset: "str"
    overlays: "list[str]"
    seats: "int"
    turn_seconds: "int"
    starts_at: "str"
    players: "int"
    players_min: "int"
    players_max: "int"
    entry: "TournamentEntryKind"
    kinds: "TournamentPlayers"
    rated: "bool"
    rounds: "int | None"
    minutes: "int | None"
    late_until: "int"
    round: "int"
    phase: "TournamentPhase | None"
    confirmed: "int"
    confirm_until: "str | None"
    ends_at: "str | None"
    created_at: "str"
    started_at: "str | None"
    finished_at: "str | None"
    end_reason: "TournamentEndReason | None"
    version: "int"


class TournamentGuestsRequest(TypedDict):
    """Players to invite."""

    players: "list[str]"


class TournamentMessageData(TypedDict):
    """A tournament."""

    tournament: "str"


class TournamentOverMessage(TypedDict):
    type: "Literal['tournament.over']"
    timestamp: "str"
    data: "TournamentMessageData"


class TournamentPage(TypedDict):
    """A page of tournaments, newest first."""

    next: "str | None"
    previous: "str | None"
    results: "list[TournamentEntry]"


class TournamentPlayer(TypedDict):
    """A player."""

    username: "str"
    display_name: "str | None"
    picture: "str | None"
    is_bot: "bool"


class TournamentRoundMessage(TypedDict):
    type: "Literal['tournament.round']"
    timestamp: "str"
    data: "RoundMessageData"


class TournamentTable(TypedDict):
    """A table."""

    round: "int"
    number: "int"
    status: "TournamentTableStatus"
    game: "str | None"
    players: "list[TableSeat]"
    finished_at: "str | None"


class TournamentTablePage(TypedDict):
    """A page of tables, in the order of rounds."""

    next: "str | None"
    previous: "str | None"
    results: "list[TournamentTable]"


class TournamentTableReadyMessage(TypedDict):
    type: "Literal['tournament.table_ready']"
    timestamp: "str"
    data: "TableMessageData"


class TranscriptFile(TypedDict):
    """A finished game, complete; GET /transcripts/schema has its JSON Schema."""

    format: "str"
    version: "int"
    game: "str"
    preset: "str"
    overlays: "list[str]"
    seats: "list[dict[str, Any]]"
    rules: "Rules"
    commitment: "str"
    seed: "str"
    entropy: "list[Any]"
    result: "dict[str, Any]"
    series: "dict[str, Any] | None"
    rulings: "NotRequired[list[dict[str, Any]]]"
    moves: "list[dict[str, Any]]"
    annotations: "NotRequired[Annotations]"


class TurnClosingEvent(TypedDict):
    type: "Literal['turn_closing']"
    seat: "int"
    reason: "ClosingReason"


class TurnContinuesEvent(TypedDict):
    type: "Literal['turn_continues']"
    seat: "int"
    reason: "ContinueReason"


class TurnPassedEvent(TypedDict):
    type: "Literal['turn_passed']"
    seat: "NotRequired[int]"
    to: "int"
    reason: "PassReason"


class TurnYoursMessage(TypedDict):
    type: "Literal['turn.yours']"
    timestamp: "str"
    data: "GameMessageData"


class TurningPoint(TypedDict):
    """A move that changed the win chance of a seat a lot."""

    number: "int"
    seat: "int"
    change: "float"
    text: "str"


class Tv(TypedDict):
    """The channels that have a game, or games to replay."""

    channels: "list[TvChannel]"
    recent: "list[GameEntry]"


class TvChannel(TypedDict):
    """A channel and the game that it shows."""

    channel: "Channel"
    game: "GameEntry"
    watchers: "int"


class UnreadNotices(TypedDict):
    """How many notices are not marked as read."""

    unread_notices: "int"


class UserCodeRequest(TypedDict):
    """The code that a device shows."""

    user_code: "str"


class Verdict(TypedDict):
    """The result of verifying a transcript."""

    holds: "bool"
    moves: "int"
    scope: "VerdictScope"
    failure: "Failure | None"
    proved_until: "int | None"
    unproved: "list[str]"


class VerificationRequestRequest(TypedDict):
    """A transcript, and receipts to compare its log with."""

    format: "str"
    version: "int"
    game: "str"
    preset: "str"
    overlays: "list[str]"
    seats: "list[dict[str, Any]]"
    rules: "RulesRequest"
    commitment: "str"
    seed: "str"
    entropy: "list[Any]"
    result: "dict[str, Any]"
    series: "dict[str, Any] | None"
    rulings: "NotRequired[list[dict[str, Any]]]"
    moves: "list[dict[str, Any]]"
    annotations: "NotRequired[dict[str, Any]]"
    receipts: "NotRequired[ReceiptsRequest]"


class VoidBook(TypedDict):
    """A book that left play without scoring."""

    rank: "Rank | None"
    cards: "list[Card] | None"
    seat: "int"


class Waiting(TypedDict):
    """Why no moves are sent for a while. The stream stays open, and continues by itself."""

    reason: "Literal['unavailable']"


class WaitingAnalysis(TypedDict):
    """An analysis that is not computed yet."""

    game: "str"
    status: "AnalysisStatus"
    ahead: "int"


class WaitingDevice(TypedDict):
    """A device that waits."""

    app: "AskingApp"
    scopes: "list[Scope]"
    requested_at: "str"
    expires_in_days: "int"


class WaitingFrame(TypedDict):
    type: "Literal['waiting']"
    data: "Waiting"


class WatchCode(TypedDict):
    """The watch code of a game."""

    watch_code: "str"


class Webhook(TypedDict):
    """A webhook, without its secrets."""

    id: "int"
    url: "str"
    events: "list[WebhookEvent]"
    status: "WebhookStatus"
    reason: "WebhookEnd | None"
    created_at: "str"
    failing_since: "str | None"
    old_secret_until: "str | None"


class WebhookList(TypedDict):
    """The webhooks of the token, oldest first."""

    webhooks: "list[Webhook]"


class WinChances(TypedDict):
    """The win chance of each seat after a move, computed from all cards."""

    number: "int"
    shares: "list[float]"


class WordsRequest(TypedDict):
    """A text to add."""

    words: "str"


class Written(TypedDict):
    """A text that the reader wrote."""

    at: "str"
    text: "str"


AccountFrame: TypeAlias = (
    SnapshotFrame | NewsFrame | NoticesFrame | CancelledFrame | TimeFrame | WaitingFrame | EndFrame
)
Action: TypeAlias = (
    AskAction
    | AnswerAction
    | DeclareAction
    | EndTurnAction
    | ExposeAction
    | CutAction
    | MisdealAction
    | ResignAction
)
AnalysisStanding: TypeAlias = str
"""One of none, waiting, done, unavailable; new values may come."""
AnalysisStatus: TypeAlias = str
"""One of queued, running; new values may come."""
AskBy: TypeAlias = str
"""One of rank, card; new values may come."""
AskCertainty: TypeAlias = str
"""One of hit, miss; new values may come."""
AskHeldCard: TypeAlias = str
"""One of forbid, allow; new values may come."""
AskingAppKind: TypeAlias = str
"""One of web, loopback, private_scheme, device; new values may come."""
BookDisplay: TypeAlias = str
"""One of face_up, face_down; new values may come."""
BookSize: TypeAlias = int
"""One of 4, 2; new values may come."""
Card: TypeAlias = Literal[
    "2C",
    "2D",
    "2H",
    "2S",
    "3C",
    "3D",
    "3H",
    "3S",
    "4C",
    "4D",
    "4H",
    "4S",
    "5C",
    "5D",
    "5H",
    "5S",
    "6C",
    "6D",
    "6H",
    "6S",
    "7C",
    "7D",
    "7H",
    "7S",
    "8C",
    "8D",
    "8H",
    "8S",
    "9C",
    "9D",
    "9H",
    "9S",
    "TC",
    "TD",
    "TH",
    "TS",
    "JC",
    "JD",
    "JH",
    "JS",
    "QC",
    "QD",
    "QH",
    "QS",
    "KC",
    "KD",
    "KH",
    "KS",
    "AC",
    "AD",
    "AH",
    "AS",
    "BJ",
    "RJ",
]
Channel: TypeAlias = str
"""One of best, classic, bicycle, bicycle_authors, pairs, pagat, pagat_authors; new values may come."""
Check: TypeAlias = str
"""One of commitment, number, digest, entry, author, legality, events, result, receipt; new values may come."""
ClassAction: TypeAlias = str
"""One of open, close, pause, resume, finish, end; new values may come."""
ClassKind: TypeAlias = str
"""One of class, party; new values may come."""
ClassLanguage: TypeAlias = str
"""One of en, de, es; new values may come."""
ClassStatus: TypeAlias = str
"""One of waiting, formed, playing, between, over; new values may come."""
ClassTableStatus: TypeAlias = str
"""One of formed, playing, over; new values may come."""
CloseReason: TypeAlias = str
"""One of empty, expired; new values may come."""
ClosingReason: TypeAlias = str
"""One of no_catch, stock_empty, no_cards, no_target, no_playable_card, hand_empty, stalemate; new values may come."""
ContinueReason: TypeAlias = str
"""One of received, catch, book; new values may come."""
DealerRotation: TypeAlias = str
"""One of clockwise, fixed; new values may come."""
DealerSelection: TypeAlias = str
"""One of random, low_card, high_card; new values may come."""
DeclineReason: TypeAlias = str
"""One of later, rules, clock, no_bots, other; new values may come."""
DeliveryStatus: TypeAlias = str
"""One of queued, delivered, failed; new values may come."""
DeliveryType: TypeAlias = str
"""One of turn.yours, game.started, game.over, invitation.received, match.found, dispute.ruled, notice, tournament.round, tournament.table_ready, tournament.over, challenge; new values may come."""
HeldDisputeReason: TypeAlias = str
"""One of cheating_or_collusion, abandonment, honour_irregularity, referee_error, abusive_name, other; new values may come."""
DisputeReason: TypeAlias = HeldDisputeReason
DisputeStatus: TypeAlias = Literal["open", "claimed", "ruled", "appealed", "withdrawn"]
DrawReason: TypeAlias = str
"""One of fish, empty_hand; new values may come."""
Emote: TypeAlias = str
"""One of hello, good_luck, thinking, hurry, nice, lucky, go_fish, oops, sorry, thanks, wow, good_game; new values may come."""
EndOnEmptyHand: TypeAlias = str
"""One of never, while_stock, always; new values may come."""
EndReason: TypeAlias = str
"""One of all_books, hand_empty, stock_empty, no_moves, stalemate, abandoned, ruled; new values may come."""
EntrantStatus: TypeAlias = str
"""One of active, paused, withdrawn, removed; new values may come."""
Event: TypeAlias = (
    CreatedEvent
    | SeatTakenEvent
    | EntropyAddedEvent
    | SeatLeftEvent
    | StartedEvent
    | ClosedEvent
    | DealerDrawnEvent
    | PackCutEvent
    | AskedEvent
    | CardsGivenEvent
    | GoFishEvent
    | BookMadeEvent
    | BookVoidedEvent
    | BookDiscardedEvent
    | TurnContinuesEvent
    | TurnClosingEvent
    | PlayerSkippedEvent
    | TurnPassedEvent
    | IrregularityEvent
    | CardExposedEvent
    | MisdealtEvent
    | ResignedEvent
    | AbandonedEvent
    | TimedOutEvent
    | StandInSeatedEvent
    | RuledEvent
    | SeatRestoredEvent
    | GameOverEvent
    | SeriesContinuesEvent
    | SeriesOverEvent
    | DealtEvent
    | CardDrawnEvent
)
ExportContent: TypeAlias = Literal["transcripts", "summaries"]
FollowedFrame: TypeAlias = (
    FollowingFrame
    | StateFrame
    | PlayersOfGameFrame
    | MoveOfGameFrame
    | EmoteOfGameFrame
    | TimeFrame
    | WaitingFrame
    | EndOfGameFrame
)
GameFrame: TypeAlias = (
    StateFrame | PlayersFrame | MoveFrame | EmoteFrame | TimeFrame | WaitingFrame | EndFrame
)
GameLine: TypeAlias = GameEntry | PageEnd
GameStatus: TypeAlias = Literal["lobby", "running", "over", "closed"]
RulingKind: TypeAlias = str
"""One of dismissed, warning, annulled, adjusted, seat_removed, suspended; new values may come."""
HeldRulingKind: TypeAlias = RulingKind
KnowledgeMethod: TypeAlias = str
"""One of exact, sampled; new values may come."""
Level: TypeAlias = str
"""One of random, forgetful, memory, expert, master; new values may come."""
MatchStatus: TypeAlias = Literal["waiting", "seated"]
Method: TypeAlias = Literal["GET", "POST"]
MidTurnEmpty: TypeAlias = str
"""One of draw_and_continue, end_turn; new values may come."""
MisdealReason: TypeAlias = str
"""One of exposed_card, too_few_cards; new values may come."""
MoveLine: TypeAlias = Move | MovesEnd
NewsKind: TypeAlias = str
"""One of invited, invitation_ended, joined, started, your_turn, ruled, over, closed, left, looked_into; new values may come."""
NoticeKind: TypeAlias = str
"""One of dispute_ruled, appeal_ruled, warned, suspended, seat_removed, seat_restored, looked_into, ruling_undone, renamed, webhook_disabled, invitation_declined, tournament_removed, lobby_closed, tournament_cancelled; new values may come."""
Offence: TypeAlias = str
"""One of out_of_turn, illegal_call, failure_to_give_up; new values may come."""
OnAbandon: TypeAlias = str
"""One of end, stand_in; new values may come."""
OnEmptyHand: TypeAlias = str
"""One of draw_one, skip; new values may come."""
OverlayName: TypeAlias = str
"""One of pairs, open_hand, wild_cards, pointed_questions, fish_penalty, specific_card, bluff, play_on, series, honour; new values may come."""
PassReason: TypeAlias = str
"""One of start, no_catch, stock_empty, no_cards, no_target, no_playable_card, timeout; new values may come."""
Penalty: TypeAlias = str
"""One of rank_barred, misses_next_turn; new values may come."""
Phase: TypeAlias = Literal["lobby", "closed", "cut", "ask", "answer", "closing", "over"]
Picture: TypeAlias = str
"""One of angelfish, anglerfish, clownfish, eel, flounder, goldfish, pufferfish, ray, seahorse, shark, sunfish, swordfish; new values may come."""
Place: TypeAlias = str
"""One of seat, stock, laid; new values may come."""
PresetName: TypeAlias = str
"""One of classic, bicycle, bicycle_authors, pairs, pagat, pagat_authors; new values may come."""
Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
RatingCertainty: TypeAlias = str
"""One of provisional, rough, fair, firm; new values may come."""
RatingFamilyName: TypeAlias = str
"""One of go_fish, pairs, authors; new values may come."""
RatingPool: TypeAlias = str
"""One of people, bots; new values may come."""
Referee: TypeAlias = str
"""One of auto, honour; new values may come."""
RemovalReason: TypeAlias = str
"""One of absent, unfair_play, conduct, name, wrong_tournament, other; new values may come."""
ReplayedPhase: TypeAlias = str
"""One of lobby, closed, cut, ask, answer, closing, over, dealer, deal; new values may come."""
Result: TypeAlias = str
"""One of won, shared, lost; new values may come."""
ReviewAction: TypeAlias = str
"""One of looked, looked_into_running, claimed, released, ruled, exported, looked_at_player, noted, note_erased, renamed, undid, enrolment_link, enrolled, factor_removed, wrong_code; new values may come."""
Scope: TypeAlias = str
"""One of read, play, bot, account, class; new values may come."""
SeatedPlayerKind: TypeAlias = Literal["person", "bot", "built_in"]
SkipReason: TypeAlias = str
"""One of penalty, no_cards; new values may come."""
StreamEndReason: TypeAlias = str
"""One of game_over, game_closed, invitation_ended, seat_left, invalid_token, ticket_expired, watch_code_ended, unavailable, no_games_left, moved_on, stopping; new values may come."""
TieBreak: TypeAlias = str
"""One of shared, fewest_cards; new values may come."""
TournamentAction: TypeAlias = str
"""One of pause, resume, extend, begin, remove, cancel; new values may come."""
TournamentEndReason: TypeAlias = str
"""One of played, by_director, too_few_players; new values may come."""
TournamentEntryKind: TypeAlias = str
"""One of open, code, invited; new values may come."""
TournamentFormat: TypeAlias = str
"""One of rounds, round_robin, arena; new values may come."""
TournamentFrame: TypeAlias = (
    RoundFrame | ReloadFrame | TableFrame | StandingFrame | TimeFrame | EndFrame
)
TournamentPhase: TypeAlias = str
"""One of confirming, playing; new values may come."""
TournamentPlayers: TypeAlias = str
"""One of people, bots, both; new values may come."""
TournamentStatus: TypeAlias = str
"""One of open, running, paused, over, cancelled; new values may come."""
TournamentTableLine: TypeAlias = TournamentTable | PageEnd
TournamentTableStatus: TypeAlias = str
"""One of waiting, playing, over, void; new values may come."""
Transfer: TypeAlias = str
"""One of all, one; new values may come."""
TurnPassesTo: TypeAlias = str
"""One of left, asked; new values may come."""
TvFrame: TypeAlias = (
    ChannelFrame
    | StateFrame
    | PlayersOfGameFrame
    | MoveOfGameFrame
    | EmoteOfGameFrame
    | TimeFrame
    | WaitingFrame
    | EndOfGameFrame
)
VerdictScope: TypeAlias = Literal["full", "chain"]
Visibility: TypeAlias = Literal["public", "private"]
VoidReason: TypeAlias = str
"""One of barred_rank, not_shown; new values may come."""
WayOfSeating: TypeAlias = str
"""One of lot, results, hand; new values may come."""
WebhookEnd: TypeAlias = str
"""One of challenge_unanswered, gone, failing; new values may come."""
WebhookEvent: TypeAlias = str
"""One of turn.yours, game.started, game.over, invitation.received, match.found, dispute.ruled, notice, tournament.round, tournament.table_ready, tournament.over; new values may come."""
WebhookStatus: TypeAlias = str
"""One of unconfirmed, active, disabled; new values may come."""
Index = EntryPoints
FINAL_REASONS = (
    "game_over",
    "game_closed",
    "invitation_ended",
    "seat_left",
    "invalid_token",
    "ticket_expired",
    "watch_code_ended",
    "no_games_left",
)
"""Reasons after which a stream has ended for good."""
