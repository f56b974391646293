"""``lastmove reduce`` and ``lm.reduce``: their forms, chains, and answers carried back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lastmove as lm
from commands import answers, invoke, jsonl
from lastmove.notation.qdimacs import formula_in, write_qdimacs
from lastmove.reductions import REDUCTIONS, reduction
from lastmove.reductions.chain import FORMULA, reachable, side_of
from processes import on_terminal

ARC = {"game": "vertex-geography", "directed": True, "edges": [["a", "b"], ["b", "c"], ["c", "a"]], "start": "a"}
TEXT = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"


def reduce(text: str, *options: str, status: int = 0) -> list[dict[str, Any]]:
    result = invoke("reduce", *options, text=text, status=status)
    assert result.stderr == ""
    return answers(result.stdout)


@pytest.mark.parametrize(
    ("options", "chain"),
    [
        (["--to", "vertex-geography", "--to-play", "misere"], ["renault-schmidt:2.1"]),
        (["--to", "vertex-geography", "--to-undirected"], ["lastmove:LM25"]),
        (["--to", "vertex-geography", "--to-undirected", "--by", "renault-schmidt:2.3"], ["renault-schmidt:2.3"]),
        (["--to", "vertex-geography", "--to-undirected", "--girth", "9"], ["lastmove:LM25:girth=9"]),
        (["--to", "vertex-geography", "--girth", "6"], ["lastmove:LM25"]),
        (["--to", "nimg-rm", "--to-play", "misere"], ["renault-schmidt:3.1"]),
        (["--to", "nimg-rm"], ["renault-schmidt:3.1"]),
        (["--to", "edge-geography"], ["lastmove:LM12"]),
        (["--to", "edge-geography", "--to-play", "misere", "--to-directed"], ["lastmove:LM12", "renault-schmidt:2.6"]),
        (["--to", "vertex-geography"], []),
        (["--to", "nimg-mr", "--to-play", "misere", "--by", "lastmove:LM27"], ["lastmove:LM25", "lastmove:LM27"]),
        (
            ["--to", "edge-geography", "--to-play", "misere", "--to-undirected"],
            ["lastmove:LM12", "lastmove:LM29"],
        ),
        (["--to", "edge-geography", "--to-undirected"], ["lastmove:LM12", "fraenkel-scheinerman-ullman:EG"]),
    ],
)
def test_the_shortest_chain(options: list[str], chain: list[str]) -> None:
    (found,) = reduce(json.dumps({**ARC, "id": "x"}), *options)
    assert list(found) == ["id", "position", "chain", "map"]
    assert found["chain"] == chain
    assert found["map"].keys() == {"a", "b", "c"}
    target = lm.parse(found["position"])
    assert set(found["map"].values()) <= set(target.position.graph.vertices)  # type: ignore[attr-defined]
    assert lm.solve(target).outcome == lm.solve(lm.parse(ARC)).outcome


def test_formulas_by_literal() -> None:
    (found,) = reduce(TEXT, "--to", "edge-geography", "--to-play", "misere")
    assert found["chain"] == ["lichtenstein-sipser:VG", "lastmove:LM12", "renault-schmidt:2.6"]
    assert found["map"] == {"1": "x1.out", "-1": "-x1.out", "2": "x2.out", "-2": "-x2.out"}


@pytest.mark.parametrize(
    ("options", "chain"),
    [
        (["--to", "nimg-rm"], ["lichtenstein-sipser:VG", "renault-schmidt:3.1"]),
        (["--to", "nimg-rm", "--to-play", "normal"], ["lastmove:LM26"]),
        (["--to", "nimg-rm", "--to-directed", "--by", "lastmove:LM26:plain"], ["lastmove:LM26:plain"]),
        (["--to", "nimg-rm", "--by", "lastmove:LM26:strong"], ["lastmove:LM26:strong"]),
        (["--to", "vertex-geography", "--by", "lichtenstein-sipser:VG:planar"], ["lichtenstein-sipser:VG:planar"]),
    ],
)
def test_chains_from_formulas(options: list[str], chain: list[str]) -> None:
    (found,) = reduce(TEXT, "--solve", *options)
    assert found["chain"] == chain
    assert found["map"].keys() == {"1", "-1", "2", "-2"}
    assert found["answer"]["true"] is True


@pytest.mark.parametrize("text", ["p cnf 0 0\n", "p cnf 0 1\n0\n", "p cnf 1 0\na 1 0\n", "p cnf 1 1\ne 1 0\n0\n"])
@pytest.mark.parametrize("key", ["lichtenstein-sipser:VG:planar", "lastmove:LM26", "lastmove:LM26:plain"])
def test_formulas_without_variables_or_clauses(text: str, key: str) -> None:
    to = "vertex-geography" if "VG" in key else "nimg-rm"
    (found,) = reduce(text, "--to", to, "--by", key, "--solve", "--no-certificate")
    assert found["answer"]["true"] is (text.splitlines()[-1] != "0")
    reduced = lm.reduce(text, to=to, by=key)
    for move in reduced.problem.position.moves():
        lowered = reduced.lower(move)
        assert lowered is None or reduced.lift(lowered) == move


def test_no_chain_names_what_can_be_reached() -> None:
    found = reduce(jsonl(ARC, {"game": "nim", "heaps": [1]}, ARC), "--to", "nim", "--to-play", "misere", status=1)
    assert [line["line"] for line in found] == [1, 2, 3]
    assert "undirected nimg-rm in misère play" in found[0]["error"]
    assert found[1]["error"].endswith("they lead to nothing")
    assert all("\n" not in line["error"] for line in found)


def test_bad_lines_do_not_stop_the_rest() -> None:
    board = {name: value for name, value in ARC.items() if name != "start"}
    found = reduce(jsonl(board, {"game": "nim"}, ARC), "--to", "nimg-rm", status=1)
    assert "start: missing" in found[0]["error"]
    assert "error" in found[1]
    assert found[2]["chain"] == ["renault-schmidt:3.1"]


def test_chains_by_name() -> None:
    (found,) = reduce(TEXT, "--to", "vertex-geography", "--to-undirected", "--by", "renault-schmidt:2.3")
    assert found["chain"] == ["lichtenstein-sipser:VG", "renault-schmidt:2.3"]
    both = ["lastmove:LM12", "renault-schmidt:2.6"]
    assert lm.reduce(ARC, to="edge-geography", by=both).chain == both
    assert lm.reduce(ARC, to="vertex-geography", by="lastmove:LM25").chain == ["lastmove:LM25"]
    (found,) = reduce(json.dumps(ARC), "--to", "nimg-rm", "--by", "lastmove:LM24", status=1)
    assert found["error"].startswith("by: no chain of reductions by lastmove:LM24 leads from directed vertex-geography")
    for wrong in ("x", "lastmove:LM13", "lastmove:LM24:girth=8", "lastmove:LM25:girth=4", "lastmove:LM25:"):
        assert "is no reduction" in invoke("reduce", "--to", "nimg-rm", "--by", wrong, text="", status=2).stderr
        with pytest.raises(lm.InputError, match=f"by: '{wrong}' is no reduction; accepted: .*lastmove:LM25:girth=G"):
            lm.reduce(ARC, to="nimg-rm", by=wrong)
    with pytest.raises(lm.InputError, match="by: 3 is no reduction"):
        lm.reduce(ARC, to="nimg-rm", by=[3])  # type: ignore[list-item]
    invoke("reduce", "--to", "vertex-geography", "--girth", "2", text="", status=2)


def test_the_grid() -> None:
    (found,) = reduce(TEXT, "--to", "vertex-geography", "--grid", "--properties")
    assert found["chain"] == ["lichtenstein-sipser:VG:planar", "lastmove:LM25:grid"]
    looks = found["properties"]
    assert (looks["bipartite"], looks["planar"], looks["max_degree"], looks["girth"]) == (True, True, 3, 16)
    board = {"game": "vertex-geography", "directed": True, "edges": [["a", "b"], ["c", "b"]], "start": "a"}
    (found,) = reduce(json.dumps(board), "--to", "vertex-geography", "--grid", "--solve")
    assert found["answer"]["outcome"] == "N"
    assert {name.partition("@")[0] for name in found["map"].values()} == {"a", "b", "c"}
    assert "give one of them" in invoke("reduce", "--to", "nim", "--grid", "--girth", "8", text="", status=2).stderr


@pytest.mark.parametrize(
    ("arcs", "said"),
    [
        ([["a", "b"], ["b", "c"], ["c", "a"]], "odd cycle"),
        ([["a", "b"], ["a", "c"], ["a", "d"], ["a", "e"]], "'a' has 4 arcs, 0 of them in; on the grid a vertex has"),
        ([["b", "a"], ["c", "a"], ["d", "a"]], "'a' has 3 arcs, 3 of them in"),
        ([[u, v] for u in "abc" for v in "xyz"], "not planar"),
    ],
)
def test_what_has_no_place_on_the_grid(arcs: list[list[str]], said: str) -> None:
    if said == "not planar":  # at most two arcs in
        arcs = [pair if (pair[0] + pair[1]) not in ("ax", "by", "cz") else pair[::-1] for pair in arcs]
    board = {"game": "vertex-geography", "directed": True, "edges": arcs, "start": "a"}
    (found,) = reduce(json.dumps(board), "--to", "vertex-geography", "--grid", status=1)
    assert found["error"].startswith("edges: ")
    assert said in found["error"]


def test_wrong_usage() -> None:
    assert "did you mean 'nim'" in invoke("reduce", "--to", "nimm", text=json.dumps(ARC), status=2).stderr
    invoke("reduce", text=json.dumps(ARC), status=2)


@pytest.mark.parametrize("to", ["nimg-rm", "edge-geography"])
def test_answers_are_carried_back_and_checked(to: str) -> None:
    (found,) = reduce(json.dumps(ARC), "--to", to, "--to-play", "misere", "--solve")
    answer = found["answer"]
    truth = lm.solve(lm.parse(ARC))
    assert answer["outcome"] == truth.outcome.value
    moves = [truth.problem.position.move_to_json(move) for move in truth.winning_moves()]  # type: ignore[attr-defined]
    assert answer["move"] in (moves or [None])
    (checked,) = answers(invoke("check", text=json.dumps({"position": ARC, "answer": answer})).stdout)
    assert checked["verified"] is True
    assert checked.get("move", "wins") == "wins"
    answer["certificate"]["map"] = dict(zip("abc", "bca", strict=True))
    (refuted,) = answers(invoke("check", text=json.dumps({"position": ARC, "answer": answer}), status=1).stdout)
    assert refuted["verified"] is False
    assert "map" in refuted["error"]


def test_evidence_can_be_left_out() -> None:
    (found,) = reduce(json.dumps(ARC), "--to", "nimg-rm", "--solve", "--no-certificate")
    assert "certificate" not in found["answer"]


def test_the_truth_of_a_formula_is_carried_back() -> None:
    (found,) = reduce(TEXT, "--to", "nimg-rm", "--solve")
    assert found["answer"]["true"] is True
    (found,) = reduce("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n1 -2 0\n", "--to", "nimg-rm", "--solve")
    assert (found["answer"]["true"], found["answer"]["assignment"]) == (False, {"1": False})


def test_a_limit_leaves_the_answer_unknown() -> None:
    arcs = [[u, v] for u in range(9) for v in range(9) if u != v]
    board = {"game": "vertex-geography", "directed": True, "vertices": 9, "edges": arcs, "start": 0}
    (found,) = reduce(json.dumps(board), "--to", "nimg-rm", "--solve", "--position-limit", "3", status=3)
    assert found["answer"]["outcome"] == "unknown"


def test_moves_in_both_forms() -> None:
    found = lm.reduce(ARC, to="nimg-rm", play="misere")
    assert found.lift({"to": "b"}) == {"remaining": 0, "to": "a>b.a"}
    assert found.lower({"remaining": 0, "to": "a>b.a"}) == {"to": "b"}
    (move,) = found.source.position.moves()  # type: ignore[union-attr]
    assert found.lower(found.lift(move)) == move
    assert found.lower({"remaining": 0, "to": "c>a.d"}) is None
    with pytest.raises(lm.IllegalMoveError):
        found.lift({"to": "c"})
    with pytest.raises(lm.IllegalMoveError):
        found.lower({"remaining": 0, "to": "b"})


def test_moves_on_formulas_are_literals() -> None:
    found = lm.reduce("p cnf 2 1\ne 1 0\na 2 0\n1 2 0\n", to="edge-geography", play="normal")
    lifted = found.lift(1)
    assert found.lower(lifted) == 1
    assert found.lift("-1") == {"to": "e1>-x1"}
    assert found.problem.position.after(found.lift(-1))
    for wrong in (2, 0, "x", None, True):
        with pytest.raises(lm.InputError, match="move"):
            found.lift(wrong)
    universal = lm.reduce(TEXT, to="vertex-geography")
    with pytest.raises(lm.InputError, match="forced"):
        universal.lift(1)


def test_what_is_reduced() -> None:
    board = lm.VertexGeography([("a", "b")], start="a", directed=True)
    formula = lm.Formula.of([("e", [1])], [[1]])
    for source in (board, lm.Problem(board), lm.problem_to_json(lm.Problem(board)), json.dumps(ARC), formula):
        assert lm.reduce(source, to="nimg-rm").problem.play is lm.Play.MISERE
    assert lm.reduce("\n".join(write_qdimacs(formula)), to="nimg-rm").source == formula
    for wrong in (3, lm.Nim, None):
        with pytest.raises(lm.InputError, match="source"):
            lm.reduce(wrong, to="nimg-rm")  # type: ignore[arg-type]

    class Own:
        def moves(self) -> list[int]:
            return []

        def after(self, move: int) -> Own:
            raise NotImplementedError(move)

    with pytest.raises(lm.InputError, match="no registered game"):
        lm.reduce(Own(), to="nimg-rm")
    with pytest.raises(lm.InputError, match="start: missing"):
        lm.reduce(lm.VertexGeography([("a", "b")], directed=True), to="nimg-rm")


def test_graphs_of_other_formats() -> None:
    (found,) = reduce("&BP_\n", "--game", "vertex-geography", "--start", "0", "--to", "nimg-rm")
    assert found["map"] == {"0": 0, "1": 1, "2": 2}
    (found,) = reduce("c d\nd c\n", "--game", "vertex-geography", "--directed", "--start", "c", "--to", "nimg-rm")
    assert found["map"] == {"c": "c", "d": "d"}


@pytest.mark.parametrize(
    "to", [{"to": "vertex-geography", "directed": False}, {"to": "edge-geography", "play": "misere"}]
)
def test_a_thousand_arcs(to: dict[str, Any]) -> None:
    arcs = [(u, (u * k + 1) % 500) for u in range(500) for k in (2, 3)]
    board = lm.VertexGeography(lm.Graph(500, arcs, directed=True), start=0)
    found = lm.reduce(board, **to)
    assert found.problem.position.graph.n > 3000  # type: ignore[attr-defined]
    assert len(found.map) == 500


def test_on_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "arc.json"
    file.write_text(json.dumps(ARC))
    _, shown = on_terminal("reduce", str(file), "--to", "edge-geography", "--to-play", "misere", "--solve")
    assert "lastmove:LM12" in shown
    assert "N: the player to move wins" in shown or "P: the player to move loses" in shown
    formula = tmp_path / "text.qdimacs"
    formula.write_text(TEXT)
    _, shown = on_terminal("reduce", str(formula), "--to", "vertex-geography", "--solve")
    assert "for all 1, there are 2: 2 clauses" in shown
    assert "true" in shown
    _, shown = on_terminal("reduce", str(file), "--to", "vertex-geography")
    assert "already" in shown


@pytest.mark.parametrize("wrong", ['{"2": true}', "{}", '{"1": true, "2": false}', '{"1": 1}', "[]"])
def test_what_can_be_no_assignment_is_refused(wrong: str) -> None:
    text = "p cnf 2 2\ne 1 0\na 2 0\n1 2 0\n1 -2 0\n"
    written = invoke("solve", "--certificate", text=text).stdout
    (found,) = answers(invoke("check", text=written).stdout)
    assert (found["true"], found["assignment"]) == (True, "not shown")
    assert '"assignment": {"1": true}' in written
    changed = written.replace('"assignment": {"1": true}', f'"assignment": {wrong}')
    (found,) = answers(invoke("check", text=changed, status=1).stdout)
    assert found["verified"] is False
    assert "assignment" in found["error"]


WEIGHTED: dict[str, Any] = {
    "game": "nimg-mr",
    "edges": [["a", "b"], ["b", "c"]],
    "weights": {"a": 1, "b": 2, "c": 1},
    "start": "a",
}
SOURCES: list[dict[str, Any]] = [
    {"formula": "p cnf 1 0\ne 1 0\n"},
    {**ARC, "edges": [["a", "b"], ["b", "a"], ["b", "c"]], "id": "first"},
    {"game": "edge-geography", "edges": [["a", "b"], ["b", "c"]], "start": "a"},
    {"game": "edge-geography", "directed": True, "edges": [["a", "b"], ["b", "c"]], "start": "a"},
    {"game": "vertex-geography", "play": "misere", "edges": [["a", "b"], ["b", "c"]], "start": "a"},
    WEIGHTED,
]
"""For every reduction something that it takes, at once or behind others."""


BY_NAME = ["renault-schmidt:2.3", "lastmove:LM25:girth=8", "lastmove:LM25:grid"]
"""What no chain goes by unless it is asked for."""


FORMULAS_BY_NAME = [
    ("vertex-geography", "lichtenstein-sipser:VG:planar"),
    ("nimg-rm", "lastmove:LM26:plain"),
    ("nimg-rm", "lastmove:LM26:strong"),
]


ALONE = {"game": "vertex-geography", "directed": True, "vertices": ["a"], "edges": [], "start": "a"}
"""The only digraph whose board of LM33 can be solved."""


def _lines() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each source, and what `lastmove reduce --solve` writes for every side that can be reached, and by every name."""
    for source in SOURCES:
        question = formula_in(source) or lm.parse(source)
        for side, keys in reachable(side_of(question)).items():
            if side.game == FORMULA or not all(reduction(key).searchable for key in keys):
                continue
            turned = [] if side.directed is None else [f"--to-{'' if side.directed else 'un'}directed"]
            options = ["--to", side.game, "--to-play", side.play.value, *turned]
            (line,) = reduce(jsonl(source), "--solve", *options)
            yield source, line
    for key in BY_NAME:
        (line,) = reduce(jsonl(SOURCES[1]), "--solve", "--to", "vertex-geography", "--by", key)
        assert line["chain"] == [key]
        yield SOURCES[1], line
    for play in ("normal", "misere"):
        (line,) = reduce(jsonl(ALONE), "--solve", "--to", "vertexnim-mr", "--to-play", play)
        yield ALONE, line
    for to, key in FORMULAS_BY_NAME:
        (line,) = reduce(jsonl(SOURCES[0]), "--solve", "--to", to, "--by", key)
        assert line["chain"] == [key]
        yield SOURCES[0], line


