# The rules of the house, held by grep: cmake -DROOT=<project> -P tests/house.cmake
# Which room includes which, which library stays where, how long a file may be,
# and which entries the top of the tree has. Prints every breach, then fails.

cmake_minimum_required(VERSION 3.22)
get_filename_component(ROOT "${ROOT}" ABSOLUTE)
set_property(GLOBAL PROPERTY breaches "")

function(breach text)
  set_property(GLOBAL APPEND PROPERTY breaches "${text}")
endfunction()

# Sources of the given folders, relative to the project.
function(sources out)
  set(found "")
  foreach(folder ${ARGN})
    file(GLOB_RECURSE here RELATIVE "${ROOT}" "${ROOT}/${folder}/*.cpp" "${ROOT}/${folder}/*.hpp")
    list(FILTER here EXCLUDE REGEX "/node_modules/")
    list(APPEND found ${here})
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# No line of FILES may match LINE, but in files whose path matches EXCEPT.
function(forbid why line except)
  foreach(file ${ARGN})
    if(except AND file MATCHES "${except}")
      continue()
    endif()
    file(STRINGS "${ROOT}/${file}" hits REGEX "${line}")
    foreach(hit ${hits})
      string(STRIP "${hit}" hit)
      breach("${file}: ${hit}   (${why})")
    endforeach()
  endforeach()
endfunction()

# Every include of our own in FILES must match one of ALLOWED.
function(only_includes why allowed)
  foreach(file ${ARGN})
    file(STRINGS "${ROOT}/${file}" hits REGEX "^#include \"(mcp|tools|store|tests)/")
    foreach(hit ${hits})
      if(NOT hit MATCHES "\"(${allowed})\"")
        breach("${file}: ${hit}   (${why})")
      endif()
    endforeach()
  endforeach()
endfunction()

sources(mcp mcp)
sources(tools tools)
sources(store store)
sources(tests tests)
set(product ${mcp} ${tools} ${store})

# Rooms: includes point the same way as calls, mcp -> tools -> store.
set(front_door "mcp/.*|tools/(tool|call|catalog|strict_json)\\.hpp|store/(error|store|ops|journal|quota|tokens|hex)\\.hpp")
only_includes("mcp knows tools only as rows of a catalogue" "${front_door}" ${mcp})
only_includes("tools includes tools and store" "(tools|store)/.*" ${tools})
only_includes("store knows no other room" "store/.*" ${store})
foreach(model map memory thread projection source)
  sources(folder tools/${model})
  set(others map memory thread projection source)
  list(REMOVE_ITEM others ${model})
  list(JOIN others "|" others)
  forbid("models never include each other: join them in tools/join" "^#include \"tools/(${others})/"
    "" ${folder})
endforeach()
sources(pure tools/graph tools/text)
sources(rules tools/map tools/memory tools/thread)
list(FILTER rules INCLUDE REGEX "/(rules|conflict|focus|ranges)[^/]*$")
forbid("pure structure: no JSON, no engine" "nlohmann|tools/schema\\.hpp|store/(engine|lmdb)" ""
  ${pure} ${rules})

# Libraries stay where they belong.
forbid("RE2 only in tools/source/pattern.cpp" "#include <re2" "^tools/source/pattern\\.cpp$" ${product})
forbid("lmdb.h only in store/lmdb" "#include <lmdb" "^store/lmdb/.*\\.cpp$" ${product})
forbid("httplib.h only in mcp/http*.cpp" "#include <httplib" "^mcp/http[^/]*\\.cpp$" ${product})
forbid("spdlog only in mcp" "#include <spdlog" "^mcp/" ${product})
forbid("streams only in mcp/stdio, mcp/cli* and mcp/main"
  "#include <(iostream|fstream|istream|ostream|sstream)>|std::(cout|cerr|cin)" "^mcp/(stdio|cli[^/]*|main)\\.cpp$"
  ${product})
forbid("JSON only in mcp, tools/schema, tools/tool, *_tools.cpp and *_json.*" "#include <nlohmann"
  "^mcp/|^tools/(schema\\.|tool\\.hpp)|_tools\\.cpp$|_json\\.[ch]pp$" ${tools} ${store})
forbid("no std::regex" "std::regex|#include <regex>" "" ${product} ${tests})
forbid("no shared_ptr" "shared_ptr" "" ${product} ${tests})

# A file of more than 400 lines asks for a split.
foreach(file ${product} ${tests})
  file(READ "${ROOT}/${file}" text)
  string(REGEX MATCHALL "\n" ends "${text}")
  list(LENGTH ends lines)
  if(lines GREATER 400)
    breach("${file}: ${lines} lines   (400 at most)")
  endif()
endforeach()

# The top of the tree is the plan in CONTRIBUTING.md.
set(planned CMakeLists.txt CMakePresets.json README.md LICENSE NOTICE CONTRIBUTING.md mcp tools store tests examples
  build .git .gitignore .ci .clang-format .clang-tidy .editorconfig)
file(GLOB top RELATIVE "${ROOT}" "${ROOT}/*" "${ROOT}/.*")
foreach(entry ${top})
  if(NOT entry IN_LIST planned AND NOT entry MATCHES "^\\.\\.?$")
    breach("${entry}   (not an entry of the planned tree)")
  endif()
endforeach()

get_property(breaches GLOBAL PROPERTY breaches)
if(breaches)
  list(LENGTH breaches count)
  foreach(text ${breaches})
    message("  ${text}")
  endforeach()
  message(FATAL_ERROR "${count} breaches of the house rules")
endif()
message(STATUS "the rules of the house hold")
