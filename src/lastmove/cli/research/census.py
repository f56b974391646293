"""``lastmove census``: every start of every graph of a kind, as a table."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from lastmove.cli.options import INTERRUPTED, UNKNOWN, IntegerRange, json_option, limit_options, limits_of, work_options
from lastmove.cli.records import write_over
from lastmove.core.errors import InputError, LastmoveError
from lastmove.core.table import Table

if TYPE_CHECKING:
    from lastmove.censuses.census import Census
    from lastmove.censuses.run import CensusProgress

EPILOG = """\b
Examples:
  lastmove census --game vertex-geography --n 1-9 --out runs/all
  lastmove census --game vertex-geography --play misere --geng=-cb \\
      --n 4-12 --out runs/bipartite
  lastmove census --game nimg-rm --weights 1-3 --n 6 --out runs/nimg
  lastmove census --game vertex-geography --digraphs --n 2-5 \\
      --out runs/digraphs --jobs 2
  lastmove census --game edge-geography --family grid:2xn --n 2-9 \\
      --out runs/ladders
  geng -c 9 9:12 | lastmove census --game edge-geography --out runs/sparse -
  lastmove query runs/all "select n, count(*) from census
                           where misere = 0 group by n"

\b
Exit status: 0 done, 1 some input was bad or the disk is full, 2 wrong usage,
3 some start stayed unknown, 130 interrupted. The same command goes on where
it was stopped.
"""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="[FILE|-]", required=False, type=click.Path(allow_dash=True))
@click.option("--game", metavar="GAME", required=True, help="A game on a graph.")
@click.option(
    "--play",
    type=click.Choice(["normal", "misere", "misère", "both"]),
    default="both",
    show_default=True,
    help="The convention.",
)
@click.option("--n", "n", metavar="A-B", help="The numbers of vertices; connected graphs unless --geng says otherwise.")
@click.option("--geng", metavar="OPTIONS", help="Of nauty's geng: --geng=-cb for connected bipartite graphs.")
@click.option("--directg", metavar="OPTIONS", help="Of nauty's directg: digraphs; --directg=-o without 2-cycles.")
@click.option("--digraphs", is_flag=True, help="All digraphs on the graphs that geng lists.")
@click.option("--trees", is_flag=True, help="Trees only, one of each kind.")
@click.option("--family", metavar="SPEC", help="A named family with the letter n, such as grid:3xn, for the n of --n.")
@click.option("--weights", metavar="1-K", help="Every vertex (Edge NimG: edge) with every weight from 1 to K.")
@click.option(
    "--values",
    multiple=True,
    type=click.Choice(["grundy", "genus"]),
    help="A column with the Grundy value, or the genus, of every start; may be given twice.",
)
@click.option("--out", metavar="DIR", required=True, type=click.Path(file_okay=False), help="Where the table goes.")
@work_options
@click.option("--sample", metavar="K", type=IntegerRange(1), help="At most K graphs of each size.")
@limit_options
@json_option
def census(file: str | None, people: bool, **given: Any) -> None:
    """Solve every start of every graph of a kind, in normal and misère play, into a table of Parquet files.

    The graphs are those that nauty's geng lists, digraphs on them, the members of a family, or those of FILE (or
    standard input) in graph6, sparse6 or digraph6. Small boards of Vertex Geography, Edge Geography and NimG are solved
    by the thousand at once; everything else as lastmove solve does it, and the table then says what decided each row.

    The summary has the totals by n: graphs, starts, and how many of these the player to move wins. pandas, polars, R
    and DuckDB read DIR/*.parquet; lastmove query asks questions about it.
    """
    from lastmove.censuses.census import census as take

    limits = replace(limits_of(given), interrupts="raise")  # what Ctrl-C stops is made again, not called unknown
    options = {name: given[name] for name in ("n", "geng", "directg", "digraphs", "trees", "family", "weights", "out")}
    options |= {name: given[name] for name in ("jobs", "scheduler", "sample", "values")}
    try:
        graphs = file if file is None or not _is_a_pipe(file) else _kept(file, Path(given["out"]))
        with ProgressLine() as line:
            found = take(
                given["game"],
                play=given["play"].replace("è", "e"),
                file=graphs,
                limits=limits,
                progress=line.show,
                **options,
            )
    except InputError as error:
        if error.field.partition(" ")[0] in ("graph", "input", "line"):
            raise click.ClickException(str(error)) from None
        raise click.UsageError(str(error)) from None
    except LastmoveError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        sys.stderr.write(f"{line.stopped()}; the same command goes on from there\n")
        sys.exit(INTERRUPTED)
    if people:
        _show(found)
    else:
        sys.stdout.write(json.dumps(found.summary) + "\n")
    unknown = any(name.endswith("_unknown") for row in found.manifest.summary.values() for name in row)
    sys.exit(UNKNOWN if unknown else 0)


def _is_a_pipe(name: str) -> bool:
    return name == "-" or Path(name).is_fifo() or Path(name).is_char_device()


def _kept(name: str, directory: Path) -> Path:
    """What comes from a pipe, beside the table."""
    from lastmove.censuses.files import kept_stream

    if name == "-":
        return kept_stream(sys.stdin.buffer, "standard-input", directory)
    with open(name, "rb") as stream:
        return kept_stream(stream, Path(name).name.partition(".")[0], directory)


def _show(found: Census) -> None:
    """The totals for people."""
    from lastmove.cli.text import console, write_table

    names, *rows = found.totals()
    write_table(Table(tuple(names), rows, right=range(len(names))), padding=(0, 2, 0, 0))
    console().print(f"{found.manifest.content['seconds']:.1f} s; the table is in {found.directory}")


class ProgressLine:
    """How far a census is: on a terminal one line that is written over and over; notes in lines of their own."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._started = time.monotonic()
        self._drawn = False
        self._last: CensusProgress | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    def _clear(self) -> None:
        if self._drawn:
            write_over("")
            self._drawn = False

    def show(self, seen: CensusProgress) -> None:
        """Draw the line again."""
        self._last = seen
        if seen.note:
            self._clear()
            sys.stderr.write(f"{seen.note}\n")
        if self._shown:
            write_over(progress_text(seen, time.monotonic() - self._started))
            self._drawn = True
        sys.stderr.flush()

    def stopped(self) -> str:
        """Where a census was stopped."""
        if self._last is None:
            return "stopped before the first shard"
        return f"stopped: {self._last.done:,} of {self._last.shards:,} shards are there"


def progress_text(seen: CensusProgress, seconds: float) -> str:
    """Shards, graphs, the rate and an estimate of what is left.

    >>> from lastmove.censuses.run import CensusProgress
    >>> progress_text(CensusProgress(shards=16, done=8, found=4, graphs=3000), 2.0)
    '8 of 16 shards, 3,000 graphs, 1,500 a second, about 4 s left'
    """
    text = f"{seen.done:,} of {seen.shards:,} shards"
    new = seen.done - seen.found
    if not new:
        return text
    left = seconds / new * (seen.shards - seen.done)
    rate = seen.graphs / max(seconds, 1e-9)
    return f"{text}, {seen.graphs:,} graphs, {rate:,.0f} a second, about {_duration(left)} left"


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
