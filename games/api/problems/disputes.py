"""Problems of disputes."""

from api_kit.problems import table

DISPUTES = table("""
    404 dispute_not_found: No such dispute
        There is no dispute with this id that you may see.
    409 already_disputed: You already have a dispute about this game
        Add to your open dispute, or wait for its ruling.
    409 played_elsewhere: The game was played on another server
        Dispute an imported game on the server where it was played.
    409 too_many_disputes: Spectators have disputed this game
        At most 3 disputes of spectators about a game wait for a ruling. Players can always file.
    409 too_many_words: Too many texts
        A dispute has at most 20 texts.
    409 dispute_settled: The dispute is settled
        It was ruled on or withdrawn. Nothing can be added.
    409 not_ruled_yet: There is no ruling yet
        You can appeal only after a ruling.
    409 appealed_already: Already appealed
        A dispute can be appealed once. The ruling on the appeal is final.
    409 claimed_by_another: Claimed by another reviewer
        A claim lasts an hour, or until the reviewer releases it.
    409 undo_impossible: The ruling cannot be undone
        A reviewer can undo their own ruling for ten minutes, if nothing followed.
    409 not_claimed: Not claimed
        Claim the dispute before you rule on it.
    403 reviewer_involved: The reviewer is involved
        The reviewer or one of their bots played in or disputed the game, or they ruled on it before.
    403 has_looked: You have seen hidden cards of this game
        A reviewer who has looked at hidden cards of a game cannot take a seat in it, nor can their bots.
    404 note_not_found: No such note
        The player has no such note.
    409 too_many_notes: Too many notes
        A player has at most 100 notes.
    409 already_renamed: The username has changed
        The username of the player was replaced meanwhile.
    409 player_closed: The account is closed
        Nothing more is stored about a closed account.
    422 reasons_missing: A reason is missing
        Give the reason of the ruling.
    422 ruling_impossible: The ruling does not fit the game
        detail names what is missing or does not apply.
""")
