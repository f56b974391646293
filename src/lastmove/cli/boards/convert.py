"""``lastmove convert``: the same positions and graphs in another format."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from lastmove.cli.options import input_options, limit_options, limits_of
from lastmove.cli.read import items_of
from lastmove.cli.records import Output, answer_each
from lastmove.core.errors import InputError
from lastmove.core.files import json_line
from lastmove.core.limits import Meter, stopping_at_limits
from lastmove.core.words import counted
from lastmove.games.edge_nimg import EdgeNimG
from lastmove.games.fields import GRAPH_FIELDS, Fields, check_known, write_graph
from lastmove.games.graph_game import GraphGame
from lastmove.games.token import WeightedTokenGame
from lastmove.graphs.readwrite import read_name
from lastmove.notation.formula import Formula
from lastmove.notation.json import problem_to_json
from lastmove.notation.qdimacs import FIELD, write_qdimacs
from lastmove.notation.short import GivenGraph, Short

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.cli.read import Item
    from lastmove.core.play import Problem
    from lastmove.graphs.graph import Graph

EPILOG = """\b
Examples:
  lastmove new petersen:5,2 | lastmove convert --to graph6
  lastmove convert graphs.g6 --game vertex-geography --start 0 --to json
  lastmove convert position.json --to graphml > position.graphml
  lastmove convert position.json --to qdimacs | depqbf
"""

ONE_A_FILE = ("edgelist", "graphml", "qdimacs")
"""Formats in which a file holds one graph, or one formula."""
TARGETS = ("json", "graph6", "sparse6", "digraph6", "edgelist", "graphml", "qdimacs")


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
    conversion = _Conversion(target)
    items = items_of(given, game="any", formulas=True)  # without JSON's marks, the text is taken for a graph
    limits = limits_of(given)

    def reply(item: Item) -> Output:
        with stopping_at_limits(Meter(limits)):
            return Output(conversion.text(item))

    status = answer_each(items, reply, people=True)
    if conversion.left_out:
        click.echo(f"note: {target} does not keep {', '.join(conversion.left_out)}", err=True)
    sys.exit(status)


class _Conversion:
    """Positions in another format, and what that does not keep."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.left_out: dict[str, None] = {}
        self._wrote = False

    def text(self, item: Item) -> str:
        """One position, graph or formula in the other format."""
        if self._wrote and self.target in ONE_A_FILE:
            raise InputError(self.target, "a file holds one, and one is written already")
        if self.target == "qdimacs":
            lines = _formula_lines(item.question())
        else:
            graph = _bare_graph(item)
            question = item.question() if graph is None else None
            if isinstance(question, Formula):
                problem = f"{self.target}; a formula is written as qdimacs, and `lastmove reduce` plays it"
                raise InputError("to", problem)
            board = Written(question, graph)
            lines = list(written(board, self.target))
            self.left_out.update(dict.fromkeys(lost_in(board, self.target)))
        self._wrote = True
        return "".join(f"{line}\n" for line in lines)


def _bare_graph(item: Item) -> Graph | None:
    """The graph of an item, if neither that nor the command line names a game to play on it."""
    if "game" in item.overrides.said:
        return None
    content, said = item.applied()
    if isinstance(content, Short) and len(content.parts) == 1:
        content = content.parts[0]
    graph, fields = content[:2] if isinstance(content, GivenGraph) else (None, content)
    if not isinstance(fields, dict) or "game" in fields or FIELD in fields:
        return None
    del said["weights"]  # they are for games that have them
    check_known((*fields, *said), GRAPH_FIELDS, "a graph without a game")
    return Fields(fields, given_board=graph).graph()


def _formula_lines(question: Problem | Formula) -> list[str]:
    """A formula as it is, or the one that says who wins a position, once its size has been said."""
    comments: tuple[str, ...] = ()
    if isinstance(question, Formula):
        formula = question
    else:
        from lastmove.reductions.as_formulas import as_formula

        formula, comments = as_formula(question)
    variables, blocks = counted(len(formula.variables), "variable"), counted(len(formula.blocks), "block")
    click.echo(f"note: a formula of {variables} in {blocks}, {counted(len(formula.clauses), 'clause')}", err=True)
    return list(write_qdimacs(formula, comments=comments))


class Written(NamedTuple):
    """What is to be written: a problem, or just a graph where no game is named."""

    problem: Problem | None
    bare: Graph | None = None

    @property
    def graph(self) -> Graph:
        """The graph, if this has one."""
        if self.bare is not None:
            return self.bare
        assert self.problem is not None
        position = self.problem.position
        if not isinstance(position, GraphGame):
            name = getattr(position, "name", type(position).__name__)
            raise InputError("game", f"{name} has no graph; it can be written as json only")
        return position.graph

    @property
    def weights(self) -> Sequence[int] | None:
        """The vertex weights, if there are any."""
        position = self.problem.position if self.problem else None
        return position.weights if isinstance(position, WeightedTokenGame) else None

    @property
    def edge_weights(self) -> Sequence[int] | None:
        """The weights of the edges, if there are any."""
        position = self.problem.position if self.problem else None
        return position.weights if isinstance(position, EdgeNimG) else None

    def about(self) -> dict[str, object]:
        """The question: game, play and start, as far as they are known."""
        if self.problem is None:
            return {}
        whole = problem_to_json(self.problem)
        return {name: whole[name] for name in ("game", "play", "start") if name in whole}


def written(item: Written, target: str) -> Iterator[str]:
    """The lines of ``item`` in the format ``target``; an InputError if that cannot hold it."""
    if target == "json":
        fields = problem_to_json(item.problem) if item.problem else write_graph(item.graph)
        yield json_line(fields)
    elif target == "edgelist":
        from lastmove.graphs.readwrite import write_edge_list

        yield from write_edge_list(item.graph, item.edge_weights)
    elif target == "graphml":
        from lastmove.graphs.readwrite import write_graphml

        yield write_graphml(item.graph, item.weights, item.about(), edge_weights=item.edge_weights)
    else:
        from lastmove.graphs.graph6 import encode

        yield encode(item.graph, target)


def lost_in(item: Written, target: str) -> list[str]:
    """What ``target`` does not keep of ``item``."""
    if target in ("json", "qdimacs"):  # a formula says who wins, and is no picture of the position
        return []
    lost: list[str] = []
    if item.problem is not None and item.problem.id is not None:
        lost.append("id")
    if target in ("edgelist", "graphml") and any(read_name(str(v)) != v for v in item.graph.vertices):
        lost.append("the type of vertex names")
    if target == "graphml":
        about = item.about()
        return [*lost, "that the game is over"] if "start" in about and about["start"] is None else lost
    lost += [name for name in ("game", "play", "start") if name in item.about()]
    if item.weights is not None or (item.edge_weights is not None and target != "edgelist"):
        lost.append("weights")
    if target != "edgelist" and not isinstance(item.graph.vertices, range):
        lost.append("vertex names")
    if target == "edgelist" and item.graph.directed:
        lost.append("the direction (read it back with --directed)")
    return lost
