"""A throughline server on the other end of a pipe, for the tests that drive it from outside."""
import json
import os
import subprocess
import tempfile
import threading
import time

LEGACY = "2025-11-25"
MODERN = "2026-07-28"


def program():
    """The program under test: $THROUGHLINE, else build/release/throughline of this project."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return os.environ.get("THROUGHLINE", os.path.join(root, "build/release/throughline"))


def fresh_store(under=None):
    """A new directory for a store, in memory where the machine has /dev/shm."""
    under = under or ("/dev/shm" if os.path.isdir("/dev/shm") else None)
    return tempfile.mkdtemp(prefix="throughline-", dir=under)


class Gone(Exception):
    """The server ended, or did not answer in time."""


class Server:
    """One process. `lines` holds every byte line it wrote, `notices` the messages without an id."""

    def __init__(self, store, args=(), init=True, version=LEGACY, **popen):
        command = [program()] + (["--store", store] if store is not None else []) + list(args)
        popen.setdefault("stderr", subprocess.PIPE)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **popen)
        self.lines, self.notices, self.replies, self.errors = [], [], {}, b""
        self.arrived, self.ended, self.last_id = threading.Condition(), False, 0
        self.threads = [threading.Thread(target=self._read, daemon=True)]
        if self.process.stderr:
            self.threads.append(threading.Thread(target=self._drain, daemon=True))
        for thread in self.threads:
            thread.start()
        if init:
            self.hello = self.initialize(version)

    def _read(self):
        for line in self.process.stdout:
            with self.arrived:
                self.lines.append(line)
                try:
                    message = json.loads(line)
                except ValueError:
                    message = None
                if isinstance(message, dict) and ("result" in message or "error" in message):
                    self.replies[self._key(message.get("id"))] = message
                elif isinstance(message, dict):
                    self.notices.append(message)
                self.arrived.notify_all()
        with self.arrived:
            self.ended = True
            self.arrived.notify_all()

    def _drain(self):
        for line in self.process.stderr:
            self.errors += line

    @staticmethod
    def _key(id):
        return json.dumps(id)

    def write(self, data):
        """Bytes as they are."""
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode() + b"\n")

    def wait(self, condition, timeout=20):
        """Waits until condition() is true; Gone when the server ends or the time runs out before."""
        deadline = time.monotonic() + timeout
        with self.arrived:
            while not condition():
                left = deadline - time.monotonic()
                if left <= 0 or self.ended:
                    raise Gone("the server %s" % ("ended" if self.ended else "did not answer in %g s" % timeout))
                self.arrived.wait(min(left, 0.5))

    def reply(self, id, timeout=20):
        """The answer to the request with this id."""
        key = self._key(id)
        self.wait(lambda: key in self.replies, timeout)
        return self.replies[key]

    def post(self, method, params=None):
        """Sends a request without waiting; its id."""
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, **({} if params is None else {"params": params})})
        return self.last_id

    def request(self, method, params=None, timeout=20):
        return self.reply(self.post(method, params), timeout)

    def initialize(self, version=LEGACY):
        hello = self.request("initialize", {"protocolVersion": version, "capabilities": {},
                                            "clientInfo": {"name": "tests", "version": "1"}})
        self.send({"method": "notifications/initialized"})
        return hello

    def modern(self, method, params=None, timeout=20, **capabilities):
        """A request of the 2026-07-28 era: everything it needs travels with it."""
        meta = {"io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientCapabilities": capabilities,
                "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"}}
        return self.request(method, {**(params or {}), "_meta": meta}, timeout)

    def ask(self, tool, arguments):
        """A tool call without waiting; its id."""
        return self.post("tools/call", {"name": tool, "arguments": arguments})

    def call(self, tool, timeout=60, **arguments):
        return Result(self.reply(self.ask(tool, arguments), timeout))

    def messages(self):
        """Everything it wrote, parsed; a line that is no JSON object fails the caller."""
        return [json.loads(line) for line in list(self.lines)]

    def whole(self, **arguments):
        """The text of a map, all pages, closed nodes too."""
        pages, cursor = [], None
        while cursor or not pages:
            page = self.call("map_review", view="complete", **({"cursor": cursor} if cursor else {}), **arguments)
            if not page.ok:
                raise Gone("map_review refused: " + page.text)
            pages.append(page["text"].rstrip("\n"))
            cursor = page.fields.get("next_cursor")
        return "\n".join(pages)

    def alive(self):
        return self.request("ping").get("result") == {}

    def rss_kib(self):
        with open("/proc/%d/status" % self.process.pid) as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))

    def close(self, timeout=10):
        """Ends the input; the exit status."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Gone("the server was still there %g s after its input ended" % timeout)
        for thread in self.threads:
            thread.join(5)
        return status

    def kill(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()


class Result:
    """What a tool call gave: ok, text, fields (structuredContent)."""

    def __init__(self, message):
        self.message = message
        self.result = message.get("result", {})
        self.rpc_error = message.get("error")
        self.ok = "result" in message and not self.result.get("isError")
        self.text = "\n".join(part.get("text", "") for part in self.result.get("content", []))
        if self.rpc_error:
            self.text = self.rpc_error.get("message", "")
        self.fields = self.result.get("structuredContent") or {}

    @property
    def refused(self):
        """A tool error, or one of the two protocol errors that mean the same."""
        return not self.ok and (not self.rpc_error or self.rpc_error["code"] in (-32602, -32600))

    def __getitem__(self, name):
        return self.fields[name]
