# Script: writes the chapters of the manual that the file LIST names, one per line and in this order,
# into a C file (OUTPUT) as the table declared in app/window/panels/manual.h: a string per line.
get_filename_component(folder ${LIST} DIRECTORY)
file(STRINGS ${LIST} names)
set(arrays "")
set(rows "")
foreach(name IN LISTS names)
    file(READ ${folder}/${name}.md text)
    # Square brackets and semicolons would confuse CMake's lists, so the text is never treated as one.
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\r" "" text "${text}")
    string(REPLACE "\n" "\",\n    \"" text "${text}")
    string(MAKE_C_IDENTIFIER ${name} identifier)
    string(APPEND arrays "static const char *const lines_${identifier}[] = {\n    \"${text}\", NULL};\n")
    string(APPEND rows "    {\"${name}\", lines_${identifier}},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"app/window/panels/manual.h\"\n\n${arrays}
const ManualChapter manual_chapters[] = {\n${rows}};
const int manual_chapter_count = (int)(sizeof manual_chapters / sizeof manual_chapters[0]);\n")
