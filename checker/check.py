"""Check answers of lastmove without lastmove: one file, Python's standard library, to be read in one sitting.

    lastmove solve nim:3,5 --certificate | python checker/check.py     (or python checker/check.py FILE, also .gz)

For each line that `lastmove solve --certificate` wrote, with or without `--starts all`, it says one of

    {"proved": true, "outcome": "N", "trusted": ["log-space:2"]}     (of a board: "outcomes", how many are N and P)
    {"refuted": "why"}                                               the certificate does not prove the claim
    {"cannot_judge": "kind"}                                         a kind, a game or a size that is not for this file

In normal play a player without a move loses, in misère play he wins. N: the player to move wins; P: the other one does.
`trusted` has the theorems that are believed, as `lastmove theorems` names them; without any, the rules below suffice.
"by": "play" says that the certificate settled nothing here and the position was played out. Other fields of an answer
are not looked at. Exit status: 0 all proved, 1 something refuted, else 3. First come the rules of the games, then the
checks (docs/reference/certificates.md says why they are enough), then the reading of lines.
"""

import gzip
import json
import re
import sys
from contextlib import suppress
from functools import reduce
from operator import xor

MOST_STEPS, MOST_BYTES = 2_000_000, 200_000_000  # for one line: a few seconds, and its length
CHECKS = {k: k for k in ("parity", "letters", "labelling", "matching", "gf2", "grundy")}  # kinds, methods of Check
CHECKS |= {"nim-sum": "nim_sum", "claim-yield": "letters", "tame": "grundy"}  # what these list is worked out again
OCTAL_CODE = re.compile(r"([0-9A-V]?)\.([0-9A-V]*)(?:\[([0-9A-V]+)\])?", re.ASCII | re.IGNORECASE)
HEAPS, WEIGHTED = ("nim", "subtraction", "octal"), ("nimg-rm", "nimg-mr", "edge-nimg", "vertexnim", "vertexnim-mr")
spent = [0]  # steps for the line that is judged


class Refuted(Exception): ...  # the certificate does not prove what the answer claims


class CannotJudge(Exception): ...  # it may be true; this file cannot tell


def need(fact, what):
    if not fact:
        raise Refuted(what)


def spend(steps):
    spent[0] += steps
    if spent[0] > MOST_STEPS:
        raise CannotJudge("too many steps")


def wholes(value):
    need(type(value) in (list, tuple) and all(type(k) is int and k >= 0 for k in value), "no list of whole numbers")
    return tuple(value)


def spread(found, near):
    """These vertices and those that can be reached from them, each with the parity of the steps that it takes."""
    side = dict.fromkeys(found, 0)
    queue = list(side)
    for u in queue:  # it grows
        spend(1)
        for v in near[u]:
            if v not in side:
                side[v] = 1 - side[u]
                queue.append(v)
    return side


def sides(near, root):
    """The component of a vertex, with a side for each vertex so that edges join different ones; None if that fails."""
    side = spread([root], near)
    return side if all(side[v] != side[u] for u in side for v in near[u]) else None


def worked_out(start, rule):
    """What a rule says of the state `start`. A rule is a generator: it yields each state of which it has to know the
    same, is sent that, and returns what it says. So it recurs without Python's recursion, as play may be long."""
    known, stack, answer = {start: None}, [(start, rule(start))], None
    while stack:
        spend(20)
        try:
            wanted = stack[-1][1].send(answer)
        except StopIteration as done:
            known[stack.pop()[0]] = answer = done.value
            continue
        answer = known.get(wanted)
        if answer is None:
            need(wanted not in known, "play can come back to where it was")
            known[wanted] = None
            stack.append((wanted, rule(wanted)))
    return answer


