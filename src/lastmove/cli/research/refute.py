"""``lastmove refute``: a claim about boards, in SQL, and the smallest board on which it is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.boards.draw import DrawOptions, picture_kind, write_picture
from lastmove.cli.options import (
    UNKNOWN,
    IntegerRange,
    MostWeight,
    Renamed,
    json_option,
    usage_errors,
    whole_limit_options,
    within_limits,
)
from lastmove.cli.output import write_json
from lastmove.core.errors import InputError, LastmoveError, LimitReached
from lastmove.core.play import Play, Problem

if TYPE_CHECKING:
    from lastmove.censuses.census import Census
    from lastmove.verify.refute import BoardCounterexample

EPILOG = """\b
Examples:
  lastmove refute "misere != 0 or n % 2 = 0" --game vertex-geography
  lastmove refute "misere != 0" --game vertex-geography --geng=-cb
      --n 9 --picture smallest.svg --explain 0
  lastmove refute "how_many(normal) <= how_many(misere)" some.g6.gz
      --play both --game edge-geography
  lastmove refute "normal != misere" --census runs/all

\b
A claim is a condition on each row of a census: columns n, edges or graph6,
normal, misere (sets of winning starts: bit v is vertex v; 0 is no start), and
the functions that lastmove query --help lists.

\b
Exit status: 0 no counterexample, 1 a counterexample was found, 2 wrong usage,
3 none was found, but some start stayed unknown or a limit was spent,
130 interrupted.
"""


@click.command(epilog=EPILOG)
@click.argument("claim", metavar="CLAIM")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path())
@click.option("--game", metavar="GAME", help="A game on a graph.")
@click.option(
    "--play",
    type=click.Choice(["normal", "misere", "misère", "both"]),
    help="The convention, so which columns there are; both unless given.",
)
@click.option(
    "--n",
    "size",
    cls=Renamed,
    was={"--size": "{}"},
    metavar="N",
    type=IntegerRange(1),
    help="Up to N vertices; 7 unless there is a FILE.",
)
@click.option(
    "--weights",
    "weight",
    cls=Renamed,
    was={"--weight": "1-{}"},
    metavar="1-K",
    type=MostWeight(1),
    help="Every vertex (Edge NimG: edge) with every weight from 1 to K.",
)
@click.option(
    "--geng",
    "source",
    cls=Renamed,
    was={"--source": "{}"},
    metavar="OPTIONS",
    help="Of nauty's geng: --geng=-cb for connected bipartite graphs.",
)
@click.option("--census", "directory", metavar="DIR", help="The boards of a census that was taken, in place of these.")
@click.option("--explain", "start", metavar="V", help="Say why this start of the counterexample is won or lost.")
@click.option(
    "--picture",
    cls=Renamed,
    was={"--output": "{}", "-o": "{}"},
    metavar="FILE",
    type=click.Path(),
    help="A picture of it: .svg, .png, .tex.",
)
@json_option
@whole_limit_options
def refute(claim: str, file: str | None, people: bool, **given: Any) -> None:
    """Look for the smallest board on which CLAIM, a condition in SQL on the rows of a census, is wrong.

    Boards are tried by size: all connected graphs of up to N vertices, those that geng lists with other options, those
    of FILE (in the graph6 family), or those of a census. Without a counterexample it is said what was tried. DuckDB
    reads the claim (the extra `census`).
    """
    kind = picture_kind(None, given["picture"])
    if file is not None:
        if given["source"] is not None:
            raise click.UsageError("FILE and --geng are two sources of graphs; choose one")
        given["source"] = Path(file)
    with within_limits(given, sql=True):
        _answer(claim, people, kind, given)


def _answer(claim: str, people: bool, kind: str, given: dict[str, Any]) -> None:
    try:
        with usage_errors():
            found, tried, unknown = _in_census(claim, given) if given["directory"] else _on_boards(claim, given)
            said = None if found is None or given["start"] is None else found.explain(_vertex(found, given["start"]))
    except LimitReached:
        raise
    except LastmoveError as error:
        raise click.ClickException(str(error)) from None
    if people:
        _show(found, tried)
        if said is not None:
            click.echo(f"\n{said}")
    else:
        answer = {"claim": claim, "tried": tried, "counterexample": None if found is None else found.to_json()}
        write_json(answer | ({} if said is None else {"explanation": said.to_json()}))
    if found is not None and given["picture"] is not None:
        drawn, _ = DrawOptions(kind=kind, every_start=True).drawn(Problem(found.board, found.plays[0]))
        write_picture(drawn, Path(given["picture"]))
    sys.exit(1 if found is not None else UNKNOWN if unknown else 0)


def _on_boards(claim: str, given: dict[str, Any]) -> tuple[BoardCounterexample | None, str, bool]:
    """The counterexample, what was tried, and whether something stayed unknown: without limits nothing does."""
    from lastmove.verify.refute import refute as look

    if given["game"] is None:
        raise InputError("game", "missing; give --game, or --census DIR")
    tried: list[str] = []
    play: Any = given["play"] or "both"
    sizes = {"n": given["size"], "weights": given["weight"]}
    found = look(claim, game=given["game"], play=play, source=given["source"], report=tried.append, **sizes)
    return found, "".join(tried) or "Every smaller board was tried.", False


def _in_census(claim: str, given: dict[str, Any]) -> tuple[BoardCounterexample | None, str, bool]:
    """The same among the boards of a census, which says itself what game it is about."""
    from lastmove.censuses.census import open_census
    from lastmove.verify.refute import about_board
    from lastmove.verify.sql_claims import board_against

    names = {"game": "--game", "play": "--play", "size": "--n", "weight": "--weights", "source": "FILE, or --geng"}
    for name, said in names.items():
        if given[name] is not None:
            raise InputError(said, "it does not go with --census, which says itself what was asked")
    census = open_census(given["directory"])
    asked = census.manifest.asked["play"]
    plays = tuple(Play) if asked == "both" else (Play(asked),)
    board = board_against(claim, census)
    unknown = _unknown(census)
    boards = sum(row["graphs"] for row in census.manifest.summary.values())
    left_out = f" Not asked were {unknown:,} rows with starts that stayed unknown." if unknown else ""
    unfinished = "" if census.manifest.complete else " The census is not known to be complete."
    tried = f"No counterexample. Every board of the census was tried: {boards:,} graphs.{left_out}{unfinished}"
    if board is None:
        return None, tried, bool(unknown)
    return about_board(board, plays, None), "Every smaller board of the census was tried.", False


def _unknown(census: Census) -> int:
    """How many rows have starts that stayed unknown: a claim about them refutes nothing."""
    columns = [name for name in census.manifest.content["columns"] if name.endswith("_unknown")]
    if not columns:
        return 0
    some = " or ".join(f"how_many({name}) > 0" for name in columns)
    return int(census.query(f"select count(*) from census where {some}").rows[0][0])


def _vertex(found: BoardCounterexample, name: str) -> object:
    board: Any = found.board
    for vertex in board.starts():
        if str(vertex) == name:
            return vertex
    raise InputError("explain", f"{name} is not a start; the starts are {', '.join(map(str, board.starts()))}")


def _show(found: BoardCounterexample | None, tried: str) -> None:
    from rich.text import Text

    from lastmove.cli.text import console

    out = console()
    if found is None:
        out.print(tried, soft_wrap=False)
        return
    out.print(Text("The claim is wrong on this board; it holds on all smaller ones:", style="bold"))
    out.print(str(found), soft_wrap=False)
