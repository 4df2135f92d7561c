"""The problems of game operations: each refusal's code with its status and what to do about it."""

from api_kit.problems import PROBLEMS as SHARED
from api_kit.problems import Problem, table

LOBBY = table(
    [
        Problem(
            "game_not_found",
            404,
            "No such game",
            "There is no game with this id, or you may not know of it.",
        ),
        Problem(
            "impossible_rules",
            400,
            "These rules cannot be played",
            "Each entry of errors names an option and why it cannot stand; "
            "GET /api/v1/rulesets lists what there is.",
        ),
        Problem(
            "already_started",
            409,
            "The game has started",
            "Seats are taken, left and filled only in the lobby.",
        ),
        Problem(
            "game_closed",
            409,
            "The game was closed",
            "Its lobby was left by all, or its time was up, before it started; open or join another.",
        ),
        Problem("not_started", 409, "The game has not started", "Wait until the seats are full."),
        Problem("game_full", 409, "The game is full", "Every seat is taken; join another game."),
        Problem("no_such_seat", 422, "No such seat", "Seats are numbered from 0."),
        Problem("seat_taken", 409, "The seat is taken", "Choose another seat, or none for any."),
        Problem("seat_empty", 409, "The seat is empty", "Nobody sits there."),
        Problem(
            "too_few_seats",
            409,
            "Too few players",
            "The rules have no deal for the number of seats taken.",
        ),
        Problem(
            "too_many_seatings",
            409,
            "The lobby was joined too often",
            "Leaving and starting go on; seats are for those whom the host invites, and then for none.",
        ),
        Problem(
            "left_too_often",
            409,
            "You have left this lobby too often",
            "An account that has left a lobby, or was removed from it, 3 times cannot take a seat there again.",
        ),
        Problem(
            "entropy_already_given",
            409,
            "You have given entropy",
            "A seat gives it once, when it is taken or later.",
        ),
        Problem(
            "bad_entropy",
            422,
            "Not a text for the shuffle",
            "1 to 128 characters, none a control character or a line break.",
        ),
        Problem(
            "already_seated",
            409,
            "You sit here already",
            "One account has one seat in a game; read its state.",
        ),
        Problem(
            "spectators_barred",
            403,
            "No spectators",
            "Only the players of this game may watch it.",
        ),
        Problem("bots_barred", 403, "No bots", "The host wants to play with people."),
        Problem(
            "too_many_games",
            409,
            "Too many games at once",
            "Finish or leave one of your games first.",
        ),
        Problem(
            "already_waiting",
            409,
            "You wait for a table already",
            "One match at a time; cancel it with DELETE /api/v1/matches/{id}.",
        ),
        Problem(
            "match_not_found",
            404,
            "No such match",
            "Only your own latest match is kept; POST /api/v1/matches makes another.",
        ),
        Problem("no_such_player", 404, "No such player", "Nobody has this username."),
        Problem(
            "invitation_declined",
            409,
            "The invitation was declined",
            "This player is not invited to the same game again.",
        ),
        Problem(
            "too_many_invitations",
            409,
            "Too many invitations",
            "A game invites 20 players at most, those counted who declined.",
        ),
        Problem("not_invitable", 409, "Not to be invited now", "Try again later."),
        Problem(
            "not_invited", 403, "You are not invited", "Only the invited decline an invitation."
        ),
        Problem("not_seated", 403, "You have no seat here", "Only players of the game do this."),
        Problem(
            "not_host",
            403,
            "You are not the host",
            "The lowest seat that a person has taken is the host's.",
        ),
    ]
)

TURNS = table(
    [
        Problem(
            "already_left",
            409,
            "The seat has left",
            "You resigned, or were away for too long; a stand-in may play your seat on.",
        ),
        Problem("no_clock", 500, "The game has no clock", "Nobody's time runs out in it."),
        Problem("game_over", 409, "The game is over", "Nothing more can be played in it."),
        Problem(
            "not_your_turn",
            409,
            "It is not your turn",
            "to_act in the state says which seat the game waits for.",
        ),
        Problem(
            "wrong_phase",
            409,
            "Not at this moment",
            "legal_actions in the state lists what you may do now.",
        ),
    ]
)

ASKS = table(
    [
        Problem(
            "wrong_ask_form",
            422,
            "Asked in the wrong form",
            "The game's option ask_by says whether one asks for a rank or for a card.",
        ),
        Problem("bad_target", 422, "Not a seat to ask", "Ask another seat of this game."),
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
            "In this game one does not ask for a card in one's own hand.",
        ),
        Problem(
            "rank_closed",
            422,
            "The rank is closed",
            "No book of it can be made by asking: too few cards are in play, or you hold it whole.",
        ),
        Problem("card_out_of_play", 422, "The card is out of play", "It lies in a book."),
    ]
)

