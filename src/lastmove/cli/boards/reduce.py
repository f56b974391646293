"""``lastmove reduce``: positions and formulas as positions of another game with the same outcome."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import PLAY, IntegerRange, input_options, json_lines_option, limit_options, limits_of
from lastmove.cli.read import items_of
from lastmove.cli.records import Output, answer_each
from lastmove.core.errors import InputError, printable
from lastmove.core.solution import LimitReason, Solution
from lastmove.games import game_class
from lastmove.notation.json import problem_to_json
from lastmove.reductions.chain import apply_chain, check_keys, find_chain, side_of
from lastmove.reductions.check import map_to_json
from lastmove.reductions.gadgets import Hexagons
from lastmove.reductions.properties import properties
from lastmove.solver.by_reduction import solve_reduced

if TYPE_CHECKING:
    from lastmove.cli.read import Item
    from lastmove.core.limits import Limits
    from lastmove.reductions.chain import Reduced
    from lastmove.solver.by_reduction import Truth

EPILOG = """\b
Examples:
  lastmove reduce position.json --to nimg-rm --to-play misere
  lastmove reduce formula.qdimacs --to vertex-geography --to-undirected
  lastmove reduce a.d6 --game vertex-geography --start 0 --to edge-geography
  lastmove reduce a.json --to vertex-geography --to-undirected --girth 10
  lastmove reduce formula.qdimacs --to vertex-geography --grid

\b
Exit status: 0 all reduced, 1 some input was bad or no chain leads there,
3 an answer stayed unknown, 2 wrong usage, 130 interrupted.
"""


@click.command(epilog=EPILOG)
@input_options
@click.option("--to", "target", metavar="GAME", required=True, help="The game to end in.")
@click.option("--to-play", type=PLAY, help="Its convention; the nearest by default.")
@click.option("--to-directed/--to-undirected", default=None, help="On digraphs or graphs; the nearest by default.")
@click.option(
    "--by",
    multiple=True,
    metavar="KEY",
    help="A reduction that the chain must go by, such as renault-schmidt:2.3; may be given several times.",
)
@click.option(
    "--girth",
    type=IntegerRange(3, 99_999),
    metavar="G",
    help="Go by lastmove:LM25, its hexagons so long that no cycle of its target is shorter than G.",
)
@click.option(
    "--grid",
    is_flag=True,
    help="Go by lastmove:LM25:grid: to an induced subgraph of the square grid; names of its vertices end in @x,y.",
)
@click.option("--properties", "looked_at", is_flag=True, help="Say what the target looks like: planar, degrees, ...")
@click.option("--solve", "solved", is_flag=True, help="Solve the target, and carry the answer back.")
@click.option(
    "--certificate/--no-certificate",
    default=True,
    help="With --solve, evidence for the answer: the target's and the chain (default), or none.",
)
@limit_options
@json_lines_option
def reduce(people: bool, **given: Any) -> None:
    """Take each position or formula of FILE (or standard input) to another game, where it has the same outcome.

    The shortest chain of reductions is applied; its members are named by their statements, which `lastmove theorems`
    shows. The map says where each vertex went (of a formula: each literal). With --solve the target is solved, and the
    answer is that of the position itself.
    """
    limits = limits_of(given)
    if given["girth"] is not None and given["grid"]:
        raise click.UsageError("--girth and --grid are two ways to draw LM25; give one of them")
    if given["girth"] is not None:
        given["by"] = (*given["by"], Hexagons(given["girth"]).key)
    if given["grid"]:
        given["by"] = (*given["by"], "lastmove:LM25:grid")
    try:
        game_class(given["target"])
        check_keys("by", given["by"])
    except InputError as error:
        raise click.UsageError(f"--{'by' if error.field == 'by' else 'to'}: {error.problem}") from None
    ask = partial(_reply, given, limits, people)
    sys.exit(answer_each(items_of(given, formulas=True), ask, people=people))


def _reply(given: dict[str, Any], limits: Limits, people: bool, item: Item) -> Output:
    """What becomes of one item: the target, and the answer carried back if it is asked for."""
    question = item.question()
    asked = {"directed": given["to_directed"], "by": given["by"]}
    chain = find_chain(side_of(question), given["target"], given["to_play"], **asked)
    reduced, answer = apply_chain(question, chain), None
    looks = properties(reduced.problem.position, limits) if given["looked_at"] else None
    if given["solved"]:
        answer = solve_reduced(reduced, certificate=given["certificate"], limits=limits)
    spent = None
    if answer is not None:
        spent = answer.reason.limit if isinstance(answer.reason, LimitReason) else answer.certificate_stopped_by
    if people:
        return Output(partial(_show, reduced, looks, answer, item.label()), spent)
    return Output.line({**item.asker(), **_object(reduced, looks, answer, certificate=given["certificate"])}, spent)


def _object(
    reduced: Reduced, looks: dict[str, object] | None, answer: Solution | Truth | None, *, certificate: bool
) -> dict[str, object]:
    """The answer object without its id."""
    position = _without_id(problem_to_json(reduced.problem))
    written: dict[str, Any] = {"position": position, "chain": reduced.chain, "map": map_to_json(reduced.map)}
    if looks is not None:
        written["properties"] = looks
    if answer is not None:
        found: dict[str, object] = {**answer.to_json(certificate=certificate)}
        if certificate and isinstance(answer, Solution):  # a formula's answer carries it already
            found["position"] = _without_id(problem_to_json(answer.problem))
        written["answer"] = _without_id({name: found[name] for name in ("position", *found) if name in found})
    return written


def _without_id(fields: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if name != "id"}


def _show(reduced: Reduced, looks: dict[str, object] | None, answer: Solution | Truth | None, label: str) -> None:
    """The chain, the target in half a line, what it looks like, and the answer."""
    from rich.text import Text

    from lastmove.cli import text as terminal
    from lastmove.notation.formula import Formula

    out = terminal.console()
    source, target = reduced.source, reduced.problem
    said = terminal.formula_in_words(source) if isinstance(source, Formula) else source.position.summary()  # type: ignore[attr-defined]
    out.print(Text(printable(f"{label}: {said}" if label else said), style="bold"))
    for step, image in reduced.steps:
        out.print(Text.assemble("  ", (step.key, "cyan"), f"  {step.title}: {image.target.summary()}"))
    if not reduced.steps:
        out.print(Text(f"  it is one of {target.position.name} already"))  # type: ignore[attr-defined]
    if looks is not None:
        out.print(Text(f"  {_in_words(looks)}"))
    if answer is None:
        out.print(Text("  --json writes the position and the map", style="dim"))
    elif isinstance(answer, Solution):
        terminal.write_solution(answer, all_moves=False, values=False)
    else:
        terminal.write_truth(answer)


def _in_words(looks: dict[str, object]) -> str:
    """The properties of a target in a line."""
    said = {True: "yes", False: "no", None: "unknown"}
    two = f"bipartite: {said[looks['bipartite']]}, planar: {said[looks['planar']]}"  # type: ignore[index]
    girth = looks["girth"] or ("unknown" if "girth" in looks.get("notes", {}) else "none")  # type: ignore[operator]
    weights = "" if looks["max_weight"] is None else f", weights up to {looks['max_weight']}"
    return f"{two}, degrees up to {looks['max_degree']}, girth: {girth}{weights}"