def splits(total, count, most):
    """The ways to write a number as a sum of so many, each from 1 to `most`."""
    if not count and not total:
        yield ()
    for first in range(min(most, total - count + 1), (total - 1) // count, -1) if 0 < count <= total else ():
        yield from ((first, *rest) for rest in splits(total - first, count - 1, first))


def leaves(name, rule, heap):
    """What moves leave of a heap. Nim: anything less. Subtraction: a number in the set is taken. Octal games: bit j of
    digit k of the code allows to take k tokens and to leave j heaps; the last digits may repeat."""
    if name != "octal":
        yield from ((heap - taken,) for taken in (range(1, heap + 1) if name == "nim" else rule) if taken <= heap)
    elif heap:
        digits, cycle = rule
        for taken in range(heap + 1 if cycle else min(heap + 1, len(digits))):
            spend(1)
            digit = digits[taken] if taken < len(digits) else cycle[(taken - len(digits)) % len(cycle)]
            for count in range(digit.bit_length()):
                yield from splits(heap - taken, count, heap) if digit >> count & 1 else ()


# fmt: off
MOVES = {  # from a game and a state: each move with the state that it leads to; `for w in [x]` calls x w
    **dict.fromkeys(HEAPS, lambda g, *h: (
        ({"heap": i, **({"leaves": [*left]} if g.name == "octal" else {"remaining": left[0]})}, h[:i] + left + h[i+1:])
        for i, heap in enumerate(h) for left in leaves(*g.rules, heap) if not spend(len(h)))),
    # Lower the current heap of a circle; the next one that is not empty becomes current.
    "adjacent-nim": lambda _, at, heaps: (
        ({"remaining": k}, (next((i % len(w) for i in range(at + 1, at + 1 + len(w)) if w[i % len(w)]), None), w))
        for k in range(0 if at is None else heaps[at]) for w in [(*heaps[:at], k, *heaps[at + 1 :])]),
    # Slide the token to a neighbour; the vertex that it left is deleted. Loops cannot be used.
    "vertex-geography": lambda g, u, gone: (
        ({"to": g.names[v]}, (v, gone | 1 << u)) for v in g.near[u] if v != u and not gone >> v & 1),
    # Slide the token along an edge, the first that is left to that neighbour; it is deleted.
    "edge-geography": lambda g, u, gone: (
        ({"to": g.names[v]}, (v, gone | 1 << edge))
        for v, edge in {v: edge for edge, v in reversed(g.around[u]) if not gone >> edge & 1}.items()),
    # Lower the weight under the token, then slide it to a neighbour; without a neighbour the game ends there.
    "nimg-rm": lambda g, u, w: (
        ({"remaining": k, "to": g.names[v]}, (v, (*w[:u], k, *w[u + 1 :])))
        for k in range(0 if u is None else w[u]) for v in g.near[u] or [None]),
    # Slide the token to a neighbour of positive weight, and lower that. In Vertexnim the way there may lead on over
    # vertices of weight 0; on a single vertex the token stays.
    **dict.fromkeys(("nimg-mr", "vertexnim-mr"), lambda g, u, w: (
        ({"to": g.names[v], "remaining": k}, (v, (*w[:v], k, *w[v + 1 :]))) for v in (
            g.near[u] if g.name == "nimg-mr" else [u] if len(w) == 1 else
            spread(g.near[u], [[] if weight else g.near[x] for x, weight in enumerate(w)])) for k in range(w[v]))),
    # Choose a vertex; it and its neighbours are deleted.
    "node-kayles": lambda g, gone: (
        ({"delete": g.names[v]}, (gone | 1 << v | sum(1 << x for x in near),))
        for v, near in enumerate(g.near) if not gone >> v & 1),
    # Choose an edge; its two ends are deleted. Parallel edges are one edge, a loop has one end.
    "arc-kayles": lambda g, gone: (
        ({"delete": [g.names[u], g.names[v]]}, (gone | 1 << u | 1 << v,))
        for u, near in enumerate(g.near) for v in near if u <= v and not (gone >> u | gone >> v) & 1),
    # Slide the token along an edge of positive weight, and lower that weight.
    "edge-nimg": lambda g, u, w: (
        ({"to": g.names[v], "remaining": k, **which}, (v, (*w[:edge], k, *w[edge + 1 :]))) for edge, v in g.around[u]
        if w[edge] for which in [{"edge": edge} if sum(w[e] > 0 and x == v for e, x in g.around[u]) > 1 else {}]
        for k in range(w[edge])),
    # Lower the weight under the token, then slide it; on a single vertex it stays. An emptied vertex is deleted: who
    # could step onto it can step to where it led, in a graph also back to where he stands.
    "vertexnim": lambda g, u, w, near: (
        ({"remaining": k, "to": g.names[v]}, (v, (*w[:u], k, *w[u + 1 :]), near if k else tuple(
            ((row | near[u] if u in row else row) - {u}) if x != u else frozenset() for x, row in enumerate(near))))
        for k in range(0 if u is None else w[u])
        for v in [*([u] if k and (u in near[u] or not near[u]) else []), *(near[u] - {u})] or [None]),
    # Slide the token along an arc; there is no circuit.
    "dag": lambda g, u, _: (({"to": g.names[v]}, (v, 0)) for v in g.near[u]),
    # Move in one of the parts.
    "sum": lambda g, *states: (
        ({"part": i, "move": move}, (*states[:i], after, *states[i + 1 :]))
        for i, part in enumerate(g.parts) for move, after in part.moves(states[i])),
}
# fmt: on


class Game:
    """A position. `start` is the state that play begins in, None on a board; `starts` has those to choose from. A state
    of a token begins with the number of its vertex, None if it has left; then comes what is gone, or the weights."""

    def __init__(self, p):
        rule, p = MOVES[p["game"]], {**p}  # what is read is taken out
        self.name, self.start, self.near, self.weights, self.directed = p.pop("game"), None, (), 0, False
        self.moves, self.size = (lambda state: rule(self, *state)), 1 + len(p.get("heaps", ()))
        if (name := self.name) == "sum":
            need(type(p["parts"]) is list, "parts: an array is needed")
            self.parts = [Game(part) for part in p.pop("parts")]
            self.start, self.size = tuple(part.start for part in self.parts), sum(part.size for part in self.parts)
        elif name in HEAPS:
            self.start, self.rules = wholes(p.pop("heaps")), (name, None)
            if name == "subtraction":
                self.rules = name, sorted(wholes(p.pop("set")))
                need(self.rules[1][0] > 0, "set: whole numbers from 1 on are needed")
            elif name == "octal":
                before, after, cycle = OCTAL_CODE.fullmatch(code := p.pop("code")).groups(default="")
                self.rules = name, [[int(digit, 32) for digit in part] for part in ((before or "0") + after, cycle)]
                need(self.rules[1][0][0] % 4 == 0 and code != ".", "code: it is no octal code")
        elif name == "adjacent-nim":
            heaps, start = wholes(p.pop("heaps")), json.dumps(p.pop("start", None))
            self.starts = {str(i): (i, heaps) for i, heap in enumerate(heaps) if heap}
            over = not self.starts and start in ("null", *map(str, range(len(heaps))))
            self.start = (None, heaps) if over else self.starts.get(start)
        else:
            self.read_board(name, p)
        need(not p, f"fields that this game does not have: {[*p]}")

    def read_board(self, name, p):
        names, edges, self.directed = p.pop("vertices"), p.pop("edges"), p.pop("directed", name == "dag")
        names = names if type(names) is list else range(wholes([names])[0])
        spend(8 * len(names))  # a short text can name many
        n, number = len(names), {json.dumps(end): v for v, end in enumerate(names)}  # 1 and "1" are different names
        need(len({str(end) for end in names if type(end) in (int, str)}) == n, "vertices: two are written alike")
        self.names = {None: None, **dict(enumerate(names))}
        need(all(type(each) is list for each in (edges, *edges)), "edges: no array of arrays")
        self.edges = [(number[json.dumps(u)], number[json.dumps(v)]) for u, v in edges]
        self.around = [[] for _ in names]  # for each vertex the edges that lead out of it, with their other ends
        for edge, (u, v) in enumerate(self.edges):
            for x, y in {(u, v), (u, v) if self.directed else (v, u)}:
                self.around[x].append((edge, y))
        self.near = [sorted({v for _, v in found}) for found in self.around]
        self.weights, self.size = wholes(p.pop("weights")) if name in WEIGHTED else 0, 1 + (n + len(self.edges)) // 8
        need(self.weights == 0 or len(self.weights) == len(self.edges if name == "edge-nimg" else names), "weights")
        need(type(self.directed) is bool and (self.directed or name != "dag"), "directed: true or false is needed")
        need(name != "dag" or not any(u in spread(self.near[u], self.near) for u in range(n)), "edges: a circuit")
        if name.startswith("vertexnim"):
            back = [[u for u in range(n) if v in self.near[u]] for v in range(n) if not spend(n)]
            connected = not n or len(spread([0], self.near)) == len(spread([0], back)) == n
            need(connected and (all(self.weights) or name != "vertexnim"), "not connected, or a weight of 0")
        rows = (tuple(map(frozenset, self.near)),) if name == "vertexnim" else ()
        self.starts = {str(end): (v, self.weights, *rows) for v, end in enumerate(names)}
        if name.endswith("kayles"):
            self.start = None if self.directed else (0,)
        elif "start" in p:
            number |= {"null": None} if name == "nimg-rm" or (name == "vertexnim" and not n) else {}
            self.start = (number[json.dumps(p.pop("start"))], self.weights, *rows)


class Check:
    """A certificate `c`, held against a start of a game. Each check says whether the player to move wins, or None if it
    cannot tell; `trusted` collects the theorems that it believes. `u` is the token's vertex, `w` has the weights."""

    def __init__(self, game, state, c, misere):
        self.game, self.state, self.c, self.misere, self.trusted = game, state, c, misere, []
        self.u, self.near, self.w = (state or (None,))[0], game.near, game.weights
        spend(len(self.near))

    def trust(self, theorem, games, directed=False, misere=None):
        fits = self.game.directed is directed and misere in (None, self.misere) and self.game.name in games.split()
        if not fits:
            raise CannotJudge(f"{theorem} in this game")
        self.trusted.append(theorem)

    def played(self, start, options):
        """Whether the player to move wins, where `options` says what a state leads to: the law."""

        def wins(state):
            stuck = True
            for after in options(state):
                spend(self.game.size)
                stuck = False
                if not (yield after):
                    return True
            return stuck and self.misere

        return worked_out(start, wins)

    def nim_sum(self):
        self.trust("log-space:3" if self.misere else "log-space:2", "nim")
        need(wholes([self.c["sum"]]) == (reduce(xor, self.state, 0),), "the nim-sum is another one")
        return (self.c["sum"] != 0) != (self.misere and max(self.state, default=0) <= 1)

    def parity(self):
        """Vertexnim with weights 1, but for the token's (LM4), and on graphs, where parts of weight 1 decide (LM5)."""
        u, w, near = self.u, self.w, self.near
        if self.game.name != "vertexnim":
            return self.letters()
        heavy = [v for v, weight in enumerate(w) if weight > 1]
        if heavy in ([], [u]):
            self.trusted.append("lastmove:LM4")
            return bool(heavy) or (len(w) % 2 == 1) != self.misere
        self.trust("lastmove:LM5", "vertexnim")
        if w[u] == 1:
            return len(spread([u], [[v for v in around if w[v] == 1] for around in near])) % 2 == 0
        return True if u in near[u] or any(w[v] == 1 for v in near[u]) else None

    def letters(self):
        """Adjacent Nim: heaps above 1 in turn, each with an owner and a life, its size less 1. Who has the letter may
        keep his heap, a life less, and the other gets it; else the heap goes, its owner gets it. In the end it wins."""
        self.trust("lastmove:LM4", "adjacent-nim")
        heaps = [heap for heap in self.state[1][self.u or 0 :] + self.state[1][: self.u] if heap]
        lives = [(heap - 1, place % 2) for place, heap in enumerate(heaps) if heap > 1]
        self.trusted = ["lastmove:LM17" if lives else "lastmove:LM4"]

        def winner(state):
            letter, *turns = state
            spend(len(state))
            if not turns:
                return letter
            (life, owner), *rest = turns
            found = yield owner, *rest
            return (yield 1 - owner, *rest, (life - 1, owner)) if letter == owner != found and life > 1 else found

        return worked_out((len(heaps) % 2, *lives), winner) == 0 if lives else (len(heaps) % 2 == 1) != self.misere

    def labelling(self):
        """Lowest first: a positive weight wins with no neighbour, with a loop, or with a lower neighbour that loses."""
        rule, w, near, lost = self.c["rule"], self.w, self.near, set()
        if rule in ("LM1", "LM5"):
            if rule == "LM1":
                self.trust("lastmove:LM1", "nimg-rm", misere=False)
            elif (found := self.parity()) is not None:
                return found
            for v in sorted(range(len(w)), key=w.__getitem__):
                quiet = rule == "LM1" or min([w[v], *(w[x] for x in near[v])]) > 1  # LM5 labels these, others win
                wins = not near[v] or v in near[v] or any(w[x] < w[v] and x in lost for x in near[v]) or not quiet
                lost |= set() if w[v] and wins else {v}
            need(lost == set(wholes(self.c["lost"])), "the labels are other ones")
            return self.u is not None and self.u not in lost  # without a token the game is over
        if rule != "acyclic" or self.u not in self.c["order"]:  # trees, or it speaks of other starts
            return None
        self.trust("folklore:acyclic", "vertex-geography edge-geography nimg-rm nimg-mr edge-nimg", directed=True)
        what = tuple(min(weight, 1) for weight in w) if w else 0  # no more matters, as the token never returns
        return self.played(self.u, lambda v: (state[0] for _, state in self.game.moves((v, what))))

    def matching(self):
        """If every maximum matching covers the token, who slides along one wins; else he loses. So too in misère
        NimG-RM, without vertices that LM2 drops, if the rest is bipartite or all weights are 1. The barrier shows that
        the matching is maximum: of the odd parts that it leaves, each of its vertices is matched into one at most."""
        near, u, w = {v: [x for x in around if x != v] for v, around in enumerate(self.near)}, self.u, self.w
        if w:
            self.trust("lastmove:LM2", "nimg-rm", misere=True)
            live = {v for v in near if w[v] == 1 or (w[v] > 1 and v not in self.near[v])}
            near = {v: [x for x in near[v] if x in live] for v in live}
            if u not in near:
                return True
            if not sides(near, u) and any(w[v] > 1 for v in spread([u], near)):
                return None
        else:
            self.trust("fraenkel-scheinerman-ullman:UVG", "vertex-geography", misere=False)
        mate, part, odd, inside = {}, {}, set(), set(wholes(self.c["barrier"]))
        for x, y in map(wholes, self.c["matching"]):
            need(x in near and y in near[x] and not {x, y} & mate.keys(), "matching: no edge, or two that meet")
            mate.update({x: y, y: x})
        rest = {v: [x for x in near[v] if x not in inside] for v in near if v not in inside}
        for v in rest:
            if v not in part:
                part.update(dict.fromkeys(found := spread([v], rest), v))
                odd |= {v} if len(found) % 2 else set()
        need(inside <= near.keys() and len(mate) == len(near) + len(inside) - len(odd), "the barrier shows nothing")
        return False if u not in mate else part.get(u) not in odd or None  # True: in the barrier, or in an even part

    def gf2(self):
        """P: a set on the token's side, it among them, into which all have an even number of edges. N: a set on the
        other side into which only the token has an odd number, which excludes the first."""
        self.trust("fraenkel-scheinerman-ullman:UEG", "edge-geography", misere=False)
        chosen, side = set(wholes(self.c["set"])), sides(self.near, self.u)
        need(side and chosen <= side.keys() and len({side[v] for v in chosen}) == 1, "no set on one side of the board")
        odd = {v for v in side if sum(x in chosen for _, x in self.game.around[v]) % 2}
        need(odd == (set() if self.u in chosen else {self.u}), "a number of edges into the set is not as it should be")
        return self.u not in chosen

    def grundy(self):
        """Sums by the values of their components, worked out again; in misère play all below must be tame."""
        misere, games = self.misere, {}
        self.trust("conway:tame" if misere else "holshouser-reiter:1", "octal subtraction sum node-kayles arc-kayles")

        def components(game, state):
            if game.name == "sum":
                return [each for part, below in zip(game.parts, state, strict=True) for each in components(part, below)]
            if game.name in HEAPS:
                return [(games.setdefault(str(game.rules), game), (heap,)) for heap in state if heap]
            return [(game, state)]

        def added(found):
            total = reduce(xor, (plus for plus, _ in found), 0)
            return total, total ^ all(plus != minus for plus, minus in found)

        def values(component):
            game, state = component  # its values in normal and misère play: the least of no option; over, 0 and 1
            if game.name == "nim":
                return state[0], state[0] if state[0] > 1 else 1 - state[0]
            met = []
            for _, after in game.moves(state):
                spend(game.size)
                below = []
                for each in components(game, after):
                    below += [(yield each)]
                met.append(added(below))
            plus, minus = [min({*range(len(met) + 1)} - {*each}) for each in zip(*met, strict=True)] or (0, 1)
            need(not misere or plus == minus or plus + minus == 1, "a component is not tame")
            return plus, minus

        return added([worked_out(each, values) for each in components(self.game, self.state)])[misere] != 0


def strategy(game, states, c, misere):
    """A move where the player to move wins, every move where he loses; each leads to a later step, where the other one
    loses or wins. Positions are not written but found by playing, and forgotten after their step."""
    places, plan = {}, c["steps"]
    for root, state in zip(c["roots"], states, strict=True):
        need(root is None or places.setdefault(root, state) == state, "one root for two positions")
    for i, step in enumerate(plan):
        need(i in places, f"no move leads to step {i}")
        state, wins, met, stuck = places.pop(i), step["wins"], 0, True
        listed = {json.dumps(move, sort_keys=True): to for move, to in step["moves"]}
        for move, after in game.moves(state):
            spend(game.size)
            stuck, to = False, listed.get(json.dumps(move, sort_keys=True))
            need(to is not None or (wins and listed), f"step {i}: a move has no answer")
            if to is not None:
                met += 1
                need(i < to < len(plan) and plan[to]["wins"] is (not wins), f"step {i}: the step after a move")
                need(places.setdefault(to, after) == after, f"step {to} stands for two positions")
                if wins:
                    break
        need(met == len(listed) == len(step["moves"]) and (met or (stuck and wins is misere)), f"step {i}: its moves")
    need(not places, "a root is no step")
    return [None if root is None else plan[root]["wins"] for root in c["roots"]]


def shown(game, starts, c, misere, trusted):
    """Whether the player to move wins, for each start; None where the certificate does not say it to this file."""
    kind, each = c["kind"], {}
    if kind == "board":
        for part in c["parts"]:
            each |= shown(game, starts, part, misere, trusted)
    elif kind == "starts":
        for (start, state), one in zip(starts.items(), c["certificates"], strict=True):
            each |= shown(game, {start: state}, one, misere, trusted) if one else {}
    elif kind == "strategy":
        each = dict(zip(starts, strategy(game, starts.values(), c, misere), strict=True))
    elif kind in CHECKS:  # small positions of other kinds are played out below
        for start, state in starts.items():
            check = Check(game, state, c, misere)
            with suppress(CannotJudge):
                each[start] = getattr(check, CHECKS[kind])()
                trusted.update(check.trusted if each[start] is not None else ())
    return {start: wins for start, wins in each.items() if wins is not None}


def judged(line):
    """What is said of an answer."""
    answer, p = line.get("answer", line), line.get("position")
    claims, c = answer.get("outcomes", {"": answer.get("outcome")}), answer.get("certificate")
    claims = {start: claim for start, claim in claims.items() if claim != "unknown"}
    two = {"outcome", "outcomes"} <= answer.keys() or (answer is not line and line.keys() != {"position", "answer"})
    if not claims or two or None in (p, c) or answer.get("position", p) != p or json.dumps(c.get("version")) != "1":
        raise CannotJudge("no claim or two, no position or two, no certificate or one of another version")
    try:
        misere = {"normal": False, "misere": True}[p.get("play", "normal")]
        game = Game({field: value for field, value in p.items() if field not in ("play", "id")})
        starts = game.starts if "outcomes" in answer else {"": game.start}
    except Exception as why:
        raise CannotJudge(f"position: {why!r}") from None
    need(None not in starts.values() and claims.keys() <= starts.keys(), "a start is missing, or none of this board")
    trusted, by_play = set(), {}
    found = shown(game, starts, c, misere, trusted)
    for start, claim in claims.items():
        wins = found.get(start)
        if wins is None:
            try:
                wins = Check(game, None, c, misere).played(starts[start], lambda at: (x for _, x in game.moves(at)))
            except CannotJudge:
                raise CannotJudge(c["kind"]) from None
            by_play["by"] = "play"
        need(claim == "NP"[not wins], f"the answer is {claim}, shown is the opposite")
    counts = {k: [*claims.values()].count(k) for k in "NP"}
    shows = {"outcomes": counts} if "outcomes" in answer else {"outcome": claims[""]}
    return {"proved": True, **shows, "trusted": sorted(trusted), **by_play}


def unambiguous(pairs):
    """An object of JSON. If a name stood there twice, other readers might read the other value."""
    need(len(dict(pairs)) == len(pairs), "a name stands twice in an object")
    return dict(pairs)


def verdict(text):
    """The same for a line of text, whatever stands there."""
    spent[0] = 0
    try:
        return judged(json.loads(text, object_pairs_hook=unambiguous, parse_constant=int))
    except (CannotJudge, json.JSONDecodeError, RecursionError, MemoryError) as why:
        return {"cannot_judge": str(why)[:200]}
    except Exception as why:  # what cannot be read proves nothing
        return {"refuted": str(why) if isinstance(why, Refuted) else f"it cannot be read: {why!r}"[:200]}


def main():
    name, said = sys.argv[1] if len(sys.argv) > 1 else "-", {}
    if name in ("-h", "--help"):
        sys.exit(print(__doc__))
    try:
        with sys.stdin.buffer if name == "-" else (gzip.open if name.endswith(".gz") else open)(name, "rb") as file:
            for text in filter(bytes.strip, iter(lambda: file.readline(MOST_BYTES), b"")):
                need(len(text) < MOST_BYTES, "a line is too long")
                said |= (found := verdict(text))
                print(json.dumps(found), flush=True)
    except Exception as why:
        sys.exit(f"{name}: {why}")
    sys.exit(1 if "refuted" in said else 3 if "cannot_judge" in said else 0)


if __name__ == "__main__":
    main()
