"""The plain checker, ``checker/check.py``, as tests ask it, and what is false in what it says is proved."""

from __future__ import annotations

import importlib.util
import json
import random
from collections import Counter
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import lastmove as lm
from forging import Forger, lines_by_kind
from lastmove.core.errors import InputError
from lastmove.core.limits import Limits, Meter
from lastmove.search.plain import PlainSearch
from page_examples import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

__all__ = ["CHECKER", "Fuzz", "falsely_proved", "plain_checker", "plain_verdict"]

CHECKER: Path = ROOT / "checker" / "check.py"


@cache
def plain_checker() -> Any:
    """The file as a module."""
    spec = importlib.util.spec_from_file_location("plain_checker", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plain_verdict(line: object) -> dict[str, Any]:
    """What it says of a line; anything but one of its three answers is a failure of the test."""
    said: dict[str, Any] = plain_checker().verdict(line if isinstance(line, str) else json.dumps(line))
    assert len(said.keys() & {"proved", "refuted", "cannot_judge"}) == 1, said
    return said


def falsely_proved(line: dict[str, Any]) -> str | None:
    """What is false in a line that the plain checker says is proved; ``None`` where it says something else or is right.

    The truth is that of the plain search. Nothing is proved of what lastmove does not take for a position.
    """
    said = plain_verdict(line)
    if "proved" not in said:
        return None
    answer = line.get("answer", line)
    try:
        problem = lm.parse(line["position"])
    except InputError as error:
        return f"it is no position: {error}"
    position: Any = problem.position
    if "outcomes" not in answer:
        truth = _outcome(problem.play, position)
        same = truth == answer["outcome"] == said["outcome"]
        return None if same else f"{answer['outcome']}, but in truth {truth}"
    for start in position.starts():
        claim, truth = answer["outcomes"].get(str(start), "unknown"), _outcome(problem.play, position.at(start))
        if claim not in (truth, "unknown"):
            return f"{start} is {claim}, but in truth {truth}"
    counts = {name: list(answer["outcomes"].values()).count(name) for name in "NP"}
    return None if said["outcomes"] == counts else "the counts are wrong"


def _outcome(play: lm.Play, position: Any) -> str:
    return "N" if PlainSearch(play, Meter(Limits(positions=2_000_000))).wins(position) else "P"


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
        positions = [
            line for line in lines if isinstance(line.get("position"), dict) and "formula" not in line["position"]
        ]
        made = count()
        for true in lines_by_kind(positions).values():
            forger = Forger(true, rng) if true else None
            for _ in range(each if forger is not None else 0):
                assert forger is not None
                _, forged = forger.forged()
                self.judge(forged)
                next(made)
        return next(made)

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
    from true_lines import true_lines

    for line in true_lines(seed, count):
        if isinstance(line.get("position"), dict) and "chain" not in line:
            yield line
