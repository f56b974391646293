"""Long streams of graph6 lines: solved together, answered in order."""

from __future__ import annotations

import json
import random
from threading import Timer
from typing import TYPE_CHECKING, Any

import pytest

from commands import solve
from lastmove.cli.questions.solve import BY_THEMSELVES
from lastmove.graphs.graph import Graph
from lastmove.graphs.graph6 import encode
from processes import COMMAND, ENVIRONMENT, run, run_shell

if TYPE_CHECKING:
    from pathlib import Path

MISERE = ("--format", "graph6", "--game", "vertex-geography", "--play", "misere", "--starts", "all", "--no-times")


def lines(count: int, seed: int = 1) -> list[str]:
    """Random graphs and digraphs on up to 7 vertices."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        n, directed = rng.randint(1, 7), rng.random() < 0.3
        pairs = [(u, v) for u in range(n) for v in range(n) if u < v or (directed and u != v)]
        graph = Graph(n, rng.sample(pairs, rng.randint(0, len(pairs))), directed=directed)
        found.append(encode(graph, "digraph6" if directed else "graph6"))
    return found


def outcomes(answers: list[dict[str, Any]]) -> list[Any]:
    return [answer.get("outcomes", answer.get("error")) for answer in answers]


def test_a_long_stream_says_what_short_ones_say(tmp_path: Path) -> None:
    given = lines(150)
    file = tmp_path / "some.g6"
    file.write_text("\n".join(given) + "\n")
    whole = [json.loads(line) for line in run("solve", str(file), *MISERE).stdout.splitlines()]
    parts = [solve("\n".join(given[first : first + 50]), *MISERE) for first in range(0, 150, 50)]
    assert outcomes(whole) == outcomes([answer for part in parts for answer in part])
    assert [answer["line"] for answer in whole] == list(range(1, 151))
    many = ["many boards" in str(answer["reasons"]) for answer in whole]
    assert many == [False] * BY_THEMSELVES + [True] * (150 - BY_THEMSELVES)
    for answer in whole:
        assert [move is None for move in answer["moves"].values()] == [
            outcome == "P" or _is_stuck(answer, start) for start, outcome in answer["outcomes"].items()
        ]


def _is_stuck(answer: dict[str, Any], start: str) -> bool:
    from lastmove.graphs.graph6 import decode

    graph = decode(answer.get("graph6") or answer["digraph6"])
    return set(graph.neighbours[int(start)]) <= {int(start)}


def test_output_does_not_depend_on_how_lines_arrive(tmp_path: Path) -> None:
    given = lines(200, seed=2)
    file = tmp_path / "some.g6"
    file.write_text("\n".join(given) + "\n")
    options = " ".join(MISERE)
    from_file = run_shell(f'"$0" -m lastmove solve {file} {options}').stdout
    slowly = run_shell(f'(head -90 {file}; sleep 0.3; tail -n +91 {file}) | "$0" -m lastmove solve {options}').stdout
    assert from_file == slowly
    assert from_file.count("\n") == 200


def test_whoever_waits_for_an_answer_gets_it() -> None:
    """A line is answered before the next is sent, also behind the first ones."""
    import subprocess

    given = lines(BY_THEMSELVES + 5, seed=3)
    with subprocess.Popen(
        [*COMMAND, "solve", *MISERE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, line in enumerate(given, start=1):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["line"] == number
        process.stdin.close()
        assert process.stdout.read() == ""
    assert process.returncode == 0


def test_a_blank_line_is_not_waited_behind() -> None:
    """It has arrived, but the line behind it has not: whoever sent it waits for the answers to the lines before."""
    import subprocess

    given = "C~\n" * 1364 + "D~{\n"  # as much as is read from a pipe at once
    with subprocess.Popen(
        [*COMMAND, "solve", *MISERE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        hanging = Timer(60, process.kill)  # then there is no line to be read, and the test fails
        hanging.start()
        process.stdin.write(f"{given}\n")
        process.stdin.flush()
        for number in range(1, 1366):
            assert json.loads(process.stdout.readline())["line"] == number
        hanging.cancel()
        process.stdin.close()
        assert process.stdout.read() == ""
    assert process.returncode == 0


def test_bad_lines_stand_in_their_places(tmp_path: Path) -> None:
    given = lines(100, seed=4)
    given[80] = "D?"
    given[90] = ""
    file = tmp_path / "some.g6"
    file.write_text("\n".join(given) + "\n")
    done = run("solve", str(file), *MISERE)
    assert done.returncode == 1
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == 99
    assert "graph6: 1 characters" in found[80]["error"]
    assert found[80]["line"] == 81
    assert [answer["line"] for answer in found] == [number for number in range(1, 101) if number != 91]


@pytest.mark.parametrize("options", [("--certificate",), ("--all-moves",)])
def test_evidence_is_given_line_by_line(tmp_path: Path, options: tuple[str, ...]) -> None:
    file = tmp_path / "some.g6"
    file.write_text("\n".join(["Dhc"] * (BY_THEMSELVES + 3)) + "\n")
    found = [json.loads(line) for line in run("solve", str(file), *MISERE, *options).stdout.splitlines()]
    assert len(found) == BY_THEMSELVES + 3
    assert {json.dumps(answer["outcomes"]) for answer in found} == {json.dumps(found[0]["outcomes"])}
    assert not any("many boards" in str(answer["reasons"]) for answer in found)


@pytest.mark.long
def test_weights_of_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "some.g6"
    file.write_text("\n".join(["Dhc", "D?{"] * 40) + "\n")
    for game in ("nimg-rm", "nimg-mr", "edge-geography"):
        weight = () if game == "edge-geography" else ("--weights", "2")
        options = ("--game", game, "--starts", "all", "--play", "misere", *weight)
        found = [json.loads(line) for line in run("solve", str(file), *options).stdout.splitlines()]
        assert {json.dumps(answer["outcomes"]) for answer in found[BY_THEMSELVES::2]} == {
            json.dumps(found[0]["outcomes"])
        }
        assert "many boards" in str(found[-1]["reasons"])
