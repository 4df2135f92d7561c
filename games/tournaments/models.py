"""The tables of tournaments: columns and constraints only.

``TournamentDecision`` is append-only. With the logs of the games it is the truth: results and
standings in the other tables are computed from both, and ``rebuild_tournaments`` computes them
again.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models import Game
from games.play.inbox import TournamentStatus


class Format(models.TextChoices):
    """How players are paired."""

    ROUNDS = "rounds", "rounds: players of like scores meet"
    ROUND_ROBIN = "round_robin", "round robin: every two meet once"
    ARENA = "arena", "arena: who is free is paired again"


UNFINISHED = (TournamentStatus.OPEN, TournamentStatus.RUNNING, TournamentStatus.PAUSED)
BEGUN = (TournamentStatus.RUNNING, TournamentStatus.PAUSED)


class EntryWay(models.TextChoices):
    """Who may join."""

    OPEN = "open", "all players"
    CODE = "code", "players with the code"
    INVITED = "invited", "invited players"


class Kinds(models.TextChoices):
    """Which players may join."""

    PEOPLE = "people", "people"
    BOTS = "bots", "accounts of bots"
    BOTH = "both", "people and accounts of bots"


class RoundPhase(models.TextChoices):
    """What a running tournament waits for."""

    CONFIRMING = "confirming", "players confirm that they are there"
    PLAYING = "playing", "games are played"


class EntrantStatus(models.TextChoices):
    """Whether a player takes part."""

    ACTIVE = "active", "takes part"
    PAUSED = "paused", "sits out until they resume"
    WITHDRAWN = "withdrawn", "left the tournament"
    REMOVED = "removed", "was removed by a director"


class RemovalReason(models.TextChoices):
    """Why a director removed a player."""

    ABSENT = "absent", "was not there"
    UNFAIR = "unfair_play", "unfair play"
    CONDUCT = "conduct", "conduct towards others"
    NAME = "name", "name or picture"
    MISTAKE = "wrong_tournament", "in the wrong tournament"
    OTHER = "other", "another reason"


class DecisionKind(models.TextChoices):
    """What was decided."""

    CREATED = "created", "the host opened the tournament"
    JOINED = "joined", "a player joined"
    LEFT = "left", "a player withdrew"
    PAUSED_PLAYER = "player_paused", "a player sits out"
    RESUMED_PLAYER = "player_resumed", "a player is back"
    REMOVED = "removed", "a director removed a player"
    STARTED = "started", "the tournament started"
    ROUND = "round", "a round began: players confirm"
    HASTENED = "hastened", "a director began a round before all had confirmed it"
    PAIRED = "paired", "players were put at tables"
    OPENED = "opened", "the game of a table was opened"
    PAUSED = "paused", "a director paused the tournament"
    RESUMED = "resumed", "a director resumed it"
    EXTENDED = "extended", "a director extended it"
    CANCELLED = "cancelled", "it was cancelled"
    FINISHED = "finished", "it is over"


class Tournament(models.Model):
    """A tournament: its terms, and where it is now."""

    id = models.BigIntegerField(primary_key=True, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted_tournaments"
    )
    name = models.CharField(max_length=30)
    format = models.CharField(max_length=16, choices=Format)
    status = models.CharField(
        max_length=16, choices=TournamentStatus, default=TournamentStatus.OPEN
    )
    preset = models.CharField(max_length=32)
    overlays = models.JSONField(default=list)
    seats = models.SmallIntegerField(help_text="At a table; some have one seat less.")
    turn_seconds = models.IntegerField()
    starts_at = models.DateTimeField()
    players_min = models.SmallIntegerField()
    players_max = models.SmallIntegerField()
    entry = models.CharField(max_length=16, choices=EntryWay)
    join_code = models.CharField(max_length=8, blank=True)
    kinds = models.CharField(max_length=16, choices=Kinds)
    rated = models.BooleanField()
    rounds = models.SmallIntegerField(null=True, help_text="Null for an arena.")
    minutes = models.SmallIntegerField(null=True, help_text="Of an arena.")
    late_until = models.SmallIntegerField(
        help_text="The last round that players may join; 0 if they join before the start only."
    )
    place_points = models.JSONField(help_text="In 3600ths, by the seats of a table.")
    planned_end = models.DateTimeField(help_text="For two tournaments of one player.")
    round = models.SmallIntegerField(default=0)
    phase = models.CharField(max_length=16, choices=RoundPhase, blank=True)
    due_at = models.DateTimeField(null=True, help_text="When the worker acts next.")
    ends_at = models.DateTimeField(null=True, help_text="Of an arena, from its start on.")
    decisions = models.IntegerField(default=0, help_text="Number of the last decision.")
    version = models.IntegerField(default=0, help_text="Grows with everything that readers see.")
    check_at = models.DateTimeField(null=True, help_text="When to look for rulings next.")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=16, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["due_at"], name="tournaments_due", condition=Q(due_at__isnull=False)
            ),
            models.Index(fields=["status", "-id"], name="tournaments_by_status"),
            models.Index(
                fields=["check_at"],
                name="tournaments_to_check",
                condition=Q(check_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        """The id that clients see, 11 characters."""
        return ids.to_text(self.pk)

    @property
    def is_private(self) -> bool:
        """Whether only those who take part may see it."""
        return self.entry != EntryWay.OPEN


class Director(models.Model):
    """An account that the host lets direct the tournament."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="directors", db_index=False
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "account"], name="directs_once"),
        ]

    def __str__(self) -> str:
        return f"director of {ids.to_text(self.tournament_id)}"


