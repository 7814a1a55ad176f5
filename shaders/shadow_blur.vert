#version 330 core
// One triangle that covers the picture; its corners follow from their numbers.
out vec2 place; // 0..1

void main()
{
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    place = 0.5 * corner + 0.5;
    gl_Position = vec4(corner, 0.0, 1.0);
}
