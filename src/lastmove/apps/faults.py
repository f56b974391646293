"""Whatever goes wrong with one line of a stream is said of that line, and the others are answered."""

from __future__ import annotations

import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lastmove.core.errors import CycleError, InputError, InternalError, LimitReached, Refuted, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["faults_as_errors"]

_LONGEST = 200


@contextmanager
def faults_as_errors(*, writing: bool = False) -> Iterator[None]:
    """Turn every fault of what is done inside into an InputError; every command that reads a stream goes through here.

    Spent limits, refuted certificates, wrong usage and Ctrl-C are no faults and go through.

    Parameters
    ----------
    writing
        Whether output is written inside. Then a closed pipe or a full disk goes through too: no other line could be
        written either.
    """
    try:
        yield
    except (InputError, LimitReached, Refuted, click.ClickException, click.exceptions.Exit):
        raise
    except CycleError as error:  # a game of another package
        raise InputError("game", str(error)) from None
    except InternalError as error:
        raise InputError("internal error", str(error)) from None
    except Exception as error:
        if writing and isinstance(error, OSError):
            raise
        raise InputError("internal error", f"{_described(error)}. Please report this.") from error


def _described(error: Exception) -> str:
    """What happened and where, in one line."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {frames[-1].name} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    said = printable(str(error))
    said = said if len(said) <= _LONGEST else f"{said[: _LONGEST - 3]}..."
    return f"{type(error).__name__}{where}{f': {said}' if said else ''}"
