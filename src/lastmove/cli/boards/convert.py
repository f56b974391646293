"""``lastmove convert``: the same positions and graphs in another format."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import Choices, input_options, limit_options, limits_of
from lastmove.cli.read import formula_in
from lastmove.cli.records import Reply, answer_each, records_of
from lastmove.cli.write import ONE_A_FILE, TARGETS, Item, lost_in, written
from lastmove.core.errors import InputError
from lastmove.core.limits import Meter, stopping_at_limits
from lastmove.core.words import counted
from lastmove.notation.json import parse
from lastmove.notation.qdimacs import write_qdimacs

if TYPE_CHECKING:
    from lastmove.cli.read import Record
    from lastmove.notation.formula import Formula

EPILOG = """\b
Examples:
  lastmove new petersen:5,2 | lastmove convert --to graph6
  lastmove convert graphs.g6 --game vertex-geography --start 0 --to json
  lastmove convert position.json --to graphml > position.graphml
  lastmove convert position.json --to qdimacs | depqbf
"""


@click.command(epilog=EPILOG)
@input_options
@click.option("--to", "target", type=click.Choice(TARGETS), required=True, help="The format to write.")
@limit_options
def convert(target: str, **given: Any) -> None:
    """Write the positions or graphs of FILE (or standard input) in another format.

    JSON and GraphML keep the whole position. The graph6 family and edge lists keep the graph only; what is left
    out is said on standard error. A record that cannot be written is reported there too, and the rest goes on.

    As qdimacs a position becomes a quantified formula that is true when the player to move wins, for any solver of
    such formulas; its size is said on standard error first, and one that would be too large is not written.
    """
    choices = Choices.of(given)
    conversion = _Conversion(target)
    records = records_of(given, game="any", formulas=True)  # without JSON's marks, the text is taken for a graph
    limits = limits_of(given)

    def reply(record: Record) -> Reply:
        with stopping_at_limits(Meter(limits)):
            return Reply(conversion.text(choices.applied(record.fields())))

    status = answer_each(records, reply, people=True)
    if conversion.left_out:
        click.echo(f"note: {target} does not keep {', '.join(conversion.left_out)}", err=True)
    sys.exit(status)


class _Conversion:
    """Positions in another format, and what that does not keep."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.left_out: dict[str, None] = {}
        self._wrote = False

    def text(self, fields: dict[str, object]) -> str:
        """One position or formula in the other format."""
        if self._wrote and self.target in ONE_A_FILE:
            raise InputError(self.target, "a file holds one, and one is written already")
        formula = formula_in(fields)
        if self.target == "qdimacs":
            lines = _formula_lines(fields, formula)
        elif formula is not None:
            problem = f"{self.target}; a formula is written as qdimacs, and `lastmove reduce` plays it"
            raise InputError("to", problem)
        else:
            item = Item.of(fields)
            lines = list(written(item, self.target))
            self.left_out.update(dict.fromkeys(lost_in(item, self.target)))
        self._wrote = True
        return "".join(f"{line}\n" for line in lines)


def _formula_lines(fields: dict[str, object], formula: Formula | None) -> list[str]:
    """A formula as it is, or the one that says who wins a position, once its size has been said."""
    comments: tuple[str, ...] = ()
    if formula is None:
        from lastmove.reductions.as_formulas import as_formula

        formula, comments = as_formula(parse(fields))
    variables, blocks = counted(len(formula.variables), "variable"), counted(len(formula.blocks), "block")
    click.echo(f"note: a formula of {variables} in {blocks}, {counted(len(formula.clauses), 'clause')}", err=True)
    return list(write_qdimacs(formula, comments=comments))
