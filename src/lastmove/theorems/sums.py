"""Sums: by Grundy values in normal play; in misère play where the components are special, tame or have a quotient.

Special games are those of Holshouser and Reiter; tame games those of Conway, by the genus of the components; misère
quotients those of Plambeck and Siegel, where a sum is multiplied out in a finite monoid.
"""

from __future__ import annotations

from functools import cache, partial, reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached, show
from lastmove.core.language import Phrase
from lastmove.core.limits import Meter, current_meter, watched
from lastmove.core.optional import is_there
from lastmove.core.play import Play
from lastmove.core.position import components_of
from lastmove.games.base import Game
from lastmove.games.deletion import DeletionGame
from lastmove.games.heap_rules import Heaps
from lastmove.games.moves import LowerHeap
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.vertex_geography import VertexGeography
from lastmove.search.own_games import OwnGames
from lastmove.sums.nimbers import GrundySearch, NotSpecial
from lastmove.sums.normal import SumPiece, pieces, sum_verdict
from lastmove.sums.tame import Pair, SpecialSearches, TameSearch, Wild, added, tame_certificate, wild_heaps
from lastmove.theorems.ideas import WORTH_NIM_HEAPS
from lastmove.theorems.papers import BURKE_FERLAND_TENG, CONWAY, FERGUSON, GRUNDY, HR, PLAMBECK_SIEGEL, SPRAGUE
from lastmove.theorems.statement import Cost, Kind, MoveRange, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from lastmove.core.position import Position
    from lastmove.games.sum import Component
    from lastmove.quotients.sums import HeapQuotient, KeptQuotients


LONG_ROW, LONG_SPLIT = 1_000_000, 5_000
"""Larger heaps are left to other methods; the second is for games whose moves split heaps."""
SMALL = 40
"""Heaps up to this size are looked at before larger ones."""
VERY_FEW = 2_000
"""A game of one's own with no more positions is decided by values in normal play, though a search takes less."""


def _is_soon_searched(position: Position, play: Play, meter: Meter, more_than: int = 0) -> bool:
    """Whether this is a game of one's own with few positions: the search knows them now, and nothing is faster.

    Values of a game with very few, not ``more_than`` this, take no time, and say more.
    """
    if isinstance(position, Game | Heaps):
        return False
    search = OwnGames.under(meter, play)
    return not (more_than and search.soon(position, meter, more_than) is not None) and (
        search.soon(position, meter) is not None
    )


