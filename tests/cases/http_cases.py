"""Families H and J: the protocol over HTTP, and what a library underneath must not let through."""
import json
import socket
import struct
import subprocess
import threading
import time

from bench import case, must, need, node, program, update
from http_server import META, HttpServer
from server import LEGACY, MODERN, Gone


def served(at, *args, **more):
    server = HttpServer(at.store, args, **more)
    at.servers.append(server)
    server.kill = server.process.kill
    return server


PLANT = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
         "params": {"name": "map_update", "arguments": {"changes": [node("Goal", "planted")]}}}
PING = {"jsonrpc": "2.0", "id": 9, "method": "ping"}


def review(server):
    return must(server.call("map_review", view="complete")).text


@case("H01")
def no_session_to_lose(at):
    server = served(at)
    must(update(server, node("Goal", "Keep me")))
    need(server.close() == 0, "exit status", server.process.returncode)
    server = served(at)
    stale = server.ask({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, {"Mcp-Session-Id": "deadbeef"})
    need(stale.status == 200 and "tools" in stale.json["result"], "a stale session id:", stale.status)
    hello = server.post("initialize", {"protocolVersion": LEGACY, "capabilities": {}})
    need(hello.status == 200 and "mcp-session-id" not in hello.headers, "initialize:", hello.status)
    need("Keep me" in review(server), "the map is gone")


@case("H04")
def pages_cannot_drive_it(at):
    server = served(at)
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost.evil.example"},
                    {"Host": "attacker.example:%d" % server.port},
                    {"Origin": "https://evil.example", "REMOTE_ADDR": "127.0.0.1"}):
        answer = server.ask(PLANT, headers)
        need(answer.status == 403, headers, "gave", answer.status)
        need("access-control-allow-origin" not in answer.headers, "the page may read the refusal")
    for headers in ({}, {"Origin": "http://localhost:6274"}, {"Origin": "http://127.0.0.1:%d" % server.port},
                    {"Origin": "http://[::1]:%d" % server.port}, {"Host": "localhost:%d" % server.port}):
        need(server.ask(PING, headers).status == 200, headers, "was refused")
    need("planted" not in review(server), "a page planted a goal")
    listening = subprocess.run(["cat", "/proc/%d/net/tcp" % server.process.pid], capture_output=True, text=True).stdout
    need("0100007F:%04X" % server.port in listening and "00000000:%04X" % server.port not in listening, "not on loopback")


