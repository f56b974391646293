"""Nim in log space: the statements against the law, the machine against the fast way, and the bits it keeps."""

from __future__ import annotations

import ast
import inspect
import math
import random
import tracemalloc
from functools import cache
from io import BytesIO
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.solution import LimitReason, SearchReason, TheoremReason
from lastmove.games.moves import LowerHeap
from lastmove.heaps import log_space as log_space_machine
from lastmove.heaps import nim_files as fast_nim
from lastmove.heaps.log_space import END, InputTape, Registers, machine
from lastmove.heaps.nim_files import Encoding, LineError, nim_facts
from lastmove.search.plain import PlainSearch
from lastmove.theorems import nim as log_space
from lastmove.theorems.nim import last_step, length_of_two_equal_heaps, nim_length, nim_sum, target
from lastmove.theorems.statement import Kind, Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

Heaps = tuple[int, ...]
PLAYS = list(lm.Play)
TAPES = (Encoding.BINARY, Encoding.UNARY)
LIMIT = {Encoding.BINARY: (6, 23), Encoding.UNARY: (4, 32)}
"""Peak register bits are at most c log2(n) + d."""


def all_positions(most_heaps: int, largest: int) -> Iterator[Heaps]:
    for count in range(most_heaps + 1):
        yield from product(range(largest + 1), repeat=count)


@cache
def law(play: lm.Play) -> PlainSearch:
    return PlainSearch(play, Meter())


def written(heap: int, encoding: Encoding) -> str:
    if encoding is Encoding.UNARY:
        return "1" * heap or "0"
    return f"{heap:b}" if encoding is Encoding.BINARY else str(heap)


def tape_of(heaps: Heaps, encoding: Encoding) -> bytes:
    return "".join(f"{written(heap, encoding)}\n" for heap in heaps).encode()


def first_winning_move(heaps: Heaps, play: lm.Play) -> LowerHeap | None:
    found = ((number, target(heaps, number, play)) for number in range(len(heaps)))
    return next((LowerHeap(number, left) for number, left in found if left is not None), None)


def run(text: bytes, encoding: Encoding, play: lm.Play) -> tuple[bool, LowerHeap | None, int]:
    """What a machine says: who wins, the move on its output tape, and the most bits it kept."""
    output: list[str] = []
    program = machine(InputTape(BytesIO(text)), encoding)
    found = program.solve(play, output.append)
    assert program.registers.bits == 0
    if not found.moved:
        assert not output
        return found.wins, None, program.registers.peak
    number, left, nothing = "".join(output).split("\n")
    assert nothing == ""
    remaining = int(left, 2) if encoding is Encoding.BINARY else left.count("1")
    assert (number, left) == (f"{int(number, 2):b}", written(remaining, encoding))
    return found.wins, LowerHeap(int(number, 2), remaining), program.registers.peak


# The statements


def test_statements_are_in_the_order_of_the_paper() -> None:
    assert [s.number for s in log_space.STATEMENTS] == ["Lemma 1", "2", "3", "3 proof", "4", "5"]
    refuted = [s for s in log_space.STATEMENTS if s.standing is Standing.REFUTED]
    assert [s.kind for s in refuted] == [Kind.ERRATUM]


def test_lemma_1() -> None:
    for heaps in all_positions(4, 7):
        position = lm.Nim(heaps)
        assert (nim_sum(heaps) == 0) == all(nim_sum(position.after(m).heaps) != 0 for m in position.moves())


@pytest.mark.parametrize("play", PLAYS)
def test_theorems_2_and_3(play: lm.Play) -> None:
    (theorem,) = (t for t in log_space.DECIDERS if t.statement is log_space.theorem_of(play))
    search = law(play)
    for heaps in all_positions(4, 7):
        position = lm.Nim(heaps)
        verdict = theorem.decide(position, play, Meter())
        assert verdict is not None
        assert verdict.wins == search.wins(position)
        assert verdict.move == first_winning_move(heaps, play)
        assert verdict.move is None or not search.wins(position.after(verdict.move))


