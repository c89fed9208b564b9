#include <lmdb.h>

#include <iostream>
#include <vector>

/// Takes every free reader slot of a store and keeps them until it is killed.
int main(int argc, char** argv) {
    MDB_env* env = nullptr;
    if (argc < 2 || mdb_env_create(&env) != MDB_SUCCESS ||
        mdb_env_open(env, argv[1], MDB_NOTLS, 0600) != MDB_SUCCESS)
        return 2;
    std::vector<MDB_txn*> readers;
    for (MDB_txn* txn = nullptr; mdb_txn_begin(env, nullptr, MDB_RDONLY, &txn) == MDB_SUCCESS;)
        readers.push_back(txn);
    std::cout << readers.size() << " readers" << std::endl;
    for (char byte = 0; std::cin.get(byte);)
        continue;
    return 0;
}
