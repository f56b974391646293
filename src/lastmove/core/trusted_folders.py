"""Whether a folder, and the files in it, can have been written by somebody else.

Compiled code that is kept on disk is machine code, in files that Python unpickles: whoever can write there can run
anything as the user who reads it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import IO, Any


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
