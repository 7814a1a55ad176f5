#version 330 core
flat in vec4 line_colour;
out vec4 fragment;

void main()
{
    fragment = line_colour;
}
