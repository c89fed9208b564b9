#include "tools/thread/stored_vectors.hpp"

#include "store/error.hpp"
#include "tools/thread/tables.hpp"
#include "tools/thread/vector_text.hpp"

namespace tools::thread {
namespace {

/// What is known of a thread's vectors without reading them.
struct VectorsHead {
    std::uint64_t dimension = 0, count = 0;
};

void encode(const VectorsHead& head, store::Writer& to) {
    to.varint(head.dimension).varint(head.count);
}

void decode(store::Reader& from, VectorsHead& head) {
    head.dimension = from.varint();
    head.count = from.varint();
}

constexpr store::Records<VectorsHead> vectors_records{store::Table::thread_vectors};

store::Key vectors_key(store::Space space) {
    return store::Key(space, store::Table::thread_vectors);
}

void put_bytes(store::WriteTxn& txn, std::string_view key, std::string_view bytes) {
    txn.put(key, store::seal(key, 1, bytes));
}

std::optional<embedding::Codebook> find_codebook(const store::ReadTxn& txn, store::Space space,
                                                 std::size_t dimension) {
    const store::Key key(space, store::Table::thread_codebook);
    const auto record = txn.get(key.str());
    if (!record) return std::nullopt;
    embedding::Values numbers =
        vector_of(store::unseal(key.str(), *record, store::Table::thread_codebook, 1));
    if (numbers.size() != embedding::Codebook::size(dimension))
        store::throw_corrupt(store::Table::thread_codebook, key.str(), "it has another size");
    return embedding::Codebook(dimension, std::move(numbers));
}

/// The exact vectors of a thread become codes.
void train(store::WriteTxn& txn, store::Space space) {
    const store::Range range = store::Key(space, store::Table::thread_vector).range();
    std::vector<embedding::Values> sample;
    txn.scan(range, {.limit = exact_vectors}, [&](std::string_view key, std::string_view record) {
        sample.push_back(vector_of(store::unseal(key, record, store::Table::thread_vector, 1)));
        return true;
    });
    const embedding::Codebook codebook(sample);
    put_bytes(txn, store::Key(space, store::Table::thread_codebook).str(),
              vector_bytes(codebook.numbers()));
    txn.scan(range, {}, [&](std::string_view key, std::string_view record) {
        const embedding::Values values =
            vector_of(store::unseal(key, record, store::Table::thread_vector, 1));
        put_bytes(txn, std::string(key), codebook.encode(values));
        return true;
    });
}

[[noreturn]] void refuse_dimension(const NewVector& given, std::uint64_t dimension) {
    throw store::Error(store::Code::invalid, "a vector does not fit: nothing was stored",
                       {{given.path,
                         "wrong_dimension",
                         "it has " + std::to_string(given.values.size()) +
                             " values, the thread's first vector has " + std::to_string(dimension) +
                             ": send vectors of one model",
                         "",
                         {}}});
}

}  // namespace

void store_vectors(store::WriteTxn& txn, store::Space space,
                   const std::vector<NewVector>& vectors) {
    VectorsHead head;
    std::optional<embedding::Codebook> codebook;
    std::uint64_t added = 0;
    for (const NewVector& given : vectors) {
        if (given.values.empty()) continue;
        if (head.dimension == 0) {
            head = vectors_records.find(txn, vectors_key(space)).value_or(VectorsHead{});
            if (head.dimension == 0) head.dimension = given.values.size();
            codebook = find_codebook(txn, space, head.dimension);
        }
        if (given.values.size() != head.dimension) refuse_dimension(given, head.dimension);
        const store::Key key = numbered_key(space, store::Table::thread_vector, given.node);
        if (txn.get(key.str())) continue;
        put_bytes(txn, key.str(),
                  codebook ? codebook->encode(given.values) : vector_bytes(given.values));
        ++added;
    }
    if (added == 0) return;
    head.count += added;
    vectors_records.put(txn, vectors_key(space), head);
    if (!codebook && head.count >= exact_vectors) train(txn, space);
}

StoredVectors::StoredVectors(const store::ReadTxn& txn, store::Space space)
    : txn_(&txn), space_(space) {
    if (const auto head = vectors_records.find(txn, vectors_key(space)))
        dimension_ = head->dimension;
    if (dimension_ > 0) codebook_ = find_codebook(txn, space, dimension_);
}

std::optional<embedding::Values> StoredVectors::find(Number node) const {
    const store::Key key = numbered_key(space_, store::Table::thread_vector, node);
    const auto record = txn_->get(key.str());
    if (!record) return std::nullopt;
    const std::string_view bytes =
        store::unseal(key.str(), *record, store::Table::thread_vector, 1);
    const std::size_t size =
        codebook_ ? embedding::Codebook::code_size(dimension_) : dimension_ * sizeof(float);
    if (bytes.size() != size)
        store::throw_corrupt(store::Table::thread_vector, key.str(), "it has another size");
    return codebook_ ? codebook_->decode(bytes) : vector_of(bytes);
}

}  // namespace tools::thread
