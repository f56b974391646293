"""The plain checker, checker/check.py: it judges nearly every answer, refutes no true one and proves no false one."""

from __future__ import annotations

import ast
import gzip
import json
import random
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from certificate_cases import boards
from changed_json import FLIPPED
from checkers import AMBIGUOUS
from commands import invoke
from effort import tries
from lastmove.certificates.kinds import KINDS
from lastmove.core.errors import InputError
from lastmove.games import GAMES
from lastmove.theorems.registry import find
from lastmove.theorems.statement import Standing
from page_examples import ROOT
from plain_checks import CHECKER, falsely_proved, plain_checker, plain_verdict
from plain_fuzz import Fuzz, lines_for_fuzz
from samples import random_problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROOF = ROOT / "checker" / "proof"
NIM: dict[str, Any] = {"position": {"game": "nim", "heaps": [3, 5]}, "outcome": "N"}
NIM["certificate"] = {"kind": "nim-sum", "version": 1, "sum": 6}

UNJUDGED: tuple[str, ...] = ()
"""Games of which the plain checker has no rules: it judges no answer about them."""


def answered(game: str, rng: random.Random, count: int) -> Iterator[dict[str, Any]]:
    """Answers to random positions of a game in both conventions, and to all starts of random boards."""
    for _ in range(count):
        problem = lm.parse(random_problem(game, rng))
        found: Any = lm.solve(problem, certificate=True).to_json(certificate=True)
        yield json.loads(json.dumps({**found, "position": lm.problem_to_json(problem)}))
    for board in boards(game, rng, count // 4, 6, 4):
        for play in lm.Play if hasattr(board, "start") else ():
            found = lm.outcomes(board, play, certificate=True).to_json(certificate=True)
            yield json.loads(json.dumps({**found, "position": lm.problem_to_json(lm.Problem(board, play))}))


def exchanged(line: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same answer with the outcome exchanged, of one start if it has several."""
    if "outcome" in line:
        return {**line, "outcome": FLIPPED[line["outcome"]]}
    start = rng.choice(list(line["outcomes"]))
    return {**line, "outcomes": {**line["outcomes"], start: FLIPPED[line["outcomes"][start]]}}


@pytest.mark.parametrize("game", GAMES)
def test_it_judges_nearly_all_answers_and_refuses_every_exchanged_outcome(game: str) -> None:
    rng = random.Random(f"plain {game}")
    judged = by_certificate = total = 0
    for line in answered(game, rng, tries(80)):
        said = plain_verdict(line)
        assert "refuted" not in said, (said, line)
        total += 1
        judged += "proved" in said
        by_certificate += "proved" in said and "by" not in said
        if line.get("outcomes", True):
            assert "proved" not in plain_verdict(exchanged(line, rng)), line
    if game in UNJUDGED:
        assert judged == 0
        return
    assert judged >= 0.9 * total
    assert by_certificate >= total / 4


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    return list(lines_for_fuzz("short", 2))


def test_forged_answers_are_never_proved_when_they_are_false(lines: list[dict[str, Any]]) -> None:
    """A short run of ``scripts/fuzz_plain_checker.py``."""
    fuzz = Fuzz()
    made = fuzz.forge(lines, "short", tries(60))
    assert made >= tries(1000)
    assert fuzz.said["proved"] + fuzz.said["play"] >= made / 8, "hardly anything is proved, so this shows nothing"
    assert not fuzz.false, fuzz.false[0]


def test_a_checker_that_proves_too_much_is_noticed(
    lines: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_checker(), "need", lambda *_: None)
    fuzz = Fuzz()
    fuzz.forge(lines, "too much", 5)
    assert len(fuzz.false) >= 10


def test_a_false_claim_that_is_proved_is_known_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    false = {**NIM, "outcome": "P"}
    assert falsely_proved(NIM) is falsely_proved(false) is None
    monkeypatch.setattr(
        plain_checker(), "verdict", lambda text: {"proved": True, "outcome": json.loads(text)["outcome"]}
    )
    assert falsely_proved(NIM) is None
    assert falsely_proved(false) == "P, but in truth N"
    assert "no position" in str(falsely_proved({**NIM, "position": {"game": "nim", "heaps": [-1]}}))


GARBAGE = [
    *("", "x", "{", "[]", "{}", "3", "null", '"N"', "NaN", "[" * 100_000, "9" * 5_000, '{"position": 3}', "\udc80"),
    *('{"error": "x"}', '{"position": {"game": "chess"}, "outcome": "N", "certificate": {"version": 1}}'),
]


@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_proves_nothing(text: str) -> None:
    said = plain_verdict(text)
    assert "proved" not in said
    assert all("\n" not in value and len(value) < 300 for value in said.values())


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_a_line_that_can_be_read_in_two_ways_is_not_proved(name: str) -> None:
    assert "proved" not in plain_verdict(AMBIGUOUS[name])
    said = invoke("check", "--json", text=AMBIGUOUS[name] + "\n", status=1).stdout
    assert '"verified": true' not in said


@pytest.mark.parametrize("kind", ["labelling", "parity", "matching", "acyclic", "strategy", "grundy", "tame"])
def test_games_that_are_over_are_judged_by_who_is_stuck(kind: str) -> None:
    rest: dict[str, Any] = {"version": 1, "lost": [], "order": [None], "matching": [], "barrier": []}
    rest |= {"kind": "labelling", "rule": "acyclic"} if kind == "acyclic" else {"kind": kind, "rule": "LM1"}
    over: list[dict[str, Any]] = [
        {"game": "nimg-rm", "vertices": 2, "edges": [], "weights": [1, 2], "start": None},
        {"game": "nimg-rm", "directed": True, "vertices": 2, "edges": [[0, 1]], "weights": [1, 1], "start": None},
        {"game": "vertexnim", "vertices": [], "edges": [], "weights": [], "start": None},
        {"game": "adjacent-nim", "heaps": [0, 0], "start": None},
        {"game": "sum", "parts": []},
    ]
    for position in over:
        for play, truth in (("normal", "P"), ("misere", "N")):
            line = {"position": {**position, "play": play}, "outcome": FLIPPED[truth], "certificate": rest}
            assert "proved" not in plain_verdict(line), line


HUGE = 10**40
LARGE: list[dict[str, Any]] = [
    {"game": "nim", "heaps": [HUGE, 3]},
    {"game": "adjacent-nim", "heaps": [HUGE, 2, HUGE], "start": 0},
    {"game": "adjacent-nim", "heaps": [7] * 3_000, "start": 0},
    {"game": "octal", "code": "4.[3]", "heaps": [HUGE]},
    {"game": "octal", "code": "0.[2]", "heaps": [10**6]},
    {"game": "subtraction", "set": [1, HUGE], "heaps": [HUGE]},
    {"game": "vertex-geography", "vertices": HUGE, "edges": [], "start": 0},
    {"game": "nimg-mr", "vertices": 2, "edges": [[0, 1]], "weights": [HUGE, HUGE], "start": 0},
    {"game": "edge-nimg", "vertices": 2, "edges": [[0, 1]], "weights": [HUGE], "start": 0},
    {"game": "vertexnim-mr", "vertices": 2, "edges": [[0, 1]], "weights": [HUGE, HUGE], "start": 0},
    {"game": "node-kayles", "vertices": 1_900_000, "edges": []},
    {"game": "arc-kayles", "vertices": 3_001, "edges": [[u, u + 1] for u in range(3_000)]},
    {"game": "edge-nimg", "vertices": 2, "edges": [[0, 1]] * 3_000, "weights": [2] * 3_000, "start": 0},
]
TRIED = ("none", "nim-sum", "parity", "letters", "labelling", "matching", "b-matching", "grundy", "tame", "strategy")


@pytest.mark.parametrize("position", LARGE, ids=range(len(LARGE)))
def test_huge_numbers_end_in_no_judgement(position: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_checker(), "MOST_STEPS", 50_000)
    rest = {"rule": "LM1", "matching": [[0, HUGE]], "barrier": [HUGE], "taken": [HUGE], "sum": HUGE, "lost": [HUGE]}
    rest |= {"roots": [0], "steps": [{"wins": False, "moves": [[{"remaining": HUGE}, HUGE]]}]}
    for kind in TRIED:
        for play in ("normal", "misere"):
            line = {
                "position": {**position, "play": play},
                "outcome": "P",
                "certificate": {"kind": kind, "version": 1, **rest},
            }
            assert "proved" not in plain_verdict(line)


REFUSED: list[dict[str, Any]] = [
    {"game": "vertexnim", "vertices": 3, "edges": [[0, 1]], "weights": [1, 1, 1], "start": 0},
    {"game": "vertexnim", "vertices": 2, "edges": [[0, 1]], "weights": [1, 0], "start": 0},
    {"game": "vertexnim", "directed": True, "vertices": 2, "edges": [[0, 1]], "weights": [1, 1], "start": 0},
    {"game": "dag", "vertices": 2, "edges": [[0, 1], [1, 0]], "start": 0},
    {"game": "vertex-geography", "directed": 1, "vertices": 2, "edges": [[0, 1]], "start": 0},
    {"game": "vertex-geography", "vertices": [1, "1"], "edges": [], "start": 1},
    {"game": "vertex-geography", "vertices": 2, "edges": [[0, True]], "start": 0},
    {"game": "vertex-geography", "vertices": 2, "edges": [[0, 1]], "start": None},
    {"game": "nimg-rm", "vertices": 2, "edges": [[0, 1]], "weights": [1], "start": 0},
    {"game": "nim", "heaps": [True]},
    {"game": "nim", "heaps": [1.0]},
    {"game": "nim", "heaps": [1], "play": "last"},
    {"game": "octal", "code": "1.7", "heaps": [1]},
    {"game": "octal", "code": ".", "heaps": [1]},
    {"game": "subtraction", "set": [0], "heaps": [1]},
    {"game": "adjacent-nim", "heaps": [0, 1], "start": 0},
    {"game": "adjacent-nim", "heaps": [1, 1], "start": "0"},
]


@pytest.mark.parametrize("position", REFUSED, ids=json.dumps)
def test_what_is_no_position_is_not_proved(position: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        lm.parse(position)
    for outcome in "NP":
        line = {"position": position, "outcome": outcome, "certificate": {"kind": "none", "version": 1}}
        assert "proved" not in plain_verdict(line)


# As a program


def run(*arguments: str, text: str = "") -> tuple[int, list[dict[str, Any]]]:
    done = subprocess.run(
        [sys.executable, "-I", str(CHECKER), *arguments], input=text, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


FALSE = {**NIM, "outcome": "P"}
STRANGE = {**NIM, "position": {"game": "chess"}}
SAID = {"proved": True, "outcome": "N", "trusted": ["log-space:2"]}


def test_it_reads_a_file_or_standard_input_and_its_exit_status_tells(tmp_path: Path) -> None:
    assert run(text=json.dumps(NIM) + "\n\n") == (0, [SAID])
    assert run("-", text=f"{json.dumps(NIM)}\n{json.dumps(STRANGE)}\n")[0] == 3
    path = tmp_path / "answers.jsonl"
    path.write_text(f"{json.dumps(FALSE)}\n{json.dumps(STRANGE)}\n{json.dumps(NIM)}")
    status, (refuted, other, proved) = run(str(path))
    assert (status, proved) == (1, SAID)
    assert refuted == {"refuted": "the answer is P, shown is the opposite"}
    assert "chess" in other["cannot_judge"]


def test_a_file_that_is_not_there_is_named() -> None:
    done = subprocess.run([sys.executable, "-I", str(CHECKER), "nowhere"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("nowhere: ")
    assert "Traceback" not in done.stderr
    told = subprocess.run([sys.executable, "-I", str(CHECKER), "--help"], capture_output=True, text=True)
    assert told.returncode == 0
    assert "cannot_judge" in told.stdout


def test_the_command_gives_the_same_verdicts(tmp_path: Path) -> None:
    lines = [
        NIM,
        FALSE,
        STRANGE,
        {"position": NIM["position"], "answer": {k: NIM[k] for k in ("outcome", "certificate")}},
    ]
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    path = tmp_path / "answers.jsonl.gz"
    path.write_bytes(gzip.compress(text.encode()))
    found = invoke("check", "--plain", str(path), status=1)
    assert [json.loads(line) for line in found.stdout.splitlines()] == run(text=text)[1]
    assert invoke("check", "--plain", text=f"{json.dumps(NIM)}\n{json.dumps(STRANGE)}\n", status=3)
    assert "bounds of its own" in invoke("check", "--plain", "--time-limit", "3", text=text, status=2).stderr


# What is said of it


def test_it_is_one_file_of_500_lines_that_needs_nothing_but_python() -> None:
    text = CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 500
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module))
    assert imported <= sys.stdlib_module_names
    assert "lastmove" not in imported
    assert set(plain_checker().MOVES) == set(GAMES)


def trusted_theorems() -> set[str]:
    return set(re.findall(r'"([a-z-]+:[A-Za-z0-9]+)"', CHECKER.read_text(encoding="utf-8")))


def test_the_theorems_that_it_trusts_are_proved() -> None:
    assert len(trusted_theorems()) >= 12
    for key in trusted_theorems():
        assert find(key).standing is Standing.PROVED, key


def test_the_page_says_what_is_so() -> None:
    page = (ROOT / "docs" / "reference" / "certificates.md").read_text(encoding="utf-8")
    text = CHECKER.read_text(encoding="utf-8")
    stated = re.search(r"`checker/check.py`, (\d+) lines", page)
    assert stated is not None
    assert int(stated[1]) == len(text.splitlines())
    rules = re.search(r"(\d+) lines, from `splits` to the end of `MOVES`", page)
    assert rules is not None
    assert int(rules[1]) == text[text.index("def splits") : text.index("# fmt: on")].count("\n") + 1
    read = re.search(r"`json.ml` and `reader.ml`, (\d+) lines", page)
    assert read is not None
    assert int(read[1]) == sum((PROOF / name).read_text().count("\n") for name in ("json.ml", "reader.ml"))
    proved = re.search(r"out of a proof, (\d+) theorems without an axiom", page)
    assert proved is not None
    assert int(proved[1]) == len(printed_theorems())


def printed_theorems() -> set[str]:
    return set(re.findall(r"Print Assumptions (\w+)\.", (PROOF / "Theorems.v").read_text()))


def test_the_table_of_kinds_and_checkers_is_right() -> None:
    page = (ROOT / "docs" / "reference" / "certificates.md").read_text(encoding="utf-8")
    table = page[page.index("| evidence |") : page.index("A checker says `cannot_judge`")]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| `")]
    kinds = [re.findall(r"[a-z0-9-]+", row[0]) for row in rows]
    assert sorted(kind for row in kinds for kind in row) == sorted(KINDS)
    judged = set(plain_checker().CHECKS) | {"strategy", "board", "starts"}
    assert {kind for row, (_, plain, _) in zip(kinds, rows, strict=True) for kind in row if plain != "plays"} == judged
    assert set(re.findall(r"`([a-z-]+:[A-Za-z0-9]+)`", table)) == trusted_theorems()
    proved = set(re.findall(r'^  \| "([a-z0-9-]+)", ', (PROOF / "main.ml").read_text(), re.MULTILINE))
    assert {kind for row, (*_, coq) in zip(kinds, rows, strict=True) for kind in row if coq != "–"} == proved
    assert set(re.findall(r"`(\w+)`", " ".join(coq for *_, coq in rows))) <= printed_theorems()
