#version 330 core
// The square of the floor that the picture lies on; its corners follow from their numbers.
uniform mat4 model_view, projection;
out vec2 place;

void main()
{
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = projection * (model_view * vec4(2.0 * place.x - 1.0, 0.0, 2.0 * place.y - 1.0, 1.0));
}
