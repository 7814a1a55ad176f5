// BLAKE2bp (of the authors of BLAKE2, RFC 7693), the first 32 of its 64 bytes: what tells contents apart
// by a number. Nobody knows how to make two contents with the same one, so an equal digest means equal
// bytes, also where somebody would gain by it. Four hashes run side by side and are hashed together at
// the end, for processors that do the same to four numbers at once.
#ifndef SNUG_CORE_BASE_DIGEST_H
#define SNUG_CORE_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DIGEST_BYTES = 32, DIGEST_TEXT = 2 * DIGEST_BYTES + 1 };

typedef struct Digest {
    uint8_t bytes[DIGEST_BYTES];
} Digest;

enum { DIGEST_LANES = 4, DIGEST_BLOCK = 128, DIGEST_STRIPE = DIGEST_LANES * DIGEST_BLOCK };

// Zero is no beginning: digest_begin.
typedef struct DigestState {
    uint64_t h[8][DIGEST_LANES];        // word by word, of all four
    uint64_t length;                    // that each of them has mixed in
    uint8_t waiting[2 * DIGEST_STRIPE]; // the last block of each is mixed in differently
    size_t waiting_count;
} DigestState;

DigestState digest_begin(void);
void digest_add(DigestState *state, const void *bytes, size_t size);
Digest digest_end(const DigestState *state);

bool digest_equal(const Digest *a, const Digest *b);
void digest_text(const Digest *digest, char text[DIGEST_TEXT]); // hexadecimal

#endif
