"""The checker that is proved in Coq: its rules are held against those of lastmove, and its judgements are true.

``scripts/prove`` builds it. Where Coq is not installed these tests are left out, but not in CI.
"""

from __future__ import annotations

import fcntl
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from certificate_cases import boards, searched_cases, starts, theorem_cases
from changed_json import FLIPPED, mutated, nodes
from checkers import AMBIGUOUS, Asked, Comparison, answers, ask, programs
from effort import tries
from lastmove.certificates.check import check_answer
from lastmove.games import GAMES
from lastmove.notation.json import position_to_json
from lastmove.reductions.gadgets import Hexagons

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from certificate_cases import Case

PROOF = Path(__file__).parents[2] / "checker" / "proof"
KNOWN = ["strategy", "nim-sum", "matching", "b-matching", "labelling", "grundy", "tame", "gf2"]
"""The kinds of certificates that it proves at least for some games."""
ALWAYS = ["strategy", "nim-sum", "grundy", "tame", "gf2"]
"""The kinds that it proves for all; values by a rule, as LM54, are another kind here."""
TOOLS = ("coqc", "coqchk", "coq_makefile", "ocamlfind", "make")


def need_coq() -> None:
    """Coq and OCaml are there; outside CI a test is left out without them."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing and os.environ.get("CI") != "true":
        pytest.skip(f"the proved checker is left out: no {', '.join(missing)} (scripts/prove says what to install)")
    assert not missing, f"no {', '.join(missing)}; scripts/prove installs them"


@pytest.fixture(scope="module")
def checker() -> Path:
    """The program, built anew if a proof changed."""
    need_coq()
    (PROOF / "build").mkdir(exist_ok=True)
    with (PROOF / "build" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(["make", "-s", "-C", str(PROOF)], check=True, stdout=subprocess.DEVNULL)
    return PROOF / "build" / "lastmove-checker"


def kind_of(case: Case) -> str:
    """The kind of a certificate; values by a rule, and values of the parts of a board, are kinds of their own here."""
    kind: str = case.answer["certificate"]["kind"]
    if kind not in ("grundy", "tame"):
        return kind
    of_parts = " of parts" if "-kayles" in json.dumps(case.position) else ""
    return f"{kind}{of_parts} {case.answer['certificate'].get('rule', '')}".strip()


def positions(rng: random.Random, game: str, count: int, size: int, weight: int) -> Iterator[Any]:
    """Small positions of a game, each with a start."""
    for board in boards(game, rng, count, size, weight):
        yield from rng.sample(found, 1) if (found := starts(board)) else ()


def as_set(moves: Iterable[object]) -> set[str]:
    return {json.dumps(move, sort_keys=True) for move in moves}


def test_its_page_names_the_theorems_and_their_files() -> None:
    page = (PROOF / "README.md").read_text()
    files = {path.name: path.read_text() for path in sorted(PROOF.glob("*.v"))}
    printed = set(re.findall(r"Print Assumptions (\w+)\.", files["Theorems.v"]))
    told = set()
    for row in re.findall(r"^\| (`.*) \|.*\|$", page, re.MULTILINE):
        names, _, file = row.partition(" | ")
        for name in re.findall(r"\w+", names):
            assert re.search(rf"^\s*(Theorem|Corollary|Lemma) {name}\b", files[file.strip("`")], re.MULTILINE), name
            told.add(name)
    assert told == printed - {"judge_sound", "judge_consistent"}  # these two stand above the table
    assert all(f"`{name}`" in page for name in printed)
    lines = sum(text.count("\n") for text in files.values())
    assert f"{lines:,} lines of Coq, {len(printed)} theorems" in page
    makefile = (PROOF / "Makefile").read_text()
    theories = re.search(r"^THEORIES = (.*)$", makefile, re.MULTILINE)
    assert theories is not None
    assert {f"{name}.v" for name in theories[1].split()} == set(files) - {"Extract.v", "Theorems.v"}


FINE = "Theorem fine : True. Proof. exact I. Qed.\n"
ASSUMED = {
    "nothing": (FINE, 0, "1 theorems, each Closed under the global context; 1 files, none with an axiom"),
    "a proof left out": ("Theorem fine : False. Proof. Admitted.\n", 1, "Of 1 theorems, 0 are proved"),
    "an axiom that no theorem uses": (f"Axiom cheat : False.\n{FINE}", 1, "LastMove.Tiny.cheat"),
    "a circle": (
        f"{FINE}Unset Guard Checking.\nFixpoint bad (n : nat) : False := bad n.\n",
        1,
        "LastMove.Tiny.bad",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", ASSUMED)
def test_whatever_is_assumed_is_found(name: str, tmp_path: Path) -> None:
    """`scripts/prove` asks the same of all files."""
    need_coq()
    text, status, said = ASSUMED[name]
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "Tiny.v").write_text(text)
    (tmp_path / "Theorems.v").write_text("From LastMove Require Import Tiny.\n\nPrint Assumptions fine.\n")
    subprocess.run(["coqc", "-q", "-Q", "build", "LastMove", "build/Tiny.v"], cwd=tmp_path, check=True)
    done = subprocess.run([PROOF / "assumed", tmp_path], capture_output=True, text=True)
    assert done.returncode == status, done
    assert said in done.stdout + done.stderr


def test_the_build_asks_what_was_assumed_and_puts_no_code_in_the_place_of_proofs() -> None:
    script = (PROOF.parents[1] / "scripts" / "prove").read_text()
    assert re.search(r"^make -s\n\./assumed$", script, re.MULTILINE)
    assert script.startswith("#!/bin/sh\n")
    assert "set -eu" in script
    for path in PROOF.glob("*.v"):
        assert not re.search(r"^\s*Extract (Inlined )?(Constant|Inductive)", path.read_text(), re.MULTILINE), path


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_those_of_lastmove(checker: Path, game: str) -> None:
    rng = random.Random(f"rules {game}")
    lines, expected = [], []
    for position in positions(rng, game, tries(300), 5, 4):
        here: Any = position
        played: list[object] = []
        for _ in range(30):
            moves = list(here.moves())
            lines.append({"position": position_to_json(position), "moves": list(played)})
            expected.append(as_set(map(here.move_to_json, moves)))
            assert len(expected[-1]) == len(set(moves))
            if not moves:
                break
            move = rng.choice(moves)
            played.append(here.move_to_json(move))
            here = here.after(move)
    for line, want, said in zip(lines, expected, ask([str(checker), "--moves"], lines), strict=True):
        assert "moves" in said, (line, said)
        assert as_set(said["moves"]) == want, line
        assert len(said["moves"]) == len(want), line
    assert len(lines) > tries(300)


def cases(seed: object) -> list[Case]:
    """True answers: of every theorem and every kind of search."""
    return [*theorem_cases(seed, tries(12)), *searched_cases(seed, tries(12))]


def accepts(problem: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Whether the check of lastmove accepts."""
    try:
        check_answer(lm.parse(problem), answer)
    except (lm.Refuted, lm.InputError):
        return False
    return True


