"""Packages that may be missing: Numba, numpy where Python runs in a browser, and those of the extras."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

EXTRAS = {
    "census": ("duckdb", "pyarrow"),
    "cluster": ("dask", "distributed"),
    "fast": ("numba",),
    "mcp": ("mcp",),
    "notebook": ("anywidget",),
    "plot": ("matplotlib",),
    "png": ("resvg-py",),
    "web": ("starlette", "uvicorn"),
}
"""What each extra brings, under the names of the packages: these can be installed wherever lastmove came from."""


def install(name: str) -> str:
    """The command that brings an extra.

    >>> install("fast")
    'pip install numba'
    """
    return f"pip install {' '.join(EXTRAS[name])}"


SEARCHES_FASTER = f"{install('fast')} makes long searches many times faster"
"""What to say to people whose search took too long without Numba."""


@cache
def is_there(package: str) -> bool:
    """Whether a package is installed; it is not imported."""
    return find_spec(package) is not None


def needed(package: str) -> Any:
    """A package that cannot be done without; an InputError that names it where it is missing."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise InputError(package, f"it is needed for this, and is not installed; pip install {package}") from None


def later(package: str) -> Any:
    """A package that is imported when something of it is first used; so a module that needs it can always be imported.

    >>> later("math").lcm(4, 6)
    12
    """
    return _Later(package)


class _Later:
    """Stands for a module; what has been used once is kept here, and costs nothing more."""

    def __init__(self, package: str) -> None:
        self.__dict__["_package"] = package

    def __getattr__(self, name: str) -> Any:
        found = getattr(needed(self.__dict__["_package"]), name)
        setattr(self, name, found)
        return found


@contextmanager
def extra(name: str, purpose: str) -> Iterator[None]:
    """Imports of what the extra ``name`` brings stand inside; where it is missing, an InputError says how to get it.

    >>> with extra("census", "a census"):
    ...     import pyarrow_that_nobody_has
    Traceback (most recent call last):
    ...
    lastmove.core.errors.InputError: a census needs pyarrow_that_nobody_has: pip install duckdb pyarrow
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise InputError("", f"{purpose} needs {error.name}: {install(name)}") from None
    except ImportError as error:  # it is there, but something that it needs is not
        problem = str(error).strip().partition("\n")[0]
        raise InputError("", f"{purpose} cannot load what it needs ({problem}): {install(name)}") from None
