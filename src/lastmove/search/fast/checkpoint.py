"""Searches on disk: what was found out so far, to go on with later.

A file is one line of JSON, then the lines of the tables as 64-bit words, lowest byte first, then a SHA-256 sum of all
that. It is read as numbers and never executed. The sum finds damage, not malice: use files of your own. Each table says
which board it belongs to, and is used for no other. What a line means is up to the rules, so a file also says by which
sources of the search it was written, and others refuse it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.core.files import is_version, remove_leftovers, replacing
from lastmove.core.optional import needed
from lastmove.search.fast.board import sources_digest

if TYPE_CHECKING:
    from lastmove.search.fast.driver import BitSearch

_FORMAT = "lastmove search"
_VERSION = 2
_SUM = 32
_MOST_HEADER = 1 << 24


class Store:
    """A file for the tables of one problem.

    Parameters
    ----------
    path
        The file. If it is there, it is read; its tables are handed to the searches of the boards they belong to.
    problem
        What is searched, as JSON; a file that was saved for something else is refused.

    Raises
    ------
    InputError
        If the file is damaged, or was saved for another problem or by another version of the search.
    """

    def __init__(self, path: str | os.PathLike[str], problem: object) -> None:
        needed("numpy")  # now, rather than when a long search is to be saved
        self.path = _checked(path)
        self.problem = json.loads(json.dumps(problem))
        self._searches: list[BitSearch] = []
        remove_leftovers(self.path)
        self._saved: dict[str, Any] = self._read() if self.path.exists() else {}
        self.lines_read = sum(map(len, self._saved.values()))

    def attach(self, search: BitSearch) -> None:
        """Hand a search what was saved of its board, and save what it finds out."""
        self._searches.append(search)
        board = search.board
        lines = self._saved.get(board.digest)
        if lines is not None and lines.shape[1] != 1 + board.fields * board.words:
            raise self._bad("is damaged: the lines of a table have another length")
        if lines is not None:
            search.learn(lines)

    def save(self) -> int:
        """Write the file, all of it or nothing; how many states it holds.

        Of several that write at once the last one stays, and it is whole.
        """
        import numpy as np

        found = {search.board.digest: search.lines() for search in self._searches}
        kept = self._saved | {digest: lines for digest, lines in found.items() if lines is not None}
        header = {
            "format": _FORMAT,
            "version": _VERSION,
            "sources": sources_digest(),
            "problem": self.problem,
            "tables": [
                {"board": digest, "lines": len(lines), "words": lines.shape[1]} for digest, lines in kept.items()
            ],
        }
        from hashlib import sha256

        digest = sha256()
        try:
            with replacing(self.path) as file:
                parts = [np.frombuffer(json.dumps(header).encode() + b"\n", np.uint8)]
                parts += [np.ascontiguousarray(lines, "<u8").reshape(-1).view(np.uint8) for lines in kept.values()]
                for part in parts:
                    digest.update(part.data)
                    file.write(part.data)
                file.write(digest.digest())
        except OSError as error:
            raise InputError("checkpoint", f"{show(str(self.path))} cannot be written: {error.strerror}") from None
        return sum(map(len, kept.values()))

    def _read(self) -> dict[str, Any]:
        from hashlib import sha256

        import numpy as np

        try:
            with self.path.open("rb") as file:
                first = file.readline(_MOST_HEADER)
                header = self._header(first, os.fstat(file.fileno()).st_size)
                digest = sha256(first)
                found: dict[str, Any] = {}
                for table in header["tables"]:
                    size = table["lines"] * table["words"] * 8
                    data = file.read(size)
                    if len(data) != size:
                        raise self._bad("ends too early")
                    digest.update(data)
                    found[table["board"]] = np.frombuffer(data, "<u8").reshape(table["lines"], table["words"])
                if file.read(_SUM + 1) != digest.digest():
                    raise self._bad("is damaged: its sum is wrong")
        except OSError as error:
            raise self._bad(f"cannot be read: {error.strerror}") from None
        return found

    def _header(self, line: bytes, most: int) -> dict[str, Any]:
        """The first line, of a file of ``most`` bytes."""
        try:
            header = json.loads(line)
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict) or header.get("format") != _FORMAT:
            raise self._bad("is not a saved search")
        if not is_version(header.get("version"), _VERSION):
            raise self._bad(f"has version {show(header.get('version'))}; accepted: {_VERSION}")
        if header.get("sources") != sources_digest():
            raise self._bad("was saved by another version of the search: delete it to begin anew")
        if header.get("problem") != self.problem:
            raise self._bad("was saved for another position")
        tables = header.get("tables")
        if not isinstance(tables, list) or not all(_is_table(table, most) for table in tables):
            raise self._bad("is damaged: its tables are not described")
        return header

    def _bad(self, problem: str) -> InputError:
        return InputError("checkpoint", f"{show(str(self.path))} {problem}")


def _checked(path: object) -> Path:
    """A path that can be written, as far as can be seen now: a long search should not end in a slip of the pen."""
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise InputError("checkpoint", f"{show(path)}; accepted: the name of a file")
    try:
        found = Path(path)
        found.lstat()
    except FileNotFoundError:
        problem = "" if found.parent.is_dir() else "there is no such folder"
    except OSError as error:
        problem = str(error.strerror)
    except ValueError as error:  # a null character
        problem = str(error)
    else:
        problem = ""
    if problem:
        raise InputError("checkpoint", f"{show(str(path))} cannot be used: {problem}")
    return found


def _is_table(table: object, most: int) -> bool:
    if not isinstance(table, dict):
        return False
    lines, words = table.get("lines"), table.get("words")
    return (
        isinstance(table.get("board"), str)
        and type(lines) is int
        and type(words) is int
        and lines >= 0
        and 2 <= words <= 1 << 12
        and lines * words * 8 <= most
    )