def test_true_answers_are_proved_and_exchanged_outcomes_are_not(checker: Path) -> None:
    found = cases("proved")
    lines = [{"position": case.position, "answer": case.answer} for case in found]
    seen: Counter[tuple[str, bool]] = Counter()
    for case, said in zip(found, ask([str(checker)], lines), strict=True):
        assert "refuted" not in said, (case, said)
        if "proved" in said:
            assert said["proved"] is True
            assert said["outcome"] == case.answer["outcome"]
            assert said["trusted"] == []
            assert accepts(case.position, case.answer)
        seen[kind_of(case), "proved" in said] += 1
    print(sorted(seen.items()))
    for kind in KNOWN:
        assert seen[kind, True] > 0, kind
    for kind in ALWAYS:
        assert seen[kind, False] == 0, kind
    for line in lines:
        line["answer"] = {**line["answer"], "outcome": FLIPPED[line["answer"]["outcome"]]}
    for line, case, said in zip(lines, found, ask([str(checker)], lines), strict=True):
        assert "proved" not in said, line
        assert ("refuted" in said) or kind_of(case) not in ALWAYS


def test_the_checkers_agree(checker: Path) -> None:
    """``scripts/compare_checkers.py`` does the same with as many answers as one likes."""
    found = Comparison(programs(checker))
    found.hold(list(answers("agree", tries(8))))
    assert found.faults == []
    assert found.judged() > tries(800)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "sum"])
def test_sums_with_equal_parts_are_judged(checker: Path, game: str) -> None:
    rng = random.Random(f"twice {game}")
    lines = []
    for position in positions(rng, game, tries(24), 4, 2):
        part = position_to_json(position)
        parts = [part, {"game": "sum", "parts": [part]}, {"game": "octal", "code": "0.07", "heaps": [3]}]
        for play in lm.Play:
            line = {"game": "sum", "play": play.value, "parts": parts}
            found = lm.solve(lm.parse(line), certificate=True).to_json(certificate=True)
            lines.append({"position": line, "answer": {name: found[name] for name in ("outcome", "certificate")}})
    said = ask([str(checker)], lines)
    assert not [(each, line) for each, line in zip(said, lines, strict=True) if "refuted" in each]
    if game not in ("edge-nimg", "node-kayles", "arc-kayles"):  # many values are by LM54 there, or of parts of a board
        assert sum("proved" in each for each in said) > len(said) / 2


