"""Templates of common reasons for rulings, by the code that a ruling stores."""

TEMPLATES: dict[str, str] = {
    "log_is_sound": "The log is intact: the deal matches the seed, and every move followed the rules.",
    "no_evidence": "The log shows no more knowledge than the seat could have or guess.",
    "knew_too_much": "The seat asked repeatedly for cards that it could not have known of.",
    "played_together": "Two seats played to each other's advantage instead of their own.",
    "left_the_table": "The player left the seat while others waited for its move.",
    "withheld_card": "The seat kept a card that it had to hand over (001, Irregularities).",
    "referee_erred": "The referee made an error.",
    "abusive_name": "The name insults others and must be changed.",
    "on_review": "On appeal, the first ruling is reversed.",
    "upheld": "On appeal, the first ruling is upheld.",
}
