"""Work on quotients on disk: the contexts that were found to matter, to go on with later.

A file is one JSON object with a SHA-256 sum of its content. It is read as data and never executed. Contexts are hints:
the solver proves everything anew with their help, so a file that was tampered with costs time and no more.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.core.files import remove_leftovers, replacing
from lastmove.core.json_text import is_version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.core.limits import Meter
    from lastmove.quotients.atoms import HeapFamily
    from lastmove.quotients.monoid import Word
    from lastmove.quotients.solver import QuotientSolver

__all__ = ["SavedContexts"]

_FORMAT = "lastmove quotient"
_VERSION = 1


class SavedContexts:
    """A file for the work on one heap game.

    Parameters
    ----------
    path
        The file. If it is there, it is read.
    game
        The code or the set; a file that was saved for another game is refused.

    Raises
    ------
    InputError
        If the file is damaged, or was saved for another game.
    """

    def __init__(self, path: str | os.PathLike[str], game: object) -> None:
        if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
            raise InputError("checkpoint", f"{show(path)}; accepted: the name of a file")
        self.path = Path(path)
        self.game = json.loads(json.dumps(game))
        try:
            there = self.path.exists()
        except (OSError, ValueError) as error:
            raise self._bad(f"cannot be used: {error}") from None
        if not there and not self.path.parent.is_dir():
            raise self._bad("cannot be used: there is no such folder")
        remove_leftovers(self.path)
        self.heap, self.contexts = self._read() if there else (0, {})

    def hint(self, solver: QuotientSolver, family: HeapFamily, heap: int, meter: Meter) -> None:
        """Give the solver the contexts that speak of the heaps up to ``heap``, and number those heaps."""
        if not self.contexts:
            return
        while len(family.numbers) <= min(self.heap + 1, heap):
            family.grow(meter)
        atoms = max(family.numbers)
        solver.hint(
            {
                atom: kept
                for atom, words in self.contexts.items()
                if (kept := {word for word in words if atom < word[-1] and word[0] <= atoms})
            }
        )

    def save(self, contexts: Mapping[int, set[Word]], heap: int) -> None:
        """Write the file, all of it or nothing."""
        listed = {str(atom): sorted(map(list, words)) for atom, words in sorted(contexts.items())}
        body = {"format": _FORMAT, "version": _VERSION, "game": self.game, "heap": heap, "contexts": listed}
        try:
            with replacing(self.path) as file:
                file.write(json.dumps({**body, "sum": _sum(body)}).encode() + b"\n")
        except OSError as error:
            raise self._bad(f"cannot be written: {error.strerror}") from None

    def _read(self) -> tuple[int, dict[int, set[Word]]]:
        try:
            body: Any = json.loads(self.path.read_bytes())
        except OSError as error:
            raise self._bad(f"cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise self._bad("is not a saved quotient") from None
        known = isinstance(body, dict) and body.get("format") == _FORMAT and is_version(body.get("version"), _VERSION)
        if not known:
            raise self._bad("is not a saved quotient of this version")
        if body.pop("sum", None) != _sum(body):
            raise self._bad("is damaged: its sum is wrong")
        if body.get("game") != self.game:
            raise self._bad(f"was saved for {show(body.get('game'))}, not for {show(self.game)}")
        heap, contexts = body.get("heap"), body.get("contexts")
        if type(heap) is not int or heap < 0 or not isinstance(contexts, dict):
            raise self._bad("is damaged: it has no heap or no contexts")
        if not all(key.isdecimal() and isinstance(words, list) for key, words in contexts.items()):
            raise self._bad("is damaged: the contexts have another form")
        return heap, {int(key): {self._word(word) for word in words} for key, words in contexts.items()}

    def _word(self, word: object) -> Word:
        found = [atom for atom in word if type(atom) is int and atom > 0] if isinstance(word, list) else []
        if not found or found != word or found != sorted(found, reverse=True):
            raise self._bad(f"is damaged: {show(word)} is no context")
        return tuple(found)

    def _bad(self, problem: str) -> InputError:
        return InputError("checkpoint", f"{show(str(self.path))} {problem}")


def _sum(body: dict[str, Any]) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
