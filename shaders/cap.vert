#version 330 core
// The cut through a part, in its frame.
layout(location = 0) in vec3 position;
uniform mat4 model_view, projection;
invariant gl_Position; // counting and drawing must meet the same pixels

void main()
{
    gl_Position = projection * (model_view * vec4(position, 1.0));
}
