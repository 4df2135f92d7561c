"""Problems of tournaments."""

from api_kit.problems import Problem, table

TOURNAMENTS = table(
    [
        Problem(
            "tournament_not_found",
            404,
            "No such tournament",
            "There is no tournament with this id, or it is private and you are not in it.",
        ),
        Problem(
            "tournament_name_reserved",
            422,
            "The name is reserved",
            "A tournament has no name of the service or of its staff.",
        ),
        Problem(
            "tournament_for_others",
            403,
            "The tournament is for others",
            "It is for people, for bots, or for registered people, as it states.",
        ),
        Problem(
            "bots_not_confirmed",
            422,
            "Bots take part",
            "People join a tournament with bots only if they agree: send with_bots=true.",
        ),
        Problem(
            "already_entered",
            409,
            "You already take part",
            "An account takes part in a tournament once.",
        ),
        Problem(
            "not_entered",
            403,
            "Not in this tournament",
            "Only players who take part can do this, or have it done to them.",
        ),
        Problem(
            "removed_from_tournament",
            403,
            "You were removed from this tournament",
            "A director removed you. The tournament states the reason in me.removal.",
        ),
        Problem(
            "tournament_full", 409, "The tournament is full", "Join another, or wait for a place."
        ),
        Problem(
            "too_late_to_join",
            409,
            "Too late to join",
            "The last round in which players may join has begun. late_until states it.",
        ),
        Problem(
            "tournaments_overlap",
            409,
            "Two tournaments at the same time",
            "Withdraw from the other one first: a player cannot be at two tables at once.",
        ),
        Problem(
            "tournament_over",
            409,
            "The tournament has ended",
            "It is over or was cancelled. Its standings stay.",
        ),
        Problem(
            "nothing_to_confirm",
            409,
            "Nothing to confirm now",
            "Confirm when a round begins, or in an arena after its start.",
        ),
        Problem(
            "too_many_changes",
            409,
            "Too many changes",
            "You joined, sat out or left this tournament 30 times.",
        ),
        Problem(
            "not_director",
            403,
            "You do not direct this tournament",
            "Only the host and the directors may do this.",
        ),
        Problem(
            "not_tournament_host",
            403,
            "You are not the host of this tournament",
            "Only the account that opened it names directors.",
        ),
        Problem(
            "director_plays",
            403,
            "You play in this tournament",
            "A director who plays, or whose bot does, cannot remove others or shorten a round.",
        ),
        Problem(
            "removes_themselves",
            422,
            "You cannot remove yourself",
            "Withdraw from the tournament instead.",
        ),
        Problem(
            "host_directs",
            409,
            "The host always directs",
            "The host is neither named nor dismissed as a director.",
        ),
        Problem(
            "not_possible_now",
            409,
            "Not possible now",
            "The tournament is not in the state that this needs.",
        ),
        Problem(
            "too_many_tournaments",
            409,
            "Too many tournaments",
            "Cancel one of your tournaments, or wait until one is over. You can host 5 at a time.",
        ),
        Problem(
            "too_many_to_invite",
            409,
            "Too many players or directors",
            "A tournament invites at most 1,000 players, and has at most 10 directors.",
        ),
    ]
)
