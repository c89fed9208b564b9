#pragma once

namespace tests {

/// From now on the process ends by SIGKILL at the step of a number, from 0: before or
/// after one of the calls that make, write, name, sync or remove a file.
void die_at_step(int number);

}  // namespace tests
