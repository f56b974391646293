"""The playground server under load: many clients, some of them hostile, some with positions that nobody decides.

Run ``python benchmarks/serving.py``; it starts a server on this machine, asks for a minute, stops it, and prints what
happened. Nothing leaves the machine. Clients ask again as soon as they are answered:

- most look at small boards and heaps, or ask for a move;
- some send bodies that cannot be read, or are too long, or are meant for another Host;
- some ask hard positions, and are answered that it stays unknown, or told to come back later (503);
- some leave while a hard position is worked on.

A request is *lost* if it has no answer, or one with a status that it should not have.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import lastmove as lm

HARD, LEAVING, HOSTILE = 6, 4, 20
"""How many clients of 200 do what; the others ask small things."""
LONGEST_ANSWER = 60.0
"""Seconds after which an answer is given up as lost."""


@dataclass
class Tally:
    """What happened."""

    statuses: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    lost: list[str] = field(default_factory=list)
    server_megabytes: float = 0.0
    megabytes: float = 0.0
    spent: dict[int, float] = field(default_factory=dict)


def boards() -> list[dict[str, Any]]:
    """Small positions of several games."""
    rng = random.Random("boards")
    found: list[dict[str, Any]] = [{"game": "nim", "heaps": [rng.randint(0, 9) for _ in range(4)]} for _ in range(20)]
    found += ({"game": "octal", "code": "0.77", "heaps": [rng.randint(1, 20)]} for _ in range(10))
    for spec in ("petersen:5,2", "grid:3x4", "wheel:8", "prism:5"):
        graph = lm.graphs.named(spec)
        for play in lm.Play:
            found.append(lm.problem_to_json(lm.Problem(lm.VertexGeography(graph, start=0), play)))
        found.append(lm.problem_to_json(lm.Problem(lm.NimGRM(graph, [1] * graph.n, start=0))))
    return found


def hard(number: int) -> dict[str, Any]:
    """A position that stays unknown; no two clients ask the same."""
    graph = lm.graphs.named("random-regular:3,110", seed=number)
    return lm.problem_to_json(lm.Problem(lm.VertexGeography(graph, start=0), lm.Play.MISERE))


HOSTILE_BODIES: list[tuple[bytes, str, set[int]]] = [
    (b"", "", {400}),
    (b"[" * 200_000, "", {400}),
    (b'{"position": {"game": "nim", "heaps": [' + b"9" * 5000 + b"]}}", "", {400}),
    (b'{"position": {"game": "sum", "parts": [' * 500, "", {400}),
    (b" " * 1_500_000, "", {413}),
    (b"\xff" * 1000, "", {400}),
    (b'{"position": {"game": "vertex-geography", "vertices": 2000000, "edges": []}}', "", {400}),
    (b'{"position": {"game": "nim", "heaps": [1]}, "time": 1e308, "memory": 1e308}', "", {200}),
    (b'{"position": {"game": "nim", "heaps": [1]}}', "Host: evil.example\r\n", {400}),
    (b'{"position": {"game": "nim", "heaps": [1]}}', "Origin: http://evil.example\r\n", {400}),
    (b"<xml/>", "Content-Type: text/xml\r\n", {415}),
]


class Client:
    """One connection that is kept, and opened again where the server has closed it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, question: str, body: bytes, headers: str = "") -> int:
        """The status of the answer, which is read to its end."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.reader, self.writer
        assert reader is not None
        given = headers.lower()
        head = f"POST /api/v1/{question} HTTP/1.1\r\nContent-Length: {len(body)}\r\n{headers}"
        head += "" if "host:" in given else "Host: localhost\r\n"
        head += "" if "content-type:" in given else "Content-Type: application/json\r\n"
        writer.write(head.encode() + b"\r\n" + body)
        await writer.drain()
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", answer)
        await reader.readexactly(int(length[1]) if length else 0)
        if b"connection: close" in answer.lower():
            self.leave()
        return int(answer[9:12])

    def leave(self) -> None:
        """Close the connection."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


