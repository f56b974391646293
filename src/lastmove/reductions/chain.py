"""Reductions: maps from positions of one game to positions of another that keep the outcome, one after the other.

A reduction is one class in one file of this room and one line in the list of ``lastmove.reductions``. It says which
games it goes between, builds the target, and takes single moves across. That the outcome is kept is a theorem of some
paper; ``lastmove.theorems`` holds the statements, and ``lastmove verify`` holds each against the definition of the
games. The shortest chain of them to a game is applied to a position or a formula.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lastmove.core.errors import InputError, show
from lastmove.core.notebook import ShownAsTable
from lastmove.core.play import Play, PlayName, Problem
from lastmove.games import game_class
from lastmove.games.base import Game
from lastmove.games.graph_game import GraphGame
from lastmove.notation.formula import Formula
from lastmove.notation.json import parse
from lastmove.notation.qdimacs import is_qdimacs, read_qdimacs
from lastmove.reductions import REDUCTIONS, reduction, reductions

if TYPE_CHECKING:
    from lastmove.core.position import Move, Position

    Source = Problem | Formula | Position | Mapping[str, object] | str

FORMULA = "formula"
"""Where chains may begin besides the games."""


class GameSide(NamedTuple):
    """One side of a reduction: a game under a convention, on digraphs or graphs (``None``: on neither)."""

    game: str
    play: Play
    directed: bool | None = None

    def __str__(self) -> str:
        if self.game == FORMULA:
            return "formulas"
        way = "" if self.directed is None else "directed " if self.directed else "undirected "
        return f"{way}{self.game} in {'misère' if self.play is Play.MISERE else 'normal'} play"


class Size(NamedTuple):
    """How large a target is."""

    vertices: int
    edges: int


@dataclass(frozen=True, slots=True)
class Image:
    """What a reduction makes of one position.

    Attributes
    ----------
    source
        The position (or formula) it was made from.
    target
        The position that has the same outcome.
    map
        Where each vertex of the source went; for a formula, where each literal did.
    gadgets
        The new vertices, in the order of the reduction's ``roles``: by arc where each arc got some, else by vertex.
    """

    source: Any
    target: Any
    map: Mapping[Hashable, Hashable]
    gadgets: Mapping[Any, tuple[Hashable, ...]]
    back: Mapping[Hashable, Hashable] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "back", {image: vertex for vertex, image in self.map.items()})


class Reduction(ABC):
    """A map that keeps the outcome."""

    key: str
    """The key of the statement that it proves, such as ``renault-schmidt:2.1``; of a variant, more behind a colon."""
    title: ClassVar[str]
    """From where to where, in a few words."""
    bounds: str
    """The size of the target in words; :meth:`size` counts it."""
    roles: Mapping[str, str]
    """The new vertices of a gadget, by the end of their names, and what each is for."""
    variants: ClassVar[Mapping[str, str]] = {}
    """What may stand behind the key and a colon, and what that makes of the target."""
    of_formulas: ClassVar[str] = ""
    """The key of the reduction that a chain from formulas takes to it, if not any will do."""
    searchable: ClassVar[bool] = True
    """Whether targets of small sources are small enough to be searched, as :mod:`lastmove.verify` does."""
    last_resort: ClassVar[bool] = False
    """Whether chains go by it only where no other chain leads there, or where it is asked for by its key."""

    def variant(self, name: str) -> Reduction:
        """The variant of this name; a KeyError if there is none."""
        raise KeyError(name)

    @abstractmethod
    def across(self, side: GameSide) -> GameSide | None:
        """The side that positions of ``side`` are taken to; ``None`` where this reduction does not start there."""

    @abstractmethod
    def apply(self, source: Any) -> Image:
        """The target of a position (or formula) of the side that this reduction starts from."""

    @abstractmethod
    def size(self, source: Any) -> Size:
        """The exact size of the target, without making it."""

    @abstractmethod
    def lift(self, image: Image, move: Any, position: Any = None) -> Any:
        """The target's move that stands for a legal move of the source.

        ``position`` is the source's position that the move is made in; the image's own by default.
        """

    @abstractmethod
    def lower(self, image: Image, move: Any) -> Any:
        """The source's move that a move of the image's target stands for.

        ``None`` where it stands for none: a move into the wrong end of a gadget, or one that ends the game. Such a
        move never wins; only one to a leaf in LM33 may, as it puts off the play.
        """

    @abstractmethod
    def home(self, image: Image, position: Any) -> Any:
        """The source's position that a later position of the target stands for.

        ``None`` where it stands for none, such as inside a gadget; a few moves on, play is at home again or over.
        """


class Names:
    """New vertex names beside given ones; JSON writes names as text, so they must differ as text."""

    def __init__(self, taken: Iterable[Hashable]) -> None:
        self._taken = {str(name) for name in taken}

    def new(self, name: str) -> str:
        """``name``, with as many primes as it takes to be new."""
        while name in self._taken:
            name += "'"
        self._taken.add(name)
        return name


def simple_arcs(graph: Any) -> list[tuple[int, int]]:
    """The arcs between different vertices, each once, in order: all that Vertex Geography sees of a digraph."""
    return [(u, v) for u, v in dict.fromkeys(graph.ends()) if u != v]


def started(position: Any) -> Any:
    """``position`` if its token stands somewhere; an InputError otherwise."""
    if getattr(position, "is_board", False):
        raise InputError("start", "missing; a reduction keeps the outcome of one start")
    return position


def entered(image: Image, to: Hashable) -> Any:
    """The end of the arc from the source's token whose gadget begins with ``to``; ``None`` if none does."""
    token = image.source.start
    return next((v for (u, v), gadget in image.gadgets.items() if u == token and gadget[0] == to), None)


