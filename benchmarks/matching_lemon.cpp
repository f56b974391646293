// LEMON's general matching on a graph written by matching_instances.save; prints what matching_peers.py prints.
#include <lemon/matching.h>
#include <lemon/smart_graph.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Clock = std::chrono::steady_clock;

static double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

static long peak() {
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static bool read(std::FILE* file, std::vector<int>& numbers) {
    return std::fread(numbers.data(), sizeof(int), numbers.size(), file) == numbers.size();
}

int main(int argc, char** argv) {
    std::FILE* file = argc == 3 ? std::fopen(argv[1], "rb") : nullptr;
    std::vector<int> shape(3);
    if (!file || !read(file, shape)) return 2;
    std::vector<int> tails(shape[1]), heads(shape[1]);
    if (!read(file, tails) || !read(file, heads)) return 2;
    const long before = peak();
    auto begin = Clock::now();
    lemon::SmartGraph graph;
    graph.reserveNode(shape[0]);
    graph.reserveEdge(shape[1]);
    for (int v = 0; v < shape[0]; ++v) graph.addNode();
    for (int e = 0; e < shape[1]; ++e) graph.addEdge(graph.nodeFromId(tails[e]), graph.nodeFromId(heads[e]));
    const double build = since(begin);
    double best = 1e300, spent = 0;
    int size = 0;
    for (int repeat = 0; repeat < std::atoi(argv[2]) && spent < 5; ++repeat) {
        begin = Clock::now();
        lemon::MaxMatching<lemon::SmartGraph> matching(graph);
        matching.run();
        const double took = since(begin);
        size = matching.matchingSize();
        spent += took;
        if (took < best) best = took;
    }
    const char* form = "{\"size\": %d, \"build\": %.7f, \"solve\": %.7f, \"memory\": %ld}\n";
    std::printf(form, size, build, best, peak() - before);
}
