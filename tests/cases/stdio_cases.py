"""Family P: the protocol on stdio."""
import json
import os
import signal
import subprocess
import sys
import time

import http_cases
from bench import case, link, must, need, node, program, update


def error_codes(server, since):
    """Codes of the errors without an id that were written after line `since`."""
    return [m["error"]["code"] for m in server.messages()[since:] if "error" in m and m.get("id") is None]


@case("P01")
def only_protocol_on_stdout(at):
    server = at.start("--log-level", "debug")
    must(update(server, node("Goal", "Ship the pilot")))
    need(update(server, link("T77", "blocks", "G1")).refused, "an edge from nowhere was taken")
    server.request("no/such")
    need(server.close() == 0, "exit status", server.process.returncode)
    for line in server.lines:
        message = json.loads(line)
        need(isinstance(message, dict) and message.get("jsonrpc") == "2.0", "no protocol message:", line)
        need(line.strip() and line.endswith(b"\n"), "an empty or unfinished line:", line)


@case("P02")
def bad_line_ends_nothing(at):
    server = at.start()
    before = len(server.lines)
    server.write(b"not json at all\n")
    server.write(b'{"jsonrpc":"2.0","id":2\n')
    server.send({"id": 3, "method": "ping"})
    need(server.reply(3).get("result") == {}, "no answer to ping")
    codes = error_codes(server, before)
    need(len(codes) <= 2 and set(codes) <= {-32700}, "errors", codes)


@case("P04")
def line_ends_and_blank_lines(at):
    server = at.start(init=False)
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
             "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
    server.write(json.dumps(hello).encode() + b"\r\n\r\n\n")
    server.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\r\n')
    server.write(b'{"jsonrpc":"2.0","id":2,"method":"ping"}\r\n')
    need("result" in server.reply(1) and server.reply(2).get("result") == {}, "a reply is missing")
    need(server.close() == 0 and len(server.lines) == 2, "more than the two replies:", server.lines)
    need(not any(b"\r" in line for line in server.lines), "a CR in the output")


@case("P05")
def split_characters(at):
    server, text = at.start(), "na\u00efve \u2014 \u6f22\u5b57 \ud55c\uae00 \U0001f680 e\u0301"
    request = {"jsonrpc": "2.0", "id": 50, "method": "tools/call",
               "params": {"name": "map_update", "arguments": {"changes": [node("Context", text)]}}}
    for byte in json.dumps(request, ensure_ascii=False).encode() + b"\n":
        os.write(server.process.stdin.fileno(), bytes([byte]))
    need("result" in server.reply(50), "no result")
    need(text in server.whole(), "the text changed:", server.whole())


