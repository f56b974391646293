"""A scene as TikZ: a ``tikzpicture`` that needs the package tikz and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import printable
from lastmove.core.limits import watched
from lastmove.pictures.scene import STYLES, Box, Curve, Disc, Group, Label, colour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.pictures.scene import Item, Scene

_POINTS = 0.75
"""A pixel of the picture in TeX points."""
_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "→": r"$\to$",
    "…": r"\dots{}",
    "⊕": r"$\oplus$",
    "·": r"$\cdot$",
    "≥": r"$\ge$",
}


def tikz(scene: Scene, *, theme: str = "light") -> str:
    r"""The text of a ``tikzpicture``, for a document with ``\usepackage{tikz}``; ``print`` is black and white."""
    palette = "light" if theme == "auto" else theme
    used: dict[str, None] = {}
    body = list(_written(scene.items, used, 1))
    roles = {role for name in used for role in (STYLES[name].fill, STYLES[name].stroke)} - {"none"}
    lines = [f"% {printable(' '.join(scene.title.split()))}"] if scene.title else []
    lines += [f"\\definecolor{{lm-{role}}}{{HTML}}{{{colour(role, palette)[1:].upper()}}}" for role in sorted(roles)]
    lines.append(f"\\begin{{tikzpicture}}[x={_POINTS}pt, y=-{_POINTS}pt,")
    lines += [f"  lm-{name}/.style={{{_looks(name)}}}," for name in sorted(used)]
    return "\n".join([*lines, "]", *body, "\\end{tikzpicture}", ""])


def _written(items: tuple[Item, ...], used: dict[str, None], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for item in watched(items):
        if isinstance(item, Group):
            number = "" if item.number is None else f" {item.number}"
            yield f"{indent}% {item.kind}{number}"
            yield from _written(item.items, used, depth)
        else:
            used[item.style] = None
            yield indent + _shape(item)


def _shape(item: Disc | Box | Curve | Label) -> str:
    style = f"lm-{item.style}"
    if isinstance(item, Disc):
        return f"\\path[{style}] ({_at(item.x, item.y)}) circle[radius={_length(item.radius)}];"
    if isinstance(item, Box):
        left, right = item.x - item.width / 2, item.x + item.width / 2
        top, bottom = item.y - item.height / 2, item.y + item.height / 2
        round_ = f", rounded corners={_length(item.round)}" if item.round else ""
        return f"\\path[{style}{round_}] ({_at(left, top)}) rectangle ({_at(right, bottom)});"
    if isinstance(item, Curve):
        return f"\\path[{style}] {_path(item)};"
    y = item.y + 0.35 * STYLES[item.style].size
    return f"\\node[{style}, anchor={_ANCHORS[item.anchor]}] at ({_at(item.x, y)}) {{{_text(item.text)}}};"


def _path(curve: Curve) -> str:
    points = [f"({_at(x, y)})" for x, y in curve.points]
    if curve.bent:
        pieces = [f".. controls {points[i]} and {points[i + 1]} .. {points[i + 2]}" for i in range(1, len(points), 3)]
    else:
        pieces = [f"-- {point}" for point in points[1:]]
    return " ".join([points[0], *pieces, *(["-- cycle"] if curve.closed else [])])


def _looks(name: str) -> str:
    style = STYLES[name]
    if style.size:
        size = style.size * _POINTS
        font = f"font=\\fontsize{{{size:g}}}{{{1.2 * size:g}}}\\selectfont"
        family = "\\ttfamily" if style.mono else "\\sffamily"
        bold = "\\bfseries" if style.bold else ""
        return f"{font}{family}{bold}, text=lm-{style.fill}, inner sep=0pt, outer sep=0pt"
    found = [f"fill=lm-{style.fill}"] if style.fill != "none" else []
    if style.stroke != "none":
        found += [f"draw=lm-{style.stroke}", f"line width={_length(style.width)}"]
    if style.dash:
        steps = (f"{word} {_length(step)}" for word, step in zip(("on", "off") * 2, style.dash, strict=False))
        found.append(f"dash pattern={' '.join(steps)}")
    return ", ".join(found)


def _at(x: float, y: float) -> str:
    return f"{round(x, 1) + 0.0:g},{round(y, 1) + 0.0:g}"


def _length(pixels: float) -> str:
    return f"{round(pixels * _POINTS, 2):g}pt"


def _text(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in printable(text, keep="\n"))
