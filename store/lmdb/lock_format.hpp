#pragma once

#include <cstdint>
#include <pthread.h>

namespace store::lmdb {

/// What programs must have in common to share lock.mdb: LMDB 0.9 and its mutex.
constexpr std::uint32_t lock_format = 0x0009'0000 + sizeof(pthread_mutex_t);

}  // namespace store::lmdb
