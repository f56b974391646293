"""``lastmove gadget``: the graphs that can stand in place of an arc, a crossing, a variable."""

from __future__ import annotations

import json
import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.boards.draw import DrawOptions, picture_kind, write_picture
from lastmove.cli.options import (
    INTERRUPTED,
    PLAY,
    UNKNOWN,
    IntegerRange,
    Renamed,
    json_lines_option,
    limits_of,
    whole_limit_options,
    work_options,
)
from lastmove.cli.output import write_json
from lastmove.cli.records import write_over
from lastmove.core.errors import InputError, LastmoveError, LimitReached
from lastmove.core.play import Problem
from lastmove.core.view import terminal_width
from lastmove.core.words import counted

if TYPE_CHECKING:
    from lastmove.gadgetry.gadget import Gadget
    from lastmove.gadgetry.search import GadgetProgress, GadgetSearch

EPILOG = """\b
Examples:
  lastmove gadget --game vertex-geography --play misere --bipartite
  lastmove gadget --game edge-geography --play misere --n 2-6 --all
  lastmove gadget --game nimg-mr --play normal --weights 1-2 --n 2-5 --girth 4
  lastmove gadget --game vertex-geography --play misere --for mine.toml \\
      --n 6-9 --max-degree 3 --planar --jobs 2 --out runs/mine
  lastmove gadget --for crossing --table

\b
Sources: arc, door, crossing, variable, or a table of conditions in a file
.toml or .json; --table writes one as JSON, to begin with.

\b
Exit status: 0 searched (also where nothing was found), 1 some input was bad,
2 wrong usage, 3 a limit was spent first, 130 interrupted. With --out the same
command goes on where it was stopped.
"""


@click.command(epilog=EPILOG)
@click.option("--game", metavar="GAME", help="vertex-geography, edge-geography, nimg-rm or nimg-mr, undirected.")
@click.option("--play", type=PLAY, help="The convention.")
@click.option("--for", "source", metavar="SOURCE", default="arc", show_default=True, help="What a gadget is to do.")
@click.option("--n", "n", metavar="A-B", help="The numbers of vertices.")
@click.option("--bipartite", is_flag=True, help="Boards with two sides are to stay so.")
@click.option("--planar", is_flag=True, help="Planar boards are to stay so.")
@click.option("--max-degree", metavar="D", type=IntegerRange(1), help="The edges at the ports are counted.")
@click.option("--girth", metavar="G", type=IntegerRange(3), help="No cycle shorter than G.")
@click.option("--odd-girth", metavar="G", type=IntegerRange(3), help="No odd cycle shorter than G.")
@click.option("--edges", metavar="A-B", help="The numbers of edges.")
@click.option("--weights", metavar="1-K", help="Every vertex with every weight from 1 to K.")
@click.option("--all", "every", is_flag=True, help="Every gadget; otherwise one with the least number of vertices.")
@click.option("--proof", is_flag=True, help="The forced plays in JSON too.")
@click.option("--table", is_flag=True, help="Write the conditions of SOURCE as JSON, and stop.")
@click.option(
    "--picture",
    cls=Renamed,
    was={"--output": "{}", "-o": "{}"},
    metavar="FILE",
    type=click.Path(),
    help="A picture of the first: .svg, .png, .tex.",
)
@click.option("--out", metavar="DIR", type=click.Path(file_okay=False), help="Keep what is done, to go on later.")
@click.option("--part", metavar="I/M", help="Part I of M of the work, from 0 on, for several machines.")
@work_options
@whole_limit_options
@json_lines_option
def gadget(people: bool, **given: Any) -> None:
    """Look for the smallest graphs that do in a game what an arc does in directed Geography, or what SOURCE asks.

    A gadget is a graph with ports, which a token enters and leaves. SOURCE says what the outcome must be at each port
    for each outcome outside. All connected graphs are tried; what is found is checked by the definition of the game,
    and comes with a picture, the forced plays as a proof, and the reduction that it gives.
    """
    kind = picture_kind(None, given["picture"])
    try:
        if given["table"]:
            _write_table(given["source"])
            return
        for name in ("game", "play"):
            if given[name] is None:
                raise click.UsageError(f"Missing option '--{name}'.")
        with _Line() as line:
            search = _search(given, line)
            status = _write_all(search, line, people, given, kind)
    except InputError as error:
        raise click.UsageError(str(error)) from None
    except LastmoveError as error:
        raise click.ClickException(str(error)) from None
    sys.exit(status)


def _write_table(source: str) -> None:
    from lastmove.gadgetry.source import gadget_source

    sys.stdout.write(f"{json.dumps(gadget_source(source).to_json(), indent=1, ensure_ascii=False)}\n")


