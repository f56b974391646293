"""Packages that are installed only by those who need them: the extras of this one."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["extra"]


@contextmanager
def extra(name: str, purpose: str) -> Iterator[None]:
    """Imports of what the extra ``name`` brings stand inside; where it is missing, an InputError says how to get it.

    >>> with extra("census", "a census"):
    ...     import pyarrow_that_nobody_has
    Traceback (most recent call last):
    ...
    lastmove.core.errors.InputError: a census needs pyarrow_that_nobody_has: pip install 'lastmove[census]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise InputError("", f"{purpose} needs {error.name}: pip install 'lastmove[{name}]'") from None
    except ImportError as error:  # it is there, but something that it needs is not
        problem = str(error).strip().partition("\n")[0]
        raise InputError(
            "", f"{purpose} cannot load what it needs ({problem}): pip install 'lastmove[{name}]'"
        ) from None
