# Writes a source file that says which commit this is, if it is another one than before.
execute_process(COMMAND git -C ${ROOT} describe --always --dirty --abbrev=9 --exclude *
                OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT commit MATCHES "^[0-9a-z-]+$")
    set(commit "unknown")
endif()
set(text "// Made by lab/commit.cmake.\n#include \"app/lab/commit.h\"\n\nconst char snug_commit[] = \"${commit}\";\n")
set(before "")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL text)
    file(WRITE ${OUTPUT} "${text}")
endif()
