"""How what ``record_commands.py`` has heard becomes the same on every day and every machine."""

from __future__ import annotations

import hashlib
import re

__all__ = ["Plain", "digest"]

LONGEST = 60_000
"""Characters of a file or of an output above which only its digest is kept."""


class Plain:
    """Replaces what may differ between two runs, or between two places of the same source.

    Seconds depend on the machine, dates and the version on the day. Temporary folders have random names, processes and
    ports have random numbers, and objects without a text of their own show where they are in memory. A census has
    digests of files that name their folder. Modules may move: in what Python shows, ``lastmove.games.nim.Nim`` is
    written ``lastmove.Nim``.

    The numbers of positions that were searched stay: cases are small, and a search that is not compiled counts the same
    every time. Text that fits a terminal could break elsewhere where seconds have more digits; none of it has, so far.
    """

    TIMES = (
        (r'("(?:seconds|elapsed)": ?)\d[\d.e-]*', r"\1<seconds>"),
        (r'("(?:read|solve|write)": )\d+\.\d[\d.e-]*', r"\1<seconds>"),
        (r'("(?:pid|modified|bytes)": )\d+', r"\1<number>"),
        (r'("(?:host|sha256)": )"[^"]*"', r'\1"<word>"'),
        (r"('?seconds'?[=:] ?)\d[\d.e-]*", r"\1<seconds>"),
        (r"\b(?:in \d[\d.e-]*|\d+\.\d[\d.e-]*) s\b", "<seconds>"),
        (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)?", "<date>"),
        (r"\b0x[0-9a-f]{6,}", "<address>"),
        (r"(127\.0\.0\.1):\d+", r"\1:<port>"),
    )
    MODULES = (
        (r"\blastmove(\.[a-z_]\w*)+\.([A-Z]\w*)", r"lastmove.\2"),
        (r"<module '([\w.]+)' from [^>]*>", r"<module \1>"),
    )

    def __init__(self, folder: str, src: str, version: str) -> None:
        self.paths = [
            (re.escape(path), name) for path, name in ((folder, "<folder>"), (src, "<src>"), (version, "<version>"))
        ]

    def __call__(self, data: bytes, *, python: bool = False) -> str:
        text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        for pattern, told in (*self.paths, *self.TIMES, *(self.MODULES if python else ())):
            text = re.sub(pattern, told, text)
        return text if len(text) <= LONGEST else digest(text.encode("utf-8", "surrogateescape"))


def digest(data: bytes) -> str:
    """What stands for a long or binary content."""
    return f"<{len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}>"
