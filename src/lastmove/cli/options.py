"""Options that several commands share.

Numbers on the command line are written with the digits 0 to 9. Python also reads the digits of other scripts; nothing
else here does, so a number in them is a slip of the keyboard.
"""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from lastmove.cli.read import FORMATS
from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.language import ENGLISH, languages
from lastmove.core.limits import Limits, Meter, stopping_at_limits
from lastmove.core.play import Play, without_accent
from lastmove.core.solution import LimitReason
from lastmove.games.fields import RandomWeights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    _ParamType = click.ParamType[Any]
    Command = TypeVar("Command", bound=Callable[..., Any])
    Choice = click.Choice[str]
else:
    _ParamType = click.ParamType
    Choice = click.Choice

DIGITS = "accepted: numbers written with the digits 0-9"


class _Plain(_ParamType):
    """What is converted is plain text; the class after it says to what."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and not value.isascii():
            self.fail(f"{show(value)}; {DIGITS}", param, ctx)
        return super().convert(value, param, ctx)


class Integer(_Plain, click.types.IntParamType):
    """An integer."""


class IntegerRange(_Plain, click.IntRange):
    """An integer within bounds."""


class Number(_Plain, click.types.FloatParamType):
    """A number that may have a fraction."""


class NumberRange(_Plain, click.FloatRange):
    """The same within bounds."""


def integers(field: str, text: str, accepted: str) -> list[int]:
    """The integers of a text, with commas between them; an InputError that names the field and what is accepted.

    >>> integers("set", "1,2,5", "integers >= 1")
    [1, 2, 5]
    """
    try:
        if text.isascii():
            return [int(word) for word in text.split(",")]
    except ValueError:
        pass
    raise InputError(field, f"{show(text)}; accepted: {accepted} with commas between them")


class Renamed(click.Option):
    """An option that still understands its older names, and says on standard error how it is called now.

    ``was`` has for each older name what a value given with it is written as now; without ``{}`` it was a flag.
    """

    def __init__(self, *arguments: Any, was: Mapping[str, str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.was = was

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser know the older names too."""
        super().add_to_parser(parser, ctx)
        for old, now in self.was.items():
            action = "store" if "{}" in now else "store_const"
            parser.add_option(self, [old], dest=old, action=action, const=None if "{}" in now else now)

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> tuple[Any, ParameterSource]:
        """The value, under whichever name it was given."""
        for old, now in self.was.items():
            if old in opts:
                name = max(self.opts, key=len)
                if self.name in opts:
                    raise click.UsageError(f"{old} is an older name of {name}; give one of them")
                value = now.format(opts[old])
                if not ctx.resilient_parsing:
                    click.echo(f"note: {old} {opts[old]} is now {name} {value}", err=True)
                return value, ParameterSource.COMMANDLINE
        return super().consume_value(ctx, opts)


MOST_JOBS = 256
BAD_INPUT, UNKNOWN, INTERRUPTED = 1, 3, 130
"""Exit statuses: some input was bad, something stayed unknown, Ctrl-C."""


