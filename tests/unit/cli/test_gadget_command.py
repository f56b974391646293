"""``lastmove gadget``: lines for programs, pictures and proofs for people, runs that are stopped."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

import lastmove as lm
from commands import answers, invoke
from processes import Running, on_terminal

EDGES = ["--game", "edge-geography", "--play", "misere"]


def gadget(*words: str, status: int = 0) -> list[dict[str, Any]]:
    return answers(invoke("gadget", *words, status=status).stdout)


def test_it_is_what_python_finds() -> None:
    *found, said = gadget(*EDGES, "--n", "2-5", "--all", "--json")
    search = lm.gadgets(game="edge-geography", play="misere", n="2-5", every=True)
    assert found == [json.loads(json.dumps(each.to_json())) for each in search]
    assert said == search.summary
    assert said["found"] == len(found) == 4


def test_the_first_alone() -> None:
    one, said = gadget(*EDGES, "--bipartite", "--proof")
    assert (one["graph6"], one["ports"], one["vertices"], one["edges"]) == ("E?ro", {"a": 2, "b": 4}, 6, 6)
    assert one["properties"]["bipartite"] is True
    assert [row["outcome"] for row in one["proof"]] == ["P", "N", "N", "N"]
    assert said == {
        "searched": {"n": [2, 6], "graphs": 27},
        "found": 1,
        "least": {"vertices": 6, "gadgets": 1, "placings": 2},
    }


def test_a_source_of_ones_own(tmp_path: Path) -> None:
    table = json.loads(invoke("gadget", "--for", "arc", "--table").stdout)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(table))
    assert gadget(*EDGES, "--for", str(file)) == gadget(*EDGES)
    table["start"][0]["outcome"] = "N"
    file.write_text(json.dumps(table))  # nothing tells P from N outside: any port will do
    assert gadget(*EDGES, "--for", str(file), "--n", "2-4")[-1]["found"] == 1
    table["start"].append({"enter": "a", "outside": {"b": "P"}, "outcome": "P"})
    file.write_text(json.dumps(table))
    assert "mine.json: start: the token comes in by a" in invoke("gadget", *EDGES, "--for", str(file), status=2).stderr


@pytest.mark.long
def test_people_see_a_picture_a_proof_and_a_reduction(tmp_path: Path) -> None:
    picture = tmp_path / "gadget.svg"
    status, seen = on_terminal("gadget", *EDGES, "--bipartite", "--picture", str(picture))
    assert status == 0
    assert "6 vertices, 6 edges" in seen
    assert "in at b, outside a P: N" in seen
    assert "b 0 5 1 b" in seen
    assert "Replace each arc from u to v by a copy" in seen
    said = " ".join(seen.split())
    assert "There is 1 gadget with 6 vertices (2 ways to place the ports), none with fewer than 6 vertices." in said
    assert picture.read_text().startswith("<svg")
    status, seen = on_terminal("gadget", *EDGES, "--n", "2-4", "--bipartite")
    assert "Tried: 5 connected graphs with 2 to 4 vertices. There is no gadget." in seen


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Missing option '--game'"),
        (["--game", "nim", "--play", "normal"], "game: 'nim'; accepted: vertex-geography"),
        (["--game", "edge-geography"], "Missing option '--play'"),
        ([*EDGES, "--for", "arch"], "for: 'arch'; accepted: arc, door, crossing, variable"),
        ([*EDGES, "--n", "4", "--max-degree", "1"], "limits: no connected graph with 4 to 4 vertices fits them"),
        ([*EDGES, "--n", "1"], "n: '1'; accepted: at least 2 vertices"),
        ([*EDGES, "--edges", "7-3"], "edges: '7-3'; accepted"),
        ([*EDGES, "--girth", "2"], "--girth"),
        ([*EDGES, "--weights", "1-2"], "weights: edge-geography has none"),
        ([*EDGES, "--part", "4/4"], "part: '4/4'; accepted"),
        ([*EDGES, "--picture", "gadget.doc"], "gadget.doc"),
        ([*EDGES, "--out", "/proc/nothing/here"], "/proc/nothing"),
    ],
)
def test_what_cannot_be_asked(words: list[str], said: str) -> None:
    assert said in invoke("gadget", *words, status=2).stderr


def test_a_limit_on_time(tmp_path: Path) -> None:
    words = ["--game", "vertex-geography", "--play", "misere", "--n", "2-7", "--all", "--time-limit", "0"]
    result = invoke("gadget", *words, status=3)
    (said,) = answers(result.stdout)
    assert said["found"] == 0
    assert said["stopped"]["done"] == 0
    assert "stopped: of 2 vertices 0 of 1 parts are there; with --out DIR" in result.stderr
    again = invoke("gadget", *words, "--out", str(tmp_path), status=3)
    assert "the same command goes on from there" in again.stderr


@pytest.mark.long  # nauty lists the graphs
def test_ctrl_c_says_how_far_it_came(tmp_path: Path) -> None:
    words = ["gadget", "--game", "vertex-geography", "--play", "misere", "--n", "5-9", "--all", "--out", str(tmp_path)]
    with Running(*words) as running:
        while not list(tmp_path.glob("*.json")):
            assert running.process.poll() is None
        running.process.send_signal(signal.SIGINT)
        out, err = running.process.communicate(timeout=60)
    assert running.process.returncode == 130
    assert answers(out.decode())[-1]["stopped"]["n"] > 4
    assert b"the same command goes on from there" in err
