"""What no line of a graph6 file can say is said once, as wrong usage, however many lines there are."""

from __future__ import annotations

import pytest

from commands import answers, invoke

GRAPHS = "Cr\nC^\nC~\n" * 20


@pytest.mark.parametrize("command", ["solve", "explain", "grundy", "compare"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--game", "vertex-geography"), "start: missing; choose one"),
        (("--game", "nimg-rm", "--start", "0"), "weights: missing; every vertex needs one (--weight K for all)"),
        ((), "game: missing; add it"),
    ],
)
def test_it_is_said_once(command: str, options: tuple[str, ...], said: str) -> None:
    result = invoke(command, "-", "--format", "graph6", *options, text=GRAPHS, status=2)
    assert result.stdout == ""
    assert result.stderr.count(said) == 1
    assert "A line of graph6 does not say it." in " ".join(result.stderr.split())


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_with_processes_too(jobs: str) -> None:
    options = ("--format", "graph6", "--game", "edge-geography", "--jobs", jobs)
    assert invoke("solve", "-", *options, text=GRAPHS, status=2).stderr.count("start: missing") == 1


def test_a_bad_line_is_still_an_error_in_its_place() -> None:
    options = ("--format", "graph6", "--game", "vertex-geography", "--starts", "all")
    found = answers(invoke("solve", "-", *options, text="Cr\nC\nC~\n", status=1).stdout)
    assert ["error" in each for each in found] == [False, True, False]
    boards = '{"game": "vertex-geography", "edges": [["a", "b"]]}\n' * 2
    assert ["error" in each for each in answers(invoke("solve", text=boards, status=1).stdout)] == [True, True]
