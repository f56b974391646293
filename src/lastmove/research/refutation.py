"""A claim about a game, held against the law: the smallest position on which it is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.core.play import Outcome, Play
from lastmove.games.base import Game
from lastmove.research.law import Law
from lastmove.research.position_words import in_words
from lastmove.research.positions import layers
from lastmove.research.ranges import range_for
from lastmove.research.report import Counterexample, Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.core.limits import Limits
    from lastmove.search.plain import PlainSearch

__all__ = ["Claim", "refute"]

Claim = Callable[[Any], Outcome | str | None]
"""What somebody says of a position: N, P, or nothing."""


def refute(
    claim: Claim,
    *,
    game: str | type[Game],
    play: Play | str = Play.NORMAL,
    size: int | None = None,
    weight: int | None = None,
    limits: Limits | None = None,
) -> Counterexample | None:
    """The smallest position on which a claim is wrong, or ``None`` if it is right on all small ones.

    Parameters
    ----------
    claim
        A function of a position that returns ``"N"``, ``"P"``, or ``None`` where it says nothing. A position has the
        attributes of its class: ``graph``, ``start``, ``weights``, or ``heaps``.
    game
        The name of the game, or its class.
    play
        The convention.
    size, weight
        The most vertices (heaps, parts) and the largest weight or heap to try; by default the usual range of the game.
        Every position of that range is tried, smallest first.
    limits
        What may be spent; no limit by default.

    Returns
    -------
    Counterexample or None
        With ``position``, ``play``, ``claimed``, ``true``; printed it tells them, and ``to_json()`` has the position
        as every command reads it.

    Raises
    ------
    InputError
        If there is no such game, or the claim returns something else.
    LimitReached
        When a limit is spent before all positions were tried.

    Examples
    --------
    Is misère Vertex Geography on undirected graphs just normal play turned round?

    >>> import lastmove as lm
    >>> def turned_round(position):
    ...     if position.graph.directed:
    ...         return None
    ...     return "P" if lm.solve(position, play="normal").outcome is lm.Outcome.N else "N"
    >>> print(lm.refute(turned_round, game="vertex-geography", play="misere", size=4))
    Vertex Geography, misère play: path 2 - 0 - 1 - 3; token on 0
      claimed P, is N
    """
    name = game if isinstance(game, str) else game.name
    span = range_for(name, size=size, weight=weight, random=0)
    return first_wrong(claim, layers(name, span.strata), Play.of(play), limits)


def first_wrong(claim: Claim, boards: Iterable[Game], play: Play, limits: Limits | None) -> Counterexample | None:
    """The first position on these boards, smallest first, on which the claim is wrong.

    Other sources of boards than the small ones come in here.
    """
    law = Law()
    law.grant(limits)
    for board in boards:
        search: PlainSearch | None = None
        for position in _positions(board):
            law.meter.look()  # nothing may be to be searched, and claims take time too
            said = _said(claim, position)
            if said is None:
                continue
            search = search or law.under(play)
            true = Outcome.for_mover(search.wins(position, law.meter))
            if said is not true:
                return Counterexample(position, play, Fault.OUTCOME, {"outcome": said.value}, {"outcome": true.value})
    return None


def _positions(board: Any) -> Iterator[Game]:
    """Every start of a board; a position that needs none."""
    if not board.is_board:
        yield board
        return
    for start in board.starts():
        yield board.at(start)


def _said(claim: Claim, position: Game) -> Outcome | None:
    """What the claim says, if it is an outcome."""
    said = claim(position)
    if said is None:
        return None
    if said in (Outcome.N, Outcome.N.value, Outcome.P, Outcome.P.value):
        return Outcome(said)
    raise InputError("claim", f"it returned {show(said)} for {in_words(position)}; accepted: 'N', 'P', None")
