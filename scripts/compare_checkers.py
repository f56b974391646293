"""Hold the checkers of answers against each other: lastmove's own, the one proved in Coq, the plain one if it is there.

    python scripts/compare_checkers.py --answers 10000 --seed 1

Answers of every theorem, search and reduction are made, a third as lastmove writes them, a third with the other
outcome, a third with a changed certificate, until so many were judged by all checkers. The table says what they made of
them. What none may do, to accept what is false or to refuse what lastmove wrote, is written to standard error, and the
exit status is then 1. Needs the proved checker: scripts/prove builds it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from checkers import Comparison, answers, programs

AT_ONCE = 12
"""On so many positions each theorem is tried in a round."""


def main() -> int:
    """Compare until enough answers were judged."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=10_000, help="judged by all checkers; a round is finished")
    parser.add_argument("--seed", default="1", help="decides the answers")
    given = parser.parse_args()
    found = Comparison(programs())
    if not Path(found.commands["proved"][0]).exists():
        parser.error("the proved checker is not there; scripts/prove builds it")
    rounds = 0
    while found.judged() < given.answers:
        found.hold(list(answers(f"{given.seed} {rounds}", AT_ONCE)))
        rounds += 1
    print(found.table())
    call = f"`python scripts/compare_checkers.py --answers {given.answers} --seed {given.seed}`"
    names = ", ".join(("lastmove", *found.commands))
    print(f"\n{call}: {rounds} rounds, {found.judged():,} answers judged by all of {names}; {len(found.faults)} faults")
    for fault in found.faults:
        print(fault, file=sys.stderr)
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
