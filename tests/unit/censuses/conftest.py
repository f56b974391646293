"""What tests of long research share."""

from __future__ import annotations

import pytest

from lastmove.censuses import run as counting_run


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many shards of few graphs, for which nothing need be compiled."""
    monkeypatch.setattr("lastmove.censuses.question.GRAPHS_A_SHARD", 200)
    monkeypatch.setattr(counting_run, "_large_sizes", lambda _: ())
