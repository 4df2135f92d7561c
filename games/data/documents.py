"""Describe a dump: the manifest, Croissant metadata for loaders, and a data card for people."""

import json
from collections.abc import Iterator
from typing import Any

from games.data import manifest as manifests
from games.data.manifest import Manifest, PublishedFile
from games.data.tables import TABLES, Column

Json = dict[str, Any]

CROISSANT = "croissant.json"
CARD = "README.md"
_CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
_MEDIA_TYPES = {".zst": "application/zstd", ".parquet": "application/x-parquet"}
_DATA_TYPES = {"int": "sc:Integer", "float": "sc:Float", "text": "sc:Text", "bool": "sc:Boolean"}
_DATA_TYPES |= {f"{name}s": kind for name, kind in _DATA_TYPES.items()} | {"date": "sc:Date"}
_LISTS = ("ints", "floats", "texts", "bools")
_TERMS = (
    "citeAs column conformsTo equivalentProperty extract field fileObject fileProperty fileSet "
    "format includes isLiveDataset jsonPath key md5 parentField path recordSet references regex "
    "repeated replace samplingRate separator source subField transform"
)
_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{term: f"cr:{term}" for term in _TERMS.split()},
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
}
_DESCRIPTION = (
    "Finished public games of Go Fish, played by people and bots: every deal, ask and draw, with "
    "the rules of each game."
)
_CARD = """\
# Go Fish games of {month}

{description}

- **Dump**: `{name}`, format {format} {version}, by {software}
- **Licence**: [{license}](https://spdx.org/licenses/{license}.html)
- **Games**: {games:,}, with {moves:,} moves
- **Replaces**: {replaces}

## Files

| file | bytes | SHA-256 |
|---|---|---|
{files}

`games.jsonl.zst` has a game in each line, as JSON. Its members are those of the table of games,
with `rules` as an object, `players` as objects, and `moves`: number, seat (null for the referee) and
events, as the API tells them to a referee. A deal has the whole `pack`, the top card first.
{tables}
## Who is in it

Public games that ended in this month (UTC), if others may watch them. Left out are private games,
with lessons and tournaments by code or invitation; games with aids; series; imported games; and
games in which a player has opted out (`PATCH /me` with `in_dumps`) or closed their account.

- People have pseudonyms, which stay the same in dumps of the series `{series}`. Only the operator's
  key links them to accounts.
- **Pseudonyms do not hide players from those who look for them.** The API shows public games with
  names, so a reader who finds a game of this dump there knows its players. Do not try to.
- Usernames of bot accounts and levels of built-in bots stay.
- There are no game ids, times of day, texts of players, seeds or digests. The transcripts of the
  API have what verifies a game.

## How to use it well

- Players who opt out or close their account are left out of the next dump of the month. Use the
  newest one, and delete those that it replaces.
- Players choose to play here, and some play much more than others. A mean over games is no mean
  over players.
- `person` is every account that is not registered as a bot, so also a program that plays as a
  guest. Pseudonyms with very many games may be programs.
- `odds` are estimates of the built-in bots. `exact` assumes that every deal that fits is equally
  likely, and nothing about how players choose.
"""


def write(manifest: Manifest) -> dict[str, str]:
    """Return the documents of a dump by the names of their files."""
    return {
        manifests.FILE: _json(manifest.to_json()),
        CROISSANT: _json(_croissant(manifest)),
        CARD: _card(manifest),
    }


def _croissant(manifest: Manifest) -> Json:
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": _CONFORMS_TO,
        "name": f"go-fish-{manifest.name}",
        "description": _DESCRIPTION,
        "license": f"https://spdx.org/licenses/{manifest.license}.html",
        "version": f"{manifests.VERSION}.0.0",
        "distribution": [_file_object(file) for file in manifest.files],
        "recordSet": [
            _record_set(name, columns)
            for name, columns in TABLES.items()
            if any(file.name == f"{name}.parquet" for file in manifest.files)
        ],
    }


def _file_object(file: PublishedFile) -> Json:
    _, _, ending = file.name.rpartition(".")
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "contentUrl": file.name,
        "contentSize": f"{file.size} B",
        "encodingFormat": _MEDIA_TYPES[f".{ending}"],
        "sha256": file.sha256,
    }


def _record_set(table: str, columns: tuple[Column, ...]) -> Json:
    return {
        "@type": "cr:RecordSet",
        "@id": table,
        "name": table,
        "field": [_field(table, column) for column in columns],
    }


def _field(table: str, column: Column) -> Json:
    return {
        "@type": "cr:Field",
        "@id": f"{table}/{column.name}",
        "name": column.name,
        "description": column.meaning,
        "dataType": _DATA_TYPES[column.type],
        **({"repeated": True} if column.type in _LISTS else {}),
        "source": {
            "fileObject": {"@id": f"{table}.parquet"},
            "extract": {"column": column.name},
        },
    }


def _card(manifest: Manifest) -> str:
    files = (f"| `{each.name}` | {each.size:,} | `{each.sha256}` |" for each in manifest.files)
    return _CARD.format_map(
        {
            **manifest._asdict(),
            **manifest.counts,
            "description": _DESCRIPTION,
            "format": manifests.FORMAT,
            "version": manifests.VERSION,
            "replaces": ", ".join(f"`{name}`" for name in manifest.replaces) or "none",
            "files": "\n".join(files),
            "tables": "\n".join(_tables(manifest)),
        }
    )


def _tables(manifest: Manifest) -> Iterator[str]:
    """Yield the lines on the tables that a dump has."""
    names = {file.name for file in manifest.files}
    for table, columns in TABLES.items():
        if f"{table}.parquet" in names:
            yield f"\n## `{table}.parquet`\n\n| column | type | meaning |\n|---|---|---|"
            yield from (f"| `{name}` | {kind} | {meaning} |" for name, kind, meaning in columns)
    yield ""


def _json(value: Json) -> str:
    return json.dumps(value, indent=1, ensure_ascii=True) + "\n"
