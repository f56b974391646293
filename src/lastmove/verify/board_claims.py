"""Claims about whole boards, and claims on the graphs of a census: what refutes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import tee
from typing import TYPE_CHECKING, Any

from lastmove.censuses.listed_source import graph_text
from lastmove.core.errors import InputError, show
from lastmove.core.limits import watched
from lastmove.core.notebook import Drawable
from lastmove.core.play import Outcome, Play
from lastmove.core.position import title_of
from lastmove.explanations.explain import explain
from lastmove.games.token import TokenGame
from lastmove.notation.json import position_to_json
from lastmove.solver.many_boards import outcomes_many
from lastmove.verify.position_words import in_words
from lastmove.verify.report import Counterexample, Fault

if TYPE_CHECKING:
    from lastmove.core.limits import Limits
    from lastmove.explanations.argument import Argument
    from lastmove.games.base import Game

    Said = Callable[[Game], Outcome | None]
    """What a claim says of a position."""

__all__ = ["BoardCounterexample", "about_board", "boards_against", "positions_against", "size_of"]

_WORDS = {Play.NORMAL: "normal", Play.MISERE: "misère"}


@dataclass(frozen=True)
class BoardCounterexample(Drawable):
    """A board on which a claim about its outcomes is wrong. It is printed well, and a notebook shows its picture.

    Attributes
    ----------
    board
        The board.
    plays
        The convention that was asked, or both.
    outcomes
        What is true: the outcome of every start, for each convention by its name.
    """

    board: Game
    plays: tuple[Play, ...]
    outcomes: Mapping[str, Mapping[Any, Outcome]] = field(repr=False)

    @property
    def graph6(self) -> str | None:
        """The graph as a line of graph6 (sparse6, digraph6), on vertices numbered in the board's order."""
        return graph_text(self.board.graph) if isinstance(self.board, TokenGame) else None

    def explain(self, start: object, play: Play | str | None = None) -> Argument:
        """Why a start is won or lost."""
        return explain(self.board.at(start), self.plays[0] if play is None else play)

    def _repr_svg_(self) -> str | None:
        return self.board._repr_svg_()

    def to_json(self) -> dict[str, object]:
        """The board as ``lastmove solve`` reads it, its graph6, and the outcome of every start."""
        return {
            "position": position_to_json(self.board),
            "graph6": self.graph6,
            "outcomes": {
                play: {str(start): outcome.value for start, outcome in outcomes.items()}
                for play, outcomes in self.outcomes.items()
            },
        }

    def __str__(self) -> str:
        plays = " and ".join(_WORDS[play] for play in self.plays)
        name = "" if self.graph6 is None else f"graph6 {self.graph6}: "
        board = in_words(self.board).removesuffix("; token on None")
        lines = [f"{title_of(self.board)}, {plays} play", f"{name}{board}"]
        for play in self.plays:
            outcomes = self.outcomes[play.value]
            won = [str(start) for start, outcome in outcomes.items() if outcome is Outcome.N]
            lines.append(f"{_WORDS[play]} play: {len(won)} of {len(outcomes)} starts win: {', '.join(won) or 'none'}")
        return "\n".join(lines)


def size_of(position: Any) -> tuple[int, int, int]:
    """Vertices (heaps, parts), then edges, then weight: what makes a counterexample smaller."""
    size, weight = position.measure()
    return size, position.graph.m if isinstance(position, TokenGame) else 0, weight


def boards_against(
    claim: Callable[..., object], boards: Iterable[Game], plays: tuple[Play, ...], limits: Limits | None
) -> Iterator[BoardCounterexample]:
    """The boards on which a claim about their outcomes is wrong; what stays unknown refutes nothing."""
    listed, *copies = tee(boards, 1 + len(plays))
    answers = [outcomes_many(copy, play, limits=limits) for copy, play in zip(copies, plays, strict=True)]
    for board, *truths in watched(zip(listed, *answers, strict=True), 1):
        if any(truth.count(Outcome.UNKNOWN) for truth in truths):
            continue
        said = claim(*truths)
        if said is not None and not isinstance(said, bool):
            raise InputError("claim", f"it says {show(said)} of a board; accepted: True, False, None")
        if said is False:
            yield BoardCounterexample(board, plays, _by_play(plays, truths))


def positions_against(
    said: Said, boards: Iterable[Game], play: Play, limits: Limits | None
) -> Iterator[Counterexample]:
    """The positions on these boards on which a claim is wrong; what stays unknown refutes nothing."""
    listed, copy = tee(boards)
    for board, truth in watched(zip(listed, outcomes_many(copy, play, limits=limits), strict=True), 1):
        for start, true in truth.items():
            position = board.at(start)
            claimed = said(position)
            if claimed is not None and true is not Outcome.UNKNOWN and claimed is not true:
                outcomes = {"outcome": claimed.value}, {"outcome": true.value}
                yield Counterexample(position, play, Fault.OUTCOME, *outcomes)


def about_board(board: Game, plays: tuple[Play, ...], limits: Limits | None) -> BoardCounterexample:
    """What is true of a board."""
    truths = [next(outcomes_many([board], play, limits=limits)) for play in plays]
    return BoardCounterexample(board, plays, _by_play(plays, truths))


def _by_play(plays: tuple[Play, ...], truths: Iterable[Mapping[Any, Outcome]]) -> dict[str, dict[Any, Outcome]]:
    return {play.value: dict(truth) for play, truth in zip(plays, truths, strict=True)}
