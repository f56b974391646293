"""Grundy values with as little work as the question needs: is it n, asked for n = 0, 1, ... in turn.

A component has the value n if no option has it and every smaller value is some option's. So the search never asks for
the value of an option where it is enough to know whether that is n; options are components again, and of several
unknown components of an option all but one must be known exactly. What has been learned stays: the value itself, or
which values it cannot be because an option has them.

References
----------
J. Lemoine, S. Viennot, Nimbers are inevitable, Theoret. Comput. Sci. 462 (2012), 70-79.
P. Beling, M. Rogalski, On pruning search trees of impartial games, Artificial Intelligence 283 (2020), 103262.
"""

from __future__ import annotations

from collections import defaultdict
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import CycleError
from lastmove.core.limits import look
from lastmove.core.position import key_of, scope_of
from lastmove.games.base import Game
from lastmove.games.deletion import DeletionGame
from lastmove.games.edge_nimg import EdgeNimG
from lastmove.games.heap_rules import Heaps
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.sum import filed_components, uncancelled
from lastmove.heaps.values import heap_value, mex
from lastmove.search.deletion import DeletionSearch
from lastmove.search.trampoline import evaluate
from lastmove.sums import FEW_BELOW, LARGE_SUBTRACTION
from lastmove.sums.edge_values import values_by_rule
from lastmove.sums.geography import LostStarts, is_matched

if TYPE_CHECKING:
    from collections.abc import Generator, Hashable, Iterator

    from lastmove.core.limits import Meter
    from lastmove.core.position import Position

Option = tuple["ComponentNode", ...]


def _has_few_below(position: Octal | Subtraction | Heaps) -> bool:
    """Whether few heaps can be reached from a large one, so that a table of all heaps up to it is a waste."""
    if not isinstance(position, Subtraction) or max(position.heaps, default=0) <= LARGE_SUBTRACTION:
        return False
    amounts, found = position.amounts, 1
    for heap in position.heaps:
        for amount in amounts:  # how often each amount may be taken bounds the number of heaps
            found *= heap // amount + 1
            if found > FEW_BELOW:
                return False
    return True


MOST_TAKEN_APART = 200_000
"""Of so many positions it is remembered what they fall into."""


class ComponentNode:
    """A component and what is known of it.

    ``value`` is its Grundy value or ``None``; ``attained`` has values of options, so that they cannot be its own.
    ``by_table`` says that the value is that of a heap of an octal or subtraction game, read off a table; ``by_rule``
    that it follows from the rule for Edge NimG; ``by_matching`` that it is 0, as a matching shows. Options are made one
    at a time, and forgotten once the value is known.
    """

    __slots__ = ("around", "attained", "by_matching", "by_rule", "by_table", "made", "position", "rest", "value")

    def __init__(self, position: Any, around: Hashable) -> None:
        self.position = position
        self.around = around
        self.value: int | None = None
        self.attained: frozenset[int] = frozenset()
        self.by_table = self.by_rule = self.by_matching = False
        self.made: list[Option] = []
        self.rest: Iterator[Any] | None = None

    def settle(self, value: int) -> None:
        """The value is known."""
        self.value = value
        self.made, self.rest = [], None


