"""JSON as the commands write it: letters as they are, wherever standard output can hold them."""

from __future__ import annotations

import json
import sys
from functools import partial

from lastmove.core.limits import watched

_MANY = 20_000


def json_line(value: object) -> str:
    """A value as JSON on one line; letters beyond ASCII are escaped only where the output could not hold them."""
    text = _dumped(value, ensure_ascii=False)
    return text if fits_output(text) else _dumped(value, ensure_ascii=True)


def _dumped(value: object, *, ensure_ascii: bool) -> str:
    """The same as ``json.dumps``, with looks at the limits inside the long arrays of an object."""
    dumps = partial(json.dumps, ensure_ascii=ensure_ascii)
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        return dumps(value)
    if not any(isinstance(each, list) and len(each) > _MANY for each in value.values()):
        return dumps(value)
    fields = []
    for name, each in value.items():
        pieces = range(0, len(each), _MANY) if isinstance(each, list) else ()
        inside = ", ".join(dumps(each[start : start + _MANY])[1:-1] for start in watched(pieces, 1))
        fields.append(f"{dumps(name)}: {f'[{inside}]' if isinstance(each, list) else dumps(each)}")
    return f"{{{', '.join(fields)}}}"


def fits_output(text: str) -> bool:
    """Whether standard output can hold a text as it is; a lone half of a character fits nowhere."""
    if text.isascii():
        return True
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
