// The float side of the camera, by cglm. Its structs are used because its arrays are never const.
#include "app/picture/projection.h"

#include <cglm/struct.h>
#include <string.h>

void projection_perspective(double fov_y, double aspect, double nearest, double farthest,
                            float out[16])
{
    mat4s m = glms_perspective((float)fov_y, (float)aspect, (float)nearest, (float)farthest);
    memcpy(out, m.raw, sizeof m.raw);
}

void projection_orthographic(double half_height, double aspect, double nearest, double farthest,
                             float out[16])
{
    float top = (float)half_height, right = (float)(half_height * aspect);
    mat4s m = glms_ortho(-right, right, -top, top, (float)nearest, (float)farthest);
    memcpy(out, m.raw, sizeof m.raw);
}
