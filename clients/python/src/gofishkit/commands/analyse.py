"""`gofish analyse`: judge a finished game from its transcript. It needs ``gofishkit[local]``."""

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from games.analysis import reading, table
from games.analysis.report import AnalysisUnavailable, analyse, to_json
from games.engine import strict_json, transcript_reader
from games.engine.refusals import MalformedEntry
from gofishkit.printing import printable


def run(options: argparse.Namespace) -> int:
    """Print the analysis of a transcript, and return the exit status."""
    file: Path = options.file
    console = Console(stderr=True)
    try:
        record = reading.from_transcript(
            transcript_reader.read(strict_json.loads(file.read_bytes()))
        )
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("Analysing")
            analysis = analyse(
                record,
                lambda done, total: progress.update(task, completed=done, total=total),
            )
    except OSError as error:
        sys.exit(f"{file} cannot be read: {error.strerror}.")
    except (AnalysisUnavailable, MalformedEntry) as error:
        sys.exit(printable(str(error)))
    except (ValueError, RecursionError) as error:
        sys.exit(f"{file} is not JSON: {error}")
    if options.json:
        print(json.dumps(to_json(analysis)))
    else:
        print(*table.lines(analysis), sep="\n")
    return 0
