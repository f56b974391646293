"""The picture of a graph: nodes, edges, token, and what is marked on them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING, Any

from lastmove.apps.pictures.clutter import Clutter
from lastmove.apps.pictures.curves import Spot, arrow_tip, bent_edge, border, loop, point_on
from lastmove.apps.pictures.layout import graph_layout
from lastmove.apps.pictures.marks import ranges
from lastmove.apps.pictures.scene import Box, Curve, Disc, Group, Label, text_width
from lastmove.apps.pictures.styles import STYLES
from lastmove.apps.pictures.words import short_name, short_number
from lastmove.core.errors import show
from lastmove.core.play import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lastmove.apps.pictures.curves import Cubic
    from lastmove.apps.pictures.marks import Marks
    from lastmove.apps.pictures.scene import Item
    from lastmove.core.view import GraphView

__all__ = ["graph_items"]

RADIUS = 19.0
_UNIT = 90.0
_GAP = 22.0
_STAY = -1
"""In place of an edge: the token stays without a loop, or leaves the board."""
_LETTERS = {Outcome.N: ("N", "badge-n"), Outcome.P: ("P", "badge-p"), Outcome.UNKNOWN: ("?", "badge-unknown")}


@dataclass(slots=True)
class _Traffic:
    """The moves over one edge: what they leave, by their value, and where they lead."""

    to: int | None
    cut: bool
    left: dict[Outcome, list[int]] = field(default_factory=lambda: defaultdict(list))
    outcomes: set[Outcome] = field(default_factory=set)

    @property
    def style(self) -> str:
        if Outcome.P in self.outcomes:
            return "win"
        return "unknown" if Outcome.UNKNOWN in self.outcomes else "lose"

    @property
    def text(self) -> str:
        """What to leave in order to win, where tokens are taken."""
        return ranges(self.left[Outcome.P], more=self.cut)


def graph_items(
    view: GraphView, marks: Marks, layout: Mapping[Any, tuple[float, float]] | None = None
) -> tuple[Item, ...]:
    """The shapes of a graph; (0, 0) is anywhere."""
    return tuple(_GraphPicture(view, marks, layout).items())


class _GraphPicture:
    def __init__(self, view: GraphView, marks: Marks, layout: Mapping[Any, tuple[float, float]] | None) -> None:
        self.view, self.marks = view, marks
        self.weighted = any(node.weight is not None for node in view.nodes)
        self.inside = [self._inside(number) for number in range(len(view.nodes))]
        self.traffic = self._traffic()
        self.spots = self._spots(graph_layout(view, layout))
        self.clutter = Clutter()
        self.curves = self._curves()

    def _inside(self, number: int) -> str:
        node = self.view.nodes[number]
        return short_name(node.name) if node.weight is None else short_number(node.weight)

    def _spots(self, points: list[tuple[float, float]]) -> list[Spot]:
        """The places of the nodes in pixels, far enough apart for what stands in them."""
        size = STYLES["inside"].size
        needs = [1.08 * text_width(text, size) / 2 + 9 for text in self.inside]  # bold is wider
        wides = [need if need > RADIUS + 2 else RADIUS for need in needs]  # two digits still make a circle
        beside = max((text_width(short_name(node.name), 14) for node in self.view.nodes), default=0)
        across = max([_UNIT, 2 * max(wides, default=0) + 46, *([beside + 34] if self.weighted else [])])
        down = _UNIT + (8 if self.weighted else 0)
        said = max((text_width(traffic.text, 13) for traffic in self.traffic.values()), default=0)
        if said:  # what a move leaves stands on its edge
            across, down = max(across, _UNIT + 40, 2 * max(wides) + said + 50), down + 32
        stretch = 1.0
        for i, (x, y) in enumerate(points):
            for j in range(i):
                dx, dy = abs(x - points[j][0]) * across, abs(y - points[j][1]) * down
                need = min(
                    (wides[i] + wides[j] + 18) / dx if dx else float("inf"),
                    (2 * RADIUS + 18) / dy if dy else float("inf"),
                )
                stretch = max(stretch, need if need != float("inf") else 1.0)
        return [
            Spot(x * across * stretch, y * down * stretch, wide, RADIUS)
            for (x, y), wide in zip(points, wides, strict=True)
        ]

    def _traffic(self) -> dict[int, _Traffic]:
        found: dict[int, _Traffic] = {}
        for shown in self.marks.moves:
            move = shown.move
            to = None if move.to is None else self.view.place(move.to)
            edge = move.edge
            if edge is None and to is not None:
                edge = self.view.edge_to(to)
            traffic = found.setdefault(_STAY if edge is None else edge, _Traffic(to, self.marks.cut))
            traffic.outcomes.add(shown.outcome)
            if move.lowers is not None:
                traffic.left[shown.outcome] += move.leaves
        return found

    def _outer(self, number: int) -> Spot:
        """The border that edges keep to: the token's ring is part of its node."""
        spot = self.spots[number]
        room = 7.5 if number == self.view.token else 0.0
        return Spot(spot.x, spot.y, spot.wide + room, spot.radius + room)

    def _curves(self) -> list[Cubic]:
        """The curve of every edge, in order; loops last, where there is room."""
        edges = self.view.edges
        together: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, edge in enumerate(edges):
            together[min(edge.tail, edge.head), max(edge.tail, edge.head)].append(number)
        curves: dict[int, Cubic] = {}
        for spot in self.spots:
            self.clutter.add_capsule(spot)
        for (u, v), numbers in together.items():
            if u != v:
                numbers.sort(key=lambda number: (edges[number].tail != u, number))
                for place, number in enumerate(numbers):
                    bend = _GAP * (place - (len(numbers) - 1) / 2)
                    tail, head = edges[number].tail, edges[number].head
                    curve = self._clear(tail, head, bend if tail == u else -bend)
                    curves[number] = curve
                    self.clutter.add_curve(curve)
        for (u, v), numbers in together.items():
            if u == v:
                angle = self._loop_angle(u)
                for place, number in enumerate(numbers):
                    curves[number] = loop(self._outer(u), angle, 34.0 + 19 * place, _feet(place, len(numbers)))
                    self.clutter.add_curve(curves[number])
                self.clutter.add_box(*point_on(curves[numbers[0]], 0.5), 24, 24, 1.0)
        if self.view.directed:  # arrowheads are to be seen
            for curve in curves.values():
                self.clutter.add(*curve[3], 5.0)
        return [curves[number] for number in range(len(edges))]

    def _clear(self, tail: int, head: int, bend: float) -> Cubic:
        """An edge bent as it is to be, or a little more where it would lead through another node."""
        ends = self._outer(tail), self._outer(head)
        best: tuple[int, Cubic] | None = None
        for more in (0, 14, -14, 26, -26, 40, -40, 56, -56, 75, -75, 95, -95):
            curve = bent_edge(*ends, bend + more)
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
        ]
        if not near:
            return 0
        steps = max(12, int((right - left + bottom - top) / 12))
        points = [point_on(curve, step / steps) for step in range(1, steps)]
        return sum(any(spot.covers(x, y, 3) for x, y in points) for spot in near)

    def _loop_angle(self, number: int) -> float:
        spot = self._outer(number)
        angles = [-pi / 2, pi / 2, 0.0, pi, -pi / 4, -3 * pi / 4, pi / 4, 3 * pi / 4]
        angles += [pi / 8 + step * pi / 4 for step in range(8)]
        if spot.wide > spot.radius + 8:  # a long name: above or below is best
            angles = angles[:2]
        places = []
        for angle in angles:
            foot = border(spot, angle)
            places.append((foot[0] + 20 * cos(angle), foot[1] + 20 * sin(angle)))
        return angles[self.clutter.freest(places, 38, 38)]

    def items(self) -> Iterator[Item]:
        """All shapes, the ones below first."""
        yield from self._bands()
        for number in range(len(self.view.edges)):
            yield self._edge(number)
        # places for small things are chosen from inside out: badge, tag, what a move leaves, then names
        badges = [self._small(number) for number in range(len(self.spots))]
        chips = list(self._chips())
        for number, small in enumerate(badges):
            yield self._node(number, small)
        yield from chips

    def _bands(self) -> Iterator[Item]:
        matched = set(self.marks.evidence.matched)
        for number, edge in enumerate(self.view.edges):
            pair = frozenset((edge.tail, edge.head))
            if pair in matched:
                matched.discard(pair)
                yield Group("matched", (Curve(self.curves[number], "band", bent=True),), number)

    def _edge(self, number: int) -> Group:
        edge, curve = self.view.edges[number], self.curves[number]
        names = self.view.nodes[edge.tail].name, self.view.nodes[edge.head].name
        title = f"{names[0]} {'→' if self.view.directed else '–'} {names[1]}"
        traffic = self.traffic.get(number)
        faded = self.marks.evidence.faded
        look = "-faded" if edge.tail in faded or edge.head in faded else ""
        pointed = self.view.directed
        if traffic is not None:
            look, pointed = f"-{traffic.style}", True
            title += f": a move that {'wins' if traffic.style == 'win' else 'loses'}"
            if traffic.style == "unknown":
                title = title.removesuffix("loses") + "stayed unknown"
            if not self.view.directed and traffic.to == edge.tail != edge.head:
                curve = (curve[3], curve[2], curve[1], curve[0])
        found: list[Item] = []
        if pointed:
            short, tip = arrow_tip(curve, 16 if look == "-win" else 13)
            found += [Curve(short, f"edge{look}", bent=True), Curve(tip, f"tip{look}", closed=True)]
        else:
            found.append(Curve(curve, f"edge{look}", bent=True))
        found += self._lost_tips(number)
        return Group("edge", tuple(found), number, title)

    def _lost_tips(self, number: int) -> Iterator[Item]:
        """On trees: an arrow into each node that is lost for who is to move there, coming this way."""
        edge, curve = self.view.edges[number], self.curves[number]
        for ends, way in (((edge.tail, edge.head), curve), ((edge.head, edge.tail), curve[::-1])):
            if ends in self.marks.evidence.lost and edge.tail != edge.head:
                x, y = point_on(way, 0.46)
                a, b = point_on(way, 0.36)
                turn = atan2(y - b, x - a)
                corners = tuple((x + 8 * cos(turn + t), y + 8 * sin(turn + t)) for t in (0, 2.4, -2.4))
                yield Curve(corners, "tag", closed=True)

    def _small(self, number: int) -> list[Item]:
        """The badge with the outcome, and the tag of the frame."""
        node, found = self.view.nodes[number], []
        outcome = self.marks.outcomes.get(node.key)
        label = self.marks.evidence.labels.get(number)
        if outcome is not None:
            found += self._badge(number, *_LETTERS[outcome])
        elif label is not None:
            found += self._badge(number, label, "badge-n" if label == "N" else "badge-p")
        tag = self.marks.evidence.frames.get(number)
        if tag is not None:
            found += self._badge(number, tag, "tag")
        if self.weighted:
            found.append(self._name(number))
        return found

    def _badge(self, number: int, letter: str, style: str) -> list[Item]:
        spot = self._outer(number)
        flat, far = spot.wide - spot.radius, spot.radius + 3
        places = []
        for turn in (-1, -3, 1, 3, 0, 4, -2, 2):
            right, down = cos(turn * pi / 4), sin(turn * pi / 4)
            side = 0 if abs(right) < 0.1 else flat if right > 0 else -flat
            places.append((spot.x + side + far * right, spot.y + far * down))
        x, y = places[self.clutter.freest(places, 22, 22, reluctance=1.5)]
        self.clutter.add_box(x, y, 20, 20)
        wide = max(19.0, text_width(letter, 13) + 8)
        text = "tag-text" if style == "tag" else "badge-text"
        shape: Item = Disc(x, y, 10, style) if letter == "N" else Box(x, y, wide, 19, 3, style)
        return [shape, Label(x, y, letter, text)]

    def _name(self, number: int) -> Label:
        """The name beside a node whose weight stands inside."""
        node, spot = self.view.nodes[number], self._outer(number)
        if number in self.marks.evidence.frames:
            spot = Spot(spot.x, spot.y, spot.wide + 8, spot.radius + 8)
        name = short_name(node.name)
        wide, size = text_width(name, 14), 14.0
        right, below = spot.wide + wide / 2 + 5, spot.radius + size / 2 + 4
        offsets = [(0, below), (0, -below), (right, 0), (-right, 0)]
        slant = 0.8
        near = spot.wide - spot.radius + slant * spot.radius + wide / 2, slant * spot.radius + size / 2
        offsets += [(near[0], near[1]), (-near[0], near[1]), (near[0], -near[1]), (-near[0], -near[1])]
        places = [(spot.x + dx, spot.y + dy) for dx, dy in offsets]
        x, y = places[self.clutter.freest(places, wide + 4, size + 2)]
        self.clutter.add_box(x, y, wide, size)
        return Label(x, y, name, "beside")

    def _chips(self) -> Iterator[Item]:
        """What a winning move leaves, on its edge; for a token that stays or leaves the board, beside its node."""
        for number, traffic in self.traffic.items():
            text = traffic.text
            if not text and number != _STAY:
                continue
            wide = text_width(text or "no win", 13) + 12
            if number == _STAY:
                text = text or "no win"
                token = self.view.token
                assert token is not None
                spot = self._outer(token)
                places = [border(spot, turn * pi / 4, wide / 2 + 8) for turn in (2, -2, 0, 4, 1, 3, -1, -3)]
            else:
                curve = self.curves[number]
                times = (0.5, 0.42, 0.58, 0.35, 0.65)
                places = [point_on(curve, t) for t in times]
            x, y = places[self.clutter.freest(places, wide, 20)]
            self.clutter.add_box(x, y, wide, 20)
            style = "chip-win" if traffic.style == "win" else "chip-lose"
            shapes = (Box(x, y, wide, 21, 6, style), Label(x, y, text, "chip-text"))
            yield Group("leaves", shapes, None if number == _STAY else number)

    def _node(self, number: int, small: list[Item]) -> Group:
        node, spot, evidence = self.view.nodes[number], self.spots[number], self.marks.evidence
        outcome = self.marks.outcomes.get(node.key)
        lost = outcome is Outcome.P or (outcome is None and evidence.labels.get(number) == "P")
        faded = number in evidence.faded
        look = "node-faded" if faded else "node-p" if lost else "node"
        found: list[Item] = []
        if number == self.view.token:
            found.append(_capsule(spot, 6, "token"))
        if number in evidence.frames:
            room = 14 if number == self.view.token else 8
            found.append(Box(spot.x, spot.y, 2 * (spot.wide + room), 2 * (spot.radius + room), 5, "frame"))
        found.append(_capsule(spot, 0, look))
        if lost:
            found.append(_capsule(spot, -3.5, look))
        found.append(Label(spot.x, spot.y, self.inside[number], "inside-faded" if faded else "inside"))
        weight = "" if node.weight is None else f", weight {show(node.weight)}"
        said = "" if outcome is None else f": {outcome.value}"
        token = ", the token" if number == self.view.token else ""
        return Group("node", (*found, *small), number, f"{node.name}{weight}{token}{said}")


def _feet(place: int, loops: int) -> float:
    """How far apart the feet of one of several loops are: the outer ones stand wider."""
    return 0.45 if loops == 1 else 0.26 + 0.5 * place / max(2, loops - 1)


def _capsule(spot: Spot, more: float, style: str) -> Disc | Box:
    if spot.wide == spot.radius:
        return Disc(spot.x, spot.y, spot.radius + more, style)
    radius = spot.radius + more
    return Box(spot.x, spot.y, 2 * (spot.wide + more), 2 * radius, radius, style)
