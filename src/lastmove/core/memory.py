"""How much memory the process holds, and how much there is."""

from __future__ import annotations

import math
import os
from contextlib import suppress
from functools import cache
from pathlib import Path

__all__ = ["half_of_memory", "memory_is_known", "resident_bytes"]


def resident_bytes() -> int:
    """The memory this process holds now; its peak where the system does not say; 0 where neither is known."""
    try:
        with open("/proc/self/statm", "rb") as statm:
            pages = int(statm.read().split()[1])
    except (OSError, ValueError, IndexError):
        return _peak_bytes()
    return pages * os.sysconf("SC_PAGE_SIZE")


@cache
def memory_is_known() -> bool:
    """Whether the system says how much memory a process holds; in a browser it does not."""
    return resident_bytes() > 0


def _peak_bytes() -> int:
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if os.uname().sysname == "Darwin" else peak * 1024


@cache
def half_of_memory() -> float:
    """Half of the memory this process may use: the machine's, or its container's where that is less."""
    sizes: list[int] = []
    with suppress(ValueError, OSError, AttributeError):
        sizes.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    with suppress(OSError, ValueError):
        sizes.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return min(sizes) / 2 if sizes else math.inf
