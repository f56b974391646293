"""Pictures of tables, with matplotlib (the extra ``plot``)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from lastmove.core.errors import InputError

if TYPE_CHECKING:
    from lastmove.censuses.query import Rows
    from lastmove.sums.grundy import HeapValues

__all__ = ["heat_map", "plot_columns", "plot_values"]


def plot_values(found: HeapValues, title: str, path: str) -> None:
    """Draw the value of each heap against its size and write the picture to a file, whose name says the format."""
    figure = _figure("--plot")
    axes = figure.add_subplot()
    heaps = range(len(found.values))
    axes.scatter(heaps, found.values, s=max(1.0, min(16.0, 4000 / len(found.values))), linewidths=0)
    if found.preperiod is not None and found.preperiod < len(found.values):
        axes.axvline(found.preperiod, linewidth=0.8, linestyle="--", label=f"period {found.period} from here on")
        axes.legend()
    axes.set(title=title, xlabel="heap", ylabel="Grundy value")
    _save(figure, "--plot", path)


def plot_columns(rows: Rows, title: str, path: str) -> None:
    """Draw every column of an answer against the first one."""
    columns = _numbers(rows, "plot", least=2)
    figure = _figure("--plot")
    axes = figure.add_subplot()
    for name, values in zip(rows.columns[1:], columns[1:], strict=True):
        axes.plot(columns[0], values, marker="o", markersize=4, label={"misere": "misère"}.get(name, name))
    axes.set(title=title, xlabel=rows.columns[0], ylabel=rows.columns[1] if len(columns) == 2 else "")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.legend()
    _save(figure, "--plot", path)


def heat_map(rows: Rows, title: str, path: str) -> None:
    """Draw the third column of an answer as the colour over the first two."""
    x, y, values = _numbers(rows, "heat-map", least=3, most=3)
    figure = _figure("--heat-map")
    axes = figure.add_subplot()
    across, up = sorted(set(x)), sorted(set(y))
    cells = [[math.nan] * len(across) for _ in up]
    for right, height, value in zip(x, y, values, strict=True):
        cells[up.index(height)][across.index(right)] = value
    drawn = axes.imshow(cells, origin="lower", aspect="auto", interpolation="nearest")
    axes.set(title=title, xlabel=rows.columns[0], ylabel=rows.columns[1])
    axes.set_xticks(range(len(across)), [f"{value:g}" for value in across])
    step = max(1, len(up) // 20)
    axes.set_yticks(range(0, len(up), step), [f"{value:g}" for value in up[::step]])
    figure.colorbar(drawn, label=rows.columns[2])
    _save(figure, "--heat-map", path)


def _numbers(rows: Rows, option: str, *, least: int, most: int | None = None) -> list[list[float]]:
    """The columns of an answer; an InputError if there are too few or too many, or some hold no numbers."""
    count = len(rows.columns)
    wanted = f"{least}" if most == least else f"at least {least}"
    if not rows.rows or count < least or (most is not None and count > most):
        raise InputError(option, f"{len(rows.rows)} rows of {count} columns; accepted: {wanted} columns of numbers")
    columns = [[row[place] for row in rows.rows] for place in range(count)]
    for name, column in zip(rows.columns, columns, strict=True):
        if any(isinstance(value, str | bool | list) or value is None for value in column):
            raise InputError(option, f"the column {name} holds something else than numbers")
    return [[float(value) for value in column] for column in columns]


def _figure(option: str) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise click.UsageError(f"{option} needs matplotlib: pip install 'lastmove[plot]'") from None
    return Figure(figsize=(9, 4), layout="constrained")


def _save(figure: Any, option: str, path: str) -> None:
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{option}: {path}: {error}") from None
