#include "core/base/digest.h"

#include "core/base/cpu.h"
#include "core/base/digest_rounds.h"
#include "core/base/little_endian.h"

static const uint64_t START[8] = BLAKE_START;

// What tells the hashes of the tree apart: 64 bytes of output, four below one.
enum { OUTPUT = 64, INNER = 64 };
static void begin_one(uint64_t h[8], uint64_t offset, uint64_t level)
{
    for (int i = 0; i < 8; ++i)
        h[i] = START[i];
    h[0] ^= OUTPUT | (uint64_t)DIGEST_LANES << 16 | (uint64_t)2 << 24;
    h[1] ^= offset;
    h[2] ^= level | (uint64_t)INNER << 8;
}

// ends: of this hash; last: it is the last one of its level.
static void mix_one(uint64_t h[8], const uint8_t *block, uint64_t length, bool ends, bool last)
{
    uint64_t v[16], m[16];
    for (size_t i = 0; i < 16; ++i)
        m[i] = little_u64(block + 8 * i);
    for (int i = 0; i < 8; ++i) {
        v[i] = h[i];
        v[8 + i] = START[i];
    }
    v[12] ^= length;
    v[14] ^= ends ? UINT64_MAX : 0;
    v[15] ^= ends && last ? UINT64_MAX : 0;
    BLAKE_ROUNDS
    for (int i = 0; i < 8; ++i)
        h[i] ^= v[i] ^ v[8 + i];
}

DigestState digest_begin(void)
{
    DigestState state = {.length = 0};
    for (uint64_t lane = 0; lane < DIGEST_LANES; ++lane) {
        uint64_t h[8];
        begin_one(h, lane, 0);
        for (int i = 0; i < 8; ++i)
            state.h[i][lane] = h[i];
    }
    return state;
}

static void mix_stripes(DigestState *state, const uint8_t *bytes, size_t count)
{
    uint64_t before = state->length;
    state->length += (uint64_t)count * DIGEST_BLOCK;
#ifdef SNUG_AVX2
    if (cpu_has_avx2()) {
        digest_stripes_avx2(state->h, before, bytes, count);
        return;
    }
#endif
    // One after the other: vectors of two words are no quicker than single ones.
    for (size_t lane = 0; lane < DIGEST_LANES && count > 0; ++lane) {
        uint64_t h[8], length = before;
        for (int i = 0; i < 8; ++i)
            h[i] = state->h[i][lane];
        for (size_t i = 0; i < count; ++i) {
            length += DIGEST_BLOCK;
            mix_one(h, bytes + i * DIGEST_STRIPE + lane * DIGEST_BLOCK, length, false, false);
        }
        for (int i = 0; i < 8; ++i)
            state->h[i][lane] = h[i];
    }
}

static void wait_for_more(DigestState *state, const uint8_t **from, size_t *size, size_t take)
{
    take = *size < take ? *size : take;
    if (take > 0) // there may be no address either
        memcpy(state->waiting + state->waiting_count, *from, take);
    state->waiting_count += take;
    *from += take;
    *size -= take;
}

// More than a stripe stays behind, once there was one: it holds the last block of each.
void digest_add(DigestState *state, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    if (size > sizeof state->waiting) {
        size_t odd = state->waiting_count % DIGEST_STRIPE;
        wait_for_more(state, &from, &size, odd > 0 ? DIGEST_STRIPE - odd : 0);
    }
    if (size > sizeof state->waiting) {
        size_t stripes = (size - 1) / DIGEST_STRIPE - 1;
        mix_stripes(state, state->waiting, state->waiting_count / DIGEST_STRIPE);
        state->waiting_count = 0;
        mix_stripes(state, from, stripes);
        from += stripes * DIGEST_STRIPE;
        size -= stripes * DIGEST_STRIPE;
    }
    while (size > 0) {
        if (state->waiting_count == sizeof state->waiting) {
            mix_stripes(state, state->waiting, 1);
            memcpy(state->waiting, state->waiting + DIGEST_STRIPE, DIGEST_STRIPE);
            state->waiting_count -= DIGEST_STRIPE;
        }
        wait_for_more(state, &from, &size, sizeof state->waiting - state->waiting_count);
    }
}

static void end_lane(const DigestState *state, size_t lane, uint64_t h[8])
{
    uint64_t length = state->length;
    size_t at = lane * DIGEST_BLOCK, count = state->waiting_count;
    for (int i = 0; i < 8; ++i)
        h[i] = state->h[i][lane];
    for (bool ends = false; !ends; at += DIGEST_STRIPE) {
        uint8_t block[DIGEST_BLOCK] = {0};
        size_t size = at >= count ? 0 : count - at < DIGEST_BLOCK ? count - at : DIGEST_BLOCK;
        memcpy(block, state->waiting + (size > 0 ? at : 0), size);
        ends = at + DIGEST_STRIPE >= count;
        length += size;
        mix_one(h, block, length, ends, lane == DIGEST_LANES - 1);
    }
}

Digest digest_end(const DigestState *state)
{
    uint64_t lanes[DIGEST_LANES][8], root[8];
    uint8_t bytes[sizeof lanes];
    Digest out;
    for (size_t lane = 0; lane < DIGEST_LANES; ++lane)
        end_lane(state, lane, lanes[lane]);
    for (size_t i = 0; i < sizeof bytes; ++i)
        bytes[i] = (uint8_t)(lanes[i / 64][i / 8 % 8] >> 8 * (i % 8));
    begin_one(root, 0, 1);
    mix_one(root, bytes, DIGEST_BLOCK, false, true);
    mix_one(root, bytes + DIGEST_BLOCK, 2 * DIGEST_BLOCK, true, true);
    for (int i = 0; i < DIGEST_BYTES; ++i)
        out.bytes[i] = (uint8_t)(root[i / 8] >> 8 * (i % 8));
    return out;
}

bool digest_equal(const Digest *a, const Digest *b)
{
    return memcmp(a->bytes, b->bytes, DIGEST_BYTES) == 0;
}

void digest_text(const Digest *digest, char text[DIGEST_TEXT])
{
    for (int i = 0; i < DIGEST_BYTES; ++i) {
        text[2 * i] = "0123456789abcdef"[digest->bytes[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[digest->bytes[i] & 15];
    }
    text[2 * DIGEST_BYTES] = '\0';
}
