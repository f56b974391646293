"""``lastmove query``: questions about the table of a census, and its tables, sequences and plots."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import json_lines_option, whole_limit_options, within_limits
from lastmove.cli.tables import FORMATS, first_difference, written
from lastmove.core.errors import InputError
from lastmove.core.files import json_line
from lastmove.core.limits import watched
from lastmove.core.table import Table
from lastmove.core.words import counted

if TYPE_CHECKING:
    from lastmove.censuses.census import Census
    from lastmove.censuses.query import Rows

EPILOG = """\b
Functions beside those of DuckDB:
  graph6(n, edges), digraph6(n, edges)      the graph of a row as a line
  starts(misere), others(n, misere)         a set as a list; the rest
  how_many(misere)                          the number of starts in a set
  edge_list(n, edges), arc_list(n, edges)   the edges as a list of pairs
  degrees(n, edges), out_degrees(n, edges)  the degree of each vertex
  girth(n, edges), planar(n, edges)         of graphs: the shortest cycle, or
                                            null; whether it can be planar
  matching_number(n, edges)                 edges of a maximum matching
  automorphisms(n, edges)                   the number of symmetries

\b
Examples:
  lastmove query runs/all
  lastmove query runs/all "select graph6(n, edges), starts(misere)
                           from census where misere = 0 and n = 7"
  lastmove query runs/all "select n, sum(bit_count(misere)) from census
                           group by n order by n"
                 --to bfile --check 1,0,5,10,77
  lastmove query runs/all --plot shares.svg
  lastmove query runs/all "select n, bit_count(edges),
                           avg(bit_count(misere) / n)
                           from census group by all" --heat-map map.png

\b
Exit status: 0 answered, 1 a value is not the one given with --check,
2 wrong usage or query, 3 a limit was spent first, 130 interrupted.
"""


@click.command(epilog=EPILOG)
@click.argument("directory", metavar="DIR", type=click.Path())
@click.argument("sql", metavar="[SQL]", required=False)
@json_lines_option
@click.option("--to", "target", type=click.Choice(FORMATS), help="Write the answer as such a table.")
@click.option("--check", metavar="A,B,...", help="The values that the second column must have, in order.")
@click.option("--plot", metavar="FILE", type=click.Path(dir_okay=False), help="Draw columns against the first one.")
@click.option("--heat-map", metavar="FILE", type=click.Path(dir_okay=False), help="Draw the third over the first two.")
@whole_limit_options
def query(directory: str, sql: str | None, people: bool, target: str | None, **given: Any) -> None:
    """Ask about the table `census` in DIR in SQL; without a question, the totals by n.

    DuckDB answers (the extra `census`) and sees that table and nothing else: no file, no address, no extension. --to
    bfile writes two columns as a sequence for the OEIS, and --check holds the second column against values that are
    known. --plot without a question draws the share of starts that are won.
    """
    with within_limits(given, sql=True):
        _answer(directory, sql, people, target, given)


def _answer(directory: str, sql: str | None, people: bool, target: str | None, given: dict[str, Any]) -> None:
    from lastmove.censuses.census import open_census

    try:
        found = open_census(directory)
        if not found.manifest.complete:
            there = counted(len(found.files), "shard")
            sys.stderr.write(
                f"the census is not known to be complete: this is from {there}; the same census command goes on\n"
            )
        shares = given["plot"] is not None and sql is None
        rows = found.query(sql or _totals(found, shares=shares))
        if given["plot"] is not None or given["heat_map"] is not None:
            from lastmove.cli.tables import heat_map, plot_columns

            title = str(found.manifest.asked["game"])
            if given["plot"] is not None:
                plot_columns(rows, title, given["plot"])
            if given["heat_map"] is not None:
                heat_map(rows, title, given["heat_map"])
        else:
            _write(rows, target, people=people, title=_title(found.manifest.asked, sql))
        wrong = None if given["check"] is None else first_difference(rows, given["check"])
    except InputError as error:
        raise click.UsageError(str(error)) from None
    if wrong is not None:
        sys.stderr.write(f"{wrong}\n")
        sys.exit(1)


def _totals(census: Census, *, shares: bool) -> str:
    """The question that is asked where none is given: totals by n, or for a plot the shares of starts that are won.

    A row is a graph, or a board: a graph with its weights.
    """
    play = census.manifest.asked["play"]
    plays = ("normal", "misere") if play == "both" else (play,)
    row = "boards" if "weights" in census.manifest.content["columns"] else "graphs"
    terms = [f"{f'avg(how_many({name}) / n)' if shares else f'sum(how_many({name}))'} as {name}" for name in plays]
    return (
        f"select n, {', '.join(terms if shares else [f'count(*) as {row}', *terms])} from census group by n order by n"
    )


def _title(asked: Any, sql: str | None) -> str:
    source = asked["source"]
    words = [f"{name} {value}" for name, value in source.items() if name != "version"]
    return f"{asked['game']}; {', '.join(words)}; {' '.join(sql.split()) if sql else 'totals'}"


def _write(rows: Rows, target: str | None, *, people: bool, title: str) -> None:
    if target is not None:
        sys.stdout.writelines(watched(written(rows, target, title)))
    elif people:
        _show(rows)
    else:
        sys.stdout.writelines(json_line(row) + "\n" for row in watched(rows.objects()))


def _show(rows: Rows) -> None:
    """The answer as a table for people."""
    from lastmove.cli.text import write_table

    numeric = [i for i in range(len(rows.columns)) if all(isinstance(row[i], int | float) for row in rows.rows)]
    lines = [list(map(_cell, row)) for row in watched(rows.rows)]
    write_table(Table(rows.columns, lines, right=numeric), fold=True, padding=(0, 2, 0, 0))


def _cell(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).lower() if value is not None else ""
    return f"{value:,}" if isinstance(value, int) else f"{value:.6g}" if isinstance(value, float) else str(value)
