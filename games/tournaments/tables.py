"""The tables of a tournament: stored when a round is paired, then opened one after the other."""

from datetime import datetime, timedelta

from accounts import locks
from games.log import ids
from games.play import create_game, lobby, rated_games
from games.play.create_game import GameTerms
from games.play.refusals import TooManyGames
from games.tournaments import decisions, field, results
from games.tournaments.field import PairedRound
from games.tournaments.models import (
    DecisionKind,
    Entrant,
    EntrantStatus,
    Kinds,
    Tournament,
    TournamentTable,
)

MOST_TABLES = 5000
"""Tables of a tournament; an arena that has had so many ends."""
MOST_OPENED = 1500
"""Tables that the tournaments of one host open in an hour."""
FULL_PAUSE = timedelta(seconds=60)
"""How long a tournament waits whose host has opened so many."""
STAND_IN = "memory"


def store(tournament: Tournament, paired: PairedRound, *, now: datetime) -> None:
    """Store the tables of a round, which are opened one after the other from now on."""
    decisions.record(
        tournament,
        DecisionKind.PAIRED,
        now=now,
        round=tournament.round,
        tables=paired.tables,
        resting=paired.resting,
    )
    TournamentTable.objects.bulk_create(
        TournamentTable(
            tournament=tournament,
            round=tournament.round,
            number=number,
            players=players,
            changed=tournament.version,
        )
        for number, players in enumerate(paired.tables, 1)
    )
    tournament.due_at = now


def next_to_open(tournament: Tournament) -> TournamentTable | None:
    """Return the table that is opened next, or None."""
    waiting = tournament.tables.filter(finished_at=None, game=None)
    return waiting.order_by("round", "number").first()


def open_game(tournament: Tournament, table: TournamentTable, *, now: datetime) -> None:
    """Open the game of a table for its players who can be seated; without two of them, none."""
    hour = now - timedelta(hours=1)
    of_host = TournamentTable.objects.filter(
        tournament__host_id=tournament.host_id, game_id__gte=ids.first_of(hour)
    )
    if of_host.count() >= MOST_OPENED:
        tournament.due_at = now + FULL_PAUSE
        return
    playing = Entrant.objects.filter(
        tournament=tournament, number__in=table.players, status=EntrantStatus.ACTIVE
    )
    account_of = dict(playing.values_list("number", "account_id"))
    accounts = locks.lock_all(account_of.values())
    away = field.busy(accounts)
    table.players = [
        number
        for number in table.players
        if number in account_of
        and account_of[number] not in away
        and locks.is_active(accounts[account_of[number]])
        and _has_room(account_of[number])
    ]
    tournament.due_at = now
    if len(table.players) > 1:
        seated = [account_of[number] for number in table.players]
        pool = rated_games.pool_of_accounts(
            [accounts[account] for account in seated], has_levels=False
        )
        opened = create_game.open_table(
            seated,
            preset=tournament.preset,
            overlays=tournament.overlays,
            seats=len(seated),
            level=STAND_IN,
            dealer=len(seated) - 1,
            terms=GameTerms(
                is_private=tournament.is_private,
                allows_bots=tournament.kinds != Kinds.PEOPLE,
                turn_seconds=tournament.turn_seconds,
                on_abandon="stand_in",
                stand_in=STAND_IN,
                rated=tournament.rated and pool is not None,
            ),
        )
        table.game_id = opened.head.game_id
    else:
        table.result, table.finished_at = results.VOID, now
    decisions.record(
        tournament,
        DecisionKind.OPENED,
        now=now,
        round=table.round,
        table=table.number,
        players=table.players,
        game=None if table.game_id is None else ids.to_text(table.game_id),
    )
    table.changed = tournament.version
    table.save()
    if table.game_id is None:
        results.rank(tournament)  # who is left alone rests


def _has_room(account_id: int) -> bool:
    """Return whether an account may be in one more game."""
    try:
        lobby.check_open_games(account_id)
    except TooManyGames:
        return False
    return True
