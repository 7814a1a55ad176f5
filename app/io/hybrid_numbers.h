// Volumes as the numbers of a file: which attributes a type has, and back.
#ifndef SNUG_APP_IO_HYBRID_NUMBERS_H
#define SNUG_APP_IO_HYBRID_NUMBERS_H

#include "core/hybrid/hybrid.h"

enum { NUMBERS_MAX = 15 };

typedef struct NumbersAttribute {
    const char *name;
    int count;
    bool size;     // not negative
    bool optional; // all of it or nothing
} NumbersAttribute;

typedef struct NumbersType {
    const char *name, *said; // in files; in sentences
    NumbersAttribute attributes[6];
    int attribute_count;
} NumbersType;

enum { NUMBERS_OBB, NUMBERS_SPHERE, NUMBERS_CAPSULE, NUMBERS_SCB, NUMBERS_TYPES };
extern const NumbersType numbers_types[NUMBERS_TYPES];

// The attributes' numbers, one after the other, in the order of the type's table.
typedef struct VolumeNumbers {
    int type;
    bool oriented; // the optional orientation is there
    double values[NUMBERS_MAX];
} VolumeNumbers;

// False with the reason: not a rotation, no direction, a slab outside the ball, ...
bool volume_from_numbers(const VolumeNumbers *numbers, HybridVolume *out, Error *err);

// Rounded to nine digits, in such a way that reading and writing them again changes nothing.
VolumeNumbers volume_to_numbers(const HybridVolume *volume);

#endif
