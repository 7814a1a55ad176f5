// The importer's end of the pipe, and the limits that it sets itself; in C, since nothing of it is
// OCCT's. Whoever listens may be gone: then the program ends, there is nobody to work for.
#ifndef SNUG_THIRD_PARTY_OCCT_CAD_WRITE_H
#define SNUG_THIRD_PARTY_OCCT_CAD_WRITE_H

#include "third_party/occt/cad_stream.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Standard output becomes the stream; what anybody prints from now on goes nowhere.
void cad_begin(void);
// No core files, no files written, no more memory and processor time than this (0: any), and the end
// of the program that started this one is the end of this one.
void cad_limit(uint64_t bytes, uint64_t seconds);

// One record at a time: open, add, send.
void cad_open(enum CadTag tag);
void cad_u32(uint32_t value);
void cad_f64(double value);
void cad_bytes(const void *from, size_t size);
void cad_send(void);
size_t cad_length(const char *text); // what is written of it

void cad_text(enum CadTag tag, const char *text); // a whole record
// Says why, and ends the program, without what libraries do at the end and may fail in.
#ifdef __cplusplus
[[noreturn]]
#else
_Noreturn
#endif
void cad_refuse(const char *why);
void cad_progress(enum CadStep step, double fraction); // every hundredth of it
void cad_end(void);

#ifdef __cplusplus
}
#endif

#endif
