"""``lastmove convert``: the same positions and graphs in another format."""

from __future__ import annotations

import sys
from typing import Any

import click

from lastmove.apps.faults import faults_as_errors
from lastmove.apps.reading import open_input, read_records
from lastmove.apps.shared_options import Choices, input_options
from lastmove.apps.writing import ONE_A_FILE, TARGETS, Item, lost_in, written
from lastmove.core.errors import InputError, printable

__all__ = ["convert"]

EPILOG = """\b
Examples:
  lastmove new petersen:5,2 | lastmove convert --to graph6
  lastmove convert graphs.g6 --game vertex-geography --start 0 --to json
  lastmove convert position.json --to graphml > position.graphml
"""


@click.command(epilog=EPILOG)
@input_options
@click.option("--to", "target", type=click.Choice(TARGETS), required=True, help="The format to write.")
def convert(file: str, format_: str, directed: bool, target: str, **given: Any) -> None:
    """Write the positions or graphs of FILE (or standard input) in another format.

    JSON and GraphML keep the whole position. The graph6 family and edge lists keep the graph only; what is left
    out is said on standard error. A record that cannot be written is reported there too, and the rest goes on.
    """
    choices = Choices.of(given)
    failed = wrote = False
    left_out: dict[str, None] = {}
    with open_input(file) as stream:
        named = choices.game or "any"  # without JSON's marks, the text is taken for a graph
        for record in read_records(stream, format_, name=file, game=named, directed=directed):
            try:
                if isinstance(record.content, InputError):
                    raise record.content
                with faults_as_errors():
                    item = Item.of(choices.applied(record.content))
                    lines = list(written(item, target))
                if wrote and target in ONE_A_FILE:
                    raise InputError(target, "a file holds one graph, and one is written already")
                left_out.update(dict.fromkeys(lost_in(item, target)))
            except InputError as error:
                failed = True
                where = ", ".join(f"{name} {number}" for name, number in record.place.items())
                click.echo(f"error {where}: {printable(str(error))}", err=True)
                continue
            wrote = True
            for line in lines:
                sys.stdout.write(line + "\n")
    if left_out:
        click.echo(f"note: {target} does not keep {', '.join(left_out)}", err=True)
    sys.exit(1 if failed else 0)
