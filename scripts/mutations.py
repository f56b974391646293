"""Small changes of a module, one at a time: an operator, a comparison, a constant, a branch or a call left out.

A change that no test notices shows something that the tests do not ask about.
"""

from __future__ import annotations

import ast
from collections import Counter
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Mutant", "mutants"]

_COMPARISONS: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
}

_OPERATORS: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.Div: ast.Mult(),
    ast.FloorDiv: ast.Mult(),
    ast.Mod: ast.FloorDiv(),
    ast.BitAnd: ast.BitOr(),
    ast.BitOr: ast.BitAnd(),
    ast.BitXor: ast.BitOr(),
    ast.LShift: ast.RShift(),
    ast.RShift: ast.LShift(),
}

# Texts, types and what is said to other tools are not what the tests of a module are about.
_LEFT_ALONE = frozenset({"annotation", "decorator_list", "returns"})


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed place: the line and its text, the function around it, what was changed, and how."""

    line: int
    at: str
    function: str
    change: str
    begin: int
    end: int
    text: bytes

    def applied(self, source: bytes) -> bytes:
        """The module with this change."""
        return source[: self.begin] + self.text + source[self.end :]


def mutants(source: bytes) -> list[Mutant]:
    """All changes of a module that this page knows, in the order of the text.

    Examples
    --------
    >>> [mutant.change for mutant in mutants(b"def least(a, b):\\n    return a if a < b else b\\n")]
    ['a < b -> a <= b', 'a < b -> True', 'a < b -> False']
    """
    starts = [0]
    lines = source.splitlines(keepends=True)
    for line in lines:
        starts.append(starts[-1] + len(line))
    named = _named([line.decode().strip() for line in lines])
    found = []
    seen: Counter[tuple[int, str]] = Counter()
    for node, function, changed in _changes(ast.parse(source), "module"):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        after = ast.unparse(changed)
        change = f"{ast.unparse(node)} -> {after}"
        seen[node.lineno, change] += 1
        if seen[node.lineno, change] > 1:
            change += f" ({seen[node.lineno, change]})"
        text = f"({after})" if isinstance(changed, ast.expr) else after
        found.append(Mutant(node.lineno, named[node.lineno - 1], function, change, begin, end, text.encode()))
    return sorted(found, key=lambda mutant: (mutant.begin, -mutant.end))


def _named(lines: list[str]) -> list[str]:
    """Lines by their text; the second with the same text has a number."""
    seen: Counter[str] = Counter()
    found = []
    for line in lines:
        seen[line] += 1
        found.append(line if seen[line] == 1 else f"{line} ({seen[line]})")
    return found


Change = tuple[ast.expr | ast.stmt, str, ast.expr | ast.stmt]


def _changes(node: ast.AST, function: str) -> Iterator[Change]:
    """The places at and below a node that can be changed, each with what to write there."""
    if isinstance(node, ast.JoinedStr) or _is_for_tools(node):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = node.name if function == "module" else f"{function}.{node.name}"
    if isinstance(node, ast.expr | ast.stmt):
        for changed in _changed(node):
            yield node, function, changed
    yield from ((test, function, ast.Constant(value)) for test, value in _branches(node))
    for field, child in ast.iter_fields(node):
        if field not in _LEFT_ALONE:
            for below in child if isinstance(child, list) else [child]:
                if isinstance(below, ast.AST):
                    yield from _changes(below, function)


def _is_for_tools(node: ast.AST) -> bool:
    """Lists of names, and imports that only type checkers see."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    names = (
        [target.id for target in node.targets if isinstance(target, ast.Name)] if isinstance(node, ast.Assign) else []
    )
    return any(name in ("__all__", "__slots__") for name in names)


def _branches(node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """The tests at a node, each with the ways to decide it once and for all."""
    if isinstance(node, ast.If | ast.IfExp):
        yield from ((node.test, value) for value in (True, False))
    elif isinstance(node, ast.While) and not isinstance(node.test, ast.Constant):
        yield node.test, False
    elif isinstance(node, ast.comprehension):
        yield from ((test, True) for test in node.ifs)


def _changed(node: ast.expr | ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    """What can stand in the place of an expression or statement."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            other = copy(node)
            other.ops = [*node.ops[:place], _COMPARISONS[type(operator)], *node.ops[place + 1 :]]
            yield other
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        if type(node.op) in _OPERATORS and not _is_text(node):
            changed = copy(node)
            changed.op = _OPERATORS[type(node.op)]
            yield changed
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for place in range(len(node.values)):
            left = node.values[:place] + node.values[place + 1 :]
            yield ast.BoolOp(node.op, left) if len(left) > 1 else left[0]
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()
    elif isinstance(node, ast.Continue):
        yield ast.Break()
    elif isinstance(node, ast.Break):
        yield ast.Continue()


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )
