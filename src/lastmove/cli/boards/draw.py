"""``lastmove draw``: positions in, pictures out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from itertools import chain, count, islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import input_options, limit_options, limits_of, out_option
from lastmove.cli.output import behind
from lastmove.cli.read import items_of
from lastmove.cli.records import Output, answer_each
from lastmove.core.errors import LimitReached
from lastmove.core.limits import Limits, stopping_at_limits
from lastmove.core.showing import Showing
from lastmove.core.solution import LimitReason
from lastmove.pictures.svg import THEMES, svg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lastmove.cli.read import Item
    from lastmove.core.play import Problem
    from lastmove.core.solution import Solution
    from lastmove.pictures.scene import Scene
    from lastmove.solver.outcomes import Outcomes

KINDS = ("svg", "png", "tikz")
SUFFIXES = {".svg": "svg", ".png": "png", ".tex": "tikz", ".tikz": "tikz"}

EPILOG = """\b
Examples:
  lastmove draw vertex-geography:grid:3x4 --starts all > grid.svg
  lastmove draw nim:3,5,7 --moves --certificate > nim.svg
  lastmove draw board.graphml --game nimg-rm --start a --moves -o board.png
  lastmove draw positions.jsonl --to tikz --theme print --out figure.tex

\b
Exit status: 0 all drawn, 1 some input was bad, 3 something stayed unknown,
2 wrong usage, 130 interrupted.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOptions:
    """What a picture is to show, and how."""

    kind: str = "svg"
    every_start: bool = False
    moves: bool = False
    certificate: bool = False
    theme: str = "auto"
    caption: str | None = None
    legend: bool = True
    limits: Limits | None = None
    layout: Callable[[], Any] | None = None
    """What makes the layout, when the picture is drawn: it may take as long as the picture."""

    def drawn(self, problem: Problem) -> tuple[bytes, str | None]:
        """The file that shows one position, and the limit that left something in it unknown, if one did."""
        showing = Showing(self.limits or Limits())
        shown, spent = self._solved(problem)
        with stopping_at_limits(showing.to_show()):
            return self._picture(shown), spent

    def _picture(self, shown: Problem | Outcomes | Solution) -> bytes:
        from lastmove.pictures.draw import picture

        looks: dict[str, Any] = {"caption": self.caption, "legend": self.legend, "certificate": self.certificate}
        looks["layout"] = None if self.layout is None else self.layout()
        scene = picture(shown, moves=self.moves, **looks) if self._one_start else picture(shown, **looks)
        return file_of(scene, self.kind, self.theme)

    @property
    def _one_start(self) -> bool:
        return not self.every_start and (self.moves or self.certificate)

    def _solved(self, problem: Problem) -> tuple[Problem | Outcomes | Solution, str | None]:
        """What the picture shows, and the limit that left something in it unknown, if one did."""
        from lastmove.solver.solve import outcomes, solve

        if self.every_start:
            found = outcomes(problem, limits=self.limits, certificate=self.certificate)
            return found, found.stopped_by
        if self._one_start:
            answer = solve(problem, limits=self.limits, all_moves=self.moves, certificate=self.certificate)
            return answer, answer.reason.limit if isinstance(answer.reason, LimitReason) else None
        return problem, None


def file_of(scene: Scene, kind: str, theme: str) -> bytes:
    """A picture as a file of this kind."""
    if kind == "tikz":
        from lastmove.pictures.tikz import tikz

        return tikz(scene, theme=theme).encode()
    if kind == "png":
        from lastmove.pictures.svg import png

        return png(scene, theme=theme)
    return svg(scene, theme=theme).encode()


@click.command(epilog=EPILOG)
@input_options
@click.option("--starts", type=click.Choice(["all"]), help="Label every start of each board with its outcome.")
@click.option("--moves", is_flag=True, help="Show every legal move by its value.")
@click.option("--certificate", is_flag=True, help="Show the evidence: matching and barrier, labels, sets, nim-sum.")
@click.option("--to", "kind", type=click.Choice(KINDS), help="The format; by default what --out ends in, else svg.")
@out_option("FILE", "Where to write; several become FILE-1, ...")
@click.option("--theme", type=click.Choice(THEMES), default="auto", show_default=True, help="print is black and white.")
@click.option("--caption", metavar="TEXT", help="The line above the picture; empty for none.")
@click.option("--no-legend", is_flag=True, help="Leave out what explains the marks.")
@limit_options
def draw(out: str | None, kind: str | None, **given: Any) -> None:
    """Draw each position in FILE (or standard input).

    A picture goes to standard output, or to the file named with --out. Without --starts, --moves or --certificate
    it shows the position alone, and nothing is solved. Where the time limit is short a graph is drawn plainly, with a
    note in the picture. A PNG has at most 40 million pixels.
    """
    if given["starts"] and given["moves"]:
        raise click.UsageError("--moves goes with one start, --starts all with every start; give one of them")
    wish = DrawOptions(
        kind=picture_kind(kind, out),
        every_start=given["starts"] == "all",
        moves=given["moves"],
        certificate=given["certificate"],
        theme=given["theme"],
        caption=given["caption"],
        legend=not given["no_legend"],
        limits=limits_of(given),
    )
    if wish.kind == "png" and out is None and sys.stdout.isatty():
        raise click.UsageError("a PNG is no text for a terminal; give --out FILE, or send it to a file")
    items, targets = _with_targets(items_of(given), out)

    def ask(item: Item) -> Output:
        target = next(targets)
        try:
            content, spent = wish.drawn(item.problem())
        except LimitReached as stop:
            if stop.limit == "interrupt":
                raise KeyboardInterrupt from None
            said = f"Error: the {stop.limit} limit was reached before the picture was done"
            return Output(partial(click.echo, said, err=True), stop.limit)
        return Output(partial(write_picture, content, target), spent)

    sys.exit(answer_each(items, ask, people=True))


def picture_kind(kind: str | None, output: str | None) -> str:
    """The format that is asked for, else the one that the file's name ends in; a usage error for another ending."""
    if kind is not None or output is None:
        return kind or "svg"
    suffix = Path(output).suffix.lower()
    if suffix not in SUFFIXES:
        ends = ", ".join(SUFFIXES)
        problem = f"ends in {suffix}" if suffix else "has no ending"
        to_pdf = "; for a PDF draw an SVG and print it from a browser, or use TikZ" if suffix == ".pdf" else ""
        raise click.UsageError(f"{output} {problem}; accepted: {ends}, or any name with --to{to_pdf}")
    return SUFFIXES[suffix]


def _with_targets(items: Iterator[Item], output: str | None) -> tuple[Iterator[Item], Iterator[Path | None]]:
    """The items, and the files they go to; the files of several are numbered in the order of the items."""
    first = list(islice(items, 2))
    if len(first) < 2:
        return iter(first), repeat(None if output is None else Path(output))
    if output is None:
        raise click.UsageError(
            "FILE holds several positions; with --out picture.svg they become picture-1.svg, picture-2.svg, ..."
        )
    path = Path(output)
    return chain(first, items), (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(1))


def write_picture(content: bytes, target: Path | None) -> None:
    """The picture into its file, whose name is said on standard error, or to standard output."""
    if target is None:
        out = behind(sys.stdout)
        out.flush()
        out.buffer.write(content)
        out.buffer.flush()
        return
    try:
        target.write_bytes(content)
    except OSError as error:
        raise click.UsageError(f"--out: {target}: {error.strerror}") from None
    click.echo(f"{target}", err=True)
