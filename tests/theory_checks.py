"""Holding theorems against the law: what the tests of theory modules share."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.theorems.statement import MoveRange, Theorem, Verdict


class Law:
    """The law on the boards that share their keys: those of one graph, or circles of one length."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.search = PlainSearch(play, Meter())

    def wins(self, position: Any) -> bool:
        return self.search.wins(position)

    def winning(self, position: Any) -> list[Any]:
        return [move for move in position.moves() if not self.search.wins(position.after(move))]


class Tally:
    """How often each statement spoke, by outcome, and how many positions were looked at."""

    def __init__(self) -> None:
        self.positions = 0
        self.fired: Counter[tuple[str, str]] = Counter()

    def check(self, theorems: Iterable[Theorem], board: Any, law: Law) -> None:
        """Every theorem on every start of a board: outcome, move, all winning moves, and the board at once."""
        boards = {each: each.decide_board(board, law.play, Meter()) for each in theorems if each.takes(board, law.play)}
        for number, start in enumerate(board.starts()):
            self.positions += 1
            position = board.at(start)
            wins, winning = law.wins(position), law.winning(position)
            for theorem in theorems:
                takes = theorem.takes(position, law.play)
                if takes or theorem in boards:
                    verdict = theorem.decide(position, law.play, Meter())
                    about = f"{theorem.statement.key} on {position!r}, {law.play.value}"
                    if theorem in boards:
                        said = boards[theorem]
                        agree(said[number], said.codes[number], verdict, about)
                    if takes and verdict is not None:
                        self.compare(theorem, verdict, wins, winning, f"{about}: {verdict.why}")

    def compare(self, theorem: Theorem, verdict: Verdict, wins: bool, winning: list[Any], about: str) -> None:
        self.fired[theorem.statement.number, "N" if wins else "P"] += 1
        assert verdict.wins == wins, about
        assert verdict.move is None or verdict.move in winning, about
        assert verdict.move is not None or not winning or not names_moves(theorem), about
        listed = verdict.winning_moves()
        if listed is not None:
            assert len(listed) == listed.total, about
            assert sorted(map(repr, listed)) == sorted(map(repr, winning)), about

    def enough(self, *numbers: str, outcomes: str = "NP", least: int = 100) -> None:
        """Each of these statements gave each of these outcomes often enough."""
        for number in numbers:
            for outcome in outcomes:
                assert self.fired[number, outcome] >= least, (number, outcome, self.fired)


def names_moves(theorem: Theorem) -> bool:
    """Whether a theorem is to name a winning move: all but those that are not proved."""
    return theorem.statement.standing.value == "proved"


def agree(verdict: Verdict | None, code: int, alone: Verdict | None, about: str) -> None:
    """What a theorem says of a start as part of a board is what it says of it alone."""
    assert (verdict is None) == (alone is None) == (code == 2), about
    if verdict is not None and alone is not None:
        assert (verdict.wins, verdict.move, verdict.why) == (alone.wins, alone.move, alone.why), about
        assert verdict.wins == code, about


def consistent(theorem: Theorem, position: Any, play: Play, samples: Sequence[Any]) -> bool:
    """Where positions are too large for the law: the verdict fits the theorem's own verdicts one move later.

    A winning move leads to a lost position; moves at the ends of the listed ranges win, those next to them and all
    sampled ones that are not listed do not. Returns whether the mover wins.
    """
    verdict = theorem.decide(position, play, Meter())
    assert verdict is not None
    about = f"{theorem.statement.key} on {position!r}, {play.value}: {verdict.why}"
    spans: list[MoveRange] = list(verdict.winning()) if verdict.winning is not None else []
    good = [span.make(k) for span in spans for k in {span.least, span.most}]
    for move in [verdict.move, *good] if verdict.wins else []:
        after = theorem.decide(position.after(move), play, Meter())
        assert after is None or not after.wins, (about, move)
    assert verdict.wins or not spans
    for move in samples:
        if not any(span.least <= move.remaining <= span.most and span.make(move.remaining) == move for span in spans):
            after = theorem.decide(position.after(move), play, Meter())
            assert after is None or after.wins or (verdict.winning is None and verdict.wins), (about, move)
    return verdict.wins
