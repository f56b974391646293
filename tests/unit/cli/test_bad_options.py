"""Bad options: one line on standard error, or the error of the position they were put into."""

from __future__ import annotations

import json

import pytest

from commands import NIM, invoke, solve
from refusals import is_one_line, rows

OPTIONS = """
1 | {"game": "adjacent-nim", "heaps": [1]} | solve --start LONG
1 | {"game": "adjacent-nim", "heaps": [1]} | solve --start -1
1 | {"game": "adjacent-nim", "heaps": [1]} | solve --start ²
1 | {"game": "vertex-geography", "vertices": 1} | solve --start LONG
1 | {"game": "nim", "heaps": [1]} | solve --start 0
1 | {"game": "nim", "heaps": [1]} | solve --game octal
1 | A_ | solve --weights -1 --game nimg-rm --start 0
1 | A_ | solve --game nimg-rm --start 0
1 | A_ | solve --format graph6 --start 0
2 | A_ | solve --weights LONG --game nimg-rm --start 0
2 | {} | solve --weights 1.5
2 | {} | solve --play both
2 | {} | solve --format xml
2 | {} | solve --starts some
2 | {} | solve --starts all --values
2 | {} | solve --time-limit -1
2 | {} | solve --time-limit nan
2 | {} | solve --memory-limit -1
2 | {} | solve --memory-limit nan
2 | {} | solve --position-limit -1
2 | {} | solve --position-limit 1.5
2 | {} | solve --nothing
2 | {} | solv
2 | - | new
2 | - | new pth:3
2 | - | new path:LONG
2 | - | new path:3 --seed x
2 | - | new path:3 --to digraph6
2 | - | new path:3 --game nim
2 | - | new path:3 --game nimm
2 | - | new path:3 --game dag
2 | - | new path:0 --game vertex-geography
2 | - | new path:3 --game vertex-geography --start 3
2 | - | new circuit:3 --game dag
2 | - | new path:3 --game nimg-rm --weights LONG
2 | - | new path:3 --game nimg-rm --weights 1-LONG
2 | - | new path:3 --game nimg-rm --weights 5-1
2 | - | new path:3 --game nimg-rm --weights -1
2 | - | games nimm
2 | - | completion tcsh
"""


@pytest.mark.parametrize(("status", "text", "command"), rows(OPTIONS), ids=lambda value: value[:60])
def test_bad_option(status: str, text: str, command: str) -> None:
    result = invoke(*command.split(), text=text, status=int(status))
    if result.exit_code == 1:
        assert is_one_line(json.loads(result.stdout)["error"])
    else:
        assert result.stdout == ""
        assert result.stderr.splitlines()[-1].startswith("Error: ")


@pytest.mark.parametrize("kind", ["time", "memory", "position"])
def test_endless_limits(kind: str) -> None:
    (answer,) = solve(NIM, f"--{kind}-limit", "1" + "0" * 400)
    assert answer["outcome"] == "N"
