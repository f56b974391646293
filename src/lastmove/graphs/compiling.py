"""One way to compile: Numba makes the code, and what it makes is kept on disk under the text of its sources.

Numba finds code that was kept by the name of its function and the date of the one file that holds it. Functions of
other files go into the code too, and may have changed since. So the name has a digest of every source that could
matter: other sources, other code.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastmove._version import __version__

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["compiled", "digest_of"]


@cache
def digest_of(*packages: str) -> str:
    """A name for the version of lastmove and the text of these modules; of packages, with every module below them."""
    from importlib.resources import files  # here: it takes time that a small question need not spend

    found = sha256(__version__.encode())
    for package in packages:
        module = import_module(package)
        if hasattr(module, "__path__"):
            _add_sources(files(module), found)
        elif module.__file__ is not None:
            found.update(Path(module.__file__).read_bytes())
    return found.hexdigest()


def _add_sources(folder: Traversable, found: Any) -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _add_sources(entry, found)
        elif entry.name.endswith(".py"):
            found.update(entry.read_bytes())


def compiled(function: Any, *signature: Any, sources: str, keep: bool = True, **switches: Any) -> Any:
    """A function compiled by Numba: now if its signature is given, else when it is first called.

    Parameters
    ----------
    function
        A function that Numba can compile; its name gets the digest added.
    signature
        The types of its arguments and its result.
    sources
        The digest of everything that goes into the code; see :func:`digest_of`.
    keep
        Whether to keep the result on disk. Where there is no folder for it, it is compiled anew in each process.
    switches
        What else Numba is told.
    """
    from numba import njit  # here: it takes the better part of a second

    if not keep:
        return njit(*signature, **switches)(function)
    function.__qualname__ = f"{function.__qualname__}_{sources[:20]}"
    try:
        return njit(*signature, cache=True, **switches)(function)
    except RuntimeError:  # there is no folder to keep the result in
        return njit(*signature, **switches)(function)