LARGEST_TARGET = 2_000_000
"""The most vertices that a target may have."""


@dataclass(frozen=True, slots=True)
class Reduced(ShownAsTable):
    """A position or formula taken through a chain of reductions.

    Attributes
    ----------
    source
        The question, or the formula, that was reduced.
    problem
        The question that it became: the player to move wins it if and only if the player to move wins the source, or
        the formula is true.
    steps
        The reductions, and what each made.
    map
        Where each vertex of the source went (of a formula: each literal, as text).

    Examples
    --------
    >>> import lastmove as lm
    >>> arc = lm.VertexGeography([("a", "b")], start="a", directed=True)
    >>> found = lm.reduce(arc, to="edge-geography", play="misere")
    >>> found.chain, found.map
    (['lastmove:LM12', 'renault-schmidt:2.6'], {'a': 'a.out', 'b': 'b.out'})
    >>> found.lift(lm.solve(arc).move)
    SlideOver(to='a>b', edge=None)
    """

    source: Problem | Formula
    problem: Problem
    steps: tuple[tuple[Reduction, Image], ...] = field(repr=False)
    map: Mapping[Hashable, Hashable] = field(repr=False)

    @property
    def chain(self) -> list[str]:
        """The keys of the reductions, in order."""
        return [step.key for step, _ in self.steps]

    def lift(self, move: Any) -> Any:
        """The target's move that stands for a move of the source; a move given as JSON comes back as JSON.

        For a formula the move is a literal of the outermost variable.
        """
        start: Any = self.steps[0][1].source if self.steps else self.problem.position
        written = isinstance(move, dict) and isinstance(start, Game)
        lifted = start.move_from_json(move) if written else move
        if isinstance(start, Game):
            start.after(lifted)  # an illegal move has no image
        for step, image in self.steps:
            lifted = step.lift(image, lifted)
        written = written or (isinstance(start, Formula) and isinstance(move, str))
        return self._target.move_to_json(lifted) if written else lifted

    def lower(self, move: Any) -> Any:
        """The source's move that a move of the target stands for; ``None`` where it stands for none, and cannot win.

        A move given as JSON comes back as JSON. For a formula it is a literal.
        """
        target = self._target
        written = isinstance(move, dict)
        lowered: Move | None = target.move_from_json(move) if written else move
        target.after(lowered)
        for step, image in reversed(self.steps):
            if lowered is None:
                return None
            lowered = step.lower(image, lowered)
        start = self.steps[0][1].source if self.steps else target
        return start.move_to_json(lowered) if written and lowered is not None and isinstance(start, Game) else lowered

    @property
    def _target(self) -> Game:
        assert isinstance(self.problem.position, Game)
        return self.problem.position


