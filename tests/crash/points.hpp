#pragma once

namespace tests {

/// Where this process is killed: at a system call by which the engine reaches the disk.
enum class Point {
    first_page,   ///< before anything is written
    between,      ///< after the first pages
    before_sync,  ///< pages written, not synced
    before_meta,  ///< all but the record that makes them count
    after_meta    ///< committed, nobody told
};

/// From now on the process ends by SIGKILL when it comes to a point.
void die_at(Point point);

/// The same at the call of a number, from 0, whichever it is.
void die_at_call(int number);

}  // namespace tests
