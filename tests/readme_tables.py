"""The tables of the documentation as the code has them; ``make generated`` writes them."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import django

ROOT = Path(__file__).parent.parent
API_PAGE = ROOT / "docs" / "api" / "operations.md"
PAGES = {
    "presets": ROOT / "docs" / "play" / "rule-sets.md",
    "overlays": ROOT / "docs" / "play" / "rule-sets.md",
    "operations": API_PAGE,
    "problems": ROOT / "docs" / "api" / "errors.md",
    "dispute-reasons": API_PAGE,
    "command-options": ROOT / "docs" / "operations" / "commands.md",
    "growth": ROOT / "docs" / "costs.md",
}
AREAS = [
    "service",
    "rules",
    "accounts",
    "tokens",
    "lobby",
    "table",
    "history",
    "disputes",
]  # then others

Row = Sequence[object]


def presets() -> Iterator[str]:
    """Yield the table of presets by option."""
    from games.engine.options import OPTIONS
    from games.engine.presets import PRESETS
    from games.engine.rules import Rules

    names = [f"`{preset.name}` {preset.source}" for preset in PRESETS.values()]
    defaults = Rules().as_options()
    rows = []
    for option in OPTIONS:
        values = [preset.options.get(option, defaults[option]) for preset in PRESETS.values()]
        shown = ["–" if value == defaults[option] else _value(value) for value in values]
        rows.append([f"`{option}`", f"`{_value(defaults[option])}`", *shown])
    return rendered(["option", "default", *names], rows)


def overlays() -> Iterator[str]:
    """Yield the table of overlays."""
    from games.engine.presets import OVERLAYS, PRESETS
    from games.engine.rule_sets import overlays_for

    rows = []
    for overlay in OVERLAYS.values():
        sets = ", ".join(f"`{name}={_value(value)}`" for name, value in overlay.options.items())
        where = [name for name in PRESETS if overlay.name in overlays_for(name)]
        fits = "all" if len(where) == len(PRESETS) else ", ".join(f"`{name}`" for name in where)
        rows.append([f"`{overlay.name}` {overlay.source}", overlay.summary, sets, fits])
    return rendered(["overlay", "in words", "sets", "over"], rows)


def operations() -> Iterator[str]:
    """Yield the table of the API's operations."""
    from gofish_api.api import published_schema

    schema = published_schema.document()
    rows = [
        (
            operation["tags"][0],
            path.removeprefix("/api/v1") or path,
            method.upper(),
            operation["summary"],
        )
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    places = {area: place for place, area in enumerate(AREAS)}
    rows.sort(key=lambda row: (places.get(row[0], len(AREAS)), row))
    return rendered(
        ["area", "operation", "does"], [(a, f"`{m} {path}`", does) for a, path, m, does in rows]
    )


def problems() -> Iterator[str]:
    """Yield the table of problem codes."""
    from games.problems import PROBLEMS

    rows = [[f"`{p.code}`", p.status, p.title] for p in PROBLEMS.values()]
    return rendered(["code", "status", "means"], rows)


def dispute_reasons() -> Iterator[str]:
    """Yield the table of what a dispute may be about."""
    from games.desk.models import WITHOUT_MOVE, Reason

    rows = [
        [f"`{reason.value}`", reason.label, "no" if reason in WITHOUT_MOVE else "yes"]
        for reason in Reason
    ]
    return rendered(["reason", "in words", "needs `move`"], rows)


def command_options() -> Iterator[str]:
    """Yield the table of the options of our own commands."""
    from django.core.management import get_commands, load_command_class
    from django.core.management.base import DjangoHelpFormatter

    rows: list[Row] = []
    for name, app in sorted(get_commands().items()):
        if app not in ("games", "gofish_api"):
            continue
        parser = load_command_class(app, name).create_parser("manage.py", name)
        for action in parser._actions:
            names = action.option_strings
            if "--help" in names or not DjangoHelpFormatter.show_last.isdisjoint(names):
                continue
            values = "/".join(action.choices or [str(action.metavar or action.dest.upper())])
            shown = " ".join([", ".join(names), "" if action.nargs == 0 else values]).strip()
            means = action.help or f"default: {action.default}"
            rows.append([f"`{name}`", f"`{shown}`", means])
    return rendered(["command", "option", "means"], rows)


def growth() -> Iterator[str]:
    """Yield the table of what one address can store in an hour, by the default limits."""
    from accounts import quotas
    from bench.sizes import FIGURES
    from games.reports import stored_analyses
    from gofish_api.settings import RATES

    # Bytes on PostgreSQL with indexes, after VACUUM FULL, of some hundred rows each.
    kinds = [
        ("a move", "address", FIGURES["move"].value),
        ("a stored answer", "keys_address", FIGURES["answer"].value),
        ("a game with six seats", "creation_address", 2_785),
        ("an account with a token", "registration", 717),
        ("a text about a dispute, 2,000 characters of 4 bytes", "disputes_address", 11_182),
        ("an analysis, uncompressed", "analyses_address", stored_analyses.MOST_BYTES),
    ]
    rows = []
    for kind, name, size in kinds:
        quota = quotas.read(name, RATES[name])
        assert quota is not None
        rate = quota.most * 3_600 // quota.seconds
        rows.append(
            [kind, f"`{name}`", f"{rate:,}", f"{size:,.0f}", f"{rate * size / 1e6:,.2f} MB"]
        )
    return rendered(["stored", "bounded by", "an hour", "bytes each", "together"], rows)


TABLES: dict[str, Callable[[], Iterable[str]]] = {
    "presets": presets,
    "overlays": overlays,
    "operations": operations,
    "problems": problems,
    "dispute-reasons": dispute_reasons,
    "command-options": command_options,
    "growth": growth,
}


def block(text: str, name: str) -> str:
    """Return the lines of a table of a page."""
    return text.partition(f"<!-- {name} -->\n")[2].partition("<!-- end -->")[0]


def with_block(text: str, name: str, lines: Iterable[str]) -> str:
    """Return a page's text with the lines in the place of a table."""
    rows = "\n".join(lines)
    marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    text, found = marks.subn(lambda mark: f"{mark[1]}{rows}\n{mark[2]}", text)
    assert found == 1, name
    return text


def rendered(head: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for row in rows:
        yield f"| {' | '.join(str(cell) for cell in row)} |"


def _value(value: object) -> str:
    """Write an option's value as JSON does, and a deal table in a few characters."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case dict():
            return _deal_table({int(seats): int(size) for seats, size in value.items()})
        case _:
            return str(value)


def _deal_table(table: dict[int, int]) -> str:
    """Write cards by number of players: ``2: 7, 3–4: 5``."""
    groups: list[list[int]] = []
    for seats in sorted(table):
        if groups and table[groups[-1][0]] == table[seats]:
            groups[-1].append(seats)
        else:
            groups.append([seats])
    return ", ".join(
        f"{group[0]}{f'–{group[-1]}' if len(group) > 1 else ''}: {table[group[0]]}"
        for group in groups
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
    django.setup()
    for name, table in TABLES.items():
        page = PAGES[name]
        page.write_text(with_block(page.read_text(), name, table()))