class _PlayChoice(Choice):
    """The conventions, with or without the accent of misère."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(without_accent(value) if isinstance(value, str) else value, param, ctx)


PLAY = _PlayChoice([play.value for play in Play])
"""The type of every option that takes a convention."""


class _WeightType(_ParamType):
    """All weights K, a list in vertex order, or a range to draw from."""

    name = "weight"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        numbers = [word.strip() for word in str(value).split(",")]
        ends = re.fullmatch(r"(\d{1,4000})-(\d{1,4000})", str(value), re.ASCII)
        if ends is not None and int(ends[1]) <= int(ends[2]):
            return RandomWeights(int(ends[1]), int(ends[2]))
        if not all(re.fullmatch(r"-?\d{1,4000}", number, re.ASCII) for number in numbers):
            problem = f"{show(value)}; accepted: an integer such as 2, a list such as 1,2,1, or a range such as 1-5"
            self.fail(problem, param, ctx)
        weights = tuple(map(int, numbers))
        return weights[0] if len(weights) == 1 else weights


class MostWeight(_ParamType):
    """``LEAST-K``: every weight from the least one to K, which is what the command gets."""

    name = "weights"

    def __init__(self, least: int) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = re.fullmatch(rf"{self.least}-(\d{{1,9}})", str(value), re.ASCII)
        if found is None or int(found[1]) < self.least:
            self.fail(f"{show(value)}; accepted: {self.least}-K, such as {self.least}-3", param, ctx)
        return int(found[1])


def input_options(command: Command) -> Command:
    """FILE or positions in short, its format, and the choices that hold for every position in it."""
    return _with_input(command, several=True)


def one_input_options(command: Command) -> Command:
    """The same for a command that takes no second position in short."""
    return _with_input(command, several=False)


def _with_input(command: Command, *, several: bool) -> Command:
    metavar = "[FILE|-|POSITION...]" if several else "[FILE|-]"
    more = [click.argument("more", metavar="", nargs=-1)] if several else []
    decorators = [
        click.argument("file", metavar=metavar, default="-", type=click.Path(allow_dash=True)),
        *more,
        click.option(
            "--format",
            "format_",
            type=click.Choice(FORMATS),
            default="auto",
            show_default=True,
            help="What FILE holds; auto looks at its name and its first line.",
        ),
        click.option("--game", metavar="GAME", help="The game of boards and graphs; in place of the one in FILE."),
        click.option("--play", type=PLAY, help="In place of the convention in FILE."),
        click.option("--start", metavar="V", help="The token's vertex (or heap), in place of the one in FILE."),
        click.option(
            "--weights",
            "weight",
            cls=Renamed,
            was={"--weight": "{}"},
            metavar="K|A,B,...|LO-HI",
            type=_WeightType(),
            help="Where FILE has no weights: all K, one for each vertex in order, or random.",
        ),
        click.option("--after", metavar="N", type=Integer(), help="Start from move N of a recorded game."),
        click.option("--directed", is_flag=True, help="The lines of an edge list are arcs."),
    ]
    for decorator in reversed(decorators):
        command = decorator(command)
    return command


def language_option(command: Command) -> Command:
    """The option ``--language``: what people read; the languages are those that have a whole catalogue."""
    kind = click.Choice(languages())
    return click.option("--language", type=kind, default=ENGLISH, show_default=True, help="The language to write in.")(
        command
    )


def out_option(metavar: str, help_: str, *, required: bool = False) -> Callable[[Command], Command]:
    """The option ``--out``: the file, or the files, to write."""
    return click.option(
        "--out",
        "-o",
        cls=Renamed,
        was={"--output": "{}"},
        metavar=metavar,
        type=click.Path(),
        required=required,
        help=help_,
    )


def limit_options(command: Command) -> Command:
    """What each answer may cost."""
    positions = click.option(
        "--position-limit", metavar="N", type=Integer(), help="Positions visited for each position asked."
    )
    return _time_and_memory(positions(command), "Seconds for each position.")


def whole_limit_options(command: Command) -> Command:
    """What a command that has one answer, or visits no positions, may cost; see :func:`within_limits`."""
    return _time_and_memory(command, "Seconds for the whole answer.")


def _time_and_memory(command: Command, seconds: str) -> Command:
    for option in (
        click.option(
            "--memory-limit",
            metavar="MB",
            type=Number(),
            help="How much the process may grow; by default half of the machine's memory.",
        ),
        click.option("--time-limit", metavar="S", type=Number(), help=seconds),
    ):
        command = option(command)
    return command


def work_options(command: Command) -> Command:
    """Where the work is done."""
    for option in (
        click.option("--scheduler", metavar="ADDRESS", help="Instead: the workers of a Dask scheduler, tcp://..."),
        click.option(
            "--jobs",
            metavar="N",
            type=IntegerRange(1, MOST_JOBS),
            default=1,
            show_default=True,
            help="Processes; the order is kept.",
        ),
    ):
        command = option(command)
    return command


def _is_for_people(_: click.Context, __: click.Parameter, as_json: bool) -> bool:
    return sys.stdout.isatty() and not as_json


def _json_option(what: str) -> Callable[[Command], Command]:
    return click.option("--json", "people", is_flag=True, callback=_is_for_people, help=f"{what} also on a terminal.")


json_option, json_lines_option = _json_option("JSON"), _json_option("JSON Lines")
"""A command is told whether ``people`` are to read what it says: on a terminal, unless --json is given."""


@contextmanager
def usage_errors() -> Iterator[None]:
    """Within it, bad input ends the command as a wrong call does: what it says is about the command line."""
    try:
        yield
    except InputError as error:
        raise click.UsageError(str(error)) from None


def limits_of(given: dict[str, Any]) -> Limits:
    """The limits that the options ask for; a usage error if they make no sense."""
    time, memory, positions = given["time_limit"], given["memory_limit"], given.get("position_limit")
    try:
        return Limits(time=time, memory=memory, positions=positions, interrupts="answer")
    except InputError as error:
        raise click.UsageError(str(error)) from None


@contextmanager
def within_limits(given: dict[str, Any], *, sql: bool = False) -> Iterator[None]:
    """The work of a command with one answer: where a limit is spent first, that is said, and the command ends.

    With ``sql``, DuckDB is started before: that is not of the question.
    """
    if sql:
        from lastmove.censuses.query import start_database

        with usage_errors():
            start_database()
    meter = Meter(limits_of(given))
    try:
        with stopping_at_limits(meter):
            yield
    except LimitReached as stop:
        if stop.limit == "interrupt":
            sys.exit(INTERRUPTED)
        from lastmove.cli.text import write_error

        write_error(LimitReason(stop.limit, stop.positions, meter.seconds), {}, "unknown")
        sys.exit(UNKNOWN)
