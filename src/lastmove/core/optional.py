"""Packages that may be missing: Numba (the extra ``fast`` brings it), and numpy where Python runs in a browser."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from lastmove.core.errors import InputError

__all__ = ["SEARCHES_FASTER", "is_there", "later", "needed"]

SEARCHES_FASTER = "pip install 'lastmove[fast]' makes long searches many times faster"
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
