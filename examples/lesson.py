"""A lesson on Nim: who wins small positions, what they have in common, exercises to print, and their key.

    python examples/lesson.py FOLDER

Writes lesson.jsonl, lesson.html and lesson-key.html into the folder, which is made if need be.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import lastmove as lm


def as_in_normal_play(nim: lm.Nim) -> lm.Outcome | None:
    """What the rule for normal play says of heaps that are not all empty."""
    return lm.solve(nim, play="normal").outcome if any(nim.heaps) else None


def main(folder: Path) -> None:
    """The lesson, in four steps."""
    print("1. Two heaps, each of up to 4 tokens. P: whoever is to move loses, played well.\n")
    print("     " + " ".join(str(column) for column in range(5)))
    for row in range(5):
        print(f"  {row}  " + " ".join(lm.solve(lm.Nim([row, column])).outcome.value for column in range(5)))

    print("\n2. The rule behind it is old. This is what it says of three heaps.\n")
    answer = lm.solve(lm.Nim([3, 5, 7]))
    print(answer)

    print("\n3. Does the same rule hold when the last move loses? Not here:\n")
    print(lm.refute(as_in_normal_play, game="nim", play="misere", n=2))

    print("\n4. Exercises.\n")
    exercises = [
        {"id": "Two heaps", "game": "nim", "heaps": [4, 6]},
        {"id": "Three heaps", "game": "nim", "heaps": [1, 4, 5]},
        {"id": "The last move loses", "game": "nim", "play": "misere", "heaps": [1, 1, 2]},
        {"id": "A walk", "game": "vertex-geography", "edges": [["a", "b"], ["b", "c"], ["c", "d"]], "start": "b"},
    ]
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "lesson.jsonl"
    file.write_text("".join(f"{json.dumps(exercise)}\n" for exercise in exercises))
    command = [sys.executable, "-m", "lastmove", "worksheet", str(file), "-o", str(folder / "lesson")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    print("lesson.html has the questions, lesson-key.html the answers and why.")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
