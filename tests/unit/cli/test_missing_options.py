"""What no line of a graph6 file can say is said once to people, as wrong usage; programs get an error for each line."""

from __future__ import annotations

import pytest

from commands import answers, invoke
from processes import on_terminal

GRAPHS = "Cr\nC^\nC~\n" * 20


OPTIONS = pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--game", "vertex-geography"), "start: missing; choose one"),
        (("--game", "nimg-rm", "--start", "0"), "weights: missing; every vertex needs one (--weights K for all)"),
        ((), "game: missing; add it"),
    ],
)


@OPTIONS
def test_it_is_said_once(options: tuple[str, ...], said: str) -> None:
    result = invoke("explain", "-", "--format", "graph6", *options, text=GRAPHS, status=2)
    assert result.stdout == ""
    assert result.stderr.count(said) == 1
    assert "A line of graph6 does not say it." in " ".join(result.stderr.split())


@pytest.mark.parametrize("command", ["solve", "solve --jobs 2", "grundy", "compare"])
def test_on_a_terminal_too(command: str) -> None:
    name, *more = command.split()
    status, seen = on_terminal(name, "-", "--format", "graph6", "--game", "vertex-geography", *more, text=GRAPHS)
    assert (status, seen.count("start: missing")) == (2, 1)


@pytest.mark.parametrize("command", ["solve", "solve --jobs 2", "grundy", "compare"])
@OPTIONS
def test_programs_get_an_error_for_each_line(command: str, options: tuple[str, ...], said: str) -> None:
    name, *more = command.split()
    found = answers(invoke(name, "-", "--format", "graph6", *options, *more, text=GRAPHS, status=1).stdout)
    assert [each["line"] for each in found] == list(range(1, 61))
    assert all(said in each["error"] for each in found)


def test_a_bad_line_is_still_an_error_in_its_place() -> None:
    options = ("--format", "graph6", "--game", "vertex-geography", "--starts", "all")
    found = answers(invoke("solve", "-", *options, text="Cr\nC\nC~\n", status=1).stdout)
    assert ["error" in each for each in found] == [False, True, False]
    boards = '{"game": "vertex-geography", "edges": [["a", "b"]]}\n' * 2
    assert ["error" in each for each in answers(invoke("solve", text=boards, status=1).stdout)] == [True, True]
