// XXH64 with seed 0: whether bytes are still those that were written. Quick, and no defence against
// who means to deceive; base/digest.h is for that.
#ifndef SNUG_CORE_BASE_CHECKSUM_H
#define SNUG_CORE_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint64_t checksum(const void *bytes, size_t size);

#endif
