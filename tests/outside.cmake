# Tests that look at the project from outside: its rules, its examples, its README.
add_test(NAME "house: rooms, libraries, sizes"
  COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/tests/house.cmake)

file(GLOB dialogues RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.jsonl)
foreach(dialogue ${dialogues})
  get_filename_component(name ${dialogue} NAME_WE)
  add_test(NAME "examples: ${name}"
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:throughline> -DDIALOGUE=${PROJECT_SOURCE_DIR}/${dialogue}
      -DSTORE=${PROJECT_BINARY_DIR}/examples/${name} -P ${PROJECT_SOURCE_DIR}/tests/play.cmake)
endforeach()

file(GLOB threads CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/thread/*.jsonl)
foreach(dialogue ${threads})
  get_filename_component(name ${dialogue} NAME_WE)
  add_test(NAME "examples: thread ${name}"
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:throughline> -DDIALOGUE=${dialogue} -DTOOLSETS=map,memory,thread
      -DSTORE=${PROJECT_BINARY_DIR}/examples/thread_${name} -P ${PROJECT_SOURCE_DIR}/tests/play.cmake)
endforeach()

add_test(NAME "examples: a source read into memory"
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:throughline>
    -DDIALOGUE=${PROJECT_SOURCE_DIR}/examples/ingest/founding_documents.jsonl -DROOT=${PROJECT_SOURCE_DIR}/examples/ingest
    -DSTORE=${PROJECT_BINARY_DIR}/examples/ingest -P ${PROJECT_SOURCE_DIR}/tests/play.cmake)

add_test(NAME "examples: a thread prepared, reviewed and published"
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:throughline> -DTOOLSETS=thread,projection
    -DDIALOGUE=${PROJECT_SOURCE_DIR}/examples/projection/reviewed.jsonl -DEXPORT=${PROJECT_BINARY_DIR}/examples/published
    -DSTORE=${PROJECT_BINARY_DIR}/examples/projection -P ${PROJECT_SOURCE_DIR}/tests/play.cmake)

add_test(NAME "readme: the tool table is the program's"
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:throughline> -DREADME=${PROJECT_SOURCE_DIR}/README.md
    -P ${PROJECT_SOURCE_DIR}/tests/readme.cmake)

find_program(PYTHON3 python3)
if(PYTHON3)
  add_test(NAME "projection: judged by Graphify"
    COMMAND ${CMAKE_COMMAND} -E env THROUGHLINE=$<TARGET_FILE:throughline> ${PYTHON3}
      ${PROJECT_SOURCE_DIR}/tests/projection/graphify.py)
  set_tests_properties("projection: judged by Graphify" PROPERTIES SKIP_RETURN_CODE 77)
endif()
