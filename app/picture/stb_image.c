// The one place where stb_image is compiled; being a system header, its warnings stay quiet. PNG alone: it
// reads the pictures that come with the program, and nothing else.
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_MAX_DIMENSIONS 4096
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
