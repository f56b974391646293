"""What a plain search has found out, as lines of a table: so that it can be saved, and compiled code can go on with it.

A line is a word that says who wins, and the words of the state; see :mod:`lastmove.search.fast.table`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.search.fast.board import State

_LOST, _KNOWN = 2, 3
_WORD = 8  # bytes


def to_lines(known: Mapping[State, bool], fields: int, words: int) -> Any:
    """States and who wins them, as an array of words."""
    import numpy as np

    size = _WORD * words
    data = b"".join(
        (_LOST + wins).to_bytes(_WORD, "little") + b"".join(found.to_bytes(size, "little") for found in state)
        for state, wins in known.items()
    )
    return np.frombuffer(data, "<u8").reshape(-1, 1 + fields * words)


def from_lines(lines: Any, fields: int, words: int) -> dict[State, bool]:
    """The other way round."""
    import numpy as np

    size = _WORD * words
    ends = [_WORD + size * i for i in range(fields + 1)]
    found = {}
    for line in map(bytes, np.ascontiguousarray(lines, "<u8")):
        state = tuple(int.from_bytes(line[ends[i] : ends[i + 1]], "little") for i in range(fields))
        found[state] = (line[0] & _KNOWN) > _LOST
    return found
