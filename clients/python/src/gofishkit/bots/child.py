"""The process of a Python bot: ``python -m gofishkit.bots.child module:function``.

It reads a request a line, and writes the action. What the bot prints goes to standard error.
"""

import importlib
import json
import os
import sys
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import TextIO

from gofishkit.bots.actions import Choose

MOST_REASON = 500
"""Characters of the reason why a bot failed."""
NOT_THE_BOT = (Path(__file__).parent, Path(importlib.__file__).parent, Path())
"""Folders of the code that calls a bot; that of frozen modules is ``Path()``."""


def load(target: str) -> Choose:
    """Return the function that ``module:function`` names.

    :raises ImportError: if there is no such module or function.
    """
    module, _, name = target.partition(":")
    sys.path.insert(0, os.getcwd())
    function = getattr(importlib.import_module(module), name or "choose", None)
    if not callable(function):
        raise ImportError(f"{module} has no function {name or 'choose'}")
    choose: Choose = function
    return choose


def answer(choose: Choose, requests: TextIO, answers: TextIO) -> None:
    """Answer each request until there is none. An exception of the bot is an answer too."""
    for line in requests:
        request = json.loads(line)
        try:
            action = choose(request["view"], request["history"], Random(request["seed"]))
            written = json.dumps(action)
        except (Exception, SystemExit) as error:  # whatever a bot raises
            written = json.dumps({"failed": reason(error)[:MOST_REASON]})
        answers.write(written + "\n")
        answers.flush()


def reason(error: BaseException) -> str:
    """Return an error of a bot with the last place in the folder of its function."""
    text = f"{type(error).__name__}: {error}"
    frames = [(Path(frame.filename), frame.lineno) for frame in extract_tb(error.__traceback__)]
    places = [(file, line) for file, line in frames if file.parent not in NOT_THE_BOT]
    places = [(file, line) for file, line in places if file.parent == places[0][0].parent]
    return f"{places[-1][0].name}, line {places[-1][1]}: {text}" if places else text


def main() -> None:
    """Answer on standard output. What the bot prints goes to standard error.

    With ``--check``, exit with the reason why the bot cannot be loaded, or with 0.
    """
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        choose = load(sys.argv[1])
    except (Exception, SystemExit) as error:  # whatever the module of a bot raises
        answers.write(reason(error)[:MOST_REASON])
        answers.flush()
        sys.exit(1)
    if "--check" not in sys.argv:
        answer(choose, sys.stdin, answers)


if __name__ == "__main__":
    main()
