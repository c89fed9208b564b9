# Plays a dialogue of examples/ on a fresh store: cmake -DPROGRAM= -DDIALOGUE= -DSTORE= -P tests/play.cmake
# -DTOOLSETS= names the groups of tools it needs. -DROOT= names a folder whose documents the dialogue may read,
# -DEXPORT= one that it may write to, made anew.
if(ROOT)
  set(roots --source-root "${ROOT}")
endif()
if(TOOLSETS)
  set(toolsets --toolsets "${TOOLSETS}")
endif()
if(EXPORT)
  file(REMOVE_RECURSE "${EXPORT}")
  file(MAKE_DIRECTORY "${EXPORT}")
  set(exports --export-dir "${EXPORT}")
endif()
file(REMOVE_RECURSE "${STORE}")
execute_process(COMMAND "${PROGRAM}" --store "${STORE}" ${roots} ${toolsets} ${exports} script "${DIALOGUE}"
  RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE complaint)
file(REMOVE_RECURSE "${STORE}")
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${DIALOGUE}: exit ${status}: ${complaint}")
endif()
if(out STREQUAL "")
  message(FATAL_ERROR "${DIALOGUE} printed nothing")
endif()