def test_a_checker_with_a_fault_is_noticed(tmp_path: Path) -> None:
    lines = [
        Asked({"position": position_to_json(lm.Nim([1])), "answer": answer}, how, outcome == "N")
        for outcome, how in (("N", "nim-sum, as written"), ("P", "nim-sum, other outcome"))
        for answer in [{"outcome": outcome, "certificate": {"kind": "nim-sum", "version": 1, "sum": 1}}]
    ]
    for said, faults in (
        ({"proved": True, "outcome": "N"}, ["another outcome is proved", "accepts what is false"]),
        ({"refuted": "no"}, ["refuses what is true"]),
        ({"cannot_judge": "no"}, []),
    ):
        (tmp_path / "checker.py").write_text(f"import sys\nfor line in sys.stdin:\n    print({json.dumps(said)!r})\n")
        found = Comparison({"faulty": [sys.executable, str(tmp_path / "checker.py")]})
        found.hold(lines)
        assert len(found.faults) == len(faults)
        assert all(part in fault for part, fault in zip(faults, found.faults, strict=True))


def test_lines_that_can_be_read_in_two_ways_are_not_proved(checker: Path) -> None:
    text = "".join(f"{line}\n" for line in AMBIGUOUS.values())
    done = subprocess.run([str(checker)], input=text, capture_output=True, text=True, timeout=60)
    for name, line in zip(AMBIGUOUS, done.stdout.splitlines(), strict=True):
        assert "proved" not in json.loads(line), (name, line)


def test_changed_certificates_prove_nothing_false(checker: Path) -> None:
    rng = random.Random("changed")
    found = cases("changed")
    others = [inside[key] for case in rng.sample(found, 40) for inside, key in nodes(case.answer["certificate"])]
    lines, truths = [], []
    for case in found:
        for _ in range(tries(40)):
            outcome = rng.choice("NP")
            answer = {"outcome": outcome, "certificate": mutated(case.answer["certificate"], rng, others)}
            lines.append({"position": case.position, "answer": answer})
            truths.append(case.answer["outcome"])
    accepted = refused = 0
    for line, truth, said in zip(lines, truths, ask([str(checker)], lines), strict=True):
        assert ("proved" in said) + ("refuted" in said) + ("cannot_judge" in said) == 1
        if "proved" in said:
            assert line["answer"]["outcome"] == truth == said["outcome"], line
            accepted += 1
        refused += "refuted" in said
    assert accepted > tries(20)
    assert refused > tries(1000)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[" * 100_000,
        "{}",
        "null",
        '{"position": {"game": "chess"}, "outcome": "N", "certificate": {"kind": "strategy"}}',
        '{"position": {"game": "nim", "heaps": [-1]}, "outcome": "N", "certificate": {"kind": "nim-sum", "sum": 1}}',
        '{"position": {"game": "nim", "heaps": [1e3]}, "outcome": "N", "certificate": {"kind": "nim-sum", "sum": 1}}',
        '{"position": {"game": "nim", "heaps": [1], "heaps": [2]}, "outcome": "N", "certificate": {"kind": "nim-sum"}}',
        '{"position": {"game": "dag", "vertices": 2, "edges": [[0, 1], [1, 0]], "start": 0}, "outcome": "P"}',
        '{"position": {"game": "nim", "heaps": [9]}, "outcome": "N", "certificate": {"kind": "strategy"}}',
    ],
)
def test_nonsense_is_refused_in_one_line(checker: Path, line: str) -> None:
    done = subprocess.run([str(checker)], input=line + "\n", capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert [set(json.loads(said)) for said in done.stdout.splitlines()] in ([], [{"refuted"}], [{"cannot_judge"}])
    assert done.returncode in ((0,) if not line else (1, 3))


def test_the_gadget_of_lm25_is_the_one_that_boards_are_made_with() -> None:
    text = (PROOF / "ArcGadget.v").read_text()
    table = text[text.index("Definition next_in_copy") : text.index("Section Gadget")]
    rows = dict(re.findall(r"([A-Z]) => \[([A-Z; ]+)\]", table))
    assert all(v in rows[w].split("; ") for v in rows for w in rows[v].split("; "))
    joined = {frozenset((v.lower(), w.lower())) for v in rows for w in rows[v].split("; ")}
    assert "match x with A => [Old (src i)] | B => [Old (dst i)] | _ => [] end" in text
    made = Hexagons().joins
    assert joined | {frozenset("ua"), frozenset("bv")} == set(map(frozenset, made))
    assert len(made) == len(joined) + 2
