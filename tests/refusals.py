"""What the tests of bad input share: what is bad, and how the package and the command line refuse it."""

from __future__ import annotations

import json

import lastmove as lm
from commands import solve
from lastmove.cli.read import Item
from lastmove.core.errors import show

__all__ = ["DEEP", "ESCAPE", "FIELDS", "LONG", "is_one_line", "misbehaviour", "refusal", "rows"]

LONG = "9" * 5000
DEEP = 100_000
ESCAPE = "\x1b]0;owned\x07\x1b[31m"

GRAPH_FIELDS = ("directed", "vertices", "edges", "graph6", "sparse6", "digraph6", "weights", "start")
FIELDS = ("game", "play", "id", "heaps", "code", "set", "parts", *GRAPH_FIELDS, "unknown")


def refusal(text: str | bytes, *options: str) -> str:
    """The one error that ``text`` gives."""
    (answer,) = solve(text, *options, status=1)
    error: str = answer["error"]
    assert is_one_line(error)
    return error


def is_one_line(text: str) -> bool:
    return 0 < len(text) < 2000 and text.isprintable()


def rows(table: str) -> list[list[str]]:
    """The rows of a table, cells divided by bars; in the last one GRAPH is the edge a - b and LONG a long number."""
    cells = [line.split(" | ") for line in table.strip().splitlines()]
    return [
        [*cell[:-1], cell[-1].replace("GRAPH", '"vertices": ["a", "b"], "edges": [["a", "b"]]').replace("LONG", LONG)]
        for cell in cells
    ]


def misbehaviour(raw: dict[str, object] | Item) -> str:
    """How the package misbehaves on a position object; empty if it refuses it in one line, or answers it."""
    try:
        problem = raw.problem() if isinstance(raw, Item) else lm.parse(raw)
        if getattr(problem.position, "is_board", False):
            answer: object = lm.outcomes(problem, limits=lm.Limits(positions=500)).to_json(all_moves=True)
        else:
            answer = lm.solve(problem, limits=lm.Limits(positions=500)).to_json(all_moves=True)
        json.dumps(answer)
        text = json.dumps(lm.problem_to_json(problem))
    except lm.InputError as error:
        return "" if is_one_line(str(error)) else f"an error of more than one line: {show(str(error))}"
    except Exception as error:  # the point of the test
        return f"{type(error).__name__}: {str(error)[:80]}"
    again = lm.parse(text)
    same = (again.position, again.play, again.id) == (problem.position, problem.play, problem.id)
    return "" if same else "written and read again, it is another position"
