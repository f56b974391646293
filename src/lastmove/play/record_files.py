"""Game records in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.files import remove_leftovers, replacing

if TYPE_CHECKING:
    from lastmove.notation.record import GameRecord

__all__ = ["save_record"]


def save_record(record: GameRecord, name: str) -> None:
    """Write a record to a file, wholly or not at all; an InputError if it cannot be, or is something else already."""
    path = Path(name)
    if path.exists() and not _holds_record(path):
        raise InputError("record", f"{name} exists and is no game record; choose another name")
    text = json.dumps(record.to_json()) + "\n"
    remove_leftovers(path)
    try:
        with replacing(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise InputError("record", f"{name}: {error.strerror}") from None
    except ValueError:
        raise InputError("record", f"{show(name)} is no file name") from None


def _holds_record(path: Path) -> bool:
    """Whether a file is a game record, or empty, so that it may be written over; a device or a pipe is neither."""
    if not path.is_file():
        return False
    try:
        text = path.read_text(encoding="utf-8")
        found = json.loads(text) if text.strip() else {"record": 1}
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "record" in found
