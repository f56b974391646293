"""Sums in normal play: who wins them, every winning move, and of all the values found those that the proof needs.

All components are worked out where that is little work, else as much as the question needs. A certificate says of a
component its value, or that it has not the one that would make the sum lost.
"""

from __future__ import annotations

from functools import partial, reduce
from itertools import chain, dropwhile, takewhile, zip_longest
from operator import xor
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import LimitReached, TooLarge, show
from lastmove.core.language import Phrase
from lastmove.core.limits import Meter, current_meter, look, watched
from lastmove.core.position import components_of
from lastmove.games.edge_nimg import EdgeNimG
from lastmove.games.moves import LowerHeap, PartMove, Split
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal, partitions
from lastmove.games.sum import Sum
from lastmove.heaps import SMALL_HEAP
from lastmove.heaps.check import LONGEST, HeapTable, game_of
from lastmove.heaps.values import listed_table, table_of
from lastmove.sums import LARGE_HEAP, SMALL_SUM
from lastmove.sums.check import MOST_WRITTEN, Grundy
from lastmove.sums.edge_values import values_by_rule
from lastmove.sums.edge_values_check import RULE
from lastmove.sums.geography import lost_board
from lastmove.sums.geography_check import MOST_MATCHED, GrundyMatchings, LostBoard
from lastmove.sums.nimbers import ComponentNode, GrundySearch, NimberSearch, NotSpecial
from lastmove.theorems.statement import MoveRange, Verdict

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from lastmove.core.position import Move, Position
    from lastmove.heaps.check import Rules
    from lastmove.sums.nimbers import Option


class SumPiece(NamedTuple):
    """A position that is no sum, and the places in the sums around it that lead to it."""

    path: tuple[int, ...]
    position: Position

    @property
    def place(self) -> Hashable:
        """What its components are filed with: see :func:`lastmove.games.sum.filed_components`."""
        place: Hashable = ()
        for part in self.path:
            place = place, part
        return place

    def whole_move(self, move: Move) -> Move:
        """A move in this piece as a move in the whole sum."""
        for part in reversed(self.path):
            move = PartMove(part, move)
        return move


def pieces(position: Position, path: tuple[int, ...] = ()) -> Iterator[SumPiece]:
    """The pieces of a sum, sums within sums taken apart: special games are not closed under sums."""
    if isinstance(position, Sum):
        for number, part in enumerate(position.parts):
            yield from pieces(part, (*path, number))
    else:
        yield SumPiece(path, position)


def sum_verdict(position: Position, meter: Meter, *, small: int = SMALL_SUM) -> Verdict:
    """Who wins a sum of components in normal play, a winning move, and the evidence.

    Parameters
    ----------
    position
        Any position; sums, heaps and games with ``components()`` are taken apart.
    meter
        What may be spent.
    small
        How many components may be looked at to find all values. Beyond that, all values but one are worked out, and
        whether the last makes the nim-sum 0.
    """
    values = _SumValues(position, meter)
    values.try_all(small)
    wins = not values.search.sum_has_value(values.all, 0)
    first = next(values.winning(values.guaranteed()), None) if wins else None
    move = first and first.make(first.least)
    return Verdict(
        wins,
        move,
        values.listed(),
        lambda: values.winning(values.pieces) if wins else iter(()),
        certificate=lambda: grundy_certificate(values.search, position, move),
    )


