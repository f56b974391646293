"""``lastmove grundy``: Grundy values of positions, and tables for heap games."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import (
    UNKNOWN,
    Choice,
    IntegerRange,
    input_options,
    integers,
    json_option,
    limit_options,
    limits_of,
)
from lastmove.cli.output import write_json
from lastmove.cli.read import items_of
from lastmove.cli.records import (
    Output,
    answer_each,
    ask_every_start,
    keyed_by_start,
    starts_option,
)
from lastmove.cli.tables import FORMATS, exported
from lastmove.core.errors import InputError, LimitReached, is_integer
from lastmove.core.limits import Allowance, Meter, stopping_at_limits
from lastmove.core.solution import LimitReason
from lastmove.games.octal import code_of, name_and_code, read_code
from lastmove.sums.grundy import grundy as grundy_value
from lastmove.sums.grundy import heap_values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastmove.cli.read import Item
    from lastmove.core.limits import Limits
    from lastmove.core.play import Problem
    from lastmove.sums.grundy import HeapValues

EPILOG = """\b
Examples:
  lastmove grundy kayles:5,7
  lastmove grundy --octal 0.77 --heap 100
  lastmove grundy --set 1,2,5 --heap 20 --to bfile
"""


class _FormatOrHeap(Choice):
    """A format, or a number: what the largest heap was said with before ``--heap``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and is_integer(value):
            return int(value)
        return super().convert(value, param, ctx)


@click.command(epilog=EPILOG)
@input_options
@starts_option
@click.option("--octal", "code", metavar="CODE", help="A table for this octal code, such as 0.77, or kayles; no FILE.")
@click.option("--set", "amounts", metavar="A,B,...", help="A table for the subtraction game with this set.")
@click.option("--heap", metavar="N", type=IntegerRange(min=0), help="The largest heap of the table; default 100.")
@click.option("--to", type=_FormatOrHeap(FORMATS), help="Write the table as CSV, LaTeX or an OEIS b-file.")
@click.option("--export", type=click.Choice(FORMATS), hidden=True)
@click.option("--plot", metavar="IMAGE", type=click.Path(dir_okay=False), help="Draw values against heap sizes.")
@limit_options
@json_option
def grundy(people: bool, **given: Any) -> None:
    """Say the Grundy value (in normal play) of each position in FILE, or of all heaps of a heap game.

    With --octal or --set FILE is not read: the values of the heaps 0 to N are written, with the period and the
    preperiod (the least n0 >= 1 from which on the values repeat) if they can be proved.
    """
    limits = limits_of(given)
    if given["code"] is None and given["amounts"] is None:
        for name in ("heap", "to", "export", "plot"):
            if given[name] is not None:
                raise click.UsageError(f"--{name} goes with --octal or --set")
        reply = _reply if given["starts"] is None else _reply_for_starts
        ask = partial(reply, limits, people)
        sys.exit(answer_each(items_of(given), ask, people=people))
    if given["code"] is not None and given["amounts"] is not None:
        raise click.UsageError("--octal and --set are two games; choose one")
    sys.exit(_table(given, limits, people=people))


def _reply(limits: Limits, people: bool, item: Item) -> Output:
    """The value of one position."""
    problem = item.problem()
    value = grundy_value(problem, limits=limits)
    if people:
        return Output(partial(_show, problem, value, item.label()))
    return Output.line({**item.asker(), "grundy": value})


def _show(problem: Problem, value: int, label: str) -> None:
    from lastmove.cli.text import write_lines

    write_lines(problem, {"Grundy value": str(value)}, label)


def _reply_for_starts(limits: Limits, people: bool, item: Item) -> Output:
    """The value of every start of a board; null where a limit was spent first."""
    problem = item.problem()
    found = ask_every_start(problem, lambda asked, left: grundy_value(asked, limits=left), limits)
    spent = next((value.limit for value in found.values() if isinstance(value, LimitReason)), None)
    if people:
        from lastmove.cli.text import write_starts

        rows = {start: {"Grundy value": str(value)} for start, value in found.items()}
        return Output(partial(write_starts, problem, rows, item.label()), spent)
    answers = {
        start: {"grundy": None, "reason": value.to_json()} if isinstance(value, LimitReason) else {"grundy": value}
        for start, value in found.items()
    }
    return Output.line({**item.asker(), **keyed_by_start(answers, "grundy")}, spent)


def _heap_and_format(given: dict[str, Any]) -> tuple[int, str | None]:
    """The largest heap and the format, under the names they have and had: --to N and --export FORMAT."""
    heap, target, older = given["heap"], given["to"], given["export"]
    if isinstance(target, int):
        if heap is not None:
            raise click.UsageError("--to N is an older form of --heap N; give one of them")
        heap, target = target, None
        click.echo(f"note: --to {heap} is now --heap {heap}", err=True)
    if older is not None:
        if target is not None:
            raise click.UsageError("--export is an older name of --to; give one of them")
        target = older
        click.echo(f"note: --export {older} is now --to {older}", err=True)
    return 100 if heap is None else heap, target


def _table(given: dict[str, Any], limits: Limits, *, people: bool) -> int:
    heap, target = _heap_and_format(given)
    try:
        game = (
            str(read_code(code_of(given["code"])))
            if given["code"] is not None
            else integers("set", given["amounts"], "integers >= 1")
        )
        allowance = Allowance(limits)
        found = heap_values(game, heap, limits=limits)
        title = _title(game)
        target = target or ("json" if not people and given["plot"] is None else None)
        pieces: Iterable[str] = () if target is None else exported(found, target, title)
        if limits.time is not None:  # all of it or none: what is half written cannot be taken back
            with stopping_at_limits(Meter(allowance.left())):
                pieces = list(pieces)
    except InputError as error:
        raise click.UsageError(str(error)) from None
    except LimitReached as stop:
        write_json({"outcome": "unknown", "reason": stop.to_json()})
        return 130 if stop.limit == "interrupt" else UNKNOWN
    if given["plot"] is not None:
        from lastmove.cli.tables import plot_values

        plot_values(found, title, given["plot"])
    if people and target is None:
        show_table(found, title)
    sys.stdout.writelines(pieces)
    return 0


def _title(game: str | list[int]) -> str:
    if isinstance(game, str):
        return f"octal game {name_and_code(game)}"
    return f"subtraction game {{{', '.join(map(str, game))}}}"


def show_table(found: HeapValues, title: str) -> None:
    """Ten values a row, and the period, for people."""
    from lastmove.cli.text import console, write_heap_table
    from lastmove.theorems.registry import find

    write_heap_table("n", found.values.tolist(), right=range(11), title=f"Grundy values of the {title}")
    out = console()
    if found.certificate is None:
        out.print("no period proved")
    elif found.arithmetic is not None:
        grows = found.arithmetic
        out.print(f"arithmetic period {grows.period}, preperiod {grows.preperiod}: the values grow by {grows.saltus}")
    else:
        proof: Any = found.certificate
        seen = f"the heaps {proof.preperiod} to {proof.end + proof.period - 1}"
        by = f", by the {find('guy-smith:period').known_as}" if proof.heaps > 1 else ""
        out.print(f"period {proof.period}, preperiod {proof.preperiod}: proved by {seen}{by}", soft_wrap=False)
