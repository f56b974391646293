"""The comparisons of the campaign: each holds one way to an answer against what is true.

A question comes with what is true of its position, worked out for it alone, and with all that is needed to ask it
again. A comparison raises :class:`Disagreement`, or whatever the code raises that it looks at; it returns false where
it has nothing to say about a question. Nothing is kept from one question to the next.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.check import check_answer
from lastmove.core.errors import InputError, LimitReached, Refuted, show
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Outcome, Problem
from lastmove.core.position import key_of
from lastmove.core.solution import LimitReason
from lastmove.games.token import TokenGame
from lastmove.games.vertex_geography import VertexGeography
from lastmove.heaps.values import mex
from lastmove.notation.json import parse, problem_to_json
from lastmove.search.exact import FAST, ExactSearch
from lastmove.search.fast.checkpoint import Store
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch
from lastmove.search.trampoline import evaluate
from lastmove.solver.decide import Solver
from lastmove.solver.solve import outcomes, solve
from lastmove.sums.grundy import grundy, misere_grundy

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from lastmove.core.position import Move, Position
    from lastmove.core.solution import Solution


class Disagreement(Exception):
    """Two ways to an answer that do not agree."""


@dataclass(frozen=True)
class Case:
    """A question with all that a comparison needs to ask it again.

    Attributes
    ----------
    problem, truth
        The position and the convention, and what is true of it.
    before
        Questions that are asked of the same search first, where one search gets several.
    choice
        Decides what a comparison chooses at random.
    folder
        Where files may be written.
    """

    problem: Problem
    truth: ReferenceAnswer
    before: tuple[Problem, ...]
    choice: int
    folder: Path

    @property
    def position(self) -> Any:
        return self.problem.position

    @property
    def is_fast(self) -> bool:
        """Whether the fast search knows the game."""
        return getattr(self.position, "name", None) in FAST

    def look_at_limit(self, reason: object) -> None:
        """Ctrl-C, which the engine takes for a limit, ends the campaign."""
        if isinstance(reason, LimitReason) and reason.limit == "interrupt":
            raise KeyboardInterrupt

    def expect(self, wins: bool, what: str) -> None:
        """Compare an outcome with the true one."""
        if wins != self.truth.wins:
            raise Disagreement(f"{what} says {outcome_name(wins)}, and it is {outcome_name(self.truth.wins)}")

    def expect_answer(self, found: Solution, what: str) -> None:
        """Compare a whole answer: the outcome, and that its move wins."""
        self.look_at_limit(found.reason)
        if found.outcome is Outcome.UNKNOWN:
            raise Disagreement(f"{what} does not know the outcome, and no limit was given")
        self.expect(found.outcome is Outcome.N, what)
        if found.move is None and self.truth.winning:
            raise Disagreement(f"{what} names no winning move; one is {show(self.truth.winning[0])}")
        if found.move is not None and found.move not in self.truth.winning:
            raise Disagreement(f"{what} names {show(found.move)}, which does not win")


def outcome_name(wins: bool) -> str:
    """N if the player to move wins, else P."""
    return "N" if wins else "P"


class CrossCheck(NamedTuple):
    """How to compare, and for one of how many questions; ``slow`` ones wait for the compiler first."""

    run: Callable[[Case], bool | None]
    one_of: int = 1
    slow: bool = False


MOST_BY_LAW = 6_000
"""Positions that the law may visit; a question that needs more is answered by the fast search, in plain Python."""
MOST_BY_SEARCH = 20_000


class ReferenceAnswer:
    """Who wins a position and by which moves; the law says so, in a search that nothing else was asked of.

    Where the law would visit too many positions the fast search says it, and ``by_law`` is false.

    Raises
    ------
    LimitReached
        If both are too expensive.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        position: Any = problem.position
        self.moves: list[Move] = list(position.moves())
        self._law = PlainSearch(problem.play, Meter(Limits(positions=MOST_BY_LAW)))
        self._search: PlainSearch | ExactSearch = self._law
        self.by_law = True
        try:
            self._look()
        except LimitReached:
            self.by_law = False
            settings = Settings(threads=1, compiled=False)
            self._search = ExactSearch(problem.play, Meter(Limits(positions=MOST_BY_SEARCH)), settings)
            self._look()

    def _look(self) -> None:
        position: Any = self.problem.position
        self.wins = self._search.wins(position)
        self.winning: list[Move] = [move for move in self.moves if not self._search.wins(position.after(move))]

    def wins_after(self, move: Move) -> bool:
        """Whether the opponent, next to move, wins after a legal move."""
        return move not in self.winning

    def remoteness(self, position: Position | None = None) -> int:
        """How many moves are left, here or in a position further on, when the winner hurries and the loser delays."""
        self._law.meter = Meter(Limits(positions=2 * MOST_BY_LAW))
        return self._law.remoteness(self.problem.position if position is None else position)

    def grundy(self, *, stuck: int) -> int:
        """The Grundy value by its definition, where positions without a move have the value ``stuck``."""

        def recipe(position: Position) -> Generator[Position, int, int]:
            reached = set()
            for move in position.moves():
                reached.add((yield position.after(move)))
            return mex(reached) if reached else stuck

        return evaluate(self.problem.position, recipe, {}, Meter(Limits(positions=2 * MOST_BY_LAW)), key_of=key_of)