def reduce(
    source: Source,
    to: str,
    play: Play | PlayName | None = None,
    *,
    directed: bool | None = None,
    by: str | Iterable[str] = (),
) -> Reduced:
    """A position or formula as a position of another game with the same outcome, by the shortest chain.

    Parameters
    ----------
    source
        A Problem, a position (in normal play), the JSON object of either, a Formula, or the text of one in QDIMACS.
    to
        The game to end in, by its name.
    play, directed
        The convention, and whether on digraphs, of that game; whichever is nearest by default.
    by
        The key of a reduction, or several, that the chain must go by; a variant of one is ``KEY:VARIANT``.

    Raises
    ------
    InputError
        If the source cannot be read, or no chain leads there: it names the games that can be reached.

    Examples
    --------
    >>> import lastmove as lm
    >>> formula = "p cnf 2 2\\na 1 0\\ne 2 0\\n1 2 0\\n-1 -2 0\\n"
    >>> found = lm.reduce(formula, to="nimg-rm", play="misere")
    >>> found.chain
    ['lichtenstein-sipser:VG', 'renault-schmidt:3.1']
    >>> lm.solve(found.problem).outcome
    <Outcome.N: 'N'>
    >>> lm.reduce(formula, to="vertex-geography", play="misere", by="lastmove:LM25:girth=10").chain
    ['lichtenstein-sipser:VG', 'lastmove:LM25:girth=10']
    """
    question = _question(source)
    keys = (by,) if isinstance(by, str) else tuple(by)
    return apply_chain(question, find_chain(side_of(question), to, play, directed=directed, by=keys))


def side_of(question: Problem | Formula) -> GameSide:
    """Where a chain from this question begins."""
    if isinstance(question, Formula):
        return GameSide(FORMULA, Play.NORMAL)
    position = question.position
    if not isinstance(position, Game):
        raise InputError("position", f"{show(position)} is of no registered game; reductions go between those")
    return GameSide(position.name, question.play, position.graph.directed if isinstance(position, GraphGame) else None)


def reachable(side: GameSide, by: Sequence[str] = ()) -> dict[GameSide, tuple[str, ...]]:
    """Every side that chains from ``side`` lead to, with the keys of a shortest one; without ``by``, itself first.

    Chains go by all reductions with keys in ``by``. Last resorts are taken only where nothing else leads.
    """
    named = [reduction(key) for key in dict.fromkeys(by)]
    usual = [step for step in reductions() if not step.last_resort]
    start = side, frozenset(step.key for step in named)  # where a chain is, and what it must still go by
    found: dict[tuple[GameSide, frozenset[str]], tuple[str, ...]] = {start: ()}
    for steps in ([*usual, *named], [*reductions(), *named]):
        waiting = deque(found)
        while waiting:
            here, left = waiting.popleft()
            for step in steps:
                there = step.across(here)
                state = None if there is None else (there, left - {step.key})
                if state is not None and state not in found:
                    found[state] = (*found[here, left], step.key)
                    waiting.append(state)
    free = side.game == FORMULA and not any(step.across(side) for step in named)
    return {there: _of_formulas(keys) if free else keys for (there, left), keys in found.items() if not left}


