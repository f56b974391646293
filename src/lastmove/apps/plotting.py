"""Pictures of tables of values, with matplotlib (the extra ``plot``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lastmove.engine.values import HeapValues

__all__ = ["plot_values"]


def plot_values(found: HeapValues, title: str, path: str) -> None:
    """Draw the value of each heap against its size and write the picture to a file, whose name says the format."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise click.UsageError("--plot needs matplotlib: pip install 'lastmove[plot]'") from None
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.add_subplot()
    heaps = range(len(found.values))
    axes.scatter(heaps, found.values, s=max(1.0, min(16.0, 4000 / len(found.values))), linewidths=0)
    if found.preperiod is not None and found.preperiod < len(found.values):
        axes.axvline(found.preperiod, linewidth=0.8, linestyle="--", label=f"period {found.period} from here on")
        axes.legend()
    axes.set(title=title, xlabel="heap", ylabel="Grundy value")
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"--plot: {path}: {error}") from None