def wins_by(move: LowerHeap | None, heaps: Heaps) -> bool:
    return move is not None and not law(lm.Play.MISERE).wins(lm.Nim(heaps).after(move))


def test_the_erratum_in_the_proof_of_theorem_3() -> None:
    printed = log_space.Theorem3ProofAsPrinted()
    tried = 0
    failures = []
    for heaps in all_positions(4, 5):
        verdict = printed.decide(lm.Nim(heaps), lm.Play.MISERE, Meter())
        repaired = last_step(heaps, size=sum(heap > 0 for heap in heaps))
        assert (verdict is None) == (repaired is None) == (sum(heap > 1 for heap in heaps) != 1)
        if verdict is not None:
            tried += 1
            assert wins_by(repaired, heaps)
            assert repaired == first_winning_move(heaps, lm.Play.MISERE)
            if not wins_by(verdict.move, heaps):
                failures.append(heaps)
    assert tried == 4 * (1 + 2 * 2 + 3 * 4 + 4 * 8)
    assert min(failures, key=lambda heaps: (len(heaps), sum(heaps), heaps)) == (0, 2)
    assert (2, 0) in failures
    assert all(heaps.count(0) % 2 == 1 for heaps in failures)  # an even number of empty heaps does no harm
    assert [heaps for heaps in failures if 0 not in heaps] == []


# The length of a game


@pytest.mark.parametrize("play", PLAYS)
def test_length_of_two_equal_heaps(play: lm.Play) -> None:
    search = PlainSearch(play, Meter())
    for n in range(41):
        assert length_of_two_equal_heaps(n, play) == search.remoteness(lm.Nim([n, n])) == nim_length([n, n], play).moves


@pytest.mark.parametrize("n", [-1, True, 1.0, "2"])
def test_length_of_no_heaps(n: object) -> None:
    with pytest.raises(lm.InputError, match="accepted: integers >= 0"):
        length_of_two_equal_heaps(n, lm.Play.NORMAL)  # type: ignore[arg-type]


@pytest.mark.parametrize("play", PLAYS)
def test_lengths_of_other_games(play: lm.Play) -> None:
    search = law(play)
    for heaps in all_positions(4, 4):
        assert nim_length(heaps, play).moves == search.remoteness(lm.Nim(heaps))


def test_lengths_carry_their_reason() -> None:
    moves, reason = nim_length([0, 10**50, 0, 10**50], "misere")
    assert moves == 2 * 10**50 - 1
    assert isinstance(reason, TheoremReason)
    assert (reason.source, reason.number) == ("Nim in log space", "5")
    assert isinstance(nim_length([3, 4]).reason, SearchReason)
    unknown = nim_length([300, 400, 500], limits=lm.Limits(positions=100))
    assert unknown.moves is None
    assert isinstance(unknown.reason, LimitReason)
    assert unknown.reason.positions == 100
    with pytest.raises(lm.InputError, match="heaps"):
        nim_length([-1])


# The machine and the files


@pytest.mark.parametrize("encoding", Encoding)
@pytest.mark.parametrize("play", PLAYS)
def test_every_small_position(encoding: Encoding, play: lm.Play) -> None:
    for heaps in all_positions(4, 4):
        text = tape_of(heaps, encoding)
        wins, move = law(play).wins(lm.Nim(heaps)), first_winning_move(heaps, play)
        facts = nim_facts(BytesIO(text), encoding)
        assert (facts.heaps, facts.nim_sum, facts.big) == (len(heaps), nim_sum(heaps), sum(h > 1 for h in heaps))
        assert (facts.wins(play), facts.move(play)) == (wins, move)
        if encoding in TAPES:
            assert run(text, encoding, play)[:2] == (wins, move)


