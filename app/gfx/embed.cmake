# Script: writes the text of FILES into a C file (OUTPUT) as the table declared in app/gfx/embedded.h.
set(rows "")
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    # As a string literal per line; square brackets and semicolons would confuse CMake's lists, so
    # the text is never treated as one.
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\r" "" text "${text}")
    string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
    string(APPEND rows "    {\"${name}\",\n     \"${text}\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"app/gfx/embedded.h\"\n
const EmbeddedFile embedded_shaders[] = {\n${rows}    {NULL, NULL},\n};
const int embedded_shader_count =
    (int)(sizeof embedded_shaders / sizeof embedded_shaders[0]) - 1;\n")
