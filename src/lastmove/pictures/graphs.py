"""The picture of a graph: nodes, edges, token, and what is marked on them."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import show
from lastmove.core.limits import watched
from lastmove.core.play import Outcome
from lastmove.core.showing import in_time
from lastmove.pictures.places import STAY, GraphPlaces, Spot, arrow_tip, border, point_on, short_name
from lastmove.pictures.scene import Box, Curve, Disc, Group, Label, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lastmove.core.view import GraphView
    from lastmove.pictures.marks import Marks
    from lastmove.pictures.scene import Item, Point

_LETTERS = {Outcome.N: ("N", "badge-n"), Outcome.P: ("P", "badge-p"), Outcome.UNKNOWN: ("?", "badge-unknown")}

_MOVES = {
    "win": "a move that wins",
    "lose": "a move that loses",
    "unknown": "a move that stayed unknown",
    "legal": "a legal move",
}


def graph_items(
    view: GraphView, marks: Marks, layout: Mapping[Any, tuple[float, float]] | None = None
) -> tuple[Item, ...]:
    """The shapes of a graph, plain ones where the time is short; (0, 0) is anywhere."""
    fine = in_time(lambda: tuple(_GraphPicture(view, marks, layout).items()))
    return tuple(_GraphPicture(view, marks, layout, plainly=True).items()) if fine is None else fine


class _GraphPicture(GraphPlaces):
    def items(self) -> Iterator[Item]:
        """All shapes, the ones below first."""
        yield from self._bands()
        for number in watched(range(len(self.view.lines)), 16):
            yield self._edge(number)
        # places for small things are chosen from inside out: badge, tag, what a move leaves, then names
        badges = [self._small(number) for number in watched(range(len(self.spots)), 4)]
        chips = list(self._chips())
        for number, small in enumerate(watched(badges, 16)):
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
        edge, curve = self.view.lines[number], self.curves[number]
        names = self.view.nodes[edge.tail].name, self.view.nodes[edge.head].name
        title = f"{names[0]} {'→' if self.view.directed else '–'} {names[1]}"
        traffic = self.traffic.get(number)
        faded = self.marks.evidence.faded
        is_way = number >= len(self.view.edges)
        thin = is_way or edge.weight == 0
        look = "-faded" if edge.tail in faded or edge.head in faded else "-used" if thin else ""
        title += "" if edge.weight is None else f", weight {show(edge.weight)}"
        pointed, chosen = self.view.directed, not self.view.has_token
        if traffic is not None:
            look, pointed = f"-{traffic.style}", not chosen
            title += f": {_MOVES[traffic.style]}"
            if not self.view.directed and traffic.to == edge.tail != edge.head:
                curve = (curve[3], curve[2], curve[1], curve[0])
        found: list[Item] = []
        if pointed:
            short, tip = arrow_tip(curve, 16 if look == "-win" else 13)
            found += [Curve(short, f"edge{look}", bent=True), Curve(tip, f"tip{look}", closed=True)]
        else:
            found.append(Curve(curve, f"edge{look}", bent=True))
        found += self._lost_tips(number)
        return Group("way", tuple(found), None, title) if is_way else Group("edge", tuple(found), number, title)

    def _lost_tips(self, number: int) -> Iterator[Item]:
        """On trees: an arrow into each node that is lost for the player to move there, coming this way."""
        edge, curve = self.view.lines[number], self.curves[number]
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
        spot = self.outer(number)
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
        node, spot = self.view.nodes[number], self.outer(number)
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
        """What a winning move leaves, on its edge; for a token that stays or leaves the board, beside its node.

        The weights of edges stand there in any case.
        """
        for number, traffic in watched(self.traffic.items(), 4):
            text = self.on_edge(number)
            if not text and (number != STAY or traffic.style == "legal"):
                continue
            if number == STAY:
                text = text or "no win"
                wide = text_width(text, 13) + 12
                token = self.view.token
                if token is None:  # the move is no slide, and has no place of its own
                    continue
                spot = self.outer(token)
                places = [border(spot, turn * pi / 4, wide / 2 + 8) for turn in (2, -2, 0, 4, 1, 3, -1, -3)]
            else:
                places = self._along(number)
            style = "chip-win" if traffic.style == "win" else "chip-lose"
            if number != STAY and self.view.has_weighted_edges and not traffic.text:
                style = "chip"
            yield self._chip(number, text, places, style)
        if self.view.has_weighted_edges:
            for number in watched(range(len(self.view.edges)), 4):
                if number not in self.traffic:
                    yield self._chip(number, self.on_edge(number), self._along(number), "chip")

    def _along(self, number: int) -> list[Point]:
        """Where a text may stand on an edge: near its middle first."""
        return [point_on(self.curves[number], t) for t in (0.5, 0.42, 0.58, 0.35, 0.65)]

    def _chip(self, number: int, text: str, places: list[Point], style: str) -> Group:
        wide = text_width(text, 13) + 12
        x, y = places[self.clutter.freest(places, wide, 20)]
        self.clutter.add_box(x, y, wide, 20)
        used_up = number != STAY and self.view.lines[number].weight == 0
        words = Label(x, y, text, "note" if used_up else "chip-text")
        shapes = (Box(x, y, wide, 21, 6, "paper" if used_up else style), words)
        return Group("leaves", shapes, None if number == STAY else number)

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
        if number in self.chosen:
            found.append(_capsule(spot, 6, f"edge-{self.chosen[number].style}"))
        found.append(_capsule(spot, 0, look))
        if lost:
            found.append(_capsule(spot, -3.5, look))
        found.append(Label(spot.x, spot.y, self.inside[number], "inside-faded" if faded else "inside"))
        weight = "" if node.weight is None else f", weight {show(node.weight)}"
        said = "" if outcome is None else f": {outcome.value}"
        token = ", the token" if number == self.view.token else ""
        return Group("node", (*found, *small), number, f"{node.name}{weight}{token}{said}")


def _capsule(spot: Spot, more: float, style: str) -> Disc | Box:
    if spot.wide == spot.radius:
        return Disc(spot.x, spot.y, spot.radius + more, style)
    radius = spot.radius + more
    return Box(spot.x, spot.y, 2 * (spot.wide + more), 2 * radius, radius, style)
