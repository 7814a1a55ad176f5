# cmake -DSNUG=program -DTEMPLATE=snug.1.in -DOUT=snug.1 -P manual_page.cmake
# Puts the options of each command where the template has @OPTIONS_command@.
file(READ ${TEMPLATE} text)
foreach(command IN ITEMS view check compare merge tour cache bench)
    execute_process(COMMAND ${SNUG} --roff ${command} OUTPUT_VARIABLE options RESULT_VARIABLE code)
    if(NOT code EQUAL 0)
        message(FATAL_ERROR "${SNUG} --roff ${command} ends with ${code}")
    endif()
    string(REPLACE "@OPTIONS_${command}@\n" "${options}" text "${text}")
endforeach()
file(WRITE ${OUT} "${text}")
