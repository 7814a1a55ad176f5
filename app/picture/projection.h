// Projection matrices, column by column as GL wants them. Apart from frame.c because cglm's vec3 is
// a type and core's is a function.
#ifndef SNUG_APP_PICTURE_PROJECTION_H
#define SNUG_APP_PICTURE_PROJECTION_H

void projection_perspective(double fov_y, double aspect, double nearest, double farthest,
                            float out[16]);
void projection_orthographic(double half_height, double aspect, double nearest, double farthest,
                             float out[16]);

#endif
