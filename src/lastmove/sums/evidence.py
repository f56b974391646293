"""Certificates of sums: of all the values that a search has found, those that the proof needs."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Budget
from lastmove.core.errors import TooLarge
from lastmove.core.limits import Meter, current_meter, look
from lastmove.games.nim import Nim
from lastmove.heaps.check import LONGEST, HeapTable, game_of
from lastmove.heaps.values import SMALL, listed_table, table_of
from lastmove.sums.check import Grundy, Tame, Walk, is_single_heap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lastmove.core.position import Position
    from lastmove.games.sum import Component
    from lastmove.heaps.check import Rules
    from lastmove.sums.nimbers import NimberSearch, Node, Option

MOST = 50_000
"""Certificates that speak of more components are not written."""


def tame_certificate(position: Position, values: Callable[[Component], tuple[int, int]]) -> Tame:
    """The pairs (g+, g-) of all components below a tame position; ``values`` gives the pair of one."""
    walk = Walk(is_single_heap, cancel=False, most=inf, budget=Budget())
    walk.see(position)
    pairs = []
    for component in walk.found:  # it grows
        pairs.append(values(component))
        for _ in walk.options(component):
            look()
        if len(walk.found) > MOST:
            raise TooLarge(f"there are more than {MOST:,} components below")
    return Tame(tuple(pairs))


def grundy_certificate(search: NimberSearch, position: Position, move: Any) -> Grundy:
    """What a search knows of the values below a sum, as far as it shows who wins and that the move wins.

    Parameters
    ----------
    search
        A search that has decided the position, and whether the move wins.
    move
        The winning move of the answer, or ``None``.

    Raises
    ------
    TooLarge
        If it would be too long to be read.
    """
    writer = _Writer(search)
    roots = search.nodes(position)
    writer.show_sum(roots)
    if move is not None:
        after = search.nodes(position.after(move))
        for node in after:
            writer.show_value(node)
        writer.point_at(roots, after)
    writer.work()
    return Grundy(tuple(writer.entries(roots)), writer.tables())


class _Writer:
    """Finds out what has to be said of which component, and then says it in the order of the walk."""

    def __init__(self, search: NimberSearch) -> None:
        self._search = search
        self._exact: dict[Node, None] = {}
        self._differs: dict[Node, dict[int, int]] = {}
        self._pending: list[tuple[Node, int | None]] = []
        self._largest: dict[Rules, int] = {}

    def show_sum(self, roots: Option) -> None:
        """Show that a sum has its value; if the value of a component is not known, that the sum has not the value 0."""
        open_ = [node for node in roots if node.value is None]
        total = 0
        for node in roots:
            if node.value is not None:
                self.show_value(node)
                total ^= node.value
        for node in open_:  # at most one
            self.show_not(node, total)

    def point_at(self, roots: Option, after: Option) -> None:
        """Let the proof that the value of a root is not k point at the option that the winning move leads to."""
        for node, claims in self._differs.items():
            if node in roots:
                rest = {id(other) for other in roots if other is not node}
                for place, option in enumerate(self._options(node)):
                    if {id(each) for each in option} ^ rest == {id(each) for each in after}:
                        for value in claims:
                            claims[value] = place

    def show_value(self, node: Node) -> None:
        """Show the value of a component."""
        if self._is_known(node) or node in self._exact:
            return
        self._exact[node] = None
        self._pending.append((node, None))
        if len(self._exact) + len(self._differs) > MOST:
            raise TooLarge(f"a table of values would take more than {MOST:,} components, too many")

    def show_not(self, node: Node, value: int) -> None:
        """Show that the value of a component is another one."""
        if self._is_known(node) or node in self._exact:
            return
        if not node.attained >> value & 1:
            self.show_value(node)
        elif value not in self._differs.setdefault(node, {}):
            self._differs[node][value] = -1
            self._pending.append((node, value))

    def _is_known(self, node: Node) -> bool:
        """Whether the value needs no showing: Nim heaps, and heaps in a table, which then has to reach so far."""
        if node.by_table:
            rules = game_of(node.position)
            assert rules is not None
            self._largest[rules] = max(self._largest.get(rules, 0), *node.position.heaps)
        return node.by_table or type(node.position) is Nim

    def work(self) -> None:
        """Add what else must be shown, until nothing is missing."""
        while self._pending:
            node, value = self._pending.pop()
            if value is None:
                self._work_on_value(node)
            else:
                self._work_on_other(node, value)

    def _work_on_other(self, node: Node, value: int) -> None:
        """An option that has a value which the component therefore has not: the one pointed at, else the first."""
        chosen = self._differs[node][value]
        for place, option in enumerate(self._options(node)):
            if place == chosen or (chosen < 0 and _total(option) == value):
                self._differs[node][value] = place
                for child in option:
                    self.show_value(child)
                return

    def _work_on_value(self, node: Node) -> None:
        """An option for every smaller value; of the others, that they have not the value of the component."""
        if node.value is None:  # the search has seen it, but here it is another one
            kind = type(node.position).__name__
            raise TooLarge(f"a table of values cannot name positions of {kind}: those of equal content are not equal")
        missing = set(range(node.value))
        for option in self._options(node):
            total = _total(option)
            if total in missing:
                missing.remove(total)
                for child in option:
                    self.show_value(child)
            else:
                self._show_option_is_not(option, node.value)

    def _show_option_is_not(self, option: Option, value: int) -> None:
        """All components but one are shown with their values, that one not to have the value that is left for it."""
        last = next((child for child in option if child.value is None), None)
        if last is None:
            last = next((child for child in option if not self._is_known(child)), None)
        for child in option:
            if child is not last:
                self.show_value(child)
                assert child.value is not None
                value ^= child.value
        if last is not None:
            self.show_not(last, value)

    def _options(self, node: Node) -> Iterator[Option]:
        for move in node.position.moves():
            look()
            yield self._search.nodes(node.position.after(move), node.around)

    def entries(self, roots: Option) -> Iterator[int | tuple[tuple[int, int], ...]]:
        """What is said of each component, in the order of the walk."""
        found: dict[Node, None] = {}
        order: list[Node] = []

        def see(nodes: Option) -> None:
            for node in nodes:
                if not self._is_known(node) and node not in found:
                    found[node] = None
                    order.append(node)

        see(roots)
        for node in order:
            if node in self._exact:
                assert node.value is not None
                yield node.value
                for option in self._options(node):
                    see(option)
                continue
            claims = sorted(self._differs[node].items(), key=lambda claim: claim[1])
            yield tuple(claims)
            chosen = {place for _, place in claims}
            for place, option in enumerate(self._options(node)):
                if place in chosen:
                    see(option)

    def tables(self) -> tuple[HeapTable, ...]:
        """A table for each heap game that was met, with its period where a heap is beyond what proves that."""
        return tuple(_table(rules, largest) for rules, largest in self._largest.items())


def _total(option: Option) -> int | None:
    """The nim-sum of a sum of components, if all values are known."""
    total = 0
    for node in option:
        if node.value is None:
            return None
        total ^= node.value
    return total


def _table(rules: Rules, largest: int) -> HeapTable:
    meter = current_meter() or Meter()
    if largest <= SMALL:
        return HeapTable.of(rules, listed_table(rules).listed(largest, meter)[: largest + 1], None)
    table = table_of(rules)
    table.grow(largest, meter)
    proof = table.period
    size = largest + 1 if proof is None else min(largest + 1, proof.needed)
    if size > LONGEST:
        raise TooLarge(f"a table of more than {LONGEST:,} heaps would be needed, too many")
    return HeapTable.of(rules, table.values(size - 1, meter).tolist(), None if largest < size else proof)
