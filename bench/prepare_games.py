"""Migrate the database, open games and print them as JSON, for the code in the current folder.

``before`` runs this file in the folder of an earlier revision, which lacks it. The argument is the
number of games. Printed is a list of ``[id, game, tokens by seat, [[seat, body], …]]``.
"""

import json
import sys
from random import Random

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from bench.scripted import scripts  # noqa: E402

if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    games = [
        (
            *(script.id, script.game, script.tokens),
            [(ask.seat, ask.body.decode()) for ask in script.asks],
        )
        for script in scripts(int(sys.argv[1]), Random(9))
    ]
    print(json.dumps(games))
