"""Questions answered where they are asked: by Python in a page's own worker, or in a notebook.

Text in, text out, so that nothing but strings passes between languages.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lastmove.core.errors import LastmoveError
from lastmove.core.files import loads
from lastmove.web.api import ask

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 10.0
"""Seconds that a question gets at most: there is one worker, and it cannot be asked anything else meanwhile."""
ADVICE = "Too hard for this page, which works it out by itself. Run `lastmove serve` on your computer for more."


def answer(question: str, text: str, say: Callable[[str], None] | None = None, *, advice: str = ADVICE) -> str:
    """The answer as JSON text: ``{"answer": ...}`` or ``{"error": ...}``.

    An answer in which a limit left something unknown has a field ``advice`` that says what to do.

    >>> answer("solve", '{"position": {"game": "nim", "heaps": []}}')[:27]
    '{"answer": {"outcome": "P",'
    >>> answer("solve", "{}")
    '{"error": "position: missing"}'
    """
    try:
        body = loads(text)
        if isinstance(body, dict) and isinstance(body.get("time"), int | float):
            body["time"] = min(body["time"], LONGEST)
        reply = ask(question, body, None if say is None else lambda seen: say(json.dumps(seen)))
    except LastmoveError as error:
        return json.dumps({"error": str(error)})
    except (MemoryError, RecursionError):
        return json.dumps({"error": f"the memory is used up. {advice}"})
    found = reply.answer if reply.stopped_by is None else {**reply.answer, "advice": advice}
    return json.dumps({"answer": found})
