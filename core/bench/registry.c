#include "core/bench/bench.h"

const Bench benches[BENCH_COUNT] = {
#define X(name, note) {#name, note, bench_##name},
    BENCH_LIST(X)
#undef X
};
