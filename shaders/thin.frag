#version 330 core
uniform vec4 colour;
out vec4 fragment;

void main()
{
    fragment = colour;
}
