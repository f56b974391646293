"""``lastmove targets``: open problems, and what a census says of them so far."""

from __future__ import annotations

import sys
import textwrap
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import IntegerRange, json_lines_option, usage_errors, whole_limit_options, within_limits
from lastmove.cli.output import write_json
from lastmove.core.view import terminal_width
from lastmove.core.words import play_name

if TYPE_CHECKING:
    from lastmove.verify.refute import BoardCounterexample
    from lastmove.verify.targets import Target

EPILOG = """\b
Examples:
  lastmove targets
  lastmove targets bipartite-elementary --n 10

\b
Exit status: 0 listed, or no counterexample; 1 a counterexample was found;
2 wrong usage, 3 a limit was spent first, 130 interrupted.
"""


@click.command(epilog=EPILOG)
@click.argument("key", metavar="[TARGET]", required=False)
@click.option("--n", "size", metavar="N", type=IntegerRange(1), help="Look at boards of up to N vertices.")
@json_lines_option
@whole_limit_options
def targets(key: str | None, size: int | None, people: bool, **given: Any) -> None:
    """List statements that would help with open problems of the papers, and how far a census has checked them.

    With TARGET check that one now, on all its boards of up to N vertices, and show the smallest counterexample.
    """
    from lastmove.verify.targets import TARGETS, find_target

    if key is None:
        if size is not None:
            raise click.UsageError("--n goes with one target")
        for target in TARGETS:
            _write(target, None, people=people, looked=None)
        return
    with usage_errors():
        target = find_target(key)
        with within_limits(given, sql=isinstance(target.claim, str)):
            found = target.look(size)
    _write(target, found, people=people, looked=size or target.size)
    sys.exit(0 if found is None else 1)


def _write(target: Target, found: BoardCounterexample | None, *, people: bool, looked: int | None) -> None:
    if not people:
        answer = target.to_json()
        if looked is not None:
            answer |= {"n": looked, "counterexample": None if found is None else found.to_json()}
        write_json(answer)
        return
    said = [target.text, f"Checked: {target.checked}."]
    if looked is not None:
        said += f"Now, to {looked} vertices: {'no counterexample' if found is None else found}".splitlines()
    fill = partial(textwrap.fill, width=terminal_width(), subsequent_indent="    ", break_on_hyphens=False)
    lines = [fill(f"{target.key} ({target.statement}; {target.game}, {play_name(target.play)})")]
    lines += [fill(line, initial_indent="  ") for line in said]
    sys.stdout.write("\n".join(lines) + "\n\n")
