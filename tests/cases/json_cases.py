"""Family J: hostile JSON."""
import json

import http_cases
from bench import case, need, node, update


@case("J01")
def invalid_utf8(at):
    server = at.start()
    for bad in (b"\xff", b"\xe2\x82", b"\xc0\xaf", b"\xed\xa0\x80"):
        before = len(server.lines)
        server.write(b'{"jsonrpc":"2.0","id":3,"method":"ping","params":{"_meta":{"x":"a' + bad + b'b"}}}\n')
        need(server.request("ping").get("result") == {}, "no ping after", bad)
        errors = [m for m in server.messages()[before:] if "error" in m]
        need([e["error"]["code"] for e in errors] == [-32700] and errors[0].get("id") is None, bad, "gave", errors)
    for line in server.lines:
        line.decode("utf-8")
    http_cases.hostile_json_over_http(at, [
        b'{"jsonrpc":"2.0","id":3,"method":"ping","params":{"_meta":{"x":"a' + bad + b'b"}}}'
        for bad in (b"\xff", b"\xe2\x82", b"\xc0\xaf", b"\xed\xa0\x80")])


@case("J02")
def deep_nesting(at):
    server = at.start()
    before = server.rss_kib()
    values = (b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000 + b"1" + b"}" * 100_000, b"[" * 512_000)
    for value in values:
        for frame in (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"x":%s}}}\n',
                      b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"map_review","arguments":{"x":%s}}}\n'):
            seen = len(server.lines)
            server.write(frame % value)
            need(server.request("ping").get("result") == {}, "no ping")
            for message in server.messages()[seen:]:
                code = message.get("error", {}).get("code")
                need(code in (-32700, -32600, -32602) or message.get("result") == {}, "gave", message)
    grown = (server.rss_kib() - before) // 1024
    need(grown < 100, "grew by", grown, "MiB")
    http_cases.hostile_json_over_http(at, [
        b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"x":%s}}}' % value for value in values])


@case("J04", waits="the selection halves (projection)")
def duplicate_keys(at):
    server = at.start()
    change = json.dumps({"changes": [node("Goal", "Written by the second name")]})
    server.write(b'{"jsonrpc":"2.0","id":30,"method":"tools/call","params":{"name":"map_review","name":"map_update",'
                 b'"arguments":' + change.encode() + b"}}\n")
    need(server.request("ping").get("result") == {}, "no ping")
    answers = [m for m in server.messages() if m.get("id") == 30 or (m.get("id") is None and "error" in m)]
    need(len(answers) == 1, "answers:", answers)
    if "error" in answers[0] or answers[0]["result"].get("isError"):
        need("Written by" not in server.whole(), "refused, yet stored")
    server.write(b'{"jsonrpc":"2.0","id":31,"method":"tools/call","params":{"name":"map_update","arguments":'
                 b'{"changes":[{"type":"task","text":"first","text":"second"}]}}}\n')
    need(server.alive(), "no ping")
    need("second" not in server.whole() and "first" not in server.whole(), "a text given twice was stored")
