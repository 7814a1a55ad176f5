# A digest of the sources that imported meshes, topologies and hierarchies follow from: an entry of the
# cache that another version of the program has made is never taken.
# usage: cmake -DROOT=DIR -DFILES=a;b -DOUTPUT=FILE -P cache_sources.cmake
list(SORT FILES)
set(all "")
foreach(file IN LISTS FILES)
    file(SHA256 ${file} digest)
    file(RELATIVE_PATH name ${ROOT} ${file})
    string(APPEND all "${name} ${digest}\n")
endforeach()
string(SHA256 digest "${all}")
file(WRITE ${OUTPUT} "extern const char cache_sources[];\nconst char cache_sources[] = \"${digest}\";\n")
