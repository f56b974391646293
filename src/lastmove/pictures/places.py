"""Where the parts of a graph's picture go: its nodes in pixels, and the curves of its edges.

Edges are bent where several join the same nodes, and cut off at the borders of the nodes. Names, badges and loops go
where the fewest other things are; numbers and names are made short enough to stand in a picture.
"""

from __future__ import annotations

import unicodedata
from array import array
from collections import defaultdict
from dataclasses import dataclass, field
from math import atan2, ceil, cos, floor, hypot, log10, pi, sin
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import look, watched
from lastmove.core.play import Outcome
from lastmove.pictures.layout import graph_layout
from lastmove.pictures.marks import ranges
from lastmove.pictures.scene import STYLES, text_width
from lastmove.pictures.stress_plain import crosses_itself

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lastmove.core.view import GraphView
    from lastmove.pictures.marks import Marks

_CELL = 32.0
_STEP = 7.0
_MOST_STEPS = 2000
"""On a longer curve, which only places that people chose can make, the steps are longer."""
_EMPTY = array("d")


class Clutter:
    """What is drawn already, as points with a weight."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], array[float]] = defaultdict(_EMPTY.__copy__)  # x, y, weight, x, ...

    def add(self, x: float, y: float, weight: float = 1.0) -> None:
        """Something small at a point."""
        self._cells[floor(x / _CELL), floor(y / _CELL)].extend((x, y, weight))

    def add_curve(self, curve: Cubic) -> None:
        """A curve."""
        from math import hypot

        length = hypot(curve[3][0] - curve[0][0], curve[3][1] - curve[0][1])
        steps = min(_MOST_STEPS, max(6, int(length / _STEP)))
        look()
        for step in range(steps + 1):
            self.add(*point_on(curve, step / steps))

    def add_box(self, x: float, y: float, width: float, height: float, weight: float = 3.0) -> None:
        """A filled rectangle round (x, y)."""
        across, down = max(1, int(width / _STEP)), max(1, int(height / _STEP))
        for i in range(across + 1):
            for j in range(down + 1):
                self.add(x + width * (i / across - 0.5), y + height * (j / down - 0.5), weight)

    def add_capsule(self, spot: Spot) -> None:
        """A node."""
        across, down = max(1, int(2 * spot.wide / _STEP)), max(1, int(2 * spot.radius / _STEP))
        for i in range(across + 1):
            for j in range(down + 1):
                x, y = spot.x + spot.wide * (2 * i / across - 1), spot.y + spot.radius * (2 * j / down - 1)
                if spot.covers(x, y):
                    self.add(x, y, 3.0)

    def within(self, x: float, y: float, width: float, height: float) -> float:
        """How much lies in a rectangle round (x, y)."""
        left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
        total = 0.0
        for i in range(floor(left / _CELL), floor(right / _CELL) + 1):
            for j in range(floor(top / _CELL), floor(bottom / _CELL) + 1):
                cell = self._cells.get((i, j), _EMPTY)
                for a, b, weight in zip(cell[::3], cell[1::3], cell[2::3], strict=True):
                    if left <= a <= right and top <= b <= bottom:
                        total += weight
        return total

    def freest(
        self, places: Sequence[tuple[float, float]], width: float, height: float, *, reluctance: float = 0.2
    ) -> int:
        """Which of the places, the preferred ones first, has the least in a rectangle round it."""
        costs = [self.within(x, y, width, height) + reluctance * rank for rank, (x, y) in enumerate(places)]
        return costs.index(min(costs))


class NoClutter(Clutter):
    """For a plain picture: nothing is looked at, and everything goes where it would rather be."""

    def add(self, x: float, y: float, weight: float = 1.0) -> None:
        """Something small at a point."""

    def add_curve(self, curve: Cubic) -> None:
        """A curve."""

    def add_capsule(self, spot: Spot) -> None:
        """A node."""


Point = tuple[float, float]
Cubic = tuple[Point, Point, Point, Point]

TIP = 12.0
"""The length of an arrowhead."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node is drawn: a capsule of half-width ``wide`` and radius ``radius`` round (x, y)."""

    x: float
    y: float
    wide: float
    radius: float

    def covers(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point is inside the node, or nearer than ``margin``."""
        return self.gap(x, y) <= margin

    def gap(self, x: float, y: float) -> float:
        """The distance of a point from the border; negative inside."""
        flat = max(0.0, abs(x - self.x) - (self.wide - self.radius))
        return hypot(flat, y - self.y) - self.radius


def border(spot: Spot, angle: float, margin: float = 0.0) -> Point:
    """The point of the border, or ``margin`` outside it, in a direction."""
    low, high = 0.0, spot.wide + spot.radius + margin + 1
    for _ in range(30):
        middle = (low + high) / 2
        inside = spot.covers(spot.x + middle * cos(angle), spot.y + middle * sin(angle), margin)
        low, high = (middle, high) if inside else (low, middle)
    return spot.x + high * cos(angle), spot.y + high * sin(angle)


def bent_edge(tail: Spot, head: Spot, bend: float, room: float = 1.0) -> Cubic:
    """A curve from border to border whose middle lies ``bend`` to the left of the straight line."""
    dx, dy = head.x - tail.x, head.y - tail.y
    length = hypot(dx, dy) or 1.0
    over = (tail.x + head.x) / 2 + 2 * bend * dy / length, (tail.y + head.y) / 2 - 2 * bend * dx / length
    quadratic = ((tail.x, tail.y), over, (head.x, head.y))
    begin = _leaves(quadratic, tail, room)
    end = 1 - _leaves(quadratic[::-1], head, room)
    return _cubic(*_between(quadratic, begin, max(begin, end)))


def _leaves(curve: tuple[Point, Point, Point], spot: Spot, room: float) -> float:
    """The time at which a curve that begins in a node has left it."""
    low, high = 0.0, 0.5
    for _ in range(30):
        middle = (low + high) / 2
        x, y = _quadratic(curve, middle)
        low, high = (middle, high) if spot.covers(x, y, room) else (low, middle)
    return high


def _quadratic(curve: tuple[Point, Point, Point], t: float) -> Point:
    (x0, y0), (x1, y1), (x2, y2) = curve
    s = 1 - t
    return s * s * x0 + 2 * s * t * x1 + t * t * x2, s * s * y0 + 2 * s * t * y1 + t * t * y2


def _between(curve: tuple[Point, Point, Point], begin: float, end: float) -> tuple[Point, Point, Point]:
    """The piece of a quadratic curve between two times."""
    first, last = _quadratic(curve, begin), _quadratic(curve, end)
    (x0, y0), (x1, y1), (x2, y2) = curve
    middle = tuple(
        (1 - begin) * (1 - end) * a + (begin * (1 - end) + end * (1 - begin)) * b + begin * end * c
        for a, b, c in ((x0, x1, x2), (y0, y1, y2))
    )
    return first, (middle[0], middle[1]), last


def _cubic(p: Point, q: Point, r: Point) -> Cubic:
    def towards(a: Point, b: Point) -> Point:
        return a[0] + 2 * (b[0] - a[0]) / 3, a[1] + 2 * (b[1] - a[1]) / 3

    return p, towards(p, q), towards(r, q), r


def loop(spot: Spot, angle: float, size: float, spread: float = 0.45) -> Cubic:
    """A drop from the border and back, in a direction; ``spread`` is how far apart its feet are."""
    start, stop = border(spot, angle - spread, 1), border(spot, angle + spread, 1)
    reach = spot.radius + 1.35 * size
    aside = 0.58
    foot = border(spot, angle)
    far = hypot(foot[0] - spot.x, foot[1] - spot.y) - spot.radius + reach

    def handle(turn: float) -> Point:
        return spot.x + far * cos(angle + turn), spot.y + far * sin(angle + turn)

    return start, handle(-aside), handle(aside), stop


def point_on(curve: Cubic, t: float) -> Point:
    """The point of a curve at a time from 0 to 1."""
    s = 1 - t
    a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def arrow_tip(curve: Cubic, size: float = TIP) -> tuple[Cubic, tuple[Point, ...]]:
    """The curve cut short, and the triangle that ends it."""
    end = curve[3]
    t = 1.0
    for step in range(1, 80):
        t = 1 - step / 80
        x, y = point_on(curve, t)
        if hypot(x - end[0], y - end[1]) >= 0.8 * size:
            break
    base = point_on(curve, t)
    angle = atan2(end[1] - base[1], end[0] - base[0])
    wings = tuple(
        (end[0] - size * cos(angle + turn), end[1] - size * sin(angle + turn)) for turn in (pi / 7.2, -pi / 7.2)
    )
    return _shortened(curve, t), (end, *wings)


def _shortened(curve: Cubic, t: float) -> Cubic:
    """The piece of a cubic curve from 0 to t (de Casteljau)."""

    def mix(a: Point, b: Point) -> Point:
        return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])

    p, q, r, s = curve
    a, b, c = mix(p, q), mix(q, r), mix(r, s)
    d, e = mix(a, b), mix(b, c)
    return p, a, d, mix(d, e)


_LONGEST_NAME = 14


def short_number(value: int) -> str:
    """An integer, or its size if it has more than six digits.

    >>> short_number(-12), short_number(10**6), short_number(1234567890)
    ('-12', '1.00e6', '1.23e9')
    """
    if abs(value) < 1_000_000:
        return str(value)
    if value.bit_length() < 1000:
        lead, _, size = f"{value:.2e}".partition("e+")
        return f"{lead}e{int(size)}"
    exact = log10(abs(value))
    return f"{'-' if value < 0 else ''}{min(10 ** (exact % 1), 9.99):.2f}e{int(exact)}"


def short_name(name: str, longest: int = _LONGEST_NAME) -> str:
    """A name, its middle left out if it is long.

    >>> short_name("a"), short_name("the vertex in the corner")
    ('a', 'the vert…corner')
    """
    if len(name) <= longest:
        return name
    start, end = name[: longest * 3 // 5], name[-(longest * 2 // 5 + 1) :]
    while end and unicodedata.combining(end[0]):
        end = end[1:]
    return f"{start.rstrip()}…{end.lstrip()}"


RADIUS = 19.0
_UNIT = 90.0
_GAP, _WIDE_GAP = 22.0, 40.0
"""Pixels between parallel edges, and between those that weights stand on."""
_BETWEEN, _HIGH = 18.0, 2 * RADIUS + 18
"""Pixels between the borders of two nodes side by side, and between the middles of two, one above the other."""
_MOST_STRETCH, _ROUNDS = 2.5, 100
STAY = -1
"""In place of an edge: the token stays without a loop, or leaves the board."""


class InPixels(dict[Any, tuple[float, float]]):
    """Points by key that people chose on a screen: nodes stand exactly there, and nothing moves them apart."""


@dataclass(slots=True)
class Traffic:
    """The moves over one edge: what they leave, by their value, and where they lead."""

    to: int | None
    cut: bool
    left: dict[Outcome, list[int]] = field(default_factory=lambda: defaultdict(list))
    outcomes: set[Outcome | None] = field(default_factory=set)

    @property
    def style(self) -> str:
        if Outcome.P in self.outcomes:
            return "win"
        if Outcome.UNKNOWN in self.outcomes:
            return "unknown"
        return "lose" if Outcome.N in self.outcomes else "legal"

    @property
    def text(self) -> str:
        """What to leave in order to win, where tokens are taken."""
        return ranges(self.left[Outcome.P], more=self.cut)


class NodePlaces:
    """A view with its marks, and a place for every node; ``plainly`` costs next to no time."""

    def __init__(
        self,
        view: GraphView,
        marks: Marks,
        layout: Mapping[Any, tuple[float, float]] | None,
        *,
        plainly: bool = False,
    ) -> None:
        self.view, self.marks, self.plainly = view, marks, plainly
        self.weighted = any(node.weight is not None for node in view.nodes)
        self.inside = [self._inside(number) for number in range(len(view.nodes))]
        self.chosen: dict[int, Traffic] = {}
        self.traffic = self._traffic()
        points = graph_layout(view, layout, plainly=plainly)
        self.spots = self._exactly(points) if isinstance(layout, InPixels) else self._spots(points)

    def _inside(self, number: int) -> str:
        node = self.view.nodes[number]
        return short_name(node.name) if node.weight is None else short_number(node.weight)

    def _exactly(self, points: list[tuple[float, float]]) -> list[Spot]:
        return [Spot(x, y, wide, RADIUS) for (x, y), wide in zip(points, self._wides(), strict=True)]

    def _wides(self) -> list[float]:
        """Half the width of every node, for what stands in it."""
        size = STYLES["inside"].size
        needs = [1.08 * text_width(text, size) / 2 + 9 for text in self.inside]  # bold is wider
        return [need if need > RADIUS + 2 else RADIUS for need in needs]  # two digits still make a circle

    def _spots(self, points: list[tuple[float, float]]) -> list[Spot]:
        """The places of the nodes in pixels, far enough apart for what stands in them."""
        wides = self._wides()
        beside = max((text_width(short_name(node.name), 14) for node in self.view.nodes), default=0)
        across = max([_UNIT, 2 * max(wides, default=0) + 46, *([beside + 34] if self.weighted else [])])
        down = _UNIT + (8 if self.weighted else 0)
        said = max((text_width(self.on_edge(number), 13) for number in self._told()), default=0)
        if said:  # what a move leaves stands on its edge
            across, down = max(across, _UNIT + 40, 2 * max(wides) + said + 50), down + 32
        spots = [(x * across, y * down) for x, y in points]
        stretch = _stretch(spots, wides)
        # a few nodes that stand close must not make the whole picture huge, save where no edges cross and none are to
        if stretch > _MOST_STRETCH and crosses_itself(spots, [(e.tail, e.head) for e in self.view.edges]):
            spots = _pushed_apart([(x * _MOST_STRETCH, y * _MOST_STRETCH) for x, y in spots], wides)
            stretch = _stretch(spots, wides)
        return [Spot(x * stretch, y * stretch, wide, RADIUS) for (x, y), wide in zip(spots, wides, strict=True)]

    def _told(self) -> Iterable[int]:
        """The edges that a text may stand on."""
        return range(len(self.view.lines)) if self.view.has_weighted_edges else self.traffic

    def on_edge(self, number: int) -> str:
        """What stands on an edge: its weight, what a winning move leaves there, or of both the one after the other."""
        weight = None if number == STAY else self.view.lines[number].weight
        left = self.traffic[number].text if number in self.traffic else ""
        if weight is None:
            return left
        return f"{short_number(weight)} → {left}" if left else short_number(weight)

    def _traffic(self) -> dict[int, Traffic]:
        found: dict[int, Traffic] = {}
        for shown in self.marks.moves:
            move = shown.move
            to = None if move.to is None else self.view.place(move.to)
            edge = move.edge
            if edge is None and to is not None:
                edge = self.view.edge_to(to)
            if edge is None and move.chooses:
                number = self.view.place(move.chooses[0])
                assert number is not None
                self.chosen.setdefault(number, Traffic(None, self.marks.cut)).outcomes.add(shown.outcome)
                continue
            traffic = found.setdefault(STAY if edge is None else edge, Traffic(to, self.marks.cut))
            traffic.outcomes.add(shown.outcome)
            if (move.lowers is not None or self.view.has_weighted_edges) and shown.outcome is not None:
                traffic.left[shown.outcome] += move.leaves
        return found


def _stretch(spots: Sequence[tuple[float, float]], wides: Sequence[float]) -> float:
    """By how much a drawing is to grow so that no two nodes meet; those in one and the same place do not count."""
    stretch = 1.0
    for i, j in _close(spots, wides):
        dx, dy = abs(spots[i][0] - spots[j][0]), abs(spots[i][1] - spots[j][1])
        if dx or dy:
            stretch = max(stretch, min((wides[i] + wides[j] + _BETWEEN) / (dx or 1e-9), _HIGH / (dy or 1e-9)))
    return stretch


def _close(spots: Sequence[tuple[float, float]], wides: Sequence[float]) -> Iterator[tuple[int, int]]:
    """Nodes that may be too near to each other, found by the squares they stand in."""
    wide = 2 * max(wides, default=0) + _BETWEEN
    squares: dict[tuple[int, int], list[int]] = defaultdict(list)
    for i, (x, y) in enumerate(watched(spots, 16)):
        column, row = floor(x / wide), floor(y / _HIGH)
        for a in (column - 1, column, column + 1):
            for b in (row - 1, row, row + 1):
                yield from ((i, j) for j in squares.get((a, b), ()))
        squares[column, row].append(i)


def _pushed_apart(spots: list[tuple[float, float]], wides: Sequence[float]) -> list[tuple[float, float]]:
    """The same drawing after nodes that meet have pushed each other aside, the shorter way, many times round."""
    for _ in range(_ROUNDS):
        pushed = False
        for i, j in _close(tuple(spots), wides):
            (x, y), (a, b) = spots[i], spots[j]
            across, down = wides[i] + wides[j] + _BETWEEN - abs(x - a), _HIGH - abs(y - b)
            if across > 0 and down > 0:
                pushed = True
                dx, dy = (0.0, 0.51 * down) if down < across else (0.51 * across, 0.0)
                dx, dy = dx if x >= a else -dx, dy if y >= b else -dy
                spots[i], spots[j] = (x + dx, y + dy), (a - dx, b - dy)
        if not pushed:
            break
    return spots


class GraphPlaces(NodePlaces):
    """A place for the edges, too; names are placed later, where there is room."""

    def __init__(
        self,
        view: GraphView,
        marks: Marks,
        layout: Mapping[Any, tuple[float, float]] | None,
        *,
        plainly: bool = False,
    ) -> None:
        super().__init__(view, marks, layout, plainly=plainly)
        self.clutter = NoClutter() if plainly else Clutter()
        self.curves = self._curves()

    def outer(self, number: int) -> Spot:
        """The border that edges keep to: the token's ring is part of its node."""
        spot = self.spots[number]
        room = 7.5 if number == self.view.token or number in self.chosen else 0.0
        return Spot(spot.x, spot.y, spot.wide + room, spot.radius + room)

    def _curves(self) -> list[Cubic]:
        """The curve of every edge, in order; loops last, where there is room."""
        edges = self.view.lines
        together: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, edge in enumerate(edges):
            together[min(edge.tail, edge.head), max(edge.tail, edge.head)].append(number)
        curves: dict[int, Cubic] = {}
        gap = _WIDE_GAP if self.view.has_weighted_edges else _GAP
        for spot in self.spots:
            self.clutter.add_capsule(spot)
        for (u, v), numbers in together.items():
            if u != v:
                numbers.sort(key=lambda number: (edges[number].tail != u, number))
                for place, number in enumerate(numbers):
                    bend = gap * (place - (len(numbers) - 1) / 2)
                    tail, head = edges[number].tail, edges[number].head
                    curve = self._clear(tail, head, bend if tail == u else -bend)
                    curves[number] = curve
                    self.clutter.add_curve(curve)
        for (u, v), numbers in together.items():
            if u == v:
                angle = self._loop_angle(u)
                for place, number in enumerate(numbers):
                    curves[number] = loop(self.outer(u), angle, 34.0 + (gap - 3) * place, _feet(place, len(numbers)))
                    self.clutter.add_curve(curves[number])
                self.clutter.add_box(*point_on(curves[numbers[0]], 0.5), 24, 24, 1.0)
        if self.view.directed:  # arrowheads are to be seen
            for curve in curves.values():
                self.clutter.add(*curve[3], 5.0)
        return [curves[number] for number in range(len(edges))]

    def _clear(self, tail: int, head: int, bend: float) -> Cubic:
        """An edge bent as it is to be, or a little more where it would lead through another node."""
        ends = self.outer(tail), self.outer(head)
        best: tuple[int, Cubic] | None = None
        for more in (0, 14, -14, 26, -26, 40, -40, 56, -56, 75, -75, 95, -95):
            look()
            curve = bent_edge(*ends, bend + more)
            if self.plainly:
                return curve
            hits = self._hits(curve, tail, head)
            if not hits:
                return curve
            if best is None or hits < best[0]:
                best = hits, curve
        assert best is not None
        return best[1]

    def _hits(self, curve: Cubic, tail: int, head: int) -> int:
        """How many other nodes a curve leads through."""
        left, right = min(x for x, _ in curve), max(x for x, _ in curve)
        top, bottom = min(y for _, y in curve), max(y for _, y in curve)
        near = [
            spot
            for number, spot in enumerate(self.spots)
            if number not in (tail, head)
            and left - spot.wide - 3 <= spot.x <= right + spot.wide + 3
            and top - spot.radius - 3 <= spot.y <= bottom + spot.radius + 3
            and _reaches(curve, spot)
        ]
        if not near:
            return 0
        steps = max(12, int((right - left + bottom - top) / 12))
        return sum(
            any(spot.covers(*point_on(curve, step / steps), 3) for step in _steps_near(curve, spot, steps))
            for spot in near
        )

    def _loop_angle(self, number: int) -> float:
        spot = self.outer(number)
        angles = [-pi / 2, pi / 2, 0.0, pi, -pi / 4, -3 * pi / 4, pi / 4, 3 * pi / 4]
        angles += [pi / 8 + step * pi / 4 for step in range(8)]
        if spot.wide > spot.radius + 8:  # a long name: above or below is best
            angles = angles[:2]
        places = []
        for angle in angles:
            foot = border(spot, angle)
            places.append((foot[0] + 20 * cos(angle), foot[1] + 20 * sin(angle)))
        return angles[self.clutter.freest(places, 38, 38)]


def _reaches(curve: Cubic, spot: Spot) -> bool:
    """Whether a node may touch a curve: not if it lies beside all its handles, seen along the line between its ends."""
    (x, y), (end_x, end_y) = curve[0], curve[3]
    dx, dy = end_x - x, end_y - y
    beside = [dx * (b - y) - dy * (a - x) for a, b in curve]
    off, room = dx * (spot.y - y) - dy * (spot.x - x), (spot.wide + 4) * hypot(dx, dy)
    return min(beside) - room <= off <= max(beside) + room


def _steps_near(curve: Cubic, spot: Spot, steps: int) -> range:
    """Those of the steps along a curve that may come near a node, so that long edges cost no more than short ones.

    Seen along the line between its ends, a curve goes on evenly, but for as much as its handles are off their thirds.
    """
    (x, y), (end_x, end_y) = curve[0], curve[3]
    dx, dy = end_x - x, end_y - y
    length = hypot(dx, dy)
    if not length:
        return range(1, steps)
    at, first, second = (
        ((a - x) * dx + (b - y) * dy) / length / length for a, b in ((spot.x, spot.y), curve[1], curve[2])
    )
    room = (spot.wide + 4) / length + max(abs(first - 1 / 3), abs(second - 2 / 3))
    return range(max(1, floor((at - room) * steps)), min(steps, ceil((at + room) * steps) + 1))


def _feet(place: int, loops: int) -> float:
    """How far apart the feet of one of several loops are: the outer ones stand wider."""
    return 0.45 if loops == 1 else 0.26 + 0.5 * place / max(2, loops - 1)
