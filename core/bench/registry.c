#include "core/bench/bench.h"

const Bench benches[BENCH_COUNT] = {
#define X(name, takes, note) {#name, takes, note, bench_##name},
    BENCH_LIST(X)
#undef X
};
