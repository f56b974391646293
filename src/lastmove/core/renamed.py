"""Names that were changed: the older ones are understood, with a DeprecationWarning that says what they are called now.

The command line has the same for its options: ``Renamed`` in ``cli/options.py``.
"""

from __future__ import annotations

import warnings
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Function = TypeVar("Function", bound=Callable[..., Any])


def warn_of(old: str, now: str, *, level: int = 3) -> None:
    """Warn whoever called the caller of this that a name has changed."""
    warnings.warn(f"{old} is now {now}", DeprecationWarning, stacklevel=level)


def renamed(**older: str) -> Callable[[Function], Function]:
    """A decorator for a function whose parameters had other names before: ``renamed(old="new")``.

    >>> @renamed(size="n")
    ... def to(n): return n
    >>> to(n=3), to(3)
    (3, 3)
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            for old in older.keys() & named.keys():
                now = older[old]
                if now in named:
                    raise TypeError(f"{function.__name__}(): {old} is an older name of {now}; give one of them")
                warn_of(f"{function.__name__}({old}=...)", f"{now}=...")
                named[now] = named.pop(old)
            return function(*arguments, **named)

        return call  # type: ignore[return-value]

    return decorate
