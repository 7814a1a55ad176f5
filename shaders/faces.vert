#version 330 core
// Surfaces of a part. Positions in the part's frame; out: eye space (unit: the camera's distance).
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour; // of the file; alpha 0: none
uniform mat4 projection;
uniform vec4 section; // eye space; what is below it is cut away
#ifdef BATCH
layout(std140) uniform Batch { vec4 batch[BATCH]; }; // part_batch.h
#else
uniform mat4 model_view;
uniform mat3 normal_matrix;
uniform vec3 part_colour; // amounts of light
#endif
out vec3 eye_position, eye_normal;
flat out vec3 base; // amounts of light
out float gl_ClipDistance[1];
invariant gl_Position; // highlights must land on the same depths

void main()
{
#ifdef BATCH
    int at = 7 * gl_DrawIDARB;
    vec4 x = batch[at], y = batch[at + 1], z = batch[at + 2], w = batch[at + 3];
    mat4 model_view =
        mat4(vec4(x.xyz, 0.0), vec4(y.xyz, 0.0), vec4(z.xyz, 0.0), vec4(w.xyz, 1.0));
    mat3 normal_matrix = mat3(batch[at + 4].xyz, batch[at + 5].xyz, batch[at + 6].xyz);
    vec3 part_colour = vec3(x.w, y.w, z.w);
#endif
    vec4 eye = model_view * vec4(position, 1.0);
    eye_position = eye.xyz;
    eye_normal = normal_matrix * normal;
    base = mix(part_colour, colour.rgb * colour.rgb, colour.a);
    gl_ClipDistance[0] = dot(section, eye);
    gl_Position = projection * eye;
}
