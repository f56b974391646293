// Find an automaton that proves Kotzig's Nim with given steps on rings of every length (docs/how-to/families.md).
//
//     g++ -O2 -o find_ring_proofs scripts/find_ring_proofs.cpp
//     ./find_ring_proofs 2,5 misere 62 7 > automaton.txt
//     ./find_ring_proofs 1,4 normal 62 5 largest > automaton.txt
//
// Arguments: the steps, the convention, the longest ring that is played out (at most 64 places; some GB of memory near
// that), the sum that the winner prefers an opponent's step and his own to have (0: none), and which winning step he takes
// elsewhere: the smallest, or the largest one.
// What src/lastmove/families/by_rings.py does in Python for short rings is done here for long ones. Nothing of it is
// trusted: scripts/make_kept_proofs.py has the automaton checked, and so has every process that uses it.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <vector>

using Word = uint64_t;  // bit i is place i after the token: 1 is free

struct Hash {
    size_t operator()(Word w) const {
        w *= 0x9E3779B97F4A7C15ull;
        return w ^ (w >> 29);
    }
};

static std::vector<int> steps;
static bool misere;
static int length;
static std::unordered_map<Word, char, Hash> known;

static bool can(Word w, int s) { return s <= length && (w >> (s - 1) & 1); }

static Word after(Word w, int s) {
    Word passed = w & ((1ull << (s - 1)) - 1);
    return (w >> s) | ((passed << 1) << (length - s));
}

static bool wins(Word w) {
    auto found = known.find(w);
    if (found != known.end()) return found->second;
    bool any = false, won = false;
    for (int s : steps)
        if (can(w, s)) {
            any = true;
            if (!wins(after(w, s))) {
                won = true;
                break;
            }
        }
    return (known[w] = any ? won : misere);
}

// A tree of the words that the winner leaves to the opponent.
struct Node {
    int next[2];
    bool end;
    int depth;
};
static std::vector<Node> tree{{{-1, -1}, false, 0}};

static void add(Word w) {
    int at = 0;
    for (int i = 0; i < length; i++) {
        int place = w >> i & 1;
        if (tree[at].next[place] < 0) {
            tree[at].next[place] = (int)tree.size();
            tree.push_back({{-1, -1}, false, tree[at].depth + 1});
        }
        at = tree[at].next[place];
    }
    tree[at].end = true;
}

// A winning step after the opponent's step a: the preferred one, or the first.
static bool answer(Word w, int a, int sum, Word& found) {
    for (int s : steps)
        if (s == sum - a && can(w, s) && !wins(after(w, s))) {
            found = after(w, s);
            return true;
        }
    for (int s : steps)
        if (can(w, s) && !wins(after(w, s))) {
            found = after(w, s);
            return true;
        }
    return false;
}

static void play(int n, int sum) {
    length = n - 1;
    known.clear();
    Word full = (1ull << length) - 1, first = full;
    if (wins(full) && !answer(full, 0, sum, first)) return;
    std::unordered_set<Word, Hash> seen{first};
    std::vector<Word> todo{first};
    for (size_t i = 0; i < todo.size(); i++) {
        Word w = todo[i];
        add(w);
        for (int a : steps)
            if (can(w, a)) {
                Word reply;
                if (answer(after(w, a), a, sum, reply) && seen.insert(reply).second) todo.push_back(reply);
            }
    }
}

static bool alike(int a, int b, int room) {
    if (a == b) return true;
    if ((a >= 0 && tree[a].end) != (b >= 0 && tree[b].end)) return false;
    if (!room) return true;
    for (int place = 0; place < 2; place++)
        if (!alike(a < 0 ? -1 : tree[a].next[place], b < 0 ? -1 : tree[b].next[place], room - 1)) return false;
    return true;
}

static uint64_t mixed(uint64_t a, uint64_t b, bool end) {
    uint64_t x = a * 0x9E3779B97F4A7C15ull ^ (b * 0xC2B2AE3D27D4EB4Full + (end ? 0x165667B19E3779F9ull : 0));
    x ^= x >> 31;
    x *= 0xD6E8FEB86659FD93ull;
    return x ^ (x >> 29);
}

// Beginnings after which the same endings of up to `room` places were seen become one state.
static void write_automaton(int longest, int room) {
    size_t size = tree.size();
    std::vector<uint64_t> seen(size), next(size);
    uint64_t nothing = 1;
    for (size_t i = 0; i < size; i++) seen[i] = tree[i].end ? 2 : nothing;
    for (int r = 0; r < room; r++) {
        for (size_t i = 0; i < size; i++) {
            const Node& node = tree[i];
            next[i] = mixed(node.next[0] < 0 ? nothing : seen[node.next[0]],
                            node.next[1] < 0 ? nothing : seen[node.next[1]], node.end);
        }
        nothing = mixed(nothing, nothing, false);
        seen.swap(next);
    }
    auto left = [&](int node) { return node < 0 ? longest : longest - tree[node].depth; };
    std::unordered_map<uint64_t, int> state_of{{seen[0], 0}};
    std::vector<int> states{0};
    std::vector<std::array<int, 2>> rows;
    for (size_t i = 0; i < states.size(); i++) {
        std::array<int, 2> row;
        for (int place = 0; place < 2; place++) {
            int then = states[i] < 0 ? -1 : tree[states[i]].next[place], found = -1;
            uint64_t key = then < 0 ? nothing : seen[then];
            if (then < 0 || left(then) >= room) {
                auto there = state_of.find(key);
                if (there != state_of.end()) found = there->second;
            } else {
                for (size_t s = 0; s < states.size() && found < 0; s++)
                    if (alike(then, states[s], std::min(left(then), left(states[s])))) found = (int)s;
            }
            if (found < 0) {
                found = (int)states.size();
                if (then < 0 || left(then) >= room) state_of[key] = found;
                states.push_back(then);
            }
            row[place] = found;
        }
        rows.push_back(row);
    }
    for (size_t s = 0; s < rows.size(); s++)
        printf("%d %d %d\n", rows[s][0], rows[s][1], states[s] >= 0 && tree[states[s]].end ? 1 : 0);
    fprintf(stderr, "%zu states\n", rows.size());
}

int main(int count, char** given) {
    if (count < 5) return fprintf(stderr, "steps, normal or misere, the longest ring, a sum (0: none), largest\n"), 2;
    for (char* step = strtok(given[1], ","); step; step = strtok(nullptr, ",")) steps.push_back(atoi(step));
    std::sort(steps.begin(), steps.end());
    int most = steps.back();
    if (count > 5 && !strcmp(given[5], "largest")) std::reverse(steps.begin(), steps.end());
    misere = !strcmp(given[2], "misere");
    int longest = atoi(given[3]), sum = atoi(given[4]);
    if (longest > 64 || longest <= most) return fprintf(stderr, "the longest ring: %d\n", longest), 2;
    for (int n = most + 1; n <= longest; n++) {
        play(n, sum);
        fprintf(stderr, "\r%d places, %zu nodes", n, tree.size());
    }
    fprintf(stderr, "\n");
    write_automaton(longest - 1, longest / 2 + 4);
}
