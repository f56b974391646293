"""Functions compiled by Numba and kept on disk, where a disk that fails costs time and nothing else.

Numba ends with the error of the file system when its folder is full, and takes what stands in its files on trust. The
folder is a convenience, so here any trouble with it is said once, by the logger ``lastmove`` (which Python shows on
standard error), and the function is compiled as if there were no folder. What is kept carries a checksum: damaged
machine code is never run.

Files are unpickled and run, so whoever can write there can run anything as the user who reads them. A folder in which
somebody else could have put them is not used either.

Numba finds what was kept by the name of a function and the date of the one file that holds it. Functions of other files
go into the code too, and may have changed since. So the name gets a digest of all sources that could matter.
"""

from __future__ import annotations

import os
import stat
from functools import cache
from importlib import import_module
from os.path import basename
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lastmove._version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.resources.abc import Traversable


def why_not_trusted(folder: str | Path) -> str:
    """Why what stands in a folder may come from somebody else than this user and root; empty if it cannot.

    The folder must belong to one of them and nobody else may write in it. The same goes for every folder above it and
    every link on the way, or the folder could be exchanged for another; only there may others write where the sticky
    bit keeps them from that, as in /tmp. Where the system knows no owners (Windows) nothing is found.
    """
    if not hasattr(os, "geteuid"):
        return ""
    given = Path(os.path.abspath(folder))
    for path in dict.fromkeys((given, Path(os.path.realpath(given)))):
        for place in (path, *path.parents):
            found = place.lstat()
            problem = _problem(found, may_be_sticky=place != path)
            if problem:
                return f"{place} {problem}"
    return ""


def why_file_is_not_trusted(file: IO[Any]) -> str:
    """The same for a file that is open, in a folder that is trusted now and perhaps was not when it was written."""
    return _problem(os.fstat(file.fileno())) if hasattr(os, "geteuid") else ""


def _problem(found: os.stat_result, *, may_be_sticky: bool = False) -> str:
    if found.st_uid not in (0, os.geteuid()):
        return "belongs to another user"
    if stat.S_ISLNK(found.st_mode) or (may_be_sticky and found.st_mode & stat.S_ISVTX):  # of a link the owner counts
        return ""
    by_group = found.st_mode & stat.S_IWGRP and not _is_private_group(found.st_uid, found.st_gid)
    return "can be written by others" if by_group or found.st_mode & stat.S_IWOTH else ""


def _is_private_group(user: int, group: int) -> bool:
    """Whether a group is that of one user alone, as many systems make one for each."""
    import grp
    import pwd

    try:
        owner, members = pwd.getpwuid(user), grp.getgrgid(group)
    except KeyError:
        return False
    return members.gr_name == owner.pw_name and owner.pw_gid == group and set(members.gr_mem) <= {owner.pw_name}


_SUM = 32
_warned: set[str] = set()


@cache
def digest_of(*packages: str) -> str:
    """A name for the version of lastmove and the text of these modules; of packages, with every module below them."""
    from hashlib import sha256
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


def kept(function: Callable[..., Any], signature: Any = None, *, sources: str, **switches: Any) -> Any:
    """The function compiled by Numba, loaded from disk where it was kept by an earlier process.

    Parameters
    ----------
    function
        What to compile.
    signature
        The types to compile it for, at once; by default those that it is first called with.
    sources
        The digest of everything that goes into the code; see :func:`digest_of`.
    switches
        As for ``numba.njit``.
    """
    from numba import njit
    from numba.core import typeinfer

    function.__qualname__ = f"{function.__qualname__}_{sources[:20]}"
    compiled = njit(**switches)(function)
    if not hasattr(compiled, "_cache"):  # Numba is set not to compile
        return compiled
    try:
        cache = _cache_class()(compiled.py_func)
        problem = why_not_trusted(cache.cache_path)
        if problem:
            _warn_once(f"{problem}, so that no code is taken from there")
        else:
            compiled._cache = cache
    except RuntimeError:
        _warn_once("there is no folder in which it can be kept")
    except OSError as error:
        _warn_once(str(error))
    if signature is not None:
        with typeinfer.register_dispatcher(compiled):
            compiled.compile(signature)
            compiled.disable_compile()
    return compiled


def _warn_once(problem: str) -> None:
    """Say once that compiled code is not kept, or not taken from where it was kept."""
    if not _warned:
        import logging

        logging.getLogger("lastmove").warning(
            "lastmove: compiled code is made anew, which takes some seconds: %s", " ".join(problem.split())
        )
    _warned.add(problem)


class Damaged(Exception):
    """A file of compiled code is not what was written, or may not be."""


@cache
def _cache_class() -> Any:
    """Numba's cache of a function, which needs Numba to be defined at all."""
    import pickle

    from numba.core.caching import FunctionCache, IndexDataCacheFile

    class SummedFile(IndexDataCacheFile):  # type: ignore[misc]
        """Index and data, each followed by its checksum."""

        def _dump(self, obj: object) -> bytes:
            data: bytes = super()._dump(obj)
            return data + _sum(data)

        def _load_index(self) -> Any:
            try:
                with open(self._index_path, "rb") as file:
                    _check_owner(file, self._index_path)
                    version = pickle.load(file)
                    data = file.read()
            except FileNotFoundError:
                return {}
            if version != self._version:
                return {}
            stamp, overloads = pickle.loads(_summed(data, self._index_path))
            return overloads if stamp == self._source_stamp else {}

        def _load_data(self, name: str) -> Any:
            path = self._data_path(name)
            with open(path, "rb") as file:
                _check_owner(file, path)
                return pickle.loads(_summed(file.read(), path))

    class OptionalCache(FunctionCache):  # type: ignore[misc]
        """A cache whose failures are reported once and then passed over."""

        def __init__(self, py_func: Any) -> None:
            super().__init__(py_func)
            self._cache_file = SummedFile(
                cache_path=self._cache_path,
                filename_base=f"{self._impl.filename_base}-summed",
                source_stamp=self._impl.locator.get_source_stamp(),
            )

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                return super().load_overload(sig, target_context)
            except Exception as error:  # a damaged file may raise anything
                _warn_once(f"{self._cache_path}: {_said(error)}")
                self._try(self.flush)  # so that what is compiled now can take its place
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            self._try(lambda: super(OptionalCache, self).save_overload(sig, data))

        def _try(self, act: Callable[[], None]) -> None:
            try:
                act()
            except Exception as error:  # a full disk, a folder that is gone, an index that another process damaged
                _warn_once(f"{self._cache_path}: {_said(error)}")

    return OptionalCache


def _check_owner(file: IO[bytes], path: str) -> None:
    problem = why_file_is_not_trusted(file)
    if problem:
        raise Damaged(f"{basename(path)} {problem}")


def _sum(data: bytes) -> bytes:
    from hashlib import sha256

    return sha256(data).digest()


def _summed(data: bytes, path: str) -> bytes:
    body = data[:-_SUM]
    if _sum(body) != data[-_SUM:]:
        raise Damaged(f"{basename(path)} is damaged")
    return body


def _said(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) if isinstance(error, Damaged) else f"a file is damaged ({type(error).__name__})"
