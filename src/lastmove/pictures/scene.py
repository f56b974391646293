"""A picture before it is written: plain shapes with named styles, grouped as the parts of a position."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal, NamedTuple

from lastmove.pictures.styles import STYLES

__all__ = ["Bounds", "Box", "Curve", "Disc", "Group", "Item", "Label", "Scene", "bounds", "moved", "text_width"]

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
