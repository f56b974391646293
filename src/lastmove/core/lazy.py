"""Packages whose names are loaded when they are first used, so that importing the package costs nothing."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # as in lastmove/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


def lazy_names(package: str, homes: Mapping[str, Iterable[str]]) -> Callable[[str], object]:
    """A module ``__getattr__`` for ``package`` that finds each name in the submodule ``homes`` gives for it."""
    home_of = {name: home for home, names in homes.items() for name in names}

    def load(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return load
