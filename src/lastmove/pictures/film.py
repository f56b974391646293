"""A game as a picture that moves: one frame after the other in one SVG, by style rules alone.

Where less motion is wanted, on paper, and in programs that move nothing, the last frame stands still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.pictures.scene import Group, Label, Scene, bounds, moved, text_width
from lastmove.pictures.styles import STYLES
from lastmove.pictures.svg import svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.pictures.scene import Item

__all__ = ["Frame", "film"]

SECONDS = 1.5
"""How long a frame is to be seen; the last one three times as long."""
_MARGIN = 20.0
_LINE = 30.0


class Frame(NamedTuple):
    """The shapes of one position, all frames in one plane, and what is said below them."""

    items: tuple[Item, ...]
    text: str


def film(frames: Sequence[Frame], *, title: str, theme: str = "auto") -> str:
    """The text of an SVG document that shows the frames in turn.

    >>> "@keyframes" in film([Frame((Label(0, 0, "3", "note"),), "to begin with")], title="a film")
    True
    """
    boxes = [bounds(frame.items) for frame in frames]
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    high = max(box.bottom for box in boxes) - top
    said = max(text_width(frame.text, STYLES["note"].size) for frame in frames)
    across = max(box.right for box in boxes) - left
    wide = max(across, said)
    shift = _MARGIN + (wide - across) / 2 - left
    groups = []
    for number, frame in enumerate(frames):
        shapes = [moved(item, shift, _MARGIN - top) for item in frame.items]
        shapes.append(Label(_MARGIN + wide / 2, _MARGIN + high + _LINE, frame.text, "note"))
        groups.append(Group("frame", tuple(shapes), number))
    told = " ".join(frame.text for frame in frames)
    scene = Scene(wide + 2 * _MARGIN, high + _LINE + 2 * _MARGIN, tuple(groups), title, told)
    return svg(scene, theme=theme, rules=_rules(len(frames)))


def _rules(count: int) -> str:
    """Each frame is seen in its turn; the names hold how many there are, so that two films can stand on one page."""
    frame, last = ".lm-g-frame", count - 1
    name = f"lm-film-{count}"
    parts = count + 2
    rules = [f"{frame}{{visibility:hidden}} {frame}[data-number='{last}']{{visibility:visible}}"]
    rules.append(f"@keyframes {name}{{0%{{visibility:visible}}{100 / parts:.4f}%,to{{visibility:hidden}}}}")
    rules.append(f"@keyframes {name}-end{{0%{{visibility:visible}}{300 / parts:.4f}%,to{{visibility:hidden}}}}")
    runs = [
        f"{frame}[data-number='{number}']{{visibility:hidden;animation:{name}{'-end' if number == last else ''} "
        f"{SECONDS * parts:g}s step-end {SECONDS * number:g}s infinite}}"
        for number in range(count)
    ]
    rules.append(f"@media screen and (prefers-reduced-motion:no-preference){{{' '.join(runs)}}}")
    return " ".join(rules)
