"""Problems of lobbies."""

from api_kit.problems import table

LOBBY = table("""
    404 game_not_found: No such game
        There is no game with this id, or it is private and you are not in it.
    400 impossible_rules: These rules cannot be played
        Each entry of errors names an option and the reason. GET /api/v1/rulesets lists all options and their
        values.
    409 already_started: The game has started
        Seats can be taken, left and filled only before the start.
    409 game_closed: The lobby was closed
        All players left it, or its time ran out, before the start. Open or join another game.
    409 not_started: The game has not started
        Wait until all seats are taken.
    409 game_full: The game is full
        All seats are taken. Join another game.
    422 no_such_seat: No such seat
        Seats are numbered from 0.
    409 seat_taken: The seat is taken
        Choose another seat, or leave out seat to get any free one.
    409 seat_empty: The seat is empty
        No player or bot sits there.
    409 too_few_seats: Too few players
        The rules do not allow a game with this number of seats.
    409 too_many_seatings: Too many seatings in this lobby
        The limit of this lobby is reached. The last seatings are reserved for invited players; the host can
        still start the game.
    409 left_too_often: You left or were removed from this lobby too often
        After 3 exits from a lobby, by leaving or by removal, an account cannot join it again.
    409 entropy_already_given: You have already given entropy
        Each seat gives entropy once, with the join or later.
    422 bad_entropy: Invalid entropy
        Send 1 to 128 characters without control characters and line breaks.
    409 already_seated: You already have a seat
        An account has one seat in a game. Read the state of the game.
    403 spectators_barred: No spectators
        Only the players of this game may watch it.
    409 game_is_public: The game is public
        Everyone may watch a public game. Only a private game has a watch code.
    403 bots_barred: No bots
        The host has excluded bot accounts from this game.
    422 not_rateable: This game cannot be rated
        A rated game is public, has a preset with no options and no overlays but series and play_on, no aids,
        and is opened by a registered account. People play it without built-in bots.
    403 rated_for_others: The rated game is for other players
        A rated game is for registered people or for bots, as its host is one. Guests can play games that are
        not rated.
    403 emotes_off: No emotes
        The host has switched emotes off in this game.
    409 too_many_games: Too many games at once
        Finish or leave one of your games first.
    409 already_waiting: You are already waiting for a table
        Cancel the match first: DELETE /api/v1/matches/{id}.
    404 match_not_found: No such match
        Only your latest match is kept. Start another with POST /api/v1/matches.
    409 invitation_declined: The invitation was declined
        A player who has declined cannot be invited to the same game again.
    409 too_many_invitations: Too many invitations
        A game can invite at most 20 players, including those who declined.
    409 not_invitable: The player cannot be invited now
        Try again later.
    403 not_invited: You are not invited
        You have no invitation to this game.
    403 not_a_bot: Only bots have a status
        POST /api/v1/me/bots creates a bot. Announce with the bot's own token.
    403 not_seated: You have no seat in this game
        Only players of the game may do this.
    403 not_host: You are not the host
        The host is the player on the lowest taken seat.
""")
