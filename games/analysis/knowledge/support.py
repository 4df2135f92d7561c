"""Which rules the knowledge of a seat covers."""

from games.engine.rules import Rules


class KnowledgeUnavailable(Exception):
    """The knowledge of a seat is not computed under these rules; has a code and a sentence."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


def check_supported(rules: Rules) -> None:
    """Check that the knowledge of a seat can be computed.

    Jokers and honour mode are excluded: there, turns that pass and books that are not declared tell
    something about hidden cards that is not modelled here.

    :raises KnowledgeUnavailable: if the rules have a feature that is not covered.
    """
    if rules.joker_count:
        raise KnowledgeUnavailable("jokers", "Games with jokers are not covered.")
    if rules.referee == "honour":
        raise KnowledgeUnavailable("honour_mode", "Games in honour mode are not covered.")