WIDEST = 12
"""The most vertices for tables of all sets of vertices."""
ENOUGH = 20_000
"""Positions that a Grundy value may cost."""

_PLAIN = Settings(threads=1, compiled=False)
_COMPILED = Settings(threads=1, compiled=True)
_TWO_THREADS = Settings(threads=2, compiled=True)


# Answers


def _answer(case: Case) -> None:
    case.expect_answer(solve(case.problem), "solve")


def _all_moves(case: Case) -> None:
    found = solve(case.problem, all_moves=True).winning_moves()
    if found.undecided or found.total != len(found):
        raise Disagreement(f"{found.total - len(found)} moves are not listed and {len(found.undecided)} undecided")
    if len(set(found)) != len(found) or set(found) != set(case.truth.winning):
        raise Disagreement(f"the winning moves are said to be {show(list(found))}, not {show(case.truth.winning)}")


def _values(case: Case) -> bool:
    if not case.truth.by_law:
        return False
    try:
        case.truth.remoteness()
    except LimitReached:
        return False
    found = solve(case.problem, values=True).values()
    if found.remoteness != case.truth.remoteness():
        raise Disagreement(f"the remoteness is said to be {found.remoteness}, not {case.truth.remoteness()}")
    if [value.move for value in found.moves] != case.truth.moves:
        raise Disagreement("the values are not those of the legal moves")
    for move, outcome, left in found.moves:
        if outcome is not Outcome.for_mover(case.truth.wins_after(move)):
            raise Disagreement(f"the value of {show(move)} is said to be {outcome.value}")
        if left != case.truth.remoteness(case.position.after(move)):
            raise Disagreement(f"the remoteness after {show(move)} is said to be {left}")
    return True


def _certificate(case: Case) -> None:
    """Evidence passes the public check after it has been written and read; for the opposite it does not."""
    found = solve(case.problem, certificate=True)
    case.expect_answer(found, "solve with a certificate")
    written = json.loads(json.dumps(found.to_json(certificate=True)))
    problem = parse(json.loads(json.dumps(problem_to_json(case.problem))))
    if written["certificate"] is None:
        if not written.get("certificate_note"):
            raise Disagreement("there is no certificate, and no note why")
        return
    verified = check_answer(problem, written)
    if verified.claim["outcome"] != found.outcome.value:
        raise Disagreement(f"check says {verified.claim['outcome']}")
    lie = {**written, "outcome": "P" if found.outcome is Outcome.N else "N", "move": None}
    try:
        check_answer(problem, lie)
    except Refuted:
        return
    raise Disagreement(f"check accepts the certificate for {lie['outcome']} as well")


