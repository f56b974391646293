"""A picture as PNG, through resvg: the extra ``png``."""

from __future__ import annotations

from lastmove.core.errors import InputError

__all__ = ["png"]


def png(svg: str, *, scale: float = 2.0) -> bytes:
    """The bytes of a PNG file; two pixels for each of the SVG's unless asked otherwise.

    Raises
    ------
    InputError
        If the package resvg-py is missing.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        problem = "png needs the package resvg-py; install lastmove[png], or draw SVG and convert it"
        raise InputError("to", problem) from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=scale))
