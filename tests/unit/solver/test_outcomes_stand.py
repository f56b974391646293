"""What was found stands, whatever the evidence for it costs; and a strategy costs little beside the search."""

from __future__ import annotations

import random
from typing import Any

import pytest

import lastmove as lm
from commands import answers, invoke, jsonl
from effort import tries
from lastmove.certificates.answer_fields import CheckedAnswer
from lastmove.cli.questions.check import checked
from lastmove.core.errors import LimitReached
from lastmove.core.limits import Meter
from lastmove.solver import evidence as proving

GRID = ("misere:vertex-geography:grid:6x6@0", "--json", "--no-times")
FAST = ("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr", "vertexnim", "edge-nimg", "vertexnim-mr")


def test_asking_for_evidence_leaves_the_answer() -> None:
    """The search takes 824 positions; then the limit is spent on the strategy."""
    (known,) = answers(invoke("solve", *GRID, "--position-limit", "900").stdout)
    (found,) = answers(invoke("solve", *GRID, "--position-limit", "900", "--certificate", status=3).stdout)
    assert known["outcome"] == "P"
    assert found.pop("certificate_note") == "the positions limit was reached before evidence was found"
    assert found.pop("certificate") is None
    del found["position"]
    assert found == known


def test_a_strategy_costs_little_more_than_the_answer() -> None:
    """It once took more than 20,000 positions."""
    result = invoke("solve", *GRID, "--position-limit", "5000", "--certificate")
    assert answers(invoke("check", text=result.stdout).stdout)[0]["verified"]


def _board(game: str, rng: random.Random) -> dict[str, Any]:
    n = rng.randint(9, 13)
    edges = [[rng.randrange(n), rng.randrange(n)] for _ in range(rng.randint(n, 2 * n))]
    if game == "edge-nimg":
        weights = [rng.randint(0, 2) for _ in edges]
        return {"game": game, "directed": rng.random() < 0.5, "vertices": n, "edges": edges, "weights": weights}
    if game in ("vertex-geography", "edge-geography"):
        return {"game": game, "directed": rng.random() < 0.5, "vertices": n, "edges": edges}
    n = 4 if game == "vertexnim-mr" else 7
    ring = [[v, (v + 1) % n] for v in range(n)] if game.startswith("vertexnim") else []  # played on connected graphs
    edges = ring + [[u, v] for u, v in edges if u < n and v < n]
    weights = [rng.randint(game == "vertexnim", 3) for _ in range(n)]
    directed = not game.startswith("vertexnim") and rng.random() < 0.5
    return {"game": game, "directed": directed, "vertices": n, "edges": edges, "weights": weights}


@pytest.mark.parametrize("game", FAST)
@pytest.mark.parametrize("play", lm.Play)
def test_answers_are_the_same_with_evidence_and_without(game: str, play: lm.Play) -> None:
    """Under equal limits, from one start and from all; what evidence there is passes its check."""
    rng = random.Random(f"stands {game} {play}")
    shown = 0
    for _ in range(tries(12)):
        board = {**_board(game, rng), "play": play.value}
        limits = lm.Limits(positions=rng.choice([1, 5, 20, 80, 400, 5000]))
        position = lm.parse({**board, "start": 0})
        plain, proved = (
            lm.solve(position, limits=limits, all_moves=True, certificate=asked) for asked in (False, True)
        )
        assert (plain.outcome, plain.move) == (proved.outcome, proved.move)
        assert plain.winning_moves() == proved.winning_moves()
        every, all_proved = (lm.outcomes(lm.parse(board), limits=limits, certificate=asked) for asked in (False, True))
        assert dict(every) == dict(all_proved)
        for found, where in ((proved, {**board, "start": 0}), (all_proved, board)):
            answer = found.to_json(certificate=True)
            if answer.get("certificate") is not None:
                shown += 1
                assert isinstance(checked({"position": where, "answer": answer}, Meter()), CheckedAnswer)
            else:
                assert found.certificate_note or "unknown" in str(answer)
    assert shown


@pytest.mark.parametrize("starts", [(), ("--starts", "all")])
def test_ctrl_c_in_the_evidence_ends_the_command_with_the_answer(
    starts: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(proving, "written_out", interrupted)
    ring = {"game": "vertex-geography", "play": "misere", "graph6": "EEj_", "start": 0}
    result = invoke("solve", "--certificate", "--json", *starts, text=jsonl(ring, ring), status=130)
    (found,) = answers(result.stdout)
    assert "unknown" not in str(found.get("outcome", found.get("outcomes")))
    assert found["certificate"] is None
    assert "interrupted" in found["certificate_note"]


def test_the_truth_of_a_formula_stands() -> None:
    """And so do the values of its outermost block."""
    text = "p cnf 4 3\ne 1 2 0\na 3 0\ne 4 0\n1 3 4 0\n2 -3 4 0\n-1 -2 -4 0\n"
    for command in (("solve",), ("reduce", "--to", "vertex-geography", "--solve")):
        (known,) = answers(invoke(*command, *(("--no-certificate",) if "reduce" in command else ()), text=text).stdout)
        most = str(1 + known.get("answer", known)["reason"]["positions"])
        options = ("--certificate", "--position-limit", most)
        (found,) = answers(invoke(*command, *options, text=text, status=3).stdout)
        known, found = known.get("answer", known), found.get("answer", found)
        assert (found["true"], found["assignment"]) == (known["true"], known["assignment"])
        assert found["certificate"] is None
        assert "limit" in found["certificate_note"]


def test_the_server_gives_the_answer_without_its_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    from lastmove.web.api import ask

    def out_of_time(*_: object, **__: object) -> None:
        raise LimitReached("time", 7)

    monkeypatch.setattr(proving, "written_out", out_of_time)
    position = {"game": "vertex-geography", "play": "misere", "graph6": "EEj_", "start": 0}
    found: Any = ask("solve", {"position": position, "certificate": True}).answer
    assert found["outcome"] in ("N", "P")
    assert found["certificate"] is None
    assert found["certificate_note"] == "the time limit was reached before evidence was found"
