"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import re
import signal
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

import effort
from lastmove import games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# No test asserts seconds: machines are noisy, and the first example may have to wait for a compiler.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("lastmove", patient)
settings.register_profile("quick", patient, max_examples=25)

# `scripts/test` runs the quick tests once more with LASTMOVE_WITHOUT=numba; tests/blocking makes it so. What is about
# compiled code (these files, tests marked so, and parameters of that name) is then left out; else nothing is.
WITHOUT = os.environ.get("LASTMOVE_WITHOUT", "").split()
collect_ignore_glob = []
if "numba" in WITHOUT:
    collect_ignore_glob += ["property/test_fast_*.py", "property/test_matching.py", "unit/core/test_kept_code.py"]
    collect_ignore_glob += ["unit/search/test_compiling_in_time.py", "unit/search/test_fast_*.py"]


WHOLLY_LONG = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.long\b", re.MULTILINE)


def pytest_configure(config: pytest.Config) -> None:
    quick = "not long" in config.getoption("markexpr")
    effort.set_quick(quick)
    settings.load_profile("quick" if quick else "lastmove")
    found = [package for package in WITHOUT if find_spec(package) is not None]
    assert not found, f"{found} can be imported all the same: put tests/blocking on PYTHONPATH"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """The quick run does not read files of which every test is long: they import and prepare much."""
    is_test = collection_path.suffix == ".py" and collection_path.name.startswith("test_")
    return True if effort.is_quick() and is_test and WHOLLY_LONG.search(collection_path.read_text()) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "numba" in WITHOUT:
        left_out = {item for item in items if item.get_closest_marker("compiled") or _is_compiled(item)}
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """What was made for all tests stays, and is not looked through for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def _forget_what_is_registered() -> Iterator[None]:
    """A class that a test or an example of a page registers is known until that test ends."""
    before = games._registered
    yield
    for name in set(games._registered) - set(before):
        del games._loaded[name]
    games._registered = before


def _is_compiled(item: pytest.Item) -> bool:
    given = getattr(item, "callspec", None)
    return given is not None and given.params.get("compiled") is True


# A run in the background inherits that Ctrl-C is ignored, and so would the processes that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
