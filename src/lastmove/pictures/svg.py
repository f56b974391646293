"""A scene as SVG, well-formed by construction and the same bytes for the same scene; and as PNG, through resvg.

Looks stand on the elements themselves, where every program finds them; a style sheet only adds the dark colours for
readers who prefer them. Nothing has an id, so that several pictures can stand on one page. PNG needs the extra ``png``.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from lastmove.core.errors import InputError, LimitReached, printable
from lastmove.core.limits import current_meter, need, watched
from lastmove.core.optional import install
from lastmove.pictures.scene import STYLES, Box, Curve, Disc, Group, Label, colour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.pictures.scene import Item, Scene

THEMES = ("auto", "light", "dark", "print")
"""auto is light, and dark for readers whose system asks for it; print is black and white."""

_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_MONO = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


def svg(scene: Scene, *, theme: str = "auto", rules: str = "") -> str:
    """The text of an SVG document; ``rules`` are style rules that it has besides."""
    palette = "light" if theme == "auto" else theme
    used: dict[str, None] = {"paper": None}
    body = list(_written(scene.items, palette, used, 1))
    size = f'width="{_number(scene.width)}" height="{_number(scene.height)}"'
    box = f'viewBox="0 0 {_number(scene.width)} {_number(scene.height)}"'
    looks = f'role="img" font-family="{_FONT}" style="max-width: 100%; height: auto"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" class="lastmove lm-{theme}" {size} {box} {looks}>']
    lines.append(f"<title>{_text(scene.title)}</title>")
    if scene.description:
        lines.append(f"<desc>{_text(scene.description)}</desc>")
    styles = [_dark_rules(tuple(used))] if theme == "auto" else []
    if rules or styles:
        lines.append(f"<style>{' '.join([*styles, *([rules] if rules else [])])}</style>")
    lines.append(f'<rect class="lm-paper" width="100%" height="100%" rx="6" fill="{colour("paper", palette)}"/>')
    return "\n".join([*lines, *body, "</svg>", ""])


def _written(items: tuple[Item, ...], palette: str, used: dict[str, None], depth: int) -> Iterator[str]:
    indent = " " * depth
    for item in watched(items):
        if isinstance(item, Group):
            number = "" if item.number is None else f' data-number="{item.number}"'
            yield f'{indent}<g class="lm-g-{item.kind}"{number}>'
            if item.title:
                yield f"{indent} <title>{_text(item.title)}</title>"
            yield from _written(item.items, palette, used, depth + 1)
            yield f"{indent}</g>"
        else:
            used[item.style] = None
            yield indent + _shape(item, palette)


def _shape(item: Disc | Box | Curve | Label, palette: str) -> str:
    looks = _looks(item.style, palette)
    if isinstance(item, Disc):
        return f'<circle cx="{_number(item.x)}" cy="{_number(item.y)}" r="{_number(item.radius)}" {looks}/>'
    if isinstance(item, Box):
        left, top = _number(item.x - item.width / 2), _number(item.y - item.height / 2)
        size = f'width="{_number(item.width)}" height="{_number(item.height)}"'
        return f'<rect x="{left}" y="{top}" {size} rx="{_number(item.round)}" {looks}/>'
    if isinstance(item, Curve):
        return f'<path d="{_path(item)}" {looks}/>'
    style = STYLES[item.style]
    x, y = _number(item.x), _number(item.y + 0.35 * style.size)  # baselines: dominant-baseline is not known everywhere
    return f'<text x="{x}" y="{y}" text-anchor="{item.anchor}" {looks}>{_text(item.text)}</text>'


def _path(curve: Curve) -> str:
    first, *rest = (f"{_number(x)} {_number(y)}" for x, y in curve.points)
    if curve.bent:
        pieces = (f"C{', '.join(rest[i : i + 3])}" for i in range(0, len(rest), 3))
    else:
        pieces = (f"L{point}" for point in rest)
    return f"M{first}{''.join(pieces)}{'Z' if curve.closed else ''}"


@cache
def _looks(name: str, palette: str) -> str:
    style = STYLES[name]
    found = [f'class="lm-{name}"', f'fill="{colour(style.fill, palette)}"']
    if style.stroke != "none":
        found.append(f'stroke="{colour(style.stroke, palette)}" stroke-width="{_number(style.width)}"')
        if not style.size and style.fill == "none":
            found.append('stroke-linecap="round"' if not style.dash else 'stroke-linecap="butt"')
    if style.dash:
        found.append(f'stroke-dasharray="{" ".join(map(_number, style.dash))}"')
    if style.size:
        found.append(f'font-size="{_number(style.size)}"')
    if style.bold:
        found.append('font-weight="bold"')
    if style.mono:
        found.append(f'font-family="{_MONO}"')
    return " ".join(found)


def _dark_rules(names: tuple[str, ...]) -> str:
    rules = []
    for name in sorted(names):
        style = STYLES[name]
        looks = [f"fill:{colour(style.fill, 'dark')}"] if style.fill != "none" else []
        looks += [f"stroke:{colour(style.stroke, 'dark')}"] if style.stroke != "none" else []
        rules.append(f".lm-auto .lm-{name}{{{';'.join(looks)}}}")
    return f"@media (prefers-color-scheme:dark){{{' '.join(rules)}}}"


def _number(value: float) -> str:
    """One digit after the point at most: enough for a pixel, and the same on every machine."""
    return f"{round(value, 1) + 0.0:g}" if abs(value) < 1e5 else f"{value:.0f}"


def _text(text: str) -> str:
    return escape(printable(text, keep="\n"))


MOST_PIXELS = 40_000_000
"""Of one picture: some seconds, and 200 MB."""
_FINE = 2.0
_PIXELS_A_SECOND = 6e6  # with the two thousand curves of a full picture
_BYTES_A_PIXEL = 5  # the four of its colour, and what is written


def png(scene: Scene, *, theme: str = "light") -> bytes:
    """The bytes of a PNG file: two pixels for each of the scene's, or one where that would be too many.

    Raises
    ------
    InputError
        If the package resvg-py is missing, or if there would be too many pixels.
    LimitReached
        If so many pixels would take longer than the question may, or more memory.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        problem = f"png needs the package resvg-py: {install('png')}, or draw SVG and convert it"
        raise InputError("to", problem) from None
    text = svg(scene, theme="light" if theme == "auto" else theme)
    pixels = scene.width * scene.height
    if pixels > MOST_PIXELS:
        size = f"{scene.width:,.0f} by {scene.height:,.0f} pixels"
        raise InputError("to", f"a png of {size}; accepted: at most {MOST_PIXELS:,} pixels in all, or svg of any size")
    meter = current_meter()
    most = MOST_PIXELS if meter is None else min(MOST_PIXELS, _PIXELS_A_SECOND * meter.seconds_left)
    if meter is not None and pixels > most:  # nothing stops resvg once it has begun
        raise LimitReached("time", meter.positions)
    scale = _FINE if _FINE**2 * pixels <= most else 1.0
    need(_BYTES_A_PIXEL * scale**2 * pixels)
    return bytes(svg_to_bytes(svg_string=text, zoom=scale))
