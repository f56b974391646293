"""The server as a process: what it answers, what it refuses, and what it does when things go wrong."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lastmove.web.api import QUESTIONS
from playground import EASY, HARD, Playground, alive, children, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground import Said

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server() -> Iterator[Playground]:
    with Playground("--workers", "3") as made:
        yield made


def test_questions_over_http(server: Playground) -> None:
    assert server.post("solve", {"position": EASY}).json["move"] == {"heap": 1, "remaining": 1}
    looked = server.post("look", {"position": EASY}).json
    assert looked["scene"]["version"] == 1
    assert looked["answer"]["outcome"] == "N"
    assert server.post("choose", {"position": EASY}).json["move"] == {"heap": 1, "remaining": 1}
    assert server.post("new", {"family": "grid:2x3"}).json["places"].keys() == set("012345")
    png = server.post("draw", {"position": EASY, "to": "png"})
    assert png.headers["Content-Type"] == "image/png"
    assert png.body.startswith(b"\x89PNG")
    tikz = server.post("draw", {"position": EASY, "to": "tikz"})
    assert tikz.headers["Content-Type"] == "application/x-tex"


def test_about_health_and_openapi(server: Playground) -> None:
    about = server.get("api/v1/").json
    assert {"games", "families", "limits", "version", "examples"} <= about.keys()
    assert server.health()["ok"] is True
    wait_for(lambda: server.health()["workers"] == 3)
    paths = server.get("api/v1/openapi.json").json["paths"]
    assert {path.rpartition("/")[2] for path, item in paths.items() if "post" in item} == QUESTIONS.keys() - {"about"}


def test_every_response_has_the_headers_of_a_careful_server(server: Playground) -> None:
    for said in (server.get("pictures.css"), server.get("api/v1/health"), server.get("nothing"), server.post("no", {})):
        policy = said.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert said.headers["X-Content-Type-Options"] == "nosniff"
        assert said.headers["Referrer-Policy"] == "no-referrer"
        assert said.headers["X-Frame-Options"] == "DENY"
        assert said.headers["Server"] is None
        assert said.headers["Access-Control-Allow-Origin"] is None
    css = server.get("pictures.css")
    assert css.headers["Content-Type"] == "text/css; charset=utf-8"
    assert server.get("pictures.css", If_None_Match=css.headers["ETag"]).status == 304


@pytest.mark.parametrize(
    "path",
    ["nothing.html", "../server.py", "%2e%2e/server.py", "..%2fserver.py", "/etc/passwd", "page/", "a\\b", "%00"],
)
def test_only_files_of_the_page_are_served(server: Playground, path: str) -> None:
    said = server.get(path)
    assert said.status == 404
    assert said.json["error"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not JSON"),
        (b"[", "not JSON"),
        (b"[1]", "no question"),
        (b'{"position": 1}', "position: 1"),
        (b'{"position": {"game": "chess"}}', "position.game"),
        (b'{"position": {"game": "nim", "heaps": [-1]}}', "heaps[0]: -1"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"position": {"game": "nim", "heaps": [NaN]}}', "heaps[0]"),
        (b'{"position": {"game": "nim", "heaps": [1e999]}}', "heaps[0]"),
        (b'{"position": {"game": "nim", "heaps": [' + b"9" * 5000 + b"]}}", "heaps[0]"),
        (b'{"a": 1, "a": 2}', "stands twice"),
        (b'{"position": {"game": "nim", "heaps": [1]}, "time": "long"}', "time: "),
        (b'{"position": {"game": "nim", "heaps": [1]}, "time": 1e999}', "time: "),
        (b'{"position": {"game": "nim", "heaps": [1]}, "moves": [{"heap": 0, "remaining": 1}]}', "moves[0]"),
        (b"\xff\xfe", "UTF-8"),
    ],
)
def test_bad_bodies_are_answered_in_one_line(server: Playground, body: bytes, words: str) -> None:
    said = server.post("look", body)
    assert said.status == 400
    assert words in said.json["error"]
    assert "Traceback" not in said.json["error"]


def test_statuses(server: Playground) -> None:
    assert server.post("guess", {}).status == 404
    assert server.get("api/v1/solve").status == 405
    assert server.get("api/v1/solve").json["error"]
    assert server.get("api/v1/solve").headers["Allow"] == "POST"
    assert server.get("api/v1/nothing").status == 404
    assert server.get("api/v1/nothing/at/all").json["error"].startswith("there is no question")
    assert server.post("health", {}).status == 405
    assert server.post("look", {"position": EASY}, Content_Type="text/plain").status == 415
    assert server.post("look", {"position": EASY}, Content_Type="application/json; charset=utf-8").status == 200
    assert server.post("look", b" " * 1_000_001).status == 413
    unknown = server.post("solve", {"position": HARD, "time": 0.05})
    assert unknown.status == 200
    assert unknown.json["reason"]["limit"] == "time"


def test_limits_that_are_cut_are_said_to_be(server: Playground) -> None:
    plain = server.post("solve", {"position": EASY, "time": 5})
    assert "cut" not in plain.json
    assert plain.headers["Lastmove-Cut"] is None
    cut = server.post("solve", {"position": EASY, "time": 600, "memory": 5000})
    assert cut.json["cut"] == {"time": 60, "memory": 1000}
    assert cut.headers["Lastmove-Cut"] == "time=60, memory=1000"
    assert server.post("draw", {"position": EASY, "time": 61}).headers["Lastmove-Cut"] == "time=60"
    lines = server.post("solve", {"position": EASY, "time": 61}, Accept="application/x-ndjson").body.splitlines()
    assert json.loads(lines[-1])["answer"]["cut"] == {"time": 60}


def test_what_was_done_is_counted_and_written_down() -> None:
    with Playground("--workers", "2", "--access-log", "--log-level", "info") as server:
        assert server.post("grundy", {"position": EASY}).json == {"grundy": 3}
        assert server.post("batch", {"positions": [EASY, EASY]}).status == 200
        server.get("a%0Ab")
        server.get("api/v1/solve/../../x")
        said = server.get("api/v1/metrics")
        assert said.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        figures = dict(line.rsplit(" ", 1) for line in said.body.decode().splitlines() if not line.startswith("#"))
        assert figures['lastmove_requests_total{question="grundy",status="200"}'] == "1"
        assert figures['lastmove_request_seconds_bucket{question="batch",le="+Inf"}'] == "1"
        assert figures['lastmove_requests_total{question="page",status="404"}'] == "1"
        assert figures["lastmove_solver_asked_total"] == "2"
        _, _, err = server.interrupt()
    lines = [line for line in err.splitlines() if " 127.0.0.1 " in line]
    assert any(' 127.0.0.1 "POST /api/v1/grundy" 200 12 ' in line for line in lines)
    assert any(r'"GET /a\nb" 404' in line for line in lines)


@pytest.mark.parametrize("path", ["", "health", "metrics", "openapi.json"])
def test_what_is_always_there_is_read_only(server: Playground, path: str) -> None:
    said = server.post(path, {})
    assert said.status == 405
    assert said.headers["Allow"] == "GET, HEAD"


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
@pytest.mark.parametrize("question", ["look", "solve", "explain", "choose", "draw"])
def test_half_a_surrogate_pair_is_a_name_like_others(server: Playground, question: str, accept: str) -> None:
    name = "\ud800"
    position = {"game": "vertex-geography", "edges": [[name, "b"]], "start": "b"}
    said = server.post(question, {"position": position}, Accept=accept)
    assert said.status == 200
    if question == "solve":
        assert (said.json["move"] if "move" in said.json else said.json["answer"]["move"]) == {"to": name}


def test_a_body_without_a_length_is_cut_too(server: Playground) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 50_000

    connection.request("POST", "/api/v1/look", pieces(), {"Content-Type": "application/json"}, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 400),
        ({"Host": "127.0.0.1.evil.example"}, 400),
        ({"Host": "evil.example@127.0.0.1"}, 400),
        ({"Host": ""}, 400),
        ({"Host": "localhost"}, 200),
        ({"Host": "[::1]:80"}, 200),
        ({"Origin": "http://evil.example"}, 400),
        ({"Origin": "null"}, 400),
        ({"Origin": "http://127.0.0.1:1"}, 400),
        ({"Host": "localhost:81", "Origin": "http://localhost:81"}, 200),
        ({"Host": "localhost:81", "Origin": "file://localhost:81"}, 400),
        ({"Sec-Fetch-Site": "cross-site"}, 400),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_foreign_hosts_and_origins_are_refused(server: Playground, headers: dict[str, str], status: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/api/v1/health", headers=headers)
    response = connection.getresponse()
    assert response.status == status, response.read()
    connection.close()


def _lines(server: Playground, body: dict[str, Any]) -> Iterator[Any]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers = {"Content-Type": "application/json", "Accept": "application/x-ndjson"}
    connection.request("POST", "/api/v1/solve", json.dumps(body), headers)
    response = connection.getresponse()
    assert response.status == 200
    assert response.headers["Content-Type"].startswith("application/x-ndjson")
    try:
        for line in response:
            yield json.loads(line)
    finally:
        connection.close()


def test_hard_questions_report_their_progress(server: Playground) -> None:
    *progress, last = _lines(server, {"position": HARD, "time": 2.5})
    assert progress
    assert all(line.keys() == {"progress"} for line in progress)
    assert last["answer"]["outcome"] == "unknown"
    assert list(_lines(server, {"position": EASY}))[-1]["answer"]["outcome"] == "N"
    assert list(_lines(server, {"position": {"game": "nim"}}))[-1] == {
        "error": "position.heaps: missing",
        "status": 400,
    }


@pytest.mark.long
def test_equal_questions_share_one_solve(server: Playground) -> None:
    before = server.health()
    asks = [_lines(server, {"position": HARD, "time": 49}) for _ in range(6)]
    for each in asks:
        assert next(each).keys() == {"progress"}
    after = server.health()
    assert after["joined"] - before["joined"] == 5
    assert after["asked"] - before["asked"] == 1
    for each in asks:
        each.close()  # type: ignore[attr-defined]


@pytest.mark.long
def test_who_leaves_is_not_worked_for(server: Playground) -> None:
    def works(state: dict[str, int]) -> bool:
        return state["slow"] == 1 and state["idle"] == 2

    def rests(state: dict[str, int]) -> bool:
        return state["slow"] == 0 and state["idle"] == 3

    wait_for(lambda: rests(server.health()))
    before = server.health()
    lines = _lines(server, {"position": HARD, "time": 50})
    next(lines)
    wait_for(lambda: works(server.health()))
    lines.close()  # type: ignore[attr-defined]
    wait_for(lambda: rests(server.health()), 30)
    plain = socket.create_connection(("127.0.0.1", server.port))
    body = json.dumps({"position": HARD, "time": 51}).encode()
    head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    plain.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    wait_for(lambda: works(server.health()))
    plain.close()
    wait_for(lambda: rests(server.health()), 30)
    assert server.health()["replaced"] == before["replaced"]  # they stop when they are told to


@pytest.mark.long
def test_a_worker_that_is_killed_fails_one_question() -> None:
    with Playground("--workers", "2") as server:
        wait_for(lambda: server.health()["idle"] == 2)
        workers = children(server.process.pid)
        assert len(workers) == 2
        found: list[Said] = []
        asks = [
            threading.Thread(target=lambda: found.append(server.post("solve", {"position": HARD, "time": 50}))),
            threading.Thread(target=lambda: found.append(server.post("solve", {"position": EASY}))),
        ]
        asks[0].start()
        wait_for(lambda: server.health()["idle"] == 1 and server.health()["slow"] == 1)
        os.kill(_busiest(workers), signal.SIGKILL)
        asks[0].join()
        asks[1].start()
        asks[1].join()
        assert [said.status for said in found] == [500, 200]
        assert "lost" in found[0].json["error"]
        wait_for(lambda: server.health()["idle"] == 2)
        resting = children(server.process.pid)
        for pid in resting:
            os.kill(pid, signal.SIGKILL)
        wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in resting))  # the server has seen it
        assert server.post("solve", {"position": EASY}).status == 200


def _busiest(pids: list[int]) -> int:
    """The process that computes the most for a while."""

    def spent(pid: int) -> int:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return sum(map(int, file.read().rpartition(")")[2].split()[11:13]))

    before = {pid: spent(pid) for pid in pids}

    def ahead() -> list[int]:
        *_, second, first = sorted((spent(pid) - before[pid], pid) for pid in pids)
        return [first[1]] if first[0] > second[0] + 30 else []

    (found,) = wait_for(ahead)
    return int(found)


@pytest.mark.long
def test_too_many_hard_questions_are_told_to_come_back() -> None:
    with Playground("--workers", "2") as server:
        refused: list[Said] = []

        def ask(number: int) -> None:
            with contextlib.suppress(OSError):  # those that still wait at the end
                refused.append(server.post("solve", {"position": HARD, "time": 55 + number / 100}))

        for number in range(16):
            threading.Thread(target=ask, args=(number,), daemon=True).start()
        wait_for(lambda: len(refused) == 7)  # of which one is worked on, and eight wait
        assert all((said.status, said.headers["Retry-After"]) == (503, "1") for said in refused)
        assert server.health()["slow"] == 9
        assert server.post("solve", {"position": EASY}).json["outcome"] == "N"  # they do not keep others waiting


@pytest.mark.long
def test_a_killed_server_leaves_nobody_behind() -> None:
    with Playground() as server:
        wait_for(lambda: server.health()["idle"] == 4)
        workers = children(server.process.pid)
        threading.Thread(target=_ignored, args=(server,), daemon=True).start()
        wait_for(lambda: server.health()["slow"] == 1)
        server.process.kill()
        wait_for(lambda: not any(map(alive, workers)))


def _ignored(server: Playground) -> None:
    with contextlib.suppress(OSError):
        server.post("solve", {"position": HARD, "time": 50})


def test_ctrl_c_stops_in_good_order() -> None:
    with Playground() as server:
        wait_for(lambda: server.health()["idle"] == 4)
        workers = children(server.process.pid)
        threading.Thread(target=_ignored, args=(server,), daemon=True).start()
        wait_for(lambda: server.health()["slow"] == 1)
        status, _, err = server.interrupt()
        assert status == 130
        assert "Traceback" not in err
        assert not any(map(alive, workers))
