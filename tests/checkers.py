"""Checkers of answers held against each other: lastmove's own, the one proved in Coq, and the plain one if it is there.

``test_proved_checker.py`` compares them on some answers, and ``scripts/compare_checkers.py`` on as many as one likes.
The checkers share no code. All must accept what is true as lastmove wrote it, or say that they cannot judge; whatever
one of them accepts must be true. On a certificate that somebody changed they may differ, as long as nothing false is
accepted: one may read a field that another has no need of.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import lastmove as lm
from certificate_cases import Case, carried_cases, searched_cases, theorem_cases
from changed_json import FLIPPED, mutated, nodes
from lastmove.certificates.check import check_answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["AMBIGUOUS", "Asked", "Comparison", "answers", "ask", "programs"]

CHECKERS = Path(__file__).parents[1] / "checker"
SAID = {"proved": "accepts", "refuted": "refuses", "cannot_judge": "cannot judge"}


_LINES = (Path(__file__).parent / "data" / "ambiguous_lines.txt").read_text(encoding="utf-8").splitlines()
AMBIGUOUS = dict(line.split(": ", 1) for line in _LINES)
"""Lines that two readers could take for two things: no checker may call them proved."""


class Asked(NamedTuple):
    """A line for a checker, what was done to the answer, and whether the outcome that it claims is the true one."""

    line: dict[str, Any]
    how: str
    true: bool

    @property
    def kind(self) -> str:
        """The kind of the certificate that lastmove had written."""
        return self.how.partition(", ")[0]


def answers(seed: object, count: int) -> Iterator[Asked]:
    """Answers of every theorem, search and reduction, as written, with the other outcome, and changed."""
    some = max(1, count // 4)
    found = [*theorem_cases(seed, count), *searched_cases(seed, count), *carried_cases(seed, some)]
    rng = random.Random(f"answers {seed}")
    pieces = [inside[key] for case in rng.sample(found, 40) for inside, key in nodes(case.answer["certificate"])]
    for case in found:
        truth, certificate = case.answer["outcome"], case.answer["certificate"]
        kind = certificate["kind"]
        yield Asked(_line(case, truth, certificate), f"{kind}, as written", true=True)
        yield Asked(_line(case, FLIPPED[truth], certificate), f"{kind}, other outcome", true=False)
        claimed = rng.choice("NP")
        changed = mutated(certificate, rng, pieces)
        yield Asked(_line(case, claimed, changed), f"{kind}, changed", true=claimed == truth)


def _line(case: Case, outcome: object, certificate: dict[str, Any]) -> dict[str, Any]:
    return {"position": case.position, "answer": {"outcome": outcome, "certificate": certificate}}


def ask(command: list[str], lines: Iterable[object]) -> list[dict[str, Any]]:
    """What a checker says of each line."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=600)
    assert done.stderr == ""
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(said) == text.count("\n")
    return said


def programs(proved: Path | None = None) -> dict[str, list[str]]:
    """The commands of the checkers other than lastmove's own, by name; the plain one only where it is there."""
    found = {"proved": [str(proved or CHECKERS / "proof" / "build" / "lastmove-checker")]}
    plain = CHECKERS / "check.py"
    if plain.exists():
        found["plain"] = [sys.executable, str(plain), "-"]
    return found


def _own(line: dict[str, Any]) -> str:
    """What lastmove's own check says."""
    try:
        check_answer(lm.parse(line["position"]), line["answer"])
    except (lm.Refuted, lm.InputError):
        return "refuses"
    return "accepts"


@dataclass
class Comparison:
    """What the checkers said of the answers so far; ``faults`` is what none of them may say."""

    commands: dict[str, list[str]]
    rows: dict[str, Counter[tuple[str, ...]]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def hold(self, asked: list[Asked]) -> None:
        """Put the answers to all checkers."""
        lines = [each.line for each in asked]
        said = [[_own(line) for line in lines]]
        for command in self.commands.values():
            found = ask(command, lines)
            words = [[word for word in SAID if word in each] for each in found]
            said.append([SAID[word] for (word,) in words])
            for each, one in zip(found, asked, strict=True):
                if each.get("outcome", one.line["answer"]["outcome"]) != one.line["answer"]["outcome"]:
                    self.faults.append(f"{one.how}: another outcome is proved: {json.dumps(one.line)}")
        for one, verdicts in zip(asked, zip(*said, strict=True), strict=True):
            self.rows.setdefault(one.how, Counter())[verdicts] += 1
            for name, verdict in zip(("lastmove", *self.commands), verdicts, strict=True):
                if verdict == "accepts" and not one.true:
                    self.faults.append(f"{name} accepts what is false ({one.how}): {json.dumps(one.line)}")
                if verdict == "refuses" and one.how.endswith("as written"):
                    self.faults.append(f"{name} refuses what is true ({one.how}): {json.dumps(one.line)}")

    def judged(self) -> int:
        """How many answers every checker judged."""
        return sum(n for row in self.rows.values() for said, n in row.items() if "cannot judge" not in said)

    def table(self) -> str:
        """How many answers of each kind all accept, all refuse, some cannot judge, and on how many they differ."""
        made = ["| certificate, answer | all accept | all refuse | they differ | some cannot judge |"]
        made.append("|---|---:|---:|---:|---:|")
        for how, row in sorted(self.rows.items()):
            counts: Counter[str] = Counter()
            for said, n in row.items():
                counts["open" if "cannot judge" in said else said[0] if len(set(said)) == 1 else "differ"] += n
            cells = " | ".join(f"{counts[name]:,}" for name in ("accepts", "refuses", "differ", "open"))
            made.append(f"| {how} | {cells} |")
        return "\n".join(made)
