"""Open a tournament, name its directors, and invite players."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts import blocks, locks, renaming
from accounts.models import User
from accounts.refusals import DisplayNameRefused, NoSuchPlayer
from games.engine.rule_sets import compose
from games.log import ids
from games.play import create_game, visibility
from games.play.create_game import GameTerms
from games.play.invitations import MOST_OF_AN_ACCOUNT, MOST_OF_ONE_HOST
from games.play.refusals import NotInvitable, NotRateable
from games.tournaments import access, ranking
from games.tournaments.models import (
    UNFINISHED,
    DecisionKind,
    Director,
    Entrant,
    EntryWay,
    Kinds,
    Tournament,
    TournamentInvitation,
)
from games.tournaments.refusals import (
    HostDirects,
    NotTournamentHost,
    TooManyToInvite,
    TooManyTournaments,
    TournamentForOthers,
    TournamentNameReserved,
    TournamentOver,
)

MOST_HOSTED = 5
"""Unfinished tournaments of one host."""
MOST_DIRECTORS = 10
MOST_INVITED = 1000
ROUND_SECONDS = 600
ROUND_TURNS = 60
"""A round is planned to take ``ROUND_SECONDS`` and so many turns of full length."""


class NewTournament(NamedTuple):
    """The terms of a tournament."""

    name: str
    format: str
    preset: str
    overlays: Sequence[str]
    seats: int
    turn_seconds: int
    starts_at: datetime
    players_min: int
    players_max: int
    entry: str
    kinds: str
    rated: bool
    rounds: int | None
    minutes: int | None
    late_until: int


def create(host_id: int, terms: NewTournament) -> Tournament:
    """Open a tournament.

    :raises RulesRefused: if its rules cannot be played at its tables, or at smaller ones.
    :raises NotRateable: if it is to be rated, and cannot be.
    :raises TournamentForOthers: if the account is a guest or a bot.
    :raises TournamentNameReserved: if the service reserves the name.
    :raises TooManyTournaments: if the account hosts too many.
    :raises InvalidToken: if the account was closed meanwhile.
    :raises AccountSuspended: if it was suspended meanwhile.
    """
    rules = compose(terms.preset, terms.overlays)
    for seats in range(terms.seats, 1, -1):
        rules.check(seats=seats)
    _check_rated(terms)
    with transaction.atomic():
        host = locks.lock_active(host_id)
        if host.is_guest or host.is_bot:
            raise TournamentForOthers("Registered people host tournaments.")
        try:
            renaming.check_free(terms.name, host)
        except DisplayNameRefused:
            raise TournamentNameReserved from None
        if Tournament.objects.filter(host=host, status__in=UNFINISHED).count() >= MOST_HOSTED:
            raise TooManyTournaments(
                f"You host {MOST_HOSTED} unfinished tournaments, which is the limit."
            )
        now = timezone.now()
        tournament = Tournament(
            id=ids.new_id(now),
            host=host,
            **terms._asdict() | {"overlays": list(terms.overlays)},
            join_code=visibility.new_code() if terms.entry == EntryWay.CODE else "",
            place_points=ranking.table_for(terms.seats),
            planned_end=terms.starts_at + _planned(terms),
            due_at=terms.starts_at,
            created_at=now,
        )
        tournament.save(force_insert=True)
        access.record(tournament, DecisionKind.CREATED, now=now, actor_id=host_id)
        tournament.save()
    return tournament


def name_director(host_id: int, tournament_id: int, username: str) -> None:
    """Let an account direct a tournament; repeating it changes nothing.

    :raises NoSuchPlayer: if no open account has the name.
    :raises HostDirects: if it is the host.
    :raises TooManyToInvite: if there are too many directors.
    :raises NotInvitable: if the account has blocked the host.
    :raises TournamentForOthers: if the account is a guest or a bot.
    """
    player = blocks.open_by_username(username)
    with transaction.atomic():
        tournament = _hosted(host_id, tournament_id)
        if player.pk == host_id:
            raise HostDirects
        if player.is_guest or player.is_bot:
            raise TournamentForOthers("Registered people direct tournaments.")
        named = Director.objects.filter(tournament=tournament)
        if named.filter(account=player).exists():
            return
        if blocks.blockers([tournament.host], {player.pk})[host_id]:
            raise NotInvitable(f"{player.username} cannot be named now.")
        if named.count() >= MOST_DIRECTORS:
            raise TooManyToInvite(f"A tournament has at most {MOST_DIRECTORS} directors.")
        Director.objects.create(tournament=tournament, account=player)
        _note_change(tournament)


def dismiss_director(host_id: int, tournament_id: int, username: str) -> None:
    """Let an account direct a tournament no more; repeating it changes nothing.

    :raises NoSuchPlayer: if no account has the name.
    :raises HostDirects: if it is the host.
    """
    player = blocks.by_username(username)
    with transaction.atomic():
        tournament = _hosted(host_id, tournament_id)
        if player.pk == host_id:
            raise HostDirects
        Director.objects.filter(tournament=tournament, account=player).delete()
        _note_change(tournament)


def invite(director_id: int, tournament_id: int, usernames: Sequence[str]) -> int:
    """Invite players, by the limits of invitations to games; return how many are invited now.

    :raises NoSuchPlayer: if no open account has one of the names.
    :raises TooManyToInvite: if there would be too many.
    :raises NotInvitable: if a player has blocked the director or the host, or holds too many
        invitations to unfinished tournaments, or too many of this host.
    :raises InvalidToken: if the director's account was closed meanwhile.
    :raises AccountSuspended: if it was suspended meanwhile.
    """
    players = [blocks.open_by_username(username) for username in usernames]
    with transaction.atomic():
        tournament = access.lock(tournament_id)
        access.check_directs(tournament, director_id)
        if tournament.status not in UNFINISHED:
            raise TournamentOver
        invited = TournamentInvitation.objects.filter(tournament=tournament)
        known = set(invited.values_list("account_id", flat=True))
        new = {player.pk for player in players} - known
        if len(known) + len(new) > MOST_INVITED:
            raise TooManyToInvite(f"A tournament has at most {MOST_INVITED} invited players.")
        accounts = locks.lock_all({director_id, *new})
        locks.check_active(accounts[director_id])
        if not all(accounts[account].is_active for account in new):
            raise NoSuchPlayer("No player has this username.")
        refused = _not_invitable(tournament, accounts[director_id], new)
        if refused:
            names = ", ".join(sorted(accounts[account].username for account in refused))
            raise NotInvitable(f"These players cannot be invited now: {names}.")
        TournamentInvitation.objects.bulk_create(
            TournamentInvitation(tournament=tournament, account_id=account) for account in new
        )
        return len(known) + len(new)


def take_back_invitation(account_id: int, tournament_id: int, username: str) -> None:
    """Delete an invitation; repeating it changes nothing. A player who has joined stays. Players
    decline their own in this way.

    :raises NoSuchPlayer: if no account has the name.
    :raises TournamentNotFound: if the account may not see the tournament.
    :raises NotDirector: if it neither directs the tournament nor is the player.
    :raises TournamentOver: if it has ended.
    """
    player = blocks.by_username(username)
    with transaction.atomic():
        tournament = access.lock(tournament_id)
        if player.pk != account_id or not access.may_see(tournament, account_id):
            access.check_directs(tournament, account_id)
        if tournament.status not in UNFINISHED:
            raise TournamentOver
        invited = TournamentInvitation.objects.filter(tournament=tournament, account=player)
        if invited.delete()[0]:  # else readers would look again for nothing
            _note_change(tournament)


def _not_invitable(tournament: Tournament, director: User, account_ids: set[int]) -> set[int]:
    """Return which of these accounts have blocked who invites them, or hold too many invitations.

    One counts until the account joins or the tournament ends.
    """
    joined = Entrant.objects.filter(tournament=OuterRef("tournament"), account=OuterRef("account"))
    held = TournamentInvitation.objects.filter(
        ~Exists(joined), account__in=account_ids, tournament__status__in=UNFINISHED
    )
    of_all = Counter(held.values_list("account_id", flat=True))
    of_host = Counter(
        held.filter(tournament__host=tournament.host_id).values_list("account_id", flat=True)
    )
    blocking = blocks.blockers([director, tournament.host], account_ids)
    return set[int]().union(
        *blocking.values(),
        (account for account in of_all if of_all[account] >= MOST_OF_AN_ACCOUNT),
        (account for account in of_host if of_host[account] >= MOST_OF_ONE_HOST),
    )


def _hosted(host_id: int, tournament_id: int) -> Tournament:
    """Lock an unfinished tournament of this host.

    :raises TournamentNotFound: if the account may not see it.
    :raises NotTournamentHost: if it is another's.
    :raises TournamentOver: if it has ended.
    """
    tournament = access.lock(tournament_id)
    if tournament.host_id != host_id:
        access.find(tournament_id, host_id)
        raise NotTournamentHost
    if tournament.status not in UNFINISHED:
        raise TournamentOver
    return tournament


def _note_change(tournament: Tournament) -> None:
    tournament.version += 1
    tournament.save(update_fields=["version"])


def _check_rated(terms: NewTournament) -> None:
    if terms.rated and (terms.kinds == Kinds.BOTH or terms.entry != EntryWay.OPEN):
        raise NotRateable(
            "A rated tournament is open to all, and for people or for bots, not for both."
        )
    create_game.check_terms(
        GameTerms(rated=terms.rated),
        preset=terms.preset,
        overlays=terms.overlays,
        options=None,
        seated=[],
        has_levels=False,
    )


def _planned(terms: NewTournament) -> timedelta:
    """Return how long a tournament is planned to take."""
    if terms.minutes is not None:
        return timedelta(minutes=terms.minutes)
    seconds = ROUND_SECONDS + ROUND_TURNS * terms.turn_seconds
    return timedelta(seconds=seconds * (terms.rounds or terms.players_max))
