// The one constant of angles that C17 does not have.
#ifndef SNUG_CORE_BASE_ANGLE_H
#define SNUG_CORE_BASE_ANGLE_H

#define PI 3.14159265358979323846

#endif