@case("H05")
def browsers_ask_first(at):
    server = served(at)
    asked = "content-type, accept, mcp-protocol-version, mcp-session-id, last-event-id"
    for method in ("POST", "DELETE"):
        answer = server.ask(b"", {"Origin": "http://localhost:6274", "Access-Control-Request-Method": method,
                                  "Access-Control-Request-Headers": asked}, verb="OPTIONS")
        need(answer.status in (200, 204), "preflight:", answer.status)
        allowed = answer.headers["access-control-allow-headers"].lower()
        need(all(name in allowed for name in asked.split(", ")), "allowed headers:", allowed)
        need(all(verb in answer.headers["access-control-allow-methods"] for verb in ("POST", "GET", "DELETE")), "methods")
    hello = server.ask({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": LEGACY, "capabilities": {}}}, {"Origin": "http://localhost:6274"})
    need(hello.headers.get("access-control-allow-origin") == "http://localhost:6274", "allow-origin:", hello.headers)
    need("mcp-session-id" in hello.headers["access-control-expose-headers"].lower(), "the session id is not exposed")
    evil = server.ask(b"", {"Origin": "https://evil.example"}, verb="OPTIONS")
    need("access-control-allow-origin" not in evil.headers, "the evil preflight got an allow-origin")


@case("H06")
def accept_by_the_rules(at):
    server = served(at)
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": LEGACY, "capabilities": {}}}
    for accept in ("application/json, text/event-stream", "text/event-stream;q=0.9, Application/JSON", "*/*",
                   "application/*, text/*", "application/json", None):
        answer = server.ask(hello, {"Accept": accept})
        need(answer.status == 200 and answer.headers["content-type"] == "application/json", accept, answer.status)
    only = server.ask(hello, {"Accept": "text/event-stream"})
    need(only.status == 200 and only.headers["content-type"] == "text/event-stream", "event-stream only:", only.status)
    need(only.message["result"]["protocolVersion"] == LEGACY, "no result in the stream")
    get = server.ask(b"", {"Accept": "text/event-stream"}, verb="GET")
    need(get.status == 405 and get.headers.get("allow") == "POST", "GET:", get.status)
    html = server.ask(PING, {"Accept": "text/html"})
    need(html.status == 406 and "error" in html.json, "text/html:", html.status)


@case("H08")
def version_header_after_the_handshake(at):
    server = served(at)
    hello = server.post("initialize", {"protocolVersion": LEGACY, "capabilities": {}},
                        {"MCP-Protocol-Version": "2099-01-01"})
    need(hello.status == 200 and hello.json["result"]["protocolVersion"] == LEGACY, "initialize:", hello.status)
    for version in ("2099-01-01", "rubbish"):
        answer = server.post("tools/list", None, {"MCP-Protocol-Version": version})
        need(answer.status == 400 and "error" in answer.json, version, answer.status)
    need(server.post("tools/list", None, {"MCP-Protocol-Version": None}).status == 200, "without the header")


@case("J06")
def idle_clients_hold_no_thread(at):
    server = served(at)
    server.alive()
    threads, memory = server.threads(), server.rss_kib()
    body = {"jsonrpc": "2.0", "id": "listen", "method": "subscriptions/listen",
            "params": {"notifications": {"resourcesListChanged": True}, "_meta": META}}
    lines = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "subscriptions/listen"}
    streams = [server.connect() for _ in range(64)]
    for stream in streams:
        stream.sendall(server.bytes_of(body, lines))
        need(b"200 OK" in stream.recv(4096), "a stream was not opened")
    idle = [server.connect() for _ in range(64)]
    for client in idle:
        client.sendall(server.bytes_of(PING))
        need(server.receive(client).status == 200, "a ping on a kept connection")
    began = time.monotonic()
    need(server.alive() and time.monotonic() - began < 1, "the new client waited", time.monotonic() - began)
    must(update(server, node("Goal", "Told to all")))
    for stream in streams:
        data = b""
        while b"resources/list_changed" not in data:
            more = stream.recv(4096)
            need(more, "a stream ended:", data)
            data += more
    for client in streams + idle:
        client.close()
    time.sleep(0.5)
    need(server.threads() <= threads + 2, "threads:", threads, "->", server.threads())
    need(server.rss_kib() < memory * 1.2 + 2048, "memory:", memory, "->", server.rss_kib(), "KiB")


@case("J07")
def one_limit_for_every_body(at):
    server = served(at)
    server.alive()
    memory, limit = server.rss_kib(), 1024 * 1024
    head = ("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            % server.port).encode()
    chunk = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
    answer = server.raw(head + chunk * 64 + b"0\r\n\r\n")
    need(answer is None or answer.status == 413, "64 MiB in chunks:", answer and answer.status)
    need(server.rss_kib() - memory < limit // 1024 + 16 * 1024, "memory grew by", server.rss_kib() - memory, "KiB")
    answer = server.ask(b" " * (limit + 1))
    need(answer.status == 413, "one byte above the limit:", answer.status)
    fits = json.dumps(PING).encode()
    need(server.ask(fits + b" " * (limit - len(fits))).status == 200, "a body at the limit was refused")
    need(server.alive(), "no ping afterwards")


@case("J09")
def one_owner_of_a_port(at):
    first = served(at)
    second = subprocess.Popen([program() + "-http", "--store", at.store, "--listen", "127.0.0.1:%d" % first.port],
                              stderr=subprocess.PIPE)
    errors = second.communicate(timeout=5)[1].decode()
    need(second.returncode != 0 and str(first.port) in errors, "the second server:", second.returncode, errors)
    for _ in range(20):
        need(first.alive(), "the first server does not answer")


@case("J10")
def no_exception_text(at):
    server = served(at)
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    for body in (b"{", b"", b'"x"', {**call, "params": "text"}, {**call, "params": {"name": "map_update", "arguments": []}},
                 {**call, "params": {"name": 7}}):
        answer = server.ask(body)
        need(answer.status != 500, body, "gave 500")
        need(answer.json["error"]["code"] in (-32700, -32600, -32602), body, answer.body)
        text = json.dumps(answer.headers).lower()
        need(not any(word in text for word in ("exception", "nlohmann", "json.", ".cpp", "std::")), "headers:", text)
    need(server.alive(), "no ping afterwards")


def notifications_over_http(at):
    """The HTTP half of P11."""
    server = served(at)
    for method in ("notifications/cancelled", "notifications/nosuch", "notifications/roots/list_changed"):
        answer = server.ask({"jsonrpc": "2.0", "method": method})
        need(answer.status == 202 and answer.body == b"", method, answer.status)
    try:
        need(server.alive(), "no ping")
    except Gone:
        need(False, "the server is gone")


def lost_reader_over_http(at):
    """The HTTP half of P14: clients that go while a large reply is on its way, or before they have read anything."""
    server = served(at)
    listing = server.bytes_of({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}) * 200  # far above 1 MB of replies
    for reset in (False, True) * 5:
        with server.connect() as client:
            asking = threading.Thread(target=send_until_closed, args=(client, listing))
            asking.start()
            need(client.recv(4096), "nothing came back")
            if reset:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            else:
                client.shutdown(socket.SHUT_RDWR)
            client.close()
            asking.join()
    need(server.alive(), "the server is gone")
    for _ in range(50):
        with server.connect() as client:
            client.sendall(server.bytes_of(PLANT))
    began = time.monotonic()
    while "planted" not in review(server):  # nobody waits for the replies: the changes may still be on their way
        need(time.monotonic() - began < 10, "the updates are gone")
        time.sleep(0.05)
    need(server.alive(), "no ping afterwards")


def send_until_closed(client, data):
    try:
        client.sendall(data)
    except OSError:
        pass


def hostile_json_over_http(at, bodies):
    """The HTTP halves of J01 and J02: each body gets a JSON-RPC error and leaves the server as it was."""
    server = served(at)
    server.alive()
    before = server.rss_kib()
    for body in bodies:
        answer = server.ask(body)
        need(answer is not None and answer.status in (200, 400, 413), body[:40], "gave", answer and answer.status)
        if answer.status != 413:
            answer.body.decode("utf-8")
            need(answer.json["error"]["code"] in (-32700, -32600, -32602), body[:40], "gave", answer.body)
    need(server.alive(), "no ping afterwards")
    need(server.rss_kib() - before < 16 * 1024, "memory grew by", server.rss_kib() - before, "KiB")
