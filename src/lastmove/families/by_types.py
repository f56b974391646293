"""Families by the types of their parts: the parts grow column by column until a type comes back.

Then all members are known: who wins from a vertex is composed from the few columns about it and the parts beside them.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached
from lastmove.core.play import WINS, Outcome
from lastmove.families.check_types import FamilyProof, Walk
from lastmove.families.strips import Strip, inner_column, moves_about
from lastmove.parts import MOST_PORTS
from lastmove.parts.types import Types

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.core.limits import Limits
    from lastmove.core.solution import Evidence
    from lastmove.families.question import FamilyQuestion
    from lastmove.parts.cores import PartTypes, Playing


class TypeSequence:
    """The types of parts of 0, 1, 2, ... columns, until one comes back: then all of them are known."""

    def __init__(self, first: int, longer: Callable[[int, int], int], from_: int = 0) -> None:
        self.types = [first]
        self.preperiod: int | None = None
        self._longer, self._from = longer, from_

    @property
    def closed(self) -> bool:
        """Whether a type has come back."""
        return self.preperiod is not None

    @property
    def period(self) -> int:
        """After how many columns types come back."""
        assert self.preperiod is not None
        return len(self.types) - self.preperiod

    def grow(self) -> None:
        """Add a column."""
        m = len(self.types) - 1
        made = self._longer(self.types[m], m)
        # Parts shorter than the longest link grow by other rules than the rest; they come back to nobody.
        for earlier in range(min(self._from, len(self.types)), len(self.types)):
            if self.types[earlier] == made:
                self.preperiod = earlier
                return
        self.types.append(made)

    def place(self, m: int) -> int:
        """Where the type of m columns stands in the list."""
        if m < len(self.types):
            return m
        if self.preperiod is None:
            raise IndexError(m)
        return self.preperiod + (m - self.preperiod) % self.period

    def at(self, m: int) -> int:
        """The type of a part of m columns; IndexError if it is not known yet."""
        return self.types[self.place(m)]


class ShortRings:
    """Members too short for types, rings of few columns: a search answers, with what ``limits`` lets it spend."""

    def __init__(self, asked: FamilyQuestion, limits: Callable[[], Limits]) -> None:
        self.asked, self.limits = asked, limits
        self._rows: dict[int, list[bool]] = {}

    def row(self, n: int) -> list[bool]:
        """Whether the player to move wins from each vertex of the member with n columns."""
        if n not in self._rows:
            from lastmove.solver.solve import outcomes

            found = outcomes(self.asked.board(n), play=self.asked.play, limits=self.limits())
            if found.stopped_by is not None:
                raise LimitReached(found.stopped_by, 0)
            self._rows[n] = [outcome is Outcome.N for outcome in found.values()]
        return self._rows[n]

    def move(self, n: int, start: int) -> dict[str, object] | None:
        """A winning move, as JSON, from a vertex that wins."""
        from lastmove.solver.solve import solve

        found = solve(self.asked.board(n).at(start), play=self.asked.play, limits=self.limits())
        if found.outcome is Outcome.UNKNOWN:
            raise LimitReached(found.to_json()["reason"]["limit"], 0)
        return found.to_json()["move"]


class FamilyByTypes:
    """The types of the parts of a family as they grow, and who wins from each vertex.

    Without ``limits``, what a search may spend, rings of few columns cannot be asked for.
    """

    def __init__(self, asked: FamilyQuestion, types: PartTypes, limits: Callable[[], Limits] | None = None) -> None:
        self.columns, self.types, self.play = asked.columns, types, asked.play
        columns, reach = asked.columns, asked.columns.reach
        weights = () if asked.weight is None else (asked.weight,) * columns.places
        self.strip = Strip(columns, asked.game, types, weights)
        self.short = None if limits is None else ShortRings(asked, limits)
        if columns.closed:
            self.left = self.right = TypeSequence(self.strip.empty(), self.strip.longer, reach)
        else:
            mirror = self.strip.mirrored()
            self.left = TypeSequence(self.strip.end(), self.strip.longer, 1 if columns.left.n else 0)
            alike = (columns.links, columns.left) == (mirror.columns.links, mirror.columns.left)
            mirror_first = 1 if columns.right.n else 0
            self.right = self.left if alike else TypeSequence(mirror.end(), mirror.longer, mirror_first)
        self.sequences = [self.left] if self.left is self.right else [self.left, self.right]
        self._asked: dict[tuple[Any, ...], tuple[Playing, Any]] = {}

    @property
    def closed(self) -> bool:
        """Whether in every sequence a type has come back: then every member is known."""
        return all(each.closed for each in self.sequences)

    @property
    def preperiod(self) -> int:
        """From which number of columns on the types come back."""
        return max(each.preperiod or 0 for each in self.sequences)

    @property
    def period(self) -> int:
        """After how many columns they do."""
        return lcm(*(each.period for each in self.sequences))

    @property
    def least(self) -> int:
        """The least number of columns that the types speak of; shorter rings need another way."""
        return 2 * self.columns.reach + 1 if self.columns.closed else 1

    @property
    def count(self) -> int:
        """How many types were met."""
        return len(self.types.parts)

    @property
    def grown(self) -> int:
        """How many columns the parts have by now."""
        return min(len(each.types) for each in self.sequences) - 1

    @property
    def reached(self) -> int:
        """The largest number of columns of which all is known while the proof is not complete."""
        return self.grown + self.columns.reach

    def grow(self) -> None:
        """Add a column where no type has come back."""
        min((each for each in self.sequences if not each.closed), key=lambda each: len(each.types)).grow()

    def around(self, n: int, column: int) -> tuple[Playing, tuple[int, ...], Any, int]:
        """The few columns about one column of the member with n columns, the types beside them, and their first."""
        reach, caps, first = self.columns.reach, (False, False), 0
        if self.columns.closed:
            children: tuple[int, ...] = (self.left.at(n - reach),)
            width, first = reach, column
        else:
            width = min(reach, n)
            first = 0 if column < 0 else min(column, n - width)
            caps = (column < 0, column >= n)
            children = (self.left.at(first), self.right.at(n - first - width))
        key = (children, width, caps)
        if key not in self._asked:
            if self.columns.closed:
                core, window = self.strip.around(children[0], width)
            else:
                core, window = self.strip.middle(children[0], children[1], width, caps=caps)
            self._asked[key] = self.types.play(core), window
        playing, window = self._asked[key]
        return playing, children, window, first

    def wins(self, n: int, start: int) -> bool:
        """Whether the player to move wins from a vertex of the member with n columns."""
        if self.short is not None and n < self.least:
            return self.short.row(n)[start]
        return self._wins(n, *self.columns.place(n, start))

    def _wins(self, n: int, column: int, place: int) -> bool:
        """The same for a place of a column; the columns -1 and n are the caps."""
        playing, children, window, first = self.around(n, column)
        v = window.vertex(inner_column(column, first, n, window), place)
        return self.types.is_won(playing.token(playing.core.start, children, v))

    def winners(self, n: int) -> int:
        """The number of vertices from which the player to move wins."""
        if self.short is not None and n < self.least:
            return sum(self.short.row(n))
        columns = self.columns
        if columns.closed:
            return n * sum(self._wins(n, 0, place) for place in range(columns.places))
        counts = {-1: columns.left.n, n: columns.right.n}
        every = ((column, counts.get(column, columns.places)) for column in range(-1, n + 1))
        return sum(self._wins(n, column, place) for column, count in every for place in range(count))

    def move(self, n: int, start: int) -> dict[str, object] | None:
        """A winning move, as JSON, from a vertex that wins; None where the player wins by having none."""
        if self.short is not None and n < self.least:
            return self.short.move(n, start)
        column, place = self.columns.place(n, start)
        playing, children, window, first = self.around(n, column)
        v = window.vertex(inner_column(column, first, n, window), place)
        for move, (after, w, within) in moves_about(self.strip, window, playing.core, children, n=n, first=first, v=v):
            if within is not None:
                loses = not self.types.is_won(playing.inside(within[0], within[1], after, children))
            elif w is None:
                loses = not self.play.wins_when_stuck
            else:
                loses = not self.types.is_won(playing.token(after, children, w))
            if loses:
                return move
        return None

    def certificate(self) -> Evidence:
        """Types and walks of the proof, with just the types, exits and nodes that they need."""
        assert isinstance(self.types, Types)
        functions, parts = self.types.functions, self.types.parts
        types: dict[int, None] = {}
        nodes: set[int] = set()
        waiting = [t for sequence in self.sequences for t in sequence.types]
        while waiting:
            t = waiting.pop()
            if t in types:
                continue
            types[t] = None
            below = [f for ways in parts[t] if ways is not None for f in ways]
            while below:
                f = below.pop()
                if f <= WINS or f in nodes:
                    continue
                nodes.add(f)
                question, no, yes = functions.nodes[f]
                below += [no, yes]
                if question >= MOST_PORTS:
                    waiting.append(functions.exit_of(question).type)
        type_numbers = {t: number for number, t in enumerate(sorted(types))}
        questions = sorted({functions.nodes[f][0] for f in nodes if functions.nodes[f][0] >= MOST_PORTS})
        question_numbers = {question: MOST_PORTS + number for number, question in enumerate(questions)}
        node_numbers = {0: 0, 1: 1} | {f: number for number, f in enumerate(sorted(nodes), 2)}
        return FamilyProof(
            self.columns,
            tuple((e.port, type_numbers[e.type]) for e in map(functions.exit_of, questions)),
            tuple(
                (question_numbers.get(q, q), node_numbers[no], node_numbers[yes])
                for q, no, yes in (functions.nodes[f] for f in sorted(nodes))
            ),
            tuple(
                tuple(None if ways is None else tuple(node_numbers[f] for f in ways) for ways in parts[t])
                for t in sorted(types)
            ),
            tuple(Walk(tuple(type_numbers[t] for t in each.types), each.preperiod or 0) for each in self.sequences),
        )
