"""Answers about presets, overlays and sources, for the schema; ``render`` builds them."""

from rest_framework import serializers

from games.api.positions.shapes import AnySerializer, RulesSerializer, level_field


class SourceSerializer(AnySerializer):
    """A document that rules come from."""

    number = serializers.CharField()
    title = serializers.CharField()
    link = serializers.CharField(help_text="What is based on it.")


class RulesetSerializer(AnySerializer):
    """A preset in short."""

    name = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    ages = serializers.CharField()
    players_min = serializers.IntegerField()
    players_max = serializers.IntegerField()
    source = SourceSerializer()  # type: ignore[assignment]  # DRF's own name for another thing
    link = serializers.CharField()


class OverlaySerializer(AnySerializer):
    """A variation of a preset."""

    name = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    source = SourceSerializer()  # type: ignore[assignment]  # DRF's own name for another thing
    options = serializers.DictField(help_text="What it sets.")
    presets = serializers.ListField(
        child=serializers.CharField(), help_text="Presets that it fits."
    )


class RulesetsSerializer(AnySerializer):
    """All presets and overlays, and the levels of built-in bots."""

    presets = RulesetSerializer(many=True)
    overlays = OverlaySerializer(many=True)
    levels = serializers.ListField(child=level_field(), help_text="Weakest first.")
    lessons = serializers.DictField(
        child=serializers.CharField(), help_text="The commitment of each lesson's games."
    )


class FullRulesetSerializer(RulesetSerializer):
    """A preset in full."""

    how_to_play = serializers.ListField(child=serializers.CharField())
    rules = RulesSerializer()
    overlays = serializers.ListField(
        child=serializers.CharField(), help_text="Overlays that can be applied to it."
    )
    options_schema = serializers.DictField(help_text="JSON Schema (2020-12) of the options.")


class SourceUseSerializer(AnySerializer):
    """What is based on a source document."""

    number = serializers.CharField()
    title = serializers.CharField()
    presets = serializers.ListField(child=serializers.CharField())
    overlays = serializers.ListField(child=serializers.CharField())
    options = serializers.ListField(child=serializers.CharField())
