"""``lastmove draw``: positions in, pictures out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.apps.faults import faults_as_errors
from lastmove.apps.pictures.svg import THEMES, svg
from lastmove.apps.reading import Record, open_input, read_records
from lastmove.apps.shared_options import (
    BAD_INPUT,
    INTERRUPTED,
    UNKNOWN,
    Choices,
    input_options,
    limit_options,
    limits_of,
)
from lastmove.core.errors import InputError, LimitReached
from lastmove.core.limits import Allowance, Limits, Meter, stopping_at_limits
from lastmove.core.play import Outcome
from lastmove.games.notation import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.core.problem import Problem
    from lastmove.core.solution import Solution
    from lastmove.engine.outcomes import Outcomes

__all__ = ["draw"]

KINDS = ("svg", "png", "tikz")
_TO_DRAW = 0.4
"""The part of a time limit, and of a second, that is left for the picture when solving has taken all of it."""
_SUFFIXES = {".svg": "svg", ".png": "png", ".tex": "tikz", ".tikz": "tikz"}

EPILOG = """\b
Examples:
  lastmove new grid:3x4 --game vertex-geography | lastmove draw --starts all > grid.svg
  lastmove draw nim:3,5,7 --moves --certificate > nim.svg
  lastmove draw board.graphml --game nimg-rm --start a --moves --output board.png
  lastmove draw positions.jsonl --to tikz --theme print --output figure.tex

\b
Exit status: 0 all drawn, 1 some input was bad, 3 something stayed unknown,
2 wrong usage, 130 interrupted.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a picture is to show, and how."""

    kind: str = "svg"
    every_start: bool = False
    moves: bool = False
    certificate: bool = False
    theme: str = "auto"
    caption: str | None = None
    legend: bool = True
    limits: Limits | None = None
    layout: Any = None

    def drawn(self, problem: Problem) -> tuple[bytes, bool]:
        """The file that shows one position, and whether something in it stayed unknown."""
        limits = self.limits or Limits()
        allowance = Allowance(limits)
        shown, unknown = self._solved(problem)
        seconds = None if limits.time is None else max(allowance.left().time or 0.0, _TO_DRAW * limits.time + _TO_DRAW)
        with stopping_at_limits(Meter(Limits(time=seconds))):
            return self._picture(shown), unknown

    def _picture(self, shown: Problem | Outcomes | Solution) -> bytes:
        from lastmove.apps.pictures.picture import picture

        looks: dict[str, Any] = {"caption": self.caption, "legend": self.legend, "certificate": self.certificate}
        looks["layout"] = self.layout
        scene = picture(shown, moves=self.moves, **looks) if self._one_start else picture(shown, **looks)
        if self.kind == "tikz":
            from lastmove.apps.pictures.tikz import tikz

            return tikz(scene, theme=self.theme).encode()
        if self.kind == "png":
            from lastmove.apps.pictures.png import png

            return png(svg(scene, theme="light" if self.theme == "auto" else self.theme))
        return svg(scene, theme=self.theme).encode()

    @property
    def _one_start(self) -> bool:
        return not self.every_start and (self.moves or self.certificate)

    def _solved(self, problem: Problem) -> tuple[Problem | Outcomes | Solution, bool]:
        """What the picture shows, and whether something in it stayed unknown."""
        from lastmove.engine.solve import outcomes, solve

        if self.every_start:
            found = outcomes(problem, limits=self.limits, certificate=self.certificate)
            return found, found.stopped_by is not None
        if self._one_start:
            answer = solve(problem, limits=self.limits, all_moves=self.moves, certificate=self.certificate)
            return answer, answer.outcome is Outcome.UNKNOWN
        return problem, False


@click.command(epilog=EPILOG)
@input_options
@click.option("--starts", type=click.Choice(["all"]), help="Label every start of each board with its outcome.")
@click.option("--moves", is_flag=True, help="Show every legal move by its value.")
@click.option("--certificate", is_flag=True, help="Show the evidence: matching and barrier, labels, sets, nim-sum.")
@click.option("--to", "kind", type=click.Choice(KINDS), help="The format; by default what --output ends in, else svg.")
@click.option("--output", "-o", metavar="FILE", type=click.Path(), help="Where to write; several become FILE-1, ...")
@click.option("--theme", type=click.Choice(THEMES), default="auto", show_default=True, help="print is black and white.")
@click.option("--caption", metavar="TEXT", help="The line above the picture; empty for none.")
@click.option("--no-legend", is_flag=True, help="Leave out what explains the marks.")
@limit_options
def draw(file: str, format_: str, directed: bool, output: str | None, kind: str | None, **given: Any) -> None:
    """Draw each position in FILE (or standard input).

    A picture goes to standard output, or to the file named with --output. Without --starts, --moves or --certificate
    it shows the position alone, and nothing is solved.
    """
    if given["starts"] and given["moves"]:
        raise click.UsageError("--moves goes with one start, --starts all with every start; give one of them")
    choices = Choices(**{name: given[name] for name in ("game", "play", "start", "weight")})
    wish = Wish(
        kind=_kind(kind, output),
        every_start=given["starts"] == "all",
        moves=given["moves"],
        certificate=given["certificate"],
        theme=given["theme"],
        caption=given["caption"],
        legend=not given["no_legend"],
        limits=limits_of(given),
    )
    if wish.kind == "png" and output is None and sys.stdout.isatty():
        raise click.UsageError("a PNG is no text for a terminal; give --output FILE, or send it to a file")
    with open_input(file) as stream:
        records = read_records(stream, format_, name=file, game=choices.game, directed=directed)
        status = draw_all(records, choices, wish, output)
    sys.exit(status)


def _kind(kind: str | None, output: str | None) -> str:
    """The format that is asked for, else the one that the file's name ends in; a usage error for another ending."""
    if kind is not None or output is None:
        return kind or "svg"
    suffix = Path(output).suffix.lower()
    if suffix not in _SUFFIXES:
        ends = ", ".join(_SUFFIXES)
        problem = f"ends in {suffix}" if suffix else "has no ending"
        raise click.UsageError(f"--output: {output} {problem}; accepted: {ends}, or any name with --to")
    return _SUFFIXES[suffix]


