"""Edges as curves: bent where several join the same nodes, and cut off at the borders of the nodes."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

__all__ = ["Spot", "arrow_tip", "bent_edge", "border", "loop", "point_on"]

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
