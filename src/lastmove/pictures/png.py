"""A picture as PNG, through resvg: the extra ``png``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, LimitReached
from lastmove.core.limits import current_meter, need
from lastmove.pictures.svg import svg

if TYPE_CHECKING:
    from lastmove.pictures.scene import Scene

__all__ = ["png"]

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
        problem = "png needs the package resvg-py; install lastmove[png], or draw SVG and convert it"
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
