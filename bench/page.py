"""Write the figures of benchmarks to `docs/benchmarks.md`, and plots to `docs`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap

from matplotlib import pyplot, rcParams

from tests.readme_tables import rendered, with_block

ROOT = Path(__file__).parent.parent
COLUMNS = 100  # of prose in the documentation
PAGE = ROOT / "docs" / "benchmarks.md"


def block(head: Sequence[str], rows: Sequence[Sequence[str]], *sentences: str) -> str:
    """Return a table in Markdown with sentences below it."""
    return "\n".join([*rendered(head, rows), "", *wrap(" ".join(sentences), COLUMNS), ""])


def write(name: str, text: str) -> None:
    """Replace the text between the marks of this name."""
    PAGE.write_text(with_block(PAGE.read_text(), name, text.splitlines()))


def draw(name: str, bars: Mapping[str, Sequence[float]], *, title: str, unit: str) -> None:
    """Plot the median and the range of each kind into ``docs``."""
    rcParams["svg.hashsalt"] = name
    rcParams["svg.fonttype"] = "none"
    figure, axes = pyplot.subplots(figsize=(7, 0.8 + 0.35 * len(bars)), layout="constrained")
    medians = [sorted(values)[len(values) // 2] for values in bars.values()]
    errors = [
        [median - min(values) for median, values in zip(medians, bars.values(), strict=True)],
        [max(values) - median for median, values in zip(medians, bars.values(), strict=True)],
    ]
    drawn = axes.barh(list(bars), medians, xerr=errors, capsize=2, color="C0")
    axes.bar_label(drawn, fmt="{:,.0f}", label_type="center", color="white")
    axes.invert_yaxis()
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(unit)
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(ROOT / "docs" / f"{name}.svg", metadata={"Date": None})
    pyplot.close(figure)