sizes = st.one_of(st.integers(0, 3), st.integers(0, 300), st.integers(0, 2**70))
positions = st.lists(sizes, max_size=8).map(tuple)
gaps = st.sampled_from(["\n", "\r\n", "  \n", "\n\n", " # 11\n", "\t#\n#\n \n", "#11\n"])


@pytest.mark.parametrize("play", PLAYS)
@settings(deadline=None, max_examples=tries(150))
@given(heaps=positions, balance=st.booleans(), data=st.data())
def test_random_files(play: lm.Play, heaps: Heaps, balance: bool, data: st.DataObject) -> None:
    """Any layout, in blocks so small that lines cross them; half of the positions have nim-sum 0."""
    heaps = (*heaps, nim_sum(heaps)) if balance else heaps
    move = first_winning_move(heaps, play)
    wins = (nim_sum(heaps) != 0) != (play is lm.Play.MISERE and max(heaps, default=0) <= 1)
    for encoding in Encoding:
        if encoding is Encoding.UNARY and max(heaps, default=0) > 1000:
            continue
        lines = []
        for heap in heaps:
            zeros = "" if encoding is Encoding.UNARY else "0" * data.draw(st.sampled_from([0, 0, 1, 90]))
            lines.append(data.draw(st.sampled_from(["", " ", "\t"])) + zeros + written(heap, encoding))
            lines.append(data.draw(gaps))
        text = "".join(lines).removesuffix("\n").encode()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fast_nim, "BLOCK", data.draw(st.sampled_from([1, 7, 64, 1 << 20])))
            patch.setattr(InputTape, "BLOCK", data.draw(st.sampled_from([1, 5, 64])))
            facts = nim_facts(BytesIO(text), encoding)
            assert (facts.heaps, facts.nim_sum) == (len(heaps), nim_sum(heaps))
            assert (facts.wins(play), facts.move(play)) == (wins, move)
            if encoding in TAPES:
                assert run(text, encoding, play)[:2] == (wins, move)


@settings(deadline=None, max_examples=tries(300))
@given(text=st.text("01 2#\n\r-", max_size=25).map(str.encode), encoding=st.sampled_from(TAPES))
def test_the_machine_and_the_fast_way_accept_the_same(text: bytes, encoding: Encoding) -> None:
    said = []
    for play in PLAYS:
        try:
            facts = nim_facts(BytesIO(text), encoding)
            said.append((str(facts.wins(play)), facts.move(play)))
        except LineError as error:
            said.append((str(error), None))
        try:
            said.append((str((found := run(text, encoding, play))[0]), found[1]))
        except LineError as error:
            said.append((str(error), None))
    assert said[0] == said[1]
    assert said[2] == said[3]


BAD_LINES = {
    (
        Encoding.DECIMAL,
        b"1\n\n-3\n",
    ): "line 3: '-' in column 1; accepted: one heap a line, written with the digits 0 to 9",
    (Encoding.DECIMAL, b"1\n3.5"): r"line 2: '\.' in column 2",
    (Encoding.DECIMAL, b"1 2"): "line 1: '2' in column 3",
    (Encoding.DECIMAL, "1\n\u0663\n".encode()): "line 2: byte 0xd9 in column 1",
    (Encoding.DECIMAL, b"7\n" + b"9" * 4301): "line 2: a decimal heap of 4,301 digits; accepted: at most 4,300 digits",
    (Encoding.DECIMAL, b"7\n" + b"9" * 4301 + b"\nx\n"): "line 2: a decimal heap of 4,301 digits",
    (Encoding.BINARY, b"# no\n\n  12 # x\n"): "line 3: '2' in column 4; accepted: .* digits 0 and 1",
    (Encoding.BINARY, b"1\n\x00"): r"line 2: '\\x00' in column 1",
    (Encoding.UNARY, b"11\n110\n"): "line 2: '0' in column 3; accepted: .* a run of 1s, or as 0 when it is empty",
    (Encoding.UNARY, b"0\n00\n"): "line 2: '0' in column 2",
    (Encoding.UNARY, b"01"): "line 1: '1' in column 2",
}


