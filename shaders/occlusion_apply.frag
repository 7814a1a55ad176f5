#version 330 core
// Multiplied with the picture.
in vec2 place;
uniform sampler2D occlusion;
uniform float strength;
out vec4 fragment;

void main()
{
    float open = textureLod(occlusion, place, 0.0).r;
    fragment = vec4(vec3(1.0 - strength * (1.0 - open)), 1.0);
}
