"""Problems of disputes."""

from api_kit.problems import Problem, table

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
        Problem(
            "too_many_disputes",
            409,
            "Spectators have disputed this game",
            "At most 3 disputes of spectators about a game wait for a ruling. Players can always file.",
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
        Problem(
            "undo_impossible",
            409,
            "The ruling cannot be undone",
            "A reviewer can undo their own ruling for ten minutes, if nothing followed.",
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
        Problem("note_not_found", 404, "No such note", "The player has no such note."),
        Problem("too_many_notes", 409, "Too many notes", "A player has at most 100 notes."),
        Problem(
            "already_renamed",
            409,
            "The username has changed",
            "The username of the player was replaced meanwhile.",
        ),
        Problem(
            "player_closed",
            409,
            "The account is closed",
            "Nothing more is stored about a closed account.",
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
