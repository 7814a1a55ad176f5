#version 330 core
// A part grown by a pixel along its normals: what stands out behind it is its outline.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 projection;
#ifdef BATCH
layout(std140) uniform Batch { vec4 batch[BATCH]; }; // part_batch.h
#else
uniform mat4 model_view;
uniform mat3 normal_matrix;
#endif
uniform vec4 section; // eye space; what is below it is cut away
uniform vec2 grow;    // with the depth, and everywhere
out float gl_ClipDistance[1];

void main()
{
#ifdef BATCH
    int at = 7 * gl_DrawIDARB;
    mat4 model_view = mat4(vec4(batch[at].xyz, 0.0), vec4(batch[at + 1].xyz, 0.0),
                           vec4(batch[at + 2].xyz, 0.0), vec4(batch[at + 3].xyz, 1.0));
    mat3 normal_matrix = mat3(batch[at + 4].xyz, batch[at + 5].xyz, batch[at + 6].xyz);
#endif
    vec4 eye = model_view * vec4(position, 1.0);
    gl_ClipDistance[0] = dot(section, eye);
    eye.xyz += normalize(normal_matrix * normal) * (grow.x * -eye.z + grow.y);
    gl_Position = projection * eye;
}
