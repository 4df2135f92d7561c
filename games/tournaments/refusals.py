"""Refusals of tournaments."""

from games.engine.refusals import NotNow, Refusal


class TournamentNotFound(Refusal):
    """There is no such tournament, or it is private. One sentence for both."""

    code = "tournament_not_found"
    sentence = "No such tournament, or it is private. Check the id, or join with its code."


class TournamentNameReserved(Refusal):
    """A tournament has no name of the service or its staff."""

    code = "tournament_name_reserved"
    sentence = "The service reserves this name. Choose another."


class TournamentForOthers(Refusal):
    """The tournament is for other kinds of accounts; the message states which."""

    code = "tournament_for_others"


class BotsNotConfirmed(Refusal):
    """Bots take part, and a person joins only if they agree to that."""

    code = "bots_not_confirmed"
    sentence = "Bots take part in this tournament. Send with_bots=true to agree."


class EnteredAlready(NotNow):
    """An account takes part once."""

    code = "already_entered"
    sentence = "You already take part in this tournament."


class NotEntered(Refusal):
    """Only players of the tournament can do this."""

    code = "not_entered"


class RemovedFromTournament(Refusal):
    """A director removed the player; the message states the reason."""

    code = "removed_from_tournament"


class HasRemovedOthers(Refusal):
    """A director who removed a player must not gain by it."""

    code = "has_removed_others"
    sentence = "Who removed a player from a tournament does not play in it."


class TournamentFull(NotNow):
    """The number of players is limited."""

    code = "tournament_full"
    sentence = "This tournament is full."


class TooLateToJoin(NotNow):
    """Players join until a round that the tournament states."""

    code = "too_late_to_join"
    sentence = "It is too late to join this tournament."


class TournamentsOverlap(NotNow):
    """A player cannot be at two tables at once; the message names the other tournament."""

    code = "tournaments_overlap"


class TournamentOver(NotNow):
    """Nothing changes in a tournament that has ended, except by rulings."""

    code = "tournament_over"
    sentence = "This tournament has ended."


class NothingToConfirm(NotNow):
    """Players confirm at the beginning of a round, and in an arena while it runs."""

    code = "nothing_to_confirm"


class TooManyChanges(NotNow):
    """The number of times that a player joins, pauses, resumes and leaves is limited."""

    code = "too_many_changes"


class NotDirector(Refusal):
    """The host, and those whom the host names, direct a tournament."""

    code = "not_director"
    sentence = "Only the host and the directors of this tournament may do this."


class NotTournamentHost(Refusal):
    """Only the host names directors."""

    code = "not_tournament_host"
    sentence = "Only the host of this tournament may do this."


class DirectorPlays(Refusal):
    """A director who plays must not gain by what they decide."""

    code = "director_plays"
    sentence = "Who plays in a tournament neither removes others nor begins early."


class RemovesThemselves(Refusal):
    """A director who wants to stop playing withdraws."""

    code = "removes_themselves"
    sentence = "You cannot remove yourself. Withdraw instead."


class HostDirects(NotNow):
    """The host directs the tournament without being named."""

    code = "host_directs"
    sentence = "The host always directs the tournament."


class NotPossibleNow(NotNow):
    """The tournament is not in the state that the action needs; the message states which."""

    code = "not_possible_now"


class TooManyTournaments(NotNow):
    """The number of unfinished tournaments of a host is limited."""

    code = "too_many_tournaments"


class TooManyToInvite(NotNow):
    """The numbers of invited players and of directors are limited."""

    code = "too_many_to_invite"
