#version 330 core
// A part grown by a pixel along its normals: what stands out behind it is its outline.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 model_view, projection;
uniform mat3 normal_matrix;
uniform vec4 section; // eye space; what is below it is cut away
uniform vec2 grow;    // with the depth, and everywhere
out float gl_ClipDistance[1];

void main()
{
    vec4 eye = model_view * vec4(position, 1.0);
    gl_ClipDistance[0] = dot(section, eye);
    eye.xyz += normalize(normal_matrix * normal) * (grow.x * -eye.z + grow.y);
    gl_Position = projection * eye;
}
