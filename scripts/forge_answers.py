"""Forge answers with certificates of every kind for some time, and print how many of them the check accepts.

    python scripts/forge_answers.py --seconds 300 --seed 1

A line that is accepted counts as false if anything that it shows is false: that is decided by the plain search, or by
working it out anew. The table is that of docs/reference/certificates.md. Accepted lines that are false are written to
standard error, one for each kind and way of forging, and the exit status is then 1. The seconds are those of the
processor.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from changed_json import EVERY_KIND
from forging import Campaign
from true_lines import true_lines

AT_ONCE = 200
"""So many of each kind are forged out of the same true lines."""


def main() -> int:
    """Forge until the time is spent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="of the processor; a round is finished")
    parser.add_argument("--seed", default="1", help="decides the true answers and what is made of them")
    parser.add_argument("--count", type=int, default=8, help="how many positions each theorem is given in a round")
    given = parser.parse_args()
    campaign, rounds = Campaign(), 0
    while time.process_time() < given.seconds or not rounds:
        campaign.begin(true_lines(f"{given.seed} {rounds}", given.count), f"{given.seed} {rounds}")
        for kind in EVERY_KIND:
            campaign.forge(kind, AT_ONCE)
        rounds += 1
    print(campaign.table())
    print(f"\n`python scripts/forge_answers.py --seconds {given.seconds:g} --seed {given.seed}`: {rounds} rounds")
    shown = set()
    for kind, row in campaign.rows.items():
        for how, wrong, line in row.false:
            if (kind, how) not in shown:
                shown.add((kind, how))
                print(f"{kind}, {how}: {wrong}\n{json.dumps(line)}", file=sys.stderr)
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