@pytest.mark.parametrize(("encoding", "text"), BAD_LINES)
def test_bad_lines(encoding: Encoding, text: bytes) -> None:
    with pytest.raises(LineError, match=BAD_LINES[encoding, text]):
        nim_facts(BytesIO(text), encoding)
    if encoding in TAPES:
        with pytest.raises(LineError, match=BAD_LINES[encoding, text]):
            run(text, encoding, lm.Play.NORMAL)


def test_long_heaps() -> None:
    rng = random.Random("long heaps")
    heaps = tuple(rng.getrandbits(bits) for bits in (3, 400_000, 64, 63, 0, 400_000, 10_000, 65))
    facts = nim_facts(BytesIO(tape_of(heaps, Encoding.BINARY)), Encoding.BINARY)
    assert facts.nim_sum == nim_sum(heaps)
    assert facts.normal == facts.misere == first_winning_move(heaps, lm.Play.NORMAL)
    decimal = (10**4300 - 1, 10**19, 10**19 - 1, 2**64, 2**64 - 1, 5)
    facts = nim_facts(BytesIO(tape_of(decimal, Encoding.DECIMAL)), Encoding.DECIMAL)
    assert facts.nim_sum == nim_sum(decimal)
    assert facts.misere == first_winning_move(decimal, lm.Play.MISERE)
    assert nim_facts(BytesIO(b"0" * 9000 + b"7"), Encoding.DECIMAL).nim_sum == 7


def test_a_file_that_changes_is_noticed() -> None:
    class Changing(BytesIO):
        def seek(self, place: int, whence: int = 0, /) -> int:
            self.truncate(0)
            return super().seek(place, whence)

    with pytest.raises(lm.InputError, match="it changed while it was read"):
        nim_facts(Changing(b"5\n6\n"), Encoding.DECIMAL)


def test_files_are_not_kept_in_memory() -> None:
    text = BytesIO(b"123456789\n98765\n" * 1_000_000)
    tracemalloc.start()
    facts = nim_facts(text, Encoding.DECIMAL)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (facts.heaps, facts.nim_sum) == (2_000_000, 0)
    assert peak < 16 << 20


# What the machine keeps


def test_registers_count_bits() -> None:
    r = Registers()
    with r.open("a"):
        assert (r.a, r.bits) == (0, 1)
        r.a = 8
        with r.open("b", "c"):
            r.b = 3
            assert (r.bits, r.peak) == (4 + 2 + 1, 7)
            r.a = 0
            assert r.bits == 7  # a register keeps its width
            with pytest.raises(ValueError, match="'b' cannot hold -1"):
                r.b = -1
            with pytest.raises(ValueError, match="'a' is open already"), r.open("a"):
                pass
        assert (r.bits, r.peak) == (4, 7)
    with pytest.raises(KeyError):
        r.a = 1


CONTROL = {"r", "read", "symbol", "new_line", "leave_one", "empty"}
"""The names a program may use besides registers: they hold its parts, a symbol, or a yes or no."""


def test_the_machine_keeps_nothing_but_registers() -> None:
    tree = ast.parse(inspect.getsource(log_space_machine))
    devices = {"Tape", "InputTape", "Registers", "Findings"}  # what a machine has; all else is its program
    program = [node for node in tree.body if not isinstance(node, ast.ClassDef) or node.name not in devices]
    functions = [node for part in program for node in ast.walk(part) if isinstance(node, ast.FunctionDef)]
    assert len(functions) > 20
    containers = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Yield)
    for function in functions:
        nodes = [node for statement in function.body for node in ast.walk(statement)]
        assert not [node for node in nodes if isinstance(node, containers)], function.name
        assert not [node for node in nodes if isinstance(node, ast.For)], function.name
        stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        assert stored <= CONTROL, function.name
        owners = {
            node.value.id if isinstance(node.value, ast.Name) else "?"
            for node in nodes
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        }
        assert owners <= ({"self"} if function.name == "__init__" else {"r"}), function.name


