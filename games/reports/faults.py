"""Why an analysis failed: the codes in ``GameAnalysis.fault``, next to reasons of the models."""

CRASHED = "crashed"
"""The worker or its child ended ``queue.MOST_TRIES`` times without a result."""
TIME = "time"
MEMORY = "memory"
SIZE = "size"
UNREADABLE = "unreadable"
"""The log of the game cannot be read."""

FAULTS = {
    CRASHED: "It was interrupted too often.",
    TIME: "It took too much time.",
    MEMORY: "It took too much memory.",
    SIZE: "Its result was too long.",
    UNREADABLE: "The log of the game cannot be read.",
}
"""A sentence for each code. Other codes are reasons of ``AnalysisUnavailable``."""
