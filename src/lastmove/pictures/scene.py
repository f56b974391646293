"""A picture before it is written: plain shapes with named styles, grouped as the parts of a position.

The styles look different in light, in dark, and in black and white. Colour never says anything alone: winning moves are
solid and losing ones dashed, N is round and P is square, and both carry their letter.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Style:
    """Roles of colours, looked up in a palette, and what is the same in all of them."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    dash: tuple[float, ...] = ()
    size: float = 0.0
    bold: bool = False
    mono: bool = False


PALETTES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "light": {
            "paper": "#ffffff",
            "ink": "#1c2430",
            "soft": "#5b6675",
            "faint": "#aab2bd",
            "node": "#f2f5fa",
            "shade": "#cfd6e2",
            "win": "#00775b",
            "lose": "#c03c12",
            "on-mark": "#ffffff",
            "token": "#1d55c9",
            "counter": "#e8b64c",
            "on-counter": "#1c2430",
            "proof": "#7443b5",
            "band": "#cdb8ee",
        },
        "dark": {
            "paper": "#151a21",
            "ink": "#eef1f6",
            "soft": "#a9b3c1",
            "faint": "#5a6472",
            "node": "#262e39",
            "shade": "#4a5567",
            "win": "#45d3a6",
            "lose": "#ff8f66",
            "on-mark": "#10141a",
            "token": "#7eb0ff",
            "counter": "#d9a036",
            "on-counter": "#151a21",
            "proof": "#c7a4ff",
            "band": "#563d80",
        },
        "print": {
            "paper": "#ffffff",
            "ink": "#000000",
            "soft": "#333333",
            "faint": "#999999",
            "node": "#ffffff",
            "shade": "#cccccc",
            "win": "#000000",
            "lose": "#000000",
            "on-mark": "#ffffff",
            "token": "#000000",
            "counter": "#e6e6e6",
            "on-counter": "#000000",
            "proof": "#000000",
            "band": "#c4c4c4",
        },
    }
)

STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "paper": Style(fill="paper"),
        "edge": Style(stroke="ink", width=2),
        "tip": Style(fill="ink"),
        "edge-faded": Style(stroke="faint", width=1.6),
        "tip-faded": Style(fill="faint"),
        "edge-used": Style(stroke="faint", width=1.4, dash=(2, 5)),
        "tip-used": Style(fill="faint"),
        "edge-win": Style(stroke="win", width=4.4),
        "tip-win": Style(fill="win"),
        "edge-lose": Style(stroke="lose", width=2.6, dash=(7, 5)),
        "tip-lose": Style(fill="lose"),
        "edge-unknown": Style(stroke="soft", width=2.6, dash=(2, 4)),
        "tip-unknown": Style(fill="soft"),
        "edge-legal": Style(stroke="token", width=3.4),
        "tip-legal": Style(fill="token"),
        "band": Style(stroke="band", width=13),
        "node": Style(fill="node", stroke="ink", width=2),
        "node-p": Style(fill="shade", stroke="ink", width=2),
        "node-faded": Style(fill="paper", stroke="faint", width=1.6, dash=(4, 3)),
        "token": Style(stroke="token", width=4),
        "frame": Style(stroke="proof", width=2.2, dash=(5, 3)),
        "tag": Style(fill="proof"),
        "tag-text": Style(fill="on-mark", size=12, bold=True),
        "badge-n": Style(fill="win", stroke="paper", width=1.5),
        "badge-p": Style(fill="lose", stroke="paper", width=1.5),
        "badge-unknown": Style(fill="soft", stroke="paper", width=1.5),
        "badge-text": Style(fill="on-mark", size=13, bold=True),
        "inside": Style(fill="ink", size=16, bold=True),
        "inside-faded": Style(fill="soft", size=16),
        "beside": Style(fill="soft", size=14),
        "chip": Style(fill="paper", stroke="soft", width=1),
        "chip-win": Style(fill="paper", stroke="win", width=1.8),
        "chip-lose": Style(fill="paper", stroke="lose", width=1.4, dash=(4, 3)),
        "chip-text": Style(fill="ink", size=13, bold=True),
        "counter": Style(fill="counter", stroke="ink", width=1.6),
        "counter-taken": Style(fill="paper", stroke="win", width=2, dash=(3, 3)),
        "counter-text": Style(fill="on-counter", size=16, bold=True),
        "ground": Style(stroke="soft", width=2.5),
        "ground-current": Style(stroke="token", width=5),
        "plus": Style(fill="soft", size=30, bold=True),
        "caption": Style(fill="ink", size=18, bold=True),
        "note": Style(fill="soft", size=14),
        "note-win": Style(fill="win", size=14, bold=True),
        "note-lose": Style(fill="lose", size=14),
        "digits": Style(fill="ink", size=15, mono=True),
        "digits-total": Style(fill="proof", size=15, bold=True, mono=True),
        "text": Style(fill="ink", size=15, mono=True),
    }
)