def draw_all(records: Iterable[Record], choices: Choices, wish: Wish, output: str | None) -> int:
    """Write a picture for every record as it comes; return the exit status."""
    failed = unknown = False
    for record, target in _with_targets(records, output):
        try:
            if isinstance(record.content, InputError):
                raise record.content
            with faults_as_errors():
                content, stopped = wish.drawn(parse(choices.applied(record.content)))
        except InputError as error:
            place = " ".join(f"{name} {number}: " for name, number in record.place.items())
            click.echo(f"Error: {place}{error}", err=True)
            failed = True
            continue
        except KeyboardInterrupt:
            return INTERRUPTED
        except LimitReached as stop:
            if stop.limit == "interrupt":
                return INTERRUPTED
            click.echo(f"Error: the {stop.limit} limit was reached before the picture was done", err=True)
            unknown = True
            continue
        unknown |= stopped
        _write(content, target)
    return BAD_INPUT if failed else UNKNOWN if unknown else 0


def _with_targets(records: Iterable[Record], output: str | None) -> Iterator[tuple[Record, Path | None]]:
    """Each record with the file it goes to; the files of several are numbered in the order of the records."""
    rest = iter(records)
    first = list(islice(rest, 2))
    if len(first) == 1 or not first:
        yield from ((record, None if output is None else Path(output)) for record in first)
        return
    if output is None:
        raise click.UsageError(
            "FILE holds several positions; with --output picture.svg they become picture-1.svg, picture-2.svg, ..."
        )
    path = Path(output)
    for number, record in enumerate(chain(first, rest), start=1):
        yield record, path.with_name(f"{path.stem}-{number}{path.suffix}")


def _write(content: bytes, target: Path | None) -> None:
    if target is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        target.write_bytes(content)
    except OSError as error:
        raise click.UsageError(f"--output: {target}: {error.strerror}") from None
    click.echo(f"{target}", err=True)
