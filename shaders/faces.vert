#version 330 core
// Surfaces of a part. Positions in the part's frame; out: eye space (unit: the camera's distance).
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour; // of the file; alpha 0: none
uniform mat4 model_view, projection;
uniform mat3 normal_matrix;
uniform vec4 section; // eye space; what is below it is cut away
uniform vec3 part_colour; // amounts of light
out vec3 eye_position, eye_normal;
flat out vec3 base; // amounts of light
out float gl_ClipDistance[1];
invariant gl_Position; // highlights must land on the same depths

void main()
{
    vec4 eye = model_view * vec4(position, 1.0);
    eye_position = eye.xyz;
    eye_normal = normal_matrix * normal;
    base = mix(part_colour, colour.rgb * colour.rgb, colour.a);
    gl_ClipDistance[0] = dot(section, eye);
    gl_Position = projection * eye;
}