def colour(role: str, palette: str) -> str:
    """The colour of a role; ``none`` stays."""
    return "none" if role == "none" else PALETTES[palette][role]


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    radius: float
    style: str


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its middle, with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    round: float
    style: str


@dataclass(frozen=True, slots=True)
class Curve:
    """Straight pieces through the points; or, if ``bent``, cubic curves: a point, then two handles and a point each."""

    points: tuple[Point, ...]
    style: str
    bent: bool = False
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; (x, y) is its middle, or its left or right end half-way up."""

    x: float
    y: float
    text: str
    style: str
    anchor: Literal["start", "middle", "end"] = "middle"


@dataclass(frozen=True, slots=True)
class Group:
    """A part of the picture: what it is, the number of the thing it shows, and its full name."""

    kind: str
    items: tuple[Item, ...]
    number: int | None = None
    title: str = ""


Item = Disc | Box | Curve | Label | Group


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that is drawn, within 0..width and 0..height; y grows downwards."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""
    description: str = ""


def moved(item: Item, dx: float, dy: float) -> Item:
    """The same shape in another place."""
    if isinstance(item, Disc):
        return Disc(item.x + dx, item.y + dy, item.radius, item.style)
    if isinstance(item, Box):
        return Box(item.x + dx, item.y + dy, item.width, item.height, item.round, item.style)
    if isinstance(item, Curve):
        return Curve(tuple((x + dx, y + dy) for x, y in item.points), item.style, item.bent, item.closed)
    if isinstance(item, Label):
        return Label(item.x + dx, item.y + dy, item.text, item.style, item.anchor)
    return Group(item.kind, tuple(moved(inner, dx, dy) for inner in item.items), item.number, item.title)


class Bounds(NamedTuple):
    """The smallest rectangle that holds something."""

    left: float
    top: float
    right: float
    bottom: float


def bounds(items: tuple[Item, ...]) -> Bounds:
    """What the shapes take up; the handles of curves count, so it may be a little too much. Nothing takes nothing."""
    found = [_bounds(item) for item in items if not isinstance(item, Group) or item.items]
    if not found:
        return Bounds(0, 0, 0, 0)
    left, top, right, bottom = zip(*found, strict=True)
    return Bounds(min(left), min(top), max(right), max(bottom))


def _bounds(item: Item) -> Bounds:
    if isinstance(item, Disc):
        x, y, wide, high = item.x, item.y, item.radius, item.radius
    elif isinstance(item, Box):
        x, y, wide, high = item.x, item.y, item.width / 2, item.height / 2
    elif isinstance(item, Label):
        size = STYLES[item.style].size
        wide, high = text_width(item.text, size) / 2, size / 2
        x, y = item.x + {"start": wide, "middle": 0, "end": -wide}[item.anchor], item.y
    elif isinstance(item, Curve):
        xs, ys = zip(*item.points, strict=True)
        return Bounds(min(xs), min(ys), max(xs), max(ys))
    else:
        return bounds(item.items)
    return Bounds(x - wide, y - high, x + wide, y + high)


def text_width(text: str, size: float) -> float:
    """About how wide a text is; fonts differ, so on the wide side."""
    return sum(map(_advance, text)) * size


def _advance(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character in "il.,:;'|!()[] ":
        return 0.36
    return 0.88 if character in "mwMW@%—" else 0.64
