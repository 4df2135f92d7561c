"""The reliability plot of a report. It needs ``gofishkit[plot]``."""

from pathlib import Path
from typing import Any

from gofishkit.printing import printable


def reliability_plot(report: dict[str, Any], file: Path) -> None:
    """Write a plot of stated chances against how often they came true; the suffix is the format.

    :raises OSError: if the file cannot be written.
    :raises ValueError: if its format is unknown.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 5), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="grey", linewidth=1)
    for name, column in report["columns"].items():
        bins = column["beliefs"]["reliability"]
        stated, actual = ([each[key] for each in bins] for key in ("stated", "actual"))
        axes.plot(stated, actual, marker="o", label=name)
        for each in bins:
            axes.annotate(str(each["count"]), (each["stated"], each["actual"]), fontsize=7)
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="stated chance", ylabel="share that was true")
    axes.set_title(printable(str(report["run"]["settings"]["model"]))[:60], parse_math=False)
    axes.legend()
    figure.savefig(file)
