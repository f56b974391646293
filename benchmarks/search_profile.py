"""Where the positions of a search go: by depth and kind, on the instances of ``search_instances.py``.

    python benchmarks/search_profile.py                            Vertex Geography and Edge Geography, 3-regular
    python benchmarks/search_profile.py --only grid --size 7       families whose name has this in it
    python benchmarks/search_profile.py --only grid --size 5 --alike   how many states look like another, too

It runs in plain Python, 50 times slower than compiled code, on the same rules. For each depth (moves that were chosen,
forced ones not counted) it says how many positions were visited and which part of them

* ended at once: the rules say who wins;
* ended by the table: a good option was known, or all were known to be bad;
* would have ended one look deeper: an open option's own options end it, by the rules or by the table;
* were won, and what part of these by the option that was tried first.

Below that: how many positions a second search visits that tries first what the first one found to win. It shows what
the best order of moves could save; a search has to find it out.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from search_instances import FAMILIES

from lastmove.core.limits import Meter
from lastmove.search.exact import ExactSearch
from lastmove.search.fast import driver
from lastmove.search.fast.board import LOST, SPLIT, WON
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.simplifications.symmetry import Coloured

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

State = tuple[int, ...]
USUAL = "3-regular, "
KINDS = ("at once", "by the table", "one look deeper", "won")


class Profile(driver.PythonKernel):
    """The plain search, which counts what it does; ``hints`` are outcomes that an earlier one had found."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.now = 0
        made.append(self)

    def options(self, state: State) -> int | list[tuple[int, State]]:
        count = self.expand(self.rows, self.numbers, state, self._states, self._marks, 0)
        if count in (LOST, WON, SPLIT):
            return count
        return [(mark, tuple(found)) for mark, found in zip(self._marks[:count], self._states, strict=False)]

    def told(self, options: list[tuple[int, State]]) -> bool | None:
        """What the table says of a state with these options."""
        found = [(self.known.get(option), bool(mark & 1)) for mark, option in options]
        if any(known == good for known, good in found):
            return True
        return None if any(known is None for known, _ in found) else False

    def ends_deeper(self, options: list[tuple[int, State]]) -> bool:
        for mark, option in options:
            found = self.options(option)
            told = self.told(found) if isinstance(found, list) else {WON: True, LOST: False}.get(found)
            if told == bool(mark & 1):
                return True
        return False

    def _state(self, visit: Callable[[], None], state: State) -> Generator[State, bool, bool]:
        depth = self.now
        self.now += 1
        found = yield from self._counted_state(visit, state, counts[depth])
        self.now -= 1
        return found

    def _counted_state(self, visit: Callable[[], None], state: State, count: Counter[str]) -> Any:
        count["positions"] += 1
        if alike is not None:
            alike[Coloured(self.rows, state).name] += 1
        options = self.options(state)
        if isinstance(options, int):
            if options != SPLIT:
                count["at once"] += 1
            return (yield from super()._state(visit, state))
        if self.told(options) is not None:
            count["by the table"] += 1
            return (yield from super()._state(visit, state))
        visit()
        if deeper and self.ends_deeper(options):
            count["one look deeper"] += 1
        first = True
        for mark, option in sorted(options, key=lambda found: (hints.get(found[1]) != bool(found[0] & 1), found)):
            if (yield option) == bool(mark & 1):
                count["won"] += 1
                count["by the first"] += first
                return True
            first = False
        return False


made: list[Profile] = []
counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
hints: dict[State, bool] = {}
alike: Counter[int] | None = None
deeper = True


def searched(position: Any, family: Any) -> int:
    """Search the position; how many positions that took."""
    made.clear()
    counts.clear()
    ExactSearch(family.play, Meter(), Settings(threads=1, compiled=False)).wins(position)
    return sum(count["positions"] for count in counts.values())


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}" if whole else ""


def show(family: Any, size: int, step: int, *, with_alike: bool) -> None:
    global alike, deeper
    position = family.make(size, 0)
    hints.clear()
    alike, deeper = (Counter() if with_alike else None), True
    total = searched(position, family)
    print(f"\n{family.name}, n = {size}: {total:,} positions\n")
    print(
        "| depth | positions | at once, % | by the table, % | one look deeper, % | won, % | of these by the first, % |"
    )
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for begin in range(0, max(counts, default=0) + 1, step):
        here: Counter[str] = sum((counts[depth] for depth in range(begin, begin + step)), Counter())
        parts = [
            percent(here[name], here["positions"]) for name in ("at once", "by the table", "one look deeper", "won")
        ]
        first = percent(here["by the first"], here["won"])
        print(f"| {begin} to {begin + step - 1} | {here['positions']:,} | {' | '.join(parts)} | {first} |")
    if alike is not None:
        print(f"\n{sum(alike.values()):,} states look {len(alike):,} ways")
    hints.update({state: found for each in made for state, found in each.known.items()})
    alike, deeper = None, False
    print(f"\nwith the moves that won tried first: {searched(position, family):,} positions", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=USUAL)
    parser.add_argument("--size", type=int)
    parser.add_argument("--step", type=int, default=5, help="depths that are shown together")
    parser.add_argument("--alike", action="store_true", help="count states that look alike; Vertex Geography only")
    given = parser.parse_args()
    driver.PythonKernel = Profile  # type: ignore[misc]
    for family in FAMILIES:
        if given.only in family.name and family.name.startswith(("VG", "EG")):
            show(family, given.size or family.sizes[0] * 3 // 5 // 2 * 2, given.step, with_alike=given.alike)


if __name__ == "__main__":
    main()