def _board(case: Case) -> bool:
    """All starts at once against each for itself, with their certificate."""
    position = case.position
    if not (isinstance(position, TokenGame) or position.name == "adjacent-nim") or not _starts(position):
        return False
    certified = bool(case.choice & 1)
    try:
        truths = {start: ReferenceAnswer(Problem(position.at(start), case.problem.play)) for start in _starts(position)}
    except LimitReached:
        return False
    found = outcomes(case.problem, certificate=certified)
    if found.stopped_by == "interrupt":
        raise KeyboardInterrupt
    moves = found.moves
    for start, truth in truths.items():
        if found[start] is not Outcome.for_mover(truth.wins):
            raise Disagreement(f"start {show(start)} is said to be {found[start].value}")
        if (moves[start] is None) != (not truth.winning) or (moves[start] and moves[start] not in truth.winning):
            raise Disagreement(f"start {show(start)} is said to be won by {show(moves[start])}")
        if set(found.winning_moves(start)) != set(truth.winning):
            raise Disagreement(f"start {show(start)} has other winning moves")
    if certified and found.certificate is not None:
        check_answer(parse(problem_to_json(case.problem)), found.to_json(certificate=True))
    return True


def _starts(position: Any) -> list[Any]:
    try:
        return list(position.starts())
    except InputError:
        return []


def _grundy(case: Case) -> bool:
    if not case.truth.by_law:
        return False
    for what, value, stuck in (("Grundy value", grundy, 0), ("misère Grundy value", misere_grundy, 1)):
        try:
            found, true = value(case.problem, limits=Limits(positions=ENOUGH)), case.truth.grundy(stuck=stuck)
        except LimitReached as stop:
            if stop.limit != "positions":
                raise
            return False
        if found != true:
            raise Disagreement(f"the {what} is said to be {found}, not {true}")
    return True


# Searches


def _searched(case: Case, settings: Settings = _PLAIN, options: int | None = None, what: str = "search") -> None:
    search = ExactSearch(case.problem.play, Meter(), settings)
    search.switches = options
    case.expect(search.wins(case.position), what)
    for move in case.truth.moves:
        if search.wins(case.position.after(move)) != case.truth.wins_after(move):
            raise Disagreement(f"{what} is wrong about the position after {show(move)}")


def _switches(case: Case) -> bool:
    """The search with some of its rules switched off."""
    if not case.is_fast:
        return False
    name = {"vertex-geography": "vertex_geography", "edge-geography": "edge_geography"}.get(
        case.position.name, case.position.name.replace("-", "_")
    )
    everything = import_module(f"lastmove.search.fast.rules.{name}").ALL
    options = (0, everything, case.choice & everything)[case.choice % 3]
    _searched(case, options=options, what=f"search with the rules {options}")
    return True


def _compiled(case: Case) -> bool:
    if case.is_fast:
        _searched(case, _COMPILED, what="compiled search")
    return case.is_fast


def _threads(case: Case) -> bool:
    if case.is_fast:
        _searched(case, _TWO_THREADS, what="search by two threads")
        case.expect_answer(solve(case.problem, threads=2), "solve with two threads")
    return case.is_fast


def _subsets(case: Case) -> bool:
    """The tables of all sets of vertices, for every start and the positions after each move."""
    position = case.position
    if not isinstance(position, VertexGeography) or position.board.n > WIDEST or position.key()[1] < 0:
        return False
    from lastmove.search.fast.vertex_geography import all_subsets
    from lastmove.search.small_boards import SubsetTable

    graph = position.board
    out = [sum(1 << w for w in set(graph.neighbours[v])) for v in range(graph.n)]
    lost = 0 if case.problem.play.wins_when_stuck else (1 << graph.n) - 1
    plain, compiled = SubsetTable(out, lost, 0, Meter()), all_subsets(out, lost, 0, Meter())
    for reached, true in [(position, case.truth.wins)] + [
        (position.after(move), case.truth.wins_after(move)) for move in case.truth.moves
    ]:
        live, at = reached.key()
        if bool(plain[live] >> at & 1) != true or bool(int(compiled[live]) >> at & 1) != true:
            raise Disagreement(f"the table of all sets says {outcome_name(not true)} of {show(reached)}")
    return True


