#version 330 core
// Multiplied with the picture.
in vec2 place;
uniform sampler2D picture;
uniform vec3 tint; // of the floor in full shadow, as seen on the screen
out vec4 fragment;

void main()
{
    fragment = vec4(mix(vec3(1.0), tint, textureLod(picture, place, 0.0).r), 1.0);
}