@case("P06")
def long_lines_both_ways(at):
    server = at.start()
    for size in (5_000, 70_000, 1 << 20):
        need(server.request("ping", {"_meta": {"pad": "x" * size}}).get("result") == {}, "ping of", size)
    need(server.close() == 0, "exit status")
    child = subprocess.Popen([program(), "--store", at.store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                             stderr=subprocess.DEVNULL)
    child.stdin.write(b'{"jsonrpc":"2.0","id":9,"method":"tools/list"}\n')
    got, slow = b"", 0
    while not got.endswith(b"\n"):
        got += os.read(child.stdout.fileno(), 512)
        slow += 1
        time.sleep(0.02 if slow < 100 else 0)
    child.stdin.close()
    need(json.loads(got)["id"] == 9 and child.wait(5) == 0, "the slow reader got no whole reply")


@case("P09")
def ids_come_back_untouched(at):
    server = at.start(init=False)
    server.send({"id": "init-7", "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}})
    need("result" in server.reply("init-7"), "no reply to init-7")
    for id in ("12", "", 0, -1, 9007199254740993, "\u00e9\u6f22\U0001f680"):
        server.send({"id": id, "method": "ping"})
        reply = server.reply(id)
        need(reply["id"] == id and isinstance(reply["id"], type(id)), "id", repr(id), "came back as", repr(reply["id"]))


@case("P11")
def notifications_stay_unanswered(at):
    server = at.start()
    before = len(server.lines)
    server.send({"method": "notifications/cancelled", "params": {"requestId": 4242}})
    server.send({"method": "notifications/nosuch"})
    server.send({"method": "notifications/roots/list_changed"})
    server.send({"method": "tools/list"})
    need(server.request("ping").get("result") == {}, "no ping")
    need(server.close() == 0 and len(server.lines) == before + 1, "answered a notification:", server.lines[before:])
    http_cases.notifications_over_http(at)


def orphaned(at):
    """CPU seconds used by a server whose parent is killed, or None when it does not go away within 2 s."""
    parent = subprocess.Popen([sys.executable, "-c", """
import subprocess, sys, time
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
child.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
                  b'"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\\n')
child.stdin.flush(); child.stdout.readline(); print(child.pid, flush=True); time.sleep(60)
""", program(), "--store", at.store], stdout=subprocess.PIPE)
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    used, deadline = 0.0, time.monotonic() + 2
    while time.monotonic() < deadline:
        try:
            with open("/proc/%d/stat" % child) as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
        except FileNotFoundError:
            return used
        if fields[0] == "Z":
            return used
        used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    return None


@case("P13")
def end_of_input_ends_it(at):
    server = at.start(init=False)
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
    add = {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
           "params": {"name": "map_update", "arguments": {"changes": [node("Goal", "Kept at the end of input")]}}}
    lines = [hello, {"jsonrpc": "2.0", "method": "notifications/initialized"}, add,
             {"jsonrpc": "2.0", "id": 3, "method": "ping"}]
    server.write("".join(json.dumps(line) + "\n" for line in lines).encode())
    need(server.close(2) == 0, "exit status", server.process.returncode)
    need({1, 2, 3} <= {m.get("id") for m in server.messages()}, "a reply is missing:", server.lines)
    with open(os.devnull) as nothing:
        need(subprocess.run([program(), "--store", at.store], stdin=nothing, stderr=subprocess.DEVNULL, timeout=2).returncode == 0, "with /dev/null")
    used = orphaned(at)
    need(used is not None, "still there 2 s after its parent was killed")
    need(used < 0.2, "used", used, "s of CPU after its parent was killed")
    need("Kept at the end of input" in at.start().whole(), "the update is gone")


@case("P14")
def lost_reader(at):
    read, write = os.pipe()
    child = subprocess.Popen([program(), "--store", at.store], stdin=subprocess.PIPE, stdout=write,
                             stderr=subprocess.DEVNULL)
    os.close(write)
    os.close(read)
    child.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
                      b'"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n')
    child.stdin.flush()
    status = child.wait(2)
    need(status >= 0, "ended by signal", -status)
    must(update(at.start(), node("Goal", "opens again")))
    http_cases.lost_reader_over_http(at)


@case("P16")
def odd_messages_are_refused(at):
    server = at.start(version="2025-06-18")
    for text in (b"[]", b'[{"jsonrpc":"2.0","id":61,"method":"ping"},{"jsonrpc":"2.0","id":62,"method":"ping"}]',
                 b"5", b"null", b"{}"):
        before = len(server.lines)
        server.write(text + b"\n")
        need(server.request("ping").get("result") == {}, "no ping after", text)
        got = [m for m in server.messages()[before:] if not (isinstance(m, dict) and m.get("result") == {})]
        batch = len(got) == 1 and isinstance(got[0], list) and len(got[0]) == 2 and text.startswith(b"[{")
        refused = len(got) == 1 and isinstance(got[0], dict) and got[0].get("error", {}).get("code") == -32600
        need(batch or refused, text, "was answered by", got)


@case("P17")
def versions_are_negotiated(at):
    known = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
    for version in known + ("2099-01-01", "not-a-version"):
        got = at.start(version=version).hello["result"]["protocolVersion"]
        need(got == version if version in known else got in known, "asked", version, "got", got)


@case("P18")
def discovery_before_initialize(at):
    server = at.start(init=False)
    server.send({"id": 1, "method": "server/discover",
                 "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}})
    first = server.reply(1)
    need("result" in first or first["error"]["code"] in (-32601, -32602), "discover gave", first)
    server.last_id = 1
    need("result" in server.initialize() and "result" in server.request("tools/list"), "the old handshake broke")
