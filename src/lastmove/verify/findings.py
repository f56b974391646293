"""What a campaign has done and found."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lastmove.notation.json import problem_to_json

if TYPE_CHECKING:
    from lastmove.core.problem import Problem

__all__ = ["CampaignReport", "Finding"]

_OPTIONS = {
    "answer": "",
    "all moves": " --all-moves",
    "values": " --values",
    "board": " --starts all --all-moves",
    "certificate": " --certificate",
    "threads": " --threads 2",
}
"""The comparisons that the command line shows too, and with which options."""


@dataclass(frozen=True)
class Finding:
    """A disagreement, as small as it could be made.

    Attributes
    ----------
    comparison, kind, number
        The column and the row of the table, and which question it was, counted from 0.
    said
        What does not agree.
    problem, before
        The smallest question that shows it, and what must be asked of the same search before.
    first
        The question that was drawn.
    choice
        What the comparison chose.
    seed
        The seed of the campaign.
    is_written
        Whether the JSON forms show it. If not, it takes the very objects that were drawn, and nothing was shrunk.
    """

    comparison: str
    kind: str
    number: int
    said: str
    problem: Problem
    before: tuple[Problem, ...]
    first: Problem
    choice: int
    seed: int
    is_written: bool = True

    def commands(self) -> list[str]:
        """What to type to see it again."""
        question = json.dumps(problem_to_json(self.problem))
        told = []
        if self.comparison in _OPTIONS and self.is_written:
            asked = f"echo {shlex.quote(question)} | lastmove solve --json{_OPTIONS[self.comparison]}"
            told.append(asked)
        needed = ("position", "before", "choice") if self.is_written else ("seed", "question")
        again = {name: self.to_json(commands=False)[name] for name in ("comparison", *needed)}
        told.append(f"echo {shlex.quote(json.dumps(again))} | lastmove verify --replay -")
        return told

    def to_json(self, *, commands: bool = True) -> dict[str, object]:
        """One of the ``disagreements`` of the report."""
        told: dict[str, object] = {
            "comparison": self.comparison,
            "kind": self.kind,
            "seed": self.seed,
            "question": self.number,
            "said": self.said,
            "position": problem_to_json(self.problem),
            "before": [problem_to_json(problem) for problem in self.before],
            "choice": self.choice,
            "first": problem_to_json(self.first),
        }
        return told | {"commands": self.commands()} if commands else told


@dataclass
class CampaignReport:
    """What a campaign has done and found.

    Attributes
    ----------
    questions, by_law, too_large
        How many positions were asked about; of how many the law knew the answer (for the others the fast search was
        what all else was held against); and how many were left out because neither could say.
    counts, wrong
        How often each comparison was made for each kind of question, and how often it disagreed.
    """

    seed: int
    seconds: float = 0.0
    questions: int = 0
    by_law: int = 0
    too_large: int = 0
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    interrupted: bool = False

    @property
    def comparisons(self) -> int:
        """How many comparisons were made."""
        return sum(row.total() for row in self.counts.values())

    def to_json(self) -> dict[str, object]:
        """The report as one object."""
        return {
            "campaign": {
                "seed": self.seed,
                "seconds": round(self.seconds, 3),
                "questions": self.questions,
                "by_law": self.by_law,
                "too_large": self.too_large,
                "comparisons": self.comparisons,
                "disagreements": self.wrong.total(),
            },
            "counts": {kind: dict(row) for kind, row in sorted(self.counts.items())},
            "disagreements": [finding.to_json() for finding in self.findings],
        }
