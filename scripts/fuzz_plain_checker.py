"""Forge answers for the plain checker, checker/check.py, and print what it says of them.

    python scripts/fuzz_plain_checker.py --count 100000 --seed 1

The claim, the evidence and the question of true answers are changed, for every kind of certificate. What the checker
says is proved is held against the plain search. Lines that are proved and false are written to standard error, and the
exit status is then 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from plain_fuzz import Fuzz, lines_for_fuzz


def main() -> int:
    """Forge until the count is reached."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="how many answers to forge; a round is finished")
    parser.add_argument("--seed", default="1", help="decides the true answers and what is made of them")
    parser.add_argument("--each", type=int, default=300, help="how many of each kind in a round")
    given = parser.parse_args()
    fuzz, made, rounds = Fuzz(), 0, 0
    while made < given.count:
        seed = f"{given.seed} {rounds}"
        made += fuzz.forge(lines_for_fuzz(seed, 6), seed, given.each)
        rounds += 1
    print(f"{made:,} forged answers in {rounds} rounds: {fuzz.figures()}")
    for wrong, line in fuzz.false[:20]:
        print(f"{wrong}\n{json.dumps(line)}", file=sys.stderr)
    return 1 if fuzz.false else 0


if __name__ == "__main__":
    sys.exit(main())
