"""What every certificate is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

__all__ = ["Certificate"]


class Certificate(ABC):
    """Frozen data from which anyone can check an outcome without solving the position again."""

    kind: ClassVar[str]

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object of an answer, with its kind and version."""
