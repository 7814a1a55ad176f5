// Four blocks at a time, for processors with AVX2: core/CMakeLists.txt compiles *_avx2.c for it.
#include "core/base/digest.h"

#include <immintrin.h>
#include <string.h>

typedef uint64_t Word4 __attribute__((vector_size(8 * DIGEST_LANES)));

// By bytes within a half of the vector.
static inline Word4 turn_bytes(Word4 x, int a, int b, int c, int d, int e, int f, int g, int h)
{
    __m128i order =
        _mm_setr_epi8((char)a, (char)b, (char)c, (char)d, (char)e, (char)f, (char)g, (char)h,
                      (char)(8 + a), (char)(8 + b), (char)(8 + c), (char)(8 + d), (char)(8 + e),
                      (char)(8 + f), (char)(8 + g), (char)(8 + h));
    return (Word4)_mm256_shuffle_epi8((__m256i)x, _mm256_broadcastsi128_si256(order));
}
#define BLAKE_TURN_32(x) ((Word4)_mm256_shuffle_epi32((__m256i)(x), 0xB1))
#define BLAKE_TURN_24(x) turn_bytes(x, 3, 4, 5, 6, 7, 0, 1, 2)
#define BLAKE_TURN_16(x) turn_bytes(x, 2, 3, 4, 5, 6, 7, 0, 1)
#include "core/base/digest_rounds.h"

static inline Word4 load(const uint8_t *from)
{
    Word4 words;
    memcpy(&words, from, sizeof words);
    return words;
}

// The next four words of each block, word by word.
static inline void take_words(const uint8_t *from, Word4 out[DIGEST_LANES])
{
    Word4 a = load(from), b = load(from + DIGEST_BLOCK);
    Word4 c = load(from + 2 * (size_t)DIGEST_BLOCK), d = load(from + 3 * (size_t)DIGEST_BLOCK);
    Word4 ab0 = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    Word4 ab1 = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    Word4 cd0 = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    Word4 cd1 = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    out[0] = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
    out[1] = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5);
    out[2] = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
    out[3] = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
}

void digest_stripes_avx2(uint64_t h[8][DIGEST_LANES], uint64_t length, const uint8_t *bytes,
                         size_t count)
{
    static const uint64_t START[8] = BLAKE_START;
    Word4 state[8], m[16], v[16];
    memcpy(state, h, sizeof state);
    for (; count > 0; --count, bytes += DIGEST_STRIPE) {
        length += DIGEST_BLOCK;
        for (size_t i = 0; i < 16; i += DIGEST_LANES)
            take_words(bytes + 8 * i, m + i);
        for (int i = 0; i < 8; ++i) {
            v[i] = state[i];
            v[8 + i] = START[i] - (Word4){0};
        }
        v[12] ^= length - (Word4){0};
        BLAKE_ROUNDS
        for (int i = 0; i < 8; ++i)
            state[i] ^= v[i] ^ v[8 + i];
    }
    memcpy(h, state, sizeof state);
}
