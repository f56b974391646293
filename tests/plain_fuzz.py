"""Forged answers for the plain checker: ``scripts/fuzz_plain_checker.py`` makes many, and a test some."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from forging import Forger, lines_by_kind
from plain_checks import falsely_proved, plain_verdict
from true_lines import true_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Fuzz", "lines_for_fuzz"]


class Fuzz:
    """Forged answers of every kind, judged by the plain checker.

    ``said`` counts what it says; ``false`` has what it proves and is not so, with the line.
    """

    def __init__(self) -> None:
        self.said: Counter[str] = Counter()
        self.false: list[tuple[str, dict[str, Any]]] = []

    def forge(self, lines: Iterable[dict[str, Any]], seed: object, each: int) -> int:
        """Forge so many lines of each kind out of true ones; how many that were."""
        rng = random.Random(f"plain {seed}")
        made = 0
        for true in lines_by_kind(lines).values():
            forger = Forger(true, rng) if true else None
            for _ in range(each if forger is not None else 0):
                assert forger is not None
                _, forged = forger.forged()
                self.judge(forged)
                made += 1
        return made

    def judge(self, line: dict[str, Any]) -> None:
        """One line."""
        said = plain_verdict(line)
        kind = "play" if "by" in said else next(name for name in ("proved", "refuted", "cannot_judge") if name in said)
        self.said[kind] += 1
        wrong = falsely_proved(line) if "proved" in said else None
        if wrong is not None:
            self.false.append((wrong, line))

    def figures(self) -> str:
        """The counts in words."""
        names = {"proved": "proved", "play": "proved by play", "refuted": "refuted", "cannot_judge": "not judged"}
        return ", ".join(f"{self.said[kind]:,} {name}" for kind, name in names.items()) + f"; {len(self.false):,} false"


def lines_for_fuzz(seed: object, count: int) -> Iterator[dict[str, Any]]:
    """True lines of `lastmove solve` to forge others out of."""
    for line in true_lines(seed, count):
        if isinstance(line.get("position"), dict) and not {"chain", "family"} & line.keys():
            yield line
