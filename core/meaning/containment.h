// Does one part lie inside another, where their surfaces do not meet?
#ifndef SNUG_CORE_MEANING_CONTAINMENT_H
#define SNUG_CORE_MEANING_CONTAINMENT_H

#include "core/meaning/material.h"

// *through: the inner part runs through a hole that was closed, so that a part of it is on either
// side; how much, its depth tells.
enum Containment containment_of(const Solid *inner, const Affine *to_frame, const Solid *outer,
                                const Affine *outer_to_frame, bool *through);

#endif
