"""Play carried across a reduction: whoever wins the source wins the target, by the source's strategy.

Where the target's position stands for one of the source, the winner looks there and takes the move across. In between,
inside a gadget, a few moves are looked ahead: to the end of the game, or to where play is at home again and the source
decides who wins. Entering a gadget the wrong way, or towards a visited vertex, is answered in the same manner.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from lastmove.core.errors import InputError
from lastmove.core.limits import Meter
from lastmove.notation.formula import EXISTS, Formula, is_true
from lastmove.reductions.chain import side_of
from lastmove.search.exact import ExactSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.play import Play
    from lastmove.core.position import Move
    from lastmove.reductions.chain import Image, Reduced, Reduction


class Expert(Protocol):
    """Someone who knows the positions of one game."""

    def wins(self, position: Any) -> bool:
        """Whether the player to move wins."""

    def move(self, position: Any) -> Move:
        """A winning move; an InputError where there is none."""


class SearchingPlayer:
    """Knows a game by searching it."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._known: dict[Any, bool] = {}

    def wins(self, position: Any) -> bool:
        known = self._known.get(position)
        if known is None:
            known = self._known[position] = ExactSearch(self._play, Meter()).wins(position)
        return known

    def move(self, position: Any) -> Move:
        return _found(move for move in position.moves() if not self.wins(position.after(move)))


class FormulaPlayer:
    """Knows formulas by trying all values. To move is whoever owns the outermost variable."""

    def wins(self, position: Formula) -> bool:
        block = position.outermost
        return is_true(position) == (block is not None and block.quantifier == EXISTS)

    def move(self, position: Formula) -> Move:
        block = position.outermost
        if block is None:
            raise InputError("position", "nothing is left to decide")
        aim = block.quantifier == EXISTS
        variable = block.variables[0]
        return _found(x for x in (variable, -variable) if is_true(position.assign(x)) == aim)


class CarriedPlayer:
    """Plays the target of one reduction as well as another player plays its source.

    Parameters
    ----------
    step, image
        The reduction and what it made.
    play
        The target's convention.
    source
        Who knows the source.
    """

    def __init__(self, step: Reduction, image: Image, play: Play, source: Expert) -> None:
        self._step = step
        self._image = image
        self._play = play
        self._source = source
        self._known: dict[Any, bool] = {}

    def wins(self, position: Any) -> bool:
        known = self._known.get(position)
        if known is None:
            home = self._step.home(self._image, position)
            known = self._looked_ahead(position) if home is None else self._source.wins(home)
            self._known[position] = known
        return known

    def move(self, position: Any) -> Move:
        home = self._step.home(self._image, position)
        if home is None:
            return _found(move for move in self._moves(position) if not self.wins(position.after(move)))
        return self._step.lift(self._image, self._source.move(home), home)

    def _looked_ahead(self, position: Any) -> bool:
        forced = False  # an odd number of forced moves, one after the other: some gadgets are long
        while len(moves := list(islice(position.moves(), 2))) == 1:
            position, forced = position.after(moves[0]), not forced
            if self._step.home(self._image, position) is not None:
                break
        else:
            return self._tried(position) != forced
        return self.wins(position) != forced

    def _tried(self, position: Any) -> bool:
        stuck = True
        for move in self._moves(position):
            stuck = False
            if not self.wins(position.after(move)):
                return True
        return stuck and self._play.wins_when_stuck

    def _moves(self, position: Any) -> Iterator[Move]:
        """The legal moves, those that stay among new vertices first: what they lead to is soon known."""
        moves = list(position.moves())
        old = self._image.back
        yield from (move for move in moves if move.to not in old)
        yield from (move for move in moves if move.to in old)


def carried_player(reduced: Reduced, source: Expert | None = None) -> Expert:
    """Who plays the target of a chain as the source is played.

    Parameters
    ----------
    reduced
        The chain, applied.
    source
        Who knows the source; by default one who searches it (of a formula, tries all values).

    Examples
    --------
    >>> import lastmove as lm
    >>> path = lm.VertexGeography([("a", "b"), ("b", "c")], start="b", directed=True)
    >>> found = lm.reduce(path, to="nimg-rm")
    >>> carried_player(found).move(found.problem.position)
    LowerAndSlide(remaining=0, to='b>c.a')
    """
    if source is None:
        question = reduced.source
        source = FormulaPlayer() if isinstance(question, Formula) else SearchingPlayer(question.play)
    side = side_of(reduced.source)
    for step, image in reduced.steps:
        there = step.across(side)
        assert there is not None, "the chain has been applied"
        source = CarriedPlayer(step, image, there.play, source)
        side = there
    return source


def _found(moves: Iterator[Move]) -> Move:
    move = next(moves, None)
    if move is None:
        raise InputError("position", "no move wins here")
    return move
