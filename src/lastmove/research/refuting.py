"""``lm.refute``: the smallest counterexample to a claim, on all small boards or on the graphs of a census."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, tee
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.core.notebook import Drawable
from lastmove.core.play import Outcome, Play
from lastmove.engine.explanation.explain import explain
from lastmove.engine.many_boards import outcomes_many
from lastmove.engine.solve import solve
from lastmove.games.notation import position_to_json
from lastmove.games.token import TokenGame
from lastmove.research.position_words import in_words
from lastmove.research.positions import layers
from lastmove.research.ranges import range_for

if TYPE_CHECKING:
    from lastmove.core.limits import Limits
    from lastmove.engine.explanation.argument import Argument
    from lastmove.games.base import Game
    from lastmove.research.census.graph_sources import Source

__all__ = ["Refutation", "refute"]

Claim = Callable[..., object]
BOTH = (Play.NORMAL, Play.MISERE)


@dataclass(frozen=True)
class Refutation(Drawable):
    """A counterexample: where a claim is wrong.

    Attributes
    ----------
    position
        The position; a board, for a claim about a whole board.
    plays
        The convention, or both.
    claimed
        What was claimed of the position; ``None`` for a claim about a board.
    outcomes
        What is true: the outcome by start, for each convention by its name; one of the position's own where it has no
        start to choose.
    """

    position: Game
    plays: tuple[Play, ...]
    claimed: Outcome | None
    outcomes: Mapping[str, Mapping[Any, Outcome]] = field(repr=False)

    @property
    def graph6(self) -> str | None:
        """The graph as a line of graph6 (sparse6, digraph6), on vertices numbered in the board's order."""
        if not isinstance(self.position, TokenGame):
            return None
        from lastmove.research.census.listed_source import graph_text

        return graph_text(self.position.graph)

    def explain(self, start: object = None, play: Play | str | None = None) -> Argument:
        """Why the position is won or lost; of a board, say which start."""
        position = self.position if start is None else self.position.at(start)
        return explain(position, self.plays[0] if play is None else play)

    def _repr_svg_(self) -> str | None:
        return self.position._repr_svg_()

    def to_json(self) -> dict[str, object]:
        """The position as ``lastmove solve`` reads it, what was claimed and what is true."""
        found: dict[str, object] = {"position": position_to_json(self.position)}
        if self.graph6 is not None:
            found["graph6"] = self.graph6
        if self.claimed is not None:
            found["claimed"] = self.claimed.value
        found["outcomes"] = {
            play: {str(start): outcome.value for start, outcome in outcomes.items()}
            for play, outcomes in self.outcomes.items()
        }
        return found

    def __str__(self) -> str:
        lines = [f"{self.position.title}, {' and '.join(_WORDS[play] for play in self.plays)} play"]
        if self.graph6 is not None:
            lines.append(f"graph6 {self.graph6}: {in_words(self.position).removesuffix('; token on None')}")
        else:
            lines.append(self.position.summary())
        for play in self.plays:
            outcomes = self.outcomes[play.value]
            won = [str(start) for start, outcome in outcomes.items() if outcome is Outcome.N]
            if self.claimed is not None:
                lines.append(f"claimed {self.claimed.value}, and it is {_one(outcomes).value}")
            else:
                lines.append(
                    f"{_WORDS[play]} play: {len(won)} of {len(outcomes)} starts win: {', '.join(won) or 'none'}"
                )
        if self.claimed is not None:
            lines += ["", str(self.explain())]
        return "\n".join(lines)


_WORDS = {Play.NORMAL: "normal", Play.MISERE: "misère"}


def _one(outcomes: Mapping[Any, Outcome]) -> Outcome:
    return next(iter(outcomes.values()))


