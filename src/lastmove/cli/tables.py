"""Answers and tables of values for other programs: CSV, LaTeX, b-files as the OEIS wants them; and plots of them.

Plots need matplotlib (the extra ``plot``).
"""

from __future__ import annotations

import csv
import io
import json
import math
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import integers
from lastmove.core.errors import InputError
from lastmove.core.limits import look
from lastmove.core.optional import install
from lastmove.core.words import with_accent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.censuses.query import Rows
    from lastmove.sums.grundy import HeapValues

FORMATS = ("csv", "latex", "bfile")
_NAMED = {"\\": "backslash", "^": "asciicircum", "~": "asciitilde", "|": "bar", "<": "less", ">": "greater"}
_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {c: f"\\text{name}{{}}" for c, name in _NAMED.items()}
    | {"[": "{[}", "*": "{*}"}  # at the beginning of a row LaTeX takes them for options of the line break before it
)


def written(rows: Rows, target: str, title: str) -> Iterator[str]:
    """The lines of a table in one of the formats, each with its end of line.

    Parameters
    ----------
    rows
        The answer.
    target
        ``"csv"``, with a line of names; ``"latex"``, a ``tabular``; ``"bfile"``, a line ``n a(n)`` for each row.
    title
        For the comment at the head of LaTeX and b-files.

    Examples
    --------
    >>> from lastmove.censuses.query import Rows
    >>> print(*written(Rows(("n", "wins"), [(1, 1), (2, 0)]), "bfile", "misère wins"), sep="", end="")
    # misère wins
    1 1
    2 0
    """
    if target == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(rows.columns)
        writer.writerows(rows.rows)
        yield text.getvalue()
    elif target == "bfile":
        terms = sequence(rows)
        yield f"# {title}\n"
        yield from (f"{n} {value}\n" for n, value in terms)
    else:
        yield f"% {title}\n\\begin{{tabular}}{{{'r' * len(rows.columns)}}}\n"
        yield " & ".join(name.translate(_LATEX) for name in rows.columns) + " \\\\ \\hline\n"
        for row in rows.rows:
            yield " & ".join("" if value is None else str(value).translate(_LATEX) for value in row) + " \\\\\n"
        yield "\\end{tabular}\n"


def sequence(rows: Rows) -> list[tuple[int, int]]:
    """The terms of a sequence: two columns of integers, the first one n, n + 1, n + 2, ..."""
    terms = [(_integer(n), _integer(value)) for n, value in (row[:2] for row in rows.rows if len(row) == 2)]
    if len(terms) != len(rows.rows) or any(n is None or value is None for n, value in terms):
        raise InputError("query", f"a sequence has two columns of integers, n and a(n), not {', '.join(rows.columns)}")
    found = [(n, value) for n, value in terms if n is not None and value is not None]
    if any(n != found[0][0] + place for place, (n, _) in enumerate(found)):
        raise InputError("query", "the first column of a sequence is n, n + 1, n + 2, ...; `order by n` sorts it")
    return found


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def first_difference(rows: Rows, expected: str) -> str | None:
    """Where a sequence is not as given, in words; values beyond the shorter of the two are not compared.

    >>> from lastmove.censuses.query import Rows
    >>> first_difference(Rows(("n", "wins"), [(1, 1), (2, 0)]), "1, 2, 3")
    'check: a(2) is 0, not 2'
    """
    values = integers("check", expected, "integers")
    if not rows.rows:
        return "check: the answer has no rows"
    for (n, value), wanted in zip(sequence(rows), values, strict=False):
        if value != wanted:
            return f"check: a({n}) is {value}, not {wanted}"
    return None


_COLUMNS = 10
_BLOCK = 10_000


def exported(found: HeapValues, target: str, title: str) -> Iterator[str]:
    """A table in one of the formats, in pieces of many lines.

    Parameters
    ----------
    found
        The values and their period.
    target
        ``"csv"``: a line for each heap; ``"latex"``: a ``tabular`` of ten columns; ``"bfile"``: a line ``n a(n)`` for
        each heap from 0 on; ``"json"``: the answer object.
    title
        The game, for the comment at the head of LaTeX and b-files.

    Examples
    --------
    >>> from lastmove.sums.grundy import heap_values
    >>> print(*exported(heap_values("0.77", 2), "csv", "Kayles"), sep="", end="")
    heap,value
    0,0
    1,1
    2,2
    """
    if target == "csv":
        yield "heap,value\n"
        yield from ("".join(f"{heap},{value}\n" for heap, value in block) for block in _blocks(found))
    elif target == "bfile":
        yield f"# Grundy values of the {title}{_period(found)}\n"
        yield from ("".join(f"{heap} {value}\n" for heap, value in block) for block in _blocks(found))
    elif target == "json":
        yield '{"values": ['
        for block in _blocks(found):
            first, _ = block[0]
            yield (", " if first else "") + ", ".join(str(value) for _, value in block)
        yield f"], {json.dumps(found.period_to_json())[1:]}\n"
    else:
        yield f"% Grundy values of the {title}{_period(found)}\n"
        yield f"\\begin{{tabular}}{{r|{'r' * _COLUMNS}}}\n"
        yield "$n$ & " + " & ".join(map(str, range(_COLUMNS))) + " \\\\ \\hline\n"
        for block in _blocks(found):
            for row in range(0, len(block), _COLUMNS):
                values = [str(value) for _, value in block[row : row + _COLUMNS]]
                cells = [*values, *[""] * (_COLUMNS - len(values))]
                yield f"{block[row][0]} & " + " & ".join(cells) + " \\\\\n"
        yield "\\end{tabular}\n"


def _blocks(found: HeapValues) -> Iterator[list[tuple[int, int]]]:
    """Heaps and their values, many at a time; a limit is looked at between two blocks."""
    for begin in range(0, len(found.values), _BLOCK):
        look()
        yield list(enumerate(found.values[begin : begin + _BLOCK].tolist(), start=begin))


def _period(found: HeapValues) -> str:
    grows = found.arithmetic
    if grows is not None:
        return f", arithmetic period {grows.period}, preperiod {grows.preperiod}, saltus {grows.saltus}"
    return "" if found.period is None else f", period {found.period}, preperiod {found.preperiod}"


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
        axes.plot(columns[0], values, marker="o", markersize=4, label=with_accent(name))
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
        raise click.UsageError(f"{option} needs matplotlib: {install('plot')}") from None
    return Figure(figsize=(9, 4), layout="constrained")


def _save(figure: Any, option: str, path: str) -> None:
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{option}: {path}: {error}") from None
