"""Problems of retries, the move log and streams."""

from api_kit.problems import Problem, table

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
            "transcript_version_too_low",
            409,
            "The transcript needs a newer version",
            "Some moves are stored in a form that the version you asked for does not have. Ask without "
            "`version`, and read the transcript with a program that knows its version.",
        ),
        Problem(
            "too_much_to_check",
            422,
            "The transcript takes too long to verify",
            "The verification exceeded its time or memory. Run it on your machine: "
            "`python3 -m games.engine.verify FILE`.",
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
            "The stored game or answer cannot be read",
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
            "A ticket opens one stream, of a game or of an account, for some minutes. Get a new one "
            "from POST /api/v1/games/{id}/stream_ticket or POST /api/v1/me/stream_ticket.",
        ),
        Problem(
            "too_many_streams",
            429,
            "Too many open connections",
            "Close a stream or a waiting request before you open another.",
        ),
    ]
)
