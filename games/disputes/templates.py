"""Reasons that rulings often have, in words for the parties."""

TEMPLATES: dict[str, str] = {
    "log_is_sound": "The log of the game holds: every card was dealt from the seed, and every move followed the rules.",
    "no_evidence": "Nothing in the log goes beyond what a seat could have known or guessed.",
    "knew_too_much": "The seat asked, again and again, for cards of which it could not have known.",
    "played_together": "Two seats played for each other instead of for themselves.",
    "left_the_table": "The seat was left while others waited for it.",
    "withheld_card": "A card was kept back that had to be handed over (001, Irregularities).",
    "referee_erred": "The referee was wrong.",
    "abusive_name": "The name insults others; it has to be changed.",
    "on_review": "On review the first ruling does not stand.",
    "upheld": "On review the first ruling stands.",
}
"""By the code that a ruling keeps."""