class TournamentInvitation(models.Model):
    """An account that may join a tournament of invited players."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "account"], name="invited_to_it_once"),
        ]

    def __str__(self) -> str:
        return f"invitation to {ids.to_text(self.tournament_id)}"


class Entrant(models.Model):
    """A player of a tournament, and their line of the standings."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="entrants", db_index=False
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entrances"
    )
    number = models.SmallIntegerField(help_text="From 1, in the order of joining.")
    status = models.CharField(max_length=16, choices=EntrantStatus, default=EntrantStatus.ACTIVE)
    ready_round = models.SmallIntegerField(
        default=0,
        help_text="The last round that the player confirmed; in an arena 1 while they play.",
    )
    removal = models.CharField(max_length=16, choices=RemovalReason, blank=True)
    changes = models.SmallIntegerField(
        default=0, help_text="Of their own, of which some are allowed."
    )
    rank = models.IntegerField(default=0, help_text="Place in the list, from 1; each once.")
    place = models.SmallIntegerField(default=0, help_text="From 1; equal players share it.")
    points = models.IntegerField(default=0, help_text="In 3600ths.")
    games = models.IntegerField(default=0)
    firsts = models.IntegerField(default=0)
    rests = models.IntegerField(default=0)
    margin = models.IntegerField(default=0, help_text="Sum of all games, in 60ths of a book.")
    luck = models.FloatField(default=0)
    is_behind_first = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "account"], name="enters_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_number_an_entrant"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["tournament", "rank"], name="entrants_by_rank"),
        ]

    def __str__(self) -> str:
        return f"player {self.number} of {ids.to_text(self.tournament_id)}"


class TournamentTable(models.Model):
    """A table of a round, from its pairing on. In an arena, each pairing is a round."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="tables", db_index=False
    )
    round = models.SmallIntegerField()
    number = models.SmallIntegerField(help_text="From 1.")
    players = models.JSONField(help_text="Numbers of the entrants, by seat.")
    game = models.OneToOneField(
        Game, on_delete=models.PROTECT, null=True, related_name="tournament_table"
    )
    game_version = models.IntegerField(null=True, help_text="Of the result.")
    result = models.JSONField(null=True, help_text="Scores, winners and leavers, once it is over.")
    finished_at = models.DateTimeField(null=True)
    changed = models.IntegerField(help_text="Version of the tournament that changed it last.")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["tournament", "round", "number"], name="one_table_of_a_number_a_round"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["tournament"], name="unfinished_tables", condition=Q(finished_at=None)
            ),
            models.Index(fields=["tournament", "changed"], name="tables_by_change"),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round} of {ids.to_text(self.tournament_id)}"


class TournamentDecision(models.Model):
    """A decision about a tournament. It names players by their numbers only."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="log", db_index=False
    )
    number = models.IntegerField(help_text="From 1, without gaps.")
    at = models.DateTimeField()
    kind = models.CharField(max_length=16, choices=DecisionKind)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="Null for the service.",
    )
    data = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_decision_a_number"),
        ]

    def __str__(self) -> str:
        return f"decision {self.number} of {ids.to_text(self.tournament_id)}"
