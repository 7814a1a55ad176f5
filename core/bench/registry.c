#include "core/bench/bench.h"

const Bench benches[BENCH_COUNT] = {
#define X(name, takes, own, note) {#name, takes, own, note, bench_##name},
    BENCH_LIST(X)
#undef X
};