class _SumValues:
    """What is known of the values of the components of a sum."""

    def __init__(self, position: Position, meter: Meter) -> None:
        self.search = NimberSearch(meter)
        self.pieces = list(pieces(position))
        self.of = {piece.path: self.search.nodes(piece.position, piece.place) for piece in self.pieces}

    def try_all(self, most: int) -> None:
        """Work out every value, if that takes no more than so many components; what is found out is kept."""
        meter = self.search.meter
        part = self.search.meter = meter.part(most)
        try:
            for node in self.all:
                self.search.exact(node)
        except LimitReached:
            pass
        finally:
            self.search.meter = meter
        meter.spend(part.positions)

    @property
    def all(self) -> tuple[ComponentNode, ...]:
        return tuple(chain.from_iterable(self.of.values()))

    def listed(self) -> str:
        """The values, for people; where one was not needed exactly, what it is not; that equal ones were left out."""
        known = [node.value for node in self.all if node.value is not None]
        cancelled = sum(len(components_of(piece.position)) for piece in self.pieces) > len(self.all)
        if not self.all:
            paired = "every component has an equal one, and two equal ones cancel"
            return Phrase(paired) if cancelled else Phrase("nothing is left")
        note = Phrase(" (equal components cancel)") if cancelled else ""
        if any(node.by_rule for node in self.all):
            notes = ["equal components cancel"] * cancelled + [f"those of Edge NimG by {RULE}"]
            note = f" ({', '.join(notes)})"
        if not known:
            return Phrase("the value is not 0{note}", note=note)
        shown = ", ".join(map(show, known[:8])) + (", ..." if len(known) > 8 else "")
        if len(known) == len(self.all) == 1:
            return Phrase("the value is {value}{note}", value=shown, note=note)
        total = show(reduce(xor, known))
        rest = "" if len(known) == len(self.all) else Phrase(", and one that is not {sum}", sum=total)
        return Phrase(
            "the values are {values}, with nim-sum {sum}{rest}{note}", values=shown, sum=total, rest=rest, note=note
        )

    def guaranteed(self) -> list[SumPiece]:
        """A piece in which some move must make the nim-sum 0.

        A component whose value is not known has an option with the value that was asked for. If all are known, a move
        in a component with the leftmost 1 of the nim-sum will do.
        """
        total = reduce(xor, (node.value or 0 for node in self.all), 0)
        known = all(node.value is not None for node in self.all)
        for piece in self.pieces:
            for node in self.of[piece.path]:
                if node.value is None or (known and node.value ^ total < node.value):
                    return [piece]
        return self.pieces

    def winning(self, among: list[SumPiece]) -> Iterator[MoveRange]:
        """Every move in some pieces after which the nim-sum is 0."""
        for piece in watched(among, 1):
            others = [node for path, nodes in self.of.items() if path != piece.path for node in nodes]
            rest = reduce(xor, map(self.search.exact, others), 0)
            if type(piece.position) is Nim:
                yield from _nim_moves(piece, piece.position.heaps, rest)
                continue
            if type(piece.position) is EdgeNimG and (found := values_by_rule(piece.position)) is not None:
                yield from (_along_edge(piece, *each) for each in found.moves_to(rest))
                continue
            for move in _moves(piece.position):
                self.search.meter.tick()
                after = self.search.nodes(piece.position.after(move), piece.place)
                if self.search.sum_has_value(after, rest):
                    yield MoveRange.single(piece.whole_move(move))


def _moves(position: Position) -> Iterable[Any]:
    """The moves of a position; in large heaps those that take different numbers of tokens by turns.

    By the period, if some split of a heap wins, then one that leaves a small heap does. But that may be so for one
    number of tokens taken only, and the splits after taking another number may be more than anyone can look at. Where
    any number may be taken, small heaps that are left come first.
    """
    if type(position) is not Octal or max(position.heaps, default=0) < LARGE_HEAP:
        return position.moves()
    endless = bool(position.rule.cycle)
    ways: list[Iterable[Split]] = [
        map(partial(Split, number), partitions(heap - taken, count))
        for number, heap in enumerate(position.heaps)
        for taken, digit in takewhile(lambda way: not endless or way[0] < LARGE_HEAP, position.rule.up_to(heap))
        for count in range(digit.bit_length())
        if digit >> count & 1
    ]
    if endless:
        ways += [_small_rests(position, number) for number in range(len(position.heaps))]
    turns = (move for turn in zip_longest(*ways) for move in turn if move is not None)
    return chain(turns, _far_splits(position)) if endless else turns


def _small_rests(position: Octal, number: int) -> Iterator[Split]:
    """The moves in a heap that take many tokens and leave one heap, the smallest first."""
    heap, rule = position.heaps[number], position.rule
    again = any(digit & 2 for digit in rule.cycle)  # else only the first digits may leave a heap
    for left in range(1 if again else max(1, heap - len(rule.digits) + 1), heap - LARGE_HEAP + 1):
        if rule.digit(heap - left) & 2:
            yield Split(number, (left,))


def _far_splits(position: Octal) -> Iterator[Split]:
    """The moves that take many tokens and leave nothing, or more than one heap."""
    for number, heap in enumerate(position.heaps):
        for taken, digit in dropwhile(lambda way: way[0] < LARGE_HEAP, position.rule.up_to(heap)):
            for count in range(digit.bit_length()):
                if digit >> count & 1 and count != 1:
                    yield from map(partial(Split, number), partitions(heap - taken, count))


def _nim_moves(piece: SumPiece, heaps: tuple[int, ...], rest: int) -> Iterator[MoveRange]:
    total = reduce(xor, heaps, rest)
    for number, heap in enumerate(watched(heaps)):
        if heap ^ total < heap:
            yield MoveRange.single(piece.whole_move(LowerHeap(number, heap ^ total)))


def _along_edge(piece: SumPiece, edge: int, _: int, least: int, most: int) -> MoveRange:
    board: Any = piece.position
    return MoveRange(lambda left: piece.whole_move(board.move_along(edge, left)), least, most)


