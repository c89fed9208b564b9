"""A throughline server over HTTP, for the tests that drive it from outside: raw requests, so that bad ones can be sent."""
import json
import os
import re
import socket
import subprocess

from server import LEGACY, MODERN, Gone, Result, program

META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"}}


class Answer:
    """status, headers (lower case), body (bytes), json, events (messages of an event stream)."""

    def __init__(self, data):
        head, _, body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1]) if lines[0] else 0
        self.headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers[name.strip().lower()] = value.strip()
        self.body = unchunked(body) if self.headers.get("transfer-encoding") == "chunked" else body
        self.events = [json.loads(line[6:]) for line in self.body.decode("utf-8", "replace").split("\n")
                       if line.startswith("data: ")]

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def message(self):
        """The reply, in whichever form it came."""
        return self.events[-1] if self.headers.get("content-type") == "text/event-stream" else self.json


def unchunked(body):
    out = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size or b"0", 16)
        out, body = out + rest[:length], rest[length + 2:]
        if length == 0:
            break
    return out


def whole(data):
    """True when a whole reply is there."""
    head, found, body = data.partition(b"\r\n\r\n")
    if not found:
        return False
    if head.startswith(b"HTTP/1.1 100"):
        return False
    lower = head.lower()
    length = re.search(rb"content-length: (\d+)", lower)
    if length:
        return len(body) >= int(length.group(1))
    if b"transfer-encoding: chunked" in lower:
        return body.endswith(b"0\r\n\r\n")
    return b" 204 " in head


class HttpServer:
    """One process of throughline-http, beside the program under test."""

    def __init__(self, store, args=(), port=0, env=None):
        command = [os.path.join(os.path.dirname(program()), "throughline-http"), "--store", store,
                   "--listen", "127.0.0.1:%d" % port] + list(args)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        self.errors = b""
        while b"listening on" not in self.errors:
            line = self.process.stderr.readline()
            if not line:
                raise Gone("throughline-http ended: " + self.errors.decode())
            self.errors += line
        self.port = int(re.search(rb":(\d+)/mcp", self.errors).group(1))
        self.last_id = 0

    def connect(self, timeout=10):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def raw(self, data, timeout=10, end=None):
        """Sends bytes on a connection of their own; what came back until a whole reply or the end."""
        with self.connect(timeout) as client:
            try:
                client.sendall(data)
            except OSError:
                pass
            if end:
                client.shutdown(socket.SHUT_WR)
            return self.receive(client)

    @staticmethod
    def receive(client):
        data = b""
        while not whole(data):
            try:
                more = client.recv(65536)
            except (ConnectionResetError, BrokenPipeError):
                break
            if not more:
                break
            data += more
            if data.startswith(b"HTTP/1.1 100") and b"\r\n\r\n" in data:
                data = data.partition(b"\r\n\r\n")[2]
        return Answer(data) if data else None

    def bytes_of(self, body=b"", headers=(), verb="POST", path="/mcp", host=None):
        if not isinstance(body, bytes):
            body = json.dumps(body, ensure_ascii=False).encode()
        lines = {"Host": host or "127.0.0.1:%d" % self.port, "Content-Type": "application/json",
                 "Accept": "application/json, text/event-stream", "Content-Length": str(len(body))}
        lines.update(dict(headers))
        head = "".join("%s: %s\r\n" % (name, value) for name, value in lines.items() if value is not None)
        return ("%s %s HTTP/1.1\r\n%s\r\n" % (verb, path, head)).encode("latin-1") + body

    def ask(self, body=b"", headers=(), timeout=20, **more):
        return self.raw(self.bytes_of(body, headers, **more), timeout)

    def post(self, method, params=None, headers=(), timeout=20):
        """A legacy request; the answer."""
        self.last_id += 1
        message = {"jsonrpc": "2.0", "id": self.last_id, "method": method}
        if params is not None:
            message["params"] = params
        return self.ask(message, {"MCP-Protocol-Version": LEGACY, **dict(headers)}, timeout)

    def modern(self, method, params=None, headers=(), meta=(), timeout=20):
        """A request of the modern revision; the answer."""
        self.last_id += 1
        params = {**(params or {}), "_meta": {**META, **dict(meta)}}
        named = params.get("uri" if method == "resources/read" else "name")
        lines = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
        if named is not None:
            lines["Mcp-Name"] = named
        return self.ask({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params},
                        {**lines, **dict(headers)}, timeout)

    def call(self, tool, **arguments):
        return Result(self.post("tools/call", {"name": tool, "arguments": arguments}).message)

    def alive(self):
        return self.post("ping", timeout=2).json["result"] == {}

    def rss_kib(self):
        with open("/proc/%d/status" % self.process.pid) as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))

    def threads(self):
        return len(os.listdir("/proc/%d/task" % self.process.pid))

    def close(self, timeout=10):
        self.process.terminate()
        return self.process.wait(timeout)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
