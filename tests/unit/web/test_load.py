"""The server under load: five seconds of the benchmark."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from page_examples import ROOT
from processes import ENVIRONMENT


@pytest.mark.long
def test_nothing_is_lost_under_load() -> None:
    """Two hundred clients, some hostile, some with hard positions: everyone is answered, and memory is bounded."""
    command = [sys.executable, str(ROOT / "benchmarks" / "serving.py"), "--seconds", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=170, env=ENVIRONMENT, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["lost"] == 0, found["lost_examples"]
    assert found["orphans"] == 0
    assert found["exit_status"] == 130
    assert found["server_megabytes"] < 400
    assert found["megabytes"] < 3000
    assert {"200", "503"} >= found["statuses"]["small"].keys() - {"400"}
    assert found["statuses"]["small"]["200"] > 20
    assert found["statuses"]["hostile"].keys() - {"503"} == {"200", "400", "413", "415"}