def violation_of(position: Position, meter: Meter) -> Position | None:
    """A position below the components that has the value 0, a move, and no option of value 1; ``None`` if none has."""
    try:
        for piece in pieces(position):
            search = GrundySearch(meter, stop=True)
            for component in components_of(piece.position):
                search.value(component)
    except NotSpecial as found:
        return found.position
    return None


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
    writer = _GrundyWriter(search)
    roots = search.nodes(position)
    writer.show_sum(roots)
    if move is not None:
        after = search.nodes(position.after(move))
        for node in after:
            writer.show_value(node)
        writer.point_at(roots, after)
    writer.work()
    shown = tuple(writer.entries(roots)), writer.tables(), writer.rule
    return GrundyMatchings(*shown, tuple(writer.lost)) if writer.lost else Grundy(*shown)


class _GrundyWriter:
    """Finds out what has to be said of which component, and then says it in the order of the walk."""

    def __init__(self, search: NimberSearch) -> None:
        self._search = search
        self._exact: dict[ComponentNode, None] = {}
        self._differs: dict[ComponentNode, dict[int, int]] = {}
        self._pending: list[tuple[ComponentNode, int | None]] = []
        self._largest: dict[Rules, int] = {}
        self.lost: list[LostBoard] = []
        self._matched = 0
        self.rule = ""

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

    def show_value(self, node: ComponentNode) -> None:
        """Show the value of a component."""
        if self._is_known(node) or node in self._exact:
            return
        self._exact[node] = None
        if not node.by_matching:
            self._pending.append((node, None))
        if len(self._exact) + len(self._differs) > MOST_WRITTEN:
            raise TooLarge(f"a table of values would take more than {MOST_WRITTEN:,} components, too many")

    def show_not(self, node: ComponentNode, value: int) -> None:
        """Show that the value of a component is another one."""
        if self._is_known(node) or node in self._exact:
            return
        if value not in node.attained:
            self.show_value(node)
        elif value not in self._differs.setdefault(node, {}):
            self._differs[node][value] = -1
            self._pending.append((node, value))

    def _is_known(self, node: ComponentNode) -> bool:
        """Whether the value needs no showing: Nim heaps, heaps in a table, which then has to reach so far, and LM54."""
        if node.by_rule:
            self.rule = RULE
        if node.by_table:
            rules = game_of(node.position)
            assert rules is not None
            self._largest[rules] = max(self._largest.get(rules, 0), *node.position.heaps)
        return node.by_table or node.by_rule or type(node.position) is Nim

    def work(self) -> None:
        """Add what else must be shown, until nothing is missing."""
        while self._pending:
            node, value = self._pending.pop()
            if value is None:
                self._work_on_value(node)
            else:
                self._work_on_other(node, value)

    def _work_on_other(self, node: ComponentNode, value: int) -> None:
        """An option that has a value which the component therefore has not: the one pointed at, else the first."""
        chosen = self._differs[node][value]
        for place, option in enumerate(self._options(node)):
            if place == chosen or (chosen < 0 and _total(option) == value):
                self._differs[node][value] = place
                for child in option:
                    self.show_value(child)
                return

    def _work_on_value(self, node: ComponentNode) -> None:
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

    def _options(self, node: ComponentNode) -> Iterator[Option]:
        for move in node.position.moves():
            look()
            yield self._search.nodes(node.position.after(move), node.around)

    def entries(self, roots: Option) -> Iterator[int | tuple[tuple[int, int], ...]]:
        """What is said of each component, in the order of the walk."""
        found: dict[ComponentNode, None] = {}
        order: list[ComponentNode] = []

        def see(nodes: Option) -> None:
            for node in nodes:
                if not self._is_known(node) and node not in found:
                    found[node] = None
                    order.append(node)

        see(roots)
        for place, node in enumerate(order):  # it grows
            if node in self._exact:
                assert node.value is not None
                yield node.value
                if node.by_matching:
                    self._matched += node.position.graph.n
                    if self._matched > MOST_MATCHED:
                        raise TooLarge(f"matchings of more than {MOST_MATCHED:,} vertices would be needed, too many")
                    self.lost.append(lost_board(place, node.position))
                    continue
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
    if largest <= SMALL_HEAP:
        return HeapTable.of(rules, listed_table(rules).listed(largest, meter)[: largest + 1], None)
    table = table_of(rules)
    table.grow(largest, meter)
    proof = table.period
    size = largest + 1 if proof is None else min(largest + 1, proof.needed)
    if size > LONGEST:
        raise TooLarge(f"a table of more than {LONGEST:,} heaps would be needed, too many")
    return HeapTable.of(rules, table.values(size - 1, meter).tolist(), None if largest < size else proof)
