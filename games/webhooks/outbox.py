"""Turn the log into deliveries: the log is the outbox, and each webhook has its cursors.

A transaction moves the cursors of a webhook and adds its deliveries. So a process that is killed at
any instant has done both or neither, and no event is lost or gets two ids.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import DatabaseError, transaction
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from accounts.models import Notice
from accounts.statements import small_batch
from games.engine.refusals import MalformedEntry
from games.log import ids, reader
from games.log.models import OPEN, GameStatus, Move, Position, Seat
from games.play.models import Invitation, Match
from games.tournaments.access import PLAYING
from games.tournaments.models import (
    BEGUN,
    UNFINISHED,
    Entrant,
    EntrantStatus,
    Format,
    RoundPhase,
    Tournament,
    TournamentTable,
)
from games.webhooks import registering
from games.webhooks.models import Delivery, EventType, FollowedGame, FollowedTournament, Webhook
from games.webhooks.registering import MOST_QUEUED

MOST_AT_ONCE = 20
"""Webhooks whose events one transaction reads."""
MOST_LOOKED_AT = 500
"""Webhooks that one step looks at; the next step continues after them."""
MOST_DUE = MOST_QUEUED // 2
"""Deliveries of a webhook that are due while its events are read: in pieces, not one by one."""
_MOST_OF_A_GAME = 3
"""Events that one reading of a game can give."""
CURSORS = ("last_seat", "last_invitation", "last_notice", "last_match", "last_entrant")
"""The columns of a webhook with the last rows that were read."""
_REPLACES = {EventType.TURN_YOURS: "game", EventType.TOURNAMENT_ROUND: "tournament"}
"""Events of which a newer one of the same game or tournament replaces one that waits."""
_HAS_NEXT_ROUND = Q(tournament__round__gt=F("round")) & ~Q(tournament__format=Format.ARENA) | Q(
    tournament__format=Format.ARENA, tournament__status__in=BEGUN, round=0
)
"""Followed tournaments with a round that was not read."""
LEFT_ALONE = timedelta(seconds=60)
"""How long a webhook whose events cannot be read waits, so that the others continue."""

logger = logging.getLogger(__name__)


class Event(NamedTuple):
    """An event for the account of a webhook: ids and versions only."""

    type: EventType
    data: dict[str, Any]


class Outbox:
    """Looks at all active webhooks in turn. Several processes can do so at the same time."""

    def __init__(self) -> None:
        self._after = 0
        self._left_alone: dict[int, datetime] = {}

    def step(self, *, now: datetime) -> bool:
        """Queue events of the next webhooks; return whether there may be more."""
        active = Webhook.objects.filter(
            registering.of_live_tokens(now), status=Webhook.Status.ACTIVE, pk__gt=self._after
        )
        self._left_alone = {pk: until for pk, until in self._left_alone.items() if until > now}
        active = active.exclude(pk__in=self._left_alone)
        window = list(active.order_by("pk").values_list("pk", flat=True)[:MOST_LOOKED_AT])
        with_events = list(_with_events(window, now=now))[:MOST_AT_ONCE] if window else []
        has_read, failed = _read(with_events, now=now) if with_events else (False, [])
        self._left_alone |= dict.fromkeys(failed, now + LEFT_ALONE)
        if len(with_events) == MOST_AT_ONCE:
            self._after = with_events[-1]
        else:
            self._after = window[-1] if len(window) == MOST_LOOKED_AT else 0
        return has_read or self._after > 0


def begin(webhook: Webhook) -> None:
    """Set the cursors of a webhook to the end of the log. The caller saves it."""
    account_id = webhook.token.user_id
    for field, rows in {
        "last_seat": Seat.objects.filter(account=account_id),
        "last_invitation": Invitation.objects.filter(account=account_id),
        "last_notice": Notice.objects.filter(account=account_id),
        "last_match": Match.objects.filter(account=account_id, game__isnull=False),
        "last_entrant": Entrant.objects.filter(account=account_id),
    }.items():
        setattr(webhook, field, rows.aggregate(last=Max("pk"))["last"] or 0)
    open_games = Position.objects.filter(
        game__seats__account=account_id, game__status__in=OPEN
    ).values_list("game_id", "version", "game__status")
    FollowedGame.objects.bulk_create(
        (
            FollowedGame(webhook=webhook, game_id=game_id, version=version, status=status)
            for game_id, version, status in open_games
        ),
        ignore_conflicts=True,
    )
    entrants = Entrant.objects.filter(account=account_id, tournament__status__in=UNFINISHED)
    FollowedTournament.objects.bulk_create(
        (
            FollowedTournament(
                webhook=webhook, tournament=entrant.tournament, round=_round(entrant.tournament)
            )
            for entrant in entrants.select_related("tournament")
        ),
        ignore_conflicts=True,
    )


def _with_events(webhook_ids: list[int], *, now: datetime) -> QuerySet[Webhook, int]:
    """Return which of these webhooks have events and room for them."""
    account = {"account": OuterRef("token__user")}
    follows = FollowedGame.objects.filter(webhook=OuterRef("pk"))
    tournaments = FollowedTournament.objects.filter(webhook=OuterRef("pk"))
    has_events = (
        Exists(Seat.objects.filter(**account, pk__gt=OuterRef("last_seat")))
        | Exists(follows.filter(game__position__version__gt=F("version")))
        | Exists(Invitation.objects.filter(**account, pk__gt=OuterRef("last_invitation")))
        | Exists(Notice.objects.filter(**account, pk__gt=OuterRef("last_notice")))
        | Exists(Match.objects.filter(**account, game__isnull=False, pk__gt=OuterRef("last_match")))
        | Exists(Entrant.objects.filter(**account, pk__gt=OuterRef("last_entrant")))
        | Exists(tournaments.filter(_HAS_NEXT_ROUND | ~Q(tournament__status__in=UNFINISHED)))
    )
    rows = Webhook.objects.filter(has_events, pk__in=webhook_ids).annotate(
        queued=Count("deliveries", filter=Q(deliveries__next_try_at__isnull=False)),
        due=Count("deliveries", filter=Q(deliveries__next_try_at__lte=now)),
    )
    return (
        rows.filter(queued__lte=MOST_QUEUED - _MOST_OF_A_GAME, due__lte=MOST_DUE)
        .order_by("pk")
        .values_list("pk", flat=True)
    )


@small_batch()
def _read(webhook_ids: list[int], *, now: datetime) -> tuple[bool, list[int]]:
    """Read the events of these webhooks, except those that another process reads; return whether
    there were any, and the webhooks whose events cannot be read.
    """
    rows = Webhook.objects.filter(pk__in=webhook_ids, status=Webhook.Status.ACTIVE)
    locked = rows.select_related("token").order_by("pk")
    has_read = False
    failed: list[int] = []
    for webhook in locked.select_for_update(of=("self",), skip_locked=True):
        try:
            with transaction.atomic():
                has_read |= _queue(webhook, now=now)
        except DatabaseError:
            raise
        except Exception:
            logger.exception("The events of %s cannot be read", webhook)
            failed.append(webhook.pk)
    return has_read, failed


def _queue(webhook: Webhook, *, now: datetime) -> bool:
    """Move the cursors of a locked webhook, and queue the events in between."""
    before = [getattr(webhook, cursor) for cursor in CURSORS]
    room = MOST_QUEUED - registering.queued(webhook).count()
    events, games_read = _of_games(webhook, most=max(room // _MOST_OF_A_GAME, 0))
    room -= len(events)
    for read in (_of_invitations, _of_notices, _of_matches, _of_tournaments):
        found = list(read(webhook, most=max(room // 2, 0)))
        room -= len(found)
        events += found
    wanted = [event for event in events if event.type in webhook.events]
    for event in wanted:
        if (subject := _REPLACES.get(event.type)) is not None:
            older = registering.queued(webhook).filter(type=event.type)
            older.filter(**{f"data__{subject}": event.data[subject]}).delete()
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, type=event.type, data=event.data, created_at=now, next_try_at=now)
        for event in wanted
    )
    webhook.save(update_fields=CURSORS)
    return bool(games_read) or before != [getattr(webhook, cursor) for cursor in CURSORS]


def _of_games(webhook: Webhook, *, most: int) -> tuple[list[Event], int]:
    """Return the events of games that moved, and the number of games that were read.

    A game that cannot be read, for example because newer code stored it, waits.
    """
    account_id = webhook.token.user_id
    new = Seat.objects.filter(account=account_id, pk__gt=webhook.last_seat).order_by("pk")
    entered = list(new.values_list("pk", "game_id")[:most])
    if entered:
        webhook.last_seat = entered[-1][0]
        FollowedGame.objects.bulk_create(
            (FollowedGame(webhook=webhook, game_id=game_id) for _, game_id in entered),
            ignore_conflicts=True,
        )
    seat = Seat.objects.filter(account=account_id, game=OuterRef("game")).values("number")
    moved = webhook.followed.filter(game__position__version__gt=F("version"))
    rows = moved.annotate(seat=Subquery(seat)).select_related("game__position").order_by("pk")
    events: list[Event] = []
    read = 0
    for followed in rows[:most]:
        try:
            events += _of_game(followed, followed.seat)
        except MalformedEntry:
            continue
        read += 1
        position = followed.game.position
        if followed.seat is None or followed.game.status not in OPEN:
            followed.delete()
        else:
            followed.version, followed.status = position.version, followed.game.status
            followed.save(update_fields=["version", "status"])
    return events, read


def _of_game(followed: FollowedGame, seat: int | None) -> Iterator[Event]:
    """Yield what happened in a game since the last reading.

    :raises MalformedEntry: its position cannot be read.
    """
    game = followed.game
    if seat is None or game.status in (GameStatus.LOBBY, GameStatus.CLOSED):
        return
    data = {"game": game.public_id, "version": game.position.version}
    if followed.status == GameStatus.LOBBY:
        yield Event(EventType.GAME_STARTED, data)
        if (table := TournamentTable.objects.filter(game=game).first()) is not None:
            of_table = {"tournament": ids.to_text(table.tournament_id), "round": table.round}
            yield Event(EventType.TABLE_READY, of_table | {"game": game.public_id})
    if game.status == GameStatus.OVER:
        yield Event(EventType.GAME_OVER, data)
        return
    state = reader.read_position(game.pk, game.position.version, game.position.state, game.rules)
    if (
        state.to_act() == seat
        and not state.left >> seat & 1
        and _was_moved_by_others(followed, seat)
    ):
        yield Event(EventType.TURN_YOURS, data)


def _was_moved_by_others(followed: FollowedGame, seat: int) -> bool:
    """Return whether another seat or the referee moved since the last reading. After moves of their
    own only, players know from the answers that it is still their turn.
    """
    moves = Move.objects.filter(game=followed.game_id, number__gt=followed.version)
    return moves.filter(~Q(seat=seat) | Q(seat=None)).exists()


def _of_invitations(webhook: Webhook, *, most: int) -> Iterator[Event]:
    rows = Invitation.objects.filter(
        account=webhook.token.user_id, pk__gt=webhook.last_invitation
    ).order_by("pk")
    for invitation in rows[:most]:
        webhook.last_invitation = invitation.pk
        if invitation.declined_at is None:
            yield Event(EventType.INVITATION_RECEIVED, {"game": ids.to_text(invitation.game_id)})


def _of_notices(webhook: Webhook, *, most: int) -> Iterator[Event]:
    rows = Notice.objects.filter(account=webhook.token.user_id, pk__gt=webhook.last_notice)
    for notice in rows.order_by("pk")[:most]:
        webhook.last_notice = notice.pk
        yield Event(EventType.NOTICE, {"notice": notice.pk})
        data = {name: notice.data.get(name) for name in ("dispute", "game")}
        if None not in data.values():
            yield Event(EventType.DISPUTE_RULED, data)


def _of_matches(webhook: Webhook, *, most: int) -> Iterator[Event]:
    rows = Match.objects.filter(
        account=webhook.token.user_id, game__isnull=False, pk__gt=webhook.last_match
    )
    for match in rows[:most]:
        webhook.last_match = match.pk
        data = {"match": match.public_id, "game": ids.to_text(match.game_id or 0)}
        yield Event(EventType.MATCH_FOUND, data)


def _of_tournaments(webhook: Webhook, *, most: int) -> Iterator[Event]:
    """Yield which tournaments wait for the account to confirm a round, and which have ended."""
    account_id = webhook.token.user_id
    new = Entrant.objects.filter(account=account_id, pk__gt=webhook.last_entrant).order_by("pk")
    entered = list(new.values_list("pk", "tournament_id")[:most])
    if entered:
        webhook.last_entrant = entered[-1][0]
        FollowedTournament.objects.bulk_create(
            (FollowedTournament(webhook=webhook, tournament_id=pk) for _, pk in entered),
            ignore_conflicts=True,
        )
    rows = webhook.followed_tournaments.filter(
        _HAS_NEXT_ROUND | ~Q(tournament__status__in=UNFINISHED)
    )
    for followed in rows.select_related("tournament").order_by("pk")[:most]:
        tournament = followed.tournament
        entrant = Entrant.objects.get(tournament=tournament, account=account_id)
        data = {"tournament": tournament.public_id}
        if tournament.status not in UNFINISHED:
            followed.delete()
            if entrant.status in PLAYING:
                yield Event(EventType.TOURNAMENT_OVER, data)
            continue
        followed.round = _round(tournament)
        followed.save(update_fields=["round"])
        is_waiting = tournament.format == Format.ARENA or tournament.phase == RoundPhase.CONFIRMING
        if (
            is_waiting
            and entrant.status == EntrantStatus.ACTIVE
            and entrant.ready_round < followed.round
        ):
            yield Event(EventType.TOURNAMENT_ROUND, data | {"round": followed.round})


def _round(tournament: Tournament) -> int:
    """Return the round that players confirm or have confirmed: in an arena the first, for all."""
    if tournament.format == Format.ARENA:
        return int(tournament.status in BEGUN)
    return tournament.round