class NimberSearch:
    """Grundy values of positions of any games, sums and components taken apart and remembered.

    Parameters
    ----------
    meter
        Counts components; stops the search with LimitReached when a limit is spent. What is known stays known.
    """

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self._nodes: dict[Hashable, ComponentNode] = {}
        self._parts_of: dict[Hashable, Option] = {}
        self._deletions = DeletionSearch()
        self._lost: dict[Hashable, LostStarts] = {}

    def value(self, position: Position) -> int:
        """The Grundy value."""
        total = 0
        for node in self.nodes(position):
            total ^= self.exact(node)
        return total

    def has_value(self, position: Position, value: int) -> bool:
        """Whether the Grundy value is this one; of one component no more than that is worked out."""
        return self.sum_has_value(self.nodes(position), value)

    def sum_has_value(self, nodes: Option, value: int) -> bool:
        """The same for a sum of components."""
        unknown = [node for node in nodes if node.value is None]
        for node in nodes:
            value ^= node.value or 0
        while len(unknown) > 1:
            value ^= self.exact(unknown.pop())
        return self.is_value(unknown[0], value) if unknown else value == 0

    def exact(self, node: ComponentNode) -> int:
        """The value of a component."""
        if node.value is None:
            self._run(node, None)
        assert node.value is not None
        return node.value

    def is_value(self, node: ComponentNode, value: int) -> bool:
        """Whether a component has this value."""
        if node.value is None and value not in node.attained:
            self._run(node, value)
        return node.value == value

    def nodes(self, position: Position, around: Hashable = ()) -> Option:
        """The components of a position; two equal ones cancel each other."""
        if isinstance(position, Game | Heaps):
            return self._taken_apart(position, around)
        key = around, scope_of(position, around), key_of(position)
        found = self._parts_of.get(key)
        if found is None:  # `components()` of a game of one's own may take long, and most positions are met again
            found = self._taken_apart(position, around)
            if len(self._parts_of) < MOST_TAKEN_APART:
                self._parts_of[key] = found
        return found

    def _taken_apart(self, position: Position, around: Hashable) -> Option:
        found = []
        for key, place, component in uncancelled(filed_components(position, around)):
            node = self._nodes.get(key)
            if node is None:
                node = ComponentNode(component, place)
                self._look_up(node)
                self._nodes[key] = node
            found.append(node)
        return tuple(found)

    def _look_up(self, node: ComponentNode) -> None:
        """Nim heaps are their own values; tables, rules, matchings and a search of deletion games know others."""
        position = node.position
        if type(position) is Nim:
            node.settle(reduce(xor, position.heaps, 0))
        elif type(position) in (Octal, Subtraction, Heaps) and not _has_few_below(position):
            node.by_table = not isinstance(position, Heaps)
            node.settle(reduce(xor, (heap_value(position, heap, self.meter) for heap in position.heaps), 0))
        elif type(position) is EdgeNimG:
            found = values_by_rule(position)
            if found is not None:
                node.by_rule = True
                node.settle(found.value)
        elif isinstance(position, DeletionGame):
            value = self._deletions.value(position, self.meter)
            if value is not None:
                node.settle(value)
        elif is_matched(position):
            if position.board not in self._lost:
                self._lost[position.board] = LostStarts(position.board)
            if self._lost[position.board].has(position):
                node.by_matching = True
                node.settle(0)
            else:
                node.attained = frozenset({0})

    def _options(self, node: ComponentNode) -> Iterator[Option]:
        """The options of a component, those made before first."""
        yield from node.made
        if node.rest is None:
            node.rest = iter(node.position.moves())
        for move in node.rest:
            look()
            option = self.nodes(node.position.after(move), node.around)
            node.made.append(option)
            yield option

    def _run(self, root: ComponentNode, target: int | None) -> None:
        """Work on one component, and on those it needs first, with a stack of our own: games can be long."""
        self.meter.tick()
        path = {id(root): root}
        stack = [(root, self._work(root, target))]
        try:
            while stack:
                node, work = stack[-1]
                asked = next(work, None)
                if asked is None:
                    del path[id(node)]
                    stack.pop()
                    continue
                node, wanted = asked
                if id(node) in path:
                    nodes = list(path.values())
                    raise CycleError([each.position for each in nodes[nodes.index(node) :]])
                self.meter.tick()
                path[id(node)] = node
                stack.append((node, self._work(node, wanted)))
        except BaseException:  # a limit, or Ctrl-C in the middle of a move: an option may be lost, so begin anew
            for node in path.values():
                node.made, node.rest = [], None
            raise

    def _work(self, node: ComponentNode, target: int | None) -> Generator[tuple[ComponentNode, int | None], None, None]:
        """Find out whether a component has the value ``target``; its value itself if that is ``None``.

        Afterwards the value is known, or ``target`` is among the values that are attained.
        """
        if target is not None and (yield from self._attains(node, target)):
            node.attained |= {target}
            return
        least = 0
        while True:
            if least not in node.attained:
                if least == target or not (yield from self._attains(node, least)):
                    node.settle(least)
                    return
                node.attained |= {least}
            least += 1

    def _attains(self, node: ComponentNode, value: int) -> Generator[tuple[ComponentNode, int | None], None, bool]:
        """Whether some option of a component has this value; first those of which that is known without work."""
        look()
        for option in node.made:
            total = 0
            for child in option:
                if child.value is None:
                    break
                total ^= child.value
            else:
                if total == value:
                    return True
        for option in self._options(node):
            total = value
            unknown = []
            for child in option:
                if child.value is None:
                    unknown.append(child)
                else:
                    total ^= child.value
            while len(unknown) > 1:
                child = unknown.pop()
                if child.value is None:
                    yield child, None
                assert child.value is not None
                total ^= child.value
            if not unknown:
                if total == 0:
                    return True
                continue
            child = unknown[0]
            if child.value is None and total not in child.attained:
                yield child, total
            if child.value == total:
                return True
        return False


class NotSpecial(Exception):
    """A position of value 0 that has options, but none of value 1."""

    def __init__(self, position: Position) -> None:
        self.position = position
        super().__init__("a position of value 0 has options, and none of value 1")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.position,), self.__dict__


class GrundySearch:
    """Grundy values of positions of any games, and whether they are all *special*.

    A position of value 0 is special if it is terminal or has an option of value 1 (Holshouser and Reiter); other
    positions always are. ``violation`` is the first position found that is not; with ``stop`` the search ends there
    with NotSpecial. ``zeros`` counts the positions of value 0 that have options, and ``witness`` is the first of them
    that is special, with its option of value 1.
    """

    def __init__(self, meter: Meter, *, stop: bool = False) -> None:
        self.meter = meter
        self.stop = stop
        self.zeros = 0
        self.witness: tuple[Position, Position] | None = None
        self.violation: Position | None = None
        self._values: defaultdict[Hashable, dict[Hashable, int]] = defaultdict(dict)

    @property
    def positions(self) -> int:
        """How many positions have been worked out."""
        return sum(map(len, self._values.values()))

    def value(self, position: Position, meter: Meter | None = None) -> int:
        """The Grundy value; it looks at every position below, so ``violation`` then speaks for all of them."""
        return evaluate(position, self._recipe, self._values[scope_of(position)], meter or self.meter, key_of=key_of)

    def known(self, position: Position) -> int | None:
        """The value, if it has been worked out."""
        return self._values[scope_of(position)].get(key_of(position))

    def _recipe(self, position: Position) -> Generator[Position, int, int]:
        values = set()
        one: Position | None = None
        for move in position.moves():
            option = position.after(move)
            values.add((yield option))
            if one is None and 1 in values:
                one = option
        value = mex(values)
        if value == 0 and values:
            self._look_at(position, one)
        return value

    def _look_at(self, position: Position, one: Position | None) -> None:
        """A position of value 0 with options, and its first option of value 1."""
        self.zeros += 1
        if one is None:
            self.violation = self.violation or position
            if self.stop:
                raise NotSpecial(position)
        elif self.witness is None:
            self.witness = position, one
