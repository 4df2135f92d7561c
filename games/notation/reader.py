"""Read a notation as a transcript, whose digests are computed, and verify it."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, repeat
from itertools import chain as joined
from typing import Any, NamedTuple, NoReturn

from games.engine import (
    chain,
    codec,
    move_texts,
    receipts,
    strict_json,
    transcript,
    transcript_reader,
)
from games.engine.commands import Command
from games.engine.events import Created, Event
from games.engine.log_check import verify_log
from games.engine.options import OPTIONS
from games.engine.receipts import NoReceipts, Receipts
from games.engine.refusals import MalformedEntry
from games.engine.transcript import Header, StoredMove, Transcript
from games.engine.transcript_reader import NoTranscript
from games.engine.verification import Failure, Verification
from games.engine.verify import complete
from games.notation import syntax, words
from games.notation.syntax import NoNotation, Notation
from games.notation.words import BadWord, Context

_SCHEMAS = re.compile(r"[1-9]|[1-9]x[1-9]\d{0,8}(?: [1-9]x[1-9]\d{0,8})*")
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_HEADER_OF = {"game": "Game", "preset": "Preset", "overlays": "Overlays", "seats": "Players"}


class PartialNotation(MalformedEntry):
    """A partial form hides cards, so that nothing in it can be verified."""

    code = "partial_notation"


class IllegalNotation(MalformedEntry):
    """The game of a notation is not legal; ``str()`` names the line, the column and the rule."""

    code = "illegal_notation"


class LogOfNotation(NamedTuple):
    """The game of a notation, with the digests that its moves have."""

    header: Header
    moves: tuple[StoredMove, ...]
    annotations: dict[str, Any] | None


def read(notation: Notation) -> LogOfNotation:
    """Return the moves of a notation as a log stores them. Their legality is not checked.

    :raises PartialNotation: if it shows the game of one viewer.
    :raises NoNotation: with the place of what cannot be read.
    """
    if notation.is_partial:
        raise PartialNotation(
            "This notation shows what one viewer saw of a game. Only a complete one can be verified."
        )
    options = _json(notation, "Rules")
    try:
        context = Context(codec.rules_from_json(options), options)
    except (MalformedEntry, AttributeError, TypeError) as error:
        _refuse(notation, "Rules", str(error)[:200])
    entries = list(_entries(notation, context))
    if not entries:
        raise NoNotation(*syntax.place(notation.text, len(notation.text)), "It has no moves.")
    [opening, *_] = entries[0][2] or [None]
    if not isinstance(opening, Created):
        _refuse_word(notation, 0, 0, "The first move must create the game.")
    header = _header(notation, opening)
    moves = _stored(notation, entries, header, options)
    given = notation.headers.get("Annotations")
    annotations = None if given is None else _json(notation, "Annotations")
    if not isinstance(annotations, dict | None):
        _refuse(notation, "Annotations", "It must be a JSON object.")
    return LogOfNotation(header, moves, annotations)


def verify(notation: Notation) -> Verification:
    """Check the log of a notation, and its header ``Receipts`` if it has one, as those of a
    transcript are checked; raises as :func:`read`.

    The reason of a failure names line and column. Without times, those of 1970 stand for them.
    """
    return _verify(notation, read(notation))


def to_transcript(notation: Notation) -> bytes:
    """Return the transcript of a notation, in canonical form.

    :raises NoNotation: also without times, which its digests cover.
    :raises IllegalNotation: if the log is not valid, or its rules version unknown.
    """
    if not notation.times:
        raise NoNotation(1, 1, "A notation without times has no transcript.")
    game = read(notation)
    verdict = _verify(notation, game)
    if verdict.failure is not None:
        raise IllegalNotation(verdict.failure.reason)
    if verdict.scope != "full":
        raise IllegalNotation("The rules version is unknown here.")
    return transcript.write(game.header, game.moves, verdict.state, annotations=game.annotations)


def _verify(notation: Notation, game: LogOfNotation) -> Verification:
    log = verify_log(game.moves, seed=game.header.seed, commitment=game.header.commitment)
    claims, has_annotations = transcript.claims_of(log.state), game.annotations is not None
    document = Transcript(game.header, claims, game.moves, has_annotations)
    verdict = complete(log, document, _receipts(notation))
    failure = verdict.failure
    if failure is not None and failure.move is not None:
        where = syntax.offset_of(notation, failure.move - 1)
    elif failure is not None and failure.check == "receipt":
        where = syntax.offset_of_header(notation, "Receipts")
    elif failure is not None or notation.headers.get("Digest") in (None, verdict.digest.hex()):
        return verdict
    else:
        where = syntax.offset_of_header(notation, "Digest")
        failure = Failure(None, "digest", "The moves, times and headers give another digest.")
    line, column = syntax.place(notation.text, where)
    reason = f"Line {line}, column {column}: {failure.reason}"
    return verdict._replace(failure=failure._replace(reason=reason))


def _receipts(notation: Notation) -> Receipts | None:
    if "Receipts" not in notation.headers:
        return None
    try:
        return receipts.read(_json(notation, "Receipts"))
    except NoReceipts as error:
        _refuse(notation, "Receipts", f"{error.place} {error.fault}".strip().capitalize())


Entry = tuple[Command, int | None, tuple[Event, ...]]


def _entries(notation: Notation, context: Context) -> Sequence[Entry]:
    entries = []
    for number, move in enumerate(notation.moves):
        try:
            entries.append(words.read(move, context))
        except BadWord as error:
            _refuse_word(notation, number, error.place, str(error))
    return entries


def _header(notation: Notation, opening: Created) -> Header:
    players = _json(notation, "Players")
    if not isinstance(players, list):
        _refuse(notation, "Players", "It must be a list.")
    seats = [{"seat": seat, "player": name} for seat, name in enumerate(players)]
    try:
        return transcript_reader.read_header(
            {
                "game": notation.headers.get("Game"),
                "preset": notation.headers.get("Preset"),
                "overlays": notation.headers.get("Overlays", "").split(),
                "seats": seats,
                "commitment": opening.commitment,
                "seed": notation.headers.get("Seed"),
            }
        )
    except NoTranscript as error:
        name = error.place.partition("/")[0]
        _refuse(notation, _HEADER_OF.get(name, name.title()), error.fault)


def _stored(
    notation: Notation, entries: Sequence[Entry], header: Header, options: dict[str, Any]
) -> tuple[StoredMove, ...]:
    moves: list[StoredMove] = []
    digest = chain.genesis(header.commitment)
    schemas, times = _schemas(notation, len(entries)), _times(notation, len(entries))
    for number, (entry, schema, at) in enumerate(zip(entries, schemas, times, strict=True), 1):
        command, seat, happened = entry
        try:
            texts = _texts(command, happened, schema, options)
        except (MalformedEntry, IndexError, TypeError) as error:
            _refuse_word(notation, number - 1, 0, str(error)[:200])
        written = number, seat, at, schema, *texts
        digest = chain.next_digest(digest, *written, seed=header.seed)
        moves.append(StoredMove(*written, digest))
    return tuple(moves)


def _texts(
    command: Command, happened: tuple[Event, ...], schema: int, options: dict[str, Any]
) -> tuple[str, str]:
    """Return the texts of a move as its schema has them."""
    if schema == 1:
        objects = [_in_schema_1(codec.to_json(entry)) for entry in (command, *happened)]
        texts = codec.canonical(objects[0]), codec.canonical(objects[1:])
    else:
        texts = move_texts.write(command, happened, schema)
    if not isinstance(happened[0], Created) or options.keys() == OPTIONS.keys():
        return texts
    # The log is older than some options: it has the rules without them.
    all_options, stored = map(codec.canonical, (codec.with_defaults(options), options))
    return texts[0].replace(all_options, stored), texts[1].replace(all_options, stored)


def _in_schema_1(value: dict[str, Any]) -> dict[str, Any]:
    """Undo the upcast to schema 2: a pack is a list of cards, and a leaver ends every game."""
    if "pack" in value:
        pack = value["pack"]
        value = {**value, "pack": [pack[at : at + 2] for at in range(0, len(pack), 2)]}
    return {name: given for name, given in value.items() if name != "on_abandon"}


def _schemas(notation: Notation, count: int) -> list[int]:
    """Return the schema of each move: one for all, or runs such as ``2x14 3x50``."""
    given = notation.headers.get("Schema", "")
    if not _SCHEMAS.fullmatch(given):
        _refuse(notation, "Schema", 'It must be a number, or runs such as "2x14 3x50".')
    runs = [tuple(map(int, run.split("x"))) for run in given.split()]
    if len(runs[0]) == 1:
        runs = [(*runs[0], count)]
    if sum(length for _, length in runs) != count:
        _refuse(notation, "Schema", f"Its runs must be of the {count} moves.")
    if any(schema > move_texts.NEWEST for schema, _ in runs):
        _refuse(notation, "Schema", f"This code knows the schemas 1 to {move_texts.NEWEST}.")
    return list(joined.from_iterable(repeat(schema, length) for schema, length in runs))


def _times(notation: Notation, count: int) -> list[datetime]:
    """Return the time of each move; without a block of times, one of 1970."""
    if not notation.times:
        return [_NO_TIME] * count
    first, *gaps = notation.times
    try:
        at = datetime.fromisoformat(first)
        if chain.time_text(at) != first or len(gaps) != count - 1:
            raise ValueError
        if not all(re.fullmatch(r"-?\d{1,17}", gap) for gap in gaps):
            raise ValueError
        steps = (int(gap) * _MICROSECOND for gap in gaps)
        return list(accumulate(steps, lambda time, step: time + step, initial=at))
    except (ValueError, OverflowError, TypeError):
        where = notation.text.rindex(syntax.TIMES)
        syntax.refuse(
            notation.text,
            where,
            f"must be followed by the time of the first move and {count - 1} numbers of microseconds.",
        )


def _json(notation: Notation, name: str) -> Any:
    try:
        return strict_json.loads(notation.headers.get(name, "").encode())
    except (ValueError, RecursionError):
        _refuse(notation, name, "It must be JSON.")


def _refuse(notation: Notation, name: str, fault: str) -> NoReturn:
    where = syntax.offset_of_header(notation, name)
    raise NoNotation(*syntax.place(notation.text, where), f'Invalid header "{name}". {fault}')


def _refuse_word(notation: Notation, move: int, word: int, fault: str) -> NoReturn:
    where = syntax.offset_of(notation, move, word)
    shown = notation.moves[move][word][:40]
    raise NoNotation(*syntax.place(notation.text, where), f'"{shown}" cannot be read: {fault}')
