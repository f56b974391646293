"""QDIMACS: the text format of solvers for quantified formulas, read with the line of every mistake, and written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.games.fields import check_known
from lastmove.notation.formula import EXISTS, FORALL, Formula

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FIELD = "formula"
"""The field of a JSON object that holds a formula, as the text of QDIMACS."""
MOST_VARIABLES = 10_000_000
"""The largest number of variables that is read: a short line must not claim all memory."""


class BadLine(InputError):
    """A mistake in a QDIMACS text, and the number of its line."""

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        super().__init__(f"line {line}", problem)


def is_qdimacs(text: bytes) -> bool:
    """Whether the first line that is neither blank nor a comment begins with ``p cnf``."""
    for line in text.splitlines():
        words = line.split()
        if words and words[0] != b"c":
            return words[:2] == [b"p", b"cnf"]
    return False


def read_qdimacs(text: str) -> Formula:
    """The formula that a QDIMACS text holds.

    Variables that no quantifier binds are existential and outermost; without any quantifier the text is DIMACS, and
    all variables up to the number it declares are. Empty and equal neighbouring quantifiers are taken as they are
    meant.

    Raises
    ------
    BadLine
        With the line and the reason.

    Examples
    --------
    >>> read_qdimacs('''p cnf 2 2
    ... a 1 0
    ... e 2 0
    ... 1 2 0
    ... -1 -2 0
    ... ''')
    Formula(blocks=(Block(quantifier='a', variables=(1,)), Block(quantifier='e', variables=(2,))), clauses=((1, 2), (-1, -2)))
    """  # noqa: E501
    lines = _lines(text)
    declared, wanted = _header(lines)
    reader = _Body(declared, wanted)
    last = 1
    for last, words in lines:
        reader.take(last, words)
    reader.end(max(last, text.count("\n") or 1))
    prefix = reader.prefix or [(EXISTS, list(range(1, declared + 1)))]
    return Formula.of(prefix, reader.clauses)


def formula_in(fields: Mapping[str, object]) -> Formula | None:
    """The formula that a JSON object holds; ``None`` where it holds a position."""
    if FIELD not in fields or "game" in fields:
        return None
    check_known(fields, (FIELD, "id"), "a formula")
    value = fields[FIELD]
    if not isinstance(value, str):
        raise InputError(FIELD, f"{show(value)}; accepted: the text of a formula in QDIMACS")
    try:
        return read_qdimacs(value)
    except InputError as error:
        raise error.inside(FIELD) from None


def write_qdimacs(formula: Formula, *, comments: tuple[str, ...] = ()) -> Iterator[str]:
    """The lines of a formula in QDIMACS.

    Examples
    --------
    >>> print(*write_qdimacs(Formula.of([("a", [1])], [[1, 2]])), sep="\\n")
    p cnf 2 1
    e 2 0
    a 1 0
    1 2 0
    """
    yield from (f"c {comment}" for comment in comments)
    yield f"p cnf {max(formula.variables, default=0)} {len(formula.clauses)}"
    for quantifier, variables in formula.blocks:
        yield f"{quantifier} {' '.join(map(str, variables))} 0"
    for clause in formula.clauses:
        yield " ".join(map(str, (*clause, 0)))


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that are neither blank nor comments, in words, with their numbers."""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if words and words[0] != "c":
            yield number, words


def _header(lines: Iterator[tuple[int, list[str]]]) -> tuple[int, int]:
    """The numbers of variables and clauses that ``p cnf`` declares."""
    number, words = next(lines, (1, []))
    if words[:2] != ["p", "cnf"]:
        found = show(" ".join(words)) if words else "nothing"
        raise BadLine(number, f"{found}; the first line that is no comment is 'p cnf VARIABLES CLAUSES'")
    counts = [_integer(word) for word in words[2:]]
    if len(counts) != 2 or any(count is None or not 0 <= count <= MOST_VARIABLES for count in counts):
        accepted = f"two integers 0..{MOST_VARIABLES}"
        raise BadLine(number, f"{show(' '.join(words[2:]))} after 'p cnf'; accepted: {accepted}")
    variables, clauses = counts
    assert variables is not None
    assert clauses is not None
    return variables, clauses


class _Body:
    """What follows the header: first the prefix, then clauses, which may go over several lines."""

    def __init__(self, declared: int, wanted: int) -> None:
        self.declared = declared
        self.wanted = wanted
        self.prefix: list[tuple[str, list[int]]] = []
        self.clauses: list[tuple[int, ...]] = []
        self._bound: set[int] = set()
        self._begun: list[int] | None = None

    def take(self, line: int, words: list[str]) -> None:
        """One line."""
        if words[0] == "p":
            raise BadLine(line, "a second line beginning with 'p'; a file holds one formula")
        if words[0] in (EXISTS, FORALL):
            self._quantify(line, words)
            return
        for word in words:
            literal = self._literal(line, word)
            if self._begun is None:
                if len(self.clauses) == self.wanted:
                    raise BadLine(line, f"one clause too many; 'p cnf' declares {self.wanted}")
                self._begun = []
            if literal:
                self._begun.append(literal)
            else:
                self.clauses.append(tuple(dict.fromkeys(self._begun)))
                self._begun = None

    def end(self, line: int) -> None:
        """The end of the text."""
        if self._begun is not None:
            raise BadLine(line, "the last clause does not end with 0")
        if len(self.clauses) < self.wanted:
            raise BadLine(
                line, f"the text ends after {len(self.clauses)} of the {self.wanted} clauses that 'p cnf' declares"
            )

    def _quantify(self, line: int, words: list[str]) -> None:
        if self.clauses or self._begun is not None:
            raise BadLine(line, f"quantifier {words[0]!r} after a clause; the prefix comes first")
        if words[-1] != "0":
            raise BadLine(line, f"the variables of {words[0]!r} do not end with 0")
        variables = []
        for word in words[1:-1]:
            variable = self._literal(line, word)
            if variable <= 0:
                raise BadLine(line, f"{show(variable)} in the prefix; accepted: variables 1..{self.declared}, then 0")
            if variable in self._bound:
                raise BadLine(line, f"variable {variable} is quantified twice")
            self._bound.add(variable)
            variables.append(variable)
        self.prefix.append((words[0], variables))

    def _literal(self, line: int, word: str) -> int:
        value = _integer(word)
        if value is None:
            raise BadLine(line, f"{show(word)} is no integer")
        if abs(value) > self.declared:
            raise BadLine(line, f"{show(value)}: 'p cnf' declares the variables 1..{self.declared}")
        return value


def _integer(word: str) -> int | None:
    """The integer that a word writes in ASCII digits; ``None`` if it is none."""
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 20 else None
