"""``lastmove theorems``: what is known, and the complexity tables that follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import json_lines_option, usage_errors
from lastmove.cli.output import write_json
from lastmove.core.play import Play
from lastmove.core.table import Table
from lastmove.core.words import play_name
from lastmove.reductions.run import behind
from lastmove.theorems.complexity import TABLES
from lastmove.theorems.registry import deciders, find, statements

if TYPE_CHECKING:
    from lastmove.theorems.complexity import Cell
    from lastmove.theorems.papers import Paper
    from lastmove.theorems.statement import Statement

EPILOG = """\b
Examples:
  lastmove theorems --game nimg-rm
  lastmove theorems renault-schmidt:3.5
  lastmove theorems --tables
  lastmove theorems --families --game edge-geography
"""


@click.command(epilog=EPILOG)
@click.argument("key", required=False)
@click.option("--game", metavar="GAME", help="Only statements about this game.")
@click.option("--paper", metavar="PAPER", help="Only statements of this paper, such as renault-schmidt.")
@click.option(
    "--tables",
    is_flag=True,
    help="The four complexity tables of Renault and Schmidt, more columns and two more tables, from the statements.",
)
@click.option("--families", is_flag=True, help="The families of boards that were proved for every n and every start.")
@json_lines_option
def theorems(key: str | None, game: str | None, paper: str | None, tables: bool, families: bool, people: bool) -> None:
    """List the theorems, reductions, open problems and errata, or show the one called KEY.

    Each says when it applies, what it costs and how far it was verified; `lastmove verify` repeats that.
    """
    if tables:
        _write_tables(people)
        return
    if families:
        _write_families(game, people)
        return
    with usage_errors():
        chosen = [find(key)] if key else [s for s in statements() if _matches(s, game, paper)]
    if not chosen:
        known = {
            "game": (game, sorted({name for s in statements() for name in s.games})),
            "paper": (paper, list(dict.fromkeys(s.paper.key for s in statements()))),
        }
        for field, (value, accepted) in known.items():
            if value is not None and value not in accepted:
                raise click.UsageError(f"--{field} {value!r}: must be one of {', '.join(accepted)}")
        given = " and ".join(f"--{field} {value!r}" for field, (value, _) in known.items() if value is not None)
        raise click.UsageError(f"{given}: no statement matches")
    if not people:
        for statement in chosen:
            papers = {"papers": [_paper(paper) for paper in _papers(statement)]} if key else {}
            write_json(_described(statement) | papers)
    elif key:
        _show_one(chosen[0])
    else:
        _show_list(chosen)


def _matches(statement: Statement, game: str | None, paper: str | None) -> bool:
    return (game is None or game in statement.games) and (paper is None or paper == statement.paper.key)


def _costs() -> dict[str, str]:
    return {theorem.statement.key: theorem.cost.value for theorem in deciders()}


def _described(statement: Statement) -> dict[str, object]:
    found: dict[str, object] = {
        "key": statement.key,
        "source": statement.paper.name,
        "number": statement.number,
        **({"known_as": statement.known_as} if statement.known_as else {}),
        "title": statement.title,
        "kind": statement.kind.value,
        "standing": statement.standing.value,
        "games": list(statement.games),
        "plays": [play.value for play in statement.plays],
        "text": statement.text,
        "condition": statement.condition,
        "verified": statement.verified,
    }
    cost = _costs().get(statement.key)
    return found | ({"cost": cost} if cost else {})


def _papers(statement: Statement) -> tuple[Paper, ...]:
    """Where it was first proved, if it has a classical name, and where we met it."""
    return (*statement.due_to, statement.paper)


def _paper(paper: Paper) -> dict[str, object]:
    return {
        "title": paper.title,
        "authors": paper.authors.split(", ") if paper.authors else [],
        "year": paper.year,
        "bibtex": paper.bibtex() or None,
    }


def _show_list(chosen: list[Statement]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from lastmove.cli.text import console

    out = console()
    out.soft_wrap = False
    costs = _costs()
    paper = None
    for statement in chosen:
        if statement.paper is not paper:
            paper = statement.paper
            out.print(Text(f"\n{paper.name}: {paper.title}", style="bold"))
        standing = "" if statement.standing.value == "proved" else f"  [{statement.standing.value}]"
        known = (f"  {statement.known_as}:", "bold") if statement.known_as else ""
        out.print(Text.assemble((f"  {statement.key}", "cyan"), known, f"  {statement.title}", (standing, "yellow")))
        if statement.key in costs:
            out.print(
                Padding(Text(f"if {statement.condition}; cost {costs[statement.key]}", style="dim"), (0, 0, 0, 6))
            )


def _show_one(statement: Statement) -> None:
    from rich.table import Table
    from rich.text import Text

    from lastmove.cli.text import console

    out = console()
    out.soft_wrap = False
    described = _described(statement)
    table = Table.grid()
    table.add_column(width=10, style="dim")
    table.add_column()
    out.print(Text(f"{statement.reason().title}: {statement.title}", style="bold"))
    out.print(Text(statement.text))
    for label in ("kind", "standing", "games", "plays", "condition", "cost", "verified"):
        value = described.get(label)
        if value:
            shown = ", ".join(value) if isinstance(value, list) else str(value)
            table.add_row(label, Text(shown))
    for paper in _papers(statement):
        by = f"{paper.authors}, " if paper.authors else ""
        table.add_row("paper", Text(f"{by}{paper.title}{f' ({paper.year})' if paper.year else ''}"))
    out.print(table)
    for text in filter(None, (paper.bibtex() for paper in _papers(statement))):
        out.print(Text(f"\n{text}"), soft_wrap=True)  # to be copied line by line


def _write_families(game: str | None, people: bool) -> None:
    """The families that were proved; `lastmove family` proves each anew, or checks the proof that is kept."""
    from lastmove.families.family import proved_families

    chosen = [row for row in proved_families() if game in (None, row["game"])]
    if not chosen:
        accepted = dict.fromkeys(row["game"] for row in proved_families())
        raise click.UsageError(f"--game {game!r}: must be one of {', '.join(accepted)}")
    if not people:
        for row in chosen:
            write_json(row)
        return
    from textwrap import fill

    from rich.text import Text

    from lastmove.cli.text import console

    out = console()
    for row in chosen:
        weight = f" of weight {row['weight']}" if "weight" in row else ""
        counts = ", ".join(str(count) for count in list(row["n_starts"].values())[:10])
        said = f"period of the types {row['period']} from n = {row['preperiod']} on; winning starts {counts}, ..."
        name = f"{row['family']}{weight}, {row['game']}, {play_name(Play(row['play']))}"
        out.print(Text(name, style="cyan"))
        out.print(Text(fill(said, out.width, initial_indent="  ", subsequent_indent="  ")))


def _reductions(number: str, play: str, name: str, cell: Cell) -> tuple[str, ...]:
    """The running reductions behind a cell."""
    return behind(TABLES[number].columns[name].setting(Play(play)), cell)


def complexity_tables() -> dict[str, dict[str, dict[str, Cell]]]:
    """Every cell of the four tables: number of the table, convention, column."""
    claims = {statement.key: statement.claims for statement in statements() if statement.claims}
    return {number: {play.value: row for play, row in table.cells(claims).items()} for number, table in TABLES.items()}


def _write_tables(people: bool) -> None:
    found = complexity_tables()
    if not people:
        for number, rows in found.items():
            cells = {
                play: {
                    name: {
                        "complexity": c.verdict,
                        "follows_from": list(c.follows_from),
                        "reductions": list(_reductions(number, play, name, c)),
                    }
                    for name, c in row.items()
                }
                for play, row in rows.items()
            }
            write_json({"table": number, "title": TABLES[number].title, "cells": cells})
        return
    from rich.box import HEAVY_HEAD
    from rich.text import Text

    from lastmove.cli.text import write_table

    for number, rows in found.items():
        lines = []
        for play, row in rows.items():
            written = []
            for name, cell in row.items():
                run = [f"runs: {key}" for key in _reductions(number, play, name, cell)]
                written.append(Text("\n".join([cell.verdict, *cell.follows_from, *run])))
            lines.append((play, *written))
        looks: dict[str, Any] = {"box": HEAVY_HEAD, "padding": (0, 1), "pad_edge": True, "title_justify": "left"}
        title = f"Table {number}. {TABLES[number].title}"
        write_table(Table(("", *TABLES[number].columns), lines), wrapped=True, title=title, **looks)