CARDS = table(
    [
        Problem("duplicate_card", 422, "A card is named twice", "Name each card once."),
        Problem("card_not_held", 422, "You do not hold the card", "Name cards of your own hand."),
        Problem(
            "not_a_book",
            422,
            "Not a book",
            "A book has book_size cards of one rank; jokers may stand for some, not for all.",
        ),
        Problem(
            "card_not_asked",
            422,
            "Not asked for",
            "Hand over what was asked for, or nothing to say go fish.",
        ),
        Problem(
            "card_already_exposed",
            422,
            "Seen already",
            "The card was exposed before, maybe by another.",
        ),
        Problem(
            "honour_only",
            422,
            "Only in honour mode",
            "In this game the referee does it.",
        ),
        Problem(
            "bad_cut", 422, "Not a cut", "A cut leaves at least one card in each of the two parts."
        ),
        Problem(
            "misdeal_not_allowed",
            422,
            "No misdeal to claim",
            "Where redeal_on_exposed is on, each seat claims once a game, before the first ask.",
        ),
    ]
)

RETRIES = table(
    [
        Problem(
            "stale_version",
            412,
            "The game has moved on",
            "Nothing was judged or recorded; read the state, decide again, send its ETag.",
        ),
        Problem(
            "version_needed",
            428,
            "Say which version you saw",
            "In honour mode a late command could be an offence: send If-Match.",
        ),
        Problem(
            "bad_if_match",
            400,
            "If-Match cannot be read",
            'Send one ETag as the state gave it, such as "12-0".',
        ),
        Problem(
            "idempotency_key_reused",
            422,
            "The key belongs to another request",
            "A retry must be the same request; a new request needs a new Idempotency-Key.",
        ),
        Problem(
            "bad_idempotency_key",
            400,
            "Idempotency-Key cannot be read",
            "Use 1 to 64 visible ASCII characters, such as a UUID.",
        ),
    ]
)

LOG = table(
    [
        Problem("no_such_move", 404, "No such move", "Moves are numbered from 1 to the version."),
        Problem(
            "not_over_yet",
            409,
            "The game is not over yet",
            "The transcript holds the seed of every shuffle; it is there once the game is over.",
        ),
        Problem(
            "too_much_to_check",
            422,
            "The transcript takes too long to check",
            "The check used up its time or memory. Check it on your machine: "
            "`python -m games.engine.verify FILE`.",
        ),
        Problem(
            "transcript_broken",
            422,
            "The transcript does not hold",
            "Detail names what does not hold; POST /api/v1/transcripts/verify names the move.",
        ),
        Problem(
            "already_imported",
            409,
            "The game is here already",
            "Its transcript was imported before, or it was played on this server.",
        ),
        Problem(
            "malformed_entry",
            500,
            "The game's log cannot be read",
            "It has been logged; nothing was changed.",
        ),
        Problem(
            "bad_pack",
            500,
            "The referee's pack is wrong",
            "It has been logged; nothing was changed.",
        ),
        Problem(
            "malformed_card",
            400,
            "No such card",
            "Cards are rank then suit, such as 7H, TS or AC; jokers RJ and BJ.",
        ),
    ]
)

LIVE = table(
    [
        Problem(
            "bad_last_event_id",
            400,
            "No such place in the log",
            "Last-Event-ID and after are the number of a move of this game, or 0.",
        ),
        Problem(
            "invalid_ticket",
            401,
            "The ticket does not hold",
            "A ticket opens the stream of one game for some minutes; "
            "get another from POST /api/v1/games/{id}/stream_ticket.",
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
            "There is no dispute with this id, or you may not know of it.",
        ),
        Problem(
            "already_disputed",
            409,
            "A dispute waits already",
            "One dispute an account and game; add to it, or wait for its ruling.",
        ),
        Problem(
            "played_elsewhere",
            409,
            "The game was played elsewhere",
            "An imported game is disputed on the server that it was played on.",
        ),
        Problem("too_many_words", 409, "Enough was said", "A dispute takes 20 texts."),
        Problem(
            "dispute_settled",
            409,
            "The dispute is settled",
            "It was ruled on or withdrawn, so that nothing is added to it.",
        ),
        Problem("not_ruled_yet", 409, "Not ruled on yet", "An appeal is against a ruling."),
        Problem(
            "appealed_already",
            409,
            "Appealed already",
            "A dispute is reviewed on appeal once; that ruling is the last.",
        ),
        Problem(
            "claimed_by_another",
            409,
            "Another reviewer works on it",
            "Claims last an hour, or until they are given up.",
        ),
        Problem("not_claimed", 409, "Not claimed", "A reviewer claims a dispute to rule on it."),
        Problem(
            "reviewer_involved",
            403,
            "The reviewer is involved",
            "They, or a bot of theirs, played or disputed the game, or they ruled on the dispute before.",
        ),
        Problem(
            "has_looked",
            403,
            "You have seen hidden cards of this game",
            "Who has looked into a game as a reviewer takes no seat in it, nor do that person's bots.",
        ),
        Problem("reasons_missing", 422, "Reasons are missing", "Say why."),
        Problem(
            "ruling_impossible",
            422,
            "The ruling does not fit the game",
            "Detail says what it lacks, or names too much.",
        ),
    ]
)

GAMES = LOBBY | TURNS | ASKS | CARDS | RETRIES | LOG | LIVE | DISPUTES
PROBLEMS = SHARED | GAMES
