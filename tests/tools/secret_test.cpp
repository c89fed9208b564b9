#include "tools/text/secret.hpp"

#include "tests/support/catch.hpp"

#include <string>

using tools::text::known_secret;
using tools::text::likely_secret;

TEST_CASE("what is known and what is guessed to be a secret has a rule's name") {
    const std::string token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJlOjE";
    CHECK(known_secret(token) == "json_web_token");
    CHECK(likely_secret("token eyJhbGci.eyJz.c2ln") == "json_web_token");
    CHECK_FALSE(known_secret("token eyJhbGci.eyJz.c2ln"));
    CHECK(known_secret("see postgres://admin:hunter2@db.example") == "url_password");
    CHECK(likely_secret("see postgres://admin:hunter2@db.example") == "url_password");
    CHECK(likely_secret("api_key = 'q7Rt9ZpL2mXv'") == "assignment");
    CHECK_FALSE(known_secret("api_key = 'q7Rt9ZpL2mXv'"));
    CHECK(likely_secret("ghp_" + std::string(36, 'a')) == "github_token");
    CHECK_FALSE(known_secret("ghp_" + std::string(36, 'a')));
    CHECK(known_secret("-----BEGIN EC PRIVATE KEY-----") == "private_key");
    CHECK_FALSE(likely_secret("card 4111111111111111"));
}

TEST_CASE("a text of a megabyte that begins a secret everywhere is read in one pass") {
    const std::string part = GENERATE(as<std::string>{}, "eyJ", "eyJaaaaaa.",
                                      "password=", "a://b:", "npm_", "4111 1111 ", "order ");
    std::string text;
    while (text.size() < std::size_t{1} << 20)
        text += part;
    CHECK_FALSE(known_secret(text + " 4111111111111112"));
    CHECK(likely_secret(text + " glpat-abcdefghijklmnopqrst").has_value());
}
