// The colour tables. The colours of contact differ in lightness as well as in hue: red and
// yellow alone would not do for everybody.
#include "app/picture/theme.h"

const Theme themes[THEME_COUNT] = {
    [THEME_LIGHT] =
        {
            .name = "Light",
            .background_top = 0xC3CDD8,
            .background_bottom = 0xF3F5F7,
            .edge = 0x20262D,
            .ink = 0x20262D,
            .accent = 0x0078FF,
            .alert = 0xD81E08,
            .touch = 0xF7B000,
            .clearance = 0x2222F0,
            .inside = 0x8000A8,
            .forbidden = 0x660011,
            .intentional = 0x66FF88,
            .same_place = 0xA50069,
            .crossing = 0xF0781E,
            .undecided = 0x222222,
            .facets = 0xF0E1B4,
            .baseline = 0x6E5A3C,
            .checking = 0x8A939C,
            .shared = 0x00A2B4,
            .bands = {0x7380FF, 0xAEB8FF},
            .contact = 0xFFF04A,
            .contact_rim = 0x4A0606,
            .overlay = 0x1F3A93,
            .hues = {0x1D45C4, 0xA0178C, 0x006E78, 0x8A4B08, 0x5B2BB8, 0x23701A},
            .faded = 0xE4E9EE,
            .empty_cell = 0xB02A8F,
            .grid = 0x9AA7B4,
            .shadow = 0x434E5C,
            .axis = {0xC8321E, 0x2E8B3A, 0x2457C5},
        },
    [THEME_DARK] =
        {
            .name = "Dark",
            .background_top = 0x424C56,
            .background_bottom = 0x20252B,
            .backlight = 0.09f,
            .edge = 0x0B0D10,
            .ink = 0xC9D3DE,
            .accent = 0x4FB0FF,
            .alert = 0xF42A14,
            .touch = 0xFFB800,
            .clearance = 0x4040FF,
            .inside = 0x9400B4,
            .forbidden = 0x880000,
            .intentional = 0x66FF88,
            .same_place = 0xD21EA5,
            .crossing = 0xFF780F,
            .undecided = 0xFFFFFF,
            .facets = 0xF0E1B4,
            .baseline = 0x8C7650,
            .checking = 0x98A2AC,
            .shared = 0x1ED2DC,
            .bands = {0x8A96FF, 0xC0C8FF},
            .contact = 0xFFF66B,
            .contact_rim = 0x3A0404,
            .overlay = 0x9FC3FF,
            .hues = {0x86B4FF, 0xF59AE2, 0x6FE0E6, 0xF0B27A, 0xC3A5FF, 0x9BE08C},
            .faded = 0x2A3038,
            .empty_cell = 0xF49BDD,
            .grid = 0x56616C,
            .shadow = 0x1E2226,
            .axis = {0xFF6B57, 0x63D175, 0x6FA0FF},
        },
};

const uint32_t part_colours[PART_COLOUR_COUNT] = {
    0x5B8DBF, // steel blue
    0xC2C8CE, // aluminium
    0x3F9C8F, // teal
    0xB8996A, // bronze
    0x8574BD, // violet
    0x8DB36A, // leaf green
    0x4A627A, // slate
    0xA9CBE6, // pale blue
    0xA87F9C, // plum
    0x4C7F5A, // fir green
    0xD9BFA3, // sand
    0x7A6A5C, // umber
};