def refute(
    claim: Claim | str,
    *,
    game: str,
    play: Play | str = "normal",
    size: int | None = None,
    weight: int | None = None,
    source: Source | Iterable[Any] | str | None = None,
    of: str = "position",
    limits: Limits | None = None,
) -> Refutation | None:
    """The smallest counterexample to a claim; ``None`` where there is none.

    Parameters
    ----------
    claim
        A function of a position that says "N", "P", or ``None`` where it claims nothing. With ``of="board"`` a function
        of the Outcomes of a whole board (of two, normal and misère, with ``play="both"``) that says whether the claim
        holds there, or ``None``. Or a text: a condition in SQL that holds for every row of a census, such as
        ``"misere != 0 or n % 2 = 0"``; its columns and functions are those of ``lastmove query``.
    game
        Its name.
    play
        The convention; ``"both"`` for claims about boards.
    size, weight
        How far to look: the most vertices (heaps, parts) and the largest weight. By default as far as ``lastmove
        verify`` looks. With a source ``size`` is the most vertices of the graphs that are looked at.
    source
        Graphs, in place of all small boards: any source of a census, options of geng such as ``"-cb"`` (to ``size``
        vertices), or an iterable of graphs. Games with weights have every weight from 1 to ``weight``.
    of
        ``"position"`` or ``"board"``.
    limits
        For each board; what stays unknown refutes nothing.

    Returns
    -------
    Refutation or None
        A smallest one, by vertices, then by edges or total weight: with its graph6, picture and explanation.

    Examples
    --------
    >>> import lastmove as lm
    >>> found = lm.refute(lambda nim: "N" if nim.heaps.count(1) else None, game="nim")
    >>> found.position
    Nim([1, 1])
    >>> lm.refute(lambda outcomes: any(map("N".__eq__, outcomes.values())) or len(outcomes) % 2 == 0,
    ...           game="vertex-geography", play="misere", source="-c", size=6, of="board") is None
    True
    """
    plays = BOTH if play == "both" else (Play.of(play),)
    if of not in ("position", "board"):
        raise InputError("of", f"{show(of)}; accepted: 'position', 'board'")
    if isinstance(claim, str):
        from lastmove.research.census.sql_claims import first_board_against

        board = first_board_against(
            claim, game=game, plays=plays, size=size, weight=weight, source=source, limits=limits
        )
        return None if board is None else _about_board(board, plays, limits)
    if not callable(claim):
        raise InputError("claim", f"{show(claim)}; accepted: a function, or a condition in SQL")
    if len(plays) > 1 and of == "position":
        raise InputError("play", "'both' goes with claims about boards; accepted here: 'normal', 'misere'")
    if source is None:
        listed = layers(game, range_for(game, size=size, weight=weight).strata)
        return next(_counterexamples(claim, of, listed, plays, limits), None)
    from lastmove.research.census.board_streams import boards_by_size

    for boards in boards_by_size(game, source, size=size, weight=weight):
        found = min(_counterexamples(claim, of, boards, plays, limits), key=_size, default=None)
        if found is not None:
            return found
    return None


def _size(found: Refutation) -> tuple[int, int, int]:
    """Vertices, then edges, then weight."""
    position = found.position
    size, weight = position.measure()
    return size, position.graph.m if isinstance(position, TokenGame) else 0, weight


def _counterexamples(
    claim: Claim, of: str, boards: Iterable[Any], plays: tuple[Play, ...], limits: Limits | None
) -> Iterator[Refutation]:
    for board, truths in _answered(boards, plays, limits):
        if of == "board":
            if board.is_board and _holds(claim(*truths)) is False:
                yield Refutation(board, plays, None, _by_play(plays, truths))
            continue
        for start, outcome in truths[0].items():
            position = board.at(start) if board.is_board else board
            claimed = _claimed(claim(position))
            if claimed is not None and Outcome.UNKNOWN is not outcome is not claimed:
                yield Refutation(position, plays, claimed, _by_play(plays, [{start: outcome}]))


def _answered(
    boards: Iterable[Any], plays: tuple[Play, ...], limits: Limits | None
) -> Iterator[tuple[Any, list[Mapping[Any, Outcome]]]]:
    """Each board with the outcomes of its starts in each convention; a position without starts has one outcome."""
    listed, *copies = tee(boards, 1 + len(plays))
    first = next(listed, None)
    if first is None:
        return
    listed = chain([first], listed)
    if not first.is_board:
        for position in listed:
            yield position, [{None: solve(position, play, limits=limits).outcome} for play in plays]
        return
    answers = [outcomes_many(copy, play, limits=limits) for copy, play in zip(copies, plays, strict=True)]
    for board, *truths in zip(listed, *answers, strict=True):
        yield board, truths


def _by_play(plays: tuple[Play, ...], truths: Iterable[Mapping[Any, Outcome]]) -> dict[str, dict[Any, Outcome]]:
    return {play.value: dict(truth) for play, truth in zip(plays, truths, strict=True)}


def _claimed(said: object) -> Outcome | None:
    if said is None or isinstance(said, Outcome):
        return said
    try:
        return Outcome(said)
    except ValueError:
        raise InputError("claim", f"it says {show(said)}; accepted: 'N', 'P', None") from None


def _holds(said: object) -> bool | None:
    if said is None or isinstance(said, bool):
        return said
    raise InputError("claim", f"it says {show(said)} of a board; accepted: True, False, None")


def _about_board(board: Game, plays: tuple[Play, ...], limits: Limits | None) -> Refutation:
    _, truths = next(_answered([board], plays, limits))
    return Refutation(board, plays, None, _by_play(plays, truths))
