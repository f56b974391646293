"""JSON as the commands write it: letters as they are, wherever standard output can hold them."""

from __future__ import annotations

import json
import sys

__all__ = ["fits_output", "json_line"]


def json_line(value: object) -> str:
    """A value as JSON on one line; letters beyond ASCII are escaped only where the output could not hold them."""
    text = json.dumps(value, ensure_ascii=False)
    return text if fits_output(text) else json.dumps(value)


def fits_output(text: str) -> bool:
    """Whether standard output can hold a text as it is; a lone half of a character fits nowhere."""
    if text.isascii():
        return True
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
