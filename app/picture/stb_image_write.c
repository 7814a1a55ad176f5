// The one place where stb_image_write is compiled; being a system header, its warnings stay quiet.
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