def _of_formulas(keys: tuple[str, ...]) -> tuple[str, ...]:
    """A chain from formulas; its first reduction is the one that the second is made for."""
    wanted = reduction(keys[1]).of_formulas if len(keys) > 1 else ""
    return (wanted, *keys[1:]) if wanted else keys


def find_chain(
    side: GameSide,
    to: str,
    play: Play | PlayName | None = None,
    *,
    directed: bool | None = None,
    by: Sequence[str] = (),
) -> tuple[str, ...]:
    """The keys of a shortest chain from a side to a game; an InputError that says what can be reached if none."""
    game_class(to)
    check_keys("by", by)
    wanted = None if play is None else Play(play)
    chains = reachable(side, by)
    for there, keys in chains.items():
        if there.game == to and wanted in (None, there.play) and directed in (None, there.directed):
            return keys
    way = "" if directed is None else "directed " if directed else "undirected "
    asked = f"{way}{to}" + ("" if wanted is None else f" in {'misère' if wanted is Play.MISERE else 'normal'} play")
    others = ", ".join(str(there) for there, keys in chains.items() if keys) or "nothing"
    via = f" by {' and '.join(by)}" if by else ""
    field = "by" if by else "to"
    raise InputError(
        field, f"no chain of reductions{via} leads from {side} to {asked}; from there they lead to {others}"
    )


def check_keys(field: str, keys: Iterable[str]) -> None:
    """An InputError for the first key that names no reduction, and no variant of one."""
    for key in keys:
        try:
            reduction(key)
        except (KeyError, TypeError, AttributeError):
            variants = [f"{each.key}:{name}" for each in reductions() for name in each.variants]
            accepted = ", ".join([*REDUCTIONS, *variants])
            raise InputError(field, f"{show(key)} is no reduction; accepted: {accepted}") from None


def apply_chain(question: Problem | Formula, keys: Sequence[str]) -> Reduced:
    """A question taken through these reductions.

    Raises
    ------
    InputError
        If a key names no reduction, one does not start where the one before it ended, the question has no start, or
        the target would be too large.
    """
    side = side_of(question)
    position: Any = question if isinstance(question, Formula) else question.position
    if getattr(position, "is_board", False):
        raise InputError("start", "missing; a reduction keeps the outcome of one start (--start V)")
    steps: list[tuple[Reduction, Image]] = []
    check_keys("chain", keys)
    for key in keys:
        step = reduction(key)
        there = step.across(side)
        if there is None:
            raise InputError("chain", f"{key} does not start from {side}")
        size = step.size(position)
        if size.vertices > LARGEST_TARGET:
            raise InputError("to", f"the target would have {size.vertices:,} vertices, more than {LARGEST_TARGET:,}")
        image = step.apply(position)
        steps.append((step, image))
        side, position = there, image.target
    asker = None if isinstance(question, Formula) else question.id
    return Reduced(question, Problem(position, side.play, asker), tuple(steps), _composed(question, steps))


def _composed(question: Problem | Formula, steps: Sequence[tuple[Reduction, Image]]) -> dict[Hashable, Hashable]:
    """The maps of all steps, one after the other."""
    if not steps:
        position = question.position if isinstance(question, Problem) else None
        return {v: v for v in position.graph.vertices} if isinstance(position, GraphGame) else {}
    found = dict(steps[0][1].map)
    for _, image in steps[1:]:
        found = {vertex: image.map[place] for vertex, place in found.items()}
    return found


def _question(source: Source) -> Problem | Formula:
    if isinstance(source, str):
        return read_qdimacs(source) if is_qdimacs(source.encode()) else parse(source)
    if isinstance(source, Problem | Formula):
        return source
    if isinstance(source, Mapping):
        return parse(source)
    if isinstance(source, type) or not hasattr(source, "moves"):
        raise InputError("source", f"{show(source)}; accepted: a problem, a position, a formula, or their text")
    return Problem(source)
