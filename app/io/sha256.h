// SHA-256 (FIPS 180-4), of which 128 bits are kept: says whether something is what it was, so that it
// need not be looked at again.
#ifndef SNUG_APP_IO_SHA256_H
#define SNUG_APP_IO_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_TEXT = 33 }; // 32 hexadecimal digits and the end

typedef struct Sha256 {
    uint32_t state[8];
    uint64_t bytes;
    unsigned char block[64];
} Sha256;

Sha256 sha256_begin(void);
void sha256_add(Sha256 *digest, const void *bytes, size_t size);
void sha256_add_text(Sha256 *digest, const char *text); // with its end: "ab", "c" is not "a", "bc"
void sha256_add_number(Sha256 *digest, double number);  // by its bits
void sha256_end(Sha256 *digest, char text[SHA256_TEXT]);

#endif
