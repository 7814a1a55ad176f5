#version 330 core
in vec4 line_colour;
out vec4 fragment;

void main()
{
    fragment = line_colour;
}
