"""``lastmove quotient``: misère quotients of heap games and of closed sets of positions."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import (
    BAD_INPUT,
    INTERRUPTED,
    UNKNOWN,
    IntegerRange,
    Renamed,
    input_options,
    integers,
    json_option,
    limit_options,
    limits_of,
    usage_errors,
)
from lastmove.cli.read import items_of, names_a_file
from lastmove.cli.records import as_input_error
from lastmove.core.errors import InputError
from lastmove.core.words import counted
from lastmove.games.octal import code_of, famous, name_and_code, read_code
from lastmove.quotients.quotient import quotient as misere_quotient

if TYPE_CHECKING:
    from lastmove.core.limits import Limits
    from lastmove.quotients.quotient import MisereQuotient

USUAL = 40
"""The largest heap, where none is given."""

EPILOG = """\b
Examples:
  lastmove quotient 0.77 --heap 180
  lastmove quotient 0.75 --heap 30 --structure --json
  lastmove quotient --set 1,3,4 --heap 30
  lastmove quotient 0.07 --heap 31 --time-limit 60 --checkpoint dawson.json
  lastmove quotient positions.jsonl --picture cayley.svg

\b
Exit status: 0 proved, 1 some input was bad, 3 a limit came first,
2 wrong usage, 130 interrupted.
"""


@click.command(epilog=EPILOG)
@input_options
@click.option(
    "--set", "amounts", metavar="A,B,...", help="The subtraction game with this set, instead of CODE or FILE."
)
@click.option("--heap", metavar="N", type=IntegerRange(min=0), help=f"The largest heap of a game; default {USUAL}.")
@click.option("--structure", is_flag=True, help="Also the idempotents and the archimedean components.")
@click.option("--certificate", is_flag=True, help="Also the evidence, in JSON.")
@click.option("--checkpoint", metavar="PATH", type=click.Path(dir_okay=False), help="Save stopped work; go on from it.")
@click.option(
    "--picture",
    cls=Renamed,
    was={"--draw": "{}"},
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Draw the Cayley graph: .svg, .png, .tex",
)
@limit_options
@json_option
def quotient(people: bool, **given: Any) -> None:
    """Say the misère quotient of a heap game up to heap N, or of everything below the positions in FILE.

    FILE may be an octal code such as 0.77, or the name of such a game (kayles). The quotient is the monoid that decides
    all sums in misère play: how many elements it has, which are P-positions, generators and relations, and the element
    of each heap (Phi) with its period, if that is proved.
    """
    limits = limits_of(given)
    with usage_errors():
        try:
            found = _found(limits, given)
        except Exception as error:
            raise as_input_error(error) from None
        if given["picture"] is not None:
            _draw(found, given["picture"])
    if people:
        show_quotient(found, structure=given["structure"])
    else:
        answer = found.to_json(structure=given["structure"], certificate=given["certificate"])
        sys.stdout.write(json.dumps(answer) + "\n")
    if found.stopped_by is not None and found.stopped_by.limit == "interrupt":
        sys.exit(INTERRUPTED)
    sys.exit(0 if found.status == "proved" else UNKNOWN)


def _found(limits: Limits, given: dict[str, Any]) -> MisereQuotient:
    file, heap, checkpoint = given["file"], given["heap"], given["checkpoint"]
    game: Any = None
    if given["amounts"] is not None:
        if file != "-":
            raise InputError("FILE", f"{file!r} and --set are two games; choose one")
        game = integers("set", given["amounts"], "integers >= 1")
    elif _is_code(file):
        game = str(read_code(code_of(file)))
    if game is not None:
        if given["more"]:
            raise InputError("FILE", f"{given['more'][0]!r} beside a whole game; accepted: one game, or positions")
        return misere_quotient(game, heap=USUAL if heap is None else heap, limits=limits, checkpoint=checkpoint)
    positions = []
    for record in items_of(given):
        try:
            positions.append(record.problem().position)
        except InputError as error:
            _complain(error, record.place)
    return misere_quotient(positions, heap=heap, limits=limits, checkpoint=checkpoint)


def _complain(error: InputError, place: Any) -> None:
    where = ", ".join(f"{name} {number}" for name, number in place.items())
    click.echo(f"Error: {where}: {error}", err=True)
    sys.exit(BAD_INPUT)


def _is_code(text: str) -> bool:
    """Whether this is meant for a code: no file of that name is there, and it could be no other file."""
    if text == "-" or names_a_file(text):
        return False
    if famous(text):
        return True
    if Path(text).suffix.lstrip(".").isalpha() and not text.startswith((".", "0.", "4.")):
        return False
    return "." in text and "/" not in text


def _draw(found: MisereQuotient, target: str) -> None:
    from lastmove.cli.boards.draw import SUFFIXES, file_of
    from lastmove.pictures.draw import picture

    kind = SUFFIXES.get(Path(target).suffix.lower(), "svg")
    content = file_of(picture(found), kind, {"svg": "auto", "png": "light", "tikz": "print"}[kind])
    try:
        Path(target).write_bytes(content)
    except OSError as error:
        raise InputError("picture", f"{target}: {error.strerror}") from None


def show_quotient(found: MisereQuotient, *, structure: bool) -> None:
    """The answer for people: what it is, the presentation, and a table of Phi."""
    from rich.text import Text

    from lastmove.cli.text import console, write_heap_table
    from lastmove.core.errors import printable

    out = console()
    out.print(Text(printable(_title(found)), style="bold"))
    for label, said in _lines(found, structure).items():
        out.print(Text.assemble((f"  {label:<14} ", "dim"), printable(said)))
    if found.monoid is not None:
        write_heap_table("Phi", found.phi)


def _title(found: MisereQuotient) -> str:
    source = found.source
    if source.code is not None:
        return f"Misère quotient of {name_and_code(source.code)}, heaps up to {source.reached}"
    count = len(source.positions)
    return f"Misère quotient of what is below {'a position' if count == 1 else counted(count, 'position')}"


def _lines(found: MisereQuotient, structure: bool) -> dict[str, str]:
    lines = {"status": found.status}
    if found.stopped_by is not None:
        asked = f"; heaps up to {found.source.heap} were asked for" if found.source.code is not None else ""
        lines["stopped"] = f"{found.stopped_by}{asked}"
    if found.presentation is None:
        return lines
    lines["order"] = f"{found.order} elements, {found.p_order} of them P: {'tame' if found.tame else 'wild'}"
    lines["generators"] = ", ".join(found.presentation.generators) or "none"
    lines["relations"] = ", ".join(f"{left} = {right}" for left, right in found.presentation.relations) or "none"
    lines["P-portion"] = ", ".join(found.p_portion) or "none"
    lines["grows at"] = ", ".join(f"{step.heap} ({step.order}/{step.p_order})" for step in found.growth)
    if found.source.code is not None:
        proved = found.periodic is not None
        lines["period"] = f"{found.period} from {found.preperiod} on, proved" if proved else "none proved"
    if structure:
        lines["idempotents"] = ", ".join(found.idempotents)
        for number, part in enumerate(found.archimedean_components):
            lines["components" if number == 0 else " " * number] = ", ".join(part)
    return lines
