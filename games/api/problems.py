"""Problems of game operations: each code with its status, its title, and what the caller can do."""

from api_kit.problems import PROBLEMS as SHARED
from api_kit.problems import Problem, table

LOBBY = table(
    [
        Problem(
            "game_not_found",
            404,
            "No such game",
            "There is no game with this id, or it is private and you are not in it.",
        ),
        Problem(
            "impossible_rules",
            400,
            "These rules cannot be played",
            "Each entry of errors names an option and the reason. "
            "GET /api/v1/rulesets lists all options and their values.",
        ),
        Problem(
            "already_started",
            409,
            "The game has started",
            "Seats can be taken, left and filled only before the start.",
        ),
        Problem(
            "game_closed",
            409,
            "The lobby was closed",
            "All players left it, or its time ran out, before the start. Open or join another game.",
        ),
        Problem("not_started", 409, "The game has not started", "Wait until all seats are taken."),
        Problem("game_full", 409, "The game is full", "All seats are taken. Join another game."),
        Problem("no_such_seat", 422, "No such seat", "Seats are numbered from 0."),
        Problem(
            "seat_taken",
            409,
            "The seat is taken",
            "Choose another seat, or leave out seat to get any free one.",
        ),
        Problem("seat_empty", 409, "The seat is empty", "No player or bot sits there."),
        Problem(
            "too_few_seats",
            409,
            "Too few players",
            "The rules do not allow a game with this number of seats.",
        ),
        Problem(
            "too_many_seatings",
            409,
            "Too many seatings in this lobby",
            "The limit of this lobby is reached. The last seatings are reserved for invited players; "
            "the host can still start the game.",
        ),
        Problem(
            "left_too_often",
            409,
            "You have left this lobby too often",
            "After 3 exits from a lobby, by leaving or by removal, an account cannot join it again.",
        ),
        Problem(
            "entropy_already_given",
            409,
            "You have already given entropy",
            "Each seat gives entropy once, with the join or later.",
        ),
        Problem(
            "bad_entropy",
            422,
            "Invalid entropy",
            "Send 1 to 128 characters without control characters and line breaks.",
        ),
        Problem(
            "already_seated",
            409,
            "You already have a seat",
            "An account has one seat in a game. Read the state of the game.",
        ),
        Problem(
            "spectators_barred",
            403,
            "No spectators",
            "Only the players of this game may watch it.",
        ),
        Problem(
            "bots_barred", 403, "No bots", "The host has excluded bot accounts from this game."
        ),
        Problem(
            "too_many_games",
            409,
            "Too many games at once",
            "Finish or leave one of your games first.",
        ),
        Problem(
            "already_waiting",
            409,
            "You are already waiting for a table",
            "Cancel the match first: DELETE /api/v1/matches/{id}.",
        ),
        Problem(
            "match_not_found",
            404,
            "No such match",
            "Only your latest match is kept. Start another with POST /api/v1/matches.",
        ),
        Problem("no_such_player", 404, "No such player", "No player has this username."),
        Problem(
            "invitation_declined",
            409,
            "The invitation was declined",
            "A player who has declined cannot be invited to the same game again.",
        ),
        Problem(
            "too_many_invitations",
            409,
            "Too many invitations",
            "A game can invite at most 20 players, including those who declined.",
        ),
        Problem("not_invitable", 409, "The player cannot be invited now", "Try again later."),
        Problem("not_invited", 403, "You are not invited", "You have no invitation to this game."),
        Problem(
            "not_seated",
            403,
            "You have no seat in this game",
            "Only players of the game may do this.",
        ),
        Problem(
            "not_host",
            403,
            "You are not the host",
            "The host is the player on the lowest taken seat.",
        ),
    ]
)

TURNS = table(
    [
        Problem(
            "already_left",
            409,
            "You have left the game",
            "You resigned, or were away for too long. A stand-in may play your seat.",
        ),
        Problem("no_clock", 500, "The game has no clock", "The game has no turn clock."),
        Problem(
            "game_over",
            409,
            "The game is over",
            "Read its state for the result, or start a rematch.",
        ),
        Problem(
            "not_your_turn",
            409,
            "It is not your turn",
            "to_act in the state is the seat that the game waits for.",
        ),
        Problem(
            "wrong_phase",
            409,
            "Not possible now",
            "legal_actions in the state lists what you may do now.",
        ),
    ]
)

ASKS = table(
    [
        Problem(
            "wrong_ask_form",
            422,
            "Wrong form of ask",
            "The option ask_by of the game says whether players ask for a rank or for a card.",
        ),
        Problem("bad_target", 422, "Not a seat that you can ask", "Ask another seat of this game."),
        Problem(
            "target_has_no_cards",
            422,
            "The seat has no cards",
            "A player without cards cannot be asked.",
        ),
        Problem("rank_not_held", 422, "You hold none of that rank", "Ask only for ranks you hold."),
        Problem(
            "card_already_held",
            422,
            "You hold that card",
            "In this game, you cannot ask for a card in your own hand.",
        ),
        Problem(
            "rank_closed",
            422,
            "The rank is closed",
            "No book of this rank can be made by asking: too few cards are in play, or you hold all of them.",
        ),
        Problem("card_out_of_play", 422, "The card is out of play", "The card is in a book."),
    ]
)

