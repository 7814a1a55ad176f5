#version 330 core
// How much sky a part takes from the floor below it: less, the higher it is. What is under the
// floor takes nothing.
in float height; // in half widths of the picture
out float dark;

void main()
{
    dark = height < -0.01 ? 0.0 : max(1.0 - 1.6 * height, 0.25);
}
