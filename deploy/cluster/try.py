"""A census on two workers in processes of their own, whose scheduler dies in the middle; and the same, undisturbed.

    python deploy/cluster/try.py

The scheduler is killed when the first files are there. The same census command then goes on with another scheduler, and
the two tables are equal, file by file. Continuous integration runs this, and so can you, to see whether an installation
works before it is given a queue.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path

CENSUS = ("census", "--game", "vertex-geography", "--n", "2-7")
"""A file for each size is plenty: what is tried out is the cluster."""
PATIENCE = 120.0


def started(*words: str) -> subprocess.Popen[bytes]:
    """A process in a group of its own."""
    quiet = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-m", *words], stdout=quiet, stderr=quiet, start_new_session=True)


def ended(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and what it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def cluster() -> tuple[str, list[subprocess.Popen[bytes]]]:
    """A scheduler and two workers: the address, and the processes, the scheduler first."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    words = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    made = [started("dask", "scheduler", *words)]
    workers = ["--nthreads", "1", "--nworkers", "1", "--no-dashboard", "--death-timeout", "60"]
    made += [started("dask", "worker", address, *workers) for _ in range(2)]
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return address, made
        time.sleep(0.1)
    sys.exit("the scheduler does not answer")


def files(folder: Path) -> dict[str, str]:
    """The files of a table, by their contents."""
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.parquet"))}


def take(folder: Path, address: str) -> subprocess.Popen[bytes]:
    """A census on the cluster at this address."""
    return started("lastmove", *CENSUS, "--out", str(folder), "--scheduler", address)


def main() -> None:
    """Try it; what was seen goes to standard output."""
    with tempfile.TemporaryDirectory() as folder:
        whole, broken = Path(folder) / "whole", Path(folder) / "broken"
        address, processes = cluster()
        try:
            if take(whole, address).wait(PATIENCE):
                sys.exit("the census on two workers failed")
            first = take(broken, address)
            until = time.monotonic() + PATIENCE
            while not files(broken) and first.poll() is None and time.monotonic() < until:
                time.sleep(0.01)
            ended(processes[0])
            there = len(files(broken))
            if first.wait(PATIENCE) == 0:
                print("the census was done before the scheduler died; that happens on fast machines")
        finally:
            for process in processes:
                ended(process)
        address, processes = cluster()
        try:
            if take(broken, address).wait(PATIENCE):
                sys.exit("the census did not go on")
        finally:
            for process in processes:
                ended(process)
        if files(whole) != files(broken) or not files(whole):
            sys.exit("the tables differ")
        print(f"the scheduler died when {there} of {len(files(whole))} files were there; the tables are equal")


if __name__ == "__main__":
    main()
