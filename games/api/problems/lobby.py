"""Problems of lobbies."""

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
            "You left or were removed from this lobby too often",
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
            "game_is_public",
            409,
            "The game is public",
            "Everyone may watch a public game. Only a private game has a watch code.",
        ),
        Problem(
            "bots_barred", 403, "No bots", "The host has excluded bot accounts from this game."
        ),
        Problem(
            "not_rateable",
            422,
            "This game cannot be rated",
            "A rated game is public, has a preset with no options and no overlays but series and "
            "play_on, no aids, and is opened by a registered account. People play it without "
            "built-in bots.",
        ),
        Problem(
            "rated_for_others",
            403,
            "The rated game is for other players",
            "A rated game is for registered people or for bots, as its host is one. Guests can play "
            "games that are not rated.",
        ),
        Problem("emotes_off", 403, "No emotes", "The host has switched emotes off in this game."),
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
            "not_a_bot",
            403,
            "Only bots have a status",
            "POST /api/v1/me/bots creates a bot. Announce with the bot's own token.",
        ),
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
