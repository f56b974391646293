"""A way to stop a question from another thread."""

from __future__ import annotations

__all__ = ["Cancel"]


class Cancel:
    """A flag that stops questions from another thread: every question whose limits hold it is answered as unknown.

    Pickled, it comes out not set: another process has its own.

    >>> cancel = Cancel()
    >>> cancel.set()
    >>> cancel.is_set()
    True
    """

    __slots__ = ("_is_set",)

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        """Stop what is being worked on, and what is asked later with the same flag."""
        self._is_set = True

    def is_set(self) -> bool:
        """Whether it was set."""
        return self._is_set

    def __reduce__(self) -> tuple[type[Cancel], tuple[()]]:
        return Cancel, ()
