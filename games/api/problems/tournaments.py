"""Problems of tournaments."""

from api_kit.problems import table

TOURNAMENTS = table("""
    404 tournament_not_found: No such tournament
        There is no tournament with this id, or it is private and you are not in it.
    422 tournament_name_reserved: The name is reserved
        A tournament has no name of the service or of its staff.
    403 tournament_for_others: The tournament is for others
        It is for people, for bots, or for registered people, as it states.
    422 bots_not_confirmed: Bots take part
        People join a tournament with bots only if they agree: send with_bots=true.
    409 already_entered: You already take part
        An account takes part in a tournament once.
    403 not_entered: Not in this tournament
        Only players who take part can do this, or have it done to them.
    403 removed_from_tournament: You were removed from this tournament
        A director removed you. The tournament states the reason in me.removal.
    403 has_removed_others: You removed a player from this tournament
        A director who removed a player does not take part, and neither do their bots.
    409 tournament_full: The tournament is full
        Join another, or wait for a place.
    409 too_late_to_join: Too late to join
        The last round in which players may join has begun. late_until states it.
    409 tournaments_overlap: Two tournaments at the same time
        Withdraw from the other one first: a player cannot be at two tables at once.
    409 tournament_over: The tournament has ended
        It is over or was cancelled. Its standings stay.
    409 nothing_to_confirm: Nothing to confirm now
        Confirm when a round begins, or in an arena after its start.
    409 too_many_changes: Too many changes
        You joined, sat out or left this tournament 30 times.
    403 not_director: You do not direct this tournament
        Only the host and the directors may do this.
    403 not_tournament_host: You are not the host of this tournament
        Only the account that opened it names directors.
    403 director_plays: You play in this tournament
        A director who plays, or whose bot does, cannot remove others or shorten a round; who began
        a tournament or a round early cannot join.
    422 removes_themselves: You cannot remove yourself
        Withdraw from the tournament instead.
    409 host_directs: The host always directs
        The host is neither named nor dismissed as a director.
    409 not_possible_now: Not possible now
        The tournament is not in the state that this needs.
    409 too_many_tournaments: Too many tournaments
        Cancel one of your tournaments, or wait until one is over. You can host 5 at a time.
    409 too_many_to_invite: Too many players or directors
        A tournament invites at most 1,000 players, and has at most 10 directors.
""")