def _several(case: Case) -> bool:
    """One search, and one solver, that are asked several questions."""
    if not case.before:
        return False
    search = ExactSearch(case.problem.play, Meter(), _PLAIN)
    solver = Solver(case.problem.play, Meter(), _PLAIN)
    for earlier in case.before:  # nobody knows how large these are; after a limit both must be right all the same
        for ask in (search.wins, solver.decide):
            with suppress(LimitReached):
                ask(earlier.position, Meter(Limits(positions=MOST_BY_SEARCH)))
    case.expect(search.wins(case.position), "a search that was asked other questions before")
    verdict = solver.decide(case.position)
    case.expect(verdict.wins, "a solver that was asked other questions before")
    if verdict.move is not None and verdict.move not in case.truth.winning:
        raise Disagreement(f"a solver that was asked other questions before names {show(verdict.move)}")
    return True


# Limits


def _limits(case: Case) -> None:
    """An answer within limits is right or unknown, and so are its moves."""
    rng = Random(case.choice)
    limits = Limits(positions=rng.choice((0, 1, 2, rng.randint(0, 20), rng.randint(0, 300))))
    if rng.random() < 0.2:
        limits = Limits(time=rng.choice((0.0, 0.0001, 0.001)))
    found = solve(case.problem, limits=limits, all_moves=bool(case.choice & 1), certificate=bool(case.choice & 2))
    case.look_at_limit(found.reason)
    if found.outcome is not Outcome.UNKNOWN:
        case.expect(found.outcome is Outcome.N, f"solve within {limits}")
        if found.move is not None and found.move not in case.truth.winning:
            raise Disagreement(f"solve within {limits} names {show(found.move)}, which does not win")
    moves, true = found.winning_moves(), set(case.truth.winning)
    if not set(moves) <= true <= set(moves) | set(moves.undecided):
        raise Disagreement(f"solve within {limits} lists other winning moves")


def _resumed(case: Case) -> bool:
    """A search that a limit has stopped goes on from its file."""
    if not case.is_fast:
        return False
    path = case.folder / "checkpoint"
    path.unlink(missing_ok=True)
    asked = problem_to_json(Problem(case.position, case.problem.play))
    store = Store(path, asked)
    limits = Limits(positions=Random(case.choice).randint(1, 60))
    try:
        search = ExactSearch(case.problem.play, Meter(limits), Settings(threads=1, compiled=False, store=store))
        case.expect(search.wins(case.position), f"search within {limits}")
    except LimitReached:
        store.save()
    settings = Settings(threads=1, compiled=False, store=Store(path, asked))
    _searched(case, settings, what="a search that went on")
    solve(case.problem, limits=limits, checkpoint=path)
    case.expect_answer(solve(case.problem, checkpoint=path), "solve that went on")
    return True


COMPARISONS: dict[str, CrossCheck] = {
    "answer": CrossCheck(_answer),
    "all moves": CrossCheck(_all_moves),
    "search": CrossCheck(_searched),
    "several questions": CrossCheck(_several),
    "certificate": CrossCheck(_certificate),
    "board": CrossCheck(_board, 3),
    "limits": CrossCheck(_limits),
    "switches": CrossCheck(_switches),
    "Grundy": CrossCheck(_grundy, 3),
    "values": CrossCheck(_values, 3),
    "resumed": CrossCheck(_resumed, 5),
    "compiled": CrossCheck(_compiled, 2, slow=True),
    "subsets": CrossCheck(_subsets, 2, slow=True),
    "threads": CrossCheck(_threads, 4, slow=True),
}
"""Every comparison, by the name of its column."""
