"""The plain checker, ``checker/check.py``, as tests ask it, and what is false in what it says is proved.

Every test of certificates asks it too: true answers where they are made (``certificate_cases.py``), forged ones where
they are judged (``forging.py``, ``test_certificate_soundness.py``).
"""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import Any

import lastmove as lm
from lastmove.core.errors import InputError
from lastmove.core.limits import Limits, Meter
from lastmove.search.plain import PlainSearch

__all__ = ["CHECKER", "falsely_proved", "plain_checker", "plain_verdict"]

CHECKER = Path(__file__).parents[1] / "checker" / "check.py"


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
