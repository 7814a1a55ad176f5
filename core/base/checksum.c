#include "core/base/checksum.h"

#include "core/base/little_endian.h"

#define P1 UINT64_C(0x9E3779B185EBCA87)
#define P2 UINT64_C(0xC2B2AE3D27D4EB4F)
#define P3 UINT64_C(0x165667B19E3779F9)
#define P4 UINT64_C(0x85EBCA77C2B2AE63)
#define P5 UINT64_C(0x27D4EB2F165667C5)

static inline uint64_t turn(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static inline uint64_t mix(uint64_t lane, uint64_t word)
{
    return turn(lane + word * P2, 31) * P1;
}

// Four lanes, so that the processor need not wait for one product before it begins the next.
static uint64_t mix_lanes(const uint8_t **from, const uint8_t *end)
{
    uint64_t a = P1 + P2, b = P2, c = 0, d = 0 - P1;
    const uint8_t *at = *from;
    for (; end - at >= 32; at += 32) {
        a = mix(a, little_u64(at));
        b = mix(b, little_u64(at + 8));
        c = mix(c, little_u64(at + 16));
        d = mix(d, little_u64(at + 24));
    }
    *from = at;
    uint64_t hash = turn(a, 1) + turn(b, 7) + turn(c, 12) + turn(d, 18);
    hash = (hash ^ mix(0, a)) * P1 + P4;
    hash = (hash ^ mix(0, b)) * P1 + P4;
    hash = (hash ^ mix(0, c)) * P1 + P4;
    return (hash ^ mix(0, d)) * P1 + P4;
}

uint64_t checksum(const void *bytes, size_t size)
{
    if (size == 0)
        return UINT64_C(0xEF46DB3751D8E999); // there may be no address either
    const uint8_t *at = bytes, *end = at + size;
    uint64_t hash = size >= 32 ? mix_lanes(&at, end) : P5;
    hash += size;
    for (; end - at >= 8; at += 8)
        hash = turn(hash ^ mix(0, little_u64(at)), 27) * P1 + P4;
    if (end - at >= 4) {
        hash = turn(hash ^ little_u32(at) * P1, 23) * P2 + P3;
        at += 4;
    }
    for (; at < end; ++at)
        hash = turn(hash ^ *at * P5, 11) * P1;
    hash = (hash ^ hash >> 33) * P2;
    hash = (hash ^ hash >> 29) * P3;
    return hash ^ hash >> 32;
}
