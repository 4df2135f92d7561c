"""Problems of retries, the move log and streams."""

from api_kit.problems import table

RETRIES = table("""
    412 stale_version: The game has moved on
        Nothing was recorded. Read the state, decide again, and send its ETag as If-Match.
    428 version_needed: If-Match is required
        In honour mode, a late command could be an offence. Send the ETag of the state as If-Match.
    400 bad_if_match: Invalid If-Match
        Send an ETag of the state, such as "12-0", or several with commas between.
    422 idempotency_key_reused: The key belongs to another request
        A retry must be the same request. Send a new Idempotency-Key with a new request.
    400 bad_idempotency_key: Invalid Idempotency-Key
        Send 1 to 64 visible ASCII characters, such as a UUID.
""")


LOG = table("""
    404 no_such_move: No such move
        Moves have the numbers 1 to the version of the game.
    409 not_over_yet: The game is not over yet
        The transcript contains the seed of every shuffle. Ask again when the game is over.
    409 transcript_version_too_low: The transcript needs a newer version
        Some moves are stored in a form that the version you asked for does not have. Ask without `version`, and
        read the transcript with a program that knows its version.
    422 too_much_to_check: The transcript takes too long to verify
        The verification exceeded its time or memory. Run it on your machine: `python3 -m games.engine.verify
        FILE`.
    422 partial_notation: The notation hides cards
        It shows what one viewer saw of a running game. Send the notation or the transcript of the game when it
        is over.
    422 transcript_broken: The transcript is invalid
        detail names the fault. POST /api/v1/transcripts/verify names the move.
    409 already_imported: This server already has the game
        Its transcript was imported before, or it was played on this server.
    500 malformed_entry: The stored game or answer cannot be read
        The error is logged. Nothing was changed.
    503 game_needs_newer_server: The game needs a newer server
        A newer version of the service has stored this game, and this one cannot read it. Nothing was changed;
        the game goes on when the service is upgraded again.
    500 bad_pack: Internal error in the pack of cards
        The error is logged. Nothing was changed.
    400 malformed_card: No such card
        Write a card as rank and suit, such as 7H, TS or AC; jokers are RJ and BJ.
""")


LIVE = table("""
    400 bad_last_event_id: Invalid position in the log
        Last-Event-ID and after take the number of a move of this game, or 0.
    401 invalid_ticket: Invalid ticket
        A ticket opens one stream, of a game or of an account, for some minutes. Get a new one from POST
        /api/v1/games/{id}/stream_ticket or POST /api/v1/me/stream_ticket.
    429 too_many_streams: Too many open connections
        Close a stream or a waiting request before you open another.
""")