class CountingTape:
    """A tape in memory that counts how often it is read."""

    def __init__(self, text: bytes) -> None:
        self.text = text.decode()
        self.reads = 0

    def read(self, place: int, /) -> str:
        assert place >= 0
        self.reads += 1
        return self.text[place] if place < len(self.text) else END


@pytest.mark.parametrize("bits", [1, 10, 100, 1000])
def test_the_number_of_reads(bits: int) -> None:
    rng = random.Random(bits)
    heaps = tuple(rng.getrandbits(bits) for _ in range(max(3, 4000 // bits)))
    balanced = (*heaps, nim_sum(heaps))
    for position in (heaps, balanced):
        tape = CountingTape(tape_of(position, Encoding.BINARY))
        symbols = len(tape.text)
        windows = math.ceil(bits / symbols.bit_length())
        machine(tape, Encoding.BINARY).decide(lm.Play.NORMAL)
        assert tape.reads <= (3 * symbols + 3) * (windows + 1)
        machine(tape, Encoding.BINARY).solve(lm.Play.NORMAL, lambda _: None)
        assert tape.reads <= (3 * symbols + 3) * (3 * windows + 3)
    if bits <= 10:
        tape = CountingTape(tape_of(heaps, Encoding.UNARY))
        machine(tape, Encoding.UNARY).solve(lm.Play.NORMAL, lambda _: None)
        assert tape.reads <= 4 * (3 * len(tape.text) + 3)


def shapes(symbols: int) -> Iterator[tuple[str, Encoding, bytes, bool]]:
    """Tapes of about so many symbols: a name, the tape, and whether the move is asked for as well."""
    rng = random.Random(symbols)
    words = [b"%s\n" % bin(rng.getrandbits(24))[2:].encode() for _ in range(max(3, symbols // 25))]
    yield "many words", Encoding.BINARY, b"".join(words), True
    yield "the last heap", Encoding.BINARY, b"1\n0\n" * ((symbols - 30) // 4) + b"1" * 23 + b"\n", True
    half = symbols // 2
    quick = symbols <= 10_000  # the move takes n^2 / log n reads here
    yield "two long heaps", Encoding.BINARY, b"1" * (half - 9) + b"\n" + b"10" * (half // 2) + b"\n", quick
    runs = [b"1" * rng.randrange(1, 80) + b"\n" for _ in range(max(3, symbols // 40))]
    yield "many runs", Encoding.UNARY, b"".join(runs), True
    yield "two long runs", Encoding.UNARY, b"1" * (half - 9) + b"\n" + b"1" * half + b"\n", True


def check_bits(symbols: int) -> None:
    for name, encoding, text, with_move in shapes(symbols):
        slope, constant = LIMIT[encoding]
        for play in PLAYS if symbols <= 100_000 else [lm.Play.MISERE]:
            facts = nim_facts(BytesIO(text), encoding)
            if with_move:
                wins, move, peak = run(text, encoding, play)
                assert (wins, move) == (facts.wins(play), facts.move(play)), name
            else:
                program = machine(InputTape(BytesIO(text)), encoding)
                found = program.decide(play)
                assert (found.wins, found.nim_sum_bits) == (facts.wins(play), facts.nim_sum.bit_length()), name
                peak = program.registers.peak
            assert peak <= slope * math.log2(len(text)) + constant, f"{name}: {peak} bits for {len(text)} symbols"


@pytest.mark.parametrize("symbols", [100, 1000])
def test_logarithmic_space(symbols: int) -> None:
    check_bits(symbols)


@pytest.mark.long
@pytest.mark.parametrize("symbols", [10_000, 100_000, 1_000_000])
def test_logarithmic_space_of_large_inputs(symbols: int) -> None:
    check_bits(symbols)