def _search(given: dict[str, Any], line: _Line) -> GadgetSearch:
    from lastmove.gadgetry.search import gadgets

    names = ("n", "bipartite", "planar", "max_degree", "girth", "odd_girth", "edges", "weights", "every", "out", "part")
    options = {name: given[name] for name in (*names, "jobs", "scheduler", "game", "play")}
    return gadgets(given["source"], limits=limits_of(given), progress=line.show, **options)


def _write_all(search: GadgetSearch, line: _Line, people: bool, given: dict[str, Any], kind: str) -> int:
    """Every gadget, then what was tried; the exit status."""
    written = 0

    def write(found: Gadget) -> None:
        nonlocal written
        line.clear()
        if people:
            _show(found)
        else:
            write_json(found.to_json() | ({"proof": found.proof()} if given["proof"] else {}))
        if not written and given["picture"] is not None:
            drawn, _ = DrawOptions(kind=kind).drawn(Problem(found.board, found.play))
            write_picture(drawn, Path(given["picture"]))
        written += 1
        sys.stdout.flush()

    status = 0
    try:
        for found in search:
            write(found)
    except LimitReached as stop:
        for found in search.left():
            write(found)
        status = INTERRUPTED if stop.limit == "interrupt" else UNKNOWN
    line.clear()
    if not people:
        write_json(search.summary)
    elif not status:
        sys.stdout.write(f"{_summary(search)}\n")
    if status:
        resumes = "the same command goes on from there" if given["out"] else "with --out DIR it could be gone on with"
        sys.stderr.write(f"{_stopped(search)}; {resumes}\n")
    return status


def _show(found: Gadget) -> None:
    """A gadget for people: picture, edges, proof, reduction."""
    from lastmove.pictures.text_art import graph_art

    width = terminal_width()
    lines = [f"{counted(found.graph.n, 'vertex').replace('vertexs', 'vertices')}, {counted(found.graph.m, 'edge')}", ""]
    art = graph_art(found.board.view(), width=width - 4)
    lines += [f"    {line}".rstrip() for line in art or ()] + [""] * bool(art)
    ports = ", ".join(f"{port} is {vertex}" for port, vertex in found.ports.items())
    lines += _wrapped(f"{found}. In graph6, {ports}.", width)
    said = found.properties
    shape = [name for name in ("bipartite", "planar") if said[name]]
    shape += [f"largest degree {said['max_degree']}, with the edges at the ports"]
    shape += ["no cycle" if said["girth"] is None else f"shortest cycle {said['girth']}"]
    lines += _wrapped(f"{', '.join(shape)}.", width)
    lines += ["", "Proof: the winner plays so, whatever the other player does."]
    for row in found.proof():
        outside = ", ".join(f"{port} {value}" for port, value in dict(row["outside"]).items())  # type: ignore[call-overload]
        lines.append(f"  in at {row['enter']}, outside {outside}: {row['outcome']}")
        lines += [f"    {' '.join(play)}" for play in row["plays"]]  # type: ignore[attr-defined]
    reduction = found.reduction()
    if reduction is not None:
        lines += ["", *_wrapped(reduction, width), "Checked on random digraphs by the definition of the games."]
    sys.stdout.write("\n".join(lines) + "\n\n")


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width=width, break_on_hyphens=False)


def _summary(search: GadgetSearch) -> str:
    said: Any = search.summary
    low, high = said["searched"]["n"]
    tried = f"Tried: {counted(said['searched']['graphs'], 'connected graph')} with {low} to {high} vertices"
    least = said.get("least")
    if least is None:
        return f"{tried}. There is no gadget."
    below = f"none with fewer than {least['vertices']} vertices" if least["vertices"] > low else "the least tried"
    many = f"{counted(least['gadgets'], 'gadget')} with {least['vertices']} vertices"
    are = "is" if least["gadgets"] == 1 else "are"
    return f"{tried}. There {are} {many} ({counted(least['placings'], 'way')} to place the ports), {below}."


def _stopped(search: GadgetSearch) -> str:
    said: Any = search.summary.get("stopped")
    if said is None:
        return "stopped before the first part"
    before = f"sizes below {said['n']} are done, of" if said["n"] > search.limits.sizes[0] else "of"
    return f"stopped: {before} {said['n']} vertices {said['done']:,} of {said['parts']:,} parts are there"


class _Line:
    """How far a search is, on a terminal, in a line that is written over and over."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._drawn = False
        self._next = 0.0

    def __enter__(self) -> _Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            write_over("")
            self._drawn = False

    def show(self, seen: GadgetProgress) -> None:
        """Draw the line again, a few times a second at most."""
        if self._shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + 0.2
            parts = f"{seen.done:,} of {seen.shards:,} parts"
            write_over(f"{seen.n} vertices, {parts}, {seen.graphs:,} graphs, {counted(seen.found, 'gadget')}")
            self._drawn = True