@pytest.mark.long
def test_what_reduce_writes_other_commands_read() -> None:
    """By `solve` as the target, by `check` as the answer of the source; no other target, chain or map goes through."""
    used = set()
    for source, line in _lines():
        used |= set(line["chain"])
        text = jsonl(line)
        (target,) = answers(invoke("solve", "--certificate", text=text).stdout)
        assert target["position"] == {**({"id": source["id"]} if "id" in source else {}), **line["position"]}
        answer = line["answer"]
        assert (target["outcome"] == "N") == (answer["true"] if "true" in answer else answer["outcome"] == "N")
        (found,) = answers(invoke("check", text=text).stdout)
        assert found.get("verified"), (found, line)
        assert found.get("id") == source.get("id")
        if line["chain"]:
            longer = [*line["chain"], "lastmove:LM12"]
            forged: list[dict[str, Any]] = [{"chain": longer}, {"chain": []}, {"chain": "x"}, {"map": {}}]
            for wrong in (*forged, {"position": WEIGHTED}):
                (refuted,) = answers(invoke("check", text=jsonl({**line, **wrong}), status=1).stdout)
                assert refuted.get("verified") is False, (wrong, line, refuted)
    assert used == {*REDUCTIONS, *BY_NAME, *(key for _, key in FORMULAS_BY_NAME)}


@pytest.mark.parametrize(
    ("options", "said"),
    [([], "answer: missing"), (["--solve", "--no-certificate"], "answer.position: missing")],
)
def test_a_line_without_evidence_says_so(options: list[str], said: str) -> None:
    text = invoke("reduce", "--to", "edge-geography", *options, text=jsonl(ARC)).stdout
    assert answers(invoke("check", text=text, status=1).stdout)[0]["error"].startswith(said)
    assert answers(invoke("solve", text=text).stdout)[0]["outcome"] in ("N", "P")
    assert "unknown field" in answers(invoke("solve", text=text[:-2] + ', "more": 1}', status=1).stdout)[0]["error"]
