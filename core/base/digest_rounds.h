// The rounds of BLAKE2b on words of any kind: single ones or vectors of them.
#ifndef SNUG_CORE_BASE_DIGEST_ROUNDS_H
#define SNUG_CORE_BASE_DIGEST_ROUNDS_H

#include "core/base/digest.h"

#define BLAKE_START                                                                                \
    {                                                                                              \
        UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),  \
            UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1),                            \
            UINT64_C(0x9b05688c2b3e6c1f), UINT64_C(0x1f83d9abfb41bd6b),                            \
            UINT64_C(0x5be0cd19137e2179)                                                           \
    }

// Turning to the right; who has quicker ways than shifting brings them along.
#ifndef BLAKE_TURN_32
#define BLAKE_TURN_32(x) ((x) >> 32 | (x) << 32)
#define BLAKE_TURN_24(x) ((x) >> 24 | (x) << 40)
#define BLAKE_TURN_16(x) ((x) >> 16 | (x) << 48)
#endif
#define BLAKE_TURN_63(x) ((x) >> 63 | ((x) + (x)))

#define BLAKE_MIX(a, b, c, d, x, y)                                                                \
    a += b + m[x];                                                                                 \
    d = BLAKE_TURN_32(d ^ a);                                                                      \
    c += d;                                                                                        \
    b = BLAKE_TURN_24(b ^ c);                                                                      \
    a += b + m[y];                                                                                 \
    d = BLAKE_TURN_16(d ^ a);                                                                      \
    c += d;                                                                                        \
    b = BLAKE_TURN_63(b ^ c);

#define BLAKE_ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf)                \
    BLAKE_MIX(v[0], v[4], v[8], v[12], s0, s1)                                                     \
    BLAKE_MIX(v[1], v[5], v[9], v[13], s2, s3)                                                     \
    BLAKE_MIX(v[2], v[6], v[10], v[14], s4, s5)                                                    \
    BLAKE_MIX(v[3], v[7], v[11], v[15], s6, s7)                                                    \
    BLAKE_MIX(v[0], v[5], v[10], v[15], s8, s9)                                                    \
    BLAKE_MIX(v[1], v[6], v[11], v[12], sa, sb)                                                    \
    BLAKE_MIX(v[2], v[7], v[8], v[13], sc, sd)                                                     \
    BLAKE_MIX(v[3], v[4], v[9], v[14], se, sf)

// Which word of the block each step takes; the last two rounds are as the first two. In and out: v,
// sixteen words; m, the block's.
#define BLAKE_ROUNDS                                                                               \
    BLAKE_ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)                              \
    BLAKE_ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)                              \
    BLAKE_ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4)                              \
    BLAKE_ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8)                              \
    BLAKE_ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13)                              \
    BLAKE_ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9)                              \
    BLAKE_ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11)                              \
    BLAKE_ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10)                              \
    BLAKE_ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5)                              \
    BLAKE_ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)                              \
    BLAKE_ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)                              \
    BLAKE_ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)

// Whole stripes, none of which holds the last block of any of the four.
void digest_stripes_avx2(uint64_t h[8][DIGEST_LANES], uint64_t length, const uint8_t *bytes,
                         size_t count);

#endif