async def client(number: int, clients: int, port: int, end: float, tally: Tally) -> None:
    """Ask until the time is over."""
    scale = clients / 200
    rng = random.Random(f"client {number}")
    small = boards()
    made = Client(port)
    place = number / scale
    role = "hard" if place < HARD else "leaving" if place < HARD + LEAVING else "small"
    role = "hostile" if role == "small" and place < HARD + LEAVING + HOSTILE else role
    stubborn = hard(number) if role in ("hard", "leaving") else {}
    for turn in count():
        if time.monotonic() >= end:
            break
        headers, good = "", {200}
        if role == "small":
            question = rng.choice(("look", "look", "solve", "choose"))
            body = json.dumps({"position": rng.choice(small)}).encode()
            good = {200, 503, 400} if question == "choose" else {200, 503}  # the game may be over
        elif role == "hostile":
            question = "look"
            body, headers, right = HOSTILE_BODIES[(number + turn) % len(HOSTILE_BODIES)]
            good = right | {503}  # all solvers may be busy
        else:
            question, good = "solve", {200, 503}
            body = json.dumps({"position": stubborn, "time": rng.uniform(1, 4)}).encode()
        began = time.monotonic()
        try:
            patience = rng.uniform(0.3, 1.0) if role == "leaving" else LONGEST_ANSWER
            async with asyncio.timeout(patience):
                status = await made.ask(question, body, headers)
        except TimeoutError:
            made.leave()
            if role != "leaving":
                tally.lost.append(f"{role}: no answer")
            tally.statuses[role]["left"] += 1
            continue
        except (OSError, asyncio.IncompleteReadError) as error:
            made.leave()
            tally.lost.append(f"{role}: {type(error).__name__} {error}")
            continue
        tally.seconds[role].append(time.monotonic() - began)
        tally.statuses[role][str(status)] += 1
        if status not in good:
            tally.lost.append(f"{role}: {question} {body[:60]!r}: {status}")
        if status == 503:
            await asyncio.sleep(1)
    made.leave()


def megabytes(pid: int) -> float:
    """The memory that a process has, 0 if it is gone."""
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used, 0 if it is gone."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                if int((folder / "stat").read_text().rpartition(") ")[2].split()[1]) == pid:
                    found.append(int(folder.name))
    return found


async def watch(pid: int, end: float, tally: Tally) -> None:
    """Look at the memory twice a second."""
    while time.monotonic() < end:
        own = megabytes(pid)
        tally.spent |= {each: processor_seconds(each) for each in (pid, *children(pid))}
        tally.server_megabytes = max(tally.server_megabytes, own)
        tally.megabytes = max(tally.megabytes, own + sum(map(megabytes, children(pid))))
        await asyncio.sleep(0.5)


async def load(pid: int, port: int, clients: int, seconds: float) -> Tally:
    """All clients for so many seconds."""
    tally = Tally()
    end = time.monotonic() + seconds
    asking = (client(number, clients, port, end, tally) for number in range(clients))
    await asyncio.gather(watch(pid, end, tally), *asking)
    return tally


def report(tally: Tally, seconds: float, status: int, orphans: int) -> dict[str, Any]:
    """The figures."""
    answered = sum(map(len, tally.seconds.values()))
    times = {
        role: {
            "p50_ms": round(1e3 * sorted(found)[len(found) // 2], 1),
            "p99_ms": round(1e3 * sorted(found)[len(found) * 99 // 100], 1),
        }
        for role, found in tally.seconds.items()
    }
    return {
        "seconds": seconds,
        "answered": answered,
        "per_second": round(answered / seconds, 1),
        "statuses": {role: dict(counts) for role, counts in sorted(tally.statuses.items())},
        "times": times,
        "processor_seconds": round(sum(tally.spent.values()), 1),
        "lost": len(tally.lost),
        "lost_examples": tally.lost[:5],
        "server_megabytes": round(tally.server_megabytes),
        "megabytes": round(tally.megabytes),
        "exit_status": status,
        "orphans": orphans,
    }


def main() -> None:
    """Start a server, load it, stop it, say what happened."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--workers", type=int, default=4)
    given = parser.parse_args()
    words = ["-m", "lastmove", "serve", "--no-open", "--port", "0", "--workers", str(given.workers)]
    server = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = re.search(r":(\d+)/", server.stdout.readline())
        if address is None:
            sys.exit("the server did not start")
        tally = asyncio.run(load(server.pid, int(address[1]), given.clients, given.seconds))
        workers = children(server.pid)
        server.send_signal(signal.SIGINT)
        status = server.wait(30)
    finally:
        server.kill()
    orphans = sum(Path(f"/proc/{pid}").exists() for pid in workers)
    print(json.dumps(report(tally, given.seconds, status, orphans), indent=1))


if __name__ == "__main__":
    main()
