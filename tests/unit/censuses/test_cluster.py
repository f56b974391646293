"""Work on a Dask cluster: in order, once each, and the same table when a worker is killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import NIM, invoke, jsonl
from lastmove.censuses import executors
from lastmove.censuses import run as counting_run
from lastmove.censuses.executors import Cluster, executor
from lastmove.core.errors import InputError
from page_examples import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
    ) as made:
        yield made


def square(number: int) -> int:
    if number < 0:
        raise InputError("number", f"{number} is negative")
    return number * number


def given_up(number: int) -> int:
    return -number


def test_an_address_makes_a_cluster() -> None:
    assert isinstance(executor(1, "tcp://127.0.0.1:1"), Cluster)


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1", "tcp://127.0.0.1:99999", "http://127.0.0.1:80"])
def test_what_is_no_address_of_a_scheduler(address: str) -> None:
    with pytest.raises(InputError, match=r"scheduler: .*; accepted: the address of a Dask scheduler"):
        list(Cluster(address).map(square, [1], given_up))


def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        result = invoke("solve", "--scheduler", address, text=NIM, status=2)
    assert "Connection refused" in result.stderr


def test_verify_in_processes_says_the_same() -> None:
    words = ["verify", "log-space:2", "renault-schmidt:2.1", "--n", "2", "--random", "3", "--json"]
    alone, together = (
        [json.loads(line) for line in invoke(*words, *more).stdout.splitlines()] for more in ([], ["--jobs", "2"])
    )
    for report in (*alone, *together):
        del report["seconds"]
    assert alone == together
    assert len(alone) == 2


@pytest.mark.long
def test_answers_come_in_order_and_errors_are_raised(workers: Any) -> None:
    place = Cluster(workers.scheduler_address)
    assert list(place.map(square, range(30), given_up)) == [number * number for number in range(30)]
    found = place.map(square, [1, -2, 3], given_up)
    with pytest.raises(InputError, match="-2 is negative"):
        list(found)


@pytest.mark.long
def test_workers_of_another_version_are_refused(workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "__version__", "0.0.0")
    with pytest.raises(InputError, match=r"the worker tcp://.* has lastmove .*, not 0\.0\.0"):
        list(Cluster(workers.scheduler_address).map(square, [1], given_up))


@pytest.mark.long
def test_solve_and_verify_on_a_cluster(workers: Any) -> None:
    address = workers.scheduler_address
    text = jsonl({"game": "nim", "heaps": [1, 2]}, {"game": "nim", "heaps": [2, 2]}, {"game": "nim", "heaps": [-1]})
    words = ["solve", "--no-times", "--json"]
    alone = invoke(*words, text=text, status=1)
    assert invoke(*words, "--scheduler", address, text=text, status=1).stdout == alone.stdout
    words = ["verify", "log-space:2", "log-space:3", "--n", "2", "--random", "3", "--json"]
    reports = [json.loads(line) for line in invoke(*words, "--scheduler", address).stdout.splitlines()]
    assert [report["statement"] for report in reports] == ["log-space:2", "log-space:3"]
    assert {report["conclusion"] for report in reports} == {"holds"}


@pytest.mark.long
def test_a_killed_worker_changes_nothing(workers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastmove.censuses.question.GRAPHS_A_SHARD", 20)
    monkeypatch.setattr(counting_run, "_large_sizes", lambda _: ())  # nothing need be compiled
    lm.census("vertex-geography", n="6-7", out=tmp_path / "whole")
    killed: list[int] = []

    def kill_one(seen: Any) -> None:
        if seen.done == 3 and not killed:
            victim = next(worker.pid for worker in workers.workers.values() if worker.pid)
            killed.append(victim)
            threading.Thread(target=os.kill, args=(victim, signal.SIGKILL)).start()
            time.sleep(0.2)

    run = tmp_path / "run"
    options: dict[str, Any] = {"scheduler": workers.scheduler_address, "progress": kill_one}
    found = lm.census("vertex-geography", n="6-7", out=run, **options)
    assert killed
    assert found.manifest.complete
    tables = [
        {path.name: path.read_bytes() for path in (tmp_path / name).glob("*.parquet")} for name in ("whole", "run")
    ]
    assert tables[0] == tables[1]
    assert not list(run.glob("*.part"))


def test_gadgets_are_looked_for_there(workers: Any) -> None:
    asked: dict[str, Any] = {"game": "edge-geography", "play": "misere", "n": "4-5", "every": True}
    assert list(lm.gadgets(scheduler=workers.scheduler_address, **asked)) == list(lm.gadgets(**asked))


@pytest.mark.long
def test_a_census_goes_on_when_the_scheduler_died() -> None:
    """What operators run to try a cluster: two workers in processes of their own, and a scheduler that is killed."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "deploy" / "cluster" / "try.py")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("the tables are equal\n")