CARDS = table(
    [
        Problem("duplicate_card", 422, "A card is listed twice", "List each card once."),
        Problem(
            "card_not_held", 422, "You do not hold this card", "List only cards of your own hand."
        ),
        Problem(
            "not_a_book",
            422,
            "Not a book",
            "A book has book_size cards of one rank. Jokers may replace some of them, not all.",
        ),
        Problem(
            "card_not_asked",
            422,
            "This card was not asked for",
            "Hand over what was asked for, or no cards to say go fish.",
        ),
        Problem(
            "card_already_exposed",
            422,
            "The card is already exposed",
            "All players have seen this card before.",
        ),
        Problem(
            "honour_only",
            422,
            "Only in honour mode",
            "In this game, the referee does this for you.",
        ),
        Problem(
            "bad_cut",
            422,
            "Invalid cut",
            "A cut leaves at least one card in each part of the pack.",
        ),
        Problem(
            "misdeal_not_allowed",
            422,
            "You cannot claim a misdeal",
            "With redeal_on_exposed, each seat may claim once in a game, before the first ask.",
        ),
    ]
)

RETRIES = table(
    [
        Problem(
            "stale_version",
            412,
            "The game has moved on",
            "Nothing was recorded. Read the state, decide again, and send its ETag as If-Match.",
        ),
        Problem(
            "version_needed",
            428,
            "If-Match is required",
            "In honour mode, a late command could be an offence. Send the ETag of the state as If-Match.",
        ),
        Problem(
            "bad_if_match",
            400,
            "Invalid If-Match",
            'Send one ETag of the state, such as "12-0".',
        ),
        Problem(
            "idempotency_key_reused",
            422,
            "The key belongs to another request",
            "A retry must be the same request. Send a new Idempotency-Key with a new request.",
        ),
        Problem(
            "bad_idempotency_key",
            400,
            "Invalid Idempotency-Key",
            "Send 1 to 64 visible ASCII characters, such as a UUID.",
        ),
    ]
)

LOG = table(
    [
        Problem(
            "no_such_move",
            404,
            "No such move",
            "Moves have the numbers 1 to the version of the game.",
        ),
        Problem(
            "not_over_yet",
            409,
            "The game is not over yet",
            "The transcript contains the seed of every shuffle. Ask again when the game is over.",
        ),
        Problem(
            "too_much_to_check",
            422,
            "The transcript takes too long to verify",
            "The verification exceeded its time or memory. Run it on your machine: "
            "`python -m games.engine.verify FILE`.",
        ),
        Problem(
            "transcript_broken",
            422,
            "The transcript is invalid",
            "detail names the fault. POST /api/v1/transcripts/verify names the move.",
        ),
        Problem(
            "already_imported",
            409,
            "This server already has the game",
            "Its transcript was imported before, or it was played on this server.",
        ),
        Problem(
            "malformed_entry",
            500,
            "The game's log cannot be read",
            "The error is logged. Nothing was changed.",
        ),
        Problem(
            "game_needs_newer_server",
            503,
            "The game needs a newer server",
            "A newer version of the service has stored this game, and this one cannot read it. Nothing was "
            "changed; the game goes on when the service is upgraded again.",
        ),
        Problem(
            "bad_pack",
            500,
            "Internal error in the pack of cards",
            "The error is logged. Nothing was changed.",
        ),
        Problem(
            "malformed_card",
            400,
            "No such card",
            "Write a card as rank and suit, such as 7H, TS or AC; jokers are RJ and BJ.",
        ),
    ]
)

LIVE = table(
    [
        Problem(
            "bad_last_event_id",
            400,
            "Invalid position in the log",
            "Last-Event-ID and after take the number of a move of this game, or 0.",
        ),
        Problem(
            "invalid_ticket",
            401,
            "Invalid ticket",
            "A ticket opens the stream of one game for some minutes. "
            "Get a new one from POST /api/v1/games/{id}/stream_ticket.",
        ),
        Problem(
            "too_many_streams",
            429,
            "Too many open connections",
            "Close a stream or a waiting request before you open another.",
        ),
    ]
)

DISPUTES = table(
    [
        Problem(
            "dispute_not_found",
            404,
            "No such dispute",
            "There is no dispute with this id that you may see.",
        ),
        Problem(
            "already_disputed",
            409,
            "You already have a dispute about this game",
            "Add to your open dispute, or wait for its ruling.",
        ),
        Problem(
            "played_elsewhere",
            409,
            "The game was played on another server",
            "Dispute an imported game on the server where it was played.",
        ),
        Problem("too_many_words", 409, "Too many texts", "A dispute has at most 20 texts."),
        Problem(
            "dispute_settled",
            409,
            "The dispute is settled",
            "It was ruled on or withdrawn. Nothing can be added.",
        ),
        Problem(
            "not_ruled_yet", 409, "There is no ruling yet", "You can appeal only after a ruling."
        ),
        Problem(
            "appealed_already",
            409,
            "Already appealed",
            "A dispute can be appealed once. The ruling on the appeal is final.",
        ),
        Problem(
            "claimed_by_another",
            409,
            "Claimed by another reviewer",
            "A claim lasts an hour, or until the reviewer releases it.",
        ),
        Problem("not_claimed", 409, "Not claimed", "Claim the dispute before you rule on it."),
        Problem(
            "reviewer_involved",
            403,
            "The reviewer is involved",
            "The reviewer or one of their bots played in or disputed the game, or they ruled on it before.",
        ),
        Problem(
            "has_looked",
            403,
            "You have seen hidden cards of this game",
            "A reviewer who has looked at hidden cards of a game cannot take a seat in it, nor can their bots.",
        ),
        Problem("reasons_missing", 422, "A reason is missing", "Give the reason of the ruling."),
        Problem(
            "ruling_impossible",
            422,
            "The ruling does not fit the game",
            "detail names what is missing or does not apply.",
        ),
    ]
)

GAMES = LOBBY | TURNS | ASKS | CARDS | RETRIES | LOG | LIVE | DISPUTES
PROBLEMS = SHARED | GAMES
