"""A pipeline: positions in, answers out with certificates, all of it checked by schemas and by the checker.

    python examples/pipeline.py [FILE]

Reads JSON Lines (examples/first.jsonl by default), answers them in two processes, and counts the reasons. A line that
cannot be read is reported and does not stop the others.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import lastmove as lm


def answered(line: str) -> dict[str, object]:
    """One answer object; an error object for a line that is no position."""
    try:
        problem = lm.parse(line)
        solution = lm.solve(problem, certificate=True, limits=lm.Limits(time=60))
    except lm.InputError as error:
        return {"error": str(error)}
    answer = solution.to_json(certificate=True)
    if solution.outcome is not lm.Outcome.UNKNOWN:
        lm.check_answer(problem, answer)  # raises Refuted if the certificate does not prove the answer
    return answer


def main(file: Path) -> None:
    """Answer every line, in order."""
    lines = [*file.read_text(encoding="utf-8").splitlines(), '{"game": "nim", "heaps": [-1]}']
    reasons: Counter[str] = Counter()
    with ProcessPoolExecutor(max_workers=2) as pool:
        for number, answer in enumerate(pool.map(answered, lines), start=1):
            reason = answer.get("reason")
            if not isinstance(reason, dict):
                print(f"line {number}: {answer['error']}")
                continue
            short = {name: answer[name] for name in ("id", "outcome", "move") if name in answer}
            print(json.dumps(short, ensure_ascii=False))
            reasons[str(reason.get("known_as") or reason.get("source") or reason["kind"])] += 1
    for name, count in reasons.most_common():
        print(f"{count}  {name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "first.jsonl")