class TameSums(Theorem):
    """Tame games. A sum of tame games in misère play is as easy as Nim.

    Write g+ and g- for the Grundy values in normal and in misère play. A game is tame if in each of its positions they
    are equal (the position is firm) or are 0 and 1, or 1 and 0 (fickle). Then a sum with a firm component is P iff the
    nim-sum of the g+ is 0, and a sum of fickle components iff it is 1. Every special game is tame.

    *Proof.* A sum that is over has fickle components with nim-sum 0, and is rightly N. A move changes g+ and g- of its
    component. From what is called P no move leads to such again: the nim-sum changes, so the move must change whether
    a firm component is left, and then its component has an option with its own g-. From any other position with a move
    one leads there: if all are fickle, a component with a move has an option in which g+ (if it is 1) or g- (if that is
    1) becomes 0, and that option is fickle, for it would share the other value were it firm. If some are firm, play as
    in Nim; if that leaves no firm component, the one moved in, of value k, was the only one, the others have a nim-sum
    r < k, and an option with g- = r wins.
    """

    cost = Cost.CLOSURE
    statement = Statement(
        paper=CONWAY,
        number="tame",
        title="Sums of tame games, misère play",
        text=(
            "In a sum of tame games (in every position below a component the normal and misère Grundy values are "
            "equal, or are 0 and 1 in some order): if they differ in every component, the sum is P if and only if the "
            "nim-sum of the normal values is 1, otherwise if and only if it is 0."
        ),
        idea=(
            "Play as in normal play and leave the nim-sum of the values 0, until your move would leave only parts that "
            "are worth heaps of 0 or 1. Then leave an odd number of parts of value 1."
        ),
        kind=Kind.THEOREM,
        games=("sum", "octal", "subtraction"),
        plays=(Play.MISERE,),
        condition="every position below each component tame",
        verified="random sums of two or three small games",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        search = TameSearch.under(meter)
        parts = list(pieces(position))
        if any(_is_wild(piece.position, meter) for piece in parts):
            return None
        if any(map(_is_huge, parts)):
            return None  # a quotient with a period may know these heaps; here every one below would be gone through
        try:
            values = {piece.path: search.pair(piece.position, piece.place) for piece in parts}
        except Wild:
            return None
        whole = added(values.values())
        wins = whole.misere != 0

        def winning() -> Iterator[MoveRange]:
            return winning_moves(parts, values, lambda at, after: search.pair(after, at.place)) if wins else iter(())

        first = next(winning(), None)
        shown = ", ".join(show(pair.normal) for pair in list(values.values())[:8]) + (", ..." * (len(values) > 8))
        why = Phrase(
            "every part is tame, the values are {values} with nim-sum {sum}, and {kind}",
            values=shown,
            sum=show(whole.normal),
            kind=Phrase(
                "every part counts like heaps of 0 or 1" if whole.fickle else "some part counts like heaps above 1"
            ),
        )

        def both(component: Component) -> tuple[int, int]:
            pair = search.pair(component.position, component.place)
            return pair.normal, pair.misere

        move = first and first.make(first.least)
        return Verdict(wins, move, why, winning, certificate=lambda: tame_certificate(position, both))


def _is_huge(piece: SumPiece) -> bool:
    """Whether there are too many heaps below to go through them one by one."""
    position: Any = piece.position
    if type(position) is Octal:
        return max(position.heaps, default=0) > (LONG_ROW if position.rule.most_heaps < 2 else LONG_SPLIT)
    return type(position) is Subtraction and max(position.heaps, default=0) > LONG_ROW


def _is_wild(position: Position, meter: Meter) -> bool:
    """Whether a small heap of an octal game, up to the largest of the position, is wild; most games show it soon."""
    return type(position) is Octal and wild_heaps(position.rule).is_wild(
        min(SMALL, max(position.heaps, default=0)), meter
    )


def _comes_to_all(position: Position) -> bool:
    """Whether play comes from a heap of an octal game to every smaller one, for a single token may be taken of it."""
    return type(position) is Octal and bool(position.rule.digit(1) & 2)


def winning_moves(
    parts: list[SumPiece], values: Mapping[tuple[int, ...], Pair], after: Callable[[SumPiece, Position], Pair]
) -> Iterator[MoveRange]:
    """Every move to a sum whose misère value is 0, from the values of the parts and those after a move in one."""
    for piece in watched(parts, 1):
        rest = added(pair for path, pair in values.items() if path != piece.path)
        if type(piece.position) is Nim:
            yield from _nim_moves(piece, piece.position.heaps, rest)
            continue
        for move in watched(piece.position.moves(), 1):
            if added((rest, after(piece, piece.position.after(move)))).misere == 0:
                yield MoveRange.single(piece.whole_move(move))


def _nim_moves(piece: SumPiece, heaps: tuple[int, ...], rest: Pair) -> Iterator[MoveRange]:
    """In a Nim heap only one value can win: the nim-sum of the rest, or its neighbour ``^ 1``."""
    total_of_all, big = reduce(xor, heaps, rest.normal), sum(heap > 1 for heap in heaps)
    for number, heap in enumerate(watched(heaps)):
        total, big_elsewhere = total_of_all ^ heap, big > (heap > 1)
        for left in (total, total ^ 1):
            fickle = rest.fickle and not big_elsewhere and left <= 1
            if left < heap and Pair(total ^ left, fickle).misere == 0:
                yield MoveRange.single(piece.whole_move(LowerHeap(number, left)))


LARGE = 20_000
"""With more positions than this below the components, they are not looked at to find out whether they are special."""


class SpecialValues:
    """The Grundy values of the components of a sum of special games; the components of a piece share one search.

    Raises NotSpecial if one of them is not special.
    """

    def __init__(self, position: Position, meter: Meter) -> None:
        self.pieces = list(pieces(position))
        self._searches = {piece.path: GrundySearch(meter, stop=True) for piece in self.pieces}
        self._at = {piece.place: self._searches[piece.path] for piece in self.pieces}
        SpecialSearches.under(meter).searches.update(self._at)
        self.of = {piece.path: self.components(piece.path, piece.position) for piece in self.pieces}

    def components(self, path: tuple[int, ...], position: Position) -> list[int]:
        """The Grundy values of the components of ``position``, which stands at ``path``."""
        if type(position) is Nim:
            return list(position.heaps)
        return [self._searches[path].value(part) for part in components_of(position)]

    def both(self, component: Component) -> tuple[int, int]:
        """g+ and g- of a component below: of a special one g- is g+, but with 0 and 1 exchanged."""
        meter = current_meter() or Meter()
        search = self._at.setdefault(component.place, GrundySearch(meter))
        plus = search.value(component.position, meter)
        return plus, plus ^ 1 if plus <= 1 else plus

    def all(self) -> list[int]:
        """The Grundy values of all components."""
        return [value for values in self.of.values() for value in values]

    def said_special(self) -> str:
        """What was looked at to see that every component is special, in words."""
        searches = self._searches.values()
        zeros = sum(search.zeros for search in searches)
        witness = next((search.witness for search in searches if search.witness), None)
        count = sum(search.positions for search in searches)
        said = f"every component is special: of {count:,} positions below (Nim aside) those with the value 0 and a move"
        if witness is None:
            return f"{said}, none, have an option of value 1"
        return f"{said}, {zeros:,}, have an option of value 1, as {show(witness[0])} has {show(witness[1])}"

    def winning(self) -> Iterator[MoveRange]:
        """Every move after which the values are balanced."""
        pairs = {path: _pair(values) for path, values in self.of.items()}
        return winning_moves(self.pieces, pairs, lambda at, after: _pair(self.components(at.path, after)))


def _pair(values: Iterable[int]) -> Pair:
    """The values of a sum of special games: one is fickle if its value is 0 or 1."""
    return added(Pair(value, value <= 1) for value in values)


def _listed(values: list[int]) -> str:
    shown = ", ".join(map(show, values[:8]))
    return shown + (", ..." if len(values) > 8 else "")


class NormalSums(Theorem):
    """Section 1. A sum in normal play: P iff the nim-sum of the Grundy values of its components is 0."""

    cost = Cost.CLOSURE
    statement = Statement(
        paper=HR,
        number="1",
        title="Sums, normal play",
        known_as="Sprague-Grundy theorem",
        due_to=(SPRAGUE, GRUNDY),
        text=(
            "A sum is P if and only if the nim-sum of the Grundy values of its components is 0; "
            "otherwise there is a winning move in a component whose value has the leftmost 1 of the nim-sum."
        ),
        idea=WORTH_NIM_HEAPS,
        kind=Kind.THEOREM,
        games=("sum", "octal", "subtraction"),
        plays=(Play.NORMAL,),
        condition="at least two components, or a game of heaps",
        verified="random sums of two or three small games",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:
        heaps = isinstance(position, Octal | Subtraction)
        if not heaps and isinstance(position, Game) and not _falls_apart(position):
            return None  # no sum; a game that is not registered may fall apart later
        if _is_soon_searched(position, play, meter, more_than=VERY_FEW):
            return None
        return sum_verdict(position, meter)


class GeographySums(Theorem):
    """Degree 3. A sum of boards of undirected Vertex Geography of degree at most 3 in normal play is polynomial.

    A vertex that the token has come to has at most two neighbours left, so its value is at most 2. Whether it is 0, a
    matching says. It is 1 if two neighbours lead to the value 0, or only one; if of two just one does, it is 2 or 1
    as the other leads to the value 1 or not: a single chain of such questions, and no vertex comes twice.
    """

    cost = Cost.POWER
    statement = Statement(
        paper=BURKE_FERLAND_TENG,
        number="degree 3",
        title="Sums of undirected Vertex Geography of degree at most 3, normal play",
        text=(
            "Where every vertex but the token's has at most three neighbours, the Grundy value of undirected Vertex "
            "Geography follows from questions whether some maximum matching leaves out a vertex, at most 2n for each "
            "neighbour of the token; a sum is P if and only if the nim-sum of the values is 0."
        ),
        idea=WORTH_NIM_HEAPS,
        kind=Kind.THEOREM,
        games=("sum",),
        plays=(Play.NORMAL,),
        condition="each part is Nim or such a board of Vertex Geography, at least one a board",
        verified="all graphs on up to 6 vertices of that degree and random larger ones, every start",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        parts = [piece.position for piece in pieces(position)]
        boards = [part for part in parts if type(part) is not Nim]
        return sum_verdict(position, meter) if boards and all(map(_is_of_degree_three, boards)) else None


def _is_of_degree_three(part: Any) -> bool:
    """Whether this is undirected Vertex Geography, and every vertex but the token's has at most three neighbours."""
    if type(part) is not VertexGeography or part.board.directed:
        return False
    graph = part.graph
    token = graph.index(part.start)
    return all(len({*near} - {u}) <= 3 for u, near in enumerate(graph.neighbours) if u != token)


class SpecialSums(Theorem):
    """Problem 1. A sum of special games in misère play.

    A game is special if every non-terminal position of value 0 has an option of value 1. Special is not closed under
    sums (two Nim heaps of 2 are not special), so nested sums are taken apart first. On games that are not special the
    rule is often wrong, so the property is tested on every position below every component. The evidence are the values
    g+ and g-: of a special position the two are equal, or 0 and 1 in some order, so the game is tame.
    """

    cost = Cost.CLOSURE
    statement = Statement(
        paper=HR,
        number="Problem 1",
        title="Sums of special games, misère play",
        due_to=(FERGUSON,),
        text=(
            "In a sum of special games (every non-terminal position of Grundy value 0 has an option "
            "of value 1): if all "
            "values are 0 or 1, it is P if and only if their nim-sum is 1, otherwise if and only if it is 0."
        ),
        idea=(
            "Play as in normal play and leave the nim-sum of the values 0, until your move would leave only parts of "
            "value 0 and 1. Then leave an odd number of parts of value 1."
        ),
        kind=Kind.THEOREM,
        games=("sum", "octal", "subtraction"),
        plays=(Play.MISERE,),
        condition="at least two components, every position below each of them special",
        verified="random sums of two or three small special games",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if _components(position) < 2:
            return None
        if any(_comes_to_all(piece.position) and _is_wild(piece.position, meter) for piece in pieces(position)):
            return None  # what is special is tame
        budget = meter.part(LARGE)
        try:
            values = SpecialValues(position, budget)
        except (LimitReached, NotSpecial) as stop:
            found = stop.position if isinstance(stop, NotSpecial) else None
            SpecialSearches.under(meter).violations[position] = found
            return None  # special games are tame, and that is found out component by component
        finally:
            meter.spend(budget.positions)
        wins = _pair(values.all()).misere != 0
        first = next(values.winning(), None) if wins else None
        total = reduce(xor, values.all(), 0)
        shown = {"values": _listed(values.all()), "sum": show(total), "special": values.said_special()}
        why = Phrase("the values are {values}, with nim-sum {sum}, and {special}", **shown)
        move = first and first.make(first.least)
        evidence = partial(tame_certificate, position, values.both)
        return Verdict(wins, move, why, values.winning, certificate=evidence)


def _components(position: Position) -> int:
    """How many components a position has."""
    return sum(len(components_of(piece.position)) for piece in pieces(position))


def _falls_apart(position: Game) -> bool:
    """Whether a position has several components, or will have: a move of a deletion game may take its board apart."""
    return isinstance(position, DeletionGame) or _components(position) > 1


SPECIAL = Statement(
    paper=HR,
    number="special",
    title="Special games",
    text="A game is special if every position of Grundy value 0 is terminal or has an option of value 1.",
    kind=Kind.DEFINITION,
    games=("sum",),
)


FEW_STEPS = 10_000
"""So many steps are spent to find a quotient, before the next method is tried."""
MOST_ELEMENTS = 200
"""A quotient that grows beyond this is given up."""


class Quotients(Theorem):
    """Misère quotients. Sums that no sum tells apart are one element of a monoid, which is often finite.

    Take all sums of the components and of what play makes of them. Two are alike if beside every third one they have
    the same outcome. Sums of alike ones are alike; so the classes form a commutative monoid, and whether a sum is P
    depends on its class only. If there are finitely many, a sum of any number of components is decided by multiplying.

    Of a heap game all heaps can be had at once. Let a move take at most d tokens and leave at most two heaps, and
    let the heaps n and n + p have the same element for n0 <= n < 2 n0 + p + d. Then they have for all n >= n0.

    *Proof of the second part.* Let n be at least 2 n0 + p + d, and let it hold below n. The larger heap of an option
    of n + p is at least n0 + p, that of an option of n at least n0; so the options of both lead to the same
    elements. An atom whose options are those of another one can have its element: a move from lost to lost, or a won
    sum without a move to a lost one, would be there for the other atom as well.
    """

    cost = Cost.CLOSURE
    statement = Statement(
        paper=PLAMBECK_SIEGEL,
        number="quotients",
        title="Misère quotients",
        text=(
            "The sums of positions of a closed set, two of them equal if they have the same misère outcome beside "
            "every third one, form a commutative monoid: the misère quotient. A sum is P if and only if the product "
            "of the elements of its components is an element of P-positions. In a heap game whose moves take at most "
            "d tokens and leave at most two heaps, the elements of all heaps from n0 on have the period p if those of "
            "the heaps n0 to 2 n0 + p + d - 1 do."
        ),
        idea="Look up each heap in the table of the quotient, and multiply. Leave a product that is marked as lost.",
        kind=Kind.THEOREM,
        games=("sum", "octal", "subtraction"),
        plays=(Play.MISERE,),
        condition=f"a quotient of at most {MOST_ELEMENTS} elements, found within {FEW_STEPS:,} steps",
        verified="random sums of two or three small games",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:
        if not is_there("numpy"):  # quotients are made of arrays; without, such sums are searched
            return None
        if _is_soon_searched(position, play, meter):
            return None
        from lastmove.quotients.sums import winning_moves

        found = _kept_quotients().of(position, meter)
        if found is None:
            return None
        parts = list(pieces(position))
        wins = not found.quotient.lost[found.element(position)]

        def winning() -> Iterator[MoveRange]:
            return winning_moves(found, parts) if wins else iter(())

        first = next(winning(), None)
        move = first and first.make(first.least)
        return Verdict(wins, move, _why(found, wins), winning, certificate=found.certificate)


@cache
def _kept_quotients() -> KeptQuotients:
    from lastmove.quotients.sums import KeptQuotients

    return KeptQuotients(most=MOST_ELEMENTS, steps=FEW_STEPS)


def _why(found: HeapQuotient, wins: bool) -> str:
    order, lost = found.quotient.order, int(found.quotient.lost.sum())
    said = f"a misère quotient of {order} elements, {lost} of them P, is right about everything below"
    for name, preperiod, period in found.periods():
        said += f", the heaps of {name} repeat from {preperiod} on with the period {period}"
    return f"{said}, and the components multiply to an element that is {'N' if wins else 'P'}"


DECIDERS: tuple[Theorem, ...] = (GeographySums(), NormalSums(), SpecialSums(), TameSums(), Quotients())
STATEMENTS: tuple[Statement, ...] = (
    GeographySums.statement,
    NormalSums.statement,
    SPECIAL,
    SpecialSums.statement,
    TameSums.statement,
    Quotients.statement,
)
