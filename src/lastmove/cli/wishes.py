"""What ``lastmove solve`` is asked about every position, and the answer as a line of JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from lastmove.cli.progress import SearchProgress
from lastmove.cli.reading import formula_in
from lastmove.core.errors import InputError
from lastmove.core.json_lines import fits_output, json_line
from lastmove.core.limits import Limits
from lastmove.core.reason import LimitReason, trimmed
from lastmove.core.solution import Solution
from lastmove.notation.json import parse, problem_to_json
from lastmove.solver.outcomes import Outcomes
from lastmove.solver.solve import outcomes
from lastmove.solver.solve import solve as solve_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.cli.read import Record
    from lastmove.core.problem import Problem
    from lastmove.notation.formula import Formula
    from lastmove.solver.by_reduction import Truth

__all__ = ["Answer", "Wish", "answer_line", "outcomes_pieces", "stopped_by"]

Answer: TypeAlias = "Solution | Outcomes | Truth"
"""What a record can come to."""

_GRAPH = ("directed", "vertices", "edges")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be found out about every position."""

    every_start: bool = False
    all_moves: bool = False
    values: bool = False
    certificate: bool = False
    brief: bool = False
    times: bool = True
    limits: Limits | None = None
    threads: int | None = None
    checkpoint: str | None = None

    def answer(self, fields: dict[str, object]) -> Answer:
        """The answer to one position object, or to a formula; an InputError if it cannot be read."""
        formula = formula_in(fields)
        if formula is not None:
            return self.truth(formula, fields.get("id"))
        problem = parse(fields)
        with SearchProgress() as progress:
            asked: dict[str, Any] = {
                "limits": self.limits,
                "all_moves": self.all_moves,
                "certificate": self.certificate,
                "threads": self.threads,
                "checkpoint": self.checkpoint,
                "watch": progress.watch,
            }
            return (
                outcomes(problem, **asked) if self.every_start else solve_problem(problem, values=self.values, **asked)
            )

    def truth(self, formula: Formula, asker: object) -> Truth:
        """Whether a formula is true; an InputError if something is asked that goes with positions only."""
        from lastmove.solver.by_reduction import solve_formula

        wrong = {
            "starts": self.every_start,
            "all-moves": self.all_moves,
            "values": self.values,
            "checkpoint": self.checkpoint is not None,
        }
        for name, given in wrong.items():
            if given:
                raise InputError(name, "it goes with positions, and this is a formula")
        with SearchProgress() as progress:
            asked = {"limits": self.limits, "threads": self.threads, "watch": progress.watch}
            found = solve_formula(formula, certificate=self.certificate, **asked)
        return replace(found, id=asker)


def stopped_by(answer: Answer, wish: Wish) -> str | None:
    """The limit that left something of what was asked unknown, if one did."""
    unproved = answer.certificate_stopped_by if wish.certificate else None
    if isinstance(answer, Outcomes):
        return answer.stopped_by or unproved
    if isinstance(answer.reason, LimitReason):
        return answer.reason.limit
    if not isinstance(answer, Solution):
        return unproved
    moves = answer.winning_moves().stopped_by if wish.all_moves else None
    values = answer.values().stopped_by if wish.values else None
    return moves or values or unproved


def answer_line(answer: Answer, record: Record, wish: Wish) -> str:
    """The answer object as a line of JSON."""
    if isinstance(answer, Outcomes):
        text = "".join(outcomes_pieces(answer, record, wish, ensure_ascii=False))
        return text if fits_output(text) else "".join(outcomes_pieces(answer, record, wish, ensure_ascii=True))
    return json_line(_answer_object(answer, record, wish))


def outcomes_pieces(answer: Outcomes, record: Record, wish: Wish, *, ensure_ascii: bool) -> Iterator[str]:
    """The text of the answer for every start, piece by piece."""
    about = _about(record, answer.problem if wish.certificate else None)
    return answer.json_text(
        all_moves=wish.all_moves,
        certificate=wish.certificate,
        also=about if answer.id is not None else {**record.asker(), **about},  # an id of null is echoed too
        texts=not wish.brief,
        times=wish.times,
        ensure_ascii=ensure_ascii,
    )


def _answer_object(answer: Solution | Truth, record: Record, wish: Wish) -> dict[str, object]:
    found: dict[str, object]
    if isinstance(answer, Solution):
        found = answer.to_json(all_moves=wish.all_moves, values=wish.values, certificate=wish.certificate)
        found = {**record.asker(), **_about(record, answer.problem if wish.certificate else None), **found}
    else:
        found = {**record.asker(), **answer.to_json(certificate=wish.certificate)}
    reason = found["reason"]
    assert isinstance(reason, dict)
    found["reason"] = trimmed(reason, texts=not wish.brief, times=wish.times)
    return found


def _about(record: Record, problem: Problem | None) -> dict[str, object]:
    """Which graph of a file this is, and the position that a certificate speaks of."""
    about: dict[str, object] = {**record.source, **record.place} if record.source else {}
    if problem is not None:
        position = problem_to_json(problem)
        if record.source:
            position = {name: value for name, value in position.items() if name not in _GRAPH} | {**record.source}
        about["position"] = position
    return about
