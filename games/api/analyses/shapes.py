"""The answers about analyses."""

from rest_framework import serializers

from games.api.positions.ratings import FAMILY_NAMES
from games.api.positions.shapes import AnySerializer, rank_field, seat_field

CERTAINTIES_OF_ASKS = ["hit", "miss"]
WAITING = ["queued", "running"]
DONE = ["done"]


def _chance(says: str) -> serializers.FloatField:
    return serializers.FloatField(min_value=0, max_value=1, help_text=says)


def _number() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, help_text="Number of the move.")


class RankAskSerializer(AnySerializer):
    """An ask for a rank."""

    target = seat_field()
    rank = rank_field()


class BestAskSerializer(AnySerializer):
    """The ask with the highest win chance by what the asker may know."""

    ask = RankAskSerializer()
    win = _chance("The win chance with it.")


class JudgedAskSerializer(AnySerializer):
    """One ask with its judgement. Every chance is the asker's."""

    number = _number()
    seat = seat_field()
    ask = RankAskSerializer()
    hit = serializers.BooleanField(help_text="Whether cards were given.")
    provable = serializers.ChoiceField(
        choices=CERTAINTIES_OF_ASKS,
        allow_null=True,
        help_text="What was certain to the asker; null if nothing was.",
    )
    hit_chance = _chance("The chance to hit, by what the asker may know.")
    win_before = _chance("The win chance with the best ask, by what the asker may know.")
    win = _chance("The win chance with this ask, by what the asker may know.")
    cost = _chance("`win_before` less `win`, at least 0.")
    win_after = _chance("The win chance after the move, computed from all cards.")
    best = BestAskSerializer()


class WinChancesSerializer(AnySerializer):
    """The win chance of each seat after a move, computed from all cards."""

    number = _number()
    shares = serializers.ListField(child=serializers.FloatField(), help_text="By seat.")


class AccuracySerializer(AnySerializer):
    """How little the asks of a seat cost."""

    value = serializers.FloatField(
        help_text="100 for asks that cost nothing, about 0 for asks at random."
    )
    error = serializers.FloatField(min_value=0, help_text="The standard error.")


class LuckSerializer(AnySerializer):
    """The part of the win that the cards gave a seat, against what was to be expected."""

    value = serializers.FloatField(help_text="`deal` and `draws` together.")
    error = serializers.FloatField(min_value=0, help_text="The standard error of `value`.")
    deal = serializers.FloatField(help_text="Of the deal.")
    draws = serializers.FloatField(help_text="Of the draws.")


class PlayerAnalysisSerializer(AnySerializer):
    """The play and the luck of one seat."""

    seat = seat_field()
    asks = serializers.IntegerField(min_value=0, help_text="Number of judged asks.")
    accuracy = AccuracySerializer(allow_null=True, help_text="Null without judged asks.")
    luck = LuckSerializer()


class TurningPointSerializer(AnySerializer):
    """A move that changed the win chance of a seat much."""

    number = _number()
    seat = seat_field()
    change = serializers.FloatField(help_text="Of the win chance of the seat.")
    text = serializers.CharField(help_text="A sentence in English.")


class AnalysisSerializer(AnySerializer):
    """The opinion of a model on a finished game."""

    model = serializers.CharField(help_text="The version of the models.")
    family = serializers.ChoiceField(choices=FAMILY_NAMES)
    seats = serializers.IntegerField()
    asks = JudgedAskSerializer(many=True)
    win_chances = WinChancesSerializer(many=True)
    players = PlayerAnalysisSerializer(many=True)
    turning_points = TurningPointSerializer(many=True)


class StoredAnalysisSerializer(AnySerializer):
    """The analysis of a game."""

    game = serializers.CharField()
    status = serializers.ChoiceField(choices=DONE)
    model = serializers.CharField(help_text="The version of the models that made it.")
    annulled = serializers.BooleanField(
        help_text="Whether a ruling annulled the game, so that it counts for no one."
    )
    analysis = AnalysisSerializer()


class WaitingAnalysisSerializer(AnySerializer):
    """An analysis that is not computed yet."""

    game = serializers.CharField()
    status = serializers.ChoiceField(choices=WAITING)
    ahead = serializers.IntegerField(
        min_value=0, help_text="Analyses that are computed before this one."
    )
