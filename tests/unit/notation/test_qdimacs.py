"""QDIMACS in and out, with the line of every mistake; formulas as values."""

from __future__ import annotations

import random

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.notation.formula import Block, is_true
from lastmove.notation.qdimacs import BadLine, is_qdimacs, read_qdimacs, write_qdimacs
from reduction_cases import random_formula

BAD = {
    "": (1, "nothing"),
    "c only a comment\n": (1, "nothing"),
    "1 2 0\n": (1, "'p cnf VARIABLES CLAUSES'"),
    "p cnf 2\n": (1, "two integers"),
    "p cnf -1 2\n": (1, "two integers"),
    "p cnf 1.5 2\n": (1, "two integers"),
    "p cnf 99999999999 2\n": (1, "two integers"),
    "p cnf 2 1\np cnf 2 1\n1 0\n": (2, "one formula"),
    "p cnf 2 1\n\nc note\n3 0\n": (4, "declares the variables 1..2"),
    "p cnf 2 1\n1 x 0\n": (2, "'x' is no integer"),
    "p cnf 2 1\n1 ² 0\n": (2, "is no integer"),
    "p cnf 2 1\n1 2\n": (2, "does not end with 0"),
    "p cnf 2 2\n1 2 0\n": (2, "ends after 1 of the 2 clauses"),
    "p cnf 2 1\n1 2 0\n2 0\n": (3, "one clause too many"),
    "p cnf 2 1\ne 1 2\n1 0\n": (2, "do not end with 0"),
    "p cnf 2 1\ne -1 0\n1 0\n": (2, "-1 in the prefix"),
    "p cnf 2 1\ne 1 0 2 0\n1 0\n": (2, "0 in the prefix"),
    "p cnf 2 1\ne 1 0\na 2 1 0\n1 0\n": (3, "variable 1 is quantified twice"),
    "p cnf 2 1\n1 0\ne 2 0\n": (3, "after a clause"),
}


@pytest.mark.parametrize("text", BAD)
def test_mistakes_are_told_in_one_line_with_their_line(text: str) -> None:
    line, reason = BAD[text]
    with pytest.raises(BadLine) as caught:
        read_qdimacs(text)
    assert caught.value.line == line
    assert reason in str(caught.value)
    assert str(caught.value).startswith(f"line {line}: ")
    for command in (["solve"], ["reduce", "--to", "nimg-rm"]):
        (answer,) = answers(invoke(*command, "--format", "qdimacs", text=text, status=1).stdout)
        assert answer == {"error": str(caught.value), "line": line}


def test_free_variables_are_existential_and_outermost() -> None:
    formula = read_qdimacs("p cnf 5 2\na 1 0\ne 3 0\n1 2 0\n3 -4 0\n")
    assert formula.blocks == (Block("e", (2, 4)), Block("a", (1,)), Block("e", (3,)))


def test_an_empty_prefix_is_satisfiability() -> None:
    assert read_qdimacs("p cnf 3 1\n1 -2 0\n").blocks == (Block("e", (1, 2, 3)),)
    assert read_qdimacs("p cnf 0 0\n") == lm.Formula((), ())
    assert not is_true(read_qdimacs("p cnf 0 1\n0\n"))


def test_clauses_go_over_lines_and_blocks_of_one_quantifier_are_one() -> None:
    formula = read_qdimacs("c\nc text\np cnf 4 2\ne 1 0\ne 0\ne 2 0\na 0\na 3 0\n1\n2 0 -3\n4 0")
    assert formula.blocks == (Block("e", (4, 1, 2)), Block("a", (3,)))
    assert formula.clauses == ((1, 2), (-3, 4))


def test_writing_and_reading_is_the_same() -> None:
    rng = random.Random("qdimacs")
    for _ in range(100):
        formula = random_formula(rng, 6)
        text = "\n".join(write_qdimacs(formula, comments=("a comment",)))
        assert is_qdimacs(text.encode())
        again = read_qdimacs(text)
        assert again.blocks == formula.blocks
        assert [set(clause) for clause in again.clauses] == [set(clause) for clause in formula.clauses]


@pytest.mark.parametrize(
    ("prefix", "clauses", "field"),
    [
        ([("x", [1])], [], "prefix"),
        ([("e", [0])], [], "prefix"),
        ([("e", [1]), ("a", [1])], [], "prefix"),
        ([], [[0]], "clauses"),
    ],
)
def test_wrong_formulas(prefix: list[tuple[str, list[int]]], clauses: list[list[int]], field: str) -> None:
    with pytest.raises(lm.InputError, match=field):
        lm.Formula.of(prefix, clauses)


def test_only_the_outermost_block_is_assigned() -> None:
    formula = lm.Formula.of([("e", [1]), ("a", [2])], [[1, 2]])
    with pytest.raises(lm.InputError, match="outermost block"):
        formula.assign(2)
    assert formula.assign(-1).clauses == ((2,),)
    assert formula.assign(1).clauses == ()


def test_other_commands_say_that_they_take_positions() -> None:
    result = invoke("explain", text="p cnf 1 1\n1 0\n", status=None)
    assert result.exit_code
    assert "formula" in result.output
