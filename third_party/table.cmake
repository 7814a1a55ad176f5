# Script: turns dependencies.tsv (INPUT) into the C table of third_party_table.h (OUTPUT).
file(STRINGS ${INPUT} lines)
list(POP_FRONT lines header)
set(rows "")
foreach(line IN LISTS lines)
    string(REGEX REPLACE "([\\\\\"])" "\\\\\\1" line "${line}")
    string(REPLACE "\t" "\", \"" line "${line}")
    string(APPEND rows "    {\"${line}\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"third_party_table.h\"\n
const ThirdParty third_party_table[] = {\n${rows}};
const int third_party_count = (int)(sizeof third_party_table / sizeof third_party_table[0]);\n")
