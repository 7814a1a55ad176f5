#version 330 core
uniform vec3 ink;
out vec4 fragment;

void main()
{
    fragment = vec4(ink, 1.0);
}
