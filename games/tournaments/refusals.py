"""Refusals of tournaments."""

from api_kit.refusals import Conflict, Forbidden, Invalid, NotFound


class TournamentNotFound(NotFound, code="tournament_not_found", title="No such tournament"):
    """There is no tournament with this id, or it is private and you are not in it."""


class TournamentNameReserved(
    Invalid, code="tournament_name_reserved", title="The name is reserved"
):
    """A tournament has no name of the service or of its staff."""


class TournamentForOthers(
    Forbidden, code="tournament_for_others", title="The tournament is for others"
):
    """It is for people, for bots, or for registered people, as it states."""


class BotsNotConfirmed(Invalid, code="bots_not_confirmed", title="Bots take part"):
    """People join a tournament with bots only if they agree: send with_bots=true."""


class EnteredAlready(Conflict, code="already_entered", title="You already take part"):
    """An account takes part in a tournament once."""


class NotEntered(Forbidden, code="not_entered", title="Not in this tournament"):
    """Only players who take part can do this, or have it done to them."""


class RemovedFromTournament(
    Forbidden, code="removed_from_tournament", title="You were removed from this tournament"
):
    """A director removed you. The tournament states the reason in me.removal."""


class HasRemovedOthers(
    Forbidden, code="has_removed_others", title="You removed a player from this tournament"
):
    """A director who removed a player does not take part, and neither do their bots."""


class TournamentFull(Conflict, code="tournament_full", title="The tournament is full"):
    """Join another, or wait for a place."""


class TooLateToJoin(Conflict, code="too_late_to_join", title="Too late to join"):
    """The last round in which players may join has begun. late_until states it."""


class TournamentsOverlap(
    Conflict, code="tournaments_overlap", title="Two tournaments at the same time"
):
    """Withdraw from the other one first: a player cannot be at two tables at once."""


class TournamentOver(Conflict, code="tournament_over", title="The tournament has ended"):
    """It is over or was cancelled. Its standings stay."""


class NothingToConfirm(Conflict, code="nothing_to_confirm", title="Nothing to confirm now"):
    """Confirm when a round begins, or in an arena after its start."""


class TooManyChanges(Conflict, code="too_many_changes", title="Too many changes"):
    """You joined, sat out or left this tournament 30 times."""


class NotDirector(Forbidden, code="not_director", title="You do not direct this tournament"):
    """Only the host and the directors may do this."""


class NotTournamentHost(
    Forbidden, code="not_tournament_host", title="You are not the host of this tournament"
):
    """Only the account that opened it names directors."""


class DirectorPlays(Forbidden, code="director_plays", title="You play in this tournament"):
    """A director who plays, or whose bot does, cannot remove others or shorten a round; who began a
    tournament or a round early cannot join.
    """


class RemovesThemselves(Invalid, code="removes_themselves", title="You cannot remove yourself"):
    """Withdraw from the tournament instead."""


class HostDirects(Conflict, code="host_directs", title="The host always directs"):
    """The host is neither named nor dismissed as a director."""


class NotPossibleNow(Conflict, code="not_possible_now", title="Not possible now"):
    """The tournament is not in the state that this needs."""


class TooManyTournaments(Conflict, code="too_many_tournaments", title="Too many tournaments"):
    """Cancel one of your tournaments, or wait until one is over. You can host 5 at a time."""


class TooManyToInvite(Conflict, code="too_many_to_invite", title="Too many players or directors"):
    """A tournament invites at most 1,000 players, and has at most 10 directors."""
